"""What the pages cost: the board and the console on the server, a call in the browser.

The database holds what `make run` puts into it: every built-in agent at every public instance.
"""

from __future__ import annotations

import http.client
import shutil
import time
from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Page, expect, sync_playwright

from tests.bench.figure import Figure, at_most, latency, percentile_95, timed
from tests.bench.raw import HOST
from tests.bench.serving import Server, python, run
from tests.bench.site import prepared_site
from tests.browser.chromium import NAMES, launched
from tests.webapp import outside

PAGE_MS, SEARCH_MS, CALL_MS = 60.0, 50.0, 150.0
VISITS, CALLS, WARMED = 60, 60, 5
PREPARED = 600.0

_STOPWATCH = """
() => {
  window.pressed = 0;
  window.spans = [];
  addEventListener("keydown", (event) => {
    if (event.key === "Enter") window.pressed = performance.now();
  }, true);
  new MutationObserver(() => {
    const since = window.pressed;
    requestAnimationFrame(() => setTimeout(() => window.spans.push(performance.now() - since)));
  }).observe(document.getElementById("calls"), { childList: true });
}
"""


def figures() -> Iterator[Figure]:
    """All measurements of the pages."""
    with prepared_site() as launch:
        run(python("manage.py", "prepare"), launch.environment)
        with launch.running() as site:
            _wait_for_the_agents(site)
            desk = outside.run(site.environment, "desk")
            yield latency("page.board", visited(site, "/board"), PAGE_MS)
            console = f"/attempts/{desk['attempt']}/console"
            yield latency("page.console", visited(site, console, desk["cookie"]), PAGE_MS)
            yield latency("tools.search", outside.run(site.environment, "search"), SEARCH_MS)
            yield from console_call(site, console, desk["cookie"])


def _wait_for_the_agents(site: Server) -> None:
    deadline = time.monotonic() + PREPARED
    while outside.run(site.environment, "unfinished"):
        if time.monotonic() > deadline:
            raise TimeoutError("the built-in agents have not come to an end")
        time.sleep(2)


def visited(
    site: Server, path: str, cookie: str = "", *, warmed: int = WARMED, visits: int = VISITS
) -> list[float]:
    """Seconds from each request for a page to the last byte of it.

    Args:
        site: A site that runs.
        path: The page.
        cookie: Whose; empty: nobody's.
        warmed: How many requests come before those that are measured.
        visits: How many are measured.
    """
    connection = http.client.HTTPConnection(HOST, site.port)

    def visit() -> None:
        connection.request("GET", path, headers={"Cookie": cookie} if cookie else {})
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")

    times = [timed(visit) for _ in range(warmed + visits)]
    connection.close()
    return times[warmed:]


def console_call(site: Server, path: str, cookie: str) -> Iterator[Figure]:
    """From the press of Enter to the frame that shows the result, in a real browser."""
    if not any(map(shutil.which, NAMES)):
        raise RuntimeError("there is no Chromium; `make browser` installs it")
    name, _, value = cookie.partition("=")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_cookies([{"name": name, "value": value, "url": site.origin}])
        page = context.new_page()
        page.goto(site.origin + path)
        spans = _pressed(page)
        browser.close()
    tail = 1e3 * percentile_95(spans)
    yield Figure("console.call", 1e3 * median(spans), "ms", len(spans), p95=tail)
    yield at_most("console.call.p95", tail, "ms", len(spans), CALL_MS)


def _pressed(page: Page) -> list[float]:
    page.evaluate(_STOPWATCH)
    for place in range(WARMED + CALLS):
        if place % 20 == 0:
            page.keyboard.press("Escape")
            page.locator("#search").focus()
            page.locator("#search").fill(("get_my_name", "get_all_contacts")[place // 20 % 2])
            page.locator('#hits [aria-selected="true"]').wait_for()
            page.keyboard.press("Enter")
            page.locator("#tool-form :focus").wait_for()
        page.keyboard.press("Enter")
        expect(page.locator("#standing")).to_contain_text(f"{place + 1} of ")
        page.wait_for_function("count => window.spans.length >= count", arg=place + 1)
    spans: list[float] = page.evaluate("window.spans")
    return [span / 1e3 for span in spans][WARMED:]
