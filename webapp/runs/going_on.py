"""How a set is gone on with at a terminal: the command, as it is typed in this project."""

from __future__ import annotations

from decimal import Decimal

from webapp.commands import MANAGE
from webapp.runs.caps import used_by
from webapp.runs.models import RunSet


def command_to_go_on(run_set: RunSet) -> str:
    """The command that goes on with a set; of its caps that are reached, with how far to raise.

    Args:
        run_set: Which.
    """
    used = used_by(run_set)
    spent: dict[str, float | Decimal] = {
        "calls": used.calls,
        "tokens": used.tokens,
        "money": used.money or Decimal(0),
        "seconds": used.seconds,
    }
    reached = [
        f"--set-max-{name} N (above {_told(spent[name])})"
        for name, cap in run_set.caps.items()
        if spent[name] >= Decimal(str(cap))
    ]
    return " ".join((MANAGE, "run_agent", "--resume", str(run_set.pk), *reached))


def _told(amount: float | Decimal) -> str:
    """An amount as it may be typed, apart from the commas."""
    if isinstance(amount, int):
        return f"{amount:,}"
    return f"{amount:,f}" if isinstance(amount, Decimal) else f"{amount:,.1f}"
