"""Figures of the board as they are read: per cent, means, places on the scale of a bar."""

from __future__ import annotations

from django import template

from evaluators import RunSpread
from webapp.leaderboard.rows import Mean
from webapp.pages.words import counted

register = template.Library()

NONE = "\N{EN DASH}"
_WIDTH, _EDGE = 200, 6


@register.filter
def percent(share: float | None) -> str:
    """A share in per cent with one decimal, without the sign."""
    return NONE if share is None else f"{100 * share:.1f}"


@register.filter
def whole(number: int) -> str:
    """A whole number, its thousands apart."""
    return f"{number:,}"


@register.filter
def decimal(number: float | None) -> str:
    """A number with one decimal."""
    return NONE if number is None else f"{number:,.1f}"


@register.filter
def across(share: float) -> str:
    """Where a share stands on a bar from 0 to 1, in the units of its drawing."""
    return f"{_EDGE + (_WIDTH - 2 * _EDGE) * share:.1f}"


@register.filter
def left_out(mean: Mean) -> str:
    """Of how many instances a mean is, where some are left out of it."""
    return f"n = {mean.n:,}" if mean.is_partial else ""


@register.filter
def runs(spread: RunSpread) -> str:
    """Of how many runs a spread is, and of how many there are, where some are left out."""
    if spread.left_out:
        return f"{spread.runs:,} of {counted(spread.of, 'run')}"
    return counted(spread.runs, "run")
