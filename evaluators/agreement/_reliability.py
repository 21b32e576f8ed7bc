"""Any number of graders, each at some of the responses: Krippendorff's alpha."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from evaluators.agreement._pairs import LEVELS, Figure


@dataclass(frozen=True, slots=True)
class Unit:
    """A response and the levels that it was given.

    Args:
        cluster: Its query.
        values: One for each grader who has scored it, in any order.
    """

    cluster: str
    values: tuple[float, ...]


@dataclass(frozen=True)
class Reliability:
    """How far any two graders can be put in each other's place.

    Args:
        n: How many responses were graded at least twice.
        clusters: Of how many queries.
        values: How many grades they have.
        alpha: Krippendorff's alpha, ordinal; None where all grades are alike, which tells nothing.
    """

    n: int
    clusters: int
    values: int
    alpha: Figure


def reliability(units: Sequence[Unit], levels: Sequence[float] = LEVELS) -> Reliability:
    """Krippendorff's alpha with its interval.

    Args:
        units: The responses; those that were graded once count for nothing.
        levels: The levels there are, in order.

    Raises:
        ValueError: a grade is no level.
    """
    places = {level: place for place, level in enumerate(levels)}
    for unit in units:
        for value in unit.values:
            if value not in places:
                told = ", ".join(f"{level:g}" for level in levels)
                raise ValueError(f"the levels are {told}; there is a {value:g}")
    paired = [unit for unit in units if len(unit.values) > 1]
    if not paired:
        return Reliability(0, 0, 0, Figure(None))
    from evaluators.agreement._figures import figure, ordinal_alpha  # numpy is slow to import

    size = len(levels)
    cells = {name: [0.0] * size**2 for name in sorted({unit.cluster for unit in paired})}
    for unit in paired:
        counts = Counter(places[value] for value in unit.values)
        for row in counts:
            for column in counts:
                pairs = counts[row] * (counts[column] - (row == column))
                cells[unit.cluster][row * size + column] += pairs / (len(unit.values) - 1)
    return Reliability(
        n=len(paired),
        clusters=len(cells),
        values=sum(len(unit.values) for unit in paired),
        alpha=figure(list(cells.values()), size, ordinal_alpha),
    )
