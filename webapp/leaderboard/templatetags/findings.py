"""Figures of the findings as they are read: tokens, dollars, points."""

from __future__ import annotations

from decimal import Decimal

from django import template

from evaluators import Estimate

register = template.Library()

NONE = "\N{EN DASH}"
_MINUS = "\N{MINUS SIGN}"
_CENTS = 2


@register.filter
def tokens(number: float | str | None) -> str:
    """A mean number of tokens, whole; with one decimal where it is small.

    Args:
        number: The number; None if there is none, or what templates make of a part of None: "".
    """
    if number is None or isinstance(number, str):
        return NONE
    return f"{number:,.1f}" if 0 < number < 10 else f"{number:,.0f}"


@register.filter
def dollars(amount: Decimal | None) -> str:
    """An amount of US dollars, to the cent; smaller ones with three significant digits."""
    if amount is None:
        return NONE
    return f"{amount:,.{max(_CENTS, _CENTS - amount.adjusted()) if amount else _CENTS}f}"


@register.filter
def points(share: float | None) -> str:
    """A difference of shares in percentage points, with its sign."""
    if share is None:
        return NONE
    rounded = round(100 * share, 1)
    sign = _MINUS if rounded < 0 else "+" if rounded > 0 else "±"
    return f"{sign}{abs(rounded):.1f}"


@register.filter
def interval(found: Estimate) -> str:
    """The interval of a share in per cent; empty where all tasks came out alike."""
    if found.low is None or found.high is None:
        return "" if found.mean is None else "no interval"
    if found.low == found.high:
        return ""
    return f"{100 * found.low:.1f}{NONE}{100 * found.high:.1f}"
