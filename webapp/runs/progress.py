"""How far a set is, in as many queries for a thousand runs as for ten."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any, NamedTuple

from django.db.models import Count, Max, Min, OuterRef, Q, Subquery, Sum
from django.db.models.functions import Coalesce

from webapp import clock
from webapp.attempts.models import Attempt, Event, EventKind
from webapp.leaderboard.facts import Result, results_of
from webapp.leaderboard.rows import rates_of
from webapp.runs.caps import Used, used_by
from webapp.runs.models import ReplyRecord, Run, RunSet, RunSetStatus, RunState
from webapp.runs.pace import LOOKS_BACK, Ends, pace_of
from webapp.runs.replies import DOLLAR
from webapp.runs.standing import SEATS, Entered, Progress, Seat, Spending, Tally, Trouble
from webapp.runs.words import (
    ENDING_WORDS,
    ERROR_WORDS,
    REPLY_WORDS,
    Counted,
    ending_of,
    worded,
)


class _Group(NamedTuple):
    """Runs that are alike."""

    entrant: int
    contestant: int
    name: str
    state: str
    ending: str
    error_class: str
    number: int
    newest: int
    put_off: int
    lately: int
    first_lately: datetime | None
    began: datetime | None
    ended: datetime | None


def read_progress(run_set: RunSet) -> Progress:
    """How far a set is now."""
    now = clock.now()
    groups = _groups(run_set, now)
    tally = _tally(groups)
    used = used_by(run_set)
    replies = _replies(run_set)
    return Progress(
        run_set=run_set,
        tally=tally,
        pace=pace_of(now, _ends(groups), tally.left, tally.put_off, _stopped(run_set)),
        seats=_seats(run_set, now) if tally.running else [],
        endings=_endings(groups),
        troubles=_troubles(groups),
        used=used,
        spending=_spending(run_set.caps, used),
        replies=_counted(kind for kinds in replies.values() for kind in kinds),
        entered=_entered(run_set, groups, replies),
        took=_took(groups),
    )


def _groups(run_set: RunSet, now: datetime) -> list[_Group]:
    lately = Q(ended_at__gt=now - LOOKS_BACK)
    rows = (
        Run.objects.filter(run_set=run_set)
        .order_by("entrant", "state", "ending", "error_class")
        .values_list(
            "entrant",
            "entrant__contestant",
            "entrant__contestant__name",
            "state",
            "ending",
            "error_class",
        )
        .annotate(
            number=Count("pk"),
            newest=Max("pk"),
            put_off=Count("pk", filter=Q(state=RunState.WAITING, not_before__gt=now)),
            lately=Count("pk", filter=lately),
            first_lately=Min("ended_at", filter=lately),
            began=Min("attempt__started_at"),
            ended=Max("ended_at"),
        )
    )
    return [_Group(*row) for row in rows]


def _tally(groups: Iterable[_Group]) -> Tally:
    found = Tally()
    for group in groups:
        name = str(RunState(group.state).value)
        setattr(found, name, getattr(found, name) + group.number)
        found.put_off += group.put_off
    return found


def _ends(groups: list[_Group]) -> Ends:
    firsts = [group.first_lately for group in groups if group.first_lately is not None]
    return Ends(sum(group.lately for group in groups), min(firsts, default=None))


def _took(groups: list[_Group]) -> timedelta | None:
    began = [group.began for group in groups if group.began is not None]
    ended = [group.ended for group in groups if group.ended is not None]
    return max(ended) - min(began) if began and ended else None


def _stopped(run_set: RunSet) -> str:
    return "" if run_set.status == RunSetStatus.RUNNING else f"it is {run_set.status}"


def _endings(groups: list[_Group]) -> list[Counted]:
    numbers: dict[str, int] = defaultdict(int)
    for group in groups:
        if group.state == RunState.DONE:
            numbers[ending_of(group.ending)] += group.number
    found = [Counted(*worded(ENDING_WORDS, name), number) for name, number in numbers.items()]
    return sorted(found, key=lambda one: (-one.number, one.word))


def _troubles(groups: list[_Group]) -> list[Trouble]:
    """The worst first. The text is the newest run's: others of the class say much the same."""
    newest: dict[str, int] = {}
    failed: dict[str, int] = defaultdict(int)
    again: dict[str, int] = defaultdict(int)
    for group in groups:
        if group.error_class and group.state in (RunState.FAILED, RunState.WAITING):
            name = group.error_class
            newest[name] = max(newest.get(name, 0), group.newest)
            (failed if group.state == RunState.FAILED else again)[name] += group.number
    if not newest:
        return []
    texts = dict(Run.objects.filter(pk__in=newest.values()).values_list("error_class", "error"))
    found = [
        Trouble(name, ERROR_WORDS.get(name, name), failed[name], again[name], texts.get(name, ""))
        for name in newest
    ]
    return sorted(found, key=lambda one: (-one.failed, -one.again, one.name))


