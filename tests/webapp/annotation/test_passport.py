"""A judge's passport tells what its grades may be taken for; a look at the locked half is kept."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from evaluators.calibration import FEWEST_SAMPLES, Status
from tests.webapp.annotation.builders import annotator, campaign, graded, samples
from tests.webapp.annotation.readings import judge, read
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role as AccountRole
from webapp.annotation.comparing import Gathered
from webapp.annotation.models import Campaign, Grade, Judge, Look, Reading, Sample
from webapp.annotation.passports import look, passport_of, status_of
from webapp.leaderboard.kept import forget

pytestmark = pytest.mark.django_db(transaction=True)
_VALUES = (1.0, 0.5, 0.0, 1.0)


@pytest.fixture(autouse=True)
def _fresh(db: None) -> Iterator[None]:
    """Nothing that was made of another test's records stays."""
    forget()
    yield
    forget()


def read_by_all(where: Campaign, minos: Judge, count: int = 10) -> list[Sample]:
    """Samples that two people have graded alike, and the judge as they did."""
    made = samples(where, count)
    ana, bao = annotator("ana"), annotator("bao")
    for place, sample in enumerate(made):
        value = {"S1": _VALUES[place % 4], "D1": _VALUES[(place + 1) % 4]}
        graded(sample, ana, value)
        graded(sample, bao, value)
        read(minos, sample, value)
    return made


def test_the_locked_half_stays_locked_until_somebody_says_that_they_look() -> None:
    where, minos = campaign(), judge()
    made = read_by_all(where, minos)
    half_of = Gathered(where).half_of
    tested = sum(half_of[sample.cluster] == "test" for sample in made)

    before = passport_of(minos, where)
    assert (before.test, before.status) == (None, Status.PROVISIONAL)
    assert before.development.samples == len(made) - tested
    look(minos, where, annotator("cleo", AccountRole.RESEARCHER))
    after = passport_of(minos, where)
    assert after.test is not None
    assert after.test.samples == tested
    assert after.why == f"People and judge share 10 of {FEWEST_SAMPLES} samples."


def test_enough_samples_make_a_judge_that_agrees_calibrated_and_a_new_prompt_makes_it_stale() -> (
    None
):
    where, minos = campaign(), judge()
    read_by_all(where, minos, FEWEST_SAMPLES)
    assert status_of(minos) == Status.PROVISIONAL
    look(minos, where, annotator("cleo", AccountRole.RESEARCHER))
    assert status_of(minos) == Status.CALIBRATED
    Judge.objects.filter(pk=minos.pk).update(prompt_hash="another")
    minos.refresh_from_db()
    assert status_of(minos) == Status.STALE
    assert passport_of(minos, where).status == Status.STALE


def test_a_judge_is_compared_with_itself_by_probe() -> None:
    where, minos = campaign(), judge()
    for place, sample in enumerate(read_by_all(where, minos)):
        read(minos, sample, {"S1": _VALUES[place % 4], "D1": 1.0}, "again")
    found = passport_of(minos, where).probes
    assert list(found) == ["again"]
    assert found["again"].items["S1"].exact.value == 1.0
    assert found["again"].items["D1"].exact.value == 0.4
    assert passport_of(minos, where).development.items["D1"].exact.value == 1.0, "no probe counts"


def test_pressing_the_button_shows_the_half_and_writes_down_who_pressed(
    researcher: Persona, stranger: Persona
) -> None:
    where, minos = campaign(), judge()
    read_by_all(where, minos)
    path = f"/judges/{minos.pk}"
    page = researcher.page(path)
    assert faults(page) == []
    assert "looked at 0 times" in text_of(page)
    assert "Judge with people on the test half" not in text_of(page)
    assert not Look.objects.exists(), "reading the page is no look"
    stranger.page(path, 404)
    assert stranger.post(f"{path}/look", campaign=where.pk).status_code == 404

    shown = researcher.after(f"{path}/look", campaign=where.pk)
    assert faults(shown) == []
    assert "looked at 1 time" in text_of(shown)
    assert "Judge with people on the test half" in text_of(shown)
    (only,) = Look.objects.all()
    assert (only.by, only.judge, only.campaign) == (researcher.user, minos, where)


def test_a_look_counts_once_for_each_person_and_each_state_of_the_grades() -> None:
    where, minos = campaign(), judge()
    made = read_by_all(where, minos)
    cleo, cass = (annotator(name, AccountRole.RESEARCHER) for name in ("cleo", "cass"))
    first, is_new = look(minos, where, cleo)
    assert is_new
    assert look(minos, where, cleo) == (first, False)
    assert look(minos, where, cass)[1], "somebody else sees it for the first time"

    by_half = Gathered(where).half_of
    halves = {by_half[sample.cluster]: sample for sample in made}
    Grade.objects.filter(sheet__sample=halves["development"], item="S1").update(value=0.5)
    Reading.objects.filter(sample=halves["development"]).delete()
    assert not look(minos, where, cleo)[1], "of the other half there is nothing new to be seen"

    Reading.objects.filter(sample=halves["test"]).delete()
    assert look(minos, where, cleo)[1], "the half holds something else"
    assert Look.objects.filter(by=cleo).count() == 2


def test_pressing_twice_adds_no_look_and_says_so(researcher: Persona) -> None:
    where, minos = campaign(), judge()
    read_by_all(where, minos)
    researcher.after(f"/judges/{minos.pk}/look", campaign=where.pk)
    again = researcher.after(f"/judges/{minos.pk}/look", campaign=where.pk)
    assert "no look is added" in text_of(again)
    assert "looked at 1 time" in text_of(again)
    assert 'aria-current="page">Grading' in again
    assert '<p class="crumbs"><a href="/judges">Judges</a></p>' in again


def test_the_page_tells_identity_and_that_nothing_was_read_yet(researcher: Persona) -> None:
    minos = judge()
    page = researcher.page(f"/judges/{minos.pk}")
    assert faults(page) == []
    for told in (minos.identity, minos.prompt_hash, "temperature 0", "It has read no sample yet."):
        assert told in text_of(page)
    assert researcher.post(f"/judges/{minos.pk}/look").status_code == 404
    researcher.page("/judges/99999", 404)
