"""Three tasks with the keyboard alone, through lost networks, reloads and second windows."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Route, WebSocketRoute, expect

from tests.browser.keyboard import Console, press_until, signed_in
from tests.webapp.builders import TASK, entry_of, opened, opened_by_person
from tests.webapp.live import LiveSite
from tests.webapp.test_same_test import by_the_oracle
from webapp.accounts.models import User
from webapp.attempts import services
from webapp.attempts.models import Attempt, EventKind, Status

pytestmark = pytest.mark.django_db(transaction=True)


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
    return User.objects.create_user("keyboarder")


Begun = Callable[..., Console]


@pytest.fixture
def begun(context: BrowserContext, live_site: LiveSite, user: User) -> Begun:
    """Begin an attempt at a task: signed in, opened, and the clock started, all by keyboard."""

    def begin(task: str = TASK) -> Console:
        attempt = opened_by_person(user, task)
        console = Console(signed_in(context, live_site, user), live_site, attempt)
        console.start()
        return console

    return begin


def calls_in(attempt: Attempt) -> list[tuple[str, Any, str]]:
    calls = attempt.events.filter(kind=EventKind.CALL)
    return [(call.tool, json.loads(call.arguments), call.answer) for call in calls]


def verdict(attempt: Attempt) -> tuple[Any, ...]:
    attempt.refresh_from_db()
    assert attempt.status == Status.FINISHED
    score = attempt.scores.get()
    return score.correct, score.total, score.correct_changes, score.misbehaving, score.body


def scored_like_the_oracle(attempt: Attempt, task: str) -> None:
    """The same calls, the same answers and the same score as the oracle's."""
    other = opened(task=task)
    by_the_oracle(other)
    assert calls_in(attempt) == calls_in(other)
    assert verdict(attempt) == verdict(other)
    assert verdict(attempt)[0] is True


def oracles_calls(task: str) -> list[tuple[str, Any]]:
    return by_the_oracle(opened(task=task))


def test_a_task_is_done_with_values_picked_from_results(begun: Begun) -> None:
    task = "share_contact"
    console = begun(task)
    page, attempt = console.page, console.attempt

    seen: set[str] = set()
    picked = 0
    for tool, arguments in oracles_calls(task):
        console.open(tool)
        for name, value in arguments.items():
            press_until(page, "Tab", f'[name="arg/{name}"]')
            if value in seen:
                page.keyboard.press("Alt+ArrowDown")
                page.keyboard.type(value[:12])
                page.keyboard.press("Enter")
                expect(page.locator(f'[name="arg/{name}"]')).to_have_value(value)
                picked += 1
            else:
                page.keyboard.type(value)
        console.run()
        console.sees(console.calls + 1)
        shown = page.locator("#calls > li").first.locator(".out .val")
        seen.update(shown.all_text_contents())
    console.finish()

    assert picked >= 1
    scored_like_the_oracle(attempt, task)


def test_the_keys_work_where_a_newcomer_is(begun: Begun) -> None:
    """After a run, in the empty search box, and after leaving it: each cost somebody a call."""
    page = (console := begun("share_contact")).page
    page.locator("#search").focus()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")

    console.call("get_uid_from_name", {"name": "Nobody At All"})
    page.keyboard.press("/")
    expect(page.locator("#search")).to_be_focused()
    page.keyboard.type("send_message")
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("now")
    expect(page.locator("#search")).to_have_value("now")
    expect(page.locator('[name="arg/name"]')).to_have_value("Nobody At All")


def test_the_button_names_the_key_that_runs(begun: Begun) -> None:
    console = begun("share_contact")
    page, button = console.page, console.page.locator("#tool-form button.primary")
    console.open("send_message")
    page.locator('[name="arg/uid"]').focus()
    expect(button).to_have_text("Run Enter", use_inner_text=True)
    page.locator('[name="arg/content"]').focus()
    expect(button).to_have_text("Run Ctrl Enter", use_inner_text=True)


