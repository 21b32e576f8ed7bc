"""A campaign for a test in browsers: real responses, who grades them with which keys, and how."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from itertools import islice, product

from playwright.sync_api import BrowserContext, Locator, expect

from tests.browser.keyboard import PATIENCE_MS, signed_in
from tests.webapp.annotation.builders import ITEMS, annotator, campaign
from tests.webapp.annotation.readings import judge, read
from tests.webapp.annotation.training import sampled
from tests.webapp.live import LiveSite
from tests.webapp.recovery.acting import acted
from tests.webapp.recovery.builders import recovery_instance_of
from webapp.annotation.models import Campaign, Grade, Reading, Sheet
from webapp.attempts.opening import agent, conditions_for, open_attempt

STROKES = len(ITEMS) + 1
"""So many keys a response takes: one for each item, and one that hands it in."""
LEVELS = (1.0, 0.5, 0.0)
CONTESTANT, JUDGE, REASON = "Quillfeather-9", "Rhadamanthys", "mark-of-a-judge"
_TASKS = ("tell_two_travellers-1", "alerts_for_the_watch_list-1", "tell_two_travellers-2")
_SUBJECTS = ("oracle", "unchanged")
_WITHOUT_NETWORK = 6
"""After so many items the network goes."""
_LONGEST_WAIT_MS, _TRIES = 15_000, 8
"""The page tries again at least so often; so many times that make two minutes."""


def responses(count: int) -> Campaign:
    """A campaign with as many real responses, each of its own attempt, and all read by a judge."""
    where, minos = campaign(), judge(JUDGE)
    entrant = agent(CONTESTANT, {}, None)
    for seed, task, subject in islice(product(range(1, 21), _TASKS, _SUBJECTS), count):
        record = recovery_instance_of(task, seed)
        attempt = open_attempt(record, entrant, conditions_for(record), None)
        read(minos, sampled(where, acted(subject, attempt)), 0.5)
    for one in Reading.objects.all():
        given = {item: grade | {"reason": REASON} for item, grade in one.grades.items()}
        Reading.objects.filter(pk=one.pk).update(grades=given)
    return where


@dataclass(frozen=True)
class Patterns:
    """Which levels everybody gives.

    Args:
        places: By sample: its place in the campaign.
        disputes: On how many samples people differ, spread evenly: on each at one item.
    """

    places: dict[int, int]
    disputes: int

    def disputed(self, sample: int) -> str | None:
        """The item at which people differ on a sample; None: at none."""
        every = len(self.places) // self.disputes
        place = self.places[sample]
        return ITEMS[7 * place % len(ITEMS)] if place % every == 1 else None

    def levels(self, sample: int, person: int) -> dict[str, int]:
        """By item which level somebody gives, best first: people agree, or all three differ."""
        place, disputed = self.places[sample], self.disputed(sample)
        return {
            item: (place + number + (person if item == disputed else 0)) % len(LEVELS)
            for number, item in enumerate(ITEMS)
        }


class Grader:
    """Somebody who grades by keys alone.

    Args:
        name: Of the account.
        number: Which one of all; decides on levels where people differ.
        context: The browser.
        site: The site.
        patterns: What everybody gives.
    """

    def __init__(
        self, name: str, number: int, context: BrowserContext, site: LiveSite, patterns: Patterns
    ) -> None:
        self.name, self.user = name, annotator(name)
        self.page = signed_in(context, site, self.user)
        self.given: dict[tuple[int, str], float] = {}
        self.strokes: Counter[int] = Counter()
        self._number, self._context, self._site = number, context, site
        self._patterns = patterns

    def goes_to(self, where: Campaign) -> bool:
        """Open a campaign, and say whether there is something to grade."""
        self.page.goto(f"{self._site.origin}/grading/{where.pk}")
        return self.has_work()

    def has_work(self) -> bool:
        """Whether a sheet lies open, by keys; else it says that nothing is left."""
        open_or_done = "#desk.keyed, main:has-text('nothing left for you')"
        expect(self.page.locator(open_or_done)).to_be_visible(timeout=PATIENCE_MS)
        return self.page.locator("#desk").count() == 1

    @property
    def sheet(self) -> int:
        """The key of the sheet in view."""
        return int(self.page.locator("#desk").get_attribute("data-sheet") or 0)

    def grades(self, *, outage: bool = False) -> None:
        """Grade the response in view, and hand it in.

        Args:
            outage: Whether the network is away for two minutes meanwhile.
        """
        sheet = Sheet.objects.get(pk=self.sheet)
        levels = self._patterns.levels(sheet.sample_id, self._number)
        entered = list(levels.values())
        self._press(sheet, entered[:_WITHOUT_NETWORK])
        if outage:
            expect(self.mark).to_have_text("Saved", timeout=PATIENCE_MS)
            self._context.set_offline(True)
        self._press(sheet, entered[_WITHOUT_NETWORK:])
        if outage:
            self._waits_without_network(sheet)
        self._hands_in(sheet)
        for item, level in levels.items():
            self.given[sheet.sample_id, item] = LEVELS[level]

    def begins(self, items: int) -> Sheet:
        """Grade some items of the response in view, with a note, and go no further."""
        sheet = Sheet.objects.get(pk=self.sheet)
        self._press(sheet, [1] * items)
        self.page.keyboard.press("n")
        self.page.keyboard.type(f"as {self.name} sees it")
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("1")
        expect(self.mark).to_have_text("Saved", timeout=PATIENCE_MS)
        return sheet

    def is_told(self, secrets: list[str]) -> list[str]:
        """What of secrets is on the page of the sheet in view, or on that of the one after it."""
        address = f"{self._site.origin}/grading/sheets/{self.sheet}"
        own = self.page.request.get(address).text()
        assert f'data-sheet="{self.sheet}"' in own, "it is the page that is looked at"
        following = self.page.request.get(f"{address}/following").text()
        seen = "\n".join([self.page.content(), own, following])
        return [secret for secret in secrets if re.search(secret, seen)]

    @property
    def mark(self) -> Locator:
        """What the page says of what was entered."""
        return self.page.locator("#mark")

    def _press(self, sheet: Sheet, levels: list[int]) -> None:
        for level in levels:
            self.page.keyboard.press(str(level + 1))
            self.strokes[sheet.pk] += 1

    def _hands_in(self, sheet: Sheet) -> None:
        expect(self.page.locator("#done")).to_have_text(str(len(ITEMS)))
        self.page.keyboard.press("Control+Enter")
        self.strokes[sheet.pk] += 1
        it = self.page.locator(f'#desk[data-sheet="{sheet.pk}"]')
        expect(it).to_have_count(0, timeout=PATIENCE_MS)
        # A note is no part of the keys that are counted; whoever is shown it is shown this name.
        Grade.objects.filter(sheet=sheet, item="D2").update(note=f"as {self.name} sees it")

    def _waits_without_network(self, sheet: Sheet) -> None:
        """Two minutes of the page's own clock, in which it tries again and again."""
        waiting = f"Offline: {len(ITEMS) - _WITHOUT_NETWORK} not saved yet"
        for _ in range(_TRIES):
            expect(self.mark).to_have_text(waiting)
            with self.page.expect_event("requestfailed"):
                self.page.clock.fast_forward(_LONGEST_WAIT_MS)
        assert sheet.grades.count() == _WITHOUT_NETWORK
        self._context.set_offline(False)
        expect(self.mark).to_have_text("Saved", timeout=2 * PATIENCE_MS)
        assert sheet.grades.count() == len(ITEMS)
