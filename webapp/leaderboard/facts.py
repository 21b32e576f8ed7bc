"""The attempts behind a table, read with few queries however many there are."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Q, QuerySet

from sandboxes import CallClass, Outcome
from webapp.attempts.models import Attempt, Contestant, Event, EventKind, Status
from webapp.benchmark.models import Task
from webapp.leaderboard.kept import kept
from webapp.leaderboard.sets import ConditionsSet, counted_attempts


class Result(NamedTuple):
    """An attempt that was begun, and what its newest score says; None unless it is finished."""

    attempt: int
    contestant: int
    conditions: int
    task: int
    instance: int
    repeat: int
    status: str
    score: int | None
    evaluator: str | None
    version: str | None
    correct: bool | None
    misbehaving: int | None
    completion_rate: float | None
    misbehaving_rate: float | None

    @property
    def entry(self) -> Entry:
        """Whose row it counts in."""
        return Entry(self.contestant, self.conditions)


_NO_SCORE: dict[str, Any] = dict.fromkeys(
    (
        "score",
        "evaluator",
        "version",
        "correct",
        "misbehaving",
        "completion_rate",
        "misbehaving_rate",
    )
)


class Entry(NamedTuple):
    """One row: a contestant under exactly these conditions."""

    contestant: int
    conditions: int


@dataclass(frozen=True)
class Calls:
    """Calls of finished attempts.

    Args:
        classes: How many of each class; they add up to all.
        unlisted: How many of them were of tools that were not on offer.
    """

    classes: Mapping[CallClass, int]
    unlisted: int = 0

    @property
    def total(self) -> int:
        """All calls."""
        return sum(self.classes.values())


NO_CALLS = Calls(dict.fromkeys(CallClass, 0))


@dataclass(frozen=True)
class Facts:
    """What a table is made of.

    Args:
        results: The attempts.
        calls: By row and task, the calls of those that are finished.
        contestants: Who made them.
        tasks: The tasks of the suite.
    """

    results: list[Result]
    calls: Mapping[tuple[Entry, int], Calls]
    contestants: Mapping[int, Contestant]
    tasks: Mapping[int, Task]


def facts_of(chosen: ConditionsSet) -> Facts:
    """All attempts under a set of conditions."""
    return kept(("facts", chosen.digest), lambda: _facts(chosen))


def _facts(chosen: ConditionsSet) -> Facts:
    attempts = counted_attempts().filter(conditions__in=chosen.records)
    suite = Q(suite__name=chosen.conditions.suite, suite__version=chosen.conditions.suite_version)
    return Facts(
        results_of(attempts),
        calls_of(attempts),
        Contestant.objects.in_bulk(chosen.contestants),
        {task.pk: task for task in Task.objects.filter(suite).order_by("name")},
    )


def results_of(attempts: QuerySet[Attempt]) -> list[Result]:
    """The results of attempts, in the order in which they were opened."""
    rows = attempts.order_by("pk", "scores__id").values_list(
        "pk",
        "contestant_id",
        "conditions_id",
        "instance__task_id",
        "instance_id",
        "repeat",
        "status",
        "scores__id",
        "scores__evaluator",
        "scores__version",
        "scores__correct",
        "scores__misbehaving",
        "scores__completion_rate",
        "scores__misbehaving_rate",
    )
    # Of several scores of an attempt the newest comes last, and stays.
    found = {row[0]: Result(*row) for row in rows}.values()
    return [
        result if result.status == Status.FINISHED else result._replace(**_NO_SCORE)
        for result in found
    ]


def calls_of(attempts: QuerySet[Attempt]) -> dict[tuple[Entry, int], Calls]:
    """By row and task: the calls of those attempts that are finished."""
    finished = attempts.filter(status=Status.FINISHED).order_by().values("pk")
    rows = (
        Event.objects.filter(kind=EventKind.CALL, attempt__in=finished)
        .order_by()
        .values_list(
            "attempt__contestant_id",
            "attempt__conditions_id",
            "attempt__instance__task_id",
            "status",
        )
        .annotate(n=Count("pk"), unlisted=Count("pk", filter=Q(unlisted=True)))
    )
    classes: dict[tuple[Entry, int], dict[CallClass, int]] = {}
    unlisted: dict[tuple[Entry, int], int] = defaultdict(int)
    for contestant, conditions, task, status, number, hidden in rows:
        place = Entry(contestant, conditions), task
        known = classes.setdefault(place, dict.fromkeys(CallClass, 0))
        known[Outcome(status, None).call_class] += number
        unlisted[place] += hidden
    return {place: Calls(known, unlisted[place]) for place, known in classes.items()}


def summed(calls: Iterable[Calls]) -> Calls:
    """Calls added up."""
    known = list(calls)
    classes = {kind: sum(found.classes[kind] for found in known) for kind in CallClass}
    return Calls(classes, sum(found.unlisted for found in known))
