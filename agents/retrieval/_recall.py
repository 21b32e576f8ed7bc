"""How much of what tasks need a retriever finds by their instructions alone."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import partial

from agents.retrieval._retriever import Retriever
from evaluators import Estimate, clustered_mean
from sandboxes import parallel_map
from sandboxes.tasks import Decline, chosen_tasks, find_instance, latent_tools


@dataclass(frozen=True)
class Case:
    """An instance, as far as retrieval goes.

    Args:
        task: Id of its template.
        seed: Its seed.
        level: The template's level.
        apps: How many apps the template needs.
        instruction: What the subject reads.
        needed: The tools that it takes.
        latent: Those of them that are latent prerequisites (`latent_tools`).
    """

    task: str
    seed: int
    level: int
    apps: int
    instruction: str
    needed: frozenset[str]
    latent: frozenset[str]


@dataclass(frozen=True)
class Searched:
    """An instance, and what its instruction finds.

    Args:
        case: The instance.
        found: Names of tools, best first.
    """

    case: Case
    found: tuple[str, ...]


@dataclass(frozen=True)
class Recall:
    """What share of the tools that an instance needs was found.

    Args:
        needed: Of all needed tools.
        latent: Of the latent prerequisites; None if there are none.
    """

    needed: float
    latent: float | None

    @property
    def complete(self) -> bool:
        """Whether nothing that is needed is missing."""
        return self.needed == 1.0


@dataclass(frozen=True)
class Measured:
    """Recall over some instances: means with 95 % intervals, clustered by template.

    Args:
        k: How many tools were retrieved by each instruction.
        needed: Recall of needed tools.
        latent: Recall of latent prerequisites, over the instances that have any.
        complete: Share of instances of which all needed tools were found.
    """

    k: int
    needed: Estimate
    latent: Estimate
    complete: Estimate


def cases(suite: str, tasks: Sequence[str], seeds: Sequence[int]) -> list[Case]:
    """The instances of templates at seeds, but for those that decline, on all cores.

    Args:
        suite: Name of the suite.
        tasks: Template ids; none for all.
        seeds: Instance seeds.

    Raises:
        TaskError: there is no such suite or template.
    """
    jobs = [(task, seed) for task in chosen_tasks(suite, tasks) for seed in seeds]
    found = parallel_map(partial(_case, suite), jobs)
    return [case for case in found if case is not None]


def _case(suite: str, job: tuple[str, int]) -> Case | None:
    task, seed = job
    try:
        instance = find_instance(suite, task, seed)
    except Decline:
        return None
    needed, template = instance.needed_tools, instance.template
    latent = latent_tools(needed, instance.instruction)
    return Case(
        task, seed, template.level, len(template.apps), instance.instruction, needed, latent
    )


def recall(case: Case, found: Collection[str]) -> Recall:
    """What share of what an instance needs is among the tools that were found.

    Args:
        case: The instance.
        found: Names of tools.
    """
    latent = _share(case.latent, found) if case.latent else None
    return Recall(_share(case.needed, found), latent)


def _share(wanted: Collection[str], found: Collection[str]) -> float:
    return sum(name in found for name in wanted) / len(wanted)


def searched(chosen: Sequence[Case], retriever: Retriever, k: int) -> list[Searched]:
    """Search by the instruction of each instance alone.

    Args:
        chosen: The instances.
        retriever: What finds tools.
        k: How many tools it is asked for: the most that will be looked at.

    Raises:
        ValueError: k is less than 1.
    """
    return [Searched(case, tuple(retriever.best(case.instruction, k))) for case in chosen]


def measured(searches: Sequence[Searched], k: int) -> Measured:
    """Recall over some instances.

    Args:
        searches: What was found for each, k tools at least.
        k: How many of these, from the best, to look at.
    """
    found = [(search.case, recall(search.case, search.found[:k])) for search in searches]
    return Measured(
        k,
        needed=_mean(found, lambda recalled: recalled.needed),
        latent=_mean(found, lambda recalled: recalled.latent),
        complete=_mean(found, lambda recalled: float(recalled.complete)),
    )


def _mean(
    found: Sequence[tuple[Case, Recall]], value: Callable[[Recall], float | None]
) -> Estimate:
    by_template: dict[str, list[float]] = {}
    for case, recalled in found:
        one = value(recalled)
        if one is not None:
            by_template.setdefault(case.task, []).append(one)
    return clustered_mean(by_template)
