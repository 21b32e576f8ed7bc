"""Grades from files: what is whole and right is taken, and each row that is not is named."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from django.db import transaction

from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.access import gradable, may_grade
from webapp.annotation.exporting import response_key
from webapp.annotation.grades import value_of
from webapp.annotation.grading import Entered, checked, rubric_of
from webapp.annotation.import_files import read_file
from webapp.annotation.import_grades import BadRow, Form, entered_in_row, form_of
from webapp.annotation.import_rows import SAMPLE, Read, Row, WrongFile
from webapp.annotation.models import Campaign, Grade, Role, Sample, Sheet, SheetState
from webapp.annotation.queue import prolonged
from webapp.annotation.training import training_of
from webapp.annotation.training_round import trained_elsewhere

Slot = tuple[str, str]
"""Key of a response, id of an item."""


class NotImported(ValueError):
    """Nothing of a file can be taken; the text says why."""


@dataclass(frozen=True)
class Problem:
    """What is wrong, and where.

    Args:
        row: Number of the row.
        text: What is wrong with it.
        sheet: The sheet of a workbook.
    """

    row: int
    text: str
    sheet: str = ""

    @property
    def place(self) -> str:
        """Where, for people."""
        return f"{self.sheet}, row {self.row}" if self.sheet else f"row {self.row}"


@dataclass
class Report:
    """What became of the rows of a file: each that was read was taken, refused, or is blank.

    Args:
        read: Rows that there are.
        taken: Rows of which all grades are there now; what was there before counts as well.
        refused: Rows of which nothing was taken.
        blank: Rows without anything of this grader's.
        handed_in: Sheets that are handed in now, and were not before.
        problems: What is wrong; of rows that were taken as well, where a sheet is not whole.
    """

    read: int = 0
    taken: int = 0
    refused: int = 0
    blank: int = 0
    handed_in: int = 0
    problems: list[Problem] = field(default_factory=list)

    def refuse(self, row: Row, why: str) -> None:
        """Name a row that is not taken."""
        self.refused += 1
        self.problems.append(Problem(row.number, f"{why}.", row.sheet))

    def as_json(self) -> dict[str, Any]:
        """The same, for programs."""
        return {
            "read": self.read,
            "taken": self.taken,
            "refused": self.refused,
            "blank": self.blank,
            "handed_in": self.handed_in,
            "problems": [
                {"sheet": one.sheet or None, "row": one.row, "text": one.text}
                for one in sorted(self.problems, key=lambda one: (one.sheet, one.row))
            ],
        }


@dataclass(frozen=True)
class _Entry:
    row: Row
    sample: str
    entered: tuple[Entered, ...]


def import_grades(
    campaign: Campaign,
    path: Path,
    grader: User,
    column: str = "",
    *,
    is_trained_elsewhere: bool = False,
) -> Report:
    """Enter the grades of a file as somebody's. The same file once more changes nothing.

    A row is taken whole or not at all. A sheet on which every item has a grade or a reason is
    handed in; one that is not whole keeps what is there, and waits for the rest.

    Args:
        campaign: Where to.
        path: The file: CSV, workbook or JSON Lines, as they are exported, or the published form.
        grader: Whose grades they are.
        column: Which column of grades, if there are several.
        is_trained_elsewhere: Whether the grader needs no training here; that is recorded once
            there is something to be entered. Otherwise who has not passed the training round
            can't have grades imported.

    Raises:
        NotImported: nothing can be taken of it.
    """
    if campaign.closed_at is not None:
        raise NotImported(f"{campaign.name} is closed: nothing more is taken")
    if not may_grade(grader):
        raise NotImported(f"{grader.username} does not grade: annotators and researchers do")
    if not is_trained_elsewhere:
        _check_that_the_training_is_done(campaign, grader)
    try:
        read = read_file(path)
        form = form_of(read, column)
    except WrongFile as error:
        raise NotImported(f"{path}: {error}") from error
    report = Report(read=len(read.rows))
    found = _by_sample(campaign, grader, read, form, report)
    if found and is_trained_elsewhere:
        trained_elsewhere(campaign, grader)
    for sample, entries in found:
        _enter(campaign, sample, grader, entries, report)
    return report


def _check_that_the_training_is_done(campaign: Campaign, grader: User) -> None:
    training = training_of(grader, campaign)
    if not training.needed:
        return
    how_far = f"{training.done} of {training.total} samples done"
    if training.failed:
        how_far = f"{training.agreed} % agree, {training.wanted} % are asked for"
    raise NotImported(
        f"{grader.username} has not passed the training round of {campaign.name} ({how_far}): it "
        "is done on the page; of who was trained elsewhere, say so with --trained-elsewhere"
    )


def _by_sample(
    campaign: Campaign, grader: User, read: Read, form: Form, report: Report
) -> list[tuple[Sample, list[_Entry]]]:
    """The entries that can be taken, by sample; rows that can't are in the report."""
    known, samples = rubric_of(campaign), _samples(campaign)
    own = {one.pk for one in samples.values()} - set(
        gradable(grader, campaign).values_list("pk", flat=True)
    )
    entries = []
    for row in read.rows:
        try:
            entered = entered_in_row(row, form, known)
            if not entered:
                report.blank += 1
                continue
            sample = _sample(row, samples, campaign, own)
        except BadRow as error:
            report.refuse(row, str(error))
            continue
        entries.append(_Entry(row, response_key(sample), tuple(entered)))
    found: dict[str, list[_Entry]] = defaultdict(list)
    for entry in _unique(entries, report):
        found[entry.sample].append(entry)
    return [(samples[key], some) for key, some in found.items()]


