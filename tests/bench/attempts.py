"""The oracle on all cores, at instances that are at hand, as they are in a site that serves."""

from __future__ import annotations

import multiprocessing
import os
import time
from multiprocessing.synchronize import Barrier

from agents import make_agent, run_attempt
from sandboxes.tasks import Decline, Instance, find_instance, templates

SUITE = "interdependent"


def oracle_rate(seeds: range) -> tuple[float, int]:
    """Attempts in a second, logs and scores included, at the instances of some seeds.

    Returns:
        The rate, and how many attempts.
    """
    cores = os.cpu_count() or 1
    context = multiprocessing.get_context("spawn")
    ready = context.Barrier(cores)
    queue: multiprocessing.Queue[tuple[int, float, float]] = context.Queue()
    for part in range(cores):
        context.Process(target=_share, args=(part, cores, seeds, ready, queue)).start()
    found = [queue.get() for _ in range(cores)]
    count = sum(number for number, _, _ in found)
    seconds = max(end for _, _, end in found) - min(start for _, start, _ in found)
    return count / seconds, count


def _share(
    part: int,
    parts: int,
    seeds: range,
    ready: Barrier,
    queue: multiprocessing.Queue[tuple[int, float, float]],
) -> None:
    """One process's share of the instances: made first, then attempted at the same time as all."""
    instances = [
        found for task in list(templates(SUITE))[part::parts] for found in _of(task, seeds)
    ]
    for instance in instances:
        assert instance.ends
        assert instance.call_budget
    ready.wait()
    start = time.monotonic()
    for instance in instances:
        result = run_attempt(make_agent("oracle", instance), instance)
        assert result.score is not None, instance.id
        assert result.score.correct, instance.id
        assert result.log, instance.id
    queue.put((len(instances), start, time.monotonic()))


def _of(task: str, seeds: range) -> list[Instance]:
    found = []
    for seed in seeds:
        try:
            found.append(find_instance(SUITE, task, seed))
        except Decline:
            continue
    return found
