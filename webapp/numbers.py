"""Numbers that somebody sent."""

from __future__ import annotations

_MOST_DIGITS = 9
"""As many as the number of an event may have in any database."""


def number_in(text: str) -> int | None:
    """The whole number that a text is; None if it is none, or larger than a number can be here."""
    if not (text.isascii() and text.isdecimal() and len(text) <= _MOST_DIGITS):
        return None
    return int(text)
