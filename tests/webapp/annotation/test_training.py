"""Who grades for the first time is trained first, and learns how each sample was meant."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.webapp.annotation.builders import ITEMS, MOMENT, annotator, campaign, graded, samples
from webapp.accounts.models import User
from webapp.annotation.grading import GradingError, skip
from webapp.annotation.models import Campaign, Role, Sheet, SheetState
from webapp.annotation.queue import ahead, next_sheet
from webapp.annotation.training import Feedback, feedback, gold_share, training_of

pytestmark = pytest.mark.django_db

KNOWN: Mapping[str, Any] = {
    "S1": {"value": 1.0, "why": "The error is named."},
    "S2": {"value": 0.0, "why": "The cause is not."},
}


@pytest.fixture
def ana() -> User:
    return annotator("ana")


@pytest.fixture
def where() -> Campaign:
    """A campaign with an ordinary sample, and two for training that come after it by place."""
    made = campaign(pass_mark=0.7)
    samples(made, 1)
    samples(made, 2, role=Role.TRAINING, reference=KNOWN)
    return made


def handed_in(user: User, where: Campaign, **values: float | None) -> Sheet:
    """The next sheet of somebody, handed in: 1 for all items but those that are named."""
    taken = next_sheet(user, where)
    assert taken is not None
    sample = taken.sample
    taken.delete()
    return graded(sample, user, {**dict.fromkeys(ITEMS, 1.0), **values})


def test_training_comes_first_and_in_its_order(ana: User, where: Campaign) -> None:
    round_ = list(where.samples.filter(role=Role.TRAINING))

    taken = [handed_in(ana, where, S2=0.0).sample for _ in round_]

    assert taken == round_
    after = next_sheet(ana, where)
    assert after is not None
    assert after.sample.role == Role.ORDINARY


def test_nothing_is_reserved_ahead_of_a_training_sample(ana: User, where: Campaign) -> None:
    sheet = next_sheet(ana, where)
    assert sheet is not None
    assert ahead(ana, sheet) is None
    assert Sheet.objects.count() == 1


def test_who_agrees_often_enough_has_passed(ana: User, where: Campaign) -> None:
    before = training_of(ana, where)
    assert (before.done, before.total, before.share) == (0, 2, None)
    assert before.needed

    handed_in(ana, where, S2=0.0)
    half_way = training_of(ana, where)
    assert (half_way.done, half_way.share, half_way.passed) == (1, 1.0, False)

    handed_in(ana, where, S2=1.0)
    after = training_of(ana, where)
    assert (after.done, after.share, after.passed, after.needed) == (2, 0.75, True, False)


def test_who_agrees_too_seldom_stays_until_the_mark_is_lowered(ana: User, where: Campaign) -> None:
    handed_in(ana, where, S2=1.0)
    handed_in(ana, where, S2=1.0)

    assert training_of(ana, where).share == 0.5
    assert training_of(ana, where).needed
    assert next_sheet(ana, where) is None

    where.pass_mark = 0.5
    where.save()
    assert not training_of(ana, where).needed
    assert next_sheet(ana, where) is not None


def test_a_longer_round_is_another_chance(ana: User, where: Campaign) -> None:
    handed_in(ana, where, S2=1.0)
    handed_in(ana, where, S2=1.0)
    samples(where, 1, role=Role.TRAINING, reference={"S1": {"value": 1.0, "why": "It is named."}})
    samples(where, 1, role=Role.TRAINING, reference=KNOWN)

    handed_in(ana, where)
    handed_in(ana, where, S2=0.0)

    after = training_of(ana, where)
    assert (after.done, after.total, after.share) == (4, 4, 5 / 7)
    assert after.passed


def test_feedback_tells_what_each_item_is_worth_after_the_hand_in_and_never_before(
    ana: User, where: Campaign
) -> None:
    taken = next_sheet(ana, where)
    assert taken is not None
    assert feedback(taken) == []

    sheet = handed_in(ana, where, S1=None)

    assert feedback(sheet) == [
        Feedback("S1", given=None, reference=1.0, why="The error is named.", agrees=False),
        Feedback("S2", given=1.0, reference=0.0, why="The cause is not.", agrees=False),
    ]


@pytest.mark.parametrize("role", [Role.GOLD, Role.ORDINARY])
def test_of_other_samples_nothing_is_told(ana: User, role: Role) -> None:
    (sample,) = samples(campaign(), 1, role=role, reference=KNOWN)
    assert feedback(graded(sample, ana, 1.0)) == []


def test_a_training_sample_is_not_left_to_others(ana: User, where: Campaign) -> None:
    sheet = next_sheet(ana, where)
    assert sheet is not None
    with pytest.raises(GradingError, match="training") as refused:
        skip(ana, sheet.pk, 0, "too long")
    assert refused.value.code == "bad_value"
    assert Sheet.objects.get().state == SheetState.RESERVED


def test_without_a_training_round_nobody_has_to_be_trained(ana: User) -> None:
    found = training_of(ana, campaign())
    assert (found.done, found.total, found.share, found.passed) == (0, 0, None, True)
    assert not found.needed


def test_a_round_of_own_attempts_trains_nobody(ana: User) -> None:
    where = campaign()
    samples(where, 1, role=Role.TRAINING, reference=KNOWN, owner=ana, contestant="hers")
    assert not training_of(ana, where).needed
    assert training_of(annotator("bao"), where).needed


def test_gold_counts_the_items_that_have_a_reference(ana: User) -> None:
    where = campaign(opened_at=MOMENT)
    assert gold_share(ana, where) is None
    first, second = samples(where, 2, role=Role.GOLD, reference=KNOWN)
    graded(first, ana, {**dict.fromkeys(ITEMS, 0.5), "S1": 1.0, "S2": 0.0})
    graded(second, ana, {**dict.fromkeys(ITEMS, 0.5), "S1": None, "S2": 0.0})
    assert gold_share(ana, where) == 0.75