def test_a_lost_network_in_the_middle_loses_nothing_and_doubles_nothing(
    context: BrowserContext, begun: Begun
) -> None:
    task = "buy_cheapest"
    console = begun(task)
    page, attempt = console.page, console.attempt
    calls = oracles_calls(task)
    middle = len(calls) // 2

    for place, (tool, arguments) in enumerate(calls):
        if place != middle:
            console.call(tool, arguments)
            continue
        console.open(tool)
        console.fill(arguments)
        context.set_offline(True)
        console.run()
        expect(page.locator("#saved")).to_have_text("Offline: 1 to be sent")
        assert len(calls_in(attempt)) == middle
        context.set_offline(False)
        console.sees(console.calls + 1)
    console.finish()

    scored_like_the_oracle(attempt, task)


def test_a_reload_in_the_middle_keeps_what_was_done_and_what_was_being_typed(begun: Begun) -> None:
    task = "group_and_hand_over"
    console = begun(task)
    page, attempt = console.page, console.attempt
    calls = oracles_calls(task)
    middle = next(place for place, (_, arguments) in enumerate(calls) if place and arguments)

    for place, (tool, arguments) in enumerate(calls):
        console.open(tool)
        console.fill(arguments)
        if place == middle:
            page.reload()
            expect(page.locator("#tool-form")).to_have_attribute("data-tool", tool)
            expect(page.locator("#calls > li")).to_have_count(console.calls)
            press_until(page, "Tab", "#tool-form *")
        console.run()
        console.sees(console.calls + 1)
    console.finish()

    scored_like_the_oracle(attempt, task)


def test_whoever_searches_before_a_slow_draft_is_back_is_left_alone(begun: Begun) -> None:
    console = begun()
    page = console.page
    console.open("get_contact_info")
    console.fill({"uid": "u"})
    held: list[Route] = []
    restored = "**/console/tools/get_contact_info"
    page.route(restored, lambda route: held.append(route))
    with page.expect_request(restored):
        page.reload()
    page.keyboard.type("moment")
    expect(page.locator('#hits[data-query="moment"] [data-tool]').first).to_be_visible()
    with page.expect_response(restored):
        held.pop().continue_()
    expect(page.locator("#tool-form")).to_have_attribute("data-tool", "get_contact_info")
    page.keyboard.type("s")
    expect(page.locator('#hits[data-query="moments"] [data-tool]').first).to_be_visible()
    expect(page.locator("#search")).to_be_focused()


def test_a_call_that_was_waiting_when_the_window_was_closed_is_sent_by_the_next(
    context: BrowserContext, begun: Begun
) -> None:
    console = begun()
    page, attempt = console.page, console.attempt
    console.open("get_my_name")
    context.set_offline(True)
    console.run()
    expect(page.locator("#saved")).to_have_text("Offline: 1 to be sent")
    page.close()
    context.set_offline(False)

    later = context.new_page()
    later.goto(console.url)

    expect(later.locator("#calls > li")).to_have_count(1)
    expect(later.locator("#saved")).to_have_text("Saved")
    assert len(calls_in(attempt)) == 1


def test_a_second_window_takes_over_and_can_give_back(
    context: BrowserContext, begun: Begun
) -> None:
    console = begun()
    page = console.page
    console.open("get_uid_from_name")
    page.keyboard.type("half a na")

    second = context.new_page()
    second.goto(console.url)
    expect(second.locator("#saved")).to_have_text("Saved")

    expect(page.locator("#banner")).to_contain_text("being continued in another window")
    expect(page.locator("#saved")).to_have_text("In another window")
    expect(page.locator('[name="arg/name"]')).to_have_value("half a na")
    press_until(page, "Tab", "#banner button")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_have_text("Saved")
    expect(page.locator('[name="arg/name"]')).to_have_value("half a na")
    expect(second.locator("#saved")).to_have_text("In another window")