def _samples(campaign: Campaign) -> dict[str, Sample]:
    return {response_key(one): one for one in campaign.samples.defer("body")}


def _sample(row: Row, samples: Mapping[str, Sample], campaign: Campaign, own: Set[int]) -> Sample:
    name = str(row.cells[SAMPLE]).strip()
    sample = samples.get(name)
    if sample is None:
        raise BadRow(f"there is no sample {name[:60]!a} in this campaign")
    if row.cells.get("digest", sample.digest) != sample.digest:
        raise BadRow(f"{name} shows another response here: its digest is {sample.digest}")
    if row.cells.get("rubric_digest", campaign.rubric_digest) != campaign.rubric_digest:
        raise BadRow(f"it is graded by another rubric than {campaign.rubric_digest}")
    if sample.pk in own:
        raise BadRow(f"{name} is of an attempt of the grader's own, which nobody grades")
    if sample.role == Role.TRAINING:
        raise BadRow(f"{name} is for training, which is done on the page")
    return sample


def _unique(entries: Sequence[_Entry], report: Report) -> list[_Entry]:
    """One entry for each item of each sample; where two differ, nobody knows which is right."""
    slots: dict[Slot, list[int]] = defaultdict(list)
    for place, entry in enumerate(entries):
        for one in entry.entered:
            slots[entry.sample, one.item].append(place)
    taken = []
    for place, entry in enumerate(entries):
        others = {at for one in entry.entered for at in slots[entry.sample, one.item]} - {place}
        same = all(entries[at].entered == entry.entered for at in others)
        if not others or (same and place < min(others)):
            taken.append(entry)
            continue
        first = entries[min(others)].row
        told = ", ".join(one.item for one in entry.entered)
        where = f"{first.sheet}, row {first.number}" if first.sheet else f"row {first.number}"
        differs = "" if same else ", otherwise: neither is taken"
        report.refuse(entry.row, f"{told} of {entry.sample} is in {where} as well{differs}")
    return taken


def _enter(
    campaign: Campaign, sample: Sample, grader: User, entries: Sequence[_Entry], report: Report
) -> None:
    """Enter what is new on the sheet of a sample, and hand it in if that makes it whole."""
    known = rubric_of(campaign)
    with transaction.atomic():
        Campaign.objects.select_for_update().get(pk=campaign.pk)
        sheet = sample.sheets.filter(grader=grader).first()
        stored = {} if sheet is None else {one.item: one for one in sheet.grades.all()}
        new: list[Grade] = []
        taken = None
        for entry in entries:
            grades = [Grade(item=one.item, **checked(known, one)) for one in entry.entered]
            why = _refusal(sheet, stored, grades)
            if why:
                report.refuse(entry.row, f"{entry.sample}: {why}")
                continue
            report.taken += 1
            taken = taken or entry.row
            new += [one for one in grades if one.item not in stored]
        if taken is None or (sheet is not None and sheet.state == SheetState.SAVED):
            return
        sheet = _written(campaign, sample, grader, sheet, new)
        missing = [
            item.id for item in known.items if item.id not in {*stored, *(one.item for one in new)}
        ]
        if missing:
            told = (
                f"{response_key(sample)} is not whole: {', '.join(missing)} missing. What is "
                "there is kept, and handed in with the rest."
            )
            report.problems.append(Problem(taken.number, told, taken.sheet))
        else:
            sheet.state, sheet.saved_at, sheet.imported = SheetState.SAVED, clock.now(), True
            sheet.save(update_fields=("state", "saved_at", "imported"))
            report.handed_in += 1


def _refusal(sheet: Sheet | None, stored: Mapping[str, Grade], grades: Sequence[Grade]) -> str:
    """Why grades can't be entered on a sheet; empty if they can."""
    if sheet is None:
        return ""
    if sheet.state == SheetState.SKIPPED:
        return "the grader has left this one to others"
    fields = ("value", "choice", "skipped", "note", "evidence")
    for one in grades:
        there = stored.get(one.item)
        if there is None and sheet.state == SheetState.SAVED:
            return f"the sheet is handed in, without {one.item}"
        if there is not None and any(getattr(there, n) != getattr(one, n) for n in fields):
            given = "skipped" if value_of(there) is None else value_of(there)
            return f"{one.item} is there already ({given}), and not the same"
    return ""


def _written(
    campaign: Campaign, sample: Sample, grader: User, sheet: Sheet | None, new: Sequence[Grade]
) -> Sheet:
    if sheet is None:
        sheet = Sheet.objects.create(
            sample=sample,
            grader=grader,
            state=SheetState.RESERVED,
            reserved_at=clock.now(),
            expires_at=prolonged(campaign),
        )
    for one in new:
        one.sheet = sheet
    Grade.objects.bulk_create(new)
    if new:
        sheet.revision += len(new)
        sheet.save(update_fields=("revision",))
    return sheet
