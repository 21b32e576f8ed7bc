"""Which records belong together: those of one query, whose rounds follow one another."""

from __future__ import annotations

import hashlib
from typing import Literal

_HEX = 16
_WHOLE = 2**64


class Groups:
    """Finds the group of each record as it comes, over as many files as are read with it.

    Two records are of one group if they have the same query, blanks and capitals aside, or the same
    query number. A third can show that two groups are one; `renamed` tells.
    """

    def __init__(self) -> None:
        self._parents: dict[str, str] = {}
        self._given: set[str] = set()

    def name(self, query_id: int | None, query_key: str, alone: str) -> str:
        """The group of a record, so far.

        Args:
            query_id: Number of its query.
            query_key: `query_key` of its query.
            alone: What tells it apart if it has neither.
        """
        parts = [query_key] if query_key else []
        if query_id is not None:
            parts.append(f"id-{query_id}")
        roots = {self._root(part) for part in parts or [f"alone-{alone}"]}
        # The hash of a query sorts after a number, so that the name depends on no order of files.
        name = max(roots)
        for root in roots:
            self._parents[root] = name
        self._given.add(name)
        return name

    def renamed(self) -> dict[str, str]:
        """Groups that were named before they were found to be part of another: their new names."""
        return {name: self._root(name) for name in sorted(self._given) if self._root(name) != name}

    def _root(self, part: str) -> str:
        parent = self._parents.setdefault(part, part)
        while parent != part:
            part, parent = parent, self._parents[parent]
        return part


def query_key(query: str) -> str:
    """What two records of one query share: a hash of it, blanks and capitals aside.

    Args:
        query: The query; of an empty one the key is empty.
    """
    words = " ".join(query.casefold().split())
    return f"q-{hashlib.sha256(words.encode()).hexdigest()[:_HEX]}" if words else ""


def split_of(group: str, seed: int, test_share: float = 0.2) -> Literal["train", "test"]:
    """On which side of a split a group stands, with all its records.

    Args:
        group: The group's name.
        seed: Which split.
        test_share: Share of groups to test with, from 0 to 1.
    """
    drawn = int(hashlib.sha256(f"{seed}/{group}".encode()).hexdigest()[:_HEX], 16)
    return "test" if drawn < test_share * _WHOLE else "train"
