"""Ids of created records, rewritten so that a pair's two ids read the same."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from evaluators.state_diff._tree import Leaf, LeafKey, Record, element_key, unguarded

# Private-use characters, so that a rewritten id is never a text that somebody wrote.
MASK, SELF, TRUTH, NEW = "\ue000", "\ue001", "\ue003", "\ue004"
_PAIR = "\ue002"
_PAIR_NAME = re.compile(f"{_PAIR}(.*?){_PAIR}\\d+{_PAIR}")
_INSIDE = "0-9A-Za-z_-"


def pair_name(key: str, number: int) -> str:
    """What both ids of a pair are rewritten to: the truth's id, and a number to make it unique."""
    return f"{_PAIR}{key}{_PAIR}{number}{_PAIR}"


def in_truths_words(text: Any) -> Any:
    """A rewritten text with the truth's ids where ids of pairs stand."""
    return unguarded(_PAIR_NAME.sub(r"\1", text)) if isinstance(text, str) else text


def _is_unlike_words(name: str) -> bool:
    """Whether an id is no word or short number that a text may hold for another reason."""
    if name.isalpha():
        return len(name) >= _LONG_WORD
    return not name.isdigit() or len(name) >= _LONG_NUMBER


_LONG_WORD, _LONG_NUMBER = 16, 6


class Renaming:
    """Rewrites ids wherever they stand: as values, as elements of sets, inside texts and paths.

    Inside a text, an id is a whole word; one that may well be an ordinary word or number is left
    alone there.

    Args:
        names: What each id is rewritten to.
    """

    def __init__(self, names: Mapping[str, str]) -> None:
        self.names = dict(names)
        self._idle = not names
        self._shortest = min(map(len, self.names), default=0)
        self._seen: dict[int, dict[LeafKey, Leaf]] = {}

    @cached_property
    def _pattern(self) -> re.Pattern[str]:
        words = [re.escape(name) for name in self.names if _is_unlike_words(name)]
        choice = "|".join(sorted(words, key=len, reverse=True)) or "(?!)"
        return re.compile(rf"(?<![{_INSIDE}])(?:{choice})(?![{_INSIDE}])")

    def _may_stand_in(self, text: str) -> bool:
        """Whether it is worth a closer look; most texts name no id, and a pattern takes time."""
        return len(text) >= self._shortest and any(name in text for name in self.names)

    def value(self, value: Any) -> Any:
        """A value with its ids rewritten."""
        if self._idle or not isinstance(value, str):
            return value
        if value in self.names:
            return self.names[value]
        if not self._may_stand_in(value):
            return value
        return self._pattern.sub(lambda found: self.names[found.group()], value)

    def leaves(self, record: Record) -> dict[LeafKey, Leaf]:
        """A record's leaves with their ids rewritten."""
        if self._idle:
            return record.leaves
        known = self._seen.get(id(record))
        if known is None:
            known = self._seen[id(record)] = dict(map(self._leaf, record.leaves.items()))
        return known

    def _leaf(self, item: tuple[LeafKey, Leaf]) -> tuple[LeafKey, Leaf]:
        key, leaf = item
        named = leaf._replace(value=self.value(leaf.value))
        element = None if key.element is None else element_key(named)
        return LeafKey(self.value(key.path), element), named

    def mentions(self, text: Any) -> list[str]:
        """The ids that a value names."""
        if self._idle or not isinstance(text, str):
            return []
        if text in self.names:
            return [text]
        return self._pattern.findall(text) if self._may_stand_in(text) else []

    def touches(self, record: Record) -> bool:
        """Whether a leaf of the record or below it names one of the ids."""
        if self._idle:
            return False
        return any(
            self.mentions(text)
            for key, leaf in record.leaves.items()
            for text in (key.path, leaf.raw)
            if isinstance(text, str) and len(text) >= self._shortest
        ) or any(
            self.touches(child)
            for records in record.children.values()
            for child in records.values()
        )
