"""A campaign from its first key to its files, by three people and an adjudicator in real browsers.

They grade by keys alone; one of them leaves in the middle and one loses the network. No grade is
lost or counted twice, nobody is told anything too early, and the files say how each grade came
about.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import timedelta

import pytest
from django.db.models import F
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.campaign import (
    CONTESTANT,
    JUDGE,
    LEVELS,
    REASON,
    STROKES,
    Grader,
    Patterns,
    responses,
)
from tests.browser.exported import Key, Told, fetched, told
from tests.browser.keyboard import PATIENCE_MS, signed_in
from tests.webapp.annotation.builders import ITEMS, annotator
from tests.webapp.annotation.exports import named
from tests.webapp.live import LiveSite
from webapp.accounts.models import Role
from webapp.annotation.models import Campaign, Cause, Grade, Sheet, SheetState

pytestmark = pytest.mark.django_db(transaction=True)

_NAMES = ("ana-umbra", "bao-velvet", "chidi-wombat")
_CAUSES = {"g": Cause.GUIDELINE_GAP, "s": Cause.SLIP, "t": Cause.AMBIGUITY}
_FACTS = (r"\bS5\b", r"\bE5\b", "What programs found")
_BEGUN = 5
NewContext = Callable[[], BrowserContext]


@dataclass(frozen=True)
class Size:
    """How long the story is.

    Args:
        responses: How many responses are graded.
        disputes: On how many of them people differ.
        before: After how many responses of each, one leaves.
    """

    responses: int
    disputes: int
    before: int


SHORT, WHOLE = Size(6, 2, 1), Size(30, 5, 6)


@pytest.fixture
def new_context(browser: Browser) -> Iterator[NewContext]:
    """Makes a browser of somebody's own, in which nothing may go wrong."""
    wrong: list[str] = []
    contexts: list[BrowserContext] = []

    def made() -> BrowserContext:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        context.on("weberror", lambda error: wrong.append(str(error.error)))
        contexts.append(context)
        return context

    yield made
    for context in contexts:
        context.close()
    assert wrong == []


@pytest.mark.parametrize(
    "size",
    [pytest.param(SHORT, id="6"), pytest.param(WHOLE, id="30", marks=pytest.mark.verify)],
)
def test_a_campaign_by_three_people_and_an_adjudicator(
    size: Size, new_context: NewContext, live_site: LiveSite
) -> None:
    where = responses(size.responses)
    keys = where.samples.order_by("place").values_list("pk", flat=True)
    patterns = Patterns({key: place for place, key in enumerate(keys)}, size.disputes)
    contexts = [new_context() for _ in _NAMES]
    contexts[1].clock.install()  # so that two minutes can pass there
    graders = [
        Grader(name, number, context, live_site, patterns)
        for number, (name, context) in enumerate(zip(_NAMES, contexts, strict=True))
    ]
    ana, bao, chidi = graders
    for one in graders:
        assert one.goes_to(where)
    for turn in range(size.before):
        for one in graders:
            grades_blind(one, outage=one is bao and turn == 0)

    left = chidi.begins(_BEGUN)
    contexts[2].close()
    while working := [one for one in (ana, bao) if one.has_work()]:
        for one in working:
            grades_blind(one)
    held = Sheet.objects.filter(grader=chidi.user, state=SheetState.RESERVED)
    assert left in held
    assert handed_in(where) == 2 * size.responses - held.count(), "what is reserved waits"

    held.update(expires_at=F("expires_at") - timedelta(minutes=where.minutes + 1))
    for one in (ana, bao):
        going_on = one.goes_to(where)
        while going_on:
            grades_blind(one)
            going_on = one.has_work()
    check_that_nothing_is_lost(where, graders, left)
    ruth = signed_in(new_context(), live_site, annotator("ruth", Role.RESEARCHER))
    settled = adjudicated(ruth, live_site, where, patterns)
    ruth.goto(f"{live_site.origin}/grading/campaigns/{where.pk}")
    expected = what_files_should_tell(where, graders, settled)
    assert fetched(ruth) == dict.fromkeys(("CSV", "Workbook", "JSON Lines"), expected)
    check_that_facts_are_told_now(ana, live_site)


