"""What the made-up agents of the prepared site did on the way: replies, tool lists, analyses."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any

from webapp.accounts.models import User
from webapp.attempts.models import Attempt, Contestant, EventKind, Status
from webapp.attempts.opening import conditions_for, open_attempt
from webapp.benchmark.models import Instance
from webapp.runs.analysis import analyse_attempt
from webapp.runs.models import AnalysisRecord, ReplyRecord

Make = Callable[[Attempt, bool], Attempt]
_LISTS: tuple[dict[str, Any], ...] = (
    {"access": "needed", "distractors": 0},
    {"access": "needed", "distractors": 60},
    {"access": "retrieval", "retriever": "bm25", "top_k": 30},
)
_FEW = 12
"""At so many tasks: analysing all of them would take minutes."""
_LISTED, _ANSWERED, _SAID, _THOUGHT = 2_400, 310, 74, 120
"""Tokens: of the tools and the task, of an answer, of a reply said and unsaid."""
_PRICES = {"uncached": 150_000, "cached": 75_000, "output": 600_000}
"""Of a token, in 10^-12 of a US dollar."""


def other_lists(contestants: list[Contestant], instances: list[Instance], make: Make) -> None:
    """Attempts of the made-up agents with fewer tools, at the first seed of some tasks."""
    chosen = [instance for instance in instances if instance.seed == 1][:_FEW]
    for number, contestant in enumerate(contestants):
        for some, conditions in enumerate(_LISTS):
            for place, instance in enumerate(chosen):
                under = conditions_for(instance, **conditions)
                attempt = open_attempt(instance, contestant, under, contestant.user)
                make(attempt, (place + number) % (4 - some) > 0)


def with_courses(engineer: User) -> int:
    """Write down what the engineer's models replied, and analyse what has ended of some tasks.

    Returns:
        The first of their attempts that shows a failure pattern.
    """
    attempts = Attempt.objects.filter(owner=engineer, instance__seed=1)
    tasks = attempts.order_by("instance__task__name").values_list("instance__task", flat=True)
    some = list(dict.fromkeys(tasks))[:_FEW]
    for attempt in attempts.filter(instance__task__in=some).order_by("instance", "pk"):
        ReplyRecord.objects.bulk_create(_replies(attempt))
        if attempt.status == Status.FINISHED:
            analyse_attempt(attempt)
    found = AnalysisRecord.objects.filter(attempt__owner=engineer).order_by("attempt")
    return next(record.attempt_id for record in found if record.body["patterns"])


def _replies(attempt: Attempt) -> Iterator[ReplyRecord]:
    """One reply for each call, each with the whole conversation before it."""
    calls = attempt.events.filter(kind=EventKind.CALL).order_by("number")
    prompt, before = _LISTED * (1 + len(attempt.contestant.name) % 3), 0
    priced = attempt.contestant.name == "Model B"
    for number, event in enumerate(calls):
        cached = before - before % 128
        said = _SAID + 3 * (number % 5)
        output = said + (_THOUGHT if priced else 0)
        tokens = {"uncached": prompt - cached, "cached": cached, "output": output}
        yield ReplyRecord(
            attempt=attempt,
            number=number,
            at=event.at - timedelta(seconds=1),
            kind="calls",
            body=json.dumps({}),
            prompt=prompt,
            cached=cached,
            output=output,
            reasoning=output - said,
            cost=sum(_PRICES[name] * n for name, n in tokens.items()) if priced else None,
            seconds=2.5,
        )
        before, prompt = prompt, prompt + said + _ANSWERED + 40 * (number % 7)
