"""What was made of the records, kept until a record that counts is added or changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, ClassVar, TypeVar, cast

from django.db.models import Count, Max

from webapp.attempts.models import Attempt, ScoreRecord
from webapp.benchmark.models import Instance

T = TypeVar("T")

_MOST = 64
_reading: ContextVar[dict[Hashable, Any] | None] = ContextVar("reading", default=None)


class Shelf:
    """What was made of some records, all of it thrown away when one of these changes.

    Args:
        name: Its name, unlike those of others.
        look: Tells how the records stand: whatever may matter makes it another value.
    """

    all: ClassVar[list[Shelf]] = []

    def __init__(self, name: str, look: Callable[[], Hashable]) -> None:
        self._name = name
        self._look = look
        self._lock = threading.Lock()
        self._state: Hashable = None
        self._made: dict[Hashable, Any] = {}
        Shelf.all.append(self)

    def kept(self, what: Hashable, make: Callable[[], T]) -> T:
        """What was made before, or is made now, of the records as they stand.

        Args:
            what: Its name, and what it was made for.
            make: Makes it.
        """
        state = self.state()
        with self._lock:
            if state != self._state:
                self._made.clear()
                self._state = state
            if what in self._made:
                return cast(T, self._made[what])
        made = make()
        with self._lock:
            if state == self._state:
                if len(self._made) >= _MOST:
                    del self._made[next(iter(self._made))]  # the oldest
                self._made[what] = made
        return made

    def state(self) -> Hashable:
        """How the records stand; within `one_reading` looked at but once."""
        return once(self._name, self._look)

    def forget(self) -> None:
        """Keep nothing."""
        with self._lock:
            self._made.clear()


def kept(what: Hashable, make: Callable[[], T]) -> T:
    """What was made before, or is made now, of the attempts and scores as they stand.

    An attempt counts from its start, and moves when its status does; a score is added and never
    changed; the calls of an ended attempt stay as they are. So numbers of attempts by status, the
    number of scores and the largest keys tell whether anything that counts is different; and the
    numbers of instances that are public and have passed, what the floors are made of.

    Args:
        what: Its name, and what it was made for.
        make: Makes it.
    """
    return _records_shelf.kept(what, make)


def state_of_records() -> Hashable:
    """How attempts, scores and instances stand."""
    return _records_shelf.state()


@contextmanager
def one_reading() -> Iterator[None]:
    """Look but once at what all that is asked for within rests on."""
    before = _reading.set({})
    try:
        yield
    finally:
        _reading.reset(before)


def once(what: Hashable, look: Callable[[], T]) -> T:
    """What was seen before within `one_reading`, or is seen now."""
    seen = _reading.get()
    if seen is None:
        return look()
    if what not in seen:
        seen[what] = look()
    return cast(T, seen[what])


def forget() -> None:
    """Keep nothing: what is kept belongs to a database, and tests have many."""
    for shelf in Shelf.all:
        shelf.forget()


def _records() -> Hashable:
    counts = Attempt.objects.order_by("status").values_list("status")
    attempts = counts.annotate(n=Count("pk"), started=Count("started_at"), last=Max("pk"))
    scores = ScoreRecord.objects.aggregate(n=Count("pk"), last=Max("pk"))
    instances = Instance.objects.order_by("split", "gate_passed").values_list(
        "split", "gate_passed"
    )
    return *attempts, *scores.values(), *instances.annotate(n=Count("pk"))


_records_shelf = Shelf("records", _records)
