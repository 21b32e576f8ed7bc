"""Working on a set in the process of a command: as many runs at once as the set allows."""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Any

from django.db import close_old_connections, connection

from webapp.runs import execution
from webapp.runs.caps import require_below_caps
from webapp.runs.control import retry_failed, set_caps
from webapp.runs.dispatch import next_runs
from webapp.runs.leases import IN_HAND, take_back_lost
from webapp.runs.models import Run, RunSet, RunSetStatus, RunState
from webapp.runs.outage import OUTAGE

logger = logging.getLogger(__name__)
_PATIENCE = 1.0
"""Seconds between two looks at runs that were put off, or that another process has in hand."""


def work(
    run_set: RunSet,
    stopped: threading.Event,
    on_done: Callable[[int, int], None] = lambda done, total: None,
) -> None:
    """Make all runs of a set that can be made; returns when none is left, or when it is stopped.

    A database that is locked or away is waited for.

    Args:
        run_set: Which.
        stopped: Set to stop: runs that go on stop before their next step, and can go on later.
        on_done: Told after each run how many of how many are done.
    """
    is_away = False
    with ThreadPoolExecutor(run_set.concurrency, "runs") as pool:
        shift = _Shift(run_set, stopped, pool)
        while not stopped.is_set():
            try:
                if not shift.goes_on():
                    break
                on_done(shift.done(), shift.total())
                is_away = False
            except OUTAGE as error:
                if not is_away:
                    logger.warning("the database is waited for: %s", error)
                is_away = True
                connection.close()
                stopped.wait(_PATIENCE)


class _Shift:
    """The runs of a set that are under way in this process.

    Args:
        run_set: Which set.
        stopped: Set to stop.
        pool: Where they are made.
    """

    def __init__(self, run_set: RunSet, stopped: threading.Event, pool: ThreadPoolExecutor) -> None:
        self._run_set, self._stopped, self._pool = run_set, stopped, pool
        self._under_way: dict[Future[None], int] = {}

    def goes_on(self) -> bool:
        """Begin what there is room for, and wait for one to end; whether there is anything left."""
        chosen = self._run_set
        if not _is_wanted(chosen):
            return False
        take_back_lost()
        room = chosen.concurrency - len(self._under_way)
        for run_id in next_runs(chosen.pk, room):
            if run_id not in self._under_way.values():
                self._under_way[self._pool.submit(_make, run_id, self._stopped)] = run_id
        if not self._under_way and not _is_left(chosen):
            return False
        self._wait_for_one()
        return True

    def _wait_for_one(self) -> None:
        if not self._under_way:
            self._stopped.wait(_PATIENCE)
            return
        done, _ = wait(self._under_way, timeout=_PATIENCE, return_when=FIRST_COMPLETED)
        for future in done:
            del self._under_way[future]
            future.result()

    def done(self) -> int:
        """How many are done."""
        return self._run_set.runs.filter(state=RunState.DONE).count()

    def total(self) -> int:
        """Of how many."""
        return self._run_set.runs.count()


def _make(run_id: int, stopped: threading.Event) -> None:
    close_old_connections()
    try:
        execution.make(run_id, stopped.is_set)
    finally:
        connection.close()


def _is_wanted(run_set: RunSet) -> bool:
    return RunSet.objects.filter(pk=run_set.pk, status=RunSetStatus.RUNNING).exists()


def _is_left(run_set: RunSet) -> bool:
    """Whether runs wait, if only until later, or others have some in hand."""
    left = Run.objects.filter(run_set=run_set, state__in=(RunState.WAITING, *IN_HAND))
    return left.exists()


def go_on(run_set: RunSet, caps: Mapping[str, Any]) -> None:
    """Take up a set that was interrupted or has failed in part, in the process of a command.

    Args:
        run_set: Which.
        caps: What all of it may use up from now on; those not given stay as they are.

    Raises:
        ValueError: there is nothing to go on with, or a cap is reached.
    """
    if run_set.status == RunSetStatus.CANCELLED:
        raise ValueError(f"{run_set} was cancelled. Make a new one.")
    if not run_set.runs.exclude(state=RunState.DONE).exists():
        raise ValueError(f"{run_set} is done: there is nothing to go on with.")
    set_caps(run_set, {**run_set.caps, **caps})
    require_below_caps(run_set)
    RunSet.objects.filter(pk=run_set.pk).update(
        status=RunSetStatus.RUNNING, why="", by_command=True
    )
    run_set.refresh_from_db()
    retry_failed(run_set)
    run_set.runs.filter(state=RunState.WAITING).update(not_before=None)
