"""Tables of grades as files: CSV, line by line, and workbooks."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator
from datetime import UTC, datetime

from openpyxl import Workbook

from sandboxes.tasks import CANARY
from webapp.annotation.cells import ABOUT, LONG, LONG_COLUMNS, fits, guarded, parts_of, pointer
from webapp.annotation.export_tables import Cell, Table
from webapp.annotation.exporting import Export

GRADES = "grades"
"""The sheet with the grades."""


def csv_lines(table: Table) -> Iterator[str]:
    """A table as CSV, a row at a time, under its names.

    Args:
        table: The table.
    """
    text = io.StringIO()
    writer = csv.writer(text)
    for row in table.lines():
        writer.writerow([_plain(cell) for cell in row])
        yield text.getvalue()
        text.seek(0)
        text.truncate()


def workbook(table: Table, export: Export) -> bytes:
    """A table as a workbook, with what did not fit into a cell on a sheet of its own.

    Args:
        table: The table.
        export: What it is of; a sheet tells about it.
    """
    book = Workbook(write_only=True)
    sheet = book.create_sheet(GRADES)
    long: list[list[Cell]] = []
    for number, row in enumerate(table.lines(), start=1):
        sheet.append([_fitting(_plain(cell), number, at, long) for at, cell in enumerate(row, 1)])
    if long:
        rest = book.create_sheet(LONG)
        rest.append(list(LONG_COLUMNS))
        for line in long:
            rest.append(line)
    about = book.create_sheet(ABOUT)
    for line in _about(export):
        about.append([_plain(cell) for cell in line])
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _fitting(cell: Cell, row: int, column: int, long: list[list[Cell]]) -> Cell:
    """The cell, or where its text is found."""
    if not isinstance(cell, str) or fits(cell):
        return cell
    long.extend(
        [GRADES, row, column, number, written, part] for number, written, part in parts_of(cell)
    )
    return pointer(row, column)


def _about(export: Export) -> Iterator[list[Cell]]:
    campaign = export.campaign
    yield ["canary", CANARY]
    yield ["campaign", campaign.name]
    yield ["rubric", campaign.rubric]
    yield ["rubric_digest", campaign.rubric_digest]
    yield ["graders of each sample", campaign.graders]
    yield ["opened", _moment(campaign.opened_at)]
    yield ["closed", _moment(campaign.closed_at)]
    yield ["samples that are here, gold ones among them", len(export.samples)]
    yield ["of these gold", export.gold]
    yield ["samples left out, since whoever asked may still grade them", export.left_out]
    for judge in export.judges:
        yield [f"judge_{judge.identity}", judge.name, judge.model]


def _moment(at: datetime | None) -> str | None:
    return None if at is None else at.astimezone(UTC).isoformat(timespec="seconds")


def _plain(cell: Cell) -> Cell:
    return guarded(cell) if isinstance(cell, str) else cell
