"""What a retriever is, and those that there are, by name."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, Protocol

from sandboxes import Tool, sorted_json

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RETRIEVERS = ("bm25", "minilm")
_DIGITS = 6


class Retriever(Protocol):
    """Finds the tools of the catalogue that fit some words best. May be shared by threads."""

    @property
    def name(self) -> str:
        """What it is called."""

    @property
    def version(self) -> str:
        """A short hash of what its findings rest on: catalogue, libraries, settings, vectors."""

    def best(self, query: str, k: int) -> list[str]:
        """The names of the tools that fit best, best first.

        Args:
            query: What is wanted, in words.
            k: How many; all there are if it is more than that. Fewer are a beginning of more.

        Returns:
            As many names as asked for, whatever the words: those that fit equally well, or not at
            all, follow in catalogue order.

        Raises:
            ValueError: k is less than 1.
        """


class RetrieverUnavailable(RuntimeError):
    """A retriever can't be used on this machine as it is; the text says what to do about it."""


@functools.cache
def make_retriever(name: str) -> Retriever:
    """The retriever of a name, made once in a process: libraries are loaded only then.

    Args:
        name: One of `RETRIEVERS`.

    Raises:
        KeyError: there is no such retriever.
        RetrieverUnavailable: it needs what is not installed, or what was made of other tools.
    """
    if name == "bm25":
        from agents.retrieval._bm25 import Bm25Retriever

        return Bm25Retriever()
    if name == "minilm":
        from agents.retrieval._minilm import MiniLmRetriever

        return MiniLmRetriever()
    raise KeyError(f"retrievers: {', '.join(RETRIEVERS)}")


def index_text(tool: Tool) -> str:
    """What a tool is found by: "(name) description", as in the published benchmark.

    Its arguments are left out as they are there, so that figures can be compared.
    """
    return f"({tool.name}) {tool.description}"


def ranked(names: Sequence[str], scores: NDArray[np.floating], k: int) -> list[str]:
    """The names of the k highest scores, highest first, equal ones in their own order.

    Args:
        names: All names, in catalogue order.
        scores: The score of each. What differs in the seventh decimal is equal: so little may
            depend on the machine.
        k: How many.

    Raises:
        ValueError: k is less than 1.
    """
    if k < 1:
        raise ValueError(f"k must be at least 1, but is {k}")
    order = (-scores).round(_DIGITS).argsort(kind="stable")
    return [names[place] for place in order[:k]]


def short_hash(*parts: object) -> str:
    """A short hash of JSON values."""
    return blake2b(sorted_json(parts).encode(), digest_size=8).hexdigest()
