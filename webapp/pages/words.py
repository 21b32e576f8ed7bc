"""What pages say: values of the records in plain words."""

from __future__ import annotations

import json
import re
from typing import Any

_UNSEEN = re.compile(
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202a-\u202e\u2066-\u2069\ud800-\udfff]"
)
_SHORT_LINE = 100
_MINUTE, _HOUR, _DAY = 60, 3600, 24 * 3600


def legible(text: str) -> str:
    """A text with what can't be seen or sent written out.

    What a subject wrote may hold control characters, halves of surrogate pairs, which no page can
    be encoded with, and marks that turn the direction of what follows.
    """
    return _UNSEEN.sub(lambda found: f"\\u{ord(found[0]):04x}", text)


def readable_json(value: Any) -> str:
    """JSON over several lines; on one where it is short."""
    line = json.dumps(value, ensure_ascii=False)
    return line if len(line) <= _SHORT_LINE else json.dumps(value, ensure_ascii=False, indent=2)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun: 1 call, 2,000 calls."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def duration(seconds: float) -> str:
    """A span of time with its two largest units: 6 min 12 s, 24 h, 2 d 1 h."""
    whole = int(seconds)
    if whole >= 2 * _DAY:
        parts = ((whole // _DAY, "d"), (whole % _DAY // _HOUR, "h"))
    elif whole >= _HOUR:
        parts = ((whole // _HOUR, "h"), (whole % _HOUR // _MINUTE, "min"))
    else:
        parts = ((whole // _MINUTE, "min"), (whole % _MINUTE, "s"))
    return " ".join(f"{number} {unit}" for number, unit in parts if number) or "0 s"


def joined(words: list[str]) -> str:
    """Words as a list in a sentence: a, b and c."""
    if len(words) < 2:
        return "".join(words)
    return f"{', '.join(words[:-1])} and {words[-1]}"


def in_words(name: str) -> str:
    """A word for programs as words for people: latent_prerequisite, latent prerequisite."""
    return name.replace("_", " ")
