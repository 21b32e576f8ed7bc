"""Somebody who works in the console with the keyboard alone."""

from __future__ import annotations

import json
from typing import Any

from playwright.sync_api import BrowserContext, Page, expect

from tests.webapp.live import LiveSite
from webapp.accounts.links import new_link
from webapp.accounts.models import User
from webapp.attempts.models import Attempt

PATIENCE_MS = 15_000


def signed_in(context: BrowserContext, site: LiveSite, user: User) -> Page:
    """A page of somebody who came by a sign-in link."""
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(f"{site.origin}/sign-in/{new_link(user)}")
    page.keyboard.press("Tab")
    press_until(page, "Tab", "main button")
    page.keyboard.press("Enter")
    page.wait_for_url(site.origin + "/")
    return page


def press_until(page: Page, key: str, selector: str) -> None:
    """Press a key until what is sought has the focus."""
    for _ in range(60):
        if page.evaluate("selector => document.activeElement.matches(selector)", selector):
            return
        page.keyboard.press(key)
    raise AssertionError(f"{key} never comes to {selector}")


class Console:
    """The console, at the keyboard.

    Args:
        page: The browser's page.
        site: The site.
        attempt: At what.
    """

    def __init__(self, page: Page, site: LiveSite, attempt: Attempt) -> None:
        self.page = page
        self.attempt = attempt
        self.url = f"{site.origin}/attempts/{attempt.pk}/console"
        self._calls = 0

    def start(self) -> None:
        """Open it, and start the clock."""
        self.page.goto(self.url)
        press_until(self.page, "Tab", "main form button")
        self.page.keyboard.press("Enter")
        expect(self.page.locator("#saved")).to_have_text("Saved")
        expect(self.page.locator("#search")).to_be_focused()

    def open(self, tool: str) -> None:
        """Search for a tool by its name, and open it."""
        keyboard = self.page.keyboard
        keyboard.press("Escape")
        if not self.page.evaluate("document.activeElement.id === 'search'"):
            keyboard.press("/")
        keyboard.press("Control+a")
        keyboard.type(tool)
        expect(self.page.locator("#hits [data-tool]").first).to_have_attribute("data-tool", tool)
        keyboard.press("ArrowUp")
        keyboard.press("Enter")
        expect(self.page.locator("#tool-form")).to_have_attribute("data-tool", tool)
        expect(self.page.locator("#tool-form :focus")).to_have_count(1)

    def fill(self, arguments: dict[str, Any]) -> None:
        """Type arguments into the fields, one after the other."""
        for name, value in arguments.items():
            press_until(self.page, "Tab", f'[name="arg/{name}"]')
            for line in value if isinstance(value, list) else [value]:
                self.page.keyboard.type(line if isinstance(line, str) else json.dumps(line))
                if isinstance(value, list):
                    self.page.keyboard.press("Enter")

    def run(self) -> None:
        """Run the tool, without waiting for what comes back."""
        self.page.keyboard.press("Control+Enter")

    def call(self, tool: str, arguments: dict[str, Any]) -> None:
        """Find, fill in and run a tool, and wait for what comes back."""
        self.open(tool)
        self.fill(arguments)
        self.run()
        self.sees(self.calls + 1)

    @property
    def calls(self) -> int:
        """How many calls are in view."""
        return self._calls

    def sees(self, calls: int) -> None:
        """Wait until so many calls are in view, and all is saved."""
        self._calls = calls
        expect(self.page.locator("#calls > li")).to_have_count(calls)
        expect(self.page.locator("#saved")).to_have_text("Saved")

    def finish(self) -> None:
        """Say that the task is done."""
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("f")
        press_until(self.page, "Tab", "#finish button.primary")
        self.page.keyboard.press("Enter")
        self.page.wait_for_url(self.url.removesuffix("/console"))
