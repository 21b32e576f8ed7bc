"""How a text that a task prescribes is compared: exactly, by one value in it, or by its parts."""

from __future__ import annotations

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


_NUMBER = (
    r"(?<![\w.,])(?<!\w[-+])"  # no part of a word, a longer number, or "COVID-19"
    r"[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?(?![.,]?\d)"
)
_TIME = r"(?<!\d)(?<!\d:)(?:[01]?\d|2[0-3]):[0-5]\d(?!\d|:\d)"
_MINUS = "\u2212"


def _read_number(found: str) -> float:
    return float(found.replace(",", ""))


def _read_time(found: str) -> float:
    hours, minutes = found.split(":")
    return 60.0 * int(hours) + int(minutes)


_TYPES: dict[str, tuple[str, Callable[[str], float]]] = {
    "number": (_NUMBER, _read_number),
    "time": (_TIME, _read_time),
}


@dataclass(frozen=True)
class Slot:
    """One value of a type, in a text of the subject's own words.

    Two values of the type are wrong, even if one of them is right: a text that names every
    candidate answers nothing. A unit ties the slot to the numbers that stand right before it.

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
        pattern, read = _TYPES[self.type]
        tail = r"(?!\w)" if self.unit is None else rf"(?=\s?{re.escape(self.unit)}(?!\w))"
        plain = text.replace(_MINUS, "-")
        candidates = [read(found) for found in re.findall(pattern + tail, plain)]
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
