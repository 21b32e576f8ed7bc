"""A researcher looks on while an agent acts: nothing missing, nothing twice, also after a cut."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from tests.webapp.builders import entry_of, opened
from tests.webapp.live import LiveSite
from webapp.accounts.links import new_link
from webapp.accounts.models import Role, User
from webapp.attempts import services
from webapp.attempts.models import Attempt

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def attempt() -> Attempt:
    """An open attempt in which something has been done."""
    found = opened()
    call(found)
    return found


@pytest.fixture
def page(browser: Browser, live_site: LiveSite, attempt: Attempt) -> Iterator[Page]:
    """A researcher's window on the attempt's trace."""
    user = User.objects.create_user("looker", role=Role.RESEARCHER)
    address = f"http://127.0.0.1:{live_site.port}"
    context = browser.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    page.goto(f"{address}/sign-in/{new_link(user)}")
    page.get_by_role("main").get_by_role("button").click()
    page.goto(f"{address}/attempts/{attempt.pk}/trace")
    yield page
    context.close()
    assert errors == []


def call(attempt: Attempt) -> None:
    """Make a call."""
    services.call_tool(entry_of(attempt), "acc_network", {}).wait()


def numbers(page: Page) -> list[str]:
    """The lines on the page."""
    lines = page.locator(".log > li[id]")
    return [str(line.get_attribute("id")) for line in lines.all()]


def test_lines_come_by_themselves_until_the_end(page: Page, attempt: Attempt) -> None:
    call(attempt)
    page.locator("#event-3").wait_for()
    call(attempt)
    services.finish(entry_of(attempt), "done").wait()
    page.get_by_text("The attempt has ended.").wait_for()

    assert numbers(page) == [f"event-{number}" for number in range(1, 6)]
    page.get_by_role("link", name="See what came of it").click()
    page.get_by_role("heading", level=1).get_by_text("Not correct").wait_for()


def test_after_a_cut_nothing_is_missing_and_nothing_there_twice(
    page: Page, attempt: Attempt
) -> None:
    call(attempt)
    page.locator("#event-3").wait_for()
    # As if the server had gone away: the extension tells it from an end by the code.
    page.locator(".live").evaluate(
        """list => {
            const { socket } = list._htmx.ws.connection;
            socket.dispatchEvent(new CloseEvent("close", { code: 1006 }));
            socket.close();
        }"""
    )
    call(attempt)
    page.locator("#event-4").wait_for()
    call(attempt)
    page.locator("#event-5").wait_for()

    assert numbers(page) == [f"event-{number}" for number in range(1, 6)]


def test_a_step_changes_the_state_and_nothing_else(page: Page, attempt: Attempt) -> None:
    state = page.locator("#state")
    state.get_by_text("State after number 2").wait_for()
    page.locator("#event-1").get_by_role("link", name="State after this").click()
    state.get_by_text("State after number 1").wait_for()

    assert "step=1" in page.url
    state.get_by_role("link", name="On to 2").click()
    state.get_by_text("State after number 2").wait_for()
    state.get_by_text("Network accelerated").wait_for()
