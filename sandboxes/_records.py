"""How a state is described: records with declared fields, and the collections that hold them.

A record is a NamedTuple: immutable, and made in a fraction of the time of a frozen dataclass.
"""

from __future__ import annotations

import enum
import typing
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar

T = TypeVar("T")


class Role(enum.Enum):
    """What a field of the state means for a score (docs/scoring.md)."""

    SCORED = "scored"
    NEUTRAL = "neutral"
    ID_TIME = "id_time"


class Unit(enum.Enum):
    """How a field is kept in memory when that differs from how it is shown."""

    CENTS = "cents"


Scored = Annotated[T, Role.SCORED]
Neutral = Annotated[T, Role.NEUTRAL]
IdTime = Annotated[T, Role.ID_TIME]
Cents = Annotated[int, Unit.CENTS]
"""Money: whole cents in memory, so that sums are exact; a number with two decimals outside."""


class DeclarationError(TypeError):
    """A record or collection of ours is declared wrongly."""


@dataclass(frozen=True)
class FieldSpec:
    """One declared field of a record."""

    name: str
    role: Role
    money: bool


_FIELDS: dict[type, tuple[FieldSpec, ...]] = {}


def fields_of(record: type) -> tuple[FieldSpec, ...]:
    """The declared fields of a record class, in order.

    Raises:
        DeclarationError: it is no NamedTuple, or a field says neither Scored, Neutral nor IdTime.
    """
    if record not in _FIELDS:
        names = getattr(record, "_fields", None)
        if names is None:
            raise DeclarationError(f"{record.__name__} must be a NamedTuple")
        hints = typing.get_type_hints(record, include_extras=True)
        _FIELDS[record] = tuple(_field(record, name, hints[name]) for name in names)
    return _FIELDS[record]


def _field(record: type, name: str, hint: Any) -> FieldSpec:
    marks = getattr(hint, "__metadata__", ())
    roles = [mark for mark in marks if isinstance(mark, Role)]
    if len(roles) != 1:
        raise DeclarationError(
            f"{record.__name__}.{name} must be declared as exactly one of Scored, Neutral, IdTime"
        )
    return FieldSpec(name, roles[0], Unit.CENTS in marks)


def as_json(record: tuple[Any, ...]) -> dict[str, Any]:
    """A record as a fresh JSON object: money in units, tuples as lists, nothing shared."""
    node = {}
    for field, value in zip(fields_of(type(record)), record, strict=True):
        if field.money:
            value = units(value)
        elif isinstance(value, tuple):
            value = list(value)
        elif isinstance(value, Mapping):
            value = _copied(value)
        node[field.name] = value
    return node


def _copied(value: Mapping[str, Any]) -> dict[str, Any]:
    return {k: _copied(v) if isinstance(v, Mapping) else v for k, v in value.items()}


def units(cents: int) -> float:
    """Cents as a number with at most two decimals."""
    return cents / 100


def shown(cents: int) -> str:
    """Cents as people write an amount: always two decimals."""
    return f"{cents / 100:.2f}"


@dataclass(frozen=True, eq=False)
class Collection:
    """Records of one kind at one place of an app's state.

    Args:
        field: Name of the collection in its parent record or at the app's root.
        record: The record class.
        id: Name of the field that identifies a record.
        under: The collection whose records hold this one; None at the root.
        keyed: Shown as an object keyed by id; else as a list in order of creation.
        keys: Fields on which two created records must agree to be the same one (docs/scoring.md).
        restores: A created record that equals a removed old one is that old one.
        sum_by: Where a task leaves the number of records free, created ones are added up by these
            fields; None: they can't be.
        fees: Fields whose sum may then be off by a cent per record.
        lazy: The base is large and computed on demand: the state shows only what differs from it.
        nests: Records hold further records of their own kind under the same field.
    """

    field: str
    record: type
    id: str
    under: Collection | None = None
    keyed: bool = False
    keys: tuple[str, ...] = ()
    restores: bool = False
    sum_by: tuple[str, ...] | None = None
    fees: tuple[str, ...] = ()
    lazy: bool = False
    nests: bool = False

    @property
    def depth(self) -> int:
        """How many ids lead to the collection."""
        return 0 if self.under is None else self.under.depth + 1

    def pattern(self, server: str) -> str:
        """The collection's path in the whole state, with ``*`` for every id."""
        above = server if self.under is None else f"{self.under.pattern(server)}/*"
        return f"{above}/**/{self.field}" if self.nests else f"{above}/{self.field}"
