"""A response with its fifteen scores, and why it may have to stay out of training data."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from math import fsum

from evaluators.sde import FACTS, ITEMS, PROGRAM, sde_score

_DIGITS = 9
"""Sums are compared after rounding, so that 13.3 - 8.3 is no more than 5."""


class Exclusion(StrEnum):
    """Why a response is in no training data; the first that applies is counted."""

    HELD_OUT = "held_out"
    """Its query is kept for testing."""
    PRIVATE = "private"
    """Its instance is one that nobody may know."""
    DEMONSTRATION = "demonstration"
    """Its instance is shown to models as a worked example."""
    UNFINISHED = "unfinished"
    """Somebody may still grade it, who must not see what others gave."""
    LATER = "later"
    """It goes on from an earlier response of its attempt, so that it answers another prompt."""
    UNSCORED = "unscored"
    """At least one of the fifteen items has no value, which is not zero."""
    DUPLICATE = "duplicate"
    """The same was there before, word for word."""
    FEW_POINTS = "few_points"
    """It is not good enough for what is selected."""


@dataclass(frozen=True)
class KeptOut:
    """What is kept out of training data, whatever it scores.

    Args:
        clusters: Names of queries that are held out for testing.
        demonstrations: Names of instances that models are shown as worked examples.
    """

    clusters: frozenset[str] = frozenset()
    demonstrations: frozenset[str] = frozenset()


@dataclass(frozen=True)
class ScoredResponse:
    """A response with its scores by one source; S5 and E5 are always a program's.

    Args:
        id: By which it is found again.
        instance: Name of what it responds to.
        cluster: Name of the query, which many instances may share.
        prompt: By which the prompt is known: responses to different ones are never paired.
        digest: Hash of all that graders see of it: equal ones are the same response.
        items: Values by item of the rubric; None, or left out: unscored.
        graded_by: Who gave the graded items: "people", or by which a judge is known.
        is_private: Whether its instance is one that nobody may know.
        is_unfinished: Whether somebody may still grade it.
        is_later: Whether another response of its attempt came before it.

    Raises:
        ValueError: there is no such item, or a value is none of its levels.
    """

    id: str
    instance: str
    cluster: str
    prompt: str
    digest: str
    items: Mapping[str, float | None] = field(repr=False)
    graded_by: str
    is_private: bool = False
    is_unfinished: bool = False
    is_later: bool = False

    def __post_init__(self) -> None:
        """Refuse values that are none."""
        sde_score(self.items, self.sources)

    @property
    def sources(self) -> dict[str, str]:
        """Who scores each item."""
        return {item: PROGRAM if item in FACTS else self.graded_by for item in ITEMS}

    @property
    def unscored(self) -> tuple[str, ...]:
        """The items that have no value."""
        return tuple(item for item in ITEMS if self.items.get(item) is None)

    @cached_property
    def points(self) -> float | None:
        """The sum of its fifteen items, 0 to 15; None if one of them is unscored."""
        values = [value for item in ITEMS if (value := self.items.get(item)) is not None]
        return round(fsum(values), _DIGITS) if len(values) == len(ITEMS) else None

    def gap(self, other: ScoredResponse) -> float:
        """By how many points it is better than another; both are scored."""
        assert self.points is not None
        assert other.points is not None
        return round(self.points - other.points, _DIGITS)
