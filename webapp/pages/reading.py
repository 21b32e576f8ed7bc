"""An attempt as its page shows it. While it is open, nothing of the truth is in it."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Count, Q, QuerySet

from sandboxes import CallClass, Outcome
from webapp.attempts.conditions import Conditions
from webapp.attempts.errors import DoorError
from webapp.attempts.history import time_used
from webapp.attempts.models import Attempt, Event, EventKind, ScoreRecord, Status
from webapp.attempts.services import peek
from webapp.attempts.telling import TaskView
from webapp.console.access import entry_at
from webapp.pages.differences import Difference, difference_of
from webapp.pages.logs import CLASS_WORDS, LogLine, log_line
from webapp.pages.replay import replay_of
from webapp.pages.standing import Standing, standing_of
from webapp.pages.verdicts import Verdict, verdict_sentence
from webapp.pages.words import counted

LINES_A_PAGE = 50


@dataclass(frozen=True)
class ClassCount:
    """How many calls were of one class.

    Args:
        word: The class in words, with the number.
        tone: The colour that goes with it.
        number: How many.
    """

    word: str
    tone: str
    number: int


@dataclass(frozen=True)
class Calls:
    """The calls that were made.

    Args:
        number: How many.
        classes: How many of each class; they add up to all.
        unlisted: How many of them were of tools that were not on offer.
    """

    number: int
    classes: list[ClassCount]
    unlisted: int


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
        calls: Those that were made.
        active: How long it took, pauses apart; None before the start or while it lasts.
        verdict: What the newest score says, after the end.
        difference: What it rests on.
        page: A page of its log.
        lines: The same, line by line.
    """

    attempt: Attempt
    conditions: Conditions
    standing: Standing
    task: TaskView | None
    refusal: str
    call_budget: int
    calls: Calls
    active: timedelta | None
    verdict: Verdict | None
    difference: Difference | None
    page: Page[Event]
    lines: list[LogLine]

    @property
    def headline(self) -> str:
        """What came of it, in a sentence; empty while nothing has."""
        if self.attempt.status == Status.ERRORED:
            return "No score: the attempt errored."
        return "" if self.verdict is None else self.verdict.sentence


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
    score = None if attempt.status != Status.FINISHED else attempt.scores.first()
    return AttemptView(
        attempt=attempt,
        conditions=conditions,
        standing=standing_of(attempt, "" if task is None else task.status),
        task=task,
        refusal=refusal,
        call_budget=conditions.call_budget or attempt.instance.call_budget,
        calls=_calls(events.filter(kind=EventKind.CALL)),
        active=_active(attempt),
        verdict=None if score is None else Verdict(score, verdict_sentence(score, attempt.claim)),
        difference=_difference(attempt, score, found.number),
        page=found,
        lines=[log_line(event) for event in found],
    )


def _look(attempt: Attempt) -> tuple[TaskView | None, str]:
    """What the door says of an attempt that was open; and why, if it says nothing."""
    if attempt.status != Status.OPEN:
        return None, ""
    task, refusal = None, ""
    try:
        task = peek(entry_at(attempt)).wait()
    except DoorError as error:
        refusal = str(error)
    attempt.refresh_from_db(fields=_MOVING)
    return (task, refusal) if attempt.status == Status.OPEN else (None, "")


_COUNTED = {
    CallClass.VALID: ("valid", "valid"),
    CallClass.FAILED: ("refused", "refused"),
    CallClass.FAULT: ("fault of the world", "faults of the world"),
    CallClass.SYNTACTIC: ("not understood", "not understood"),
}
_MOVING = ("status", "started_at", "ended_at", "ended_by", "claim", "answer", "error")


def _difference(attempt: Attempt, score: ScoreRecord | None, here: int) -> Difference | None:
    if score is None or score.total is None:  # nothing is counted in leaves of a state
        return None

    def where(number: int) -> str:
        page = page_of(number, LINES_A_PAGE)
        return f"{'' if page == here else f'?page={page}'}#event-{number}"

    return difference_of(score, replay_of(attempt), where)


def page_of(number: int, lines: int) -> int:
    """On which page of a log an event stands: events are numbered from 1 without a gap."""
    return (max(number, 1) - 1) // lines + 1


def _calls(calls: QuerySet[Event]) -> Calls:
    statuses = calls.order_by().values_list("status")
    by_class = dict.fromkeys(CallClass, 0)
    unlisted = 0
    for status, number, beside in statuses.annotate(
        n=Count("pk"), unlisted_ones=Count("pk", filter=Q(unlisted=True))
    ):
        by_class[Outcome(status, None).call_class] += number
        unlisted += beside
    classes = [
        ClassCount(counted(number, *_COUNTED[kind]), CLASS_WORDS[kind][1], number)
        for kind, number in by_class.items()
    ]
    return Calls(sum(by_class.values()), classes, unlisted)


def _active(attempt: Attempt) -> timedelta | None:
    if attempt.started_at is None or attempt.ended_at is None:
        return None
    return time_used(attempt, attempt.ended_at)