def grades_blind(grader: Grader, *, outage: bool = False) -> None:
    """Somebody grades a response, and is told nothing before that would sway them."""
    others = [name for name in _NAMES if name != grader.name]
    secrets = [*others, CONTESTANT, JUDGE, REASON, *_FACTS, " checked>"]
    assert grader.is_told(secrets) == []
    grader.grades(outage=outage)


def handed_in(where: Campaign) -> int:
    """How many sheets of a campaign are handed in."""
    return Sheet.objects.filter(sample__campaign=where, state=SheetState.SAVED).count()


def check_that_nothing_is_lost(where: Campaign, graders: list[Grader], left: Sheet) -> None:
    """Each response has two sheets, each with the grades of 13 keys, each entered once."""
    saved = Sheet.objects.filter(sample__campaign=where, state=SheetState.SAVED)
    by_sample = [set(sample.sheets.filter(pk__in=saved)) for sample in where.samples.all()]
    assert [len(sheets) for sheets in by_sample] == [2] * where.samples.count()
    for one in graders:
        mine = saved.filter(grader=one.user)
        assert {sheet.pk: one.strokes[sheet.pk] for sheet in mine} == dict.fromkeys(
            mine.values_list("pk", flat=True), STROKES
        )
        assert set(mine.values_list("revision", flat=True)) == {len(ITEMS)}
        stored = Grade.objects.filter(sheet__in=mine)
        given = stored.values_list("sheet__sample_id", "item", "value")
        assert {(sample, item): value for sample, item, value in given} == one.given
    left.refresh_from_db()
    assert left.state == SheetState.EXPIRED
    assert left.grades.count() == _BEGUN + 1, "what was entered is kept"


def adjudicated(
    page: Page, site: LiveSite, where: Campaign, patterns: Patterns
) -> dict[tuple[int, str], tuple[float, Cause]]:
    """A researcher settles by three keys each all on which people differ, and nothing else."""
    page.goto(f"{site.origin}/grading/campaigns/{where.pk}/adjudication")
    settled: dict[tuple[int, str], tuple[float, Cause]] = {}
    for number in range(patterns.disputes):
        case = page.locator("#settle")
        sample, item = (case.locator(f"[name={name}]").input_value() for name in ("sample", "item"))
        level, cause = number % len(LEVELS), "gst"[number % 3]
        for key in (str(level + 1), cause, "Enter"):
            page.keyboard.press(key)
        expect(case.locator(f'[name=sample][value="{sample}"]')).to_have_count(
            0, timeout=PATIENCE_MS
        )
        settled[int(sample), item] = LEVELS[level], _CAUSES[cause]
    expect(page.locator("main")).to_contain_text("There is nothing for you to settle here")
    disputes = {(sample, patterns.disputed(sample)) for sample in patterns.places}
    assert set(settled) == {(sample, item) for sample, item in disputes if item is not None}
    return settled


def what_files_should_tell(
    where: Campaign,
    graders: list[Grader],
    settled: dict[tuple[int, str], tuple[float, Cause]],
) -> Told:
    """What the keys that were pressed come to."""
    names = {sample.pk: named(sample) for sample in where.samples.all()}
    people = [
        {(names[sample], item): value for (sample, item), value in one.given.items()}
        for one in graders
    ]
    came_to: dict[Key, tuple[float, str, str]] = {
        key: (value, "unanimous", "") for given in people for key, value in given.items()
    }
    for (sample, item), (value, cause) in settled.items():
        came_to[names[sample], item] = (value, "adjudicated", str(cause))
    return told(came_to, people)


def check_that_facts_are_told_now(grader: Grader, site: LiveSite) -> None:
    """After one's own sheet one sees what was kept back: else nothing would have been hidden."""
    sheet = Sheet.objects.filter(grader=grader.user, state=SheetState.SAVED).first()
    assert sheet is not None
    grader.page.goto(f"{site.origin}/grading/sheets/{sheet.pk}")
    facts = grader.page.locator("section[aria-labelledby=facts]")
    expect(facts).to_contain_text("S5, topological parsability")
    expect(facts).to_contain_text("E5, problem-solving efficacy")
