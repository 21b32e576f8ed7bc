"""What rows of a file say that somebody gave: each checked, none taken that is doubtful."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from evaluators.rubrics import Item, Rubric, RubricError
from webapp.annotation.exporting import SKIPPED
from webapp.annotation.grading import Entered, GradingError, checked
from webapp.annotation.import_rows import SAMPLE, Read, Row, WrongFile, is_blank

_NUMBER = re.compile(r"[+-]?[0-9]{1,9}(\.[0-9]{1,9})?")
_PUBLISHED = re.compile(r"(.+)_human")
_GRADER = re.compile(r"grader_(?!.*_(note|evidence)$).+")
PLAIN = "value"
"""The column of grades in a file with those of one person."""


class BadRow(ValueError):
    """A row can't be taken; the text says why."""


@dataclass(frozen=True)
class Form:
    """In which form a file has grades.

    Args:
        column: The column with the grades, a row for each item; empty: the published form, a row
            for each response.
    """

    column: str

    @property
    def note(self) -> str:
        """The column with the notes."""
        return "note" if self.column == PLAIN else f"{self.column}_note"

    @property
    def evidence(self) -> str:
        """The column with what grades rest on."""
        return "evidence" if self.column == PLAIN else f"{self.column}_evidence"


def form_of(read: Read, column: str) -> Form:
    """In which form a file has grades, and whose.

    Args:
        read: What was read from it.
        column: The column that is wanted; empty: the only one that there is.

    Raises:
        WrongFile: there is no such column, none at all, or more than one.
    """
    if column:
        if column not in read.columns:
            raise WrongFile(f"it has no column {column!a}")
        return Form(column)
    found = sorted(one for one in read.columns if one == PLAIN or _GRADER.fullmatch(one))
    published = [one for one in read.columns if _PUBLISHED.fullmatch(one)]
    if len(found) > 1 or (found and published):
        both = ", ".join([*found, *(["the published form"] if published else [])])
        raise WrongFile(f"it has grades of several: {both}; say which column with --column")
    if not found and not published:
        raise WrongFile(
            f"it has no grades: no column {PLAIN!r} or 'grader_...', and none like 'S1_human'"
        )
    if found and "item" not in read.columns:
        raise WrongFile("it has no column 'item'")
    return Form(found[0] if found else "")


def entered_in_row(row: Row, form: Form, known: Rubric) -> list[Entered]:
    """The grades in a row; none if it has nothing of the grader's.

    Args:
        row: The row.
        form: In which form they are.
        known: The rubric.

    Raises:
        BadRow: something in it is no grade, or the row itself can't be read.
    """
    if row.problem:
        raise BadRow(row.problem)
    found = [_checked(known, one) for one in _entered(row, form, known)]
    if found and not isinstance(row.cells.get(SAMPLE), str):
        raise BadRow("it names no sample")
    return found


def _entered(row: Row, form: Form, known: Rubric) -> Iterator[Entered]:
    cells = row.cells
    if form.column:
        rest = [one for one in (form.note, form.evidence) if not is_blank(cells.get(one))]
        if not is_blank(cells.get(form.column)):
            item = _item(known, cells.get("item"))
            yield _entry(item, cells[form.column], _note(cells, form), _evidence(cells, form))
        elif rest:
            raise BadRow(f"it has {' and '.join(rest)}, and no grade")
        return
    for name, cell in cells.items():
        published = _PUBLISHED.fullmatch(name)
        if published and not is_blank(cell):
            yield _entry(_item(known, published[1]), cell)


def _entry(
    item: Item, cell: Any, note: str = "", evidence: tuple[Mapping[str, Any], ...] = ()
) -> Entered:
    if isinstance(cell, str):
        text = cell.strip()
        if text == SKIPPED or text.startswith(f"{SKIPPED}:"):
            why = text.removeprefix(SKIPPED).removeprefix(":").strip()
            if not why:
                raise BadRow(f"{item.id} is skipped without a reason: write {SKIPPED}: and why")
            return Entered(item.id, None, why, note, evidence)
        value = float(text) if _NUMBER.fullmatch(text) else text
    elif isinstance(cell, int | float) and not isinstance(cell, bool):
        value = float(cell)
    else:
        value = ascii(cell)
    if not item.accepts(value):
        allowed = ", ".join(
            one.value if isinstance(one.value, str) else f"{one.value:g}" for one in item.options
        )
        told = str(cell)[:60]
        raise BadRow(f"{item.id} is {told!a}: it takes {allowed}, or {SKIPPED}: and why")
    return Entered(item.id, value, "", note, evidence)


def _checked(known: Rubric, entered: Entered) -> Entered:
    try:
        checked(known, entered)
    except GradingError as error:
        raise BadRow(error.sentence) from error
    return entered


def _item(known: Rubric, name: Any) -> Item:
    try:
        return known.item(str(name or "").strip())
    except RubricError as error:
        raise BadRow(f"{error}") from error


def _note(cells: Mapping[str, Any], form: Form) -> str:
    note = cells.get(form.note, "")
    if not isinstance(note, str):
        note = f"{note:g}" if isinstance(note, int | float) else str(note)
    return note


def _evidence(cells: Mapping[str, Any], form: Form) -> tuple[Mapping[str, Any], ...]:
    found = cells.get(form.evidence, [])
    try:
        pieces = json.loads(found) if isinstance(found, str) else found
    except ValueError as error:
        raise BadRow(f"{form.evidence} is no JSON: {error}") from error
    if not isinstance(pieces, list) or not all(isinstance(one, dict) for one in pieces):
        raise BadRow(f'{form.evidence} is no list of {{"kind", "ref", "text"}}')
    return tuple(pieces)
