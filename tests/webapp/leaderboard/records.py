"""Attempts as the database has them when they are over, made without a world."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from webapp.accounts.models import User
from webapp.attempts.models import (
    Attempt,
    Contestant,
    EndedBy,
    Event,
    EventKind,
    ScoreRecord,
    Status,
)
from webapp.attempts.opening import agent, conditions_for, open_attempt, person
from webapp.benchmark.loading import stored_suite
from webapp.benchmark.models import Instance, Task

AT = datetime.fromisoformat("2026-03-01T12:00:00+00:00")
LIKE_PEOPLE = {"access": "palette", "view": "readable"}
OK, FAILED, FAULT, SYNTACTIC = "ok", "failed", "internal_error", "error"


def instance_of(
    task: str = "buy", seed: int = 1, *, level: int = 1, apps: tuple[str, ...] = ("LightShop",)
) -> Instance:
    """A public instance of a made-up task of today's suite."""
    row, _ = Task.objects.get_or_create(
        suite=stored_suite("interdependent"),
        name=task,
        defaults={"template_version": 1, "summary": task, "level": level, "apps": list(apps)},
    )
    gate = {"passing_ways": 0, "failing_variants": 0, "dropped_variants": 0, "failures": []}
    facts = {"instruction": f"Do {task}.", "call_budget": 100, "gate_passed": True, "gate": gate}
    instance, _ = Instance.objects.get_or_create(task=row, seed=seed, defaults=facts)
    return instance


def attempt_of(who: str | User, instance: Instance, **choices: Any) -> Attempt:
    """An attempt that was begun; of a person if a user is given, else of an agent so named."""
    owner = who if isinstance(who, User) else None
    contestant = person(who) if isinstance(who, User) else agent(who, {}, None)
    conditions = conditions_for(instance, **({} if owner is None else LIKE_PEOPLE) | choices)
    attempt = open_attempt(instance, contestant, conditions, owner)
    Attempt.objects.filter(pk=attempt.pk).update(started_at=AT)
    return attempt


def scored(
    who: str | User,
    instance: Instance,
    made: int = 1,
    *,
    of: int = 1,
    broken: int = 0,
    correct: bool | None = None,
    calls: tuple[str, ...] = (),
    **choices: Any,
) -> Attempt:
    """An attempt that is finished and has a score.

    Args:
        who: Who made it.
        instance: At what.
        made: How many of the required changes were made.
        of: How many there are.
        broken: How many forbidden changes were made.
        correct: Whether it counts as correct, where the changes alone do not say it.
        calls: Status of each call.
        choices: What of the conditions is not as usual.
    """
    attempt = attempt_of(who, instance, **choices)
    for number, status in enumerate(calls, start=1):
        Event.objects.create(
            attempt=attempt, number=number, kind=EventKind.CALL, at=AT, status=status
        )
    Attempt.objects.filter(pk=attempt.pk).update(
        status=Status.FINISHED, ended_at=AT, ended_by=EndedBy.SUBJECT, claim="done"
    )
    right = made == of and not broken if correct is None else correct
    score(attempt, "1", correct=right, made=made, of=of, broken=broken)
    return attempt


def score(
    attempt: Attempt, version: str, *, correct: bool, made: int = 1, of: int = 1, broken: int = 0
) -> ScoreRecord:
    """A score of an attempt by a version of the evaluator."""
    return ScoreRecord.objects.create(
        attempt=attempt,
        evaluator="state_diff",
        version=version,
        correct=correct,
        total=of,
        correct_changes=made,
        misbehaving=broken,
        completion_rate=made / of if of else None,
        misbehaving_rate=broken / of if of else None,
        body="{}",
        scored_at=AT,
    )


def errored(who: str | User, instance: Instance) -> Attempt:
    """An attempt that broke on our side."""
    attempt = attempt_of(who, instance)
    Attempt.objects.filter(pk=attempt.pk).update(
        status=Status.ERRORED, ended_at=AT, ended_by=EndedBy.ERROR, error="Traceback"
    )
    return attempt


def contestant_named(name: str) -> Contestant:
    """The contestant of a name."""
    return Contestant.objects.get(name=name)
