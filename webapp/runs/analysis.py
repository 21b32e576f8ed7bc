"""What attempts show on the way: analysed when they have ended, and kept."""

from __future__ import annotations

import json
import logging
from collections.abc import Iterable

from django.db.models import QuerySet

from evaluators import (
    TRAJECTORY_VERSION,
    Ending,
    ModelReply,
    Retrieval,
    TokenUsage,
    TracedCall,
    Trajectory,
    analyse,
)
from sandboxes import world_version
from sandboxes.tasks import SUITES, task_facts
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, EndedBy, Event, EventKind, Status
from webapp.attempts.stored import retrieved_names, tool_name
from webapp.runs.models import AnalysisRecord, ReplyRecord, RunSet

logger = logging.getLogger(__name__)
_KINDS = (EventKind.CALL, EventKind.RETRIEVE)
_ENDINGS = {EndedBy.CONTEXT: Ending.CAP}


def analyse_attempt(attempt: Attempt) -> AnalysisRecord | None:
    """Analyse an attempt that has ended, unless that was done.

    Returns:
        What is kept; None if its task is not that of today's code any more.
    """
    known = attempt.analyses.filter(version=TRAJECTORY_VERSION).first()
    if known is not None or attempt.world_version != world_version():
        return known
    instance = known_instance(attempt.instance)
    if instance is None or instance.fingerprint != attempt.instance.fingerprint:
        return None
    found = analyse(trajectory_of(attempt), task_facts(instance))
    record, _ = AnalysisRecord.objects.get_or_create(
        attempt=attempt, version=TRAJECTORY_VERSION, defaults={"body": found.as_json()}
    )
    return record


def unanalysed() -> QuerySet[Attempt]:
    """Attempts that have ended and were not analysed, those at the same instance together."""
    return (
        Attempt.objects.filter(status=Status.FINISHED, world_version=world_version())
        .filter(instance__task__suite__name__in=SUITES)
        .exclude(analyses__version=TRAJECTORY_VERSION)
        .select_related("instance__task__suite", "instance__draw")
        .order_by("instance", "pk")
    )


def analyse_some(most: int) -> int:
    """Analyse some of what has ended meanwhile.

    Returns:
        How many.
    """
    return _analysed(unanalysed()[:most])


def analyse_set(run_set: RunSet) -> int:
    """Analyse what has ended of a set.

    Returns:
        How many attempts.
    """
    return _analysed(unanalysed().filter(run__run_set=run_set))


def _analysed(attempts: Iterable[Attempt]) -> int:
    """Analyse attempts; a bug of ours stops none of the others."""
    count = 0
    for attempt in attempts:
        try:
            count += analyse_attempt(attempt) is not None
        except Exception:
            if Attempt.objects.filter(pk=attempt.pk).exists():
                logger.exception("%s could not be analysed", attempt)
    return count


def trajectory_of(attempt: Attempt) -> Trajectory:
    """An attempt's course, from its log and the replies that were kept."""
    events = list(attempt.events.filter(kind__in=_KINDS).order_by("number"))
    score = attempt.scores.first()
    return Trajectory(
        calls=tuple(_traced(event) for event in events if event.kind == EventKind.CALL),
        ending=_ENDINGS.get(EndedBy(attempt.ended_by)) or Ending(attempt.ended_by),
        claim=attempt.claim or None,
        correct=None if score is None else score.correct,
        listed=None if attempt.offered is None else frozenset(attempt.offered),
        retrievals=tuple(_retrievals(events)),
        replies=_replies(attempt, events),
    )


def _traced(event: Event) -> TracedCall:
    return TracedCall(
        event.number,
        tool_name(event),
        json.loads(event.arguments),
        event.status,
        json.loads(event.answer)["output"],
        event.unlisted,
    )


def _retrievals(events: Iterable[Event]) -> Iterable[Retrieval]:
    last = 0
    for event in events:
        if event.kind == EventKind.CALL:
            last = event.number
        else:
            yield Retrieval(last, tuple(retrieved_names(event.answer)))


def _replies(attempt: Attempt, events: Iterable[Event]) -> tuple[ModelReply, ...] | None:
    """The replies with the calls that each asked for; None where no model of ours acted.

    A reply is kept before its calls are made, so that the calls between two replies are those of
    the first; the last of them may have asked for more than the budget allowed.
    """
    kept = list(ReplyRecord.objects.filter(attempt=attempt).order_by("number"))
    if not kept:
        return None
    calls = [event for event in events if event.kind == EventKind.CALL]
    ends = [reply.at for reply in kept[1:]]
    replies, place = [], 0
    for number, reply in enumerate(kept):
        own = []
        while place < len(calls) and (number == len(ends) or calls[place].at <= ends[number]):
            own.append(calls[place].number)
            place += 1
        replies.append(ModelReply(tuple(own), _usage(reply)))
    return tuple(replies)


def _usage(reply: ReplyRecord) -> TokenUsage | None:
    if reply.prompt is None:
        return None
    return TokenUsage(reply.prompt, reply.cached or 0, reply.output or 0, reply.reasoning or 0)
