"""A contestant as its page shows it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Q, QuerySet
from django.http import Http404

from webapp.accounts.models import User
from webapp.attempts.conditions import Conditions
from webapp.attempts.models import Attempt, ConditionsRecord, Contestant, ContestantKind, Status
from webapp.benchmark.models import Task
from webapp.leaderboard.facts import calls_of, results_of, summed
from webapp.leaderboard.namesakes import Namesake, namesakes_of
from webapp.leaderboard.rows import Rates, rates_of
from webapp.leaderboard.sets import (
    SHORT,
    ConditionsSet,
    counted_attempts,
    outdated,
    todays_suites,
)
from webapp.leaderboard.tallies import Group, by_app, by_level, by_task, tells_traps
from webapp.pages.access import readable_attempts
from webapp.pages.words import readable_json

FEWEST_TASKS = 5
"""Of fewer, a mean over those where something had to change would tell which these are."""


@dataclass(frozen=True)
class Profile:
    """What is told of a contestant.

    Args:
        contestant: Who it is.
        details: What an agent is, as terms.
        namesakes: Other agents of its name.
        chosen: Under which conditions; None if it attempted nothing that counts.
        rates: What its attempts come to.
        groups: By level and by app; None where that would tell which tasks ask for nothing.
        tasks: By task; None likewise.
        is_rated: Whether R_c and R_b may be told.
        older: How many attempts at older versions are left out.
    """

    contestant: Contestant
    details: list[tuple[str, str]]
    namesakes: list[Namesake]
    chosen: ConditionsSet | None
    rates: Rates
    groups: list[Group] | None
    tasks: list[Group] | None
    is_rated: bool
    older: int

    @property
    def mark(self) -> str:
        """The beginning of its hash, by which boards tell equal names apart."""
        return self.contestant.digest[:SHORT]

    @property
    def readable(self) -> bool:
        """Whether whoever asks may read any of its attempts."""
        return any(group.attempts for group in self.tasks or ())


def contestant_of(id_: int) -> Contestant:
    """A contestant who has begun an attempt.

    Raises:
        Http404: there is none.
    """
    found = Contestant.objects.filter(pk=id_, pk__in=counted_attempts().values("contestant"))
    contestant = found.first()
    if contestant is None:
        raise Http404
    return contestant


def conditions_of(contestant: Contestant) -> list[ConditionsSet]:
    """The conditions under which a contestant attempted today's suites; most scored first."""
    rows = (
        counted_attempts()
        .filter(contestant=contestant, instance__task__suite__in=todays_suites())
        .order_by("conditions")
        .values_list("conditions")
        .annotate(started=Count("pk"), scored=Count("pk", filter=Q(status=Status.FINISHED)))
    )
    counts = {record: known for record, *known in rows}
    found = []
    for record in ConditionsRecord.objects.filter(pk__in=counts):
        conditions = Conditions.model_validate(record.body)
        one = {record.pk: conditions}
        found.append(ConditionsSet(conditions.digest, conditions, one, set(), *counts[record.pk]))
    return sorted(found, key=lambda known: (-known.scored, known.digest))


def read_profile(
    contestant: Contestant, sets: list[ConditionsSet], digest: str, viewer: Any, *, with_traps: bool
) -> Profile:
    """A contestant under one of its conditions.

    Args:
        contestant: Who.
        sets: Its conditions.
        digest: The hash of those to show; empty: the first.
        viewer: Who looks: finds links to the attempts that are readable.
        with_traps: Whether whoever looks may know the traps of tasks.
    """
    chosen = next((known for known in sets if known.digest == digest), next(iter(sets), None))
    every = counted_attempts().filter(contestant=contestant)
    attempts = every.filter(conditions__in=[] if chosen is None else chosen.records)
    results = results_of(attempts)
    # Which task an attempt is at is not told while it runs: its name may give something away.
    ended = [result for result in results if result.status != Status.OPEN]
    tasks = Task.objects.in_bulk({result.task for result in ended})
    readable = _readable(viewer, attempts)
    shown = with_traps or not tells_traps(contestant)
    rates = rates_of(results, summed(calls_of(attempts).values()))
    return Profile(
        contestant=contestant,
        details=_details(contestant),
        namesakes=namesakes_of(contestant),
        chosen=chosen,
        rates=rates,
        groups=[*by_level(ended, tasks), *by_app(ended, tasks)] if shown else None,
        tasks=by_task(ended, tasks, readable) if shown else None,
        is_rated=with_traps or rates.tasks >= FEWEST_TASKS,
        older=outdated(every).count(),
    )


def _readable(viewer: Any, attempts: QuerySet[Attempt]) -> set[int]:
    """Which of some attempts whoever looks may read."""
    if not isinstance(viewer, User):
        return set()
    found = readable_attempts(viewer).filter(pk__in=attempts.order_by().values("pk"))
    return {*found.values_list("pk", flat=True)}


def _details(contestant: Contestant) -> list[tuple[str, str]]:
    """What tells an agent apart. Of a person there is nothing to tell but the pseudonym."""
    if contestant.kind != ContestantKind.AGENT:
        return []
    return [
        (str(name), value if isinstance(value, str) else readable_json(value))
        for name, value in sorted(contestant.details.items())
    ]
