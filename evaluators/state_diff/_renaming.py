"""Ids of created records: masked while nothing is paired, then written as their pair's."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from evaluators.state_diff._tree import Leaf, LeafKey, Record

MASK = "(new record)"


class Renaming:
    """Rewrites ids wherever they stand: as values, as elements of sets, inside texts and paths.

    Args:
        names: What each id is rewritten to.
        mentioned: Whether any leaf names one of the ids; if not, there is nothing to rewrite.
    """

    def __init__(self, names: Mapping[str, str], *, mentioned: bool = True) -> None:
        self.names = dict(names)
        self._idle = not names or not mentioned
        words = "|".join(sorted(map(re.escape, self.names), key=len, reverse=True))
        self._pattern = re.compile(rf"(?<![0-9A-Za-z_])(?:{words})(?![0-9A-Za-z_])")
        self._seen: dict[int, dict[LeafKey, Leaf]] = {}

    def value(self, value: Any) -> Any:
        """A value with its ids rewritten."""
        if self._idle or not isinstance(value, str):
            return value
        if value in self.names:
            return self.names[value]
        return self._pattern.sub(lambda found: self.names[found.group()], value)

    def leaves(self, record: Record) -> dict[LeafKey, Leaf]:
        """A record's leaves with their ids rewritten."""
        if self._idle:
            return record.leaves
        known = self._seen.get(id(record))
        if known is None:
            known = self._seen[id(record)] = {
                LeafKey(self.value(key.path), self.value(key.element)): Leaf(
                    self.value(leaf.value), leaf.money, leaf.tolerance
                )
                for key, leaf in record.leaves.items()
            }
        return known

    def touches(self, record: Record) -> bool:
        """Whether a leaf of the record or below it names one of the ids."""
        if self._idle:
            return False
        texts = (text for key, leaf in record.leaves.items() for text in (*key, leaf.value))
        return any(isinstance(text, str) and self._pattern.search(text) for text in texts) or any(
            self.touches(child)
            for records in record.children.values()
            for child in records.values()
        )
