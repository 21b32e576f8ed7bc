"""Conditions under which rows stand in one table, and what is said of them."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Any

from django.db.models import Count, Q, QuerySet

from sandboxes.tasks import SUITES
from webapp.attempts.conditions import Conditions
from webapp.attempts.models import Attempt, ConditionsRecord, Status
from webapp.benchmark.loading import current_suite
from webapp.benchmark.models import PUBLIC_TABLE, Suite
from webapp.leaderboard.kept import kept, once
from webapp.pages.catalogue import loaded_suites
from webapp.pages.words import counted, duration, joined

SHORT = 8
"""How much of a hash is shown."""

_OFFERS = {
    "all": "all listed",
    "palette": "by search",
    "needed": "the needed ones and {others} listed",
    "retrieval": "{retrieval}",
}
_VIEWS = {"json": "as JSON", "readable": "as tables"}


@dataclass
class ConditionsSet:
    """Conditions that differ in nothing but how the tools are found and the answers are set.

    People search a palette and read tables where an agent gets a list and JSON: neither gets more
    than the other. They stand in one table, and each row says how it was. Whatever else differs
    makes another set, and another table.

    Args:
        digest: Hash of the conditions that all are compared by.
        conditions: Those conditions.
        records: The conditions themselves.
        contestants: Who has begun an attempt under them.
        started: How many attempts were begun.
        scored: How many of them are finished.
    """

    digest: str
    conditions: Conditions
    records: dict[int, Conditions] = field(default_factory=dict)
    contestants: set[int] = field(default_factory=set)
    started: int = 0
    scored: int = 0

    @property
    def short(self) -> str:
        """The beginning of the hash."""
        return self.digest[:SHORT]

    @property
    def words(self) -> str:
        """What differs from the default, where something does."""
        return differing(self.conditions) or "default conditions"

    @property
    def under(self) -> str:
        """The same, to stand in a sentence after “under”."""
        told = differing(self.conditions)
        return f"conditions of their own: {told}" if told else "the default conditions"


def counted_attempts() -> QuerySet[Attempt]:
    """The attempts that count: begun, whatever came of them."""
    return Attempt.objects.filter(started_at__isnull=False)


def todays_suites(suite: str = "") -> list[Suite]:
    """The suites of today's code; attempts at others are in no table.

    Args:
        suite: Name of the one suite that is asked for; empty: those of the board.
    """
    if not suite:
        return once("suites", loaded_suites)
    found = once(("suite", suite), lambda: current_suite(suite))
    return [] if found is None else [found]


def condition_sets(suite: str = "") -> list[ConditionsSet]:
    """The sets under which today's suites were attempted: those at public instances first, and
    among them most scored attempts first.

    Args:
        suite: Name of the one suite that is asked for; empty: those of the board.
    """
    suites = todays_suites(suite)
    return kept(("sets", *(suite.pk for suite in suites)), lambda: _sets(suites))


def older_attempts(suite: str = "") -> int:
    """How many attempts were begun at suites of older versions; no table counts them.

    Args:
        suite: Name of the one suite that is asked for; empty: those of the board.
    """
    names, suites = _names(suite), todays_suites(suite)
    others = outdated(counted_attempts(), suite)
    return kept(("older", *names, *(known.pk for known in suites)), others.count)


def outdated(attempts: QuerySet[Attempt], suite: str = "") -> QuerySet[Attempt]:
    """Those of some attempts that are at older versions of suites.

    Args:
        attempts: Some.
        suite: Name of the one suite that is asked for; empty: those of the board.
    """
    ours = attempts.filter(instance__task__suite__name__in=_names(suite))
    return ours.exclude(instance__task__suite__in=todays_suites(suite))


def _names(suite: str) -> tuple[str, ...]:
    return (suite,) if suite else SUITES


def _sets(suites: list[Suite]) -> list[ConditionsSet]:
    found = (
        counted_attempts()
        .filter(instance__task__suite__in=suites)
        .order_by("conditions", "contestant")
        .values_list("conditions", "contestant")
        .annotate(started=Count("pk"), scored=Count("pk", filter=Q(status=Status.FINISHED)))
    )
    records: dict[int, list[Any]] = defaultdict(list)
    for record, *counts in found:
        records[record].append(counts)
    sets: dict[str, ConditionsSet] = {}
    for row in ConditionsRecord.objects.filter(pk__in=records).order_by("pk"):
        conditions = Conditions.model_validate(row.body)
        common = comparable(conditions)
        into = sets.setdefault(common.digest, ConditionsSet(common.digest, common))
        into.records[row.pk] = conditions
        for contestant, started, scored in records[row.pk]:
            into.contestants.add(contestant)
            into.started += started
            into.scored += scored
    return sorted(sets.values(), key=_first_shown)


def _first_shown(known: ConditionsSet) -> tuple[bool, int, str]:
    return known.conditions.instances != PUBLIC_TABLE, -known.scored, known.digest


def comparable(conditions: Conditions) -> Conditions:
    """The conditions by which attempts are compared."""
    access = "all" if conditions.access == "palette" else conditions.access
    return conditions.model_copy(update={"access": access, "view": "json"})


def differing(conditions: Conditions) -> str:
    """In words, what of the conditions is not as it is by default; empty if nothing is."""
    told = []
    if conditions.instances != PUBLIC_TABLE:
        told.append(f"{conditions.instances} instances")
    if conditions.profile != _default("profile"):
        told.append("no faults" if conditions.profile == "none" else f"{conditions.profile} faults")
    if conditions.call_budget is not None:
        told.append(f"{counted(conditions.call_budget, 'call')} at most")
    if conditions.seconds is None:
        told.append("no time limit")
    elif conditions.seconds != _default("seconds"):
        told.append(f"{duration(conditions.seconds)} at most")
    if conditions.access == "needed":
        told.append(f"only the needed tools and {_others(conditions)} listed")
    if conditions.access == "retrieval":
        told.append(_retrieval(conditions))
    if conditions.hints != _default("hints"):
        told.append(f"hints: {conditions.hints}")
    return joined(told)


def manner(conditions: Conditions) -> str:
    """How the tools were found and the answers read, where that is not as agents usually do."""
    told = []
    if conditions.access == "palette":
        told.append(f"tools {_OFFERS[conditions.access]}")
    if conditions.view != _default("view"):
        told.append(f"answers {_VIEWS[conditions.view]}")
    return ", ".join(told)


def in_full(conditions: Conditions) -> list[tuple[str, str]]:
    """Everything about the conditions, as terms and what they are."""
    budget, seconds = conditions.call_budget, conditions.seconds
    return [
        ("Suite", f"{conditions.suite} {conditions.suite_version}"),
        ("Instances", conditions.instances),
        ("Calls", "at least 100, and 4 for each needed one" if budget is None else f"{budget:,}"),
        ("Time", "no limit" if seconds is None else f"{duration(seconds)} without pauses"),
        ("Faults of the world", conditions.profile),
        (
            "Tools",
            _OFFERS[conditions.access].format(
                others=_others(conditions), retrieval=_retrieval(conditions)
            ),
        ),
        ("Answers", _VIEWS[conditions.view]),
        ("Hints", conditions.hints),
        ("Catalogue of tools", conditions.catalogue_hash),
        ("All in one hash", conditions.digest),
    ]


def _others(conditions: Conditions) -> str:
    return counted(conditions.distractors, "other")


def _retrieval(conditions: Conditions) -> str:
    """How tools are retrieved; the retriever's version is in the hash."""
    name = conditions.retriever.split(" ")[0]
    if conditions.top_k:
        return f"the {counted(conditions.top_k, 'tool')} listed that {name} finds nearest"
    return f"tools looked for with {name}"


def _default(name: str) -> Any:
    return Conditions.model_fields[name].default
