"""Grades as a researcher gets them from the page of a campaign, in one form whatever the file."""

from __future__ import annotations

import csv
import json
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from openpyxl import load_workbook
from playwright.sync_api import Page

Key = tuple[str, str]
"""A response as it is called outside, and an item."""
_GRADER = re.compile(r"grader_[0-9a-f]{8}")


@dataclass(frozen=True)
class Told:
    """What a file tells.

    Args:
        came_to: By response and item: what it counts for, how that came about, and why people
            differed.
        graders: What each person gave, whoever that is.
    """

    came_to: dict[Key, tuple[float, str, str]]
    graders: list[dict[Key, float]]


def told(came_to: dict[Key, tuple[float, str, str]], graders: Iterable[dict[Key, float]]) -> Told:
    """The same, with people in an order that does not depend on what they are called."""
    return Told(came_to, sorted(graders, key=lambda given: sorted(given.items())))


def fetched(page: Page) -> dict[str, Told]:
    """By the name of a link: what the file behind it tells.

    Args:
        page: The page of a campaign.
    """
    found = {}
    for link, read in _FORMS.items():
        with page.expect_download() as download:
            page.get_by_role("link", name=link, exact=True).click()
        found[link] = _from_rows(read(download.value.path()))
    return found


def _from_rows(rows: Iterable[Mapping[str, Any]]) -> Told:
    came_to: dict[Key, tuple[float, str, str]] = {}
    graders: dict[str, dict[Key, float]] = defaultdict(dict)
    for row in rows:
        key = row["sample"], row["item"]
        assert key not in came_to, f"{key} is there twice"
        came_to[key] = float(row["resolved"]), row["provenance"], row["cause"] or ""
        for name, value in row.items():
            if _GRADER.fullmatch(name) and value not in ("", None):
                graders[name][key] = float(value)
    return told(came_to, graders.values())


def _csv(path: Path) -> list[Mapping[str, Any]]:
    with path.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(lines))


def _workbook(path: Path) -> list[Mapping[str, Any]]:
    with path.open("rb") as file:  # what is downloaded has no ending that openpyxl would know
        heading, *rows = load_workbook(file)["grades"].iter_rows(values_only=True)
    return [dict(zip(map(str, heading), row, strict=True)) for row in rows]


def _json_lines(path: Path) -> list[Mapping[str, Any]]:
    records = map(json.loads, path.read_text(encoding="utf-8").splitlines())
    return [
        record | {name: given["value"] for name, given in record["grades"].items()}
        for record in records
    ]


_FORMS: dict[str, Callable[[Path], list[Mapping[str, Any]]]] = {
    "CSV": _csv,
    "Workbook": _workbook,
    "JSON Lines": _json_lines,
}
