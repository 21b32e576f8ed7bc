"""Rows of files with grades, whatever the file."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SAMPLE = "sample"
"""The column that every file with grades has."""


class WrongFile(ValueError):
    """A file can't be read as one with grades; the text says why."""


@dataclass(frozen=True)
class Row:
    """A row of a file.

    Args:
        number: Which, as a spreadsheet counts it; of JSON Lines, the line.
        cells: What stands in it, by column; empty cells are not in it.
        sheet: On which sheet of a workbook.
        problem: What keeps it from being read; empty if nothing does.
    """

    number: int
    cells: Mapping[str, Any] = field(default_factory=dict)
    sheet: str = ""
    problem: str = ""


@dataclass
class Read:
    """What was read from a file.

    Args:
        columns: The columns that there are, on any sheet.
        rows: Its rows, apart from blank ones.
    """

    columns: set[str] = field(default_factory=set)
    rows: list[Row] = field(default_factory=list)


def is_blank(cell: Any) -> bool:
    """Whether nothing stands in a cell."""
    return cell is None or (isinstance(cell, str) and not cell.strip())


def heading(cells: Sequence[Any]) -> list[str]:
    """The names of the columns, by the first row.

    Raises:
        WrongFile: one stands there twice, or there is none for the sample.
    """
    names = ["" if is_blank(cell) else str(cell).strip() for cell in cells]
    twice = next((name for name in names if name and names.count(name) > 1), "")
    if twice:
        raise WrongFile(f"the column {twice!a} stands there twice")
    if SAMPLE not in names:
        found = ", ".join(ascii(name)[1:-1] for name in names[:8] if name)[:200] or "none"
        raise WrongFile(f"the first row names no column {SAMPLE!r}; columns are: {found}")
    return names


def row_of(columns: Sequence[str], cells: Iterable[Any], number: int, sheet: str = "") -> Row:
    """A row, by its cells in the order of the columns."""
    found = list(cells)
    if any(not is_blank(cell) for cell in found[len(columns) :]):
        told = f"it is wider than the first row, which names {len(columns)} columns"
        return Row(number, {}, sheet, told)
    named = {
        name: cell
        for name, cell in zip(columns, found, strict=False)
        if name and cell not in (None, "")
    }
    return Row(number, named, sheet)
