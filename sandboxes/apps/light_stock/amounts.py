"""Amounts of money as tools take them, and how they are rounded."""

from __future__ import annotations

from decimal import Decimal
from typing import Annotated

from pydantic import Field

from sandboxes._outcome import Refused

_CENT = 0.01
_MOST = 1_000_000_000

Amount = Annotated[float, Field(ge=_CENT, le=_MOST)]
"""An amount of money; `in_cents` refuses fractions of a cent."""


def in_cents(amount: float) -> int:
    """An amount in whole cents.

    Raises:
        Refused: it has fractions of a cent.
    """
    cents = Decimal(repr(amount)) * 100
    if cents != cents.to_integral_value():
        raise Refused(f"{amount!r} has fractions of a cent; give at most two decimals.")
    return int(cents)


def nearest(amount: int, parts: int) -> int:
    """A positive amount divided by a positive number, to the nearest whole; halves go up."""
    return (2 * amount + parts) // (2 * parts)
