"""What prompts cost: what was said once, and what was billed for it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache
from typing import Any

from agents.model import PriceTable, Usage, price_table
from webapp.leaderboard.findings import BILLED, NEW, Course, Part, Who
from webapp.leaderboard.kept import kept
from webapp.runs.models import Entrant

DOLLAR = 10**12
"""In the unit that costs are kept in."""


@dataclass(frozen=True)
class Parts:
    """A mean for each attempt, by component.

    Args:
        first: Of the prompt, what is told once; or what is billed in full.
        second: The responses; or what was in the provider's cache.
        output: What the model said.
    """

    first: float
    second: float
    output: float

    @property
    def total(self) -> float:
        """All of it."""
        return self.first + self.second + self.output


@dataclass(frozen=True)
class Spend:
    """What a contestant's attempts cost, for each attempt.

    Args:
        who: Whose they are.
        attempts: How many have replies of a model.
        known: Of how many all usage is known; the means are over these.
        new: Tokens of what was new: prompt, responses, output. None if of none.
        billed: Tokens that were billed: uncached, cached, output. None likewise.
        relative: What those cost in relative prices, in uncached tokens. None likewise.
        dollars: What they cost in US dollars; None if of none every reply has a price.
        priced: Of how many that is the mean.
    """

    who: Who
    attempts: int
    known: int
    new: Parts | None
    billed: Parts | None
    relative: Parts | None
    dollars: Decimal | None
    priced: int

    @property
    def times(self) -> float | None:
        """How often, on average, what was new was billed."""
        if self.new is None or self.billed is None or not self.new.total:
            return None
        return self.billed.total / self.new.total


@dataclass(frozen=True)
class Spending:
    """What the page of costs shows.

    Args:
        rows: The contestants whose replies are known, in the order of names.
        others: How many others there are.
        ratio: Relative prices: of an uncached token, a cached one, one of output.
        versions: Of the price tables that dollars are counted by.
    """

    rows: list[Spend]
    others: int
    ratio: tuple[Decimal, Decimal, Decimal]
    versions: list[str]

    @property
    def drawn(self) -> list[Spend]:
        """The rows that have something to draw."""
        return [row for row in self.rows if row.known]


def read_spending(part: Part) -> Spending:
    """What the attempts of a part cost."""
    return kept(("cost", *part.key), lambda: _spending(part))


def _spending(part: Part) -> Spending:
    rows = [
        _spend(who, courses)
        for who, results in part.rows
        if (courses := [course for _, course in part.analysed_of(results) if course.asked])
    ]
    ratio = _prices().ratio
    priced = {row.who.contestant for row in rows if row.priced}
    versions = Entrant.objects.filter(contestant__in=priced).exclude(prices="")
    return Spending(
        rows,
        len(part.rows) - len(rows),
        (ratio.uncached, ratio.cached, ratio.output),
        sorted(versions.order_by().values_list("prices", flat=True).distinct()),
    )


def _spend(who: Who, courses: Sequence[Course]) -> Spend:
    known = [
        (course.new, course.billed)
        for course in courses
        if course.new is not None and course.billed is not None
    ]
    costs = [course.cost for course in courses if course.cost is not None]
    billed = [tokens for _, tokens in known]
    return Spend(
        who=who,
        attempts=len(courses),
        known=len(known),
        new=_mean([tokens for tokens, _ in known]),
        billed=_mean(billed),
        relative=_mean([_relative(tokens) for tokens in billed]),
        dollars=Decimal(sum(costs)) / len(costs) / DOLLAR if costs else None,
        priced=len(costs),
    )


def _relative(billed: tuple[int, ...]) -> tuple[Decimal, ...]:
    uncached, cached, output = billed
    cost = _prices().relative(Usage(prompt=uncached + cached, cached=cached, output=output))
    return cost.uncached, cost.cached, cost.output


def _mean(tokens: Sequence[tuple[int, ...]] | Sequence[tuple[Decimal, ...]]) -> Parts | None:
    if not tokens:
        return None
    first, second, output = (
        float(sum(component)) / len(tokens) for component in zip(*tokens, strict=True)
    )
    return Parts(first, second, output)


@cache
def _prices() -> PriceTable:
    return price_table()


def cost_lines(spending: Spending) -> list[dict[str, Any]]:
    """The rows as lines for programs: every number as it was calculated."""
    return [
        {
            "contestant": row.who.name,
            "contestant_id": row.who.contestant,
            "attempts": row.attempts,
            "attempts_known": row.known,
            **_named("new", NEW, row.new),
            **_named("billed", BILLED, row.billed),
            **_named("relative", BILLED, row.relative),
            "usd": row.dollars,
            "attempts_priced": row.priced,
        }
        for row in spending.rows
    ]


def _named(prefix: str, names: tuple[str, ...], parts: Parts | None) -> dict[str, float | None]:
    values = (None,) * 3 if parts is None else (parts.first, parts.second, parts.output)
    found = {f"{prefix}_{name}": value for name, value in zip(names, values, strict=True)}
    return {**found, f"{prefix}_total": None if parts is None else parts.total}
