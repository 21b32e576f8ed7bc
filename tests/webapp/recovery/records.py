"""Attempts at recovery as the database has them when they are over, made without a world."""

from __future__ import annotations

import json
from typing import Any

from evaluators.plans import PLANS
from tests.webapp.leaderboard.records import AT, attempt_of
from webapp.accounts.models import User
from webapp.attempts.models import Attempt, EndedBy, ScoreRecord, Status
from webapp.benchmark.loading import stored_suite
from webapp.benchmark.models import Instance, Task


def instance_of(workflow: str, level: int, *types: str, seed: int = 1) -> Instance:
    """A public instance of a made-up workflow, with an error of each of these types."""
    row, _ = Task.objects.get_or_create(
        suite=stored_suite("recovery"),
        name=f"{workflow}-{level}",
        defaults={"template_version": 1, "summary": workflow, "level": level, "apps": []},
    )
    labels = [{"type": name, "round": place} for place, name in enumerate(types, start=1)]
    facts: dict[str, Any] = {
        "instruction": f"Mend {workflow}.",
        "call_budget": 100,
        "gate_passed": True,
        "gold": {"level": level, "labels": labels},
    }
    instance, _ = Instance.objects.get_or_create(task=row, seed=seed, defaults=facts)
    return instance


def scored(who: str | User, instance: Instance, **facts: Any) -> Attempt:
    """An attempt that is finished and scored; these facts differ from those of a perfect one."""
    attempt = attempt_of(who, instance)
    Attempt.objects.filter(pk=attempt.pk).update(
        status=Status.FINISHED, ended_at=AT, ended_by=EndedBy.RESPONSE
    )
    score(attempt, **facts)
    return attempt


def score(attempt: Attempt, **facts: Any) -> ScoreRecord:
    """A score of an attempt, by facts."""
    solved = bool(facts.get("solved", True))
    measures = ("efficacy", "efficacy_paper", "onward", "efficiency")
    body = {
        "solved": solved,
        "completed": solved,
        **dict.fromkeys(measures, float(solved)),
        "submissions": 1,
        "invalid": 0,
        "first_invalid": False,
        "rules": {item: {"value": 1.0, "reasons": []} for item in ("S2", "S3", "S4", "S5", "E1")},
        **facts,
    }
    return ScoreRecord.objects.create(
        attempt=attempt,
        evaluator=PLANS,
        version="1",
        correct=solved,
        body=json.dumps(body),
        scored_at=AT,
    )
