"""Workbooks with grades: every sheet that has the column of samples."""

from __future__ import annotations

import io
import warnings
import zipfile
import zlib
from collections.abc import Iterator
from typing import Any
from xml.etree.ElementTree import ParseError

from openpyxl import Workbook, load_workbook
from openpyxl.utils.exceptions import InvalidFileException

from webapp.annotation.cells import ABOUT, LONG, LONG_COLUMNS, joined, pointer, unguarded
from webapp.annotation.import_rows import Read, Row, WrongFile, heading, is_blank, row_of

_MOST_UNPACKED = 500_000_000
"""Bytes of all that is in a workbook: one that claims more is no table of grades."""
_BROKEN = (
    zipfile.BadZipFile,
    zlib.error,
    InvalidFileException,
    ParseError,
    AttributeError,
    EOFError,
    IndexError,
    KeyError,
    NotImplementedError,
    OSError,
    TypeError,
    ValueError,
)
"""What the library raises at files that are no workbook, or a damaged one."""
_FORMULA, _DATE, _ERROR = "f", "d", "e"

Cells = list[tuple[Any, str]]
"""The cells of a row: what stands there, and of which type it is."""


def read_workbook(body: bytes) -> Read:
    """Read a workbook.

    Args:
        body: The file.

    Raises:
        WrongFile: it is none, or no sheet has grades.
    """
    try:
        sheets = _sheets(body)
    except WrongFile:
        raise
    except _BROKEN as error:
        raise WrongFile(f"it is no workbook that can be read ({error})") from error
    long = _long_texts(sheets.pop(LONG, []))
    sheets.pop(ABOUT, None)
    found, complaints = Read(), []
    for name, rows in sheets.items():
        try:
            _read_sheet(name, rows, long, found)
        except WrongFile as error:
            complaints.append(f"sheet {name!r}: {error}")
            found.rows.append(Row(1, {}, name, f"the sheet is left out: {error}"))
    if len(complaints) == len(sheets):
        raise WrongFile("; ".join(complaints) or "it has no sheet")
    return found


def _sheets(body: bytes) -> dict[str, list[Cells]]:
    with zipfile.ZipFile(io.BytesIO(body)) as packed:
        if sum(one.file_size for one in packed.infolist()) > _MOST_UNPACKED:
            raise WrongFile("it is too large for a table of grades")
    with warnings.catch_warnings():
        # Of what a spreadsheet has set besides, such as styles and lists to choose from.
        warnings.simplefilter("ignore", UserWarning)
        book = load_workbook(io.BytesIO(body), read_only=True)
        try:
            return {sheet.title: _rows(book, sheet.title) for sheet in book.worksheets}
        finally:
            book.close()


def _rows(book: Workbook, title: str) -> list[Cells]:
    sheet: Any = book[title]
    sheet.reset_dimensions()  # what a file says of its size may be wrong
    return [[(cell.value, cell.data_type) for cell in row] for row in sheet.iter_rows()]


def _long_texts(rows: list[Cells]) -> dict[tuple[str, int, int], str]:
    values = [[value for value, _ in row] for row in rows]
    named = (dict(zip(LONG_COLUMNS, row, strict=False)) for row in values[1:] if len(row) >= 6)
    return joined(iter(named))


def _read_sheet(
    name: str, rows: list[Cells], long: dict[tuple[str, int, int], str], found: Read
) -> None:
    if not any(not is_blank(value) for row in rows for value, _ in row):
        return
    columns = heading([value for value, _ in rows[0]])
    found.columns |= {one for one in columns if one}
    for number, row in enumerate(rows[1:], start=2):
        cells = [
            _text(value, long.get((name, number, at)), pointer(number, at))
            for at, (value, _) in enumerate(row, start=1)
        ]
        if all(map(is_blank, cells)):
            continue
        strange = next(_strange(columns, row), "")
        made = row_of(columns, cells, number, name)
        found.rows.append(Row(number, {}, name, strange) if strange else made)


def _text(value: Any, long: str | None, stands_for: str) -> Any:
    if long is not None and value == stands_for:
        return unguarded(long)
    return unguarded(value) if isinstance(value, str) else value


def _strange(columns: list[str], row: Cells) -> Iterator[str]:
    """What no cell of grades holds."""
    told = {
        _FORMULA: "a formula: save its value instead",
        _DATE: "a date, which the spreadsheet may have made of something else",
        _ERROR: "an error of the spreadsheet's",
    }
    for column, (_, kind) in zip(columns, row, strict=False):
        if kind in told:
            yield f"{column or 'a column without a name'} holds {told[kind]}"
