"""The grading page shows what is graded, takes what is entered, and tells nothing too early."""

from __future__ import annotations

import json
import re

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils.html import escape

from tests.webapp.annotation.builders import (
    ITEMS,
    MOMENT,
    annotator,
    campaign,
    graded,
    samples,
    sheet_in_hand,
)
from tests.webapp.pages.markup import text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.acting import acted
from tests.webapp.recovery.builders import opened
from webapp.accounts.models import Role as AccountRole
from webapp.annotation.models import Campaign, Grade, Role, Sample, Sheet, SheetState
from webapp.annotation.queue import next_sheet

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def ana() -> Persona:
    return Persona("ana", AccountRole.ANNOTATOR)


def test_a_campaign_leads_to_the_next_sheet_and_at_last_says_that_all_is_done(ana: Persona) -> None:
    where = campaign(graders=1)
    samples(where, 1)
    assert "First round" in ana.page("/grading")
    first = ana.get(f"/grading/{where.pk}")
    sheet = Sheet.objects.get()
    assert first["Location"] == f"/grading/sheets/{sheet.pk}"
    page = ana.page(first["Location"])
    assert escape(sheet.sample.body["query"]) in page
    for item in ITEMS:
        assert f'id="item-{item}"' in page
    fields = {f"value-{item}": "0.5" for item in ITEMS}
    after = ana.after(first["Location"], revision=0, then="hand-in", **fields)
    assert "nothing left for you" in after
    assert Sheet.objects.get().state == SheetState.SAVED
    assert set(Grade.objects.values_list("value", flat=True)) == {0.5}


def test_a_form_that_is_not_whole_keeps_what_is_in_it_and_says_what_is_missing(
    ana: Persona,
) -> None:
    where = campaign()
    samples(where, 1)
    sheet = next_sheet(ana.user, where)
    assert sheet is not None
    answer = ana.post(
        f"/grading/sheets/{sheet.pk}", revision=0, then="hand-in", **{"value-S1": "1.0"}
    )
    assert answer.status_code == 422
    assert "Not graded yet: S2" in answer.content.decode()
    assert Grade.objects.get().item == "S1"


def test_a_form_of_another_tab_overwrites_nothing(ana: Persona) -> None:
    where = campaign()
    samples(where, 1)
    sheet = next_sheet(ana.user, where)
    assert sheet is not None
    path = f"/grading/sheets/{sheet.pk}"
    ana.post(f"{path}/items/S1", revision=0, value="1.0")
    ana.post(f"{path}/items/S2", revision=1, value="1.0")
    answer = ana.post(path, revision=0, then="draft", **{"value-S1": "1.0", "value-S2": "0.0"})
    assert "another tab" in answer.content.decode()
    assert Grade.objects.get(item="S2").value == 1.0


def test_a_form_that_lags_by_one_change_overwrites_nothing_and_keeps_what_it_says(
    ana: Persona,
) -> None:
    sheet = sheet_in_hand(ana.user)
    path = f"/grading/sheets/{sheet.pk}"
    ana.post(f"{path}/items/S3", revision=13, value="0.0")
    fields = {f"value-{item}": "1.0" for item in ITEMS} | {"note-S3": "It was right."}
    answer = ana.post(path, revision=13, then="hand-in", **fields)
    told = answer.content.decode()
    assert answer.status_code == 422
    assert "S3: not saved, for this sheet was changed in another tab" in told
    assert "It was right." in told
    assert Grade.objects.get(item="S3").value == 0.0
    assert Sheet.objects.get().state == SheetState.RESERVED
    again = ana.after(path, revision=14, then="hand-in", **fields)
    assert "nothing left for you" in again
    assert Grade.objects.get(item="S3").note == "It was right."


def test_a_mistake_at_one_item_keeps_the_others_and_stays_to_be_mended(ana: Persona) -> None:
    where = campaign()
    samples(where, 1)
    sheet = next_sheet(ana.user, where)
    assert sheet is not None
    path = f"/grading/sheets/{sheet.pk}"
    fields = {"value-S1": "1.0", "skipped-S1": "It is cut off.", "note-S2": "A first thought."}
    answer = ana.post(path, revision=0, then="draft", **fields, **{"value-S3": "0.5"})
    told = answer.content.decode()
    assert answer.status_code == 422
    assert "S1: is graded or skipped, not both." in told
    assert escape("S2: a note needs a grade, or a reason why it can't be judged.") in told
    assert "It is cut off." in told
    assert "A first thought." in told
    assert Grade.objects.get().item == "S3"


def test_without_a_script_an_item_is_skipped_after_it_was_graded_and_evidence_stays(
    ana: Persona,
) -> None:
    sheet = sheet_in_hand(ana.user)
    path = f"/grading/sheets/{sheet.pk}"
    piece = {"kind": "node", "ref": "3", "text": ""}
    ana.post(f"{path}/items/S2", revision=13, value="1.0", evidence=json.dumps([piece]))
    page = ana.page(path)
    shown = escape(json.dumps([piece]))
    assert f'name="evidence-S2" value="{shown}"' in page
    assert 'name="value-S1" value="skip"' in page
    fields = {"value-S1": "skip", "skipped-S1": "It is cut off."}
    ana.after(path, revision=14, then="draft", **fields)
    first = Grade.objects.get(item="S1")
    assert (first.value, first.skipped) == (None, "It is cut off.")
    assert 'value="skip" checked' in ana.page(path)


