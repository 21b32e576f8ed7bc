"""An attempt as its page shows it. While it is open, nothing of the truth is in it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Page, Paginator

from webapp.attempts.conditions import Conditions
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Attempt, Event, EventKind, Status
from webapp.attempts.services import TaskView, peek
from webapp.attempts.turns import Entry
from webapp.pages.logs import LogLine, log_line
from webapp.pages.standing import Standing, standing_of
from webapp.pages.verdicts import Verdict, verdict_of

CHANNEL = "console"
LINES_A_PAGE = 50


@dataclass(frozen=True)
class AttemptView:
    """What the page of an attempt tells.

    Args:
        attempt: The attempt.
        conditions: Under which it is made.
        standing: How it stands.
        task: What the door says of it while it is open; None otherwise.
        refusal: Why the door did not say; empty if it did.
        call_budget: How many calls may be made.
        calls: How many were made.
        active: How long it took, pauses apart; None before the start or while it lasts.
        verdict: What the newest score says, after the end.
        page: A page of its log.
        lines: The same, line by line.
    """

    attempt: Attempt
    conditions: Conditions
    standing: Standing
    task: TaskView | None
    refusal: str
    call_budget: int
    calls: int
    active: timedelta | None
    verdict: Verdict | None
    page: Page[Event]
    lines: list[LogLine]


def entry_of(attempt: Attempt) -> Entry:
    """The way into an attempt for somebody whose right to it was found otherwise."""
    return Entry(attempt.pk, None, CHANNEL)


def read_attempt(attempt: Attempt, page: str | None = None) -> AttemptView:
    """Read an attempt; its clock does not start by that.

    Args:
        attempt: The attempt. It is brought up to date: looking may find that its time is over.
        page: Number of the page of its log.
    """
    task, refusal = _look(attempt)
    conditions = Conditions.model_validate(attempt.conditions.body)
    events = Event.objects.filter(attempt=attempt).order_by("number")
    found = Paginator(events, LINES_A_PAGE).get_page(page)
    return AttemptView(
        attempt=attempt,
        conditions=conditions,
        standing=standing_of(attempt, "" if task is None else task.status),
        task=task,
        refusal=refusal,
        call_budget=conditions.call_budget or attempt.instance.call_budget,
        calls=events.filter(kind=EventKind.CALL).count(),
        active=_active(attempt, events.filter(kind__in=(EventKind.PAUSE, EventKind.RESUME))),
        verdict=_verdict(attempt),
        page=found,
        lines=[log_line(event) for event in found],
    )


def _look(attempt: Attempt) -> tuple[TaskView | None, str]:
    """What the door says of an attempt that was open; and why, if it says nothing."""
    if attempt.status != Status.OPEN:
        return None, ""
    task, refusal = None, ""
    try:
        task = peek(entry_of(attempt)).wait()
    except DoorError as error:
        refusal = str(error)
    attempt.refresh_from_db(fields=_MOVING)
    return (task, refusal) if attempt.status == Status.OPEN else (None, "")


_MOVING = ("status", "started_at", "ended_at", "ended_by", "claim", "answer", "error")


def _verdict(attempt: Attempt) -> Verdict | None:
    if attempt.status != Status.FINISHED:
        return None
    score = attempt.scores.first()
    return None if score is None else verdict_of(score, attempt.claim)


def _active(attempt: Attempt, clock: Iterable[Event]) -> timedelta | None:
    if attempt.started_at is None or attempt.ended_at is None:
        return None
    active, paused_at = attempt.ended_at - attempt.started_at, None
    for event in clock:
        if event.kind == EventKind.PAUSE:
            paused_at = event.at
        elif paused_at is not None:
            active, paused_at = active - (event.at - paused_at), None
    return active if paused_at is None else active - (attempt.ended_at - paused_at)
