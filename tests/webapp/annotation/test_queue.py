"""Everybody gets something to grade, nobody too much, and nothing is given out twice."""

from __future__ import annotations

from collections import Counter
from datetime import timedelta
from itertools import combinations
from threading import Barrier, Thread

import pytest
from django.db import connection

from tests.webapp.annotation.builders import MOMENT, annotator, campaign, graded, samples
from webapp import clock
from webapp.accounts.models import User
from webapp.annotation.grading import Entered, GradingError, enter, hand_in, skip
from webapp.annotation.models import Campaign, Role, Sheet, SheetState
from webapp.annotation.queue import GOLD_EVERY, ahead, next_sheet, own_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def moment(monkeypatch: pytest.MonkeyPatch) -> dict[str, timedelta]:
    """How long it is since the tests began."""
    since = {"now": timedelta()}
    monkeypatch.setattr(clock, "now", lambda: MOMENT + since["now"])
    return since


def done(user: User, where: Campaign) -> Sheet | None:
    """The next sheet of somebody, handed in with nothing on it."""
    sheet = next_sheet(user, where)
    if sheet is not None:
        Sheet.objects.filter(pk=sheet.pk).update(state=SheetState.SAVED, saved_at=MOMENT)
    return sheet


def test_a_sample_is_given_to_as_many_as_are_wanted_and_to_nobody_twice() -> None:
    where = campaign(graders=2)
    samples(where, 3)
    people = [annotator(name) for name in ("ana", "bao", "chidi")]
    given = Counter[int]()
    for _ in range(3):
        for person in people:
            sheet = done(person, where)
            if sheet is not None:
                given[sheet.sample_id] += 1
    assert set(given.values()) == {2}
    assert len(given) == 3
    assert all(next_sheet(person, where) is None for person in people)


def test_what_is_in_hand_comes_again_and_one_may_lie_ready() -> None:
    where = campaign()
    samples(where, 5)
    ana = annotator("ana")
    first = next_sheet(ana, where)
    assert first is not None
    assert next_sheet(ana, where) == first
    second = ahead(ana, first)
    assert second is not None
    assert second.sample_id != first.sample_id
    assert ahead(ana, first) == second, "never more than one"
    assert Sheet.objects.count() == 2


def test_nobody_grades_an_own_attempt_and_strangers_grade_nothing() -> None:
    where = campaign()
    ana = annotator("ana")
    samples(where, 1, owner=ana, contestant="hers")
    sample_of_another = samples(where, 1)[0]
    sheet = done(ana, where)
    assert sheet is not None
    assert sheet.sample_id == sample_of_another.pk
    assert next_sheet(ana, where) is None
    with pytest.raises(Sheet.DoesNotExist):
        own_sheet(annotator("bao"), sheet.pk)


def test_who_let_an_agent_act_does_not_grade_what_it_did() -> None:
    where = campaign()
    ana, bao = annotator("ana"), annotator("bao")
    (sample,) = samples(where, 1)  # of an agent that belongs to nobody
    sample.attempt.owner = ana
    sample.attempt.save()
    assert next_sheet(ana, where) is None
    assert next_sheet(bao, where) is not None


def test_ahead_of_a_sheet_that_ran_out_nothing_is_reserved(moment: dict[str, timedelta]) -> None:
    where = campaign(minutes=30)
    samples(where, 2)
    ana = annotator("ana")
    sheet = next_sheet(ana, where)
    assert sheet is not None
    moment["now"] = timedelta(minutes=31)
    assert ahead(ana, sheet) is None
    assert next_sheet(ana, where) == sheet
    assert Sheet.objects.count() == 1


def test_a_reservation_that_ran_out_goes_to_another_and_what_was_entered_is_kept(
    moment: dict[str, timedelta],
) -> None:
    where = campaign(graders=1, minutes=30)
    samples(where, 1)
    ana, bao = annotator("ana"), annotator("bao")
    sheet = next_sheet(ana, where)
    assert sheet is not None
    enter(ana, sheet.pk, 0, Entered("S1", 0.5))
    assert next_sheet(bao, where) is None
    moment["now"] = timedelta(minutes=31)
    other = next_sheet(bao, where)
    assert other is not None
    assert other.sample_id == sheet.sample_id
    with pytest.raises(GradingError, match="somebody else") as refused:
        enter(ana, sheet.pk, 1, Entered("S2", 1.0))
    assert refused.value.code == "gone"
    assert own_sheet(ana, sheet.pk).grades.get().value == 0.5
    skip(bao, other.pk, 0, "I know the author")
    again = next_sheet(ana, where)
    assert again == sheet, "with all that was entered"
    assert enter(ana, sheet.pk, 1, Entered("S2", 1.0)).grades.count() == 2


