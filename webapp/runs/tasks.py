"""Work that goes on beside the site, a task for each attempt."""

from __future__ import annotations

import logging
import threading
from collections import deque
from collections.abc import Iterable

from celery.signals import worker_ready, worker_shutting_down
from django.conf import settings
from django.db import DatabaseError, close_old_connections

from webapp.annotation.tasks import dispatch_readings
from webapp.celery import app
from webapp.runs import builtin, execution
from webapp.runs.analysis import analyse_some
from webapp.runs.dispatch import dispatch_all

logger = logging.getLogger(__name__)
_TEND_EVERY = 3.0
"""Seconds between two looks for runs that were lost or put off."""
_ANALYSED_AT_ONCE = 10

_stopping = threading.Event()
_guard = threading.Lock()
_backlog: deque[int] = deque()
_under_way: set[int] = set()


@app.task
def make_run(*, run_id: int) -> None:
    """Make a run of a set, or go on with it."""
    execution.make(run_id, _stopping.is_set)


@app.task
def run_attempt(*, attempt_id: int) -> None:
    """Let a built-in agent make its attempt."""
    try:
        builtin.run(attempt_id)
    finally:
        with _guard:
            _under_way.discard(attempt_id)
        _queue_next()


def take_up_unfinished() -> int:
    """Queue the attempts of built-in agents that an end of the process has interrupted.

    Returns:
        How many attempts.
    """
    waiting = builtin.unfinished()
    take_up(waiting)
    return len(waiting)


def take_up(attempts: Iterable[int]) -> None:
    """Queue attempts of built-in agents; twice does no harm, as each call is made once.

    The worker inside the site gets one at a time: there are many of them, they cost computing time,
    and runs of models are not to wait behind them.
    """
    if settings.REDIS_URL is not None:
        for attempt_id in attempts:
            run_attempt.delay(attempt_id=attempt_id)
        return
    with _guard:
        known = {*_backlog, *_under_way}
        _backlog.extend(found for found in attempts if found not in known)
    _queue_next()


def _queue_next() -> None:
    with _guard:
        if _under_way or not _backlog:
            return
        attempt_id = _backlog.popleft()
        _under_way.add(attempt_id)
    run_attempt.delay(attempt_id=attempt_id)


def tend(stopped: threading.Event) -> None:
    """Queue what may go on and analyse what has ended, again and again, until the process stops."""
    while not stopped.wait(_TEND_EVERY):
        try:
            dispatch_all()
            dispatch_readings()
            analyse_some(_ANALYSED_AT_ONCE)
        except DatabaseError:
            logger.exception("runs could not be queued; it is tried again")
        finally:
            close_old_connections()


def stop_runs() -> None:
    """Let runs stop before their next step: the process is about to end."""
    _stopping.set()


@worker_ready.connect
def _tend_beside(**_: object) -> None:
    """A worker of its own tends the sets as well: the site may be down."""
    if settings.REDIS_URL is not None:
        threading.Thread(target=tend, args=(_stopping,), name="tending", daemon=True).start()


@worker_shutting_down.connect
def _stop_beside(**_: object) -> None:
    if settings.REDIS_URL is not None:
        stop_runs()
