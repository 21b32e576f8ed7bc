"""Attempts as they are listed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from webapp.accounts.models import User
from webapp.attempts.models import Attempt, Event, EventKind, ScoreRecord, Status
from webapp.pages.access import readable_attempts
from webapp.pages.standing import Standing, standing_of

ATTEMPTS_A_PAGE = 50


@dataclass(frozen=True)
class AttemptRow:
    """One attempt in the list.

    Args:
        attempt: The attempt.
        standing: How it stands, as far as the records tell.
        calls: How many calls were made.
        correct: What the newest score says; None if there is none.
        named: Whether its task may be named.
    """

    attempt: Attempt
    standing: Standing
    calls: int
    correct: bool | None
    named: bool


def listed_attempts(user: User, status: str = "", *, mine: bool = False) -> QuerySet[Any]:
    """The attempts that a user may read, newest first.

    Args:
        user: The user.
        status: Only those of this status; empty: all.
        mine: Only the user's own.
    """
    # Subqueries, so that only the rows of one page are looked up, not the whole log.
    newest = ScoreRecord.objects.filter(attempt=OuterRef("pk")).order_by("-id")
    events = Event.objects.filter(attempt=OuterRef("pk"))
    clock = events.filter(kind__in=(EventKind.PAUSE, EventKind.RESUME)).order_by("-number")
    calls = events.filter(kind=EventKind.CALL).order_by().values("attempt").annotate(n=Count("pk"))
    found = (
        readable_attempts(user)
        .select_related("instance__task__suite", "contestant", "owner")
        .annotate(
            calls=Coalesce(Subquery(calls.values("n")), 0),
            correct=Subquery(newest.values("correct")[:1]),
            clock=Subquery(clock.values("kind")[:1]),
        )
        .order_by("-id")
    )
    if status:
        found = found.filter(status=status)
    return found.filter(owner=user) if mine else found


def attempt_rows(attempts: Iterable[Any], user: User) -> list[AttemptRow]:
    """Attempts of `listed_attempts` as rows."""
    return [
        AttemptRow(
            attempt,
            standing_of(attempt, "paused" if attempt.clock == EventKind.PAUSE else ""),
            attempt.calls,
            attempt.correct if attempt.status == Status.FINISHED else None,
            may_be_named(attempt, user),
        )
        for attempt in attempts
    ]


def may_be_named(attempt: Attempt, user: User) -> bool:
    """Whether an attempt's task may be named: a name may give away what whoever acts must find."""
    return user.is_researcher or attempt.status != Status.OPEN
