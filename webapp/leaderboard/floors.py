"""What comes of doing nothing: the floors beside every board."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators import CANNOT_BE_DONE, DONE, TaskKind
from webapp.attempts.conditions import Conditions
from webapp.benchmark.models import Instance


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
        conditions: They name the suite, and which of its instances.
    """
    instances = Instance.objects.filter(
        task__suite__name=conditions.suite,
        task__suite__version=conditions.suite_version,
        gate_passed=True,
    ).select_related("draw")
    kinds = [i.gold.get("kind") for i in instances if i.table == conditions.instances]
    if not kinds:
        return []
    return [
        Floor(DONE, kinds.count(TaskKind.DO_NOTHING.value), len(kinds)),
        Floor(CANNOT_BE_DONE, kinds.count(TaskKind.IMPOSSIBLE.value), len(kinds)),
    ]
