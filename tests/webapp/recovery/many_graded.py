"""A recovery board with many grades: of agents' responses, by people and a judge."""

from __future__ import annotations

import random
from datetime import timedelta

from django.db import transaction

from tests.webapp.annotation.builders import (
    ITEMS,
    MOMENT,
    annotator,
    campaign,
    graded,
    response_body,
)
from tests.webapp.annotation.readings import judge
from tests.webapp.recovery.records import instance_of, scored
from webapp.accounts.models import User
from webapp.annotation.models import (
    Campaign,
    Grade,
    Judge,
    JudgeRun,
    Reading,
    ReadingState,
    Sample,
    Sheet,
    SheetState,
)
from webapp.attempts.models import Attempt

_AGENTS, _RESPONSES = 10, 2
_TYPES = ("Null_Error", "Serial_Error", "Parameter_Missing", "Timeout_Error")
_LEVELS = (1.0, 0.5, 0.0)
_BATCH = 500


@transaction.atomic
def graded_board(responses: int) -> int:
    """Fill the database.

    Args:
        responses: How many responses there are, two an attempt; two people have graded each, and a
            judge has read it. Ten agents have attempted the same instances.

    Returns:
        How many grades people gave.
    """
    where = campaign(closed_at=MOMENT)
    body, draw = response_body(), random.Random("many graded")
    attempts = [_attempt(place, draw) for place in range(responses // _RESPONSES)]
    samples = Sample.objects.bulk_create(
        (
            _sample(where, attempt, event, body)
            for attempt in attempts
            for event in range(1, _RESPONSES + 1)
        ),
        batch_size=_BATCH,
    )
    for person in (annotator("ana"), annotator("bao")):
        _grade(samples, person, draw)
    _read(samples, judge(), where, draw)
    return Grade.objects.count()


def one_more_grade() -> int:
    """A grade that has just arrived: a third person's, of a sample that has none of hers yet."""
    who, _ = User.objects.get_or_create(username="chidi")
    mine = Sheet.objects.filter(grader=who).values("sample")
    sample = Sample.objects.exclude(pk__in=mine).order_by("pk").first()
    assert sample is not None
    return graded(sample, who, 1.0).pk


def _attempt(place: int, draw: random.Random) -> Attempt:
    number = place // _AGENTS
    level, kind = 1 + number % 2, _TYPES[number // 2 % len(_TYPES)]
    instance = instance_of(f"flow {number // 2}", level, kind)
    solved = draw.random() < 0.6
    return scored(f"agent {place % _AGENTS}", instance, solved=solved)


def _sample(where: Campaign, attempt: Attempt, event: int, body: dict[str, object]) -> Sample:
    return Sample(
        campaign=where,
        attempt=attempt,
        event_number=event,
        contestant=attempt.contestant,
        body=body,
        digest=f"{attempt.pk} {event}",
        cluster=attempt.instance.task.name.rpartition("-")[0],
        level=attempt.instance.task.level,
        place=attempt.pk,
    )


def _grade(samples: list[Sample], person: User, draw: random.Random) -> None:
    sheets = Sheet.objects.bulk_create(
        (
            Sheet(
                sample=sample,
                grader=person,
                state=SheetState.SAVED,
                reserved_at=MOMENT,
                expires_at=MOMENT + timedelta(minutes=30),
                saved_at=MOMENT + timedelta(minutes=5),
            )
            for sample in samples
        ),
        batch_size=_BATCH,
    )
    Grade.objects.bulk_create(
        (
            Grade(sheet=sheet, item=item, value=draw.choice(_LEVELS))
            for sheet in sheets
            for item in ITEMS
        ),
        batch_size=_BATCH,
    )


def _read(samples: list[Sample], by: Judge, where: Campaign, draw: random.Random) -> None:
    run = JudgeRun.objects.create(judge=by, campaign=where, made_at=MOMENT)
    Reading.objects.bulk_create(
        (
            Reading(
                run=run,
                judge=by,
                sample=sample,
                dimension=dimension,
                content=f"{sample.pk} {dimension}",
                state=ReadingState.SCORED,
                grades={
                    item: {"value": draw.choice(_LEVELS), "reason": "so"}
                    for item in ITEMS
                    if item[0] == dimension[0]
                },
                read_at=MOMENT,
            )
            for sample in samples
            for dimension in ("SI", "DR", "ES")
        ),
        batch_size=_BATCH,
    )
