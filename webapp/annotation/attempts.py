"""Whole attempts at interdependent tasks: the task, each call, and what differs at the end."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import OuterRef, QuerySet, Subquery

from evaluators.judge import WholeAttempt
from sandboxes import Outcome
from webapp.annotation.found import Found, Offer
from webapp.attempts.models import Attempt, EventKind, ScoreRecord
from webapp.attempts.stored import tool_name
from webapp.pages.logs import CLASS_WORDS, Passage
from webapp.pages.words import legible, readable_json
from webapp.recovery.told import passage

Json = Mapping[str, Any]


def offers_of(attempts: QuerySet[Attempt]) -> Iterator[tuple[int, Offer]]:
    """Which attempts were scored and are not correct.

    Args:
        attempts: Attempts at interdependent tasks that have ended.
    """
    newest = ScoreRecord.objects.filter(attempt=OuterRef("pk")).order_by("-id")
    for attempt in attempts.annotate(was_correct=Subquery(newest.values("correct")[:1])):
        if attempt.was_correct is False:
            yield attempt.pk, Offer(event_number=0, level=attempt.instance.task.level)


def samples_of(attempt: Attempt) -> Iterator[Found]:
    """An attempt that was scored and is not correct; of a correct one there is nothing to say.

    Args:
        attempt: An attempt at an interdependent task that has ended.
    """
    newest = ScoreRecord.objects.filter(attempt=attempt).order_by("-id").first()
    if newest is None or newest.correct:
        return
    record = attempt.instance
    calls = attempt.events.filter(kind=EventKind.CALL).order_by("number")
    body = {
        "query": record.instruction,
        "calls": [
            {
                "number": event.number,
                "tool": tool_name(event),
                "arguments": json.loads(event.arguments),
                "status": event.status,
                "output": json.loads(event.answer)["output"],
            }
            for event in calls
        ],
        "ended": attempt.ended_by,
    }
    task = record.task
    yield Found(event_number=0, body=body, cluster=task.name, level=task.level)


@dataclass(frozen=True)
class CallTold:
    """A call as the grading page shows it.

    Args:
        number: Its number in the log.
        tool: What was called.
        arguments: With what, as JSON.
        word: What came of it, in a word.
        tone: The colour that goes with it.
        output: What it returned.
    """

    number: int
    tool: str
    arguments: Passage
    word: str
    tone: str
    output: Passage


@dataclass(frozen=True)
class Material:
    """An attempt as the grading page shows it.

    Args:
        query: What was wanted.
        calls: The calls, in order.
        ended: How it ended.
    """

    query: str
    calls: list[CallTold]
    ended: str


def material_of(body: Json) -> Material:
    """What the grading page shows of an attempt's body."""
    return Material(body["query"], [_call(call) for call in body["calls"]], body["ended"])


def judged(body: Json) -> WholeAttempt:
    """What a judge is shown of an attempt's body: what the grading page shows, and no more."""
    calls = [
        {
            "number": call["number"],
            "tool": call["tool"],
            "arguments": call["arguments"],
            "status": _told(call)[0],
            "output": call["output"],
        }
        for call in body["calls"]
    ]
    return WholeAttempt(body["query"], calls)


def _told(call: Json) -> tuple[str, str]:
    """What came of a call in a word, and the colour that goes with it."""
    return CLASS_WORDS[Outcome(call["status"], None).call_class]


def _call(call: Json) -> CallTold:
    word, tone = _told(call)
    output = call["output"]
    return CallTold(
        number=call["number"],
        tool=legible(call["tool"]),
        arguments=passage(readable_json(call["arguments"])),
        word=word,
        tone=tone,
        output=passage(output if isinstance(output, str) else readable_json(output)),
    )
