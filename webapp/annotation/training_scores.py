"""Responses with the scores that training data are selected by, given by people or a judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import BooleanField, ExpressionWrapper, Min, OuterRef, QuerySet, Subquery

from evaluators.plans import PLANS
from evaluators.sde import facts_of_response
from evaluators.training_data import ScoredResponse
from sandboxes.workflows import SUBMIT_PLAN
from webapp.annotation.grades import Value, judge_grades
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Campaign, Judge, Role, Sample
from webapp.annotation.resolved import resolved
from webapp.annotation.responses import UNREADABLE
from webapp.annotation.seen import Unfinished, unfinished
from webapp.attempts.models import Event, EventKind, ScoreRecord, Status
from webapp.benchmark.models import Split
from webapp.recovery.repairs import repair_of

KIND = KINDS["response"]
PEOPLE = "people"

Grades = Mapping[int, Mapping[str, Value | None]]
"""By key of a sample and id of an item."""


class NoSource(LookupError):
    """Nobody of that name has graded."""


@dataclass(frozen=True)
class Source:
    """Whose grades are counted.

    Args:
        name: "people", or the identity of a judge.
        title: What people call it.
    """

    name: str
    title: str


def sources() -> list[Source]:
    """All whose grades may be counted: people, and every judge of the rubric."""
    judges = Judge.objects.filter(rubric=KIND.rubric)
    return [
        Source(PEOPLE, "People"),
        *(Source(judge.identity, f"{judge.name}, {judge.identity[:8]}") for judge in judges),
    ]


def scored_responses(source: str) -> list[ScoredResponse]:
    """All responses that a source has graded anything of, in the order in which they were sampled.

    Args:
        source: "people", or the identity of a judge.

    Raises:
        NoSource: there is no such judge.
    """
    grades = _grades_of(source)
    waiting = unfinished()
    return [
        _scored(sample, grades[sample.pk], source, waiting)
        for sample in _samples().iterator(chunk_size=1_000)
        if sample.pk in grades
    ]


def _grades_of(source: str) -> Grades:
    found: dict[int, dict[str, Value | None]] = defaultdict(dict)
    for sample, item, value in _given(source):
        found[sample][item] = value
    return found


def _given(source: str) -> Iterator[tuple[int, str, Value | None]]:
    campaigns = Campaign.objects.filter(kind=KIND.name).order_by("pk")
    if source == PEOPLE:
        for campaign in campaigns:
            yield from ((one.sample, one.item, one.value) for one in resolved(campaign))
        return
    judge = Judge.objects.filter(rubric=KIND.rubric, identity=source).first()
    if judge is None:
        known = ", ".join(one.name for one in sources())
        raise NoSource(f"Nobody called {source!r} has graded. There are: {known}.")
    for campaign in campaigns:
        yield from ((one.sample, one.item, one.value) for one in judge_grades(campaign, judge))


def _samples() -> QuerySet[Sample]:
    """Samples with all that their scores are made of, but without their bodies."""
    scores = ScoreRecord.objects.filter(attempt=OuterRef("attempt"), evaluator=PLANS)
    related = ("attempt__instance__task", "attempt__instance__draw", "attempt__conditions")
    submissions = Event.objects.filter(
        attempt=OuterRef("attempt"), kind=EventKind.CALL, tool=SUBMIT_PLAN.name
    )
    first = submissions.order_by().values("attempt").annotate(first=Min("number")).values("first")
    found = Sample.objects.filter(campaign__kind=KIND.name).exclude(role=Role.TRAINING)
    return (
        found.select_related(*related)
        .defer("body", "reference", "types")
        .annotate(
            score=Subquery(scores.order_by("-id").values("body")[:1]),
            first=Subquery(first),
            is_unreadable=ExpressionWrapper(UNREADABLE, output_field=BooleanField()),
        )
        .order_by("pk")
    )


def _scored(
    sample: Sample, grades: Mapping[str, Value | None], source: str, waiting: Unfinished
) -> ScoredResponse:
    instance = sample.attempt.instance
    budget = sample.attempt.conditions.body.get("call_budget")
    numbers = {item: float(value) for item, value in grades.items() if value is not None}
    return ScoredResponse(
        id=str(sample.pk),
        instance=str(instance),
        cluster=sample.cluster,
        prompt=f"{instance.fingerprint} {budget}",
        digest=sample.digest,
        items={**numbers, **_facts(sample)},
        graded_by=source,
        is_private=instance.split == Split.PRIVATE,
        is_unfinished=sample in waiting,
        is_later=getattr(sample, "first", None) != sample.event_number,
    )


def _facts(sample: Sample) -> Mapping[str, float | None]:
    """S5 and E5, as far as they are known: without a score of its attempt, E5 is not."""
    score = getattr(sample, "score", None)
    has_ended = sample.attempt.status == Status.FINISHED
    efficacy = repair_of(score).efficacy if has_ended and score is not None else None
    is_valid = not getattr(sample, "is_unreadable", False)
    return {one.item: one.value for one in facts_of_response(is_valid, efficacy)}
