"""Figures about agreement as they are read."""

from __future__ import annotations

from django import template

from evaluators.agreement import Figure

register = template.Library()

NONE = "\N{EN DASH}"
_MINUS = "\N{MINUS SIGN}"


@register.filter
def figure(found: Figure | float | None) -> str:
    """A figure with three decimals."""
    value = found.value if isinstance(found, Figure) else found
    return NONE if value is None else f"{value:.3f}".replace("-", _MINUS)


@register.filter
def reach(found: Figure) -> str:
    """The interval of a figure; nothing where there is none."""
    if found.low is None or found.high is None:
        return ""
    return f"{found.low:.3f}{NONE}{found.high:.3f}".replace("-", _MINUS)
