"""Numbers that are written in digits inside a text."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator

from sandboxes._outcome import Refused

_NUMBER = re.compile(
    r"""
    (?P<sign> (?: (?<=[\s(\[{]) | ^ ) [-+\N{MINUS SIGN}] )?
    (?P<whole> [0-9]+ (?:,[0-9]+)* )? (?P<decimals> (?(whole)|(?<![0-9])) \.[0-9]+ )?
    (?P<exponent> (?<=[0-9]) [eE][-+]?[0-9]+ (?![A-Za-z0-9]) )?
    """,
    re.VERBOSE,
)
_GROUPED = re.compile(r"[0-9]{1,3}(?:,[0-9]{3})+")
_MOST_DIGITS = 300


def numbers(text: str) -> list[int | float]:
    """The numbers in order, whole ones as int.

    Raises:
        Refused: one is too large.
    """
    return [
        _value(written)
        for found in _NUMBER.finditer(text)
        if found["whole"] or found["decimals"]
        for written in _taken_apart(found)
    ]


def _taken_apart(found: re.Match[str]) -> Iterator[str]:
    """What was found as one number, or as several if its commas do not group by three."""
    sign = "-" if found["sign"] not in (None, "+") else ""
    whole = found["whole"] or "0"
    end = (found["decimals"] or "") + (found["exponent"] or "")
    if "," not in whole or _GROUPED.fullmatch(whole):
        yield sign + whole.replace(",", "") + end
        return
    first, *middle, last = whole.split(",")
    yield from (sign + first, *middle, last + end)


def _value(written: str) -> int | float:
    if len(written) > _MOST_DIGITS:
        raise Refused(
            f"A number in text has {len(written)} characters. Send numbers of at most "
            f"{_MOST_DIGITS} digits."
        )
    if written.lstrip("-").isdigit():
        return int(written)
    number = float(written)
    if math.isinf(number):
        raise Refused(f"The number {written} in text is too large. The largest is about 1.8e308.")
    return number
