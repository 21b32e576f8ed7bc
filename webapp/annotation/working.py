"""Who works on a judge's run: workers, a few readings at once, or a command."""

from __future__ import annotations

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import timedelta

from django.db import close_old_connections, connection, transaction

from agents.model import (
    AddressRefused,
    ErrorClass,
    KeyMissing,
    Model,
    ModelSettings,
    ModelUnreachable,
    OpenAIModel,
)
from webapp import clock
from webapp.annotation.judging import next_readings, read
from webapp.annotation.models import Judge, JudgeRun, JudgeRunStatus, Reading, ReadingState
from webapp.runs.leases import this_process
from webapp.runs.outage import OUTAGE
from webapp.runs.subjects import allowed_addresses

logger = logging.getLogger(__name__)
_PATIENCE = 1.0
"""Seconds between two looks at what others have in hand, or at a database that is away."""
_QUEUED_FOR = timedelta(minutes=1)
"""How long a message to a worker may take before it is taken for lost. Twice does no harm."""
Stopped = Callable[[], bool]


@contextmanager
def models() -> Iterator[Callable[[Judge], Model]]:
    """The models of judges, each connected once as long as the context lasts."""
    known: dict[int, OpenAIModel] = {}
    guard = threading.Lock()

    def model_of(judge: Judge) -> Model:
        with guard:
            if judge.pk not in known:
                known[judge.pk] = _model(judge)
            return known[judge.pk]

    try:
        yield model_of
    finally:
        for model in known.values():
            model.close()


def _model(judge: Judge) -> OpenAIModel:
    try:
        chosen = ModelSettings(model=judge.model, base_url=judge.address, **judge.sampling)
        return OpenAIModel(chosen, allowed_addresses())
    except KeyMissing as missing:
        raise ModelUnreachable(ErrorClass.CREDENTIALS, str(missing)) from missing
    except AddressRefused as refused:
        raise ModelUnreachable(ErrorClass.REFUSED, str(refused)) from refused


def work(run: JudgeRun, stopped: Stopped, on_done: Callable[[int, int], None]) -> None:
    """Make all readings of a run in this process, until it is whole, pauses, or is to stop.

    A database that is locked or away is waited for.

    Args:
        run: The run.
        stopped: Whether to stop; what is under way is finished first.
        on_done: Told after each reading how many of how many are made.
    """
    going: dict[Future[bool], int] = {}
    with models() as model_of, ThreadPoolExecutor(run.concurrency, "judging") as pool:
        while True:
            try:
                if not stopped():
                    _begin(run, going, lambda reading: pool.submit(_read, reading, model_of))
                if not going and (stopped() or not _is_left(run)):
                    return
                _wait_for_one(going)
                _tell(run, on_done)
            except OUTAGE as error:
                logger.warning("the database is waited for: %s", error)
                connection.close()
                time.sleep(_PATIENCE)


def _begin(
    run: JudgeRun, going: dict[Future[bool], int], begun: Callable[[int], Future[bool]]
) -> None:
    """Begin as many readings as there is room for."""
    take_back_lost()
    run.refresh_from_db()
    under_way = set(going.values())
    room = run.concurrency - len(under_way)
    for reading in next_readings(run, run.concurrency if room else 0):
        if reading not in under_way and len(going) < run.concurrency:
            going[begun(reading)] = reading


def _wait_for_one(going: dict[Future[bool], int]) -> None:
    """Wait for a reading to be made; of those that others have in hand, for a while."""
    if not going:
        time.sleep(_PATIENCE)
        return
    done, _ = wait(going, return_when=FIRST_COMPLETED)
    for one in done:
        del going[one]
        one.result()


def _is_left(run: JudgeRun) -> bool:
    """Whether there is still something to be read, if only by those who have it in hand."""
    if run.status != JudgeRunStatus.RUNNING:
        return False
    return run.readings.filter(state=ReadingState.WAITING).exists()


def _tell(run: JudgeRun, on_done: Callable[[int, int], None]) -> None:
    total = run.readings.count()
    on_done(total - run.readings.filter(state=ReadingState.WAITING).count(), total)


def _read(reading: int, model_of: Callable[[Judge], Model]) -> bool:
    close_old_connections()
    try:
        return read(reading, model_of)
    finally:
        connection.close()


def queue_readings(queue: Callable[[int], object], run_id: int | None = None) -> int:
    """Hand readings of running runs to workers, as many at once as each run allows.

    Args:
        queue: Hands one over.
        run_id: Of which run; None: of all.

    Returns:
        How many were handed over.
    """
    take_back_lost()
    wanted = JudgeRun.objects.filter(status=JudgeRunStatus.RUNNING, by_command=False)
    if run_id is not None:
        wanted = wanted.filter(pk=run_id)
    queued: list[int] = []
    for run in wanted.filter(readings__state=ReadingState.WAITING).distinct():
        queued += _taken_for_queue(run.pk)
    for reading in queued:
        queue(reading)
    return len(queued)


def _taken_for_queue(run_id: int) -> list[int]:
    """The readings that are queued next; they are in nobody's hand, and nobody else queues them."""
    with transaction.atomic():
        running = JudgeRun.objects.select_for_update().filter(status=JudgeRunStatus.RUNNING)
        run = running.filter(pk=run_id).first()
        if run is None:
            return []
        waiting = run.readings.filter(state=ReadingState.WAITING)
        room = run.concurrency - waiting.filter(lease_until__gte=clock.now()).count()
        chosen = next_readings(run, room)
        waiting.filter(pk__in=chosen).update(lease_owner="", lease_until=clock.now() + _QUEUED_FOR)
    return chosen


def take_back_queued() -> int:
    """Let readings wait again that were queued in a process that has ended, its queue with it."""
    queued = Reading.objects.filter(
        state=ReadingState.WAITING, lease_owner="", lease_until__isnull=False
    )
    return queued.update(lease_until=None)


def take_back_lost() -> int:
    """Free what processes of this machine had in hand that are no more.

    Returns:
        How many readings.
    """
    held = Reading.objects.filter(state=ReadingState.WAITING).exclude(lease_owner="")
    owners = held.values_list("lease_owner", flat=True).distinct().order_by()
    lost = [owner for owner in owners if _is_gone(owner)]
    return held.filter(lease_owner__in=lost).update(lease_owner="", lease_until=None)


def _is_gone(owner: str) -> bool:
    """Whether the process that had a lease is known to be gone; of other machines nobody knows."""
    host, pid, mark = owner.rsplit("/", 2)
    here = this_process().rsplit("/", 2)
    if host != here[0]:
        return False
    if pid == here[1]:
        return mark != here[2]
    try:
        os.kill(int(pid), 0)
    except ProcessLookupError:
        return True
    except PermissionError:
        return False
    return False
