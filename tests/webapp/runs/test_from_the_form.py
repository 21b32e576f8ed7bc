"""A set that asks a model, from the form of the served site to its scores, by the site's worker."""

from __future__ import annotations

import httpx2
import pytest
from django.conf import settings

from tests.agents.fake_openai import SCRIPTS, FakeOpenAI
from tests.webapp.builders import public_instance
from tests.webapp.live import LiveSite
from tests.webapp.pages.markup import Markup
from tests.webapp.pages.personas import Persona
from tests.webapp.runs.test_kill import wait_until
from tests.webapp.runs.test_pages_new import MODEL, USUAL
from webapp.attempts.models import ScoreRecord
from webapp.runs.models import ReplyRecord, RunSet, RunState


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("strategy", ["full_context", "rag", "iterative_rag", "distractors"])
def test_a_served_model_is_asked_as_was_chosen(
    strategy: str, researcher: Persona, live_site: LiveSite
) -> None:
    public_instance("share_contact", 1)
    session = researcher.client.cookies[settings.SESSION_COOKIE_NAME].value
    cookies = {settings.SESSION_COOKIE_NAME: session}
    with (
        FakeOpenAI(SCRIPTS["looks_and_finishes"]) as fake,
        httpx2.Client(base_url=live_site.origin, cookies=cookies) as browser,
    ):
        page = Markup(browser.get("/runs/new").text)
        [token, *_] = [
            tag["value"] for tag in page.all("input") if tag.get("name") == "csrfmiddlewaretoken"
        ]
        chosen = {**USUAL, **MODEL, "agent": strategy, "dialect": "native", "retriever": "bm25"}
        chosen |= {"address": fake.base_url, "temperature": "0.7", "distractors": "4"}
        answer = browser.post("/runs/new", data={**chosen, "csrfmiddlewaretoken": token})
        made = RunSet.objects.get()
        assert answer.headers["Location"] == f"/runs/{made.pk}"
        wait_until(lambda: not made.runs.exclude(state=RunState.DONE).exists(), every=0.2)
        bodies = [request.body for request in fake.requests]
    assert len(bodies) == 4, "two runs of two replies"
    assert {body["model"] for body in bodies} == {"m-1"}
    assert {body["temperature"] for body in bodies} == {0.7}
    assert ReplyRecord.objects.filter(attempt__run__run_set=made).count() == 4
    assert ScoreRecord.objects.filter(attempt__run__run_set=made).count() == 2
