"""The interdependent suite: tasks over stateful apps, judged by the state that is left behind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from sandboxes._faults import FaultProfile
from sandboxes.suites._suite import AnyInstance, TaskSheet
from sandboxes.tasks import (
    Instance,
    InterdependentEnvironment,
    Template,
    Verdict,
    find_instance,
    tasks_version,
    templates,
    verdicts,
)


class Interdependent:
    """The suite; `sandboxes.suites.Suite` says what its methods are for."""

    name = "interdependent"

    def version(self) -> str:
        """The tasks' version."""
        return tasks_version()

    def sheets(self) -> Mapping[str, TaskSheet]:
        """One for each template."""
        return {name: _sheet(found) for name, found in templates(self.name).items()}

    def instance(self, task: str, seed: int, *, secret: str = "") -> Instance:
        """A template at a seed."""
        return find_instance(self.name, task, seed, secret=secret)

    def verdicts(self, jobs: Sequence[tuple[str, int]], *, secret: str = "") -> Iterator[Verdict]:
        """What the gate says."""
        return verdicts(self.name, jobs, secret=secret)

    def environment(
        self,
        instance: AnyInstance,
        profile: FaultProfile | str,
        *,
        call_budget: int | None = None,
        offered: Sequence[str] | None = None,
    ) -> InterdependentEnvironment:
        """An attempt."""
        assert isinstance(instance, Instance)
        return InterdependentEnvironment(
            instance, profile, call_budget=call_budget, offered=offered
        )

    def gold(self, instance: AnyInstance) -> dict[str, Any]:
        """What kind of task it is, and how many calls of which tools the gold makes."""
        assert isinstance(instance, Instance)
        trace = instance.longest_run.trace
        return {
            "kind": instance.draft.kind.value,
            "calls": len(trace),
            "tools": list(dict.fromkeys(call.tool for call in trace)),
        }


def _sheet(found: Template) -> TaskSheet:
    return TaskSheet(
        id=found.id,
        version=found.version,
        summary=found.summary,
        level=found.level,
        apps=found.apps,
        traps=found.traps,
        read_at=None if found.reading is None else found.reading.date,
    )


SUITE = Interdependent()
