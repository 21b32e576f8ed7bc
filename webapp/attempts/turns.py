"""A turn in an attempt: wait in line, bring the live state up to the log, act, give way.

Several processes may serve one attempt. None asks the others: each event has a number, a number is
given once, and whoever comes second folds what the first has appended and tries again.
"""

from __future__ import annotations

import functools
import logging
import threading
import traceback
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import ParamSpec, TypeVar

from django.db import DatabaseError, IntegrityError, connection

from sandboxes import ReplayMismatch
from webapp import clock
from webapp.attempts import errors
from webapp.attempts.closing import Closing, close
from webapp.attempts.hot import HotAttempt, Place, catch_up, load, places
from webapp.attempts.journal import journal
from webapp.attempts.log import NewEvent
from webapp.attempts.models import Attempt, EndedBy, Event, EventKind, Status
from webapp.attempts.steps import Waits
from webapp.attempts.stored import stored_json
from webapp.attempts.watching import announce

logger = logging.getLogger(__name__)
T = TypeVar("T")
P = ParamSpec("P")

_TRIES = 50
_WORKERS = 2
_workers = ThreadPoolExecutor(_WORKERS, "attempts")


def close_workers() -> None:
    """Close the database connections of the threads that in_worker uses, and end the threads."""
    global _workers
    together = threading.Barrier(_WORKERS)

    def leave() -> None:
        together.wait()  # so that each thread gets one of these
        connection.close()

    for left in [_workers.submit(leave) for _ in range(_WORKERS)]:
        left.result()
    _workers.shutdown()
    _workers = ThreadPoolExecutor(_WORKERS, "attempts")


@dataclass(frozen=True, slots=True)
class Entry:
    """A way into an attempt.

    Args:
        attempt_id: Which attempt.
        token_digest: Digest of the token it was entered by, which must be the newest; None if the
            right to it was found otherwise.
        channel: Over which transport: mcp, websocket, rest, console, agent.
        seat: By which window of the console, which must be the one that took over last; None for
            whatever is no such window.
    """

    attempt_id: int
    token_digest: str | None
    channel: str
    seat: str | None = None