def _seats(run_set: RunSet, now: datetime) -> list[Seat]:
    calls = Event.objects.filter(attempt=OuterRef("attempt"), kind=EventKind.CALL)
    number = calls.order_by().values("attempt").annotate(n=Count("pk")).values("n")
    runs: Any = (
        Run.objects.filter(run_set=run_set, state=RunState.RUNNING)
        .select_related("attempt", "instance__task", "entrant__contestant")
        .annotate(calls=Coalesce(Subquery(number), 0))
        .order_by("pk")[:SEATS]
    )
    return [
        Seat(run, run.calls, None if begun is None else max(now - begun, timedelta()))
        for run in runs
        for begun in [None if run.attempt is None else run.attempt.started_at]
    ]


def _spending(caps: Mapping[str, Any], used: Used) -> list[Spending]:
    known = (
        ("calls", "Calls", used.calls),
        ("tokens", "Tokens", used.tokens),
        ("money", "Money", used.money or 0),
        ("seconds", "Models' time", round(used.seconds)),
    )
    return [
        Spending(
            word,
            Decimal(number),
            Decimal(str(caps[name])) if caps.get(name) is not None else None,
            is_money=name == "money",
        )
        for name, word, number in known
    ]


class _Replies(NamedTuple):
    kind: str
    number: int
    tokens: int
    cost: int | None


def _replies(run_set: RunSet) -> dict[int, list[_Replies]]:
    """Replies by entrant and kind."""
    rows = (
        ReplyRecord.objects.filter(attempt__run__run_set=run_set)
        .order_by("attempt__run__entrant", "kind")
        .values_list("attempt__run__entrant", "kind")
        .annotate(
            n=Count("pk"),
            tokens=Coalesce(Sum("prompt"), 0) + Coalesce(Sum("output"), 0),
            cost=Sum("cost"),
        )
    )
    found: dict[int, list[_Replies]] = defaultdict(list)
    for entrant, *rest in rows:
        found[entrant].append(_Replies(*rest))
    return found


def _counted(replies: Iterable[_Replies]) -> list[Counted]:
    numbers: dict[str, int] = defaultdict(int)
    for reply in replies:
        numbers[reply.kind] += reply.number
    order = [*REPLY_WORDS, *sorted(set(numbers) - set(REPLY_WORDS))]
    return [
        Counted(*worded(REPLY_WORDS, kind), numbers[kind]) for kind in order if numbers.get(kind)
    ]


def _entered(
    run_set: RunSet, groups: list[_Group], replies: Mapping[int, list[_Replies]]
) -> list[Entered]:
    results = _results(run_set)
    found = []
    for entrant, (contestant, name) in {
        group.entrant: (group.contestant, group.name) for group in groups
    }.items():
        said = replies.get(entrant, [])
        costs = [reply.cost for reply in said if reply.cost is not None]
        found.append(
            Entered(
                contestant=contestant,
                name=name,
                tally=_tally(group for group in groups if group.entrant == entrant),
                rates=rates_of(results.get(entrant, [])),
                replies=_counted(said),
                tokens=sum(reply.tokens for reply in said),
                money=Decimal(sum(costs)) / DOLLAR if costs else None,
            )
        )
    return found


def _results(run_set: RunSet) -> dict[int, list[Result]]:
    """What came of the attempts, by entrant; a run's own repeat, whatever its attempt's is."""
    runs = Run.objects.filter(run_set=run_set, attempt__started_at__isnull=False)
    places = {
        attempt: (entrant, repeat)
        for attempt, entrant, repeat in runs.values_list("attempt", "entrant", "repeat")
    }
    attempts = Attempt.objects.filter(run__run_set=run_set, started_at__isnull=False)
    found: dict[int, list[Result]] = defaultdict(list)
    for result in results_of(attempts):
        if result.attempt in places:  # else it began between the two looks
            entrant, repeat = places[result.attempt]
            found[entrant].append(result._replace(repeat=repeat))
    return found
