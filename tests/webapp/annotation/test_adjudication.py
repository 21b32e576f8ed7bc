"""Where people differ somebody else settles it, and says why; nobody does for their own grades."""

from __future__ import annotations

import pytest

from tests.webapp.annotation.builders import MOMENT, annotator, campaign, graded, samples
from webapp.accounts.models import Role as AccountRole
from webapp.accounts.models import User
from webapp.annotation.adjudication import (
    LETTERS,
    AdjudicationError,
    adjudicate,
    cases,
    left_out,
    opinions,
)
from webapp.annotation.grades import Value
from webapp.annotation.models import Adjudication, Campaign, Cause, Grade, Role, Sample
from webapp.annotation.queue import next_sheet
from webapp.annotation.resolved import Provenance, resolved

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ruth() -> User:
    """A researcher who has graded nothing."""
    return annotator("ruth", AccountRole.RESEARCHER)


@pytest.fixture
def people() -> tuple[User, User]:
    return annotator("ana"), annotator("bao")


@pytest.fixture
def sample(people: tuple[User, User]) -> Sample:
    """Two people differ by half on S1, by all on D3, and agree on S2."""
    (made,) = samples(campaign(), 1)
    graded(made, people[0], {"S1": 1.0, "S2": 1.0, "D3": 0.0, "E1": None})
    graded(made, people[1], {"S1": 0.5, "S2": 1.0, "D3": 1.0, "E1": 0.5})
    return made


def found(where: Campaign, user: User) -> list[tuple[int, str]]:
    return [(one.sample, one.item) for one in cases(where, user)]


def refusal(
    user: User, sample: Sample, item: str, value: Value | None, cause: str, note: str = ""
) -> str:
    """The code of the error that adjudicating ends in; nothing is written."""
    before = list(Adjudication.objects.values())
    with pytest.raises(AdjudicationError) as caught:
        adjudicate(user, sample.pk, item, value, cause, note)
    assert list(Adjudication.objects.values()) == before
    assert str(caught.value).endswith(".")
    return caught.value.code


def test_the_worst_disagreement_comes_first(people: tuple[User, User], ruth: User) -> None:
    where = campaign()
    small, wide, many = samples(where, 3)
    for one, first, second in (
        (small, {"S1": 1.0, "S2": 1.0}, {"S1": 0.5, "S2": 1.0}),
        (wide, {"S1": 1.0, "S2": None}, {"S1": 0.0, "S2": 1.0}),
        (many, {"S1": 1.0, "S2": 1.0, "S3": 0.5}, {"S1": 0.0, "S2": 0.5, "S3": 0.0}),
    ):
        graded(one, people[0], first)
        graded(one, people[1], second)
    assert found(where, ruth) == [
        (many.pk, "S1"),
        (wide.pk, "S1"),
        (many.pk, "S2"),
        (many.pk, "S3"),
        (small.pk, "S1"),
        (wide.pk, "S2"),
    ], "whether it can be judged at all comes last"
    assert [one.spread for one in cases(where, ruth)] == [1.0, 1.0, 0.5, 0.5, 0.5, 0.0]


def test_a_grade_against_a_skip_is_a_case_where_it_leaves_one_grade_alone(ruth: User) -> None:
    found_in = []
    for graders in (2, 3):
        where = campaign(f"of {graders}", graders=graders)
        (sample,) = samples(where, 1)
        for number in range(graders):
            who = annotator(f"{number} of {graders}")
            graded(sample, who, {"S1": 1.0 if number else None, "S2": None})
        found_in.append([one.item for one in cases(where, ruth)])
    assert found_in == [["S1"], []]


def test_what_one_person_alone_graded_before_the_end_is_no_case(ruth: User) -> None:
    where = campaign(closed_at=MOMENT)
    (sample,) = samples(where, 1)
    graded(sample, annotator("ana"), {"S1": 1.0})
    assert (found(where, ruth), left_out(where, ruth)) == ([], 0)
    assert refusal(ruth, sample, "S1", 1.0, Cause.SLIP) == "agreed"


def test_a_majority_is_a_case_until_it_is_adjudicated(ruth: User) -> None:
    where = campaign(graders=3)
    (sample,) = samples(where, 1)
    for name, value in (("ana", 1.0), ("bao", 1.0), ("chidi", 0.0)):
        graded(sample, annotator(name), {"S1": value})
    assert found(where, ruth) == [(sample.pk, "S1")]
    adjudicate(ruth, sample.pk, "S1", 0.0, Cause.SLIP)
    assert found(where, ruth) == []


def test_what_is_settled_counts_with_its_cause(sample: Sample, ruth: User) -> None:
    adjudicate(ruth, sample.pk, "D3", 0.5, Cause.GUIDELINE_GAP, "  Both are partly right. ")
    kept = Adjudication.objects.get()
    assert (kept.value, kept.cause, kept.by) == (0.5, "guideline_gap", ruth)
    assert kept.note == "Both are partly right."
    (counts,) = (one for one in resolved(sample.campaign) if one.item == "D3")
    assert (counts.value, counts.provenance) == (0.5, Provenance.ADJUDICATED)
    assert found(sample.campaign, ruth) == [(sample.pk, "S1"), (sample.pk, "E1")]


