"""Looking for tools in words: retrievers, environments that list what they find, and their recall.

Which libraries these rest on, and how much of what tasks need they find: docs/retrieval.md.
"""

from agents.retrieval._environment import Retrieval, RetrievingEnvironment
from agents.retrieval._recall import (
    Case,
    Measured,
    Recall,
    Searched,
    cases,
    measured,
    recall,
    searched,
)
from agents.retrieval._retriever import (
    RETRIEVERS,
    Retriever,
    RetrieverUnavailable,
    make_retriever,
)

__all__ = [
    "RETRIEVERS",
    "Case",
    "Measured",
    "Recall",
    "Retrieval",
    "Retriever",
    "RetrieverUnavailable",
    "RetrievingEnvironment",
    "Searched",
    "cases",
    "make_retriever",
    "measured",
    "recall",
    "searched",
]
