"""Success against the number of tools that a task does not need: the curve of saturation.

Only paired runs tell it (one contestant at the same instances under each number), since how hard
the instances are would else be mistaken for what more tools do.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any

from evaluators import FEWEST_SHARED, Estimate, clustered_mean
from sandboxes import sorted_json
from webapp.attempts.conditions import Conditions
from webapp.attempts.models import Contestant, ContestantKind
from webapp.benchmark.models import Task
from webapp.leaderboard.facts import Facts, Result, results_of
from webapp.leaderboard.findings import Who, marks_of, order_of, results_in, who_of
from webapp.leaderboard.kept import kept
from webapp.leaderboard.rows import success_by_instance
from webapp.leaderboard.sets import ConditionsSet, condition_sets, counted_attempts, manner

ALL = 10_001
"""Stands for all tools: more than can be chosen, so that it comes last."""
_LISTING = ("full_context", "distractors")
"""Strategies that are one loop, and differ in how many tools are listed alone."""


@dataclass(frozen=True)
class Point:
    """A contestant's success under one number of distractors.

    Args:
        distractors: How many; `ALL` where all tools are listed.
        who: Under which name it was run.
        success: At the shared instances, with its interval.
        scored: How many instances have a score under this number, shared or not.
    """

    distractors: int
    who: Who
    success: Estimate
    scored: int

    @property
    def word(self) -> str:
        """The number, in a word."""
        return "all" if self.distractors == ALL else f"{self.distractors:,}"


@dataclass(frozen=True)
class Line:
    """A contestant under several numbers of distractors.

    Args:
        who: Whose it is.
        points: The fewest distractors first. Without shared instances their success is of none.
        shared: How many instances have a score under every number.
        change: Of success, from the fewest to the most: the mean over the shared instances of the
            difference at each.
    """

    who: Who
    points: list[Point]
    shared: int
    change: Estimate

    @property
    def is_short(self) -> bool:
        """Whether it rests on so few tasks that nothing is told apart, as in ranks."""
        return self.change.clusters < FEWEST_SHARED

    @property
    def is_worse(self) -> bool:
        """Whether success clearly falls."""
        return not self.is_short and self.change.high is not None and self.change.high < 0

    @property
    def is_better(self) -> bool:
        """Whether it clearly rises."""
        return not self.is_short and self.change.low is not None and self.change.low > 0


@dataclass(frozen=True)
class Curves:
    """What the page of distractors shows.

    Args:
        lines: Those under several numbers, in the order of names.
        single: How many contestants were run under one number alone.
        numbers: All numbers of distractors on the lines.
    """

    lines: list[Line]
    single: int
    numbers: list[int]

    @property
    def drawn(self) -> list[Line]:
        """The lines that have something to draw."""
        return [line for line in self.lines if line.shared]

    @property
    def worse(self) -> int:
        """How many clearly fall."""
        return sum(line.is_worse for line in self.lines)

    @property
    def better(self) -> int:
        """How many clearly rise."""
        return sum(line.is_better for line in self.lines)


def read_curves(chosen: ConditionsSet, level: str = "", app: str = "") -> Curves:
    """The curves under conditions that differ from those chosen in nothing but which tools are
    listed.

    Args:
        chosen: The conditions.
        level: Only tasks of this level; empty: of all.
        app: Only tasks with this app; empty: with any.
    """
    family = _family(chosen)
    key = ("curves", _apart_from_tools(chosen.conditions).digest, level, app)
    return kept(key, lambda: _curves(family, level, app))


def _family(chosen: ConditionsSet) -> dict[int, Conditions]:
    """The conditions under which some number of distractors is listed, by their key."""
    common = _apart_from_tools(chosen.conditions)
    return {
        record: conditions
        for known in condition_sets()
        if _apart_from_tools(known.conditions) == common
        for record, conditions in known.records.items()
        if conditions.access != "retrieval"
    }


def _apart_from_tools(conditions: Conditions) -> Conditions:
    """The conditions without which tools are listed, and how answers are set."""
    common = {"access": "all", "distractors": 0, "retriever": "", "top_k": 0, "view": "json"}
    return conditions.model_copy(update=common)


def _curves(family: Mapping[int, Conditions], level: str, app: str) -> Curves:
    every = results_of(counted_attempts().filter(conditions__in=family))
    contestants = Contestant.objects.in_bulk({result.contestant for result in every})
    facts = Facts(every, {}, contestants, Task.objects.in_bulk({result.task for result in every}))
    system = _systems(contestants)
    by_line: dict[Hashable, dict[int, list[Result]]] = defaultdict(lambda: defaultdict(list))
    for result in results_in(facts, every, level=level, app=app):
        conditions = family[result.conditions]
        line = system[result.contestant], conditions.view
        by_line[line][_number(conditions)].append(result)
    # What was begun and has no score yet is no run under its number.
    scored = [
        {number: made for number, made in found.items() if any(r.score is not None for r in made)}
        for found in by_line.values()
    ]
    marks = marks_of(contestants)
    lines = [_line(found, family, contestants, marks) for found in scored if len(found) > 1]
    return Curves(
        lines=sorted(lines, key=lambda line: order_of(line.who)),
        single=sum(len(found) == 1 for found in scored),
        numbers=sorted({point.distractors for line in lines for point in line.points}),
    )


def _number(conditions: Conditions) -> int:
    return conditions.distractors if conditions.access == "needed" else ALL


def _systems(contestants: Mapping[int, Contestant]) -> dict[int, Hashable]:
    """By contestant, what it is apart from which tools it is given.

    An agent with all tools and the same with some are two contestants, each named after its
    strategy; here they are one. But where two of the same strategy would come together, they
    stay apart: somebody gave them names of their own.
    """
    found: dict[int, Hashable] = {pk: pk for pk in contestants}
    together: dict[Hashable, list[Contestant]] = defaultdict(list)
    for contestant in contestants.values():
        if contestant.details.get("strategy") in _LISTING and _is_ours(contestant):
            rest = {name: v for name, v in contestant.details.items() if name != "strategy"}
            together[contestant.user_id, sorted_json(rest)].append(contestant)
    for what, known in together.items():
        if len({contestant.details["strategy"] for contestant in known}) == len(known):
            found |= {contestant.pk: what for contestant in known}
    return found


def _is_ours(contestant: Contestant) -> bool:
    """Whether a run set made it, which says of what it is; anybody's own words say nothing."""
    return contestant.kind == ContestantKind.AGENT and "prompts" in contestant.details


