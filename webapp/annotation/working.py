"""Who works on a judge's run: workers, a few readings at once, or a command."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager
from datetime import timedelta

from django.db import close_old_connections

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
from webapp.runs.subjects import allowed_addresses

QUEUED_FOR = timedelta(minutes=5)
"""How long a message to a worker may take before it is taken for lost."""
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

    Args:
        run: The run.
        stopped: Whether to stop; what is under way is finished first.
        on_done: Told after each reading how many of how many are made.
    """
    total = run.readings.count()
    with models() as model_of, ThreadPoolExecutor(run.concurrency) as pool:
        going: dict[Future[bool], int] = {}
        while True:
            run.refresh_from_db()
            room = 0 if stopped() else run.concurrency - len(going)
            under_way = set(going.values())
            for reading in next_readings(run, room + len(under_way)):
                if reading not in under_way and len(going) < run.concurrency:
                    going[pool.submit(_read_in_thread, reading, model_of)] = reading
            if not going:
                return
            done, _ = wait(going, return_when=FIRST_COMPLETED)
            for one in done:
                going.pop(one)
                one.result()
            left = run.readings.filter(state=ReadingState.WAITING).count()
            on_done(total - left, total)


def _read_in_thread(reading: int, model_of: Callable[[Judge], Model]) -> bool:
    try:
        return read(reading, model_of)
    finally:
        close_old_connections()


def queue_readings(queue: Callable[[int], object]) -> int:
    """Hand readings of running runs to workers, as many at once as each run allows.

    Args:
        queue: Hands one over.

    Returns:
        How many were handed over.
    """
    take_back_lost()
    queued = 0
    running = JudgeRun.objects.filter(status=JudgeRunStatus.RUNNING, by_command=False)
    for run in running:
        waiting = run.readings.filter(state=ReadingState.WAITING)
        room = run.concurrency - waiting.filter(lease_until__gt=clock.now()).count()
        for reading in next_readings(run, room):
            waiting.filter(pk=reading).update(lease_owner="", lease_until=clock.now() + QUEUED_FOR)
            queue(reading)
            queued += 1
    return queued


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
