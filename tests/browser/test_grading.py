"""People grade by keyboard in a real browser; what they enter survives whatever happens to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.keyboard import signed_in
from tests.webapp.annotation.builders import ITEMS, annotator, campaign, samples
from tests.webapp.live import LiveSite
from webapp.accounts.models import User
from webapp.annotation.models import Campaign, Grade, Sheet, SheetState

pytestmark = pytest.mark.django_db(transaction=True)

PATTERN = "1231231231231"
VALUES = [(1.0, 0.5, 0.0)[int(key) - 1] for key in PATTERN]


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
def ana() -> User:
    return annotator("ana")


@pytest.fixture
def where() -> Campaign:
    """A campaign of four samples."""
    made = campaign()
    samples(made, 4)
    return made


@pytest.fixture
def page(context: BrowserContext, live_site: LiveSite, ana: User, where: Campaign) -> Page:
    """The first sheet."""
    page = signed_in(context, live_site, ana)
    page.goto(f"{live_site.origin}/grading/{where.pk}")
    expect(page.locator("#mark")).to_have_text("Nothing entered yet")
    return page


def values(sheet: Sheet) -> dict[str, float | None]:
    """What stands on a sheet."""
    return dict(sheet.grades.values_list("item", "value"))


def test_thirteen_keys_and_one_more_grade_a_response(page: Page) -> None:
    for turn in range(3):
        expect(page.locator("#done")).to_have_text("0")
        for key in PATTERN:
            page.keyboard.press(key)
        expect(page.locator("#done")).to_have_text("13")
        page.keyboard.press("Control+Enter")
        expect(page.locator("#done")).to_have_text("0")
        saved = Sheet.objects.filter(state=SheetState.SAVED).order_by("saved_at")
        assert saved.count() == turn + 1
        last = saved.last()
        assert last is not None
        assert values(last) == dict(zip(ITEMS, VALUES, strict=True))
    assert len({sheet.sample_id for sheet in saved}) == 3


def test_what_is_entered_without_a_network_is_there_when_it_is_back(
    page: Page, context: BrowserContext
) -> None:
    page.keyboard.press("1")
    expect(page.locator("#mark")).to_have_text("Saved")
    context.set_offline(True)
    page.keyboard.press("2")
    page.keyboard.press("3")
    expect(page.locator("#mark")).to_have_text("Offline: 2 not saved yet")
    page.keyboard.press("Control+Enter")
    assert Grade.objects.count() == 1
    context.set_offline(False)
    expect(page.locator("#mark")).to_have_text("Saved", timeout=20_000)
    assert values(Sheet.objects.get(grades__item="S1")) == {"S1": 1.0, "S2": 0.5, "S3": 0.0}


def test_a_reload_without_a_network_loses_nothing(page: Page, context: BrowserContext) -> None:
    page.route("**/items/*", lambda route: route.abort())
    page.keyboard.press("1")
    page.keyboard.press("3")
    expect(page.locator("#mark")).to_have_text("Offline: 2 not saved yet")
    page.unroute("**/items/*")
    page.reload()
    expect(page.locator("#mark")).to_have_text("Saved")
    assert values(Sheet.objects.get(grades__item="S1")) == {"S1": 1.0, "S2": 0.0}
    expect(page.locator("#done")).to_have_text("2")


def test_undo_notes_evidence_and_what_cannot_be_judged(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("u")
    expect(page.locator("#done")).to_have_text("0")
    expect(page.locator("#mark")).to_have_text("Saved")
    assert not Grade.objects.exists()
    page.keyboard.press("2")
    page.keyboard.press("k")
    page.locator(".matter .returned tbody tr").first.click()
    page.keyboard.press("e")
    expect(page.locator("#item-S1 .evidence li")).to_contain_text("observation")
    page.keyboard.press("n")
    page.keyboard.type("1 of 2 was said")
    page.keyboard.press("Escape")
    page.keyboard.press("j")
    page.keyboard.press("s")
    page.keyboard.type("the plan is cut off")
    page.keyboard.press("Enter")
    expect(page.locator("#mark")).to_have_text("Saved")
    first, second = (Grade.objects.get(item=item) for item in ("S1", "S2"))
    assert (first.value, first.note) == (0.5, "1 of 2 was said")
    assert [piece["kind"] for piece in first.evidence] == ["observation"]
    assert (second.value, second.skipped) == (None, "the plan is cut off")
    expect(page.locator(".item.on")).to_have_id("item-S3")


def test_a_second_tab_is_told_and_overwrites_nothing(page: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(page.url)
    page.keyboard.press("1")
    expect(page.locator("#mark")).to_have_text("Saved")
    other.keyboard.press("3")
    expect(other.locator("#mark")).to_contain_text("another tab")
    assert Grade.objects.get().value == 1.0


def test_what_is_missing_is_shown_where_it_is(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#mark")).to_have_text("S2 is not graded yet")
    expect(page.locator(".item.on")).to_have_id("item-S2")
    assert not Sheet.objects.filter(state=SheetState.SAVED).exists()
