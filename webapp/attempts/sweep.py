"""Ending what nobody ends: attempts whose time has run out, and those that were never started."""

from __future__ import annotations

import logging

from webapp import clock
from webapp.attempts import errors, services
from webapp.attempts.models import Attempt, Status
from webapp.attempts.opening import lapse_unstarted
from webapp.attempts.turns import Entry

logger = logging.getLogger(__name__)


def sweep() -> int:
    """End what is overdue. Whatever process does it, or several: each attempt ends once.

    Returns:
        How many attempts were looked at or closed.
    """
    overdue = [attempt for attempt in _started() if _may_be_over(attempt)]
    for attempt in overdue:
        try:
            services.peek(Entry(attempt.pk, None, "site")).wait()
        except errors.DoorError:
            logger.exception("attempt %s could not be ended", attempt.pk)
    return len(overdue) + lapse_unstarted()


def _started() -> list[Attempt]:
    started = Attempt.objects.filter(status=Status.OPEN, started_at__isnull=False)
    return list(started.select_related("conditions"))


def _may_be_over(attempt: Attempt) -> bool:
    """Whether the time without regard to pauses is over; the log tells the rest."""
    seconds: int | None = attempt.conditions.body["seconds"]
    if attempt.started_at is None or seconds is None:
        return False
    return (clock.now() - attempt.started_at).total_seconds() >= seconds
