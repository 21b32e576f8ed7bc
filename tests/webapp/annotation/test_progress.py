"""How far a campaign is: every sheet is counted once, for what it is."""

from __future__ import annotations

from dataclasses import astuple
from datetime import timedelta

import pytest

from tests.webapp.annotation.builders import MOMENT, annotator, campaign, graded, samples
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.models import Role, Sample, Sheet, SheetState
from webapp.annotation.progress import progress

pytestmark = pytest.mark.django_db

KNOWN = {"S1": {"value": 1.0, "why": "It is named."}, "S2": {"value": 0.0, "why": "It is not."}}


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock, "now", lambda: MOMENT)


def sheet_of(sample: Sample, user: User, state: SheetState, minutes: int = 30) -> Sheet:
    """A sheet with nothing on it that is reserved for so many more minutes."""
    return Sheet.objects.create(
        sample=sample,
        grader=user,
        state=state,
        reserved_at=MOMENT - timedelta(hours=1),
        expires_at=MOMENT + timedelta(minutes=minutes),
    )


def took(sheet: Sheet, reserved: int, saved: int) -> None:
    """Say at which minutes a sheet was reserved and handed in."""
    sheet.reserved_at = MOMENT + timedelta(minutes=reserved)
    sheet.saved_at = MOMENT + timedelta(minutes=saved)
    sheet.save()


def test_of_an_empty_campaign_there_is_nothing_to_tell() -> None:
    assert astuple(progress(campaign())) == (0, 0, 0, 0, 0, 0, 0, [], 0, ())


def test_every_sheet_is_counted_once_for_what_it_is() -> None:
    where = campaign(graders=2)
    first, second, third = samples(where, 3)
    ana, bao, chidi = (annotator(name) for name in ("ana", "bao", "chidi"))
    graded(first, ana, 1.0)
    graded(first, bao, 1.0)
    graded(second, ana, 1.0)
    sheet_of(second, bao, SheetState.RESERVED)
    sheet_of(second, chidi, SheetState.SKIPPED)
    sheet_of(third, bao, SheetState.EXPIRED, minutes=-5)
    sheet_of(third, chidi, SheetState.RESERVED, minutes=-1)

    found = progress(where)

    assert (found.samples, found.wanted) == (3, 6)
    assert (found.saved, found.finished) == (3, 1)
    assert (found.reserved, found.skipped, found.expired) == (1, 1, 2)
    assert [(one.user, one.saved, one.skipped) for one in found.people] == [
        (ana, 2, 0),
        (bao, 1, 0),
        (chidi, 0, 1),
    ]


def test_more_sheets_than_wanted_make_no_campaign_more_than_whole() -> None:
    where = campaign(graders=1)
    first, _ = samples(where, 2)
    for name in ("ana", "bao"):
        graded(first, annotator(name), 1.0)
    assert (progress(where).saved, progress(where).wanted) == (1, 2)


def test_training_and_gold_are_told_of_people_and_count_for_no_sample() -> None:
    where = campaign()
    (training,) = samples(where, 1, role=Role.TRAINING, reference=KNOWN)
    (gold,) = samples(where, 1, role=Role.GOLD, reference=KNOWN)
    ana = annotator("ana")
    graded(training, ana, 1.0)
    graded(gold, ana, 0.0)

    found = progress(where)

    assert (found.samples, found.wanted, found.saved) == (0, 0, 0)
    (row,) = found.people
    assert (row.saved, row.saved_gold, row.gold) == (0, 1, 0.5)
    assert found.extra == (("for training", 1), ("gold", 1))
    assert (row.training.done, row.training.share, row.training.passed) == (1, 0.5, False)


def test_a_sheet_that_lay_ready_takes_from_when_the_one_before_was_handed_in() -> None:
    where = campaign()
    ana = annotator("ana")
    first, second, third = (graded(sample, ana, 1.0) for sample in samples(where, 3))
    took(first, reserved=0, saved=10)
    took(second, reserved=0, saved=14)
    took(third, reserved=20, saved=27)

    (row,) = progress(where).people

    assert row.minutes == 7  # 10, 4 and 7


def test_what_a_file_handed_in_took_nobody_knows_how_long() -> None:
    where, ana, bao = campaign(), annotator("ana"), annotator("bao")
    first, second, third = samples(where, 3)
    took(graded(first, ana, 1.0), reserved=0, saved=10)
    for sample, grader in ((second, ana), (third, bao)):
        sheet = graded(sample, grader, 1.0)
        sheet.imported = True
        took(sheet, reserved=12, saved=12)

    minutes = {row.user: row.minutes for row in progress(where).people}

    assert minutes == {ana: 10, bao: None}


def test_who_has_handed_nothing_in_has_no_minutes() -> None:
    where = campaign()
    (sample,) = samples(where, 1)
    sheet_of(sample, annotator("ana"), SheetState.RESERVED)
    (row,) = progress(where).people
    assert (row.minutes, row.gold) == (None, None)


def test_other_campaigns_are_left_out() -> None:
    where, other = campaign(), campaign("Second round")
    ana = annotator("ana")
    (there,), (here,) = samples(other, 1), samples(where, 1)
    graded(there, ana, 1.0)
    assert progress(where).people == []
    graded(here, ana, 1.0)
    assert [row.saved for row in progress(where).people] == [1]
