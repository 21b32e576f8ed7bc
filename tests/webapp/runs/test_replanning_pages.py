"""Recovery in the form that makes sets, and on the pages of a set that was made there."""

from __future__ import annotations

import httpx2
import pytest
from django.conf import settings

from tests.agents.fake_openai import FakeOpenAI
from tests.webapp.builders import public_instance
from tests.webapp.live import LiveSite
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.builders import TASK, recovery_instance_of
from tests.webapp.runs.test_kill import wait_until
from tests.webapp.runs.test_pages_new import MODEL, USUAL, error_at
from tests.webapp.runs.test_replanning import good, made, used
from webapp.attempts.models import ScoreRecord
from webapp.runs.models import RunSet, RunState

pytestmark = pytest.mark.django_db(transaction=True)

AT_RECOVERY = {**USUAL, "suite": "recovery", "repeats": "1"}
ASKED = {**AT_RECOVERY, **MODEL, "agent": "replan", "dialect": "native"}


@pytest.fixture(autouse=True)
def _offered() -> None:
    recovery_instance_of()
    public_instance()


@pytest.mark.parametrize("strategy", ["replan", "replan_few_shot"])
def test_a_served_model_replans_from_the_form_to_facts(
    strategy: str, researcher: Persona, live_site: LiveSite
) -> None:
    session = researcher.client.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = {settings.SESSION_COOKIE_NAME: session}
    with (
        FakeOpenAI(lambda body: good(used())) as fake,
        httpx2.Client(base_url=live_site.origin, cookies=cookies) as browser,
    ):
        page = Markup(browser.get("/runs/new").text)
        [token, *_] = [
            tag["value"] for tag in page.all("input") if tag.get("name") == "csrfmiddlewaretoken"
        ]
        chosen = {**ASKED, "agent": strategy, "address": fake.base_url, "tasks": [TASK]}
        browser.post("/runs/new", data={**chosen, "csrfmiddlewaretoken": token})
        found = RunSet.objects.get()
        wait_until(lambda: not found.runs.exclude(state=RunState.DONE).exists(), every=0.2)
        assert len(fake.requests) == made().rounds_left

    score = ScoreRecord.objects.get(attempt__run__run_set=found)
    assert (score.evaluator, score.correct) == ("plans", True)
    assert found.runs.get().ending == "response"
    pages = [researcher.page(f"/runs/{found.pk}{part}") for part in ("", "/runs")]
    assert "its plan reached its response" in text_of(pages[1])
    assert "A thought and a plan as text" in text_of(pages[0])
    assert [faults(page) for page in pages] == [[], []]


def test_the_form_offers_recovery_and_its_tasks(researcher: Persona) -> None:
    page = researcher.page("/runs/new")
    values = [tag.get("value") for tag in Markup(page).all("option")]
    assert {"interdependent", "recovery", "replan", "replan_few_shot"} <= set(values)
    assert {"plan", "plan_few_shot"}.isdisjoint(values)
    assert TASK in text_of(page)
    assert faults(page) == []


@pytest.mark.parametrize(
    ("wrong", "field", "told"),
    [
        (
            {"agent": "rag"},
            "agent",
            "rag is for the suite interdependent. Of those that ask a model there are "
            "full_context, replan, replan_few_shot for recovery, which has one tool that is "
            "always listed.",
        ),
        ({"agent": "greedy"}, "agent", "Of the suite recovery there are the built-in agents"),
        ({"suite": "interdependent"}, "agent", "replan is for the suite recovery."),
        ({"profile": "harsh"}, "profile", "choose none"),
        ({"tasks": ["share_contact"]}, "tasks", "no task “share_contact” in the suite recovery"),
    ],
)
def test_what_does_not_go_with_a_suite_is_told_at_its_field(
    wrong: dict[str, str], field: str, told: str, researcher: Persona
) -> None:
    answer = researcher.post("/runs/new", **{**ASKED, **wrong})

    page = answer.content.decode()
    assert told in error_at(page, field)
    assert faults(page) == []
    assert not RunSet.objects.exists()
