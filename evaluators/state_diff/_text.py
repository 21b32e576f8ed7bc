"""How a text that a task prescribes is compared: exactly, by one value in it, or by its parts."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol


class TextRule(Protocol):
    """A mode of comparison; the instruction says in words which one holds."""

    def accepts(self, text: Any) -> bool:
        """Whether a text that the subject wrote is right."""


@dataclass(frozen=True)
class Exact:
    """The text and nothing else.

    Args:
        text: What is to be written.
    """

    text: str

    def accepts(self, text: Any) -> bool:
        """Whether the text is the same to the character."""
        return bool(text == self.text)


_NUMBER = r"\d{1,3}(?:,\d{3})+(?:\.\d+)?(?!\d)|\d+(?:\.\d+)?"
_GLUED_BEFORE = re.compile(r"(?<![^\W\d_])(?![A-Z]{3}\Z)[^\W\d]+\Z|_\Z|\w-\Z")
_UNITS = "[A-Z]{3}|\u00ba?[CFK]|\u00ba|kg|g|km|m|cm|mm|ml|l|mi|mph|kn|hPa|h|min|s"
_GLUED_AFTER = re.compile(rf"(?!(?:{_UNITS})(?!\w))[^\W\d]")
_MINUS_BEFORE = re.compile(r"(?:^|[\s(\[:=\"'\u201c\u2018])-\Z")
_TIME = r"(?<!\d)(?<!\d:)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d|:\d)"
_MINUS = "\u2212"


def _numbers(text: str, tail: str) -> list[float]:
    """Every run of digits as a number, also inside words, and every other numeral as NaN."""
    found = []
    for hit in re.finditer(f"(?:{_NUMBER}){tail}", text, re.ASCII):
        before, after = text[: hit.start()], text[hit.end() :]
        value = float(hit.group().replace(",", ""))
        if _GLUED_BEFORE.search(before) or (not tail and _GLUED_AFTER.match(after)):
            value = math.nan  # part of a name such as "M2": a number, but never the right one
        found.append(-value if _MINUS_BEFORE.search(before) else value)
    if not tail:
        found += [math.nan for sign in text if not sign.isascii() and sign.isnumeric()]
    return found


def _times(text: str, tail: str) -> list[float]:
    """Every time of day, in minutes since midnight."""
    hits = (hit.group().split(":") for hit in re.finditer(_TIME + tail, text))
    return [60.0 * int(hours) + int(minutes) for hours, minutes in hits]


_TYPES: dict[str, Callable[[str, str], list[float]]] = {"number": _numbers, "time": _times}


@dataclass(frozen=True)
class Slot:
    """One value of a type, in a text of the subject's own words.

    Two values of the type are wrong, even if one of them is right: a text that names every
    candidate answers nothing. Digits inside words ("M2") count as numbers too, though
    never as the right one; a currency may stand right at a number ("EUR12.50"), and so may a common
    unit ("21.5C", "80kg"). A unit that the task names ties the slot to the numbers right before it,
    and leaves all others free.

    Args:
        value: The right value: a number; minutes since midnight for a time.
        type: "number" or "time" (HH:MM).
        tolerance: How far off it may be.
        unit: The word or sign that follows the value, e.g. "%"; None: any value of the type.
    """

    value: float
    type: str = "number"
    tolerance: float = 0.0
    unit: str | None = None

    def __post_init__(self) -> None:
        """Refuse an unknown type at once.

        Raises:
            ValueError: there is no such type.
        """
        if self.type not in _TYPES:
            raise ValueError(f"no slot type {self.type!r}; there are: {', '.join(_TYPES)}")

    def accepts(self, text: Any) -> bool:
        """Whether the text holds exactly one candidate and that is the value."""
        if not isinstance(text, str):
            return False
        tail = "" if self.unit is None else rf"(?=\s?{re.escape(self.unit)}(?!\w))"
        candidates = _TYPES[self.type](text.replace(_MINUS, "-"), tail)
        return len(candidates) == 1 and abs(candidates[0] - self.value) <= self.tolerance + 1e-9


@dataclass(frozen=True)
class Contains:
    """Listed parts, each as whole words; case does not matter, nor what stands around them.

    Args:
        parts: What must be there.
    """

    parts: tuple[str, ...]

    def accepts(self, text: Any) -> bool:
        """Whether every part is there."""
        return isinstance(text, str) and all(
            re.search(_whole(part), text, re.IGNORECASE) for part in self.parts
        )


def _whole(part: str) -> str:
    """A pattern for a part as whole tokens: "12" is no part of "112", "12.5", "-12" or "12:30"."""
    words = r"\s+".join(map(re.escape, part.split()))
    start = r"(?<!\w)" + (r"(?<!\d[.,:])(?<!^-)(?<!\s-)" if part[:1].isdigit() else "")
    end = r"(?!\w)" + (r"(?![.,:]\d)" if part[-1:].isdigit() else "")
    return start + words + end
