"""What each path of a state means for a score: scored, neutral or id/time, and what is a record."""

from __future__ import annotations

import enum
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evaluators.state_diff._paths import PathSet


class SpecError(ValueError):
    """A specification is malformed; the text names the place."""


class Role(enum.Enum):
    """What a path counts for."""

    SCORED = "scored"
    NEUTRAL = "neutral"
    ID_TIME = "id_time"


@dataclass(frozen=True)
class CollectionSpec:
    """Records of one kind.

    Args:
        id: Field that identifies a record; where the collection is an object, its keys do.
        keys: Fields on which two created records must agree to be paired.
        restores: A created record equal in all scored leaves to a removed old one is that one.
        sum_by: Where a task lets the number of records be free, created ones are added up by these
            fields; None: they can't be.
        fees: Fields whose sum may be off by a cent per record.
    """

    id: str
    keys: tuple[str, ...] = ()
    restores: bool = False
    sum_by: tuple[str, ...] | None = None
    fees: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Meaning:
    """What was declared for one path.

    Args:
        pattern: The path, with ``*`` for ids.
        role: Its own role; None where only a path above says something.
        money: Whether it is an amount of money.
        collection: What it declares if it is a collection.
    """

    pattern: str
    role: Role | None
    money: bool
    collection: CollectionSpec | None


_ROLES_BY_STRENGTH = (Role.NEUTRAL, Role.ID_TIME, Role.SCORED)
_MOST_STEPS = 200
_COLLECTION_FIELDS = {"id", "keys", "restores", "sum_by", "fees"}
_SPEC_FIELDS = {"collections", "money", *(role.value for role in Role)}


@dataclass
class Spec:
    """A specification, ready to be asked; see `spec_from_json` for its form.

    A role holds for everything below its path until a longer path says otherwise.
    """

    roles: Mapping[Role, PathSet]
    money: PathSet
    collections: tuple[tuple[PathSet, CollectionSpec], ...]
    _known: dict[str, dict[str, Meaning]] = field(default_factory=dict)

    @property
    def root_role(self) -> Role | None:
        """The role of all that nothing else is said of."""
        return next((role for role in _ROLES_BY_STRENGTH if "" in self.roles[role]), None)

    def below(self, above: str) -> dict[str, Meaning]:
        """What is known so far of the steps below a path; `meaning` adds to it."""
        return self._known.setdefault(above, {})

    def meaning(self, above: str, step: str) -> Meaning:
        """What was declared for the path one step below another; both with ``*`` for ids."""
        known = self.below(above)
        if step in known:
            return known[step]
        pattern = f"{above}/{step}" if above else step
        meaning = Meaning(
            pattern,
            next((role for role in _ROLES_BY_STRENGTH if pattern in self.roles[role]), None),
            pattern in self.money,
            next((spec for place, spec in self.collections if pattern in place), None),
        )
        if len(known) < _MOST_STEPS:  # keys of undeclared objects may be ids without end
            known[step] = meaning
        return meaning


def spec_from_json(data: object) -> Spec:
    """Read a specification.

    Args:
        data: ``{"collections": {PATH: {"id", "keys", "restores", "sum_by", "fees"}}, "scored":
            [PATH], "neutral": [PATH], "id_time": [PATH], "money": [PATH]}``, all but the
            collections' ``id`` optional. A PATH has ``/`` between keys, ``*`` for any one key or id
            and ``**`` for any number of them.

    Raises:
        SpecError: it has another form.
    """
    if not isinstance(data, dict):
        raise SpecError("a specification is a JSON object")
    unknown = set(data) - _SPEC_FIELDS
    if unknown:
        raise SpecError(f"unknown field {sorted(unknown)[0]!r}; known: {sorted(_SPEC_FIELDS)}")
    _one_role_each(data)
    collections = data.get("collections", {})
    if not isinstance(collections, dict):
        raise SpecError("collections: must be an object of paths")
    return Spec(
        roles={role: PathSet(map(_subtree, _paths(data, role.value))) for role in Role},
        money=PathSet(_paths(data, "money")),
        collections=tuple(
            (PathSet([path]), _collection(path, entry)) for path, entry in collections.items()
        ),
    )


def _subtree(path: str) -> str:
    """A role for all below a path is the path's own, which a longer path may overrule."""
    return "" if path == "**" else path.removesuffix("/**")


def _collection(path: str, entry: Any) -> CollectionSpec:
    place = f"collections: {path}"
    if not isinstance(entry, dict) or not isinstance(entry.get("id"), str):
        raise SpecError(f'{place}: must be an object with an "id"')
    unknown = set(entry) - _COLLECTION_FIELDS
    if unknown:
        raise SpecError(f"{place}: unknown field {sorted(unknown)[0]!r}")
    if not isinstance(entry.get("restores", False), bool):
        raise SpecError(f"{place}/restores: must be true or false")
    sum_by = entry.get("sum_by")
    return CollectionSpec(
        id=entry["id"],
        keys=_strings(f"{place}/keys", entry.get("keys", [])),
        restores=entry.get("restores", False),
        sum_by=None if sum_by is None else _strings(f"{place}/sum_by", sum_by),
        fees=_strings(f"{place}/fees", entry.get("fees", [])),
    )


def _strings(place: str, value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
        raise SpecError(f"{place}: must be a list of texts")
    return tuple(value)


def _paths(data: dict[str, Any], name: str) -> tuple[str, ...]:
    paths = _strings(name, data.get(name, []))
    for path in paths:
        if path.startswith("/") or path.endswith("/") or not path:
            raise SpecError(f"{name}: {path!r} must have a / between steps only")
    return paths


def _one_role_each(data: dict[str, Any]) -> None:
    roles: dict[str, str] = {}
    for role in Role:
        for path in _paths(data, role.value):
            if roles.setdefault(path, role.value) != role.value:
                raise SpecError(f"{path}: is declared both {roles[path]} and {role.value}")
