"""Grades that leave and come back, for the tests of both."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from tests.webapp.annotation.builders import ITEMS, campaign
from webapp.accounts.models import User
from webapp.annotation.models import Campaign, Grade, Sample, SheetState

FIELDS = ("item", "value", "choice", "skipped", "note", "evidence")


def fresh(where: Campaign, name: str = "Second round") -> Campaign:
    """Another campaign with the samples of one, and no grade."""
    made = campaign(name, graders=where.graders)
    for sample in where.samples.all():
        sample.pk, sample.campaign = None, made
        sample.save()
    return made


def grades_of(where: Campaign, grader: User) -> dict[tuple[int, int, str], tuple[Any, ...]]:
    """What somebody gave, by response and item, on sheets that are handed in."""
    found = Grade.objects.filter(
        sheet__sample__campaign=where, sheet__grader=grader, sheet__state=SheetState.SAVED
    )
    return {
        (one.sheet.sample.attempt_id, one.sheet.sample.event_number, one.item): tuple(
            getattr(one, name) for name in FIELDS
        )
        for one in found.select_related("sheet__sample")
    }


def named(sample: Sample) -> str:
    """What a sample is called in files."""
    return f"attempt-{sample.attempt_id}-event-{sample.event_number}"


def sheet_rows(sample: Sample, value: object = 1, **others: object) -> list[list[object]]:
    """The rows of a whole sheet: one value for all items, and others for some."""
    return [[named(sample), item, others.get(item, value)] for item in ITEMS]


def as_csv(rows: Iterable[Iterable[object]], separator: str = ",") -> str:
    """Rows as CSV."""
    text = io.StringIO()
    csv.writer(text, delimiter=separator).writerows(rows)
    return text.getvalue()


def written(folder: Path, content: str | bytes, name: str = "grades.csv") -> Path:
    """A file with this content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path