def _line(
    found: Mapping[int, list[Result]],
    family: Mapping[int, Conditions],
    contestants: Mapping[int, Contestant],
    marks: Mapping[int, str],
) -> Line:
    numbers = sorted(found)
    success = {number: success_by_instance(found[number]) for number in numbers}
    shared = sorted(set.intersection(*(set(success[number]) for number in numbers)))
    task_of = {str(r.instance): str(r.task) for made in found.values() for r in made}
    points = []
    for number in numbers:
        newest = found[number][-1]
        way = manner(family[newest.conditions])
        who = who_of(
            contestants[newest.contestant], marks, manner=way, conditions=newest.conditions
        )
        at_shared = {instance: success[number][instance] for instance in shared}
        points.append(Point(number, who, _clustered(at_shared, task_of), len(success[number])))
    fewest, most = success[numbers[0]], success[numbers[-1]]
    differences = {instance: most[instance] - fewest[instance] for instance in shared}
    return Line(points[-1].who, points, len(shared), _clustered(differences, task_of))


def _clustered(values: Mapping[str, float], task_of: Mapping[str, str]) -> Estimate:
    by_task: dict[str, list[float]] = defaultdict(list)
    for instance, value in values.items():
        by_task[task_of[instance]].append(value)
    return clustered_mean(by_task)


def curve_lines(curves: Curves) -> list[dict[str, Any]]:
    """The points as lines for programs: every number as it was calculated."""
    return [
        {
            "contestant": line.who.name,
            "point_contestant_id": point.who.contestant,
            "distractors": point.word,
            "success": point.success.mean,
            "success_low": point.success.low,
            "success_high": point.success.high,
            "shared_instances": line.shared,
            "tasks": point.success.clusters,
            "scored_instances": point.scored,
            "change": line.change.mean,
            "change_low": line.change.low,
            "change_high": line.change.high,
        }
        for line in curves.lines
        for point in line.points
    ]
