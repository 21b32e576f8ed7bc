"""How large a piece of JSON is, without writing it out and without being lost in its depth."""

from __future__ import annotations

import math
from collections.abc import Mapping

_DEEPEST = 40
_MOST_BITS = 1_000
_OF_ONE = 8
"""Characters that a number, a word or the signs around a value are counted as."""


def too_large(value: object, most: int) -> str:
    """In what way JSON is larger than can be handled; empty if it is not.

    Args:
        value: JSON.
        most: How many characters it may have, told roughly.
    """
    size = 0
    left: list[tuple[object, int]] = [(value, 1)]
    while left:
        found, depth = left.pop()
        if depth > _DEEPEST:
            return f"is nested more than {_DEEPEST} levels deep"
        size += _OF_ONE if not isinstance(found, str) else len(found) + 2
        if _is_no_number(found):
            return "holds a number that is too large, or none"
        if isinstance(found, Mapping):
            size += sum(len(str(key)) + 4 for key in found)
            left.extend((part, depth + 1) for part in found.values())
        elif isinstance(found, (list, tuple)):
            left.extend((part, depth + 1) for part in found)
        if size > most:
            return f"holds more than {most:,} characters"
    return ""


def _is_no_number(value: object) -> bool:
    """Whether it is infinite, not a number, or too large for what reads JSON elsewhere."""
    if isinstance(value, float):
        return not math.isfinite(value)
    return isinstance(value, int) and value.bit_length() > _MOST_BITS
