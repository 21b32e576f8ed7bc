"""What is entered on a sheet is taken exactly, refused clearly, and never lost or overwritten."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest

from tests.webapp.annotation.builders import ITEMS, annotator, campaign, samples
from webapp.accounts.models import User
from webapp.annotation.grading import Entered, GradingError, enter, hand_in, skip, withdraw
from webapp.annotation.models import Campaign, Grade, Sheet, SheetState
from webapp.annotation.queue import next_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ana() -> User:
    return annotator("ana")


@pytest.fixture
def sheet(ana: User) -> Sheet:
    where = campaign()
    samples(where, 1)
    found = next_sheet(ana, where)
    assert found is not None
    return found


def test_thirteen_grades_make_a_sheet_whole(ana: User, sheet: Sheet) -> None:
    for revision, item in enumerate(ITEMS):
        assert enter(ana, sheet.pk, revision, Entered(item, 0.5)).revision == revision + 1
    saved = hand_in(ana, sheet.pk, len(ITEMS))
    assert saved.state == SheetState.SAVED
    assert hand_in(ana, sheet.pk, 0).saved_at == saved.saved_at, "again is fine"
    with pytest.raises(GradingError) as refused:
        enter(ana, sheet.pk, len(ITEMS), Entered("S1", 1.0))
    assert refused.value.code == "saved"


def test_a_grade_sent_again_is_no_change(ana: User, sheet: Sheet) -> None:
    given = Entered("S1", 1.0, note="clear", evidence=({"kind": "node", "ref": "3", "text": "x"},))
    enter(ana, sheet.pk, 0, given)
    assert enter(ana, sheet.pk, 0, given).revision == 1
    assert Grade.objects.count() == 1


def test_a_grade_sent_again_makes_the_reservation_last_as_well(ana: User, sheet: Sheet) -> None:
    enter(ana, sheet.pk, 0, Entered("S1", 1.0))
    earlier = sheet.expires_at - timedelta(minutes=20)
    Sheet.objects.update(expires_at=earlier)
    assert enter(ana, sheet.pk, 0, Entered("S1", 1.0)).expires_at > earlier
    assert Sheet.objects.get().expires_at > earlier


def test_a_lost_answer_is_no_conflict_though_other_items_came_after(
    ana: User, sheet: Sheet
) -> None:
    enter(ana, sheet.pk, 0, Entered("S1", 1.0))
    enter(ana, sheet.pk, 1, Entered("S2", 0.5))
    assert enter(ana, sheet.pk, 0, Entered("S1", 1.0)).revision == 2


def test_a_closed_campaign_takes_nothing_and_keeps_what_it_has(ana: User, sheet: Sheet) -> None:
    enter(ana, sheet.pk, 0, Entered("S1", 1.0))
    Campaign.objects.update(closed_at=sheet.reserved_at)
    with pytest.raises(GradingError) as refused:
        enter(ana, sheet.pk, 1, Entered("S2", 1.0))
    assert refused.value.code == "closed"
    assert Grade.objects.get().item == "S1"
    assert next_sheet(ana, Campaign.objects.get()) is None


def test_another_tab_is_never_overwritten_unseen(ana: User, sheet: Sheet) -> None:
    enter(ana, sheet.pk, 0, Entered("S1", 1.0))
    with pytest.raises(GradingError, match="another tab") as refused:
        enter(ana, sheet.pk, 0, Entered("S1", 0.0))
    assert refused.value.code == "stale"
    assert Grade.objects.get().value == 1.0


def test_undo_takes_a_grade_back(ana: User, sheet: Sheet) -> None:
    enter(ana, sheet.pk, 0, Entered("S1", 1.0))
    assert withdraw(ana, sheet.pk, 1, "S1").grades.count() == 0
    assert withdraw(ana, sheet.pk, 1, "S1").revision == 2, "again is fine"


def test_a_skipped_item_is_no_zero(ana: User, sheet: Sheet) -> None:
    enter(ana, sheet.pk, 0, Entered("S1", None, skipped="the plan is cut off"))
    grade = Grade.objects.get()
    assert (grade.value, grade.choice, grade.skipped) == (None, "", "the plan is cut off")


@pytest.mark.parametrize(
    ("fields", "told"),
    [
        ({"value": 0.7}, "S1: is one of 1, 0.5, 0"),
        ({"value": "0.5"}, "S1: is one of"),
        ({"value": True}, "S1: is one of"),
        ({"value": float("nan")}, "S1: is one of"),
        ({"value": None}, "S1: say why"),
        ({"value": 1.0, "skipped": "both"}, "not both"),
        ({"value": 1.0, "note": "x" * 10_001}, "10000 characters"),
        ({"value": 1.0, "evidence": ({"kind": "rumour", "ref": "1", "text": "x"},)}, "evidence"),
        ({"value": 1.0, "evidence": ({"kind": "node", "ref": 1, "text": "x"},)}, "evidence"),
        ({"value": 1.0, "evidence": ({"kind": "node", "ref": "", "text": "x"},) * 51}, "50 pieces"),
        ({"value": 1.0, "note": "a\x00b"}, "no character"),
        ({"value": None, "skipped": "\ud800"}, "no character"),
        ({"value": 1.0, "evidence": ({"kind": "node", "ref": "1", "text": "\x00"},)}, "character"),
        ({"item": "S5", "value": 1.0}, "no item 'S5'"),
        ({"item": "", "value": 1.0}, "no item ''"),
    ],
)
def test_what_is_no_grade_is_refused_with_a_sentence(
    ana: User, sheet: Sheet, fields: dict[str, Any], told: str
) -> None:
    with pytest.raises(GradingError) as refused:
        enter(ana, sheet.pk, 0, Entered(**{"item": "S1", **fields}))
    assert refused.value.code == "bad_value"
    assert told in refused.value.sentence
    assert not Grade.objects.exists()
    assert Sheet.objects.get().revision == 0


def test_somebody_elses_sheet_is_not_there(sheet: Sheet) -> None:
    with pytest.raises(Sheet.DoesNotExist):
        enter(annotator("bao"), sheet.pk, 0, Entered("S1", 1.0))


def test_a_sample_is_left_to_others_with_a_reason(ana: User, sheet: Sheet) -> None:
    with pytest.raises(GradingError, match="Say why"):
        skip(ana, sheet.pk, 0, "  ")
    assert skip(ana, sheet.pk, 0, "I know who wrote it").state == SheetState.SKIPPED
    assert next_sheet(ana, sheet.sample.campaign) is None
    assert next_sheet(annotator("bao"), sheet.sample.campaign) is not None
