"""Pictures of every page, into docs/screenshots/: `python -m tests.browser.screenshots`.

What is on them is the same every time: the site's clock stands still, its worlds are seeded and its
secrets are counted. Pictures of pages that are there no more are removed.
"""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.bench.serving import ROOT
from tests.browser.chromium import ABSENT, NAMES, launched
from tests.browser.pages import NARROW, PAGES, THEMES, WIDE, Page
from tests.browser.site import PreparedSite, prepared_site

FOLDER = ROOT / "docs" / "screenshots"
PORT = 8120
"""A fixed one, since addresses stand on some of the pages."""
_WIDTHS = {"1280": WIDE, "390": NARROW}
_TALLEST = 1_800
_QUALITY = 42


def take(folder: Path, wanted: str = "") -> None:
    """Write the pictures, and a page that shows them.

    Args:
        folder: Where to.
        wanted: Only pages with this in their name; the others' pictures stay.
    """
    folder.mkdir(parents=True, exist_ok=True)
    pages = [page for page in PAGES if wanted in page.name]
    with (
        tempfile.TemporaryDirectory() as own,
        prepared_site(Path(own), whole=True, port=PORT) as site,
        sync_playwright() as playwright,
    ):
        browser = launched(playwright)
        for theme in THEMES:
            for width in _WIDTHS:
                _take_all(browser, site, pages, folder, theme, width)
        browser.close()
    _remove_others(folder)
    (folder / "README.md").write_text(_index(), encoding="utf-8")


def _take_all(
    browser: Browser, site: PreparedSite, pages: list[Page], folder: Path, theme: str, width: str
) -> None:
    options: dict[str, Any] = {"color_scheme": theme, "viewport": _WIDTHS[width]}
    for persona in dict.fromkeys(page.persona for page in pages):
        context = site.signed_in(browser, persona, reduced_motion="reduce", **options)
        for page in pages:
            if page.persona == persona:
                window = context.new_page()
                page.open(window, site)
                window.wait_for_load_state("networkidle" if page.draws else "load")
                _picture(window, folder / _name(page, theme, width))
                window.close()
        context.close()


_SHOW_EVERY_CALL = """
() => { for (const call of document.querySelectorAll("#calls > li"))
          call.style.contentVisibility = "visible"; }
"""
"""Calls out of sight are not drawn until they come into it, and a picture scrolls nowhere."""


def _picture(window: Any, path: Path) -> None:
    """The whole page, up to a height: a log goes on alike."""
    window.evaluate("document.fonts.ready")
    window.evaluate(_SHOW_EVERY_CALL)
    window.evaluate("scrollTo(0, 0)")  # what sticks to the top belongs there
    size = window.evaluate("[innerWidth, document.documentElement.scrollHeight]")
    clip = {"x": 0, "y": 0, "width": size[0], "height": min(size[1], _TALLEST)}
    _write_webp(window, clip, path)


def _write_webp(window: Any, clip: dict[str, int], path: Path) -> None:
    """Chromium itself writes WebP, a fifth of the size of PNG; Playwright's own call can't ask."""
    session = window.context.new_cdp_session(window)
    asked = {
        "format": "webp",
        "quality": _QUALITY,
        "clip": {**clip, "scale": 1},
        "captureBeyondViewport": True,
    }
    path.write_bytes(base64.b64decode(session.send("Page.captureScreenshot", asked)["data"]))
    session.detach()


def _name(page: Page, theme: str, width: str) -> str:
    return f"{page.name}-{width}-{theme}.webp"


def _names() -> Iterator[str]:
    for page in PAGES:
        for theme in THEMES:
            for width in _WIDTHS:
                yield _name(page, theme, width)


def _remove_others(folder: Path) -> None:
    known = set(_names())
    for path in folder.glob("*.webp"):
        if path.name not in known:
            path.unlink()


def _index() -> str:
    """A table of all pages, for whoever looks into the folder."""
    lines = [
        "# Every page",
        "",
        "Written by `make screenshots`: 1,280 and 390 pixels wide, light and dark; tall ones cut.",
        "",
        "| page | as | light | dark |",
        "| --- | --- | --- | --- |",
    ]
    for page in PAGES:
        links = [
            " · ".join(f"[{width}]({_name(page, theme, width)})" for width in _WIDTHS)
            for theme in THEMES
        ]
        lines.append(f"| {page.name.replace('-', ' ')} | {page.persona} | {' | '.join(links)} |")
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    if not any(map(shutil.which, NAMES)):
        sys.exit(ABSENT)
    take(FOLDER, *sys.argv[1:2])
