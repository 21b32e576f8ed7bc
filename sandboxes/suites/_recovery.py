"""The recovery suite: plans that have gone wrong, each workflow at both levels."""

from __future__ import annotations

import logging
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any

from sandboxes._faults import FaultProfile
from sandboxes._parallel import parallel_map
from sandboxes.suites._suite import AnyInstance, TaskSheet
from sandboxes.tasks import Decline, TaskError, Verdict
from sandboxes.workflows import (
    RecoveryEnvironment,
    RecoveryInstance,
    Workflow,
    recovery_instance,
    workflows,
    workflows_version,
)

logger = logging.getLogger(__name__)
LEVELS = (1, 2)
"""1: one error. 2: an error in each of two or three rounds."""


class Recovery:
    """The suite; `sandboxes.suites.Suite` says what its methods are for."""

    name = "recovery"

    def version(self) -> str:
        """The workflows' version."""
        return workflows_version()

    def sheets(self) -> Mapping[str, TaskSheet]:
        """Two for each workflow, one for each level."""
        found = (_sheet(workflow, level) for workflow in workflows().values() for level in LEVELS)
        return {sheet.id: sheet for sheet in found}

    def instance(self, task: str, seed: int, *, secret: str = "") -> RecoveryInstance:
        """A workflow that has gone wrong; which errors, the seed decides."""
        workflow, level = workflow_of(task)
        return recovery_instance(workflow, level, seed, secret=secret)

    def verdicts(self, jobs: Sequence[tuple[str, int]], *, secret: str = "") -> Iterator[Verdict]:
        """What the gate says: that the instance could be made is what proves it."""
        return parallel_map(partial(_verdict, secret), jobs)

    def environment(
        self,
        instance: AnyInstance,
        profile: FaultProfile | str,
        *,
        call_budget: int | None = None,
        offered: Sequence[str] | None = None,
    ) -> RecoveryEnvironment:
        """An attempt; there is one tool, and no faults but those that were injected."""
        assert isinstance(instance, RecoveryInstance)
        return RecoveryEnvironment(instance, call_budget=call_budget)

    def gold(self, instance: AnyInstance) -> dict[str, Any]:
        """What is wrong, and how few rounds and calls it takes."""
        assert isinstance(instance, RecoveryInstance)
        return {
            "level": instance.level,
            "labels": [label.as_json() for label in instance.labels],
            "rounds_before": instance.rounds_before,
            "best_rounds": instance.best_rounds,
            "fewest_calls": instance.fewest_calls,
        }


def workflow_of(task: str) -> tuple[str, int]:
    """Workflow and level of a task, which is called ``<workflow>-<level>``.

    Raises:
        TaskError: there is no such task.
    """
    name, _, level = task.rpartition("-")
    if name not in workflows() or level not in map(str, LEVELS):
        raise TaskError(f"no task {task!r} in suite recovery: <workflow>-1 or <workflow>-2")
    return name, int(level)


def _sheet(workflow: Workflow, level: int) -> TaskSheet:
    return TaskSheet(
        id=f"{workflow.id}-{level}",
        version=workflow.version,
        summary=workflow.summary,
        level=level,
        apps=workflow.apps,
    )


def _verdict(secret: str, job: tuple[str, int]) -> Verdict:
    """What came of making an instance; a workflow that breaks down fails, and the others go on."""
    task, seed = job
    verdict = Verdict(task, seed)
    workflow, level = workflow_of(task)
    try:
        made = recovery_instance(workflow, level, seed, secret=secret)
    except Decline as reason:
        verdict.declined = str(reason)
    except Exception as error:
        logger.exception("%s/%s can't be made", task, seed)
        verdict.blame("error", f"{type(error).__name__}: {error}")
    else:
        verdict.passing, verdict.failing = len(made.repairs), 1
    return verdict


SUITE = Recovery()
