"""A researcher settles by keyboard what people differ on."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.keyboard import signed_in
from tests.webapp.annotation.builders import annotator, campaign, graded, samples
from tests.webapp.live import LiveSite
from webapp.accounts.models import Role
from webapp.annotation.adjudication import opinions
from webapp.annotation.models import Adjudication, Sample

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def sample() -> Sample:
    """Two people differ by all on D3, by half on S1, E1 and E2."""
    (made,) = samples(campaign(), 1)
    graded(made, annotator("ana"), {"D3": 0.0, "S1": 1.0, "E1": 0.5, "E2": 1.0})
    graded(made, annotator("bao"), {"D3": 1.0, "S1": 0.5, "E1": 0.0, "E2": 0.5})
    return made


@pytest.fixture
def page(browser: Browser, live_site: LiveSite, sample: Sample) -> Iterator[Page]:
    """The worst case, open."""
    wrong: list[str] = []
    context = browser.new_context(viewport={"width": 1280, "height": 800})
    context.on("weberror", lambda error: wrong.append(str(error.error)))
    page = signed_in(context, live_site, annotator("ruth", Role.RESEARCHER))
    page.goto(f"{live_site.origin}/grading/campaigns/{sample.campaign_id}/adjudication")
    expect(page.locator("#case")).to_contain_text("D3")
    yield page
    context.close()
    assert wrong == []


def settled() -> dict[str, tuple[float | None, str, str]]:
    found = Adjudication.objects.values_list("item", "value", "cause", "note")
    return {item: (value, cause, note) for item, value, cause, note in found}


def test_three_keys_settle_a_case_and_open_the_next(page: Page, sample: Sample) -> None:
    for key in ("2", "g", "Enter"):
        page.keyboard.press(key)
    expect(page.locator("#case")).to_contain_text("S1")
    second = opinions(sample, "S1")[1].value
    for key in ("b", "t", "n"):
        page.keyboard.press(key)
    page.keyboard.type("as b says, at 1")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#case")).to_contain_text("E1")
    assert settled() == {
        "D3": (0.5, "guideline_gap", ""),
        "S1": (second, "ambiguity", "as b says, at 1"),
    }


def test_enter_saves_nothing_without_a_cause(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("Enter")
    expect(page.locator("#case")).to_contain_text("D3")
    expect(page.locator("[name=cause]:invalid").first).to_be_visible()
    assert settled() == {}
    page.keyboard.press("s")
    page.keyboard.press("Enter")
    expect(page.locator("#case")).to_contain_text("S1")
    assert settled() == {"D3": (1.0, "slip", "")}