def test_the_same_twice_is_once_and_only_who_settled_it_may_change_it(
    sample: Sample, ruth: User
) -> None:
    first = adjudicate(ruth, sample.pk, "S1", 0.5, Cause.SLIP)
    again = adjudicate(ruth, sample.pk, "S1", 0.5, Cause.SLIP)
    assert (again.pk, again.at) == (first.pk, first.at)
    sven = annotator("sven", AccountRole.RESEARCHER)
    assert adjudicate(sven, sample.pk, "S1", 0.5, Cause.SLIP).by == ruth
    assert refusal(sven, sample, "S1", 1.0, Cause.SLIP) == "settled"
    adjudicate(ruth, sample.pk, "S1", 1.0, Cause.AMBIGUITY)
    assert Adjudication.objects.get().value == 1.0


def test_what_cannot_be_judged_needs_a_note_and_is_not_zero(sample: Sample, ruth: User) -> None:
    assert refusal(ruth, sample, "S1", None, Cause.AMBIGUITY) == "bad_note"
    adjudicate(ruth, sample.pk, "S1", None, Cause.AMBIGUITY, "The plan is cut off.")
    kept = Adjudication.objects.get()
    assert (kept.value, kept.choice) == (None, "")


@pytest.mark.parametrize(
    ("item", "value", "cause", "code"),
    [
        ("S1", 0.7, Cause.SLIP, "bad_value"),
        ("S1", "1", Cause.SLIP, "bad_value"),
        ("S1", 1.0, "", "bad_cause"),
        ("S1", 1.0, "whim", "bad_cause"),
        ("X9", 1.0, Cause.SLIP, "unknown"),
        ("S2", 1.0, Cause.SLIP, "agreed"),
        ("S4", 1.0, Cause.SLIP, "agreed"),
    ],
)
def test_what_is_wrong_is_said(
    item: str, value: Value, cause: str, code: str, sample: Sample, ruth: User
) -> None:
    assert refusal(ruth, sample, item, value, cause) == code


def test_a_note_that_is_too_long_is_refused_whole(sample: Sample, ruth: User) -> None:
    assert refusal(ruth, sample, "S1", 1.0, Cause.SLIP, note="x" * 10_001) == "bad_note"


def test_nobody_adjudicates_what_they_graded_or_made(sample: Sample, ruth: User) -> None:
    where = sample.campaign
    owner = annotator("owner", AccountRole.RESEARCHER)
    (own,) = samples(where, 1, owner=owner, contestant="of the owner")
    grader = annotator("gus", AccountRole.RESEARCHER)
    graded(own, grader, {"S1": 1.0})
    graded(own, annotator("hana"), {"S1": 0.0})
    assert found(where, owner) == [(sample.pk, item) for item in ("D3", "S1", "E1")]
    assert left_out(where, owner) == 1
    assert refusal(owner, own, "S1", 1.0, Cause.SLIP) == "own"
    assert refusal(grader, own, "S1", 1.0, Cause.SLIP) == "own"
    assert (own.pk, "S1") in found(where, ruth)


def test_a_sample_that_is_still_graded_waits(people: tuple[User, User], ruth: User) -> None:
    where = campaign(graders=3)
    (sample,) = samples(where, 1)
    graded(sample, people[0], {"S1": 1.0})
    graded(sample, people[1], {"S1": 0.0})
    assert (found(where, ruth), left_out(where, ruth)) == ([], 1)
    assert refusal(ruth, sample, "S1", 1.0, Cause.SLIP) == "waiting"
    sheet = next_sheet(ruth, where)
    assert sheet is not None
    assert sheet.sample == sample, "who might have adjudicated it is given it to grade"
    where.closed_at = MOMENT
    where.save()
    assert found(where, annotator("sven", AccountRole.RESEARCHER)) == [(sample.pk, "S1")]
    assert found(where, ruth) == []


def test_gold_and_training_samples_are_no_cases(people: tuple[User, User], ruth: User) -> None:
    where = campaign(closed_at=MOMENT)
    reference = {"S1": {"value": 1.0, "why": "It is so."}}
    for role in (Role.GOLD, Role.TRAINING):
        (sample,) = samples(where, 1, role=role, reference=reference)
        graded(sample, people[0], {"S1": 1.0})
        graded(sample, people[1], {"S1": 0.0})
        assert refusal(ruth, sample, "S1", 1.0, Cause.SLIP) == "unknown"
    assert (found(where, ruth), left_out(where, ruth)) == ([], 0)


def test_graders_are_letters_that_are_shuffled_anew_for_each_sample(ruth: User) -> None:
    where = campaign(graders=3)
    first_is = set()
    for sample in samples(where, 12):
        for name, value in (("ana", 1.0), ("bao", 0.5), ("chidi", 0.0)):
            user = User.objects.filter(username=name).first() or annotator(name)
            graded(sample, user, {"S1": value, "S2": value})
        told = opinions(sample, "S1")
        assert [one.letter for one in told] == ["A", "B", "C"]
        assert [one.value for one in told] == [one.value for one in opinions(sample, "S2")]
        first_is.add(told[0].value)
    assert first_is == {1.0, 0.5, 0.0}
    assert not set("GSTN") & set(LETTERS), "these keys choose causes and the note"


def test_notes_and_evidence_go_with_a_grade_and_no_name(sample: Sample) -> None:
    piece = {"kind": "node", "ref": "2", "text": ""}
    Grade.objects.filter(item="D3", value=0.0).update(note="It is elsewhere.", evidence=[piece])
    noted = [one for one in opinions(sample, "D3") if one.note]
    assert [(one.value, one.note, one.evidence) for one in noted] == [
        (0.0, "It is elsewhere.", [piece])
    ]
    skipped = [one for one in opinions(sample, "E1") if one.value is None]
    assert [one.skipped for one in skipped] == ["can't be judged"]
