"""New entries of attempts' logs, and how they get into the database.

A call is measured in tenths of a millisecond: making a model instance and preparing its fields for
the database one by one took as long as the call itself.
"""

from __future__ import annotations

import functools
from collections.abc import Sequence
from dataclasses import dataclass, fields
from datetime import datetime
from operator import attrgetter
from typing import Any

from django.db import connection

from webapp.attempts.models import Attempt, Event, EventKind


@dataclass(slots=True)
class NewEvent:
    """An event that is to be appended; its fields are the columns of `Event`.

    Args:
        kind: What happened.
        at: When.
        channel: Over which transport.
        key: Idempotency key, or "".
        tool: Name of the tool, as it is kept.
        arguments: JSON, as it is kept.
        status: Status of the outcome.
        answer: What was answered, to the byte.
        state_hash: Hash of the state after it.
        unlisted: Whether the tool was not on offer.
        seconds: How long the call took.
        attempt_id: Whose log; set when it is appended.
        number: Its place in the log; set when it is appended.
    """

    kind: EventKind
    at: datetime
    channel: str = ""
    key: str = ""
    tool: str = ""
    arguments: str = ""
    status: str = ""
    answer: str = ""
    state_hash: str = ""
    unlisted: bool = False
    seconds: float | None = None
    attempt_id: int = 0
    number: int = 0


def insert(events: Sequence[NewEvent]) -> None:
    """Insert events by one statement: all or none, also outside a transaction.

    One statement and not one for each row: the interpreter's lock changes hands around each, which
    takes longer than the statement.

    Raises:
        IntegrityError: a number is taken.
    """
    values: list[Any] = []
    for event in events:
        values += (event.kind.value, _as_kept(event.at), *_others(event))
    _execute(_insertion(connection.vendor, len(events)), values)


def mark_started(attempt_id: int, at: datetime) -> None:
    """Note in an attempt's row when it was started."""
    _execute(_marking(connection.vendor), [_as_kept(at), attempt_id])


_OTHERS = [found.name for found in fields(NewEvent) if found.name not in ("at", "kind")]
_others = attrgetter(*_OTHERS)


def _as_kept(at: datetime) -> Any:
    return connection.ops.adapt_datetimefield_value(at)


def _execute(statement: str, values: list[Any]) -> None:
    """Run a statement of ours on the driver's connection: Django's layers cost as much again."""
    connection.ensure_connection()
    with connection.wrap_database_errors:
        connection.connection.execute(statement, values)


@functools.cache
def _insertion(vendor: str, rows: int) -> str:
    names = ["kind", "at", *_OTHERS]
    columns = ", ".join(map(connection.ops.quote_name, names))
    row = f"({', '.join([_PLACES[vendor]] * len(names))})"
    table = connection.ops.quote_name(Event._meta.db_table)
    return f"INSERT INTO {table} ({columns}) VALUES {', '.join([row] * rows)}"  # noqa: S608


@functools.cache
def _marking(vendor: str) -> str:
    table, place = connection.ops.quote_name(Attempt._meta.db_table), _PLACES[vendor]
    return f"UPDATE {table} SET started_at = {place} WHERE id = {place}"  # noqa: S608


_PLACES = {"sqlite": "?", "postgresql": "%s"}
