"""What agents did on the way: whose rows there are, and what was found of their attempts.

Four pages read this: success against the number of tools, prompt cost, failure patterns, recall.
Nothing of any gold is in it: no tool is named, there are counts and shares only.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from django.db.models import Count, Max, Sum

from evaluators import PATTERNS, TRAJECTORY_VERSION
from webapp.attempts.models import Contestant, Status
from webapp.leaderboard.facts import Entry, Facts, Result, facts_of
from webapp.leaderboard.kept import kept, once
from webapp.leaderboard.profiles import FEWEST_TASKS
from webapp.leaderboard.sets import SHORT, ConditionsSet, condition_sets, manner
from webapp.leaderboard.tallies import tells_traps
from webapp.runs.models import AnalysisRecord, ReplyRecord

PAGES = {
    "distractors": "Distractors",
    "cost": "Cost",
    "patterns": "Failure patterns",
    "recall": "Recall",
}
"""The pages, and what they are called."""
NEW = ("prompt", "responses", "output")
"""What is new to a conversation: the first prompt, what came back to it, what was said."""
BILLED = ("uncached", "cached", "output")
"""What is billed of it, over all replies."""


class Course(NamedTuple):
    """What the analysis of an attempt says, as far as it is counted here.

    Args:
        asked: Whether a model's replies are known.
        new: Tokens by `NEW`; None unless all of the usage is known.
        billed: Tokens by `BILLED`; None likewise.
        cost: In 10^-12 of a US dollar; None unless every reply has a price.
        patterns: The failure patterns that it shows.
        in_view: Share of the needed tools that were listed or retrieved; None where none is needed.
        called: Share of them that were called.
        latent_in_view: Of the latent prerequisites among them, likewise.
        latent_called: Of those, likewise.
    """

    asked: bool
    new: tuple[int, ...] | None
    billed: tuple[int, ...] | None
    cost: int | None
    patterns: frozenset[str]
    in_view: float | None
    called: float | None
    latent_in_view: float | None
    latent_called: float | None


@dataclass(frozen=True)
class Who:
    """Whose row it is.

    Args:
        name: What it is called.
        kind: "person" or "agent".
        contestant: Its key.
        mark: The beginning of its hash, where another has the same name.
        manner: How it found tools and read answers, where that is not as agents usually do.
        conditions: Key of exactly its conditions.
    """

    name: str
    kind: str
    contestant: int
    mark: str = ""
    manner: str = ""
    conditions: int = 0


@dataclass(frozen=True)
class Part:
    """Attempts under one set of conditions, at all tasks or some.

    Args:
        chosen: The conditions.
        level: Only tasks of this level; empty: of all.
        app: Only tasks with this app; empty: with any.
        rows: The results by whose they are, in the order of names.
        courses: By attempt; without those that are not analysed.
        tasks: Of all results: how many tasks.
        instances: How many instances.
    """

    chosen: ConditionsSet
    level: str
    app: str
    rows: list[tuple[Who, list[Result]]]
    courses: Mapping[int, Course]
    tasks: int
    instances: int

    @property
    def key(self) -> tuple[Hashable, ...]:
        """What it was asked for, and what was known by then."""
        return (self.chosen.digest, self.level, self.app, *analysed_so_far())

    @property
    def ended(self) -> int:
        """How many attempts are finished."""
        return sum(r.status == Status.FINISHED for _, results in self.rows for r in results)

    @property
    def analysed(self) -> int:
        """How many of them are analysed."""
        return sum(r.attempt in self.courses for _, results in self.rows for r in results)

    def analysed_of(self, results: list[Result]) -> list[tuple[Result, Course]]:
        """Those of some results that are analysed, each with its course."""
        return [(r, self.courses[r.attempt]) for r in results if r.attempt in self.courses]


def chosen_set(digest: str) -> ConditionsSet | None:
    """The set of conditions of a hash; where there is none such, the one that boards begin with."""
    sets = condition_sets()
    return next((known for known in sets if known.digest == digest), next(iter(sets), None))


def part_of(chosen: ConditionsSet, level: str = "", app: str = "") -> Part:
    """The attempts under a set of conditions at the tasks of a level and an app."""
    facts = facts_of(chosen)
    results = results_in(facts, facts.results, level=level, app=app)
    by_entry: dict[Entry, list[Result]] = defaultdict(list)
    for result in results:
        by_entry[result.entry].append(result)
    marks = marks_of({entry.contestant: facts.contestants[entry.contestant] for entry in by_entry})
    rows = []
    for entry, made in by_entry.items():
        contestant = facts.contestants[entry.contestant]
        way = manner(chosen.records[entry.conditions])
        who = who_of(contestant, marks, manner=way, conditions=entry.conditions)
        rows.append((who, made))
    return Part(
        chosen=chosen,
        level=level,
        app=app,
        rows=sorted(rows, key=lambda row: order_of(row[0])),
        courses=courses_of(chosen),
        tasks=len({result.task for result in results}),
        instances=len({result.instance for result in results}),
    )


def results_in(facts: Facts, results: list[Result], *, level: str, app: str) -> list[Result]:
    """Those of some results that are at the tasks of a level and an app.

    Of a part of the tasks those subjects are left out that tell by what they do which tasks hold
    a trap, as on the board.
    """
    among = {
        task.pk
        for task in facts.tasks.values()
        if level in ("", str(task.level)) and (not app or app in task.apps)
    }
    hides = bool(level or app)
    return [
        result
        for result in results
        if result.task in among
        and not (hides and tells_traps(facts.contestants[result.contestant]))
    ]


def marks_of(contestants: Mapping[int, Contestant]) -> dict[int, str]:
    """By contestant: the beginning of its hash, where another has the same name; else empty."""
    names = Counter((known.kind, known.name) for known in contestants.values())
    return {
        pk: known.digest[:SHORT] if names[known.kind, known.name] > 1 else ""
        for pk, known in contestants.items()
    }


def who_of(contestant: Contestant, marks: Mapping[int, str], **more: Any) -> Who:
    """A contestant as whose row it is."""
    mark = marks[contestant.pk]
    return Who(contestant.name, contestant.kind, contestant.pk, mark, **more)


def order_of(who: Who) -> tuple[object, ...]:
    """Rows in the order of names."""
    return who.name.casefold(), who.name, who.contestant, who.conditions


def is_told(results: list[Result], *, with_traps: bool) -> bool:
    """Whether what attempts did may be told.

    Of few tasks it would tell which of them hold a trap, since everybody may see which of them a
    contestant fails.

    Args:
        results: The attempts.
        with_traps: Whether whoever asks may know the traps.
    """
    failed = {result.task for result in results if result.correct is False}
    every = {result.task for result in results}
    few = len(every) < FEWEST_TASKS or 0 < len(failed) < FEWEST_TASKS
    return with_traps or not few


def analysed_so_far() -> tuple[Hashable, ...]:
    """What tells whether more was analysed: the analysis of an attempt never changes."""
    return once("analysed", _analysed_so_far)


def _analysed_so_far() -> tuple[Hashable, ...]:
    known = AnalysisRecord.objects.filter(version=TRAJECTORY_VERSION)
    return tuple(known.aggregate(n=Count("pk"), last=Max("pk")).values())


def courses_of(chosen: ConditionsSet) -> Mapping[int, Course]:
    """The courses of the finished attempts under a set of conditions, by attempt."""
    key = ("courses", chosen.digest, *analysed_so_far())
    return kept(key, lambda: _courses(chosen))


def _courses(chosen: ConditionsSet) -> Mapping[int, Course]:
    finished = {"attempt__conditions__in": chosen.records, "attempt__status": Status.FINISHED}
    replies = ReplyRecord.objects.filter(**finished).order_by().values_list("attempt")
    costs = {
        attempt: int(cost) if priced == made else None
        for attempt, made, priced, cost in replies.annotate(
            made=Count("pk"), priced=Count("cost"), total=Sum("cost")
        )
    }
    bodies = AnalysisRecord.objects.filter(version=TRAJECTORY_VERSION, **finished)
    rows = bodies.order_by("attempt").values_list("attempt", "body").iterator(chunk_size=1_000)
    return {attempt: _course(body, costs.get(attempt)) for attempt, body in rows}


def _course(body: Mapping[str, Any], cost: int | None) -> Course:
    tokens, recall = body["tokens"], body["recall"]
    shown = {pattern["name"] for pattern in body["patterns"]}
    return Course(
        asked=tokens["billed"] is not None,
        new=_known(tokens["unique"], NEW),
        billed=_known(tokens["billed"], BILLED),
        cost=cost,
        patterns=frozenset(shown.intersection(PATTERNS)),
        in_view=recall["in_view"]["needed"]["share"],
        called=recall["called"]["needed"]["share"],
        latent_in_view=recall["in_view"]["latent"]["share"],
        latent_called=recall["called"]["latent"]["share"],
    )


def _known(
    tokens: Mapping[str, int | None] | None, names: tuple[str, ...]
) -> tuple[int, ...] | None:
    found = [None if tokens is None else tokens[name] for name in names]
    known = tuple(number for number in found if number is not None)
    return known if len(known) == len(names) else None
