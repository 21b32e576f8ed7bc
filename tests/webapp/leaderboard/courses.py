"""Attempts with what was found of them on the way, made without a world."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evaluators import TRAJECTORY_VERSION, Pattern, Recall
from tests.webapp.leaderboard.records import AT, scored
from webapp.accounts.models import User
from webapp.attempts.conditions import Conditions
from webapp.attempts.models import Attempt, ConditionsRecord, Contestant
from webapp.attempts.opening import agent
from webapp.benchmark.models import Instance
from webapp.runs.models import AnalysisRecord, ReplyRecord

RETRIEVAL = {"access": "retrieval", "retriever": "bm25 1", "top_k": 30}
Parts = tuple[int | None, int | None, int | None]


def needed(distractors: int) -> dict[str, Any]:
    """Conditions under which so many tools are listed besides the needed ones."""
    return {"access": "needed", "distractors": distractors}


def under(
    conditions: dict[str, Any],
    who: str | User | Contestant,
    instance: Instance,
    made: int = 1,
    **how: Any,
) -> Attempt:
    """A finished attempt under conditions that a made-up task can't be opened under."""
    attempt = scored(who.name if isinstance(who, Contestant) else who, instance, made, **how)
    body = Conditions.model_validate(attempt.conditions.body).model_copy(update=conditions)
    record, _ = ConditionsRecord.objects.get_or_create(
        digest=body.digest, defaults={"body": body.model_dump()}
    )
    attempt.conditions = record
    if isinstance(who, Contestant):
        attempt.contestant = who
    same = Attempt.objects.filter(
        contestant=attempt.contestant, conditions=record, instance=instance
    )
    attempt.repeat = same.exclude(pk=attempt.pk).count() + 1
    attempt.save(update_fields=["conditions", "contestant", "repeat"])
    return attempt


def of_a_run_set(strategy: str, model: str = "m", name: str = "") -> Contestant:
    """A contestant as run sets make them."""
    details = {"strategy": strategy, "dialect": "native", "prompts": {}, "model": {"model": model}}
    return agent(name or f"{model}, {strategy}", details, None)


def analysed(
    attempt: Attempt,
    *patterns: str,
    in_view: tuple[int, int] = (2, 2),
    called: tuple[int, int] = (2, 2),
    latent_in_view: tuple[int, int] = (0, 0),
    latent_called: tuple[int, int] = (0, 0),
    new: Parts | None = None,
    billed: Parts | None = None,
    rounds: int | None = None,
    version: str = TRAJECTORY_VERSION,
) -> Attempt:
    """The attempt, with an analysis.

    Args:
        attempt: Which.
        patterns: Names of the failure patterns that it shows, each at the calls 2 and 3.
        in_view: How many needed tools were listed or retrieved, of how many.
        called: How many were called.
        latent_in_view: Of the latent ones, likewise.
        latent_called: Of those, likewise.
        new: Tokens: prompt, output, responses. None: no replies are known.
        billed: Tokens: uncached, cached, output.
        rounds: How many replies asked for calls.
        version: Of the analysis.
    """
    found = {
        name: {"needed": Recall(*needed).as_json(), "latent": Recall(*latent).as_json()}
        for name, needed, latent in (
            ("in_view", in_view, latent_in_view),
            ("called", called, latent_called),
        )
    }
    body = {
        "calls": {"valid": 4, "failed": 0, "fault": 0, "syntactic": 0},
        "unlisted": 0,
        "distinct_tools": 3,
        "retrievals": 0,
        "rounds": rounds,
        "tokens": {
            "unique": _parts(("prompt", "output", "responses"), new),
            "billed": _parts(("uncached", "cached", "output"), billed),
        },
        "recall": found,
        "patterns": [
            Pattern(
                name, f"It is told of {name} at secret_tool.", (2, 3), ("secret_tool",)
            ).as_json()
            for name in patterns
        ],
        "evaluator": "trajectory",
        "version": version,
    }
    AnalysisRecord.objects.create(attempt=attempt, version=version, body=body)
    return attempt


def replied(attempt: Attempt, *costs: int | None) -> Attempt:
    """The attempt, with replies that cost so much, in 10^-12 of a dollar."""
    for number, cost in enumerate(costs):
        ReplyRecord.objects.create(
            attempt=attempt, number=number, at=AT, kind="calls", body="{}", cost=cost, seconds=1.0
        )
    return attempt


def _parts(names: Sequence[str], values: Parts | None) -> dict[str, int | None] | None:
    return None if values is None else dict(zip(names, values, strict=True))
