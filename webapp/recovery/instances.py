"""Instances of recovery, as pages list them and tell of them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from sandboxes import catalogue
from sandboxes.workflows import ErrorType, RecoveryInstance
from webapp.accounts.models import User
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt, ScoreRecord, Status
from webapp.attempts.opening import agent, conditions_for, open_attempt, person
from webapp.benchmark.loading import current_suite
from webapp.benchmark.models import Instance, Split
from webapp.pages.forms import AGENT
from webapp.pages.listing import AttemptRow, attempt_rows, listed_attempts
from webapp.pages.logs import Passage
from webapp.pages.words import in_words, readable_json
from webapp.recovery.drawing import Drawing, draw
from webapp.recovery.told import Wave, passage, waves

INSTANCES_A_PAGE = 50
ATTEMPTS_SHOWN = 50
SUITE = RecoveryInstance.suite


@dataclass(frozen=True)
class ToolTold:
    """A tool that plans may use.

    Args:
        name: Its name.
        description: What it does, in the words that subjects get.
        schema: What it takes, as JSON.
    """

    name: str
    description: str
    schema: str


@dataclass(frozen=True)
class LabelTold:
    """What is wrong, and where.

    Args:
        type: Type of the error, as the benchmark spells it.
        group: What such errors are about.
        round: After which wave it came about.
        node: At which node.
        field: Which part of it, in words.
        was: What stood there; None for nothing.
        became: What stands there; None for nothing.
    """

    type: str
    group: str
    round: int
    node: str
    field: str
    was: Passage | None
    became: Passage | None


@dataclass(frozen=True)
class AttemptAtIt:
    """An attempt at an instance.

    Args:
        row: The attempt, as it is listed.
        efficacy: E5; None before its end, or unscored.
    """

    row: AttemptRow
    efficacy: float | None


@dataclass(frozen=True)
class Answer:
    """What is wrong with an instance, and how it is mended.

    Args:
        labels: What is wrong.
        repair: The canonical repair, drawn with its differences from the plan that is held.
        others: How many other repairs are listed.
        rounds_before: r0.
        rounds_left: R*.
        best_rounds: G_q.
        fewest_calls: C*.
    """

    labels: list[LabelTold]
    repair: Drawing
    others: int
    rounds_before: int
    rounds_left: int
    best_rounds: int
    fewest_calls: int


@dataclass(frozen=True)
class InstanceView:
    """What the page of an instance tells.

    Args:
        record: The instance.
        query: What is asked for.
        rounds_before: How many rounds were run before somebody takes over.
        is_offered: Whether it can be attempted.
        plan: The plan that is held; None if today's code no longer makes this instance.
        observed: What the calls of its last wave returned.
        history: What earlier waves returned.
        tools: Those that plans may use.
        answer: What is wrong; None to those who may not know.
    """

    record: Instance
    query: str
    rounds_before: int
    is_offered: bool
    plan: Drawing | None
    observed: list[Wave]
    history: list[Wave]
    tools: list[ToolTold]
    answer: Answer | None


def listed_instances() -> list[Instance]:
    """The public instances of today's suite that have passed the gate."""
    suite = current_suite(SUITE)
    found = Instance.objects.filter(task__suite=suite, split=Split.PUBLIC, gate_passed=True)
    return list(found.select_related("task").order_by("task__name", "seed"))


def readable_instances(user: object) -> QuerySet[Instance]:
    """Those that somebody may look at: the public ones that passed; a researcher, all."""
    related = Instance.objects.filter(task__suite__name=SUITE)
    related = related.select_related("task__suite", "draw")
    if isinstance(user, User) and user.is_researcher:
        return related
    return related.filter(split=Split.PUBLIC, gate_passed=True)


def query_of(record: Instance) -> str:
    """What an instance asks for, without the paragraph on how plans are submitted."""
    return record.instruction.rpartition("\n\n")[0]


def matching(instances: Sequence[Instance], chosen: Mapping[str, str]) -> list[Instance]:
    """Those instances that are asked for.

    Args:
        instances: Instances with their tasks.
        chosen: Words to search for, level and app; empty ones ask for nothing.
    """
    words = chosen.get("q", "").casefold().split()
    return [
        one
        for one in instances
        if all(word in f"{one.task.name} {query_of(one)}".casefold() for word in words)
        and chosen.get("level", "") in ("", str(one.task.level))
        and (not chosen.get("app") or chosen["app"] in one.task.apps)
    ]


