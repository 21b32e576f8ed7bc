"""A real Chromium, looking at a real site."""

from __future__ import annotations

import shutil
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.browser.chromium import ABSENT, NAMES, launched
from tests.webapp.conftest import _no_connection_stays_open, _nothing_stays_hot, live_site

__all__ = ["_no_connection_stays_open", "_nothing_stays_hot", "live_site"]


@pytest.fixture(scope="module", autouse=True)
def _database_beside_a_loop() -> Iterator[None]:
    """Playwright's synchronous API runs a loop in this thread, which the ORM takes for a danger."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "true")
        yield


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium. Not for longer than a module: while it runs, this thread has a running loop."""
    if not any(map(shutil.which, NAMES)):
        pytest.skip(ABSENT)
    with sync_playwright() as playwright:
        chromium = launched(playwright)
        yield chromium
        chromium.close()