def test_the_script_is_told_the_revision_or_what_is_wrong(ana: Persona) -> None:
    where = campaign()
    samples(where, 1)
    sheet = next_sheet(ana.user, where)
    assert sheet is not None
    path = f"/grading/sheets/{sheet.pk}/items/S1"
    assert json.loads(ana.post(path, revision=0, value="1.0").content)["revision"] == 1
    stale = ana.post(path, revision=0, value="0.0")
    assert (stale.status_code, json.loads(stale.content)["code"]) == (409, "stale")
    wrong = ana.post(path, revision=1, value="0.7")
    assert (wrong.status_code, json.loads(wrong.content)["code"]) == (422, "bad_value")
    broken = ana.post(path, revision=1, value="0.5", evidence="{")
    assert broken.status_code == 422
    assert Grade.objects.get().value == 1.0


def test_an_entry_costs_few_queries(ana: Persona) -> None:
    sheet = sheet_in_hand(ana.user)
    with CaptureQueriesContext(connection) as made:
        ana.post(f"/grading/sheets/{sheet.pk}/items/S1", revision=13, value="0.0")
    assert len(made) <= 16


def test_nobody_is_told_what_others_gave_or_what_is_known(ana: Persona) -> None:
    where = campaign(graders=2)
    (sample,) = samples(where, 1, contestant="a-telling-name")
    graded(sample, annotator("bao"), {"S1": 0.0, "S2": None})
    Grade.objects.filter(item="S1").update(note="bao has noted this")
    sheet = next_sheet(ana.user, where)
    assert sheet is not None
    for path in (f"/grading/sheets/{sheet.pk}", f"/grading/{where.pk}", "/grading"):
        told = ana.get(path).content.decode()
        for secret in ("bao", "a-telling-name", "Parameter_Missing", "E5", "S5"):
            assert not re.search(rf"\b{secret}\b", told), (path, secret)
    assert " checked>" not in ana.page(f"/grading/sheets/{sheet.pk}")


def test_what_programs_found_waits_for_all_responses_of_an_attempt(ana: Persona) -> None:
    where = campaign()
    attempt = acted("oracle", opened())
    first, second = samples(where, 2)
    Sample.objects.filter(pk=first.pk).update(attempt=attempt, event_number=1)
    broken = {**second.body, "after": None}  # no plan could be made of what was submitted then
    Sample.objects.filter(pk=second.pk).update(attempt=attempt, event_number=2, body=broken)
    sheet = graded(first, ana.user, 1.0)
    path = f"/grading/sheets/{sheet.pk}"
    assert "What programs found" not in ana.page(path)
    other = graded(second, ana.user, 1.0)
    first_told, second_told = (
        text_of(ana.page(f"/grading/sheets/{one.pk}")) for one in (sheet, other)
    )
    assert "What programs found S5, topological parsability 1 E5" in first_told
    assert "What programs found S5, topological parsability 0 E5" in second_told, "its own plan"


def test_a_participant_finds_nothing_and_a_researcher_no_sheet_of_others(
    ana: Persona, stranger: Persona, researcher: Persona, nobody: Persona
) -> None:
    sheet = sheet_in_hand(ana.user)
    path = f"/grading/sheets/{sheet.pk}"
    assert stranger.get("/grading").status_code == 404
    assert stranger.get(path).status_code == researcher.get(path).status_code == 404
    assert nobody.get(path)["Location"].startswith("/sign-in")


def test_after_a_training_sample_it_is_told_how_it_is(ana: Persona) -> None:
    where = campaign()
    reference = {
        "S1": {"value": 0.0, "why": "The thought is about another plan."},
        "S2": {"value": 0.5, "why": "One waits needlessly."},
    }
    samples(where, 1, role=Role.TRAINING, reference=reference)
    samples(where, 1)
    sheet = next_sheet(ana.user, where)
    assert sheet is not None
    path = f"/grading/sheets/{sheet.pk}"
    assert "another plan." not in ana.page(path)
    after = ana.after(path, revision=0, then="hand-in", **{f"value-{i}": "1.0" for i in ITEMS})
    assert "The thought is about another plan." in after
    assert "not like yours" in after
    assert "Reference: ½" in text_of(after)
    assert "0 of 2 like the reference" in text_of(after)
    assert "That ends the round with 0 %; 70 % are asked for." in text_of(after)
    assert "<textarea" not in after, "there is nothing to be noted any more"
    assert "0 % of your grades" in ana.page(f"/grading/{where.pk}").replace("\xa0", " ")


def test_a_sheet_of_a_closed_campaign_says_so_at_once_and_takes_nothing(ana: Persona) -> None:
    samples(campaign(), 1)
    sheet = next_sheet(ana.user, Campaign.objects.get())
    assert sheet is not None
    path = f"/grading/sheets/{sheet.pk}"
    noted = {"value": "1.0", "note": "First line\r\nsecond", "revision": 0}
    assert ana.post(f"{path}/items/S1", **noted).status_code == 200
    assert Grade.objects.get().note == "First line\nsecond", "as it was typed"
    Campaign.objects.update(closed_at=MOMENT)
    page = ana.page(path)
    assert "This campaign is closed: nothing more is taken." in page
    assert "second" in page, "what was entered is kept"
    assert "Hand in" not in text_of(page)


def test_researchers_see_how_far_it_is_and_who_has_done_what(
    ana: Persona, researcher: Persona
) -> None:
    where = campaign(graders=2)
    made = samples(where, 3)
    for sample in made[:2]:
        graded(sample, ana.user, 1.0)
    page = researcher.page(f"/grading/campaigns/{where.pk}")
    assert "2 <small>of 6</small>" in page
    assert ">ana<" in page
    assert "First round" in researcher.page("/grading/campaigns")
    assert ana.get(f"/grading/campaigns/{where.pk}").status_code == 404
