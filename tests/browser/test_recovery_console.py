"""A person repairs a plan in a real browser, and is scored by the same facts as a program."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from evaluators.plans import PlanScore, plan_facts
from sandboxes.workflows import RecoveryEnvironment, RecoveryInstance, recovery_evidence
from tests.browser.keyboard import press_until, signed_in
from tests.webapp.live import LiveSite
from tests.webapp.recovery.builders import opened_by_person
from webapp.accounts.models import User
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt, EndedBy, EventKind, Status

pytestmark = pytest.mark.django_db(transaction=True)

THOUGHT, PLAN = '[name="arg/thought"]', '[name="arg/plan"]'


@pytest.fixture
def context(browser: Browser) -> Iterator[BrowserContext]:
    """A browser of somebody's own, in which nothing may go wrong."""
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    yield context
    context.close()
    assert wrong == []


@pytest.fixture
def user() -> User:
    """Who works."""
    return User.objects.create_user("mender")


@pytest.fixture
def attempt(user: User) -> Attempt:
    """An open attempt of theirs at recovery."""
    return opened_by_person(user)


@pytest.fixture
def page(context: BrowserContext, live_site: LiveSite, user: User, attempt: Attempt) -> Page:
    """The console, opened and started by keyboard."""
    page = signed_in(context, live_site, user)
    page.goto(f"{live_site.origin}/attempts/{attempt.pk}/console")
    press_until(page, "Tab", "main form button")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    return page


def instance_of(attempt: Attempt) -> RecoveryInstance:
    found = made_instance(attempt.instance)
    assert isinstance(found, RecoveryInstance)
    return found


def submit(page: Page, thought: str, plan: str) -> None:
    """Write thought and plan into the form, and submit them by key."""
    page.locator(THOUGHT).fill(thought)
    page.locator(PLAN).fill(plan)
    page.keyboard.press("Control+Enter")


def in_process(instance: RecoveryInstance, sent: list[Any]) -> dict[str, Any]:
    """The facts of the same submissions without a site."""
    environment = RecoveryEnvironment(instance)
    for arguments in sent:
        environment.call("submit_plan", arguments)
    assert environment.finished
    score = PlanScore(plan_facts(recovery_evidence(environment)))
    facts: dict[str, Any] = json.loads(json.dumps(score.as_json()))
    return facts


def test_a_plan_is_repaired_wave_by_wave_and_scored_by_the_same_facts(
    page: Page, attempt: Attempt
) -> None:
    instance = instance_of(attempt)
    broken, mended = instance.plan.as_json(), instance.repairs[0].as_json()
    broken["nodes"][1]["dependencies"] = ["nowhere"]

    submit(page, "It depends on nothing that is there.", json.dumps(broken))
    sentence = "Node 1 depends on nowhere, which is not in the plan."
    expect(page.locator("#calls > li")).to_have_count(1)
    expect(page.locator("#calls .errorlist")).to_have_text(sentence)
    expect(page.locator("#heard")).to_have_text(f"Submission 1 was refused: {sentence}")
    expect(page.locator(PLAN)).to_have_value(json.dumps(broken))
    expect(page.locator(THOUGHT)).to_have_value("It depends on nothing that is there.")

    submit(page, "Mended.", json.dumps(mended))
    expect(page.locator("#calls > li")).to_have_count(2)
    newest = page.locator("#calls > li").first
    expect(newest.locator("svg .node.changed")).to_have_count(1)
    expect(newest.locator(".wave tbody > tr").first).to_be_visible()

    for submitted in range(3, 40):
        page.locator(PLAN).press("Control+Enter")
        expect(page.locator("#calls > li")).to_have_count(submitted)
        if "The response was reached." in (page.locator("#heard").text_content() or ""):
            break
    expect(page.locator("#banner")).to_contain_text("The attempt has ended.")

    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by) == (Status.FINISHED, EndedBy.RESPONSE)
    calls = attempt.events.filter(kind=EventKind.CALL).order_by("number")
    sent = [json.loads(call.arguments) for call in calls]
    assert [one["plan"] for one in sent] == [broken, *[mended] * (len(sent) - 1)]
    score = attempt.scores.get()
    assert json.loads(score.body) == in_process(instance, sent)
    assert score.correct


def test_what_is_typed_and_no_json_stays_and_costs_nothing(page: Page, attempt: Attempt) -> None:
    submit(page, "A thought.", '{"nodes": [')
    expect(page.locator("#tool-form .errorlist")).to_contain_text("This is no JSON")
    expect(page.locator(PLAN)).to_have_value('{"nodes": [')
    expect(page.locator(PLAN)).to_be_focused()
    expect(page.locator(THOUGHT)).to_have_value("A thought.")
    assert not attempt.events.filter(kind=EventKind.CALL).exists()


def test_what_is_typed_survives_a_reload_and_statuses_are_brought_up_to_date_in_it(
    page: Page, attempt: Attempt
) -> None:
    mended = instance_of(attempt).repairs[0].as_json()
    submit(page, "Mended.", json.dumps(mended))
    expect(page.locator("#calls > li")).to_have_count(1)
    page.reload()
    expect(page.locator(PLAN)).to_have_value(json.dumps(mended))

    page.get_by_role("button", name="Bring statuses up to date").click()
    expect(page.locator(PLAN)).not_to_have_value(json.dumps(mended))
    known = {one.node for one in attempt.inner_calls.all()}
    assert known
    nodes = json.loads(page.locator(PLAN).input_value())["nodes"]
    assert {node["id"] for node in nodes if node["status"]} >= known
    expect(page.locator(THOUGHT)).to_have_value("Mended.")
