"""Cells of tables for spreadsheets: no text becomes a formula, and none is cut.

A text that a spreadsheet would calculate gets an apostrophe before it, and one that does not fit
into a cell of a workbook stands on a sheet of its own, in parts. Both are undone when a table is
read here again, so that what comes back is what went out.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
_QUOTE = "'"
MOST_IN_A_CELL = 32_767
"""Characters that a cell of a workbook holds, counted as UTF-16 does."""
_A_PART = 16_000
"""Characters of a part: twice as many for UTF-16 at most."""
LONG = "long"
"""The sheet with what did not fit."""
LONG_COLUMNS = ["sheet", "row", "column", "part", "written as", "text"]
ABOUT = "about"
"""The sheet that says what a workbook is."""
_UNFIT = re.compile("[\x00-\x08\x0b-\x1f\ufffe\uffff]|_x[0-9A-Fa-f]{4}_")
"""What a workbook can't hold as it is: characters without a place in XML, and its own escapes."""


def guarded(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    return _QUOTE + text if text.lstrip(_QUOTE).startswith(_FORMULA) else text


def unguarded(text: str) -> str:
    """The text that was guarded; one that was not stays as it is."""
    is_guarded = text.startswith(_QUOTE) and text.lstrip(_QUOTE).startswith(_FORMULA)
    return text[1:] if is_guarded else text


def fits(text: str) -> bool:
    """Whether a cell of a workbook can hold a text as it is."""
    return not _UNFIT.search(text) and len(text.encode("utf-16-le")) // 2 <= MOST_IN_A_CELL


def pointer(row: int, column: int) -> str:
    """What stands in a cell whose text is on the sheet for long ones.

    Args:
        row: Of the cell, from 1.
        column: Of the cell, from 1.
    """
    return f"(see the sheet {LONG}: row {row}, column {column})"


def parts_of(text: str) -> Iterator[tuple[int, str, str]]:
    """A text that fits into no cell, in parts: number, how it is written, and the part.

    Args:
        text: The text. If a workbook can't hold one of its characters, it is written as JSON.
    """
    written = "JSON" if _UNFIT.search(text) else "text"
    # With ASCII alone in JSON, what has no place in XML is written out; so is the underscore, by
    # which workbooks write things out themselves.
    body = json.dumps(text).replace("_", "\\u005f") if written == "JSON" else text
    for number, start in enumerate(range(0, len(body), _A_PART), start=1):
        yield number, written, guarded(body[start : start + _A_PART])


def joined(rows: Iterator[Mapping[str, Any]]) -> dict[tuple[str, int, int], str]:
    """The texts of a sheet for long ones, by sheet, row and column; what is malformed is left out.

    Args:
        rows: Its rows, by the names of its columns.
    """
    parts: dict[tuple[str, int, int], list[tuple[int, str, str]]] = {}
    for row in rows:
        sheet, *place, number = (row.get(name) for name in LONG_COLUMNS[:4])
        if all(isinstance(one, int) for one in (*place, number)):
            text = unguarded(str(row.get("text") or ""))
            key = str(sheet), int(place[0] or 0), int(place[1] or 0)
            parts.setdefault(key, []).append((int(number or 0), str(row["written as"]), text))
    found = {}
    for key, some in parts.items():
        text = "".join(part for _, _, part in sorted(some))
        if some[0][1] != "JSON":
            found[key] = text
            continue
        try:
            found[key] = str(json.loads(text))
        except ValueError:
            continue
    return found
