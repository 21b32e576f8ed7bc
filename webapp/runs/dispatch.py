"""Handing runs to workers: as many at once as their set allows, and what was lost once more."""

from __future__ import annotations

from django.db import transaction
from django.db.models import Q

from webapp import clock
from webapp.runs.leases import IN_HAND, QUEUED_FOR, take_back_lost
from webapp.runs.models import Run, RunSet, RunSetStatus, RunState


def dispatch(run_set_id: int) -> int:
    """Queue what a set allows to go on besides what goes on.

    Returns:
        How many runs were queued.
    """
    with transaction.atomic():
        chosen = (
            RunSet.objects.select_for_update()
            .filter(pk=run_set_id, status=RunSetStatus.RUNNING, by_command=False)
            .first()
        )
        if chosen is None:
            return 0
        room = chosen.concurrency - chosen.runs.filter(state__in=IN_HAND).count()
        queued = next_runs(chosen.pk, room)
        Run.objects.filter(pk__in=queued, state=RunState.WAITING).update(
            state=RunState.QUEUED, lease_owner="", lease_until=clock.now() + QUEUED_FOR
        )
    from webapp.runs.tasks import make_run

    for run_id in queued:
        make_run.delay(run_id=run_id)
    return len(queued)


def next_runs(run_set_id: int, most: int) -> list[int]:
    """The next runs of a set that may be begun, in order: all first repeats before any second."""
    if most <= 0:
        return []
    due = Q(not_before=None) | Q(not_before__lte=clock.now())
    waiting = Run.objects.filter(due, run_set=run_set_id, state=RunState.WAITING)
    return list(waiting.order_by("repeat", "id").values_list("pk", flat=True)[:most])


def dispatch_all() -> int:
    """Take back what was lost, and queue what may go on in all sets.

    Returns:
        How many runs were queued.
    """
    take_back_lost()
    unfinished = Run.objects.filter(
        state=RunState.WAITING, run_set__status=RunSetStatus.RUNNING, run_set__by_command=False
    )
    sets = unfinished.order_by("run_set").values_list("run_set", flat=True).distinct()
    return sum(dispatch(run_set_id) for run_set_id in sets)