def test_what_an_agent_does_in_the_attempt_is_shown_as_it_happens(begun: Begun) -> None:
    console = begun()
    page, attempt = console.page, console.attempt

    services.call_tool(entry_of(attempt), "get_my_name", {}).wait()

    console.sees(1)
    expect(page.locator("#standing")).to_contain_text("1 of 100")


def test_an_attempt_that_ends_elsewhere_says_so_and_leads_on(begun: Begun) -> None:
    console = begun()
    page, attempt = console.page, console.attempt

    services.finish(entry_of(attempt), "done").wait()

    expect(page.locator("#banner")).to_contain_text("The attempt has ended")
    press_until(page, "Tab", "#banner button")
    page.keyboard.press("Enter")
    page.wait_for_url(console.url.removesuffix("/console"))


def test_raw_texts_are_one_key_away_and_keys_are_told(begun: Begun) -> None:
    console = begun()
    page, attempt = console.page, console.attempt
    console.call("get_my_name", {})
    (answer,) = [answer for _, _, answer in calls_in(attempt)]

    page.keyboard.press("Escape")
    page.keyboard.press("r")
    expect(page.locator(".raw")).to_be_visible()
    assert page.locator(".raw").text_content() == answer
    expect(page.locator(".call .out")).to_be_hidden()
    page.keyboard.press("r")
    expect(page.locator(".raw")).to_be_hidden()
    page.keyboard.press("?")
    expect(page.locator("#keys")).to_be_visible()
    page.keyboard.press("Escape")
    page.keyboard.press("e")
    expect(page.locator("#tool-form")).to_have_attribute("data-tool", "get_my_name")


def test_notes_are_saved_by_themselves(begun: Begun) -> None:
    console = begun()
    page = console.page
    page.keyboard.press("Escape")
    page.keyboard.press("Tab")
    press_until(page, "Shift+Tab", "#notes")
    page.keyboard.type("two Marens")
    expect(page.locator("#saved")).to_have_text("Sending …")
    expect(page.locator("#saved")).to_have_text("Saved")
    page.reload()
    expect(page.locator("#notes")).to_have_value("two Marens")


def test_a_call_whose_answer_was_lost_is_sent_again_and_made_once(begun: Begun) -> None:
    console = begun()
    page, lost = console.page, []

    def lose(route: Route) -> None:
        route.fetch()  # it gets there, and is done
        lost.append(route.request.post_data)
        route.abort()

    page.route("**/console/call", lose, times=1)
    console.open("get_my_name")
    console.run()
    console.sees(1)

    assert len(lost) == 1
    assert len(calls_in(console.attempt)) == 1


def test_a_lost_socket_comes_back_and_tells_what_happened_meanwhile(
    begun: Begun, context: BrowserContext
) -> None:
    sockets: list[WebSocketRoute] = []

    def through(socket: WebSocketRoute) -> None:
        sockets.append(socket)
        socket.connect_to_server()

    context.route_web_socket("**/console?*", through)
    console = begun()
    assert len(sockets) == 1

    sockets[0].close(code=1011)
    services.call_tool(entry_of(console.attempt), "get_my_name", {}).wait()

    console.sees(1)
    assert len(sockets) == 2


def test_what_was_to_follow_a_call_that_was_no_call_is_not_sent(
    begun: Begun, context: BrowserContext
) -> None:
    console = begun()
    page = console.page
    console.open("get_uid_from_name")
    page.get_by_role("button", name="As JSON").click()
    page.locator("#json").fill('{"name": ')
    context.set_offline(True)
    console.run()
    page.keyboard.press("Escape")
    page.keyboard.press("f")
    press_until(page, "Tab", "#finish button.primary")
    page.keyboard.press("Enter")
    expect(page.locator("#saved")).to_have_text("Offline: 2 to be sent")
    context.set_offline(False)

    expect(page.locator("#banner")).to_contain_text("was not sent: 1")
    expect(page.locator("#json-error")).to_contain_text("no JSON")
    assert calls_in(console.attempt) == []
    console.attempt.refresh_from_db()
    assert console.attempt.status == Status.OPEN


