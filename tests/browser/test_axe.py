"""Every page in Chromium: nobody stumbles, nothing complains, nothing is fetched elsewhere."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage
from playwright.sync_api import Page as Window

from tests.browser.pages import NARROW, PAGES, THEMES, WIDE, Page, without_a_page
from tests.browser.site import PreparedSite, prepared_site
from tests.webapp.routes import http_routes

_VIEWS = [(theme, width) for theme in THEMES for width in ("wide", "narrow")]


def _looks() -> Iterator[Any]:
    """Every page in every view; the sample has each second page in one of them, in turn."""
    for place, page in enumerate(PAGES):
        for number, (theme, width) in enumerate(_VIEWS):
            is_sampled = place % (2 * len(_VIEWS)) == 2 * number
            marks = [] if is_sampled else [pytest.mark.verify]
            yield pytest.param(page, theme, width, marks=marks, id=f"{page.name}-{theme}-{width}")


def _plain() -> Iterator[Any]:
    """Every page that needs no scripts; the sample has each eighth one."""
    for place, page in enumerate(page for page in PAGES if not page.scripted):
        yield pytest.param(page, marks=[pytest.mark.verify] if place % 8 else [], id=page.name)


_WIDTHS = {"wide": WIDE, "narrow": NARROW}
_OPTIONS = {"resultTypes": ["violations"]}


class Desk:
    """Browsers of all personas, each opened once.

    Args:
        browser: Chromium.
        site: The site they look at.

    Attributes:
        said: The heading and the words of each page that was opened with scripts.
    """

    def __init__(self, browser: Browser, site: PreparedSite) -> None:
        self._browser, self.site = browser, site
        self._contexts: dict[tuple[str, str, str, bool], BrowserContext] = {}
        self.said: dict[str, tuple[str, set[str]]] = {}

    def window(self, persona: str, theme: str, width: str, *, scripts: bool = True) -> Window:
        """A new window of a persona's."""
        key = (persona, theme, width, scripts)
        if key not in self._contexts:
            options: dict[str, Any] = {"color_scheme": theme, "viewport": _WIDTHS[width]}
            self._contexts[key] = self.site.signed_in(
                self._browser, persona, java_script_enabled=scripts, **options
            )
        return self._contexts[key].new_page()

    def close(self) -> None:
        """Close them all."""
        for context in self._contexts.values():
            context.close()


@pytest.fixture(scope="module")
def desk(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    """The browsers, and a site to look at."""
    with prepared_site(tmp_path_factory.mktemp("prepared")) as site:
        opened = Desk(browser, site)
        yield opened
        opened.close()


def test_every_page_is_looked_at() -> None:
    assert without_a_page(set(http_routes())) == set(), "add these to tests/browser/pages.py"
    assert {page.route for page in PAGES} <= set(http_routes())
    assert len({page.name for page in PAGES}) == len(PAGES)


@pytest.mark.parametrize(("page", "theme", "width"), list(_looks()))
def test_nobody_stumbles(page: Page, theme: str, width: str, desk: Desk) -> None:
    window = desk.window(page.persona, theme, width)
    complaints = listen(window, page, desk.site.origin)
    try:
        page.open(window, desk.site)
        desk.said[page.name] = words_of(window)
        found = Axe().run(window, options=_OPTIONS).response["violations"]
        complaints += [told(violation) for violation in found]
        overhang = window.evaluate("document.documentElement.scrollWidth - window.innerWidth")
        if overhang > 0:
            complaints.append(f"the page is {overhang} px wider than the window")
    finally:
        window.close()
    assert not complaints, "\n".join(complaints)


@pytest.mark.parametrize("page", list(_plain()))
def test_it_says_the_same_without_scripts(page: Page, desk: Desk) -> None:
    if page.name not in desk.said:
        window = desk.window(page.persona, "light", "wide")
        page.open(window, desk.site)
        desk.said[page.name] = words_of(window)
        window.close()
    plain = desk.window(page.persona, "light", "wide", scripts=False)
    page.open(plain, desk.site)
    (heading, said), (plain_heading, plainly_said) = desk.said[page.name], words_of(plain)
    plain.close()
    assert plain_heading == heading
    # Buttons that copy are there for scripts alone.
    missing = {word for word in said - plainly_said if word.isalpha()} - {"Copy", "all"}
    assert len(missing) <= len(said) / 10, sorted(missing)


def words_of(window: Window) -> tuple[str, set[str]]:
    """The heading of a page, and all words of its main part."""
    main = window.locator("main")
    return main.locator("h1").inner_text(), set(main.inner_text().split())


def listen(window: Window, page: Page, origin: str) -> list[str]:
    """Complaints of the browser, and requests that leave the site, as they come."""
    complaints: list[str] = []

    def on_console(message: ConsoleMessage) -> None:
        expected = page.status >= 400 and message.text.startswith("Failed to load resource")
        if message.type in ("error", "warning") and not expected:
            complaints.append(f"the console: {message.text}")

    def on_address(address: str) -> None:
        if not address.replace("ws://", "http://").startswith((f"{origin}/", "data:", "blob:")):
            complaints.append(f"asks elsewhere: {address}")

    window.on("console", on_console)
    window.on("pageerror", lambda error: complaints.append(f"a script broke: {error}"))
    window.on("request", lambda request: on_address(request.url))
    window.on("websocket", lambda socket: on_address(socket.url))
    return complaints


def told(violation: dict[str, Any]) -> str:
    """What axe has found, in a line, and where."""
    places = [", ".join(map(str, node["target"])) for node in violation["nodes"][:4]]
    why = violation["nodes"][0].get("failureSummary", "").replace("\n", " ")
    return f"{violation['id']} ({violation['help']}) at {' | '.join(places)}: {why}"
