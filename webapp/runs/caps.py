"""What a set has used up so far, and whether that is all it may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.db.models import Count, Q, Sum

from webapp.attempts.models import Event, EventKind
from webapp.runs.models import ReplyRecord, RunSet
from webapp.runs.replies import DOLLAR

CAPS = ("calls", "tokens", "money", "seconds")
_SUMMED = ("cost", "prompt", "cached", "output", "reasoning", "seconds")


@dataclass(frozen=True)
class Used:
    """What runs have used up.

    Args:
        calls: Calls of tools.
        prompt: Tokens of prompts, cached ones included.
        cached: Those of them that the provider had in its cache.
        output: Tokens of replies, reasoning included.
        reasoning: Those of them that were thought and not said.
        money: US dollars; None if no reply has a known price.
        seconds: Time that models took.
        replies: How many replies.
        unpriced: How many of them have no known price.
        untold: Of how many of them no tokens were told.
    """

    calls: int
    prompt: int
    cached: int
    output: int
    reasoning: int
    money: Decimal | None
    seconds: float
    replies: int
    unpriced: int
    untold: int

    @property
    def tokens(self) -> int:
        """All tokens."""
        return self.prompt + self.output


def used_by(run_set: RunSet) -> Used:
    """What a set has used up so far."""
    # Counted first: behind the sums their names would mean the sums.
    found = ReplyRecord.objects.filter(attempt__run__run_set=run_set).aggregate(
        replies=Count("pk"),
        unpriced=Count("pk", filter=Q(cost=None)),
        untold=Count("pk", filter=Q(prompt=None)),
        **{name: Sum(name) for name in _SUMMED},
    )
    cost = found.pop("cost")
    calls = Event.objects.filter(kind=EventKind.CALL, attempt__run__run_set=run_set).count()
    money = None if cost is None else Decimal(cost) / DOLLAR
    return Used(calls=calls, money=money, **{name: value or 0 for name, value in found.items()})


_WORDS = {
    "calls": "{:,} calls",
    "tokens": "{:,} tokens",
    "money": "{} US dollars",
    "seconds": "{:,} seconds of the models' time",
}


def reached_caps(run_set: RunSet) -> dict[str, float | Decimal]:
    """The caps of a set that are reached, in their order, each with what is used up of it."""
    if not run_set.caps:
        return {}
    used = used_by(run_set)
    spent: dict[str, float | Decimal] = {
        "calls": used.calls,
        "tokens": used.tokens,
        "money": used.money or Decimal(0),
        "seconds": used.seconds,
    }
    return {
        name: spent[name] for name, cap in run_set.caps.items() if spent[name] >= Decimal(str(cap))
    }


def reached_cap(run_set: RunSet) -> str:
    """Which cap of a set is reached, in words; empty if none is."""
    reached = reached_caps(run_set)
    for name in CAPS:
        if name in reached:
            return f"The cap of {_WORDS[name].format(run_set.caps[name])} is reached."
    return ""


class CapReached(ValueError):
    """A set has used up what it may."""


def require_below_caps(run_set: RunSet) -> None:
    """Refuse to go on with a set that would pause again at its next step.

    Raises:
        CapReached: which cap is reached, in words.
    """
    why = reached_cap(run_set)
    if why:
        raise CapReached(f"{why} Raise it first, or take it away.")


def caps_as_json(caps: Mapping[str, Any]) -> dict[str, Any]:
    """Caps as JSON can say them: money as text, which loses nothing; those not given left out."""
    return {
        name: str(cap) if isinstance(cap, Decimal) else cap
        for name, cap in caps.items()
        if cap is not None
    }
