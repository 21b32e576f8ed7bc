"""What an item counts for follows from what people gave, and is never made up."""

from __future__ import annotations

import pytest

from tests.webapp.annotation.builders import MOMENT, annotator, campaign, graded, samples
from webapp.annotation.models import Adjudication, Cause, Role
from webapp.annotation.resolved import Provenance, resolved

pytestmark = pytest.mark.django_db(transaction=True)


def test_grades_come_to_what_most_gave_and_otherwise_to_nothing() -> None:
    where = campaign(graders=3)
    first, second, third = (annotator(name) for name in ("ana", "bao", "chidi"))
    (sample,) = samples(where, 1)
    graded(sample, first, {"S1": 1.0, "S2": 1.0, "S3": 1.0, "S4": None, "D1": 0.0})
    graded(sample, second, {"S1": 1.0, "S2": 1.0, "S3": 0.5, "S4": None, "D1": 0.0})
    graded(sample, third, {"S1": 1.0, "S2": 0.0, "S3": 0.0, "S4": 0.5, "D1": None})
    by_item = {one.item: one for one in resolved(where)}
    found = {item: (one.value, one.provenance) for item, one in by_item.items()}
    assert found == {
        "S1": (1.0, Provenance.UNANIMOUS),
        "S2": (1.0, Provenance.MAJORITY),
        "S3": (None, Provenance.UNRESOLVED),
        "S4": (None, Provenance.UNRESOLVED),
        "D1": (0.0, Provenance.UNANIMOUS),
    }
    reference = {item for item, one in by_item.items() if one.is_reference}
    assert reference == {"S1", "S2", "D1"}, "one grader alone is no reference"


def test_one_grade_alone_is_unanimous_only_where_one_was_asked_for() -> None:
    found = {}
    for graders in (1, 2):
        where = campaign(f"of {graders}", graders=graders)
        (sample,) = samples(where, 1)
        graded(sample, annotator(f"alone-{graders}"), {"S1": 1.0})
        (only,) = resolved(where)
        found[graders] = (only.value, only.provenance)
    assert found == {1: (1.0, Provenance.UNANIMOUS), 2: (None, Provenance.UNRESOLVED)}


def test_what_was_adjudicated_counts_and_a_training_sample_does_not() -> None:
    where = campaign()
    first, second = annotator("ana"), annotator("bao")
    (sample,), (training,) = samples(where, 1), samples(where, 1, role=Role.TRAINING)
    graded(sample, first, {"S1": 1.0})
    graded(sample, second, {"S1": 0.0})
    graded(training, first, {"S1": 1.0})
    Adjudication.objects.create(
        sample=sample, item="S1", value=0.5, cause=Cause.GUIDELINE_GAP, by=first, at=MOMENT
    )
    (only,) = resolved(where)
    assert (only.sample, only.value, only.provenance) == (sample.pk, 0.5, Provenance.ADJUDICATED)
    assert only.is_reference
