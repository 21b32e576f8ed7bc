"""States of worlds, leaf by leaf, and what their records are called."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from evaluators import Spec

SCORED, NEUTRAL = "scored", "neutral"


class Place(NamedTuple):
    """Where a leaf stands.

    Args:
        app: The app.
        trail: The records that it stands in, outermost first: collection and id of each.
        field: The way from the innermost record to the leaf; empty for the record as a whole.
    """

    app: str
    trail: tuple[tuple[str, str], ...]
    field: tuple[str, ...]


class Leaf(NamedTuple):
    """A value of a state: plain, or a list of plain ones.

    Args:
        value: The value.
        role: What it means for a score: scored, neutral or id_time.
        money: Whether it is an amount of money.
    """

    value: Any
    role: str
    money: bool


Leaves = dict[Place, Leaf]


def leaves_of(state: Mapping[str, Any], spec: Spec) -> Leaves:
    """All leaves of a state.

    Args:
        state: The state, JSON.
        spec: What its paths mean.
    """
    reader = _Reader(spec)
    for app, value in state.items():
        meaning = spec.meaning("", _escaped(app))
        role = meaning.role or spec.root_role
        reader.read(Place(app, (), ()), value, meaning.pattern, role.value if role else "")
    return reader.found


class _Reader:
    def __init__(self, spec: Spec) -> None:
        self._spec = spec
        self.found: Leaves = {}

    def read(self, place: Place, value: Mapping[str, Any], above: str, role: str) -> None:
        """Read an object at a place: a record, or a part of one."""
        for key, inner in value.items():
            meaning = self._spec.meaning(above, _escaped(key))
            own = meaning.role.value if meaning.role else role
            here = place._replace(field=(*place.field, key))
            if meaning.collection is not None:
                self._records(here, inner, meaning.collection.id, meaning.pattern, own)
            elif isinstance(inner, dict):
                self.read(here, inner, meaning.pattern, own)
            else:
                self.found[here] = Leaf(inner, own, meaning.money)

    def _records(self, place: Place, value: Any, id_field: str, above: str, role: str) -> None:
        each = self._spec.meaning(above, "*")
        own = each.role.value if each.role else role
        records = value.items() if isinstance(value, dict) else ((v[id_field], v) for v in value)
        collection = "/".join(place.field)
        for key, record in records:
            trail = (*place.trail, (collection, key))
            self.read(Place(place.app, trail, ()), record, each.pattern, own)


def place_of(path: str, spec: Spec) -> tuple[Place, bool]:
    """The place that a path of the evaluator's leads to; and whether it holds money."""
    app, *steps = (_plain(step) for step in path.split("/"))
    place, pattern, money = Place(app, (), ()), _escaped(app), False
    in_collection = False
    for step in steps:
        if in_collection:
            collection = "/".join(place.field)
            place = Place(app, (*place.trail, (collection, step)), ())
            pattern, in_collection = spec.meaning(pattern, "*").pattern, False
            continue
        meaning = spec.meaning(pattern, _escaped(step))
        place = place._replace(field=(*place.field, step))
        pattern, in_collection = meaning.pattern, meaning.collection is not None
        money = meaning.money
    return place, money


class Names:
    """What records are called, by their ids."""

    def __init__(self) -> None:
        self._names: dict[str, str] = {}
        self._bearers: dict[str, set[str]] = defaultdict(set)
        self._references: dict[tuple[str, str], str] = {}

    def learn(self, leaves: Leaves) -> None:
        """Take over the names of the records in a state, also where they had others before.

        Which others a record refers to is remembered as well: where it has no name, one of theirs
        may stand for it.
        """
        for suffix in ("_name", "name"):  # a generated name holds until there is a chosen one
            for place, leaf in leaves.items():
                if place.trail and _is_name(place.field, suffix) and isinstance(leaf.value, str):
                    self._know(place.trail[-1][1], leaf.value)
        for place, leaf in leaves.items():
            if place.trail and len(place.field) == 1 and self.of(leaf.value):
                self._references.setdefault((place.trail[-1][1], place.field[0]), leaf.value)

    def referred_to(self, id_: str, field: str) -> str:
        """The name of what a record refers to in a field; empty if there is none."""
        return self.of(self._references.get((id_, field)))

    def _know(self, id_: str, name: str) -> None:
        known = self._names.get(id_)
        if not name or name == known:
            return
        if known is not None:
            self._bearers[known].discard(id_)
        self._names[id_] = name
        self._bearers[name].add(id_)

    def of(self, id_: object) -> str:
        """The name of what has an id; empty if it has none."""
        return self._names.get(id_, "") if isinstance(id_, str) else ""

    def is_shared(self, name: str) -> bool:
        """Whether several records have a name, so that the id has to stand beside it."""
        return len(self._bearers.get(name, ())) > 1

    def copy(self) -> Names:
        """The same names, to which others can be added."""
        twin = Names()
        twin._names, twin._references = dict(self._names), dict(self._references)
        twin._bearers = defaultdict(set, {name: set(ids) for name, ids in self._bearers.items()})
        return twin


def _is_name(field: tuple[str, ...], suffix: str) -> bool:
    return len(field) == 1 and (
        field[0] == suffix or (suffix[0] == "_" and field[0].endswith(suffix))
    )


def _escaped(key: str) -> str:
    """A key as it stands in the evaluator's paths."""
    return key.replace("~", "~0").replace("/", "~1") or "~2"


def _plain(step: str) -> str:
    """A step of the evaluator's paths as the key that it stands for."""
    return "" if step == "~2" else step.replace("~1", "/").replace("~0", "~")
