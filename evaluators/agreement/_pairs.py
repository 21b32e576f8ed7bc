"""Two graders at the same responses: exact matches, distances, kappa, and what chance would do."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

LEVELS = (0.0, 0.5, 1.0)
"""The levels of an item of the SDE rubric, in order."""
FEWEST_CLUSTERS = 2


@dataclass(frozen=True, slots=True)
class Pair:
    """A response that both have graded.

    Args:
        cluster: What is not independent of each other: the query.
        first: The level that the first has given.
        second: The level that the second has given.
    """

    cluster: str
    first: float
    second: float


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its 95 % interval, by resampling clusters.

    Args:
        value: The figure; None where it is not defined.
        low: Lower end of the interval; None where there is none.
        high: Upper end.
    """

    value: float | None
    low: float | None = None
    high: float | None = None


@dataclass(frozen=True)
class Agreement:
    """How far two graders agree.

    Args:
        n: How many responses both have graded.
        clusters: Of how many queries.
        exact: EMA, the share of exact matches.
        distance: MAE, the mean absolute difference.
        first_mean: Mean of the first.
        second_mean: Mean of the second.
        kappa: Cohen's kappa with linear weights (Cohen 1968, Psychological Bulletin 70(4)).
        chance: The share of exact matches that two who agree by chance alone would have, each
            giving levels as often as these do.
        base_rate: The share of the level that is given most, by both: what a grader comes to who
            always gives it, at best.
        confusion: How often each level of the first met each of the second; rows are the first's.
    """

    n: int
    clusters: int
    exact: Figure
    distance: Figure
    first_mean: Figure
    second_mean: Figure
    kappa: Figure
    chance: Figure
    base_rate: Figure
    confusion: tuple[tuple[int, ...], ...]


def agreement(pairs: Sequence[Pair], levels: Sequence[float] = LEVELS) -> Agreement:
    """How far two graders agree, with intervals.

    Args:
        pairs: What both have graded; unscored is not zero, so what one has not scored is no pair.
        levels: The levels there are, in order.

    Raises:
        ValueError: a pair holds what is no level.
    """
    places = {level: place for place, level in enumerate(levels)}
    for pair in pairs:
        for value in (pair.first, pair.second):
            if value not in places:
                told = ", ".join(f"{level:g}" for level in levels)
                raise ValueError(f"the levels are {told}; there is a {value:g}")
    if not pairs:
        return _nothing(len(levels))
    from evaluators.agreement._figures import pair_figures  # numpy is slow to import

    cells = _cells(pairs, places)
    figures = pair_figures(list(cells.values()), tuple(levels))
    total = [sum(found) for found in zip(*cells.values(), strict=True)]
    size = len(levels)
    confusion = tuple(tuple(total[row * size : (row + 1) * size]) for row in range(size))
    return Agreement(n=len(pairs), clusters=len(cells), confusion=confusion, **figures)


def _cells(pairs: Sequence[Pair], places: Mapping[float, int]) -> dict[str, list[int]]:
    """By cluster, sorted: how often each level met each, row by row."""
    size = len(places)
    cells: dict[str, list[int]] = {
        name: [0] * size**2 for name in sorted({p.cluster for p in pairs})
    }
    for pair in pairs:
        cells[pair.cluster][places[pair.first] * size + places[pair.second]] += 1
    return cells


def _nothing(size: int) -> Agreement:
    none = Figure(None)
    empty = tuple((0,) * size for _ in range(size))
    return Agreement(0, 0, none, none, none, none, none, none, none, empty)
