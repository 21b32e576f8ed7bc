"""SI, DR, ES and Avg from fifteen items, whoever scored them (ParaRecover, section on SDE)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

DIMENSIONS: Mapping[str, tuple[str, ...]] = {
    "SI": ("S1", "S2", "S3", "S4", "S5"),
    "DR": ("D1", "D2", "D3", "D4", "D5"),
    "ES": ("E1", "E2", "E3", "E4", "E5"),
}
"""Items by dimension: structural integrity, diagnostic reasoning, evolutionary strategy."""
ITEMS = tuple(item for items in DIMENSIONS.values() for item in items)
FACTS = ("S5", "E5")
"""Items that programs score; they are hidden from graders until all others are saved."""
GRADED = tuple(item for item in ITEMS if item not in FACTS)
"""Items that people and judges score."""
_LEVELS = (0.0, 0.5, 1.0)


@dataclass(frozen=True)
class SdeScore:
    """What a response is worth by the rubric.

    Args:
        dimensions: SI, DR and ES, 0 to 100; None where one of the five items is unscored.
        average: Mean of the three; None where one of them is.
        sources: Who scored each item: "rule", "person", "judge" or a name for one.
    """

    dimensions: Mapping[str, float | None]
    average: float | None
    sources: Mapping[str, str]


def sde_score(items: Mapping[str, float | None], sources: Mapping[str, str]) -> SdeScore:
    """SI, DR, ES and their mean.

    Args:
        items: Values by item; unscored ones are None or left out.
        sources: Who scored each item that has a value.

    Raises:
        ValueError: there is no such item, a value is none of its levels, or nobody stands for it.
    """
    for item, value in items.items():
        _check(item, value, sources)
    dimensions = {name: _mean(items, parts) for name, parts in DIMENSIONS.items()}
    known = [value for value in dimensions.values() if value is not None]
    average = sum(known) / len(known) if len(known) == len(DIMENSIONS) else None
    scored = {item: sources[item] for item, value in items.items() if value is not None}
    return SdeScore(dimensions, average, scored)


def relative_change(level_1: float | None, level_2: float | None) -> float | None:
    """By what share a figure changes from level 1 to level 2; None where that can't be told."""
    if level_1 is None or level_2 is None or level_1 == 0:
        return None
    return (level_2 - level_1) / level_1


def _mean(items: Mapping[str, float | None], parts: tuple[str, ...]) -> float | None:
    values = [value for item in parts if (value := items.get(item)) is not None]
    return 100 * sum(values) / len(parts) if len(values) == len(parts) else None


def _check(item: str, value: float | None, sources: Mapping[str, str]) -> None:
    if item not in ITEMS:
        raise ValueError(f"there is no item {item}; there are: {', '.join(ITEMS)}")
    if value is None:
        return
    if not sources.get(item):
        raise ValueError(f"who scored {item} is not told")
    levels = "between 0 and 1" if item == "E5" else "0 or 1" if item == "S5" else "0, 0.5 or 1"
    allowed = 0 <= value <= 1 if item == "E5" else value in _LEVELS
    if not allowed or (item == "S5" and value == 0.5):
        raise ValueError(f"{item} is {levels}; it was given {value}")
