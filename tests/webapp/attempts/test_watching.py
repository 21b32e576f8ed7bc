"""Whoever watches an attempt is told each event once, in order, until it ends."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import aclosing
from typing import Any, cast

import pytest
from django.db import DatabaseError, connection

from tests.webapp.builders import entry_of, opened
from webapp.attempts import services, watching
from webapp.attempts.models import Attempt, Event, EventKind
from webapp.attempts.watching import announce, watched

pytestmark = pytest.mark.django_db(transaction=True)
PATIENCE = 20.0


@pytest.fixture
def attempt() -> Attempt:
    """An open attempt."""
    return opened()


def call(attempt: Attempt, times: int = 1) -> None:
    """Make calls, as the door does; it tells whoever watches."""
    for _ in range(times):
        services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()
        announce(attempt.pk)


def told(
    attempt: Attempt, after: int = 0, *, until: int | None = None, then: Callable[[], Any] = int
) -> list[int]:
    """The numbers that somebody who watches is told.

    Args:
        attempt: The attempt.
        after: The last one that is known.
        until: Stop watching at this one; None: at the end.
        then: Done in a thread of its own as soon as he waits.
    """

    async def watch() -> list[int]:
        numbers: list[int] = []
        doing = asyncio.ensure_future(asyncio.to_thread(_in_thread, then))
        async with aclosing(cast(Any, watched(attempt.pk, after))) as stretches:
            async for events in stretches:
                assert events
                numbers += [event.number for event in events]
                if until is not None and numbers[-1] >= until:
                    break
        await doing
        return numbers

    # In a thread without a loop: a test of the browser may have left one in this one.
    with ThreadPoolExecutor(1) as apart:
        return apart.submit(lambda: asyncio.run(asyncio.wait_for(watch(), PATIENCE))).result()


def _in_thread(act: Callable[[], Any]) -> None:
    try:
        act()
    finally:
        connection.close()


@pytest.fixture(autouse=True)
def _nobody_is_left() -> Any:
    yield
    deadline = time.monotonic() + PATIENCE
    while any(thread.name == "watching" for thread in threading.enumerate()):
        assert time.monotonic() < deadline, "somebody still watches"
        time.sleep(0.01)
    assert watching._lookout.watches == {}


@pytest.mark.parametrize("after", [0, 1, 3])
def test_what_has_happened_is_told_first(attempt: Attempt, after: int) -> None:
    call(attempt, 3)

    assert told(attempt, after, until=4) == [*range(after + 1, 5)]


def test_what_happens_is_told_as_it_comes_and_then_it_ends(attempt: Attempt) -> None:
    def act() -> None:
        call(attempt, 3)
        services.finish(entry_of(attempt), "done").wait()
        announce(attempt.pk)

    assert told(attempt, then=act) == [1, 2, 3, 4, 5]


def test_what_nobody_announces_is_found_within_a_moment(attempt: Attempt) -> None:
    def act() -> None:  # as another process would do it
        services.call_tool(entry_of(attempt), "get_cart_summary", {}).wait()
        time.sleep(0.1)
        services.finish(entry_of(attempt), "done").wait()

    assert told(attempt, then=act) == [1, 2, 3]


def test_announcing_wakes_at_once(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "SECONDS_BETWEEN_LOOKS", 3_600.0)

    assert told(attempt, until=4, then=lambda: call(attempt, 3)) == [1, 2, 3, 4]


def test_of_an_attempt_that_is_over_the_rest_is_told(attempt: Attempt) -> None:
    call(attempt)
    services.finish(entry_of(attempt), "done").wait()

    assert told(attempt) == [1, 2, 3]
    assert told(attempt, 3) == told(attempt, 99) == []


def test_what_is_not_there_has_no_events() -> None:
    assert told(Attempt(pk=2**31)) == []


def test_several_watch_and_each_is_told_everything(attempt: Attempt) -> None:
    found: list[list[int]] = []
    others = [
        threading.Thread(target=lambda: found.append(told(attempt, until=21))) for _ in range(3)
    ]
    for other in others:
        other.start()

    assert told(attempt, until=21, then=lambda: call(attempt, 20)) == [*range(1, 22)]

    for other in others:
        other.join()
    assert found == [[*range(1, 22)]] * 3


def test_long_logs_are_told_in_stretches(attempt: Attempt, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(watching, "_MOST_EVENTS", 2)
    call(attempt, 6)

    assert told(attempt, until=7) == [*range(1, 8)]


def test_large_events_are_told_one_by_one(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watching, "_LARGEST_STRETCH", 10)
    call(attempt, 3)
    assert len(watching._stretch(attempt.pk, 1).events) == 1

    assert told(attempt, until=4) == [1, 2, 3, 4]


def test_announcing_what_nobody_watches_does_nothing(attempt: Attempt) -> None:
    announce(attempt.pk)

    assert watching._lookout._thread is None


def test_a_log_that_can_not_be_read_is_no_secret(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(attempt_id: int, after: int) -> None:
        raise DatabaseError("gone")

    monkeypatch.setattr(watching, "_stretch", broken)

    with pytest.raises(DatabaseError, match="gone"):
        told(attempt)


def test_looking_goes_on_after_the_database_was_away(
    attempt: Attempt, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    looks, look = iter((True, False, False, False)), watching._moved

    def moved(seen: dict[int, int]) -> list[int]:
        if next(looks, False):
            raise DatabaseError("away")
        return look(seen)

    monkeypatch.setattr(watching, "_moved", moved)
    monkeypatch.setattr(watching, "SECONDS_BETWEEN_LOOKS", 0.05)

    def act() -> None:
        time.sleep(0.2)
        services.finish(entry_of(attempt), "done").wait()

    assert told(attempt, then=act) == [1, 2]
    assert "can't be looked at" in caplog.text


def test_nobody_is_told_anything_twice_while_many_act(attempt: Attempt) -> None:
    numbers = told(attempt, until=51, then=lambda: call(attempt, 50))

    assert numbers == [*range(1, 52)]
    assert Event.objects.filter(attempt=attempt, kind=EventKind.CALL).count() == 50
