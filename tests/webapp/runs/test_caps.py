"""A set that has used up what it may goes on once its cap is raised, and not before."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import CommandError, call_command

from tests.agents.fake_openai import SCRIPTS, FakeOpenAI
from tests.webapp.builders import public_instance
from tests.webapp.pages.markup import Markup, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.runs.made import begin, made_set, reply
from tests.webapp.runs.sets import asking, planned, worked
from webapp.runs.builtin import builtin_agent
from webapp.runs.caps import used_by
from webapp.runs.going_on import command_to_go_on
from webapp.runs.making import Choice
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

    assert "Why it is paused: The cap of 2 calls is reached." in text_of(
        researcher.page(f"/runs/{paused.pk}")
    )
    researcher.post(f"/runs/{paused.pk}/caps", calls="600", money="1.50")
    raised = text_of(researcher.page(f"/runs/{paused.pk}"))
    assert "The cap was raised; press Go on." in raised
    assert "is reached" not in raised
    researcher.post(f"/runs/{paused.pk}/resume")
    paused.refresh_from_db()
    assert paused.caps == {"calls": 600, "money": "1.50"}, "what was left empty has no cap"
    assert (paused.status, paused.why) == (RunSetStatus.RUNNING, "")


def test_a_set_of_a_command(capsys: pytest.CaptureFixture[str]) -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        paused = paused_by_its_cap(fake.base_url)
        with pytest.raises(CommandError) as raised:
            call_command("run_agent", resume=paused.pk)
        used = used_by(paused).calls
        assert str(raised.value) == (
            "The cap of 2 calls is reached. Raise it first, or take it away. The command: "
            f".venv/bin/python manage.py run_agent --resume {paused.pk} --set-max-calls N "
            f"(above {used}). Only its page takes a cap away."
        )
        call_command("run_agent", "--resume", str(paused.pk), "--set-max-calls", "50")
        asked = len(fake.requests)
    paused.refresh_from_db()
    assert paused.caps == {"calls": 50, "tokens": 900_000}, "the others stay as they are"
    assert paused.runs.filter(state=RunState.DONE).count() == 6
    assert asked == 12, "no reply was asked for twice"


@pytest.mark.parametrize(
    ("caps", "options"),
    [
        ({}, ""),
        ({"calls": 99, "tokens": 1_050}, " --set-max-tokens N (above 1,050)"),
        ({"money": "0.0025"}, " --set-max-money N (above 0.0025)"),
        (
            {"seconds": 1.5, "calls": 0},
            " --set-max-seconds N (above 1.5) --set-max-calls N (above 0)",
        ),
    ],
)
def test_the_way_to_go_on_names_the_caps_that_are_reached(
    caps: dict[str, Any], options: str
) -> None:
    made = made_set(None, [public_instance()], builtin_agent("noop"), caps=caps)
    reply(begin(made.runs.get()), 1)

    command = f".venv/bin/python manage.py run_agent --resume {made.pk}{options}"
    assert command_to_go_on(made) == command


def test_money_is_capped_later_only_where_there_is_a_price(researcher: Persona) -> None:
    made = planned(asking("http://127.0.0.1:9/v1", model="my-own"), Choice("oracle"))
    page = researcher.post(f"/runs/{made.pk}/caps", money="5").content.decode()
    [field] = [part for part in page.split('<div class="field') if 'name="money"' in part]
    assert "There is no price of my-own in the table" in field
    with pytest.raises(CommandError, match=r"^--set-max-money: There is no price of my-own"):
        call_command("run_agent", "--resume", str(made.pk), "--set-max-money", "5")
    made.refresh_from_db()
    assert made.caps == {}
    researcher.post(f"/runs/{made.pk}/caps", calls="5")
    made.refresh_from_db()
    assert made.caps == {"calls": 5}


def test_a_cap_on_money_that_a_set_has_keeps_it_from_nothing() -> None:
    with FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake:
        made = planned(asking(fake.base_url, model="my-own"))
        RunSet.objects.update(caps={"money": "5"})
        call_command("run_agent", "--resume", str(made.pk), "--set-max-calls", "50")
    made.refresh_from_db()
    assert made.caps == {"money": "5", "calls": 50}
    assert made.runs.get().state == RunState.DONE
