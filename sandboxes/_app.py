"""The state of one app: its tables and cells, how they fork, how they are shown and declared."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, ClassVar, Self

from sandboxes._records import Collection, Role, as_json, fields_of
from sandboxes._tables import Cell, Path, Table

if TYPE_CHECKING:
    from sandboxes._world import World


@dataclass(frozen=True)
class Selection:
    """Parts of an app's state: some of its cells, and records with their ancestors.

    Args:
        cells: Attribute names of the cells.
        records: Paths of the records by collection.
    """

    cells: tuple[str, ...]
    records: Mapping[Collection, set[Path]]


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
        vars(twin).update(vars(self))
        twin.world = world
        twin.tables = {name: table.fork() for name, table in self.tables.items()}
        twin.cells = {name: cell.fork() for name, cell in self.cells.items()}
        vars(twin).update(twin.tables)
        vars(twin).update(twin.cells)
        return twin

    @property
    def is_stable(self) -> bool:
        """Whether network faults are over for this app."""
        return False

    def reset_session(self) -> None:
        """Put back what lasts only while somebody uses the app: rights and armed passwords."""

    def forget_contact(self, uid: str) -> None:
        """Clear what the app keeps of a contact who is being deleted."""

    @cached_property
    def tables(self) -> dict[str, Table[Any]]:
        """The app's tables by attribute name, parents before children."""
        return {name: part for name, part in vars(self).items() if isinstance(part, Table)}

    @cached_property
    def cells(self) -> dict[str, Cell[Any]]:
        """The app's cells by attribute name."""
        return {name: part for name, part in vars(self).items() if isinstance(part, Cell)}

    def remove(self, table: Table[Any], *path: str) -> None:
        """Take a record away with everything that hangs under it."""
        table.remove(*path)
        for other in self.tables.values():
            if _is_under(other.collection, table.collection):
                other.forget_below(path)

    def export(self, *, whole: bool = False) -> dict[str, Any]:
        """The app's state as fresh JSON.

        Args:
            whole: With the bases of lazy collections, of which otherwise only changes are shown.
        """
        state: dict[str, Any] = {}
        for cell in self.cells.values():
            state |= as_json(cell.value)
        for table in self.tables.values():
            if table.collection.under is None:
                state[table.collection.field] = self._export(table, (), whole=whole)
        return state

    def _export(self, table: Table[Any], parent: Path, *, whole: bool) -> Any:
        children = self._tables_in(table.collection)
        is_shown = whole or not table.collection.lazy
        records = table.of(*parent) if is_shown else table.changed(*parent)
        nodes = {}
        for key, record in records.items():
            node = nodes[key] = as_json(record)
            for child in children:
                node[child.collection.field] = self._export(child, (*parent, key), whole=whole)
        return nodes if table.collection.keyed else list(nodes.values())

    def export_selection(self, only: Selection) -> dict[str, Any]:
        """Parts of the app's state as fresh JSON, in the form that the whole has."""
        state: dict[str, Any] = {}
        for name in only.cells:
            state |= as_json(self.cells[name].value)
        for table in self.tables.values():
            if table.collection.under is None and table.collection in only.records:
                state[table.collection.field] = self._export_selection(table, (), only)
        return state

    def _export_selection(self, table: Table[Any], parent: Path, only: Selection) -> Any:
        collection = table.collection
        children = [t for t in self._tables_in(collection) if t.collection in only.records]
        nodes = {}
        for key in _wanted(table, parent, only):
            record = table.get(*parent, key)
            if record is not None:
                node = nodes[key] = as_json(record)
                for child in children:
                    path = (*parent, key)
                    node[child.collection.field] = self._export_selection(child, path, only)
        return nodes if collection.keyed else list(nodes.values())

    def _tables_in(self, parent: Collection) -> list[Table[Any]]:
        return [table for table in self.tables.values() if _holds(parent, table.collection)]

    def digest(self) -> bytes:
        """A hash of what differs from the base, whatever order it was changed in."""
        parts: list[Cell[Any] | Table[Any]] = [*self.cells.values(), *self.tables.values()]
        return b"".join(part.digest().to_bytes(16, "big") for part in parts)

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
                "fees": list(collection.fees),
            }
            _declare(spec, f"{place}/*", collection.record)
        return spec


def _wanted(table: Table[Any], parent: Path, only: Selection) -> list[str]:
    keys = {path[-1] for path in only.records[table.collection] if path[:-1] == parent}
    # A list keeps its order; an object may be large, and just the wanted records are looked up.
    return sorted(keys) if table.collection.keyed else [k for k in table.of(*parent) if k in keys]


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


def select(apps: Sequence[AppState]) -> Selection:
    """The cells and records in which states of one app over one base differ.

    Args:
        apps: The states, at least one.
    """
    cells = tuple(
        name
        for name, cell in apps[0].cells.items()
        if any(app.cells[name].value != cell.value for app in apps[1:])
    )
    records: dict[Collection, set[Path]] = {}
    for tables in zip(*(app.tables.values() for app in apps), strict=True):
        for path in {path for table in tables for path, _ in table.changes()}:
            first, *rest = (table.get(*path) for table in tables)
            if any(record != first for record in rest):
                _select(records, tables[0].collection, path)
    return Selection(cells, records)


def _select(records: dict[Collection, set[Path]], collection: Collection, path: Path) -> None:
    own = range(collection.depth + 1, len(path) + 1) if collection.nests else (len(path),)
    records.setdefault(collection, set()).update(path[:size] for size in own)
    if collection.under is not None:
        _select(records, collection.under, path[: collection.depth])