def in_worker(function: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> Future[T]:
    """Do something that blocks in a thread of its own kind."""
    return _workers.submit(_with_connection, functools.partial(function, *args, **kwargs))


def _with_connection(function: Callable[[], T]) -> T:
    # These threads live on and keep their connections, which may have been cut off meanwhile.
    if connection.errors_occurred:
        connection.close()
    connection.health_check_done = False  # type: ignore[attr-defined]  # the stubs lack it
    return function()


def in_turn(
    entry: Entry, act: Callable[[HotAttempt], Waits[T]], *, fresh: bool = False, key: str = ""
) -> Waits[T]:
    """Act in an attempt when it is one's turn; once more if another process was quicker.

    Args:
        entry: The way in.
        act: What to do with the live state. It may raise IntegrityError, when a number is taken.
        fresh: Look at the log first; else a stale state is found out by the first append.
        key: An idempotency key; if it was seen before, nothing is appended: look at the log first.

    Raises:
        DoorError: it can't be done.
    """
    place = places.place(entry.attempt_id)
    turn = place.line.join()
    if turn is None:
        raise errors.Busy("Too many calls are waiting for this attempt. Send it again later.")
    try:
        if turn.come is not None:
            yield turn.come
        for _ in range(_TRIES):
            try:
                seen = bool(key) and place.hot is not None and key in place.hot.keys
                hot = yield from _live(place, entry, fresh or seen)
                if hot.overdue(clock.now()):
                    yield from _expire(hot)
                return (yield from act(hot))
            except IntegrityError:
                fresh = True
            except (errors.AttemptPaused, errors.AttemptEnded, errors.KeyReused):
                if fresh:
                    raise
                fresh = True  # another process may have resumed it, or revoked the address
        raise errors.Busy("Others were quicker, again and again. Send it once more.")
    except ReplayMismatch as mismatch:
        place.hot = None
        yield from _end_by_mismatch(entry.attempt_id, str(mismatch))
        raise errors.AttemptErrored from mismatch
    except DatabaseError as error:
        place.hot = None
        logger.exception("attempt %s: the database failed", entry.attempt_id)
        raise errors.NotSaved(
            "It could not be written down. Send it again; with an idempotency key it is never "
            "done twice."
        ) from error
    finally:
        turn.leave()


def _live(place: Place, entry: Entry, fresh: bool) -> Waits[HotAttempt]:
    """The live state, for whoever holds the attempt's address of today."""
    if place.hot is None or place.hot.moved:
        contended = place.hot is not None
        try:
            place.hot = yield in_worker(load, entry.attempt_id)
        except Attempt.DoesNotExist as error:
            raise errors.UnknownToken from error
        place.hot.contended = contended
    elif fresh or not _is_right(entry, place.hot):
        # Out of its place meanwhile: if the caller goes away, it goes on being folded in a thread,
        # and is of no use to the next one.
        hot, place.hot = place.hot, None
        yield in_worker(catch_up, hot)
        place.hot = hot
    if entry.token_digest not in (None, place.hot.token_digest):
        raise errors.RevokedToken
    return place.hot


def _is_right(entry: Entry, hot: HotAttempt) -> bool:
    """Whether a way in is the one of today, as far as is known."""
    return entry.token_digest in (None, hot.token_digest) and entry.seat in (None, hot.seat)


def require_open(hot: HotAttempt) -> None:
    """Refuse whatever would act in an attempt that is over, outdated or paused.

    Raises:
        DoorError: it is.
    """
    if hot.ending is not None or hot.attempt.status != Status.OPEN:
        raise ended(hot)
    if hot.outdated:
        raise errors.Outdated(hot.outdated)
    if hot.paused_at is not None:
        raise errors.AttemptPaused("The attempt is paused. Resume it first.")


def require_seat(entry: Entry, hot: HotAttempt) -> None:
    """Refuse a window of the console from which another one has taken over.

    Raises:
        TakenOver: it is such a window.
    """
    if entry.seat not in (None, hot.seat):
        raise errors.TakenOver


def ended(hot: HotAttempt) -> errors.DoorError:
    """How an attempt has ended, as a refusal."""
    if hot.ending is not None and hot.ending.kind == EventKind.LAPSE:
        return errors.AttemptEnded("The attempt was never started, and is open no longer.")
    if hot.ending is None or hot.ending.kind == EventKind.ERROR:
        return errors.AttemptErrored()
    if hot.ending.kind == EventKind.EXPIRE:
        return errors.AttemptEnded("The attempt has ended: its time ran out.")
    if hot.calls >= hot.call_budget:
        return errors.AttemptEnded(
            f"The attempt has ended: all {hot.call_budget} calls of its budget were made."
        )
    return errors.AttemptEnded("The attempt has been finished. No further call can be made.")


def append(
    hot: HotAttempt, *events: NewEvent, then: Callable[[], None] | None = None
) -> Waits[None]:
    """Number events, commit them, and take them over: then the state is where the log is.

    Raises:
        IntegrityError: another process has given the numbers.
    """
    for place, event in enumerate(events, start=hot.number + 1):
        event.attempt_id, event.number = hot.attempt.pk, place
    yield journal.append(*events, then=then)
    for event in events:
        hot.note(event)
    hot.moved = False
    announce(hot.attempt.pk)


def end(
    hot: HotAttempt,
    events: list[NewEvent],
    closing: Closing,
    then: Callable[[], None] | None = None,
) -> Waits[None]:
    """Append an attempt's last events, with its evidence and score in the same transaction."""
    if closing.error and events[-1].kind != EventKind.ERROR:
        events.append(NewEvent(kind=EventKind.ERROR, at=closing.at))

    def write() -> None:
        if then is not None:
            then()
        closing.write()

    yield from append(hot, *events, then=write)


def _expire(hot: HotAttempt) -> Waits[None]:
    """End an attempt whose time has run out, as if finished with "done"."""
    assert hot.environment is not None
    now = clock.now()
    event = NewEvent(kind=EventKind.EXPIRE, at=now)
    closing = yield in_worker(close, hot.attempt.pk, hot.environment.fork(), EndedBy.TIME, now)
    yield from end(hot, [event], closing)


def end_by_bug(hot: HotAttempt, channel: str) -> Waits[None]:
    """End an attempt in which something of ours broke; call it where the exception is handled."""
    logger.exception("attempt %s errored", hot.attempt.pk)
    now = clock.now()
    closing = Closing(hot.attempt.pk, now, EndedBy.ERROR, error=traceback.format_exc())
    yield from end(hot, [NewEvent(kind=EventKind.ERROR, at=now, channel=channel)], closing)


def _end_by_mismatch(attempt_id: int, text: str) -> Waits[None]:
    """End an attempt whose log can't be folded: the two hashes are told, never in silence."""
    logger.error("attempt %s can't be replayed: %s", attempt_id, text)
    now = clock.now()
    last = yield in_worker(_last_number, attempt_id)
    arguments = stored_json({"mismatch": text})
    event = NewEvent(kind=EventKind.ERROR, at=now, arguments=arguments)
    event.attempt_id, event.number = attempt_id, last + 1
    closing = Closing(attempt_id, now, EndedBy.ERROR, error=text)
    yield journal.append(event, then=closing.write)


def _last_number(attempt_id: int) -> int:
    last = Event.objects.filter(attempt=attempt_id).order_by("-number").first()
    return 0 if last is None else last.number
