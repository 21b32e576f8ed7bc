"""What is about to be appended to an attempt's log: the event as far as it was sent."""

from __future__ import annotations

import functools
import json
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sandboxes import sorted_json
from webapp.attempts import errors
from webapp.attempts.hot import HotAttempt
from webapp.attempts.log import NewEvent, mark_started
from webapp.attempts.models import Event, EventKind
from webapp.attempts.steps import Waits
from webapp.attempts.telling import Answer
from webapp.attempts.turns import in_worker


@dataclass(frozen=True, slots=True)
class Draft:
    """What is known of an event before it has happened: what was sent.

    Args:
        kind: What it will be.
        channel: Over which transport it came.
        arguments: JSON, as it is kept.
        key: Idempotency key, or "".
        tool: Name of the tool, as it is kept.
    """

    kind: EventKind
    channel: str
    arguments: str
    key: str
    tool: str = ""

    def event(self, at: datetime, **outcome: Any) -> NewEvent:
        """The event."""
        return NewEvent(
            kind=self.kind,
            at=at,
            channel=self.channel,
            arguments=self.arguments,
            key=self.key,
            tool=self.tool,
            **outcome,
        )


def started(
    hot: HotAttempt, now: datetime, channel: str
) -> tuple[list[NewEvent], Callable[[], None] | None]:
    """The start event, if there was none, and what belongs to it."""
    if hot.started_at is not None:
        return [], None
    started = NewEvent(kind=EventKind.START, at=now, channel=channel)
    return [started], functools.partial(mark_started, hot.attempt.pk, now)


def repeated(hot: HotAttempt, draft: Draft) -> Waits[Answer | None]:
    """What was answered when the key came first; None if it is new.

    Raises:
        KeyReused: it came with something else.
    """
    number = hot.keys.get(draft.key) if draft.key else None
    if number is None:
        return None
    event = yield in_worker(Event.objects.get, attempt=hot.attempt.pk, number=number)
    same = (event.kind, event.tool) == (draft.kind, draft.tool)
    if not same or _sorted(event.arguments) != _sorted(draft.arguments):
        raise errors.KeyReused(
            f"The idempotency key {draft.key!r} was used for another call (number {number}). "
            "Take a new key."
        )
    return Answer(event.number, event.status, event.answer)


def _sorted(text: str) -> str:
    return sorted_json(json.loads(text))
