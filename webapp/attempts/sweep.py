"""Ending what nobody ends: attempts whose time has run out, and those that were never started."""

from __future__ import annotations

import logging
from collections.abc import Iterable

from webapp import clock
from webapp.attempts import errors, services
from webapp.attempts.models import Attempt, Status
from webapp.attempts.opening import UNSTARTED, lapse
from webapp.attempts.turns import Entry

logger = logging.getLogger(__name__)


def sweep() -> int:
    """End what is overdue. Whatever process does it, or several: each attempt ends once.

    Returns:
        How many attempts were looked at or closed.
    """
    overdue = [attempt.pk for attempt in _started() if _may_be_over(attempt)]
    lying = list(_unstarted())
    for ends, pks in ((services.peek, overdue), (lapse, lying)):
        for pk in pks:
            try:
                ends(Entry(pk, None, "site")).wait()
            except errors.DoorError:
                logger.exception("attempt %s could not be ended", pk)
    return len(overdue) + len(lying)


def _unstarted() -> Iterable[int]:
    old = Attempt.objects.filter(
        status=Status.OPEN, started_at=None, opened_at__lt=clock.now() - UNSTARTED
    )
    return old.values_list("pk", flat=True)


def _started() -> list[Attempt]:
    started = Attempt.objects.filter(status=Status.OPEN, started_at__isnull=False)
    return list(started.select_related("conditions"))


def _may_be_over(attempt: Attempt) -> bool:
    """Whether the time without regard to pauses is over; the log tells the rest."""
    seconds: int | None = attempt.conditions.body["seconds"]
    if attempt.started_at is None or seconds is None:
        return False
    return (clock.now() - attempt.started_at).total_seconds() >= seconds
