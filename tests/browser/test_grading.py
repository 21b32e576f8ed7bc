"""People grade by keyboard in a real browser; what they enter survives whatever happens to it."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.browser.keyboard import signed_in
from tests.webapp.annotation.builders import ITEMS, annotator, campaign, samples
from tests.webapp.live import LiveSite
from webapp.accounts.models import User
from webapp.annotation.grading import Entered, enter
from webapp.annotation.models import Campaign, Grade, Role, Sheet, SheetState

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
    for page in context.pages:
        if page.locator("#desk[data-open]:not([data-training])").count():
            page.locator("#desk[data-ahead]").wait_for()  # the site has nothing left to answer
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
    assert Grade.objects.count() == 1
    context.set_offline(False)
    expect(page.locator("#mark")).to_have_text("Saved", timeout=20_000)
    assert values(Sheet.objects.get(grades__item="S1")) == {"S1": 1.0, "S2": 0.5, "S3": 0.0}


def test_a_hand_in_without_a_network_is_not_taken_for_one(
    page: Page, context: BrowserContext
) -> None:
    for key in PATTERN[:-1]:
        page.keyboard.press(key)
    expect(page.locator("#mark")).to_have_text("Saved")
    context.set_offline(True)
    page.keyboard.press(PATTERN[-1])
    page.keyboard.press("Control+Enter")
    expect(page.locator("#mark")).to_have_text("Offline: 1 not saved yet")
    context.set_offline(False)
    expect(page.locator("#mark")).to_have_text("Saved, not handed in yet", timeout=20_000)
    page.keyboard.press("Control+Enter")
    expect(page.locator("#done")).to_have_text("0")
    assert Sheet.objects.filter(state=SheetState.SAVED).count() == 1


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
    page.keyboard.press("Enter")
    reason = page.get_by_label("Can\u2019t be judged, because").and_(page.locator(":focus"))
    expect(reason).to_have_js_property("validationMessage", "Say why, or leave it by Esc")
    page.keyboard.type("the plan is cut off")
    page.keyboard.press("Enter")
    expect(page.locator("#mark")).to_have_text("Saved")
    expect(page.locator("#item-S2")).to_have_class("item skipped")
    first, second = (Grade.objects.get(item=item) for item in ("S1", "S2"))
    assert (first.value, first.note) == (0.5, "1 of 2 was said")
    assert [piece["kind"] for piece in first.evidence] == ["observation"]
    assert (second.value, second.skipped) == (None, "the plan is cut off")
    expect(page.locator(".item.on")).to_have_id("item-S3")
    for _ in range(4):
        page.keyboard.press("u")
    expect(page.locator("#done")).to_have_text("0")
    expect(page.locator(".evidence li")).to_have_count(0)
    expect(page.locator("#mark")).to_have_text("Saved")
    page.keyboard.press("u")
    expect(page.locator("#mark")).to_have_text("Nothing to undo on this page")
    assert not Grade.objects.exists()


def test_a_place_is_chosen_by_keyboard_and_nothing_is_graded_by_that(page: Page) -> None:
    page.keyboard.press("e")
    expect(page.get_by_label("Evidence", exact=True)).to_be_focused()
    page.keyboard.type("node 2")
    for key in ("ArrowDown", "ArrowUp"):
        page.keyboard.press(key)
    expect(page.locator(".evidence li")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(page.locator("#item-S1 .evidence li")).to_contain_text("Evidence: node 2")
    expect(page.locator("#item-S1 input").first).to_be_focused()
    page.keyboard.press("e")
    page.keyboard.type("node 2")
    page.keyboard.press("Enter")
    expect(page.locator("#mark")).to_have_text("That is attached already")
    expect(page.locator("#item-S1 .evidence li")).to_have_count(1)
    page.keyboard.press("e")
    page.keyboard.type("thought: I mend")
    page.keyboard.press("Enter")
    assert not Grade.objects.exists()
    page.keyboard.press("1")
    expect(page.locator("#mark")).to_have_text("Saved")
    assert Grade.objects.get().evidence == [
        {"kind": "node", "ref": "2", "text": ""},
        {"kind": "thought", "ref": "", "text": "I mend it and leave the rest."},
    ]


@pytest.mark.parametrize("has_touch", [False, True])
def test_one_press_grades_and_a_passage_is_attached_without_a_key(
    has_touch: bool, browser: Browser, live_site: LiveSite, ana: User, where: Campaign
) -> None:
    size = {"width": 390, "height": 800} if has_touch else {"width": 1280, "height": 800}
    context = browser.new_context(viewport=size, has_touch=has_touch)  # type: ignore[arg-type]
    page = signed_in(context, live_site, ana)
    page.goto(f"{live_site.origin}/grading/{where.pk}")
    expect(page.locator("#desk[data-ahead]")).to_be_attached()
    assert page.evaluate("scrollY") == 0, "what is graded comes first"
    for item in reversed(ITEMS):
        level = page.locator(f"#item-{item} .pick label").nth(1)
        level.tap() if has_touch else level.click()
    expect(page.locator("#done")).to_have_text("13")
    words = "document.querySelector('[data-passage] p').firstChild"
    page.evaluate(f"getSelection().setBaseAndExtent({words}, 0, {words}, 8)")
    button = page.get_by_role("button", name="Attach")
    button.tap() if has_touch else button.click()
    expect(page.locator("#item-S1 .evidence li")).to_contain_text("Evidence: “One node”")
    expect(page.locator("#mark")).to_have_text("Saved")
    assert set(values(Sheet.objects.get(grades__item="S1")).values()) == {0.5}
    (piece,) = Grade.objects.get(item="S1").evidence
    assert piece == {"kind": "thought", "ref": "", "text": "One node"}
    context.close()


def test_after_training_the_same_key_leads_on(page: Page, ana: User) -> None:
    taught = campaign("Taught", pass_mark=0.2)
    known = {item: {"value": 1.0, "why": "It is so."} for item in ITEMS}
    samples(taught, 1, role=Role.TRAINING, reference=known)
    samples(taught, 1)
    page.goto(page.url.partition("/grading")[0] + f"/grading/{taught.pk}")
    for key in PATTERN:
        page.keyboard.press(key)
    page.keyboard.press("Control+Enter")
    expect(page.get_by_text("5 of 13 like the reference")).to_be_visible()
    expect(page.get_by_text("With 38 % of the whole round you have passed it")).to_be_visible()
    page.keyboard.press("Control+Enter")
    expect(page.locator("#mark")).to_have_text("Nothing entered yet")


def test_a_second_tab_is_told_and_overwrites_nothing(page: Page, context: BrowserContext) -> None:
    other = context.new_page()
    other.goto(page.url)
    page.keyboard.press("1")
    expect(page.locator("#mark")).to_have_text("Saved")
    other.keyboard.press("3")
    other.keyboard.press("2")
    expect(other.locator("#mark")).to_contain_text("another tab")
    assert Grade.objects.get().value == 1.0
    other.reload()
    expect(other.locator("#mark")).to_have_text("Changed elsewhere meanwhile: look at S1 again")
    assert values(Sheet.objects.get(grades__item="S1")) == {"S1": 1.0, "S2": 0.5}


def test_what_is_missing_is_shown_where_it_is(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("Control+Enter")
    expect(page.locator("#mark")).to_have_text("S2 is not graded yet")
    expect(page.locator(".item.on")).to_have_id("item-S2")
    assert not Sheet.objects.filter(state=SheetState.SAVED).exists()


def test_a_key_that_is_held_hands_in_once_and_grades_nothing_unseen(page: Page) -> None:
    held: list[Route] = []
    page.route("**/hand-in", lambda route: held.append(route))
    for key in PATTERN:
        page.keyboard.press(key)
    expect(page.locator("#mark")).to_have_text("Saved")
    with page.expect_request("**/hand-in"):
        page.keyboard.press("Control+Enter")
    page.keyboard.press("Control+Enter")
    page.keyboard.press("3")
    (only,) = held
    only.continue_()
    expect(page.locator("#done")).to_have_text("0")
    first, second = Sheet.objects.order_by("pk")[:2]
    expect(page.locator("#desk")).to_have_attribute("data-sheet", str(second.pk))
    assert (first.state, second.state) == (SheetState.SAVED, SheetState.RESERVED)
    assert values(first) == dict(zip(ITEMS, VALUES, strict=True))


def test_a_note_that_is_only_begun_is_there_after_a_reload(page: Page) -> None:
    page.keyboard.press("n")
    page.keyboard.type("Node 3 is")
    expect(page.locator("#mark")).to_have_text("Noted; it is saved with the grade")
    page.reload()
    expect(page.locator("#item-S1 textarea")).to_have_value("Node 3 is")
    page.keyboard.press("1")
    expect(page.locator("#mark")).to_have_text("Saved")
    page.keyboard.press("k")
    page.keyboard.press("n")
    page.keyboard.press("End")
    page.keyboard.type(" mended")
    page.reload()
    expect(page.locator("#mark")).to_have_text("Saved")
    only = Grade.objects.get()
    assert (only.item, only.value, only.note) == ("S1", 1.0, "Node 3 is mended")


def test_what_could_not_be_sent_does_not_undo_what_was_entered_elsewhere(
    page: Page, ana: User
) -> None:
    page.route("**/items/*", lambda route: route.abort())
    page.keyboard.press("3")
    page.keyboard.press("2")
    expect(page.locator("#mark")).to_have_text("Offline: 2 not saved yet")
    sheet = Sheet.objects.get(pk=sheet_of(page))
    enter(ana, sheet.pk, 0, Entered("S1", 1.0))
    page.unroute("**/items/*")
    with page.expect_response("**/items/S2"):
        page.reload()
    expect(page.locator("#item-S2 input:checked")).to_have_value("0.5")
    expect(page.locator("#item-S1 input:checked")).to_have_value("1.0")
    expect(page.locator("#mark")).to_have_text("Changed elsewhere meanwhile: look at S1 again")
    expect(page.locator("#done")).to_have_text("2")
    assert values(sheet) == {"S1": 1.0, "S2": 0.5}


def test_whoever_is_signed_out_is_told_and_goes_on_after_signing_in(
    page: Page, context: BrowserContext
) -> None:
    cookies = context.cookies()
    context.clear_cookies()
    for key in PATTERN:
        page.keyboard.press(key)
    expect(page.locator("#mark")).to_contain_text("You are signed out")
    sheet = Sheet.objects.get(pk=sheet_of(page))
    context.add_cookies(cookies)  # type: ignore[arg-type]
    page.keyboard.press("Control+Enter")
    expect(page.locator("#done")).to_have_text("0", timeout=20_000)
    sheet.refresh_from_db()
    assert sheet.state == SheetState.SAVED
    assert values(sheet) == dict(zip(ITEMS, VALUES, strict=True))


def test_an_item_that_was_graded_can_be_skipped_after_all(page: Page) -> None:
    page.keyboard.press("1")
    page.keyboard.press("k")
    page.keyboard.press("s")
    page.keyboard.type("it is cut off")
    page.keyboard.press("Enter")
    expect(page.locator("#mark")).to_have_text("Saved")
    only = Grade.objects.get()
    assert (only.value, only.skipped) == (None, "it is cut off")


def test_only_the_two_columns_scroll_and_nothing_is_offered_that_keys_do(page: Page) -> None:
    expect(page.get_by_role("button", name="Hand in")).to_be_in_viewport(ratio=1)
    expect(page.get_by_role("button", name="Save")).to_be_hidden()
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_a_wide_plan_opens_where_it_differs_on_every_sheet(page: Page) -> None:
    page.set_viewport_size({"width": 1110, "height": 800})  # the plan is wider than its box
    page.reload()
    for _ in range(2):
        _, after = page.locator(".plan-canvas").all()
        assert after.evaluate("box => box.scrollWidth > box.clientWidth")
        expect(after.locator(".node.added, .node.changed").first).to_be_in_viewport()
        for key in PATTERN:
            page.keyboard.press(key)
        page.keyboard.press("Control+Enter")
        expect(page.locator("#done")).to_have_text("0")


def sheet_of(page: Page) -> int:
    """The key of the sheet in view."""
    return int(page.locator("#desk").get_attribute("data-sheet") or 0)
