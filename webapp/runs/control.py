"""What a set's owner may want: pause it, go on, cancel it, try once more what has failed."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from typing import Any

from django.db import transaction

from webapp.attempts import errors
from webapp.attempts.ending import give_up
from webapp.attempts.models import Status
from webapp.attempts.turns import Entry
from webapp.runs.caps import require_below_caps
from webapp.runs.dispatch import dispatch
from webapp.runs.leases import IN_HAND
from webapp.runs.models import Run, RunSet, RunSetStatus, RunState
from webapp.runs.prices import require_prices

logger = logging.getLogger(__name__)
UNFINISHED = (RunState.WAITING, *IN_HAND)


def pause_set(run_set: RunSet, why: str = "") -> bool:
    """Begin no further run, and stop those that go on before their next step; all can go on later.

    Args:
        run_set: Which.
        why: Why, if not because somebody wanted it.

    Returns:
        Whether it was running.
    """
    with transaction.atomic():
        paused = RunSet.objects.filter(pk=run_set.pk, status=RunSetStatus.RUNNING).update(
            status=RunSetStatus.PAUSED, why=why
        )
        # Workers pass over what is queued; nobody is to wait for them once it goes on.
        Run.objects.filter(run_set=run_set, state=RunState.QUEUED).update(
            state=RunState.WAITING, lease_owner="", lease_until=None
        )
    return bool(paused)


def set_caps(run_set: RunSet, caps: Mapping[str, Any]) -> None:
    """Change what a set may use up. A set that goes on heeds it from its next steps on.

    Args:
        run_set: Which.
        caps: calls, tokens, money, seconds, as JSON; what is left out has no cap.

    Raises:
        NoPrice: a new cap on money, and the price of a model is not known.
    """
    if caps.get("money") not in (None, run_set.caps.get("money")):
        entrants = run_set.entrants.select_related("contestant")
        require_prices(entrant.model for entrant in entrants if entrant.model)
    RunSet.objects.filter(pk=run_set.pk).update(caps=dict(caps))
    run_set.refresh_from_db(fields=["caps"])


def resume_set(run_set: RunSet) -> bool:
    """Go on with a paused set, by the site's workers; whether it was paused.

    Raises:
        CapReached: it would pause again at its next step.
    """
    require_below_caps(run_set)
    resumed = RunSet.objects.filter(pk=run_set.pk, status=RunSetStatus.PAUSED).update(
        status=RunSetStatus.RUNNING, why="", by_command=False
    )
    if resumed:
        dispatch(run_set.pk)
    return bool(resumed)


def cancel_set(run_set: RunSet) -> int:
    """Make nothing more of a set. Attempts that were begun are given up: errored, and not scored.

    So that nobody improves a score by cancelling what goes badly, they stay declared.

    Returns:
        How many runs will not be made.
    """
    with transaction.atomic():
        RunSet.objects.filter(pk=run_set.pk).update(status=RunSetStatus.CANCELLED, why="")
        left = Run.objects.filter(run_set=run_set, state__in=(*UNFINISHED, RunState.FAILED))
        begun = list(
            left.filter(attempt__status=Status.OPEN, attempt__started_at__isnull=False).values_list(
                "attempt", flat=True
            )
        )
        count = left.update(state=RunState.CANCELLED, lease_owner="", lease_until=None)
    for attempt_id in begun:
        try:
            give_up(Entry(attempt_id, None, "site"), f"{run_set} was cancelled.").wait()
        except errors.DoorError as error:
            logger.info("attempt %s: %s", attempt_id, error)
    return count


def retry_failed(run_set: RunSet, error_class: str | None = None) -> int:
    """Try once more what has failed.

    Args:
        run_set: Which set's.
        error_class: Only what failed for this reason; None: all.

    Returns:
        How many runs wait now.
    """
    failed = Run.objects.filter(run_set=run_set, state=RunState.FAILED)
    if error_class is not None:
        failed = failed.filter(error_class=error_class)
    count = failed.update(
        state=RunState.WAITING, tries=0, not_before=None, error_class="", error="", ended_at=None
    )
    if count:
        dispatch(run_set.pk)
    return count
