"""Who solves what: counts by task and by contestant."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Container, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from webapp.attempts.models import Contestant, ContestantKind
from webapp.benchmark.models import Task
from webapp.leaderboard.facts import Entry, Result, facts_of
from webapp.leaderboard.rows import Counts, Mean, completion_of, counts_of, misbehaving_of
from webapp.leaderboard.sets import ConditionsSet, condition_sets, manner

_TELLTALES = ("noop", "greedy")
"""Built-in subjects that tell by what they solve which tasks ask for nothing or hold a trap."""


@dataclass(frozen=True)
class Solver:
    """A contestant at one task.

    Args:
        contestant: Who.
        manner: How it found tools and read answers, where that is not as agents usually do.
        counts: Its attempts.
    """

    contestant: Contestant
    manner: str
    counts: Counts


@dataclass(frozen=True)
class TaskTally:
    """Who solves a task, under one set of conditions.

    Args:
        conditions: Which; None if nothing was attempted yet.
        solvers: Those with a score, the most successful first.
        people: All people's attempts.
        agents: All agents' attempts.
    """

    conditions: ConditionsSet | None
    solvers: list[Solver]
    people: Counts
    agents: Counts

    @property
    def correct(self) -> int:
        """How many attempts solved it."""
        return self.people.correct + self.agents.correct

    @property
    def scored(self) -> int:
        """Of how many that are finished and scored."""
        return self.people.scored + self.agents.scored

    @property
    def share(self) -> float | None:
        """How easy it is: the share that solved it; None if nothing is scored."""
        return self.correct / self.scored if self.scored else None


@dataclass(frozen=True)
class Group:
    """A contestant's attempts at a task, or at tasks that have something in common.

    Args:
        name: Of the task; else what they have in common.
        counts: How many there are.
        completion: Their R_c.
        misbehaving: Their R_b.
        attempts: Those with a score that whoever asks may read.
    """

    name: str
    counts: Counts
    completion: Mean
    misbehaving: Mean
    attempts: list[int] = field(default_factory=list)


def solved_by_task() -> dict[str, Counts]:
    """By name: attempts at the tasks under the conditions that most attempts were made under."""
    sets = condition_sets()
    if not sets:
        return {}
    facts = facts_of(sets[0])
    found: dict[int, list[Result]] = defaultdict(list)
    for result in facts.results:
        if not tells_traps(facts.contestants[result.contestant]):
            found[result.task].append(result)
    return {facts.tasks[task].name: counts_of(results) for task, results in found.items()}


def with_solved(tasks: list[Any]) -> list[Any]:
    """Tasks, each with its counts of `solved_by_task` as `solved`."""
    found = solved_by_task()
    for task in tasks:
        task.solved = found.get(task.name)
    return tasks


def task_tally(task: Task, *, with_traps: bool) -> TaskTally:
    """Who solves a task, under the conditions that most attempts were made under.

    Args:
        task: The task.
        with_traps: Whether whoever asks may know its traps.
    """
    sets = condition_sets()
    if not sets:
        return TaskTally(None, [], counts_of([]), counts_of([]))
    facts = facts_of(sets[0])
    by_entry: dict[Entry, list[Result]] = defaultdict(list)
    for result in facts.results:
        hidden = tells_traps(facts.contestants[result.contestant]) and not with_traps
        if result.task == task.pk and not hidden:
            by_entry[result.entry].append(result)
    solvers = [
        Solver(
            facts.contestants[entry.contestant],
            manner(sets[0].records[entry.conditions]),
            counts_of(results),
        )
        for entry, results in by_entry.items()
    ]
    solvers = sorted((known for known in solvers if known.counts.scored), key=_most_successful)

    def of(kind: ContestantKind) -> Counts:
        return counts_of(
            result
            for entry, results in by_entry.items()
            if facts.contestants[entry.contestant].kind == kind
            for result in results
        )

    return TaskTally(sets[0], solvers, of(ContestantKind.PERSON), of(ContestantKind.AGENT))


def tells_traps(contestant: Contestant) -> bool:
    """Whether what a contestant solves tells the traps of tasks, which people must find."""
    return contestant.user_id is None and contestant.name in _TELLTALES


def by_task(
    results: list[Result], tasks: Mapping[int, Task], readable: Container[int]
) -> list[Group]:
    """A contestant's attempts by task, in the order of their names."""
    return _groups(results, tasks, lambda task: [task.name], readable)


def by_level(results: list[Result], tasks: Mapping[int, Task]) -> list[Group]:
    """The same by level."""
    return _groups(results, tasks, lambda task: [f"Level {task.level}"])


def by_app(results: list[Result], tasks: Mapping[int, Task]) -> list[Group]:
    """The same by app; a task with several counts for each."""
    return _groups(results, tasks, lambda task: task.apps)


def _groups(
    results: list[Result],
    tasks: Mapping[int, Task],
    names: Callable[[Task], Iterable[str]],
    readable: Container[int] = (),
) -> list[Group]:
    found: dict[str, list[Result]] = defaultdict(list)
    for result in results:
        for name in names(tasks[result.task]):
            found[name].append(result)
    return [
        Group(
            name,
            counts_of(found[name]),
            completion_of(found[name]),
            misbehaving_of(found[name]),
            [r.attempt for r in found[name] if r.score is not None and r.attempt in readable],
        )
        for name in sorted(found)
    ]


def _most_successful(solver: Solver) -> tuple[object, ...]:
    share = solver.counts.share or 0
    return -share, -solver.counts.scored, solver.contestant.name, solver.contestant.pk
