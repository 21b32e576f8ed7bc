"""A judge's passport: how far it agrees with people, beside how far people agree themselves."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from evaluators.agreement import LEVELS, Agreement, Pair, agreement

FEWEST_SAMPLES = 200
"""How many samples both halves must have together: half of the paper's 400."""
MOST_UNSETTLED = 0.05
"""Which share of what several people graded may be left without a settled grade."""


class Status(StrEnum):
    """What a judge's grades may be taken for."""

    CALIBRATED = "calibrated"
    PROVISIONAL = "provisional"
    STALE = "stale"


@dataclass(frozen=True, slots=True)
class Compared:
    """An item of a sample that two have graded.

    Args:
        sample: The sample.
        item: The item.
        cluster: The sample's query.
        first: What the judge gave, or a person.
        second: What it counts for by people, what another person gave, or the judge once more.
    """

    sample: str
    item: str
    cluster: str
    first: float
    second: float


@dataclass(frozen=True)
class Figures:
    """How far two agree.

    Args:
        samples: How many samples both have graded, in whole or in part.
        overall: Over all items; n is the number of grades.
        items: By item.
    """

    samples: int
    overall: Agreement
    items: Mapping[str, Agreement]


@dataclass(frozen=True)
class Passport:
    """What is known of a judge.

    Args:
        status: What its grades may be taken for.
        why: Why it has this status, a sentence.
        development: Judge and people on the half that the judge may be made with.
        test: The same on the locked half; None as long as nobody has looked.
        people: People with people, on both halves.
        probes: By probe, the judge with itself.
        unsettled: Share of what several people graded that has no settled grade.
    """

    status: Status
    why: str
    development: Figures
    test: Figures | None
    people: Figures
    probes: Mapping[str, Figures]
    unsettled: float


def passport(
    development: Sequence[Compared],
    test: Sequence[Compared] | None,
    people: Sequence[Compared],
    probes: Mapping[str, Sequence[Compared]],
    *,
    unsettled: float = 0.0,
    stale: bool = False,
    levels: Sequence[float] = LEVELS,
) -> Passport:
    """A judge's passport.

    A judge is *calibrated* if somebody has looked at the locked half; if both halves together have
    200 samples or more, since the interval of a few reaches anything; if no more than 5 % of what
    several people graded is unsettled, since what is easily settled is easily judged; and if the
    interval of its exact matches on the locked half ends no lower than that of people's with each
    other begins: then nothing tells it from one more person. It is *stale* if its prompts or its
    rubric have changed since, whatever else; and otherwise *provisional*.

    Args:
        development: The judge's grade first, the reference second, on the development half.
        test: The same on the locked half; None if nobody has looked.
        people: Each two people who graded the same.
        probes: By probe: what the judge gave at first, then what it gave when probed.
        unsettled: Share of what several people graded that has no settled grade, 0 to 1.
        stale: Whether the judge is no longer what it was.
        levels: The levels there are, in order.
    """
    first, ceiling = _figures(development, levels), _figures(people, levels)
    second = None if test is None else _figures(test, levels)
    status, why = _status(first, second, ceiling, unsettled=unsettled, stale=stale)
    return Passport(
        status=status,
        why=why,
        development=first,
        test=second,
        people=ceiling,
        probes={name: _figures(found, levels) for name, found in probes.items()},
        unsettled=unsettled,
    )


def _figures(compared: Sequence[Compared], levels: Sequence[float]) -> Figures:
    by_item: dict[str, list[Pair]] = defaultdict(list)
    for one in compared:
        by_item[one.item].append(Pair(one.cluster, one.first, one.second))
    pairs = [pair for found in by_item.values() for pair in found]
    return Figures(
        samples=len({one.sample for one in compared}),
        overall=agreement(pairs, levels),
        items={item: agreement(found, levels) for item, found in by_item.items()},
    )


def _status(
    development: Figures, test: Figures | None, people: Figures, *, unsettled: float, stale: bool
) -> tuple[Status, str]:
    if stale:
        return Status.STALE, "Its prompts or its rubric have changed since."
    if test is None:
        return Status.PROVISIONAL, "Nobody has looked at the test half."
    samples = development.samples + test.samples
    if samples < FEWEST_SAMPLES:
        return Status.PROVISIONAL, f"People and judge share {samples} of {FEWEST_SAMPLES} samples."
    if unsettled > MOST_UNSETTLED:
        return Status.PROVISIONAL, (
            f"{100 * unsettled:.0f} % of what several people graded is unsettled; "
            f"{100 * MOST_UNSETTLED:.0f} % may be."
        )
    reached, wanted = test.overall.exact.high, people.overall.exact.low
    if reached is None or wanted is None:
        return Status.PROVISIONAL, "There is no interval of exact matches."
    told = f"its exact matches reach up to {reached:.3f}, and people's begin at {wanted:.3f}"
    if reached < wanted:
        return Status.PROVISIONAL, f"On the test half {told}."
    return Status.CALIBRATED, f"On the test half {told}."
