"""The SDE rubric: fifteen items in three dimensions, and the scores that are made of them."""

from evaluators.sde._scores import (
    DIMENSIONS,
    FACTS,
    GRADED,
    ITEMS,
    SdeScore,
    relative_change,
    sde_score,
)

__all__ = [
    "DIMENSIONS",
    "FACTS",
    "GRADED",
    "ITEMS",
    "SdeScore",
    "relative_change",
    "sde_score",
]
