"""Files with grades, read into rows: CSV, workbooks, and JSON Lines. Nothing in them is guessed."""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from webapp.annotation.cells import unguarded
from webapp.annotation.exporting import SKIPPED
from webapp.annotation.import_rows import Read, Row, WrongFile, heading, is_blank, row_of
from webapp.annotation.import_workbook import read_workbook

_MOST_BYTES = 200_000_000
_LONGEST_CELL = 10_000_000
_SEPARATORS = ",;\t"
_PACKED = b"PK\x03\x04"
_OLD_WORKBOOK = b"\xd0\xcf\x11\xe0"
_MARK = b"\xef\xbb\xbf"
_OTHER_TEXT = (b"\xff\xfe", b"\xfe\xff")


def read_file(path: Path) -> Read:
    """Read a file with grades; what it is, its content says.

    Args:
        path: Where it is.

    Raises:
        WrongFile: it can't be read, is empty, or is none.
    """
    try:
        if path.stat().st_size > _MOST_BYTES:
            raise WrongFile("it is too large for a table of grades")
        body = path.read_bytes()
    except OSError as error:
        raise WrongFile(f"it can't be read: {error.strerror}") from error
    return read_bytes(body)


def read_bytes(body: bytes) -> Read:
    """Read the content of a file with grades.

    Args:
        body: The content.

    Raises:
        WrongFile: it is empty, or is none.
    """
    if not body.strip():
        raise WrongFile("it is empty")
    if body.startswith(_PACKED):
        found = read_workbook(body)
    elif body.startswith(_OLD_WORKBOOK):
        raise WrongFile("it is a workbook of the old form (.xls): save it as .xlsx")
    elif body.startswith(_OTHER_TEXT) or b"\0" in body[:1000]:
        raise WrongFile("it is no text in UTF-8: save it as CSV (UTF-8), or as .xlsx")
    elif body.removeprefix(_MARK).lstrip().startswith(b"["):
        raise WrongFile("it is one JSON list: write one object a line (JSON Lines)")
    elif body.removeprefix(_MARK).lstrip().startswith(b"{"):
        found = _read_jsonl(body.removeprefix(_MARK))
    else:
        found = _read_csv(body)
    if not found.rows:
        raise WrongFile("it has no rows")
    return found


def _read_csv(body: bytes) -> Read:
    # What is no UTF-8 is kept apart as surrogates, so that the row it stands in can be named.
    text = body.decode("utf-8-sig", errors="surrogateescape")
    csv.field_size_limit(_LONGEST_CELL)
    first = text.partition("\n")[0]
    separator = max(_SEPARATORS, key=first.count)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    number = 0
    found = Read()
    try:
        columns = heading(next(reader))
        found.columns = {name for name in columns if name}
        for number, cells in enumerate(reader, start=2):
            if not all(map(is_blank, cells)):
                found.rows.append(_csv_row(columns, cells, number))
    except csv.Error as error:
        told = f"from here on the file can't be read ({error}): a quotation mark may be missing"
        found.rows.append(Row(number + 1 if number else 2, {}, "", told))
    return found


def _csv_row(columns: list[str], cells: list[str], number: int) -> Row:
    broken = _broken(dict(zip(columns, cells, strict=False)))
    if broken:
        return Row(number, {}, "", broken)
    if len(cells) < len(columns):
        told = f"it has {len(cells)} cells, and the first row names {len(columns)} columns"
        return Row(number, {}, "", told)
    return row_of(columns, map(unguarded, cells), number)


def _read_jsonl(body: bytes) -> Read:
    found = Read()
    for number, line in enumerate(body.split(b"\n"), start=1):
        if line.strip():
            row = _json_row(line, number)
            found.rows.append(row)
            found.columns |= set(row.cells)
    if len(found.rows) == 1 and found.rows[0].problem:
        raise WrongFile(f"it is no JSON Lines, one object a line: {found.rows[0].problem}")
    return found


def _json_row(line: bytes, number: int) -> Row:
    try:
        record = json.loads(line.decode(), parse_constant=_refused, object_pairs_hook=_unique)
        json.dumps(record, ensure_ascii=False).encode()
    except UnicodeDecodeError as error:
        return Row(number, {}, "", f"byte {error.start + 1} is no UTF-8")
    except UnicodeEncodeError:
        return Row(number, {}, "", "it holds half a character (a lone surrogate)")
    except (ValueError, RecursionError) as error:
        return Row(number, {}, "", f"it is no JSON: {error}")
    if not isinstance(record, dict):
        return Row(number, {}, "", "it is no JSON object")
    try:
        return Row(number, _flat(record))
    except (TypeError, KeyError, AttributeError):
        return Row(number, {}, "", 'its grades are not {NAME: {"value", "skipped", ...}}')


def _flat(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record as a row has it: a grade with all that belongs to it is spread over cells."""
    cells = {name: value for name, value in record.items() if name != "grades"}
    if cells.get("value") is None and "skipped" in cells:
        cells["value"] = f"{SKIPPED}: {cells['skipped']}"
    for name, given in record.get("grades", {}).items():
        value = given["value"]
        cells[name] = f"{SKIPPED}: {given['skipped']}" if value is None else value
        cells[f"{name}_note"] = given.get("note")
        cells[f"{name}_evidence"] = given.get("evidence") or None
    return {name: cell for name, cell in cells.items() if cell not in (None, "")}


def _broken(cells: Mapping[str, str]) -> str:
    for name, text in cells.items():
        try:
            text.encode()
        except UnicodeEncodeError as error:
            return f"{ascii(name)[1:-1]}: character {error.start + 1} is no UTF-8"
    return ""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in one object")
    return found


def _refused(constant: str) -> None:
    raise ValueError(f"{constant} is no JSON")
