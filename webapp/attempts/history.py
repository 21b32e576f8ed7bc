"""What has happened in an attempt so far, for whoever holds its address."""

from __future__ import annotations

import json
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from webapp.attempts import errors
from webapp.attempts.hot import HotAttempt
from webapp.attempts.models import Attempt, Event, EventKind
from webapp.attempts.steps import Waits, in_steps
from webapp.attempts.stored import tool_name
from webapp.attempts.turns import Entry, in_turn, in_worker

MOST_EVENTS = 1_000
_LARGEST_NUMBER = 2**31 - 1
_CLOCK = (EventKind.START, EventKind.PAUSE, EventKind.RESUME)
_LARGEST_STRETCH = 1024 * 1024  # characters: what a single call may have, and one is always told
# What other events carry is the site's own: digests of secrets, and what broke.
_TOLD_ARGUMENTS = (
    EventKind.CALL,
    EventKind.RETRIEVE,
    EventKind.FINISH,
    EventKind.EXPIRE,
    EventKind.PAUSE,
)


@dataclass(frozen=True, slots=True)
class Past:
    """A stretch of an attempt's log.

    Args:
        events: The events, oldest first.
        last: Number of the attempt's last event, which may lie beyond them.
    """

    events: tuple[dict[str, Any], ...]
    last: int


@in_steps
def events_after(entry: Entry, after: object, limit: object) -> Waits[Past]:
    """The events with larger numbers.

    Args:
        entry: The way in.
        after: Number of the last event that is known; 0 for none.
        limit: How many events to tell at most; fewer come if they are large.

    Raises:
        NotACall: a number that is none, or out of range.
        DoorError: the address leads nowhere any more.
    """
    known = _whole("after", after, 0, _LARGEST_NUMBER)
    most = _whole("limit", limit, 1, MOST_EVENTS)

    def act(hot: HotAttempt) -> Waits[Past]:
        found = yield in_worker(_read, hot.attempt.pk, known, most)
        return Past(tuple(map(_told, found)), hot.number)

    return (yield from in_turn(entry, act, fresh=True))


def _read(attempt_id: int, after: int, limit: int) -> list[Event]:
    later = Event.objects.filter(attempt=attempt_id, number__gt=after)
    found = list(later.order_by("number")[:limit])
    size = 0
    for place, event in enumerate(found):
        size += len(event.arguments) + len(event.answer)
        if size > _LARGEST_STRETCH and place:
            return found[:place]
    return found


def _told(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = {
        "number": event.number,
        "kind": event.kind,
        "at": event.at.isoformat(),
    }
    if event.kind == EventKind.CALL:
        told["tool"] = tool_name(event)
    if event.arguments and event.kind in _TOLD_ARGUMENTS:
        told["arguments"] = json.loads(event.arguments)
    if event.key:
        told["idempotencyKey"] = event.key
    if event.status:
        told |= {"status": event.status, "text": event.answer}
    return told


def _whole(name: str, value: object, least: int, most: int) -> int:
    if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
        return value
    raise errors.NotACall(f"{name}: a whole number from {least} to {most:,}.")


def time_used(attempt: Attempt, until: datetime) -> timedelta:
    """How long an attempt's clock has run, pauses apart."""
    used, running_since = timedelta(), None
    for event in attempt.events.filter(kind__in=_CLOCK).order_by("number"):
        if event.kind != EventKind.PAUSE:
            running_since = event.at
        elif running_since is not None:
            used, running_since = used + (event.at - running_since), None
    return used if running_since is None else used + (until - running_since)
