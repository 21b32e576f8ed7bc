"""Many instances: workflows are made once each, and as many errors put into them as are wanted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from sandboxes._parallel import parallel_map
from sandboxes._streams import Stream
from sandboxes.tasks._template import Decline
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._gate import doubts
from sandboxes.workflows._template import find_workflow
from sandboxes.workflows._workflow_instance import WorkflowInstance, make_workflow
from sandboxes.workflows.injection._assignment import Assignment, Job, Order
from sandboxes.workflows.injection._export import exported
from sandboxes.workflows.injection._faulty import (
    NoPlace,
    RecoveryInstance,
    Wanted,
    make_faulty,
)
from sandboxes.workflows.injection._places import all_places
from sandboxes.workflows.injection._quotas import Types, wanted_types

_MOST_PHASES = 300
_DRAWS = 3


@dataclass(frozen=True)
class Recipe:
    """What an instance is remade by.

    Args:
        workflow: Name of the template.
        seed: Its instance seed.
        errors: Which errors after which waves.
        draw: Name of the stream that decides between candidates.
    """

    workflow: str
    seed: int
    errors: Wanted
    draw: str

    def as_json(self) -> dict[str, Any]:
        """The recipe as it is exported."""
        return {
            "workflow": self.workflow,
            "seed": self.seed,
            "errors": [[number, error.value] for number, error in self.errors],
            "draw": self.draw,
        }


@dataclass(frozen=True)
class Batch:
    """What came of a job.

    Args:
        made: Instances as they are exported.
        left: Orders for which there was no place.
        doubts: Why the workflow was not used at this seed, if its own gate speaks against it.
    """

    made: tuple[dict[str, Any], ...]
    left: tuple[Order, ...]
    doubts: tuple[str, ...] = ()


def remake(recipe: Recipe) -> RecoveryInstance:
    """The instance of a recipe.

    Raises:
        NoPlace: there is none, by this version of the workflows.
    """
    instance = make_workflow(find_workflow(recipe.workflow), recipe.seed)
    return make_faulty(instance, recipe.errors, Stream(recipe.seed, recipe.draw))


def generate(level: int, count: int, seed: int) -> Iterator[Batch]:
    """Instances with the paper's shares of errors, each of them proved, on all cores.

    Args:
        level: 1 or 2.
        count: How many.
        seed: Decides worlds, errors and places; the same seed gives the same instances.

    Yields:
        What came of each job, in a fixed order; of those that have found no place at the end, the
        orders are in the last batch.
    """
    left = list(enumerate(wanted_types(level, count, seed)))
    assignment = Assignment(all_places(), seed)
    for phase in range(_MOST_PHASES):
        jobs = assignment.jobs(left, f"recovery {level} {seed} {phase}")
        left = []
        for batch in parallel_map(make_some, jobs):
            left.extend(batch.left)
            yield Batch(batch.made, (), batch.doubts)
        if not left:
            return
    yield Batch((), tuple(left))


def make_some(job: Job) -> Batch:
    """Do one job."""
    try:
        instance = make_workflow(find_workflow(job.workflow), job.seed)
    except Decline:
        return Batch((), job.orders)
    found = doubts(instance)
    if found:
        told = (f"{instance.id}: {doubt.check}: {doubt.text}" for doubt in found)
        return Batch((), job.orders, tuple(told))
    made, left, seen = [], [], set[str]()
    for number, types in job.orders:
        one = _one(instance, job, number, types, seen)
        if one is None:
            left.append((number, types))
        else:
            made.append(one)
    return Batch(tuple(made), tuple(left))


def _one(
    instance: WorkflowInstance, job: Job, number: int, types: Types, seen: set[str]
) -> dict[str, Any] | None:
    """One instance that is not there yet, exported; None if there is no place for it."""
    for turn in range(_DRAWS):
        name = f"{job.part} {number} {turn}"
        for errors in _rounds(instance, types, Stream(job.seed, name, "rounds")):
            try:
                found = make_faulty(instance, errors, Stream(job.seed, name))
            except NoPlace:
                continue
            if found.id not in seen:
                seen.add(found.id)
                return exported(found, Recipe(job.workflow, job.seed, errors, name).as_json())
    return None


def _rounds(instance: WorkflowInstance, types: Types, draw: Stream) -> Sequence[Wanted]:
    """After which waves the errors come: one after any of them, several one a round from the first.

    The subject takes over after the last.
    """
    if len(types) > 1:
        return [tuple(enumerate(types, start=1))]
    numbers = draw.shuffled(list(range(1, len(instance.waves) + 1)))
    return [((number, types[0]),) for number in numbers]


class Tally:
    """What a generation adds up to.

    Args:
        level: Of its instances.
    """

    def __init__(self, level: int) -> None:
        self._level = level
        self._types: Counter[str] = Counter()
        self._rounds: dict[int, Counter[str]] = {}
        self._failures: list[str] = []
        self.instances = 0

    def add(self, batch: Batch) -> None:
        """Add a batch."""
        self.instances += len(batch.made)
        for made in batch.made:
            types = [label["type"] for label in made["labels"]]
            self._types.update(set(types))
            for number, name in enumerate(types, start=1):
                self._rounds.setdefault(number, Counter())[name] += 1
        self._failures.extend(batch.doubts)
        for number, wanted in batch.left:
            self._failures.append(f"no place for instance {number}: {', '.join(wanted)}")

    def as_json(self) -> dict[str, Any]:
        """instances, verified, by_level, by_type and failures; at level 2 by_round as well.

        By type: instances that have it, each once in all of its types. By round: labels. What is
        not proved is not made, so all instances are verified.
        """
        found = {
            "instances": self.instances,
            "verified": self.instances,
            "by_level": {str(self._level): self.instances},
            "by_type": {error.value: self._types[error.value] for error in ErrorType},
            "failures": self._failures,
        }
        if self._level > 1:
            found["by_round"] = {
                str(number): {error.value: counts[error.value] for error in ErrorType}
                for number, counts in sorted(self._rounds.items())
            }
        return found
