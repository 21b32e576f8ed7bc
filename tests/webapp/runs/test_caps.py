"""A set that has used up what it may goes on once its cap is raised, and not before."""

from __future__ import annotations

import pytest
from django.core.management import CommandError, call_command

from tests.agents.fake_openai import SCRIPTS, FakeOpenAI
from tests.webapp.pages.markup import Markup, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.runs.sets import asking, planned, worked
from webapp.runs.models import RunSet, RunSetStatus, RunState

pytestmark = pytest.mark.django_db(transaction=True)


def paused_by_its_cap(base_url: str) -> RunSet:
    """A set of six runs of a call each, stopped after the first of them that reach its cap."""
    made = planned(asking(base_url), repeats=6, caps={"calls": 2, "tokens": 900_000}, concurrency=1)
    paused = worked(made)
    assert (paused.status, paused.why) == (RunSetStatus.PAUSED, "The cap of 2 calls is reached.")
    return paused


def test_a_set_on_its_page(researcher: Persona) -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        paused = paused_by_its_cap(fake.base_url)
    done = paused.runs.filter(state=RunState.DONE).count()
    assert done < 6

    refused = researcher.post(f"/runs/{paused.pk}/resume")
    assert refused["Location"] == f"/runs/{paused.pk}/caps"
    page = researcher.page(f"/runs/{paused.pk}/caps")
    assert "The cap of 2 calls is reached. Raise it first, or take it away." in text_of(page)
    values = {tag["name"]: tag.get("value") for tag in Markup(page).all("input")}
    assert (values["calls"], values["tokens"], values["money"]) == ("2", "900000", None)
    paused.refresh_from_db()
    assert paused.status == RunSetStatus.PAUSED

    wrong = researcher.post(f"/runs/{paused.pk}/caps", calls="0", money="1.50").content.decode()
    assert "Nothing was changed yet" in text_of(wrong)
    paused.refresh_from_db()
    assert paused.caps == {"calls": 2, "tokens": 900_000}

    researcher.post(f"/runs/{paused.pk}/caps", calls="600", money="1.50")
    researcher.post(f"/runs/{paused.pk}/resume")
    paused.refresh_from_db()
    assert paused.caps == {"calls": 600, "money": "1.50"}, "what was left empty has no cap"
    assert (paused.status, paused.why) == (RunSetStatus.RUNNING, "")


def test_a_set_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        paused = paused_by_its_cap(fake.base_url)
        with pytest.raises(CommandError, match="cap of 2 calls is reached"):
            call_command("run_agent", resume=paused.pk)
        call_command("run_agent", "--resume", str(paused.pk), "--set-max-calls", "50")
        asked = len(fake.requests)
    paused.refresh_from_db()
    assert paused.caps == {"calls": 50, "tokens": 900_000}, "the others stay as they are"
    assert paused.runs.filter(state=RunState.DONE).count() == 6
    assert asked == 12, "no reply was asked for twice"
