"""A state as a tree of records with their scored leaves, read from plain JSON."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

from evaluators.state_diff._paths import PathSet
from evaluators.state_diff._spec import CollectionSpec, Meaning, Role, Spec


class StateError(ValueError):
    """A state can't be read; the text names the path."""


class LeafKey(NamedTuple):
    """Where a leaf stands in its record: a path, and the element if the path is a set."""

    path: str
    element: Any = None

    @property
    def text(self) -> str:
        """The leaf's path as shown."""
        return self.path if self.element is None else f"{self.path}/{self.element}"


class Leaf(NamedTuple):
    """A scored value."""

    value: Any
    money: bool = False
    tolerance: float = 0.0


@dataclass(slots=True)
class Record:
    """A record, or the root of a state.

    Args:
        key: Its id within its collection.
        path: Where it stands.
        pattern: The same with ``*`` for ids.
        collection: What its collection declares; None for the root.
        leaves: Its own scored leaves.
        children: The collections in it: path below the record -> id -> record, in order.
    """

    key: str
    path: str
    pattern: str
    collection: CollectionSpec | None
    leaves: dict[LeafKey, Leaf] = field(default_factory=dict)
    children: dict[str, dict[str, Record]] = field(default_factory=dict)

    @property
    def label(self) -> str:
        """What people call the record: its name if it has one."""
        named = self.leaves.get(LeafKey("name"))
        return str(named.value) if named is not None and named.value else self.key


class Reader:
    """Reads states under one specification.

    Args:
        spec: What each path means.
        counted: Neutral paths, with ``*`` for ids, that count all the same.
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
            self._object(root, state, "", "", None)
        except StateError as error:
            raise StateError(f"{name}: {error}") from None
        return root

    def _object(
        self, record: Record, value: dict[str, Any], below: str, pattern: str, above: Role | None
    ) -> None:
        for raw, inner in value.items():
            key = _escaped(raw)
            meaning = self._spec.meaning(pattern, key)
            role = meaning.role or above
            rest = f"{below}/{key}" if below else key
            if meaning.collection is not None:
                record.children[rest] = self._records(record, rest, inner, meaning, role)
            elif isinstance(inner, dict):
                self._object(record, inner, rest, meaning.pattern, role)
            elif isinstance(inner, list):
                self._set(record, inner, rest, meaning, role)
            elif self._counts(role, record, rest, meaning):
                record.leaves[LeafKey(rest)] = Leaf(inner, meaning.money)

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
            where = _joined(path, _escaped(key))
            if key in records:
                raise StateError(f"{where}: stands there twice")
            if not isinstance(entry, dict):
                raise StateError(f"{where}: is a record, but no object")
            record = records[key] = Record(key, where, each.pattern, collection)
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
                record.leaves[LeafKey(below, value)] = Leaf(value)

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


def _escaped(key: str) -> str:
    return key.replace("~", "~0").replace("/", "~1") if "/" in key or "~" in key else key
