"""What judges have used up: tokens as they were told, and money as far as prices are known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from agents.model import PricesBroken, Reply, Usage
from webapp.annotation.models import JudgeRun
from webapp.runs.prices import prices

_COUNTED = ("prompt", "cached", "output", "reasoning")


@dataclass(frozen=True)
class Spent:
    """What a run has used up. Readings that were copied have used up nothing.

    Args:
        usage: Tokens of all answers.
        untold: Of how many answers no tokens were told; they are in no sum.
        money: US dollars; None if the price of the model is not known, or nobody can read any.
    """

    usage: Usage
    untold: int
    money: Decimal | None


def with_reply(usage: Mapping[str, int], reply: Reply) -> dict[str, int]:
    """What a reading has used up, with one more answer.

    Args:
        usage: What it had used up: tokens, and how many answers were `untold`.
        reply: The answer.
    """
    told = reply.usage or Usage()
    summed = {name: usage.get(name, 0) + getattr(told, name) for name in _COUNTED}
    return {**summed, "untold": usage.get("untold", 0) + (reply.usage is None)}


def spent_on(run: JudgeRun) -> Spent:
    """What a run has used up."""
    found: list[dict[str, Any]] = list(run.readings.values_list("usage", flat=True))
    usage = Usage(**{name: sum(one.get(name, 0) for one in found) for name in _COUNTED})
    try:
        cost = prices().cost(run.judge.model, usage)
    except PricesBroken:
        cost = None
    untold = sum(one.get("untold", 0) for one in found)
    return Spent(usage, untold, None if cost is None else cost.total)
