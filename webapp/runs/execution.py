"""Making one run: take it in hand, open its attempt or go on with it, let the agent act, give it
out of hand, whatever came of it."""

from __future__ import annotations

import logging
import traceback
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from django.db import connection, transaction

from agents.model import ModelUnreachable, PricesBroken
from agents.react import EndingKind, Interrupted
from webapp import clock
from webapp.attempts import errors, services
from webapp.attempts.ending import end_unclaimed, give_up
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EndedBy, EventKind, Status
from webapp.attempts.opening import conditions_for, open_attempt
from webapp.attempts.turns import Entry
from webapp.runs.dispatch import dispatch
from webapp.runs.leases import claim, heart, held, let_go
from webapp.runs.models import Run, RunState
from webapp.runs.outage import OUTAGE, Outage
from webapp.runs.replies import LostToAnother
from webapp.runs.subjects import subject_of
from webapp.runs.watch import Watch

logger = logging.getLogger(__name__)

MOST_TRIES = 4
_WAITS = (10, 30, 120)
OURS, OUTDATED = "ours", "outdated"
"""Classes of errors besides those of models: a bug of the site; worlds that were changed since."""

_UNCLAIMED = {
    EndingKind.SILENCE: EndedBy.SILENCE,
    EndingKind.CONTEXT: EndedBy.CONTEXT,
    EndingKind.CAP_CALLS: EndedBy.CAP,
    EndingKind.CAP_TOKENS: EndedBy.CAP,
    EndingKind.CAP_MONEY: EndedBy.CAP,
    EndingKind.CAP_TIME: EndedBy.CAP,
}


@dataclass(frozen=True)
class _Came:
    """What came of taking a run in hand.

    Args:
        state: How far it is now.
        ending: How the agent ended.
        error_class: What kept it from going on.
        error: The same in words.
        wait: How long to wait before it is tried again.
        is_further: Whether what comes next is no further try, but the same.
    """

    state: RunState
    ending: str = ""
    error_class: str = ""
    error: str = ""
    wait: timedelta | None = None
    is_further: bool = False


def make(run_id: int, stopped: Callable[[], bool] = lambda: False) -> RunState | None:
    """Make a run, or go on with it.

    Args:
        run_id: Which.
        stopped: Whether to stop before the next step; the run goes on later where it was.

    Returns:
        How far it is now; None if it was not to be had.

    Raises:
        OperationalError, InterfaceError: the database is away, so that it could not be taken in
            hand or given out of it; its lease lapses, and nothing is lost.
    """
    run = claim(run_id)
    if run is None:
        return None
    try:
        came = _made(run, stopped)
    except LostToAnother:
        logger.info("%s: another process goes on with it", run)
        heart.leave(run.pk)
        return None
    except OUTAGE as error:
        came = _put_off(run, error)
    except Exception:
        logger.exception("%s broke", run)
        came = _Came(RunState.FAILED, error_class=OURS, error=traceback.format_exc())
    if connection.errors_occurred:  # it may be of no use for what is to be written down now
        connection.close()
    now = clock.now()
    let_go(
        run.pk,
        came.state,
        tries=run.tries - 1 if came.is_further else run.tries,
        ending=came.ending,
        error_class=came.error_class,
        error=came.error,
        not_before=None if came.wait is None else now + came.wait,
        ended_at=None if came.state == RunState.WAITING else now,
    )
    if not stopped():
        dispatch(run.run_set_id)
    return came.state


def _made(run: Run, stopped: Callable[[], bool]) -> _Came:
    attempt = run.attempt or _opened(run)
    if attempt.status != Status.OPEN:  # it ended just before its process did
        return _Came(RunState.DONE, ending=attempt.ended_by)
    entry = Entry(attempt.pk, None, "agent")
    try:
        return _Came(RunState.DONE, ending=_acted(run, attempt, entry, stopped))
    except Interrupted:
        if held(run.pk).exists():  # else another process has it in hand, or nobody is to
            _halt(entry, "The run was interrupted.")
        return _Came(RunState.WAITING, is_further=True)
    except (ModelUnreachable, errors.Busy, errors.NotSaved, *OUTAGE) as error:
        _halt(entry, str(error))
        return _put_off(run, error)
    except PricesBroken as error:  # a setting, and mended as one
        _halt(entry, str(error))
        return _Came(RunState.FAILED, error_class=OURS, error=str(error))
    except errors.Outdated as error:
        return _Came(RunState.FAILED, error_class=OUTDATED, error=str(error))
    except errors.AttemptErrored:  # logged with its traceback, where it broke
        return _Came(RunState.DONE, ending=EndedBy.ERROR)
    except LostToAnother:
        raise
    except Exception:
        _abandon(entry, traceback.format_exc())
        raise


def _acted(run: Run, attempt: Attempt, entry: Entry, stopped: Callable[[], bool]) -> EndingKind:
    """Let the agent act until the attempt has ended; how it did."""
    _go_on(entry, attempt)
    watch = Watch(run.pk, run.run_set_id, stopped)
    with subject_of(run, attempt, watch) as act:
        ending = act(DoorEnvironment(entry))
    if ending in _UNCLAIMED:
        end_unclaimed(entry, _UNCLAIMED[ending]).wait()
    return ending


def _opened(run: Run) -> Attempt:
    """Open the attempt of a run: both or neither is written down."""
    conditions = conditions_for(run.instance, **run.entrant.conditions)
    with transaction.atomic():
        attempt = open_attempt(run.instance, run.entrant.contestant, conditions, run.run_set.owner)
        if not held(run.pk).filter(attempt=None).update(attempt=attempt):
            raise LostToAnother(str(run))
    return attempt


def _go_on(entry: Entry, attempt: Attempt) -> None:
    """Let the clock go on, if the run was interrupted before."""
    last = (
        attempt.events.filter(kind__in=(EventKind.PAUSE, EventKind.RESUME))
        .order_by("-number")
        .first()
    )
    if last is not None and last.kind == EventKind.PAUSE:
        services.resume(entry).wait()


def _halt(entry: Entry, reason: str) -> None:
    """Stop the clock of an attempt that will be gone on with: waiting for us is not its time."""
    try:
        services.pause(entry, reason[:1000]).wait()
    except errors.DoorError as error:
        logger.info("attempt %s was not paused: %s", entry.attempt_id, error)


def _abandon(entry: Entry, reason: str) -> None:
    try:
        give_up(entry, reason).wait()
    except errors.DoorError as error:
        logger.info("attempt %s was not given up: %s", entry.attempt_id, error)


def _put_off(run: Run, error: ModelUnreachable | errors.DoorError | Outage) -> _Came:
    """Try again later what passes; what does not, or was tried often enough, has failed."""
    error_class, is_passing = OURS, True
    if isinstance(error, ModelUnreachable):
        error_class, is_passing = error.error_class.value, error.error_class.is_passing
    state, wait = RunState.FAILED, None
    if is_passing and run.tries < MOST_TRIES:
        state, wait = RunState.WAITING, timedelta(seconds=_WAITS[run.tries - 1])
    return _Came(state, error_class=error_class, error=str(error), wait=wait)
