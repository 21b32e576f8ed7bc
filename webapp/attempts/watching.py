"""Watching an attempt: its events as they come, for as many as look on, at no cost to who acts.

Whoever appends events rings a bell, which is one look into a dictionary where nobody watches. What
other processes append is found by one query a second for all attempts that are watched here.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import threading
import time
from collections.abc import AsyncIterator, Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from django.db import DatabaseError, InterfaceError, connection
from django.db.models import Max

from webapp.attempts.models import Attempt, Event, Status

logger = logging.getLogger(__name__)

SECONDS_BETWEEN_LOOKS = 1.0
_MOST_EVENTS = 50
_LARGEST_STRETCH = 1024 * 1024  # characters: what a single call may have, and one is always told


async def watched(attempt_id: int, after: int) -> AsyncIterator[list[Event]]:
    """The events of an attempt as they come, until it has ended and all is told.

    Nothing is kept for whoever is slow: the next events are read when they are asked for.

    Args:
        attempt_id: Which attempt; of one that is not there, nothing is told.
        after: Number of the last event that is known; 0 for none.

    Raises:
        DatabaseError: the log can't be read.
    """
    with _lookout.watch(attempt_id, after) as watch:
        while True:
            watch.bell.clear()
            watch.is_rung = False
            stretch = await asyncio.wrap_future(
                _lookout.ask(lambda: _stretch(attempt_id, watch.seen))
            )
            if stretch.events:
                watch.seen = stretch.events[-1].number
                yield stretch.events
            elif stretch.is_over:
                return
            else:
                await watch.bell.wait()


def announce(attempt_id: int) -> None:
    """Tell those who watch an attempt that events were committed; returns at once."""
    if attempt_id in _lookout.watches:
        _lookout.ring(attempt_id)


@dataclass(frozen=True, slots=True)
class _Stretch:
    """What came after a number.

    Args:
        events: The next events.
        is_over: Whether none will follow those that are in the log.
    """

    events: list[Event]
    is_over: bool


def _stretch(attempt_id: int, after: int) -> _Stretch:
    # Asked first: whatever is in the log of an attempt that is over was there by then.
    is_over = not Attempt.objects.filter(pk=attempt_id, status=Status.OPEN).exists()
    later = Event.objects.filter(attempt=attempt_id, number__gt=after).order_by("number")
    found: list[Event] = []
    size = 0
    for event in later[:_MOST_EVENTS].iterator(chunk_size=1):
        size += len(event.arguments) + len(event.answer)
        if size > _LARGEST_STRETCH and found:
            break
        found.append(event)
    return _Stretch(found, is_over)


@dataclass(eq=False)
class _Watch:
    """Somebody who watches an attempt.

    Args:
        seen: Number of the last event that was told.
        loop: Where the bell is waited for.
        bell: Set when there may be more.
        is_rung: Whether it is about to be set, so that nobody need set it again.
    """

    seen: int
    loop: asyncio.AbstractEventLoop
    bell: asyncio.Event = field(default_factory=asyncio.Event)
    is_rung: bool = False

    def ring(self) -> None:
        if self.is_rung:
            return
        self.is_rung = True
        try:
            self.loop.call_soon_threadsafe(self.bell.set)
        except RuntimeError:  # the loop was closed meanwhile: nobody waits any more
            return


@dataclass(frozen=True, slots=True)
class _Question:
    """Something to be read from the database."""

    read: Callable[[], Any]
    answer: Future[Any] = field(default_factory=Future)

    def be_answered(self) -> None:
        if not self.answer.set_running_or_notify_cancel():
            return
        try:
            found = self.read()
        except Exception as error:  # noqa: BLE001 - handed to whoever asked
            _forget_a_broken_connection(error)
            self.answer.set_exception(error)
        else:
            self.answer.set_result(found)


class _Lookout:
    """All who watch in this process, and one thread that reads for them while there are any.

    Attributes:
        watches: Those who watch, by attempt.
    """

    def __init__(self) -> None:
        self.watches: dict[int, set[_Watch]] = {}
        self._guard = threading.Lock()
        self._thread: threading.Thread | None = None
        self._questions: queue.SimpleQueue[_Question | None] = queue.SimpleQueue()

    @contextmanager
    def watch(self, attempt_id: int, after: int) -> Iterator[_Watch]:
        """Be told when there may be more in an attempt's log."""
        watch = _Watch(after, asyncio.get_running_loop())
        with self._guard:
            self.watches.setdefault(attempt_id, set()).add(watch)
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="watching", daemon=True)
                self._thread.start()
        try:
            yield watch
        finally:
            with self._guard:
                those = self.watches[attempt_id]
                those.discard(watch)
                if not those:
                    del self.watches[attempt_id]
            self._questions.put(None)  # it may be that nobody watches any more

    def ask(self, read: Callable[[], Any]) -> Future[Any]:
        """Read from the database, for somebody who watches."""
        question = _Question(read)
        self._questions.put(question)
        return question.answer

    def ring(self, attempt_id: int) -> None:
        """Wake those who watch an attempt."""
        with self._guard:
            those = list(self.watches.get(attempt_id, ()))
        for watch in those:
            watch.ring()

    def _work(self) -> None:
        next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS
        while True:
            left = next_look - time.monotonic()
            if left <= 0:
                self._look()
                next_look = time.monotonic() + SECONDS_BETWEEN_LOOKS
                continue
            try:
                question = self._questions.get(timeout=left)
            except queue.Empty:
                continue
            if question is not None:
                question.be_answered()
            elif self._is_alone():
                connection.close()
                return

    def _is_alone(self) -> bool:
        """Whether nobody watches any more; then this thread ends, and the next needs another."""
        with self._guard:
            if self.watches:
                return False
            self._thread = None
            return True

    def _look(self) -> None:
        """Wake those for whom another process may have appended something."""
        with self._guard:
            seen = {of: min(watch.seen for watch in those) for of, those in self.watches.items()}
        try:
            moved = _moved(seen)
        except (DatabaseError, InterfaceError) as error:
            logger.exception("the attempts that are watched can't be looked at")
            _forget_a_broken_connection(error)
            return
        for attempt_id in moved:
            self.ring(attempt_id)


def _moved(seen: dict[int, int]) -> list[int]:
    """Those attempts that have events with larger numbers, or are over."""
    last = (
        Event.objects.filter(attempt__in=seen)
        .order_by()
        .values_list("attempt")
        .annotate(last=Max("number"))
    )
    going_on = Attempt.objects.filter(pk__in=seen, status=Status.OPEN).values_list("pk", flat=True)
    over = set(seen) - set(going_on)
    return [of for of, number in last if number > seen[of] and of not in over] + sorted(over)


def _forget_a_broken_connection(error: Exception) -> None:
    if isinstance(error, InterfaceError | DatabaseError) and not connection.is_usable():
        connection.close()


_lookout = _Lookout()
"""The one lookout of this process."""
