"""The system's Chromium, started so that it looks at nothing but what it is told to."""

from __future__ import annotations

import shutil

from playwright.sync_api import Browser, Playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
ABSENT = "there is no Chromium; `make browser` installs it"
_ARGUMENTS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
)


def launched(playwright: Playwright) -> Browser:
    """Chromium, without a window."""
    path = next(filter(None, map(shutil.which, NAMES)), None)
    return playwright.chromium.launch(executable_path=path, args=list(_ARGUMENTS))
