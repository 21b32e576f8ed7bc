"""How large instances are, by their golds."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

from sandboxes._parallel import parallel_map
from sandboxes.tasks._instance import find_instance
from sandboxes.tasks._template import Decline, templates


@dataclass(frozen=True)
class Size:
    """How large an instance is.

    Args:
        task: Its template.
        seed: The instance seed.
        calls: Calls of its gold, without faults.
        tools: Distinct tools among them.
    """

    task: str
    seed: int
    calls: int
    tools: int


def sizes(suite: str, seeds: Sequence[int]) -> list[Size]:
    """How large the instances of a suite are; seeds that a template declines are left out.

    Raises:
        TaskError: there is no such suite.
    """
    jobs = [(task, seed) for task in templates(suite) for seed in seeds]
    return [size for size in parallel_map(partial(_size, suite), jobs) if size is not None]


def _size(suite: str, job: tuple[str, int]) -> Size | None:
    try:
        run = find_instance(suite, *job).longest_run
    except Decline:
        return None
    return Size(*job, calls=len(run.trace), tools=len({call.tool for call in run.trace}))