def read_instance(record: Instance, *, with_answer: bool) -> InstanceView:
    """All that may be told of an instance.

    Args:
        record: The instance.
        with_answer: Whether whoever asks may know what is wrong.
    """
    made = todays(record)
    return InstanceView(
        record=record,
        query=query_of(record),
        rounds_before=record.gold["rounds_before"],
        is_offered=made is not None and _is_in_use(record),
        plan=None if made is None else draw(made.plan, ran=statuses(made)),
        observed=[] if made is None else waves(_observed(made)),
        history=[] if made is None else waves(made.history),
        tools=[] if made is None else [_tool(name) for name in made.offered],
        answer=_answer(made) if made is not None and with_answer else None,
    )


def todays(record: Instance) -> RecoveryInstance | None:
    """An instance of recovery as the code of today makes it; None if that is another one."""
    made = made_instance(record)
    if not isinstance(made, RecoveryInstance) or made.fingerprint != record.fingerprint:
        return None
    return made


def statuses(made: RecoveryInstance) -> dict[str, str]:
    """What came of the nodes that ran before somebody takes over, by id."""
    return {name: run.outcome.status for name, run in made.executor.ledger.items()}


def attempts_at(record: Instance, user: User) -> list[AttemptAtIt]:
    """The newest attempts at an instance, of those that a user may read."""
    newest = ScoreRecord.objects.filter(attempt=OuterRef("pk")).order_by("-id")
    found = listed_attempts(user).filter(instance=record)
    shown = list(found.annotate(score=Subquery(newest.values("body")[:1]))[:ATTEMPTS_SHOWN])
    rows = attempt_rows(shown, user)
    return [AttemptAtIt(row, _efficacy(row.attempt)) for row in rows]


def open_at(user: User, record: Instance, chosen: Mapping[str, Any]) -> Attempt:
    """Open an attempt at an instance.

    Args:
        user: Whose it is.
        record: At what.
        chosen: The cleaned data of an `OpenRecoveryForm`.

    Raises:
        DoorError: it can't be opened.
    """
    by_agent = chosen["contestant"] == AGENT
    contestant = agent(chosen["agent"], {}, user) if by_agent else person(user)
    conditions = conditions_for(record, view="json" if by_agent else "readable")
    return open_attempt(record, contestant, conditions, user)


def _is_in_use(record: Instance) -> bool:
    retired = record.draw is not None and record.draw.retired_at is not None
    return record.gate_passed and not retired and record.task.suite == current_suite(SUITE)


def _observed(made: RecoveryInstance) -> list[dict[str, Any]]:
    return [{"round": made.rounds_before, **run} for run in made.observations]


def _tool(name: str) -> ToolTold:
    told = catalogue()[name].documentation()
    return ToolTold(name, told["description"], readable_json(told["input_schema"]))


def _efficacy(attempt: Any) -> float | None:
    """E5 by the newest score, with which an attempt is annotated; nobody's while it is open."""
    if attempt.status != Status.FINISHED or attempt.score is None:
        return None
    found = json.loads(attempt.score).get("efficacy")
    return None if found is None else float(found)


def _answer(made: RecoveryInstance) -> Answer:
    return Answer(
        labels=[label_told(label.as_json()) for label in made.labels],
        repair=draw(made.repairs[0], before=made.plan, ran=statuses(made)),
        others=len(made.repairs) - 1,
        rounds_before=made.rounds_before,
        rounds_left=made.rounds_left,
        best_rounds=made.best_rounds,
        fewest_calls=made.fewest_calls,
    )


def label_told(label: Mapping[str, Any]) -> LabelTold:
    """A label, as JSON, in words."""
    return LabelTold(
        type=label["type"],
        group=ErrorType(label["type"]).group.value,
        round=label["round"],
        node=label["node"],
        field=_field_words(label["field"]),
        was=_value(label["was"]),
        became=_value(label["became"]),
    )


def _field_words(field: str) -> str:
    part, _, name = field.partition("/")
    if name:
        return f"argument {name}"
    return "the whole node" if part == "node" else in_words(part)


def _value(value: Any) -> Passage | None:
    if value is None:
        return None
    return passage(value if isinstance(value, str) else readable_json(value))
