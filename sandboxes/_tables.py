"""State as an immutable base, computed on demand, under a small overlay of what calls changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from hashlib import blake2b
from typing import Any, Generic, TypeVar

import orjson

from sandboxes._records import Collection

R = TypeVar("R", bound=tuple[Any, ...])
Path = tuple[str, ...]

_NOTHING: Mapping[str, Any] = {}


DIGEST_RANGE = 1 << 128


def digest_of(value: Any) -> int:
    """A 128-bit hash of a JSON value."""
    data = orjson.dumps(value, option=orjson.OPT_SORT_KEYS)
    return int.from_bytes(blake2b(data, digest_size=16).digest(), "big")


def no_base(parent: Path) -> Mapping[str, Any]:
    """The base of a collection that starts empty in every world."""
    return _NOTHING


class Table(Generic[R]):
    """The records of one collection; forking it copies the overlay only.

    Args:
        collection: What the table holds.
        base: Gives the records that a parent (the ids above, from the root) starts with, by id, in
            their order. It is called often and must answer the same mapping each time.
    """

    __slots__ = ("_base", "_changes", "_digest", "_marks", "collection")

    def __init__(self, collection: Collection, base: Callable[[Path], Mapping[str, R]]) -> None:
        self.collection = collection
        self._base = base
        # parent -> id -> record, or None for a removed base record; inner dicts are never mutated
        self._changes: dict[Path, dict[str, R | None]] = {}
        # hashes of the changes and their sum, made when they are asked for
        self._marks: dict[Path, int] = {}
        self._digest: int | None = 0

    def of(self, *parent: str) -> Mapping[str, R]:
        """The records under a parent, by id: the base's order, then the order of creation."""
        base = self._base(parent)
        changes = self._changes.get(parent)
        if not changes:
            return base
        return {k: record for k, record in {**base, **changes}.items() if record is not None}

    def changed(self, *parent: str) -> Mapping[str, R]:
        """The records under a parent that differ from the base and are still there, by id."""
        changes = self._changes.get(parent, _NOTHING)
        return {key: record for key, record in changes.items() if record is not None}

    def get(self, *path: str) -> R | None:
        """The record at a path (parent ids, then its own), or None."""
        *above, key = path
        parent = tuple(above)
        changes = self._changes.get(parent, _NOTHING)
        if key in changes:
            return changes[key]
        return self._base(parent).get(key)

    def put(self, record: R, *parent: str) -> None:
        """Add or replace a record; one that equals its base leaves the overlay."""
        key = getattr(record, self.collection.id)
        changes = dict(self._changes.get(parent, _NOTHING))
        if self._base(parent).get(key) == record:
            changes.pop(key, None)
        else:
            changes[key] = record
        self._keep(parent, key, changes)

    def remove(self, *path: str) -> None:
        """Take a record away."""
        *above, key = path
        parent = tuple(above)
        changes = dict(self._changes.get(parent, _NOTHING))
        if key in self._base(parent):
            changes[key] = None
        else:
            changes.pop(key, None)
        self._keep(parent, key, changes)

    def forget_below(self, path: Path) -> None:
        """Drop the changes under a record that was removed, so that they leave no trace."""
        size = len(path)
        self._digest = None
        for parent in [p for p in self._changes if p[:size] == path]:
            for key in self._changes.pop(parent):
                self._marks.pop((*parent, key), None)

    def changes(self) -> Iterator[tuple[Path, R | None]]:
        """Every changed record by its full path; None stands for a removed one."""
        for parent, inner in self._changes.items():
            for key, record in inner.items():
                yield (*parent, key), record

    def digest(self) -> int:
        """A hash of all changes, whatever order they were made in; 0 if there are none.

        The sum of one hash per changed record, so that a write costs one hash and not the whole.
        """
        if self._digest is None:
            marks = self._marks
            for path, record in self.changes():
                if path not in marks:
                    marks[path] = digest_of([path, record and list(record)])
            self._digest = sum(marks.values()) % DIGEST_RANGE
        return self._digest

    def fork(self) -> Table[R]:
        """An independent table over the same base."""
        twin: Table[R] = Table(self.collection, self._base)
        twin._changes = dict(self._changes)
        twin._marks, twin._digest = dict(self._marks), self._digest
        return twin

    def _keep(self, parent: Path, key: str, changes: dict[str, R | None]) -> None:
        self._marks.pop((*parent, key), None)
        self._digest = None
        if changes:
            self._changes[parent] = changes
        else:
            self._changes.pop(parent, None)


class Cell(Generic[R]):
    """One record at the root of an app's state: balances, flags and the like."""

    __slots__ = ("_base", "_digest", "_value")

    def __init__(self, base: R) -> None:
        self._base = base
        self._value = base
        self._digest: int | None = 0

    @property
    def value(self) -> R:
        """The record as it is now."""
        return self._value

    def set(self, record: R) -> None:
        """Replace the record."""
        self._value = record
        self._digest = None

    def digest(self) -> int:
        """A hash of the record; 0 if it is as in the base."""
        if self._digest is None:
            unchanged = self._value == self._base
            self._digest = 0 if unchanged else digest_of(list(self._value))
        return self._digest

    def fork(self) -> Cell[R]:
        """An independent cell over the same base."""
        twin = Cell(self._base)
        twin._value, twin._digest = self._value, self._digest
        return twin
