"""What a suite is to whoever hosts it, and which there are."""

from __future__ import annotations

import importlib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from sandboxes._faults import FaultProfile
from sandboxes.tasks import Instance, InterdependentEnvironment, TaskError, Verdict
from sandboxes.workflows import RecoveryEnvironment, RecoveryInstance

AnyInstance = Instance | RecoveryInstance
AnyEnvironment = InterdependentEnvironment | RecoveryEnvironment

_MODULES = {
    "interdependent": "sandboxes.suites._interdependent",
    "recovery": "sandboxes.suites._recovery",
}


@dataclass(frozen=True)
class TaskSheet:
    """What is known of a task before it has an instance.

    Args:
        id: Its name.
        version: Raised when the meaning of its instances changes.
        summary: What it is about, in a line.
        level: Its difficulty, by its suite's own scale.
        apps: Servers whose state it changes or asks about.
        traps: Labels of the traps it holds.
        read_at: When its instruction had its second reading, as YYYY-MM-DD; None before.
    """

    id: str
    version: int
    summary: str
    level: int
    apps: tuple[str, ...]
    traps: tuple[str, ...] = ()
    read_at: str | None = None


class Suite(Protocol):
    """A suite of tasks."""

    @property
    def name(self) -> str:
        """Its name."""

    def version(self) -> str:
        """A short hash over everything that makes its instances what they are."""

    def sheets(self) -> Mapping[str, TaskSheet]:
        """Its tasks by name, sorted."""

    def instance(self, task: str, seed: int, *, secret: str = "") -> AnyInstance:
        """A task at a seed.

        Args:
            task: Name of the task.
            seed: The instance seed, a positive integer.
            secret: What to mix into the world's seed; nothing for a public instance.

        Raises:
            TaskError: there is no such task.
            Decline: the task does not fit this seed's world.
        """

    def verdicts(self, jobs: Sequence[tuple[str, int]], *, secret: str = "") -> Iterator[Verdict]:
        """What the gate says of instances, one after the other, worked out on all cores.

        Args:
            jobs: Names of tasks with instance seeds.
            secret: What is mixed into the worlds' seeds, for private instances.
        """

    def environment(
        self,
        instance: AnyInstance,
        profile: FaultProfile | str,
        *,
        call_budget: int | None = None,
        offered: Sequence[str] | None = None,
    ) -> AnyEnvironment:
        """An attempt at an instance.

        Args:
            instance: An instance of this suite.
            profile: How often calls meet faults.
            call_budget: How many calls may be made; None: as many as the instance allows.
            offered: Names of the tools on offer; None: all of the suite.

        Raises:
            KeyError: no such profile.
        """

    def gold(self, instance: AnyInstance) -> dict[str, Any]:
        """What researchers may know of an instance before it is attempted, as JSON."""


def suite_names() -> tuple[str, ...]:
    """The names of all suites."""
    return tuple(_MODULES)


def find_suite(name: str) -> Suite:
    """A suite by its name.

    Raises:
        TaskError: there is none.
    """
    if name not in _MODULES:
        raise TaskError(f"no suite {name!r}; there are: {', '.join(_MODULES)}")
    found: Suite = importlib.import_module(_MODULES[name]).SUITE
    return found


def known_tasks(name: str, wanted: Sequence[str]) -> list[str]:
    """The names of the chosen tasks of a suite; of all if none is named.

    Args:
        name: The suite.
        wanted: Names of tasks.

    Raises:
        TaskError: there is no such suite or task.
    """
    sheets = find_suite(name).sheets()
    for task in wanted:
        if task not in sheets:
            raise TaskError(f"no task {task!r} in suite {name}; there are: {', '.join(sheets)}")
    return list(wanted or sheets)
