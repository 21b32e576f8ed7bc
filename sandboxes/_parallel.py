"""Independent jobs on all cores, results in the order of the jobs."""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

J = TypeVar("J")
R = TypeVar("R")

_WORTH_A_POOL = 24
_CHUNK = 4


def parallel_map(function: Callable[[J], R], jobs: Sequence[J]) -> Iterator[R]:
    """The function's results for all jobs, in order; few jobs are done in this process.

    Args:
        function: A module-level function of one picklable job.
        jobs: The jobs.
    """
    workers = os.cpu_count() or 1
    if len(jobs) < _WORTH_A_POOL or workers == 1:
        yield from map(function, jobs)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(workers, mp_context=context) as pool:
        yield from pool.map(function, jobs, chunksize=_CHUNK)
