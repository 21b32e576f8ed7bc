"""Independent jobs on all cores, results in the order of the jobs."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

J = TypeVar("J")
R = TypeVar("R")

_WORTH_A_POOL = 24
_CHUNK = 4


def parallel_map(function: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
    """Do a function for all jobs; few jobs are done in this process.

    Whatever ends the iteration early (an interrupt, an exception) ends the workers as well.

    Args:
        function: A module-level function of one picklable job.
        jobs: The jobs.

    Returns:
        The results, in the order of the jobs. An exception of a job is raised in its place.
    """
    workers = os.cpu_count() or 1
    if len(jobs) < _WORTH_A_POOL or workers == 1:
        yield from map(function, jobs)
        return
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(workers, mp_context=context, initializer=_become_worker)
    try:
        yield from pool.map(function, jobs, chunksize=_CHUNK)
    except BaseException:
        for child in multiprocessing.active_children():
            child.terminate()
        raise
    finally:
        pool.shutdown(cancel_futures=True)


def _become_worker() -> None:
    """Leave interrupts to the parent, and end when it does, even if it was killed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)
