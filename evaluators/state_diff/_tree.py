"""A state as a tree of records with their scored leaves, read from plain JSON."""

from __future__ import annotations

import json
import re
import sys
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evaluators.state_diff._paths import PathSet
from evaluators.state_diff._spec import CollectionSpec, Meaning, Role, Spec

as_text = json.JSONEncoder(ensure_ascii=False).encode
_PLAIN = (int, bool, type(None))
_LARGEST = sys.float_info.max


class StateError(ValueError):
    """A state can't be read; the text names the path."""


class LeafKey(NamedTuple):
    """Where a leaf stands in its record: a path, and which element if the path is a set."""

    path: str
    element: str | None = None


class Leaf(NamedTuple):
    """A scored value.

    Args:
        value: The value, with ids of created records rewritten where they are compared.
        raw: The value as it stands in the state.
        money: Whether it is an amount of money.
        tolerance: How far off a number may be.
    """

    value: Any
    raw: Any
    money: bool = False
    tolerance: float = 0.0


_MISSING = Leaf(None, None)


@dataclass(slots=True, eq=False)
class Record:
    """A record, or the root of a state.

    Args:
        key: Its id within its collection.
        path: Where it stands.
        pattern: The same with ``*`` for ids.
        collection: What its collection declares; None for the root.
        parent: The record that it stands in; None for the root.
        place: Path of its collection below the parent.
        leaves: Its own scored leaves.
        children: The collections in it: path below the record -> id -> record, in order.
    """

    key: str
    path: str
    pattern: str
    collection: CollectionSpec | None
    parent: Record | None = None
    place: str = ""
    leaves: dict[LeafKey, Leaf] = field(default_factory=dict)
    children: dict[str, dict[str, Record]] = field(default_factory=dict)

    def value(self, name: str) -> Leaf:
        """The leaf of a field; one of None if there is none."""
        return self.leaves.get(LeafKey(name), _MISSING)

    @property
    def is_named_by_the_world(self) -> bool:
        """Whether its id is generated, so that it means nothing; an id that is scored does."""
        return self.collection is None or LeafKey(self.collection.id) not in self.leaves

    @property
    def trail(self) -> tuple[str, ...]:
        """Where the record stands, in names as far as records have them."""
        if self.parent is None:
            return ()
        name = self.value("name").raw
        label = name if isinstance(name, str) and name else self.key
        return (*self.parent.trail, *self.place.split("/"), label)


def element_key(leaf: Leaf) -> str:
    """What makes a value the same element of a set, or the same key, as another.

    Numbers agree if they are equal to nine digits, amounts of money to the cent; true is not 1.
    """
    value = leaf.value
    if isinstance(value, float) and not leaf.money:
        return f"{value:.9g}" if value != int(value) else str(int(value))
    if isinstance(value, int | float) and not isinstance(value, bool):
        try:
            return str(cents(value)) if leaf.money else str(value)
        except OverflowError:
            return repr(value)
    return as_text(value)


def cents(amount: float) -> int:
    """An amount in cents, without the noise that sums of floats carry.

    Raises:
        OverflowError: the amount is too large for that.
    """
    return round(round(amount * 100, 6))


_MARKS = re.compile("[\ue000-\ue005]")
_GUARDED = re.compile("\ue005([0-5])")


def guarded(text: str) -> str:
    """A text in which the characters that mark rewritten ids can't be confused with such marks."""
    if text.isascii():
        return text
    return _MARKS.sub(lambda found: f"\ue005{ord(found.group()) - 0xE000}", text)


def unguarded(text: str) -> str:
    """The text as it was before it was guarded."""
    return _GUARDED.sub(lambda found: chr(0xE000 + int(found[1])), text)


