"""How a set is gone on with at a terminal: the command, as it is typed in this project."""

from __future__ import annotations

from decimal import Decimal

from webapp.commands import MANAGE
from webapp.runs.caps import reached_caps
from webapp.runs.models import RunSet


def command_to_go_on(run_set: RunSet) -> str:
    """The command that goes on with a set; of its caps that are reached, with how far to raise.

    Args:
        run_set: Which.
    """
    reached = (
        f"--set-max-{name} N (above {_told(spent)})"
        for name, spent in reached_caps(run_set).items()
    )
    return " ".join((MANAGE, "run_agent", "--resume", str(run_set.pk), *reached))


def _told(amount: float | Decimal) -> str:
    """An amount as it may be typed, apart from the commas."""
    if isinstance(amount, int):
        return f"{amount:,}"
    return f"{amount:,f}" if isinstance(amount, Decimal) else f"{amount:,.1f}"
