"""The plot of the board comes with a choice that has one, if there was none at first."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.webapp.leaderboard.records import attempt_of, instance_of, scored
from tests.webapp.live import LiveSite

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_choice_brings_the_plot(browser: Browser, live_site: LiveSite) -> None:
    scored("agent", instance_of("one"))
    attempt_of("agent", instance_of("two", level=2))
    context = browser.new_context()
    page = context.new_page()
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))

    page.goto(f"http://127.0.0.1:{live_site.port}/board?level=2")
    page.get_by_text("nothing scored yet").wait_for()
    assert page.locator("#plot").count() == 0
    page.get_by_label("Level").select_option("")
    page.locator("#plot .main-svg").first.wait_for()

    context.close()
    assert errors == []