class Reader:
    """Reads states under one specification.

    Args:
        spec: What each path means.
        counted: Neutral paths, with ``*`` for ids, that count all the same, with all below.
    """

    def __init__(self, spec: Spec, counted: PathSet) -> None:
        self._spec = spec
        self._counted = counted

    def read(self, state: object, name: str = "state") -> Record:
        """A state as a tree.

        Args:
            state: A JSON object.
            name: What to call the state in errors.

        Raises:
            StateError: it is no object, a record lacks its id or has it twice, or a path is not
                declared.
        """
        if not isinstance(state, dict):
            raise StateError(f"{name}: must be a JSON object")
        root = Record(key=name, path="", pattern="", collection=None)
        try:
            self._object(root, state, "", "", self._spec.root_role)
        except StateError as error:
            raise StateError(f"{name}: {error}") from None
        return root

    def _object(
        self, record: Record, value: dict[str, Any], below: str, pattern: str, above: Role | None
    ) -> None:
        known = self._spec.below(pattern)
        for raw, inner in value.items():
            key = escaped(raw)
            meaning = known.get(key) or self._spec.meaning(pattern, key)
            role = meaning.role or above
            rest = f"{below}/{key}" if below else key
            if meaning.collection is not None:
                record.children[rest] = self._records(record, rest, inner, meaning, role)
            elif isinstance(inner, dict):
                self._object(record, inner, rest, meaning.pattern, role)
            elif isinstance(inner, list):
                self._set(record, inner, rest, meaning, role)
            elif role is Role.SCORED or self._counts(role, record, rest, meaning):
                leaf = self._leaf(inner, meaning.money, record, rest)
                record.leaves[LeafKey(rest)] = leaf

    def _records(
        self, parent: Record, below: str, value: Any, meaning: Meaning, role: Role | None
    ) -> dict[str, Record]:
        path, collection = _joined(parent.path, below), meaning.collection
        assert collection is not None, "only collections are read as such"
        if isinstance(value, dict):
            entries = list(value.items())
        elif isinstance(value, list):
            entries = [(_own_id(collection, entry, path), entry) for entry in value]
        else:
            raise StateError(f"{path}: is declared a collection, but is no object or list")
        each = self._spec.meaning(meaning.pattern, "*")
        records: dict[str, Record] = {}
        for key, entry in entries:
            where = _joined(path, escaped(key))
            if key in records:
                raise StateError(f"{where}: stands there twice")
            if not isinstance(entry, dict):
                raise StateError(f"{where}: is a record, but no object")
            record = Record(key, where, each.pattern, collection, parent, below)
            records[key] = record
            self._object(record, entry, "", each.pattern, each.role or role)
        return records

    def _set(
        self, record: Record, values: list[Any], below: str, meaning: Meaning, role: Role | None
    ) -> None:
        for value in values:
            if isinstance(value, dict | list):
                path = _joined(record.path, below)
                raise StateError(f"{path}: a list of records that is not declared a collection")
            if self._counts(role, record, below, meaning):
                leaf = self._leaf(value, meaning.money, record, below)
                record.leaves[LeafKey(below, element_key(leaf))] = leaf

    @staticmethod
    def _leaf(value: Any, money: bool, record: Record, below: str) -> Leaf:
        kind = type(value)
        if kind in _PLAIN or (kind is str and value.isascii()):
            return Leaf(value, value, money)
        if kind is float and not (-_LARGEST <= value <= _LARGEST):
            raise StateError(f"{_joined(record.path, below)}: {value} is no finite number")
        return Leaf(guarded(value) if isinstance(value, str) else value, value, money)

    def _counts(self, role: Role | None, record: Record, below: str, meaning: Meaning) -> bool:
        if role is Role.SCORED:
            return True
        if role is None:
            path = _joined(record.path, below)
            raise StateError(f"{path}: is declared neither scored, neutral nor id_time")
        return role is Role.NEUTRAL and meaning.pattern in self._counted


def _own_id(collection: CollectionSpec, entry: Any, path: str) -> str:
    key = entry.get(collection.id) if isinstance(entry, dict) else None
    if not isinstance(key, str):
        raise StateError(f'{path}: a record has no text "{collection.id}"')
    return key


def _joined(path: str, key: str) -> str:
    return f"{path}/{key}" if path else key


def escaped(key: str) -> str:
    """A key as it stands in paths: "/" as ~1, "~" as ~0, an empty one as ~2."""
    if not key:
        return "~2"
    return key.replace("~", "~0").replace("/", "~1") if "/" in key or "~" in key else key
