"""What comes of doing nothing: the floors beside every board."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from evaluators import CANNOT_BE_DONE, DONE, TaskKind
from sandboxes.tasks import Decline, TaskError, find_instance
from webapp.attempts.conditions import Conditions
from webapp.benchmark.models import Instance, Split

_LABELS = {kind.value for kind in TaskKind} - {TaskKind.CHANGE.value}


@dataclass(frozen=True)
class Floor:
    """What comes of finishing at once.

    Args:
        claim: With what.
        right: At how many instances that is right.
        instances: Of how many.
    """

    claim: str
    right: int
    instances: int

    @property
    def share(self) -> float:
        """The success."""
        return self.right / self.instances


def floors_of(conditions: Conditions) -> list[Floor]:
    """The floors of a suite: always “done”, and always “cannot be done”, without a call.

    Args:
        conditions: They name the suite.
    """
    rows = Instance.objects.filter(
        task__suite__name=conditions.suite,
        task__suite__version=conditions.suite_version,
        split=Split.PUBLIC,
        gate_passed=True,
    ).values_list("task__name", "task__traps", "seed")
    kinds = [_kind(conditions.suite, task, seed, traps) for task, traps, seed in rows]
    if not kinds:
        return []
    return [
        Floor(DONE, kinds.count(TaskKind.DO_NOTHING), len(kinds)),
        Floor(CANNOT_BE_DONE, kinds.count(TaskKind.IMPOSSIBLE), len(kinds)),
    ]


def _kind(suite: str, task: str, seed: int, traps: list[str]) -> TaskKind:
    """What an instance asks for. Worlds are made only where a label says that it may be nothing."""
    return _made_kind(suite, task, seed) if _LABELS & {*traps} else TaskKind.CHANGE


@functools.lru_cache(maxsize=4096)
def _made_kind(suite: str, task: str, seed: int) -> TaskKind:
    try:
        return find_instance(suite, task, seed).draft.kind
    except (TaskError, Decline):
        return TaskKind.CHANGE
