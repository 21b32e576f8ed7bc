"""The page of adjudication: worst first, names hidden, usable as a plain form."""

from __future__ import annotations

import re

import pytest
from django.utils.html import escape

from tests.webapp.annotation.builders import annotator, campaign, graded, samples
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role as AccountRole
from webapp.annotation.models import Adjudication, Grade, Sample

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sample() -> Sample:
    """Two people differ on S1 and D3."""
    (made,) = samples(campaign(), 1, contestant="a-telling-name")
    graded(made, annotator("ana"), {"S1": 1.0, "S2": 1.0, "D3": 0.0})
    graded(made, annotator("bao"), {"S1": 0.5, "S2": 1.0, "D3": 1.0})
    return made


def path(sample: Sample) -> str:
    return f"/grading/campaigns/{sample.campaign_id}/adjudication"


def form(sample: Sample, item: str, **fields: str) -> dict[str, object]:
    return {"sample": sample.pk, "item": item, "cause": "slip", "note": "", **fields}


def opened(page: str) -> str:
    """The item that is open."""
    found = re.search(r'name="item" value="(\w+)"', page)
    return found[1] if found else ""


def test_the_worst_case_is_open_with_what_is_graded_and_what_was_given(
    sample: Sample, researcher: Persona
) -> None:
    Grade.objects.filter(item="D3", value=0.0).update(
        note="<b>It</b> is elsewhere.",
        evidence=[{"kind": "thought", "ref": "", "text": "One node has failed"}],
    )
    page = researcher.page(path(sample))
    assert opened(page) == "D3"
    assert escape(sample.body["query"]) in page
    assert escape("<b>It</b> is elsewhere.") in page
    assert "One node has failed</q>" in page
    letters = re.findall(r'name="value" value="([\d.a-z]+)" data-letters="([A-Z ]*)"', page)
    assert dict(letters).keys() == {"1.0", "0.5", "0.0", "none"}
    assert sorted(value for value, given in letters if given) == ["0.0", "1.0"]
    assert page.count("required") >= 7
    assert 'data-key="G"' in page
    assert "2 items on which people differ" in page.replace("\xa0", " ")


def test_no_name_no_contestant_and_no_label_is_on_it(sample: Sample, researcher: Persona) -> None:
    page = researcher.page(path(sample))
    for secret in ("ana", "bao", "a-telling-name", "Parameter_Missing"):
        assert not re.search(rf"\b{secret}\b", page), secret


def test_saving_goes_on_to_the_next_case_until_none_is_left(
    sample: Sample, researcher: Persona
) -> None:
    after = researcher.after(path(sample), **form(sample, "D3", value="0.5"))
    assert "Saved: D3 of sample" in after
    assert opened(after) == "S1"
    last = researcher.after(
        path(sample), **form(sample, "S1", value="none", note="The plan is cut off.")
    )
    assert "There is nothing for you to settle here" in last
    assert set(Adjudication.objects.values_list("item", "value", "note")) == {
        ("D3", 0.5, ""),
        ("S1", None, "The plan is cut off."),
    }


def test_what_is_missing_is_said_and_what_was_typed_stays(
    sample: Sample, researcher: Persona
) -> None:
    sent = form(sample, "S1", value="0.5", cause="", note="Half a thought")
    answer = researcher.post(path(sample), **sent)
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Say why people differ here" in page
    assert opened(page) == "S1"
    assert "Half a thought" in page
    assert re.search(r'value="0\.5"[^>]* checked', page)
    assert not Adjudication.objects.exists()


def test_a_case_that_somebody_else_has_settled_is_not_overwritten(
    sample: Sample, researcher: Persona
) -> None:
    other = Persona("sven", AccountRole.RESEARCHER)
    other.post(path(sample), **form(sample, "S1", value="1.0"))
    answer = researcher.post(path(sample), **form(sample, "S1", value="0.5", note="Not so."))
    page = answer.content.decode()
    assert answer.status_code == 422
    assert "Somebody else has settled this" in page
    assert "Not so." in page
    assert Adjudication.objects.get().value == 1.0


def test_any_case_can_be_opened_and_one_that_is_settled_shows_how(
    sample: Sample, researcher: Persona
) -> None:
    asked = {"sample": sample.pk, "item": "S1"}
    assert opened(researcher.page(path(sample), 200, **asked)) == "S1"
    researcher.post(path(sample), **form(sample, "S1", value="0.5", cause="ambiguity"))
    page = researcher.page(path(sample), 200, **asked)
    assert re.search(r'value="0\.5"[^>]* checked', page)
    assert re.search(r'value="ambiguity"[^>]* checked', page)
    assert "What you have settled last" in page
    for wrong in ({"sample": sample.pk, "item": "S2"}, {"sample": "x", "item": "S1"}):
        assert researcher.get(path(sample), **wrong).status_code == 404


def test_a_researcher_who_has_graded_it_is_told_that_it_is_left_out(sample: Sample) -> None:
    gus = Persona("gus", AccountRole.RESEARCHER)
    graded(sample, gus.user, {"S1": 0.0, "D3": 0.0})
    page = gus.page(path(sample))
    assert "Nobody adjudicates what they graded" in page
    assert "on 1 sample people differ" in page.replace("\xa0", " ")
    after = gus.after(path(sample), **form(sample, "S1", value="1.0"))
    assert "Nobody adjudicates what they graded or made themselves." in after
    assert not Adjudication.objects.exists()


def test_a_sample_of_another_campaign_is_not_there(sample: Sample, researcher: Persona) -> None:
    (elsewhere,) = samples(campaign("Second round"), 1)
    answer = researcher.post(path(elsewhere), **form(sample, "S1", value="1.0"))
    assert answer.status_code == 404


def test_it_is_for_researchers_alone(sample: Sample, stranger: Persona, nobody: Persona) -> None:
    dan = Persona("dan", AccountRole.ANNOTATOR)
    for persona in (stranger, dan):
        assert persona.get(path(sample)).status_code == 404
        answer = persona.post(path(sample), **form(sample, "S1", value="1.0"))
        assert answer.status_code == 404
    assert nobody.get(path(sample))["Location"].startswith("/sign-in")
    assert not Adjudication.objects.exists()
