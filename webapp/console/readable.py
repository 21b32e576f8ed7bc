"""A result as a person reads it: all of it, in its order, nothing folded away.

What looks alike is told apart: a text that could be taken for a number, a truth value or an empty
value stands in quotation marks, and so does one with blanks at its ends.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

_WIDEST, _GAP = 70, 2
_LITERALS = ("", "null", "true", "false", "[ ]", "{ }")


@dataclass(frozen=True)
class Node:
    """A value, set for reading.

    Args:
        kind: text, literal, list, table or object.
        text: Of a single value: what is shown.
        value: Of a single value that can be used in a field: what is put there.
        names: Of an object: its keys. Of a table: its columns.
        items: Of a list: its members. Of an object: its values.
        rows: Of a table: its cells.
        numeric: Of a table: for each column, whether it holds numbers alone.
    """

    kind: str
    text: str = ""
    value: str | None = None
    names: tuple[str, ...] = ()
    items: tuple[Node, ...] = ()
    rows: tuple[tuple[Node, ...], ...] = ()
    numeric: tuple[bool, ...] = ()

    @property
    def pairs(self) -> list[tuple[str, Node]]:
        """An object's keys with their values."""
        return list(zip(self.names, self.items, strict=True))

    @property
    def heads(self) -> list[tuple[str, bool]]:
        """A table's columns, each with whether it holds numbers alone."""
        return list(zip(self.names, self.numeric, strict=True))

    @property
    def cells(self) -> list[list[tuple[Node, bool]]]:
        """A table's rows, each cell with whether its column holds numbers alone."""
        return [list(zip(row, self.numeric, strict=True)) for row in self.rows]


def readable(value: Any) -> Node:
    """JSON, set for reading."""
    if isinstance(value, str):
        return Node("text", _told(value), value)
    if isinstance(value, dict) and value:
        return Node("object", names=tuple(value), items=tuple(map(readable, value.values())))
    if isinstance(value, list) and value:
        return _table(value) or Node("list", items=tuple(map(readable, value)))
    if isinstance(value, list | dict):
        return Node("literal", "[ ]" if isinstance(value, list) else "{ }")
    text = json.dumps(value)
    return Node("literal", text, None if value is None else text)


def _told(text: str) -> str:
    if text in _LITERALS or text != text.strip() or _is_number(text):
        return json.dumps(text, ensure_ascii=False)
    return text


def _is_number(text: str) -> bool:
    try:
        float(text)
    except ValueError:
        return False
    return True


def _table(rows: Sequence[Any]) -> Node | None:
    """A table, if the members are objects with the same keys in the same order, and it fits.

    Of a table that is wider than its place, columns would be out of sight.
    """
    if not all(isinstance(row, dict) and row for row in rows):
        return None
    names = tuple(rows[0])
    if any(tuple(row) != names for row in rows):
        return None
    numeric = tuple(all(_is_figure(row[name]) for row in rows) for name in names)
    cells = tuple(tuple(readable(value) for value in row.values()) for row in rows)
    if sum(map(_width, names, zip(*cells, strict=True))) > _WIDEST:
        return None
    return Node("table", names=names, rows=cells, numeric=numeric)


def _width(name: str, column: Sequence[Node]) -> int:
    """About how many characters a column takes; what is nested takes too many."""
    if any(node.kind not in ("text", "literal") for node in column):
        return _WIDEST
    return max(len(name), *(len(node.text) for node in column)) + _GAP


def _is_figure(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)
