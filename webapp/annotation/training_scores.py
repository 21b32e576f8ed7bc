"""Responses with the scores that training data are selected by, given by people or a judge."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from django.db.models import Count, F, Min, OuterRef, Q, QuerySet, Subquery

from evaluators.plans import PLANS
from evaluators.sde import PROGRAM
from evaluators.training_data import ScoredResponse
from sandboxes.workflows import SUBMIT_PLAN
from webapp.annotation.grades import Value, judge_grades
from webapp.annotation.kinds import KINDS
from webapp.annotation.models import Campaign, Judge, Role, Sample, SheetState
from webapp.annotation.resolved import resolved
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
    unfinished = _unfinished()
    return [
        _scored(sample, grades[sample.pk], source, unfinished)
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
    submissions = Event.objects.filter(
        attempt=OuterRef("attempt"), kind=EventKind.CALL, tool=SUBMIT_PLAN.name
    )
    first = submissions.order_by().values("attempt").annotate(first=Min("number")).values("first")
    related = ("attempt__instance__task", "attempt__instance__draw", "attempt__conditions")
    found = Sample.objects.filter(campaign__kind=KIND.name).exclude(role=Role.TRAINING)
    return (
        found.select_related(*related)
        .defer("body", "reference", "types")
        .annotate(score=Subquery(scores.order_by("-id").values("body")[:1]), first=Subquery(first))
        .order_by("pk")
    )


def _unfinished() -> frozenset[str]:
    """Digests of what somebody may still grade, who must not see what others gave.

    That is what is in an open campaign and was not handed in by as many as are wanted. Gold and
    training samples go to whoever comes: they stay unfinished until their campaign is closed.
    """
    handed_in = Count("sheets", filter=Q(sheets__state=SheetState.SAVED))
    found = Sample.objects.filter(campaign__closed_at=None).annotate(handed_in=handed_in)
    found = found.filter(~Q(role=Role.ORDINARY) | Q(handed_in__lt=F("campaign__graders")))
    return frozenset(found.order_by().values_list("digest", flat=True))


def _scored(
    sample: Sample, grades: Mapping[str, Value | None], source: str, unfinished: frozenset[str]
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
        is_unfinished=sample.digest in unfinished,
    )


def _facts(sample: Sample) -> Mapping[str, float | None]:
    """S5 and E5. They are known of the first response of an attempt that has ended, and no other:
    later ones go on from what the first has brought about.
    """
    score, first = getattr(sample, "score", None), getattr(sample, "first", None)
    if sample.attempt.status != Status.FINISHED or score is None or first != sample.event_number:
        return {}
    return {one.item: one.value for one in repair_of(score).items if one.source == PROGRAM}
