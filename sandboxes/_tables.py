"""State as an immutable base, computed on demand, under a small overlay of what calls changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from sandboxes._records import Collection

R = TypeVar("R")
Path = tuple[str, ...]

_NOTHING: Mapping[str, Any] = {}


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

    __slots__ = ("_base", "_changes", "collection")

    def __init__(self, collection: Collection, base: Callable[[Path], Mapping[str, R]]) -> None:
        self.collection = collection
        self._base = base
        # parent -> id -> record, or None for a removed base record; inner dicts are never mutated
        self._changes: dict[Path, dict[str, R | None]] = {}

    def of(self, *parent: str) -> Mapping[str, R]:
        """The records under a parent, by id: the base's order, then the order of creation."""
        base = self._base(parent)
        changes = self._changes.get(parent)
        if not changes:
            return base
        return {k: record for k, record in {**base, **changes}.items() if record is not None}

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
        self._keep(parent, changes)

    def remove(self, *path: str) -> None:
        """Take a record away."""
        *above, key = path
        parent = tuple(above)
        changes = dict(self._changes.get(parent, _NOTHING))
        if key in self._base(parent):
            changes[key] = None
        else:
            changes.pop(key, None)
        self._keep(parent, changes)

    def forget_below(self, path: Path) -> None:
        """Drop the changes under a record that was removed, so that they leave no trace."""
        size = len(path)
        for parent in [p for p in self._changes if p[:size] == path]:
            del self._changes[parent]

    def changes(self) -> Iterator[tuple[Path, R | None]]:
        """Every changed record by its full path; None stands for a removed one."""
        for parent, inner in self._changes.items():
            for key, record in inner.items():
                yield (*parent, key), record

    def fork(self) -> Table[R]:
        """An independent table over the same base."""
        twin: Table[R] = Table(self.collection, self._base)
        twin._changes = dict(self._changes)
        return twin

    def _keep(self, parent: Path, changes: dict[str, R | None]) -> None:
        if changes:
            self._changes[parent] = changes
        else:
            self._changes.pop(parent, None)


class Cell(Generic[R]):
    """One record at the root of an app's state: balances, flags and the like."""

    __slots__ = ("_base", "_value")

    def __init__(self, base: R) -> None:
        self._base = base
        self._value = base

    @property
    def value(self) -> R:
        """The record as it is now."""
        return self._value

    def set(self, record: R) -> None:
        """Replace the record."""
        self._value = record

    @property
    def changed(self) -> bool:
        """Whether it differs from the base."""
        return self._value != self._base

    def fork(self) -> Cell[R]:
        """An independent cell over the same base."""
        twin = Cell(self._base)
        twin._value = self._value
        return twin
