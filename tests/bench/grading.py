"""What grading costs whoever grades: from a key to the saved mark, from a sheet to the next.

The database holds 5,000 samples, 50 annotators, and what they have handed in. Nobody presses a key
before having read a response: until then the following sheet has been fetched.
"""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from statistics import median

from playwright.sync_api import Page, expect, sync_playwright

from tests.bench.figure import Figure, at_most, percentile_95
from tests.bench.serving import Server
from tests.bench.site import prepared_site
from tests.browser.chromium import ABSENT, NAMES, launched
from tests.webapp import outside

KEY_MS, NEXT_MS = 100.0, 150.0
SAMPLES, GRADERS = 5_000, 50
SHEETS = 21
"""How many sheets are graded; the first one warms up."""
_KEYS = "123"

_STOPWATCH = """
() => {
  window.spans = { key: [], next: [] };
  let since = 0, what = "";
  const seen = () => {
    if (!what) return;
    const list = window.spans[what], begun = since;
    what = "";
    requestAnimationFrame(() => setTimeout(() => list.push(performance.now() - begun)));
  };
  addEventListener("keydown", ({ key }) => {
    if (key === "Control") return;
    since = performance.now();
    what = key === "Enter" ? "next" : "key";
  }, true);
  new MutationObserver(() => {
    if (what === "key" && document.getElementById("mark").textContent === "Saved") seen();
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
  new MutationObserver(() => what === "next" && seen())
    .observe(document.getElementById("main"), { childList: true });
}
"""


def figures() -> Iterator[Figure]:
    """All measurements of grading."""
    if not any(map(shutil.which, NAMES)):
        raise RuntimeError(ABSENT)
    with prepared_site() as launch:
        work = outside.run(launch.environment, "grading", str(SAMPLES), str(GRADERS))
        with launch.running() as site:
            yield from graded(site, work["page"], work["cookie"])


def graded(site: Server, path: str, cookie: str) -> Iterator[Figure]:
    """Grade some sheets by keys, in a real browser."""
    name, _, value = cookie.partition("=")
    with sync_playwright() as playwright:
        browser = launched(playwright)
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.add_cookies([{"name": name, "value": value, "url": site.origin}])
        page = context.new_page()
        page.goto(site.origin + path)
        spans = _pressed(page)
        browser.close()
    for what, limit in (("key", KEY_MS), ("next", NEXT_MS)):
        times = spans[what]
        tail = percentile_95(times)
        yield Figure(f"grading.{what}", median(times), "ms", len(times), p95=tail)
        yield at_most(f"grading.{what}_p95", tail, "ms", len(times), limit)


def _pressed(page: Page) -> dict[str, list[float]]:
    """Milliseconds that each key took, and each step to the next sheet."""
    items = page.locator(".item").count()
    page.evaluate(_STOPWATCH)
    for sheet in range(SHEETS):
        page.locator("#desk[data-ahead]").wait_for()
        for place in range(items):
            page.keyboard.press(_KEYS[(sheet + place) % len(_KEYS)])
            _wait_for(page, "key", sheet * items + place + 1)
        page.keyboard.press("Control+Enter")
        _wait_for(page, "next", sheet + 1)
        expect(page.locator("#done")).to_have_text("0")
    spans: dict[str, list[float]] = page.evaluate("window.spans")
    return {"key": spans["key"][items:], "next": spans["next"][1:]}


def _wait_for(page: Page, what: str, count: int) -> None:
    page.wait_for_function(
        "([what, count]) => window.spans[what].length >= count", arg=[what, count]
    )