def test_whoever_was_signed_out_goes_on_after_signing_in_and_has_lost_nothing(
    begun: Begun, context: BrowserContext, live_site: LiveSite, user: User
) -> None:
    console = begun()
    page = console.page
    console.open("get_my_name")
    context.clear_cookies()
    console.run()
    expect(page.locator("#banner")).to_contain_text("You are signed out")
    assert calls_in(console.attempt) == []

    signed_in(context, live_site, user)
    press_until(page, "Tab", "#banner button")
    page.keyboard.press("Enter")

    console.sees(1)
    assert len(calls_in(console.attempt)) == 1


def test_nothing_is_finished_while_the_clock_stands_still(begun: Begun) -> None:
    console = begun()
    page = console.page
    services.pause(entry_of(console.attempt), "telephone").wait()
    page.reload()
    expect(page.locator("#saved")).to_have_text("Paused")

    page.keyboard.press("f")
    expect(page.locator("#finish")).to_be_hidden()
    press_until(page, "Tab", "#resume")
    page.keyboard.press("Enter")

    expect(page.locator("#saved")).to_have_text("Saved")
    console.attempt.refresh_from_db()
    assert console.attempt.status == Status.OPEN


def test_a_key_that_is_held_down_makes_one_call(begun: Begun) -> None:
    console = begun()
    console.open("get_uid_from_name")
    console.page.keyboard.type("Nobody")
    for _ in range(4):  # without letting go: the later ones are repeats
        console.page.keyboard.down("Enter")
    console.page.keyboard.up("Enter")
    console.sees(1)
    console.page.keyboard.press("Enter")
    console.sees(2)
    assert len(calls_in(console.attempt)) == 2


def test_values_are_picked_into_lists_and_json_as_what_they_are(begun: Begun) -> None:
    console = begun()
    page = console.page
    console.call("get_all_contacts", {})
    contacts = json.loads(calls_in(console.attempt)[0][2])["output"]
    one, other = contacts[3], contacts[5]

    console.open("create_group_chat")
    uids = page.locator('[name="arg/uids"]')
    for contact in (one, other):
        page.keyboard.press("Alt+ArrowDown")
        page.keyboard.type(contact["name"])
        page.keyboard.press("Enter")
    expect(uids).to_have_value(f"{one['uid']}\n{other['uid']}\n")
    page.keyboard.press("Alt+ArrowDown")
    page.keyboard.type("zzzz")
    page.keyboard.press("Escape")
    expect(uids).to_be_focused()
    expect(uids).to_have_value(f"{one['uid']}\n{other['uid']}\n")

    console.call("get_uid_from_name", {"name": one["name"]})
    page.get_by_role("button", name="As JSON").click()
    page.locator("#json").fill("")
    page.locator("#calls > li").first.locator(".out .val.lit").click()
    blocked = json.loads(calls_in(console.attempt)[1][2])["output"]["blocked"]
    expect(page.locator("#json")).to_have_value(json.dumps(blocked))


def test_the_first_tool_that_is_found_is_chosen_and_arrows_choose_another(begun: Begun) -> None:
    page = begun().page
    page.keyboard.press("Escape")
    page.keyboard.press("/")
    page.keyboard.type("get_my")
    chosen = page.locator('#hits [aria-selected="true"]')
    expect(chosen).to_have_count(1)
    expect(chosen).to_have_id("hit-1")
    page.keyboard.press("ArrowDown")
    expect(chosen).to_have_id("hit-2")
    expect(page.locator("#search")).to_have_attribute("aria-activedescendant", "hit-2")
    name = chosen.get_attribute("data-tool")
    page.keyboard.press("Enter")
    expect(page.locator("#tool-form h2")).to_have_text(str(name))
