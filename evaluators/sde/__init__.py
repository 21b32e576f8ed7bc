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
from evaluators.sde._sources import (
    PROGRAM,
    ItemScore,
    SdeMean,
    SdeSummary,
    facts_of_response,
    scores_by_source,
    sde_summary,
)

__all__ = [
    "DIMENSIONS",
    "FACTS",
    "GRADED",
    "ITEMS",
    "PROGRAM",
    "ItemScore",
    "SdeMean",
    "SdeScore",
    "SdeSummary",
    "facts_of_response",
    "relative_change",
    "scores_by_source",
    "sde_score",
    "sde_summary",
]