def test_an_entry_makes_a_reservation_last(moment: dict[str, timedelta]) -> None:
    where = campaign(graders=1, minutes=30)
    samples(where, 1)
    ana, bao = annotator("ana"), annotator("bao")
    sheet = next_sheet(ana, where)
    assert sheet is not None
    moment["now"] = timedelta(minutes=25)
    enter(ana, sheet.pk, 0, Entered("S1", 1.0))
    moment["now"] = timedelta(minutes=50)
    assert next_sheet(bao, where) is None


def test_work_is_balanced_and_everybody_is_compared_with_everybody() -> None:
    where = campaign(graders=2)
    samples(where, 60)
    people = [annotator(name) for name in ("ana", "bao", "chidi", "dora", "emre")]
    by_person, by_sample = Counter[str](), dict[int, list[str]]()
    for _ in range(24):
        for person in people:
            sheet = done(person, where)
            assert sheet is not None
            by_person[person.username] += 1
            by_sample.setdefault(sheet.sample_id, []).append(person.username)
    assert set(by_person.values()) == {24}
    pairs = Counter(tuple(sorted(two)) for two in by_sample.values())
    assert set(pairs) == set(combinations(sorted(by_person), 2))
    assert min(pairs.values()) >= 3


def test_gold_comes_to_everybody_now_and_then() -> None:
    where = campaign(graders=1)
    samples(where, 30)
    samples(where, 2, role=Role.GOLD, reference={"S1": {"value": 1.0, "why": "it is"}})
    for name in ("ana", "bao"):
        roles = list[str]()
        while len(roles) < GOLD_EVERY and (sheet := done(annotator_of(name), where)):
            roles.append(sheet.sample.role)
        assert roles.count(Role.GOLD) == 1


def test_nobody_can_guess_where_gold_comes() -> None:
    where = campaign(graders=8)
    samples(where, GOLD_EVERY)
    samples(where, 1, role=Role.GOLD, reference={"S1": {"value": 1.0, "why": "it is"}})
    places = set[int]()
    for number in range(5):
        person, place = annotator(f"person {number}"), 0
        while (sheet := done(person, where)) and sheet.sample.role != Role.GOLD:
            place += 1
        places.add(place)
    assert len(places) > 2


def annotator_of(name: str) -> User:
    """An annotator, the same for the same name."""
    return User.objects.filter(username=name).first() or annotator(name)


def test_two_who_ask_at_once_never_get_more_than_are_wanted() -> None:
    where = campaign(graders=1)
    samples(where, 2)
    people = [annotator(name) for name in ("ana", "bao", "chidi", "dora")]
    together, given = Barrier(len(people)), list[int | None]()

    def ask(person: User) -> None:
        together.wait()
        sheet = next_sheet(person, where)
        given.append(None if sheet is None else sheet.sample_id)
        connection.close()

    threads = [Thread(target=ask, args=(person,)) for person in people]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(given) == 4
    taken = [sample for sample in given if sample is not None]
    assert len(taken) == len(set(taken)) == 2


def test_who_comes_back_and_who_asks_at_once_never_both_get_it(
    moment: dict[str, timedelta],
) -> None:
    where = campaign(graders=1, minutes=30)
    samples(where, 1)
    ana, bao = annotator("ana"), annotator("bao")
    sheet = next_sheet(ana, where)
    assert sheet is not None
    moment["now"] = timedelta(minutes=31)
    together, got, refused = Barrier(2), list[str](), list[str]()

    def come_back() -> None:
        together.wait()
        try:
            enter(ana, sheet.pk, 0, Entered("S1", 1.0))
            got.append("ana")
        except GradingError as error:
            refused.append(error.code)
        connection.close()

    def ask() -> None:
        together.wait()
        if next_sheet(bao, where) is not None:
            got.append("bao")
        connection.close()

    threads = [Thread(target=come_back), Thread(target=ask)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert (got, refused) in ((["ana"], []), (["bao"], ["gone"]))


def test_a_closed_campaign_gives_nothing_out() -> None:
    where = campaign(closed_at=MOMENT)
    samples(where, 1)
    assert next_sheet(annotator("ana"), where) is None


def test_a_sheet_is_handed_in_whole_or_it_says_what_is_missing() -> None:
    where = campaign()
    (sample,) = samples(where, 1)
    ana = annotator("ana")
    sheet = graded(sample, ana, dict.fromkeys(("S1", "S2"), 1.0))
    Sheet.objects.filter(pk=sheet.pk).update(state=SheetState.RESERVED, saved_at=None)
    with pytest.raises(GradingError, match="S3") as refused:
        hand_in(ana, sheet.pk, sheet.revision)
    assert refused.value.items[0] == "S3"
    assert len(refused.value.items) == 11
