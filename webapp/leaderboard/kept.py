"""What was made of the records, kept until a record that counts is added or changes."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, TypeVar, cast

from django.db.models import Count, Max

from webapp.attempts.models import Attempt, ScoreRecord
from webapp.benchmark.models import Instance

T = TypeVar("T")

_MOST = 64
_lock = threading.Lock()
_state: Hashable = None
_reading: ContextVar[dict[Hashable, Any] | None] = ContextVar("reading", default=None)
_made: dict[Hashable, Any] = {}


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
    global _state
    state = once("records", _records)
    with _lock:
        if state != _state:
            _made.clear()
            _state = state
        if what in _made:
            return cast(T, _made[what])
    made = make()
    with _lock:
        if state == _state:
            if len(_made) >= _MOST:
                del _made[next(iter(_made))]  # the oldest
            _made[what] = made
    return made


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
    with _lock:
        _made.clear()


def _records() -> Hashable:
    counts = Attempt.objects.order_by("status").values_list("status")
    attempts = counts.annotate(n=Count("pk"), started=Count("started_at"), last=Max("pk"))
    scores = ScoreRecord.objects.aggregate(n=Count("pk"), last=Max("pk"))
    instances = Instance.objects.order_by("split", "gate_passed").values_list(
        "split", "gate_passed"
    )
    return *attempts, *scores.values(), *instances.annotate(n=Count("pk"))
