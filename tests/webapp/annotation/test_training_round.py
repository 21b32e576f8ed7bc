"""Who fails the training round is told, is seen by researchers, and can be let on by them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.webapp.annotation.builders import ITEMS, annotator, campaign, graded, samples
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role as AccountRole
from webapp.annotation.models import Campaign, LoweredMark, Role, Sheet, TrainingPass
from webapp.annotation.queue import next_sheet
from webapp.annotation.training import Training, training_of
from webapp.annotation.training_round import (
    RoundError,
    let_in,
    lower_pass_mark,
    trained_elsewhere,
)

pytestmark = pytest.mark.django_db(transaction=True)

KNOWN: Mapping[str, Any] = {
    "S1": {"value": 1.0, "why": "The error is named."},
    "S2": {"value": 0.0, "why": "The cause is not."},
}


@pytest.fixture
def ana() -> Persona:
    return Persona("ana", AccountRole.ANNOTATOR)


@pytest.fixture
def where(ana: Persona) -> Campaign:
    """A campaign with an ordinary sample, whose training round ana has done and failed: 50 %."""
    made = campaign()
    samples(made, 1)
    (training,) = samples(made, 1, role=Role.TRAINING, reference=KNOWN)
    graded(training, ana.user, dict.fromkeys(ITEMS, 1.0))
    return made


def test_who_is_let_in_gets_samples_and_it_stays_known_by_whom(
    ana: Persona, where: Campaign
) -> None:
    ruth, rolf = annotator("ruth", AccountRole.RESEARCHER), annotator("rolf")
    assert training_of(ana.user, where).failed
    assert next_sheet(ana.user, where) is None

    made = let_in(where, ana.user, ruth)

    assert (made.campaign, made.person, made.by) == (where, ana.user, ruth)
    after = training_of(ana.user, where)
    assert (after.passed, after.needed, after.failed, after.let_in) == (False, False, False, made)
    sheet = next_sheet(ana.user, where)
    assert sheet is not None
    assert sheet.sample.role == Role.ORDINARY
    assert let_in(where, ana.user, rolf) == made, "once more changes nothing"
    assert training_of(rolf, where).needed, "nobody else is let in by that"


def test_only_who_has_failed_is_let_in(ana: Persona, where: Campaign) -> None:
    ruth, bao = annotator("ruth", AccountRole.RESEARCHER), annotator("bao")
    with pytest.raises(RoundError, match="bao has not failed"):
        let_in(where, bao, ruth)
    where.pass_mark = 0.5
    where.save()
    with pytest.raises(RoundError, match="ana has not failed"):
        let_in(where, ana.user, ruth)
    assert not TrainingPass.objects.exists()


def test_a_lower_mark_lets_on_whoever_reaches_it_and_is_recorded(
    ana: Persona, where: Campaign
) -> None:
    ruth = annotator("ruth", AccountRole.RESEARCHER)

    now = lower_pass_mark(where, 0.5, ruth)

    assert now.pass_mark == 0.5
    assert training_of(ana.user, now).passed
    assert next_sheet(ana.user, now) is not None
    assert LoweredMark.objects.values_list("campaign", "before", "after", "by").get() == (
        where.pk,
        0.7,
        0.5,
        ruth.pk,
    )


@pytest.mark.parametrize("mark", [0.7, 0.71, 1.5, -0.1, float("nan")])
def test_a_mark_is_lowered_and_never_raised(where: Campaign, mark: float) -> None:
    with pytest.raises(RoundError, match="70 %, and can only be lowered"):
        lower_pass_mark(where, mark, annotator("ruth", AccountRole.RESEARCHER))
    assert Campaign.objects.get().pass_mark == 0.7
    assert not LoweredMark.objects.exists()


def test_who_was_trained_elsewhere_is_recorded_where_it_matters(
    ana: Persona, where: Campaign
) -> None:
    bao = annotator("bao")
    trained_elsewhere(where, bao)
    trained_elsewhere(where, bao)
    assert not training_of(bao, where).needed
    only = TrainingPass.objects.get()
    assert (only.person, only.by) == (bao, None)
    trained_elsewhere(campaign("Without a round"), bao)
    assert TrainingPass.objects.count() == 1


@given(right=st.integers(0, 40), of=st.integers(1, 40), mark=st.integers(0, 100))
def test_the_per_cents_that_are_told_never_say_otherwise_than_the_round(
    right: int, of: int, mark: int
) -> None:
    share = min(right, of) / of
    told = Training(1, 1, share, passed=share >= mark / 100, pass_mark=mark / 100)
    assert told.wanted == mark
    assert told.passed == (told.agreed >= told.wanted)


def test_the_grader_reads_what_was_reached_what_is_asked_and_who_knows(
    ana: Persona, where: Campaign
) -> None:
    page = ana.page(f"/grading/{where.pk}")
    assert faults(page) == []
    told = text_of(page)
    assert "50 % of your grades are those of the reference; 70 % are asked for" in told
    assert "shows them that you wait here" in told
    assert f'href="/grading/sheets/{Sheet.objects.get().pk}"' in page, "the way to the feedback"
    listed = text_of(ana.page("/grading"))
    assert "50 % of your grades are those of the reference, and 70 % are asked for" in listed
    assert "A researcher has been shown it." in listed


def test_a_researcher_is_shown_who_waits_and_lets_them_in(
    ana: Persona, where: Campaign, researcher: Persona
) -> None:
    assert "1 failed the training" in text_of(researcher.page("/grading/campaigns"))
    path = f"/grading/campaigns/{where.pk}"
    page = researcher.page(path)
    assert faults(page) == []
    assert "Let them grade: ana" in text_of(page)

    after = researcher.after(f"{path}/let-in", person="ana")

    assert faults(after) == []
    assert f"50 % let in by {researcher.user.username}" in text_of(after)
    assert "Let them grade" not in text_of(after)
    assert "failed the training" not in text_of(researcher.page("/grading/campaigns"))
    assert ana.get(f"/grading/{where.pk}").status_code == 302
    bad = researcher.after(f"{path}/let-in", person="nobody at all")
    assert "Say who is to be let in." in text_of(bad)
    annotator("bao")
    unasked = researcher.after(f"{path}/let-in", person="bao")
    assert "bao has not failed the training round." in text_of(unasked)


@pytest.mark.parametrize("typed", ["", "x", "-3", "5.5", "70", "100", "\u0665\u0660", "1000"])
def test_a_mark_that_is_none_is_refused_in_words(
    where: Campaign, researcher: Persona, typed: str
) -> None:
    after = researcher.after(f"/grading/campaigns/{where.pk}/pass-mark", per_cent=typed)
    assert "per cent, such as 60" in text_of(after) or "can only be lowered" in text_of(after)
    assert Campaign.objects.get().pass_mark == 0.7


def test_a_researcher_lowers_the_mark_on_the_page(where: Campaign, researcher: Persona) -> None:
    path = f"/grading/campaigns/{where.pk}"
    assert "70 % are asked for now" in text_of(researcher.page(path))
    after = researcher.after(f"{path}/pass-mark", per_cent="50")
    assert faults(after) == []
    assert f"lowered from 70 % to 50 % by {researcher.user.username}" in text_of(after)
    assert "passed" in text_of(after)
    assert "are asked for now" not in text_of(after), "nobody waits any more"
