"""The state of one app: its tables and cells, how they fork, how they are shown and declared."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sandboxes._records import Collection, Role, as_json, fields_of
from sandboxes._tables import Cell, Path, Table

if TYPE_CHECKING:
    from sandboxes._world import World

Touched = dict[Collection, set[Path]]
"""Which records of an app are to be shown, by collection; their ancestors included."""


class AppState:
    """Base of every app's state model.

    A subclass names its `server`, and its `__init__` sets one attribute per table and cell. All
    else (forking, the JSON form, the declaration for scores) follows from those.
    """

    server: ClassVar[str]

    def __init__(self, world: World) -> None:
        self.world = world

    def fork(self, world: World) -> Self:
        """The same state for another world over the same base."""
        twin = type(self).__new__(type(self))
        for name, part in vars(self).items():
            setattr(twin, name, part.fork() if isinstance(part, Table | Cell) else part)
        twin.world = world
        return twin

    @property
    def is_stable(self) -> bool:
        """Whether network faults are over for this app."""
        return False

    def reset_session(self) -> None:
        """Put back what lasts only while somebody uses the app: rights and armed passwords."""

    @property
    def tables(self) -> dict[str, Table[Any]]:
        """The app's tables by attribute name, parents before children."""
        return {name: part for name, part in vars(self).items() if isinstance(part, Table)}

    @property
    def cells(self) -> dict[str, Cell[Any]]:
        """The app's cells by attribute name."""
        return {name: part for name, part in vars(self).items() if isinstance(part, Cell)}

    def remove(self, table: Table[Any], *path: str) -> None:
        """Take a record away with everything that hangs under it."""
        table.remove(*path)
        for other in self.tables.values():
            if _is_under(other.collection, table.collection):
                other.forget_below(path)

    def touched(self) -> Touched:
        """Every record that differs from the base, with its ancestors."""
        wanted: Touched = defaultdict(set)
        for table in self.tables.values():
            for path, _ in table.changes():
                _want(wanted, table.collection, path)
        return wanted

    def export(self, only: Touched | None = None) -> dict[str, Any]:
        """The app's state as fresh JSON: all of it, or just the given records."""
        state: dict[str, Any] = {}
        for cell in self.cells.values():
            state |= as_json(cell.value)
        for table in self.tables.values():
            if table.collection.under is None:
                state[table.collection.field] = self._export(table, (), only)
        return state

    def _export(self, table: Table[Any], parent: Path, only: Touched | None) -> Any:
        collection = table.collection
        wanted = None if only is None else only.get(collection, set())
        children = [t for t in self.tables.values() if _holds(collection, t.collection)]
        nodes = {}
        for key, record in table.of(*parent).items() if wanted is None or wanted else ():
            path = (*parent, key)
            if wanted is not None and path not in wanted:
                continue
            nodes[key] = as_json(record)
            for child in children:
                nodes[key][child.collection.field] = self._export(child, path, only)
        return nodes if collection.keyed else list(nodes.values())

    def overlay(self) -> Iterator[tuple[str, Any]]:
        """What differs from the base, as (place, JSON or None), in a fixed order."""
        for name, cell in self.cells.items():
            if cell.changed:
                yield name, as_json(cell.value)
        for name, table in self.tables.items():
            for path, record in sorted(table.changes(), key=lambda change: change[0]):
                yield "/".join((name, *path)), None if record is None else as_json(record)

    def declaration(self) -> dict[str, Any]:
        """What each path means for a score, as plain data (docs/scoring.md, "Specification")."""
        spec: dict[str, Any] = {"collections": {}, "money": []}
        spec |= {role.value: [] for role in Role}
        for cell in self.cells.values():
            _declare(spec, self.server, type(cell.value))
        for table in self.tables.values():
            collection = table.collection
            place = collection.pattern(self.server)
            spec["collections"][place] = {
                "id": collection.id,
                "keys": list(collection.keys),
                "restores": collection.restores,
                "sum_by": None if collection.sum_by is None else list(collection.sum_by),
            }
            _declare(spec, f"{place}/*", collection.record)
        return spec


def _declare(spec: dict[str, Any], place: str, record: type) -> None:
    for field in fields_of(record):
        spec[field.role.value].append(f"{place}/{field.name}")
        if field.money:
            spec["money"].append(f"{place}/{field.name}")


def _holds(parent: Collection, child: Collection) -> bool:
    return child.under is parent or (child is parent and child.nests)


def _is_under(child: Collection, ancestor: Collection) -> bool:
    if child is ancestor:
        return child.nests
    return child.under is not None and (child.under is ancestor or _is_under(child.under, ancestor))


def _want(wanted: Touched, collection: Collection, path: Path) -> None:
    own = range(collection.depth + 1, len(path) + 1) if collection.nests else (len(path),)
    wanted[collection].update(path[:size] for size in own)
    if collection.under is not None:
        _want(wanted, collection.under, path[: collection.depth])
