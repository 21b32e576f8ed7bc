"""What papers look like over many seeds."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from statistics import mean

import pytest

from sandboxes import World
from sandboxes._streams import Stream
from sandboxes.apps.light_news.articles import Article
from sandboxes.apps.light_news.data_model import LightNews
from sandboxes.apps.light_news.seeding import Calendar
from tests.sandboxes.apps.light_news.paper import SECTIONS
from tests.sandboxes.test_distributions import SEEDS

MONTHS = {
    "any": set(range(1, 13)),
    "spring": {3, 4, 5},
    "summer": {6, 7, 8},
    "autumn": {9, 10, 11},
    "winter": {12, 1, 2},
}


@pytest.fixture(scope="module")
def papers() -> list[tuple[str, dict[str, list[Article]]]]:
    """The clock and the articles by section of three hundred worlds."""
    found = []
    for seed in SEEDS:
        world = World(seed)
        paper = world.app(LightNews)
        articles = {section: list(paper.articles(section).values()) for section in SECTIONS}
        found.append((world.timestamp(), articles))
    return found


Papers = list[tuple[str, dict[str, list[Article]]]]


def every(papers: Papers) -> Iterator[tuple[str, Article]]:
    """Every article with its world's clock."""
    for clock, sections in papers:
        for articles in sections.values():
            for article in articles:
                yield clock, article


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_has_forty_to_sixty_articles(section: str, papers: Papers) -> None:
    counts = Counter(len(sections[section]) for _, sections in papers)
    assert set(counts) == set(range(40, 61))
    assert 48.5 <= mean(counts.elements()) <= 51.5


@pytest.mark.parametrize("section", SECTIONS)
def test_every_story_is_printed_in_many_worlds_and_in_none_twice(
    section: str, papers: Papers
) -> None:
    printed: Counter[str] = Counter()
    for _, sections in papers:
        titles = [article.story.title for article in sections[section]]
        assert len(set(titles)) == len(titles)
        printed.update(titles)
    assert len(printed) == 64
    assert min(printed.values()) >= 195  # of 300; 234 are to be expected


def test_articles_are_older_than_the_clock_and_of_2025_or_2026(papers: Papers) -> None:
    assert all("2025-01-01" < article.timestamp < clock for clock, article in every(papers))


def test_articles_are_in_order_of_time(papers: Papers) -> None:
    for _, sections in papers:
        for articles in sections.values():
            times = [article.timestamp for article in articles]
            assert times == sorted(times)


def test_no_two_articles_of_a_world_share_a_time_or_an_id(papers: Papers) -> None:
    for _, sections in papers:
        articles = [article for found in sections.values() for article in found]
        assert len({article.timestamp for article in articles}) == len(articles)
        assert len({article.nid for article in articles}) == len(articles)


def test_times_are_well_formed_and_lie_between_six_and_ten(papers: Papers) -> None:
    hours: Counter[int] = Counter()
    for _, article in every(papers):
        time = datetime.fromisoformat(article.timestamp)
        assert time.isoformat(" ") == article.timestamp
        hours[time.hour] += 1
    assert set(hours) == set(range(6, 22))
    assert max(hours.values()) < 1.1 * min(hours.values())


def test_a_story_appears_in_its_season(papers: Papers) -> None:
    for season, wanted in MONTHS.items():
        months = {int(a.timestamp[5:7]) for _, a in every(papers) if a.story.season == season}
        assert months == wanted


def test_both_years_have_news(papers: Papers) -> None:
    late = [article for clock, article in every(papers) if clock > "2026-10"]
    share = mean(article.timestamp > "2026" for article in late)
    assert 0.4 <= share <= 0.55


def test_the_newest_article_is_fresh(papers: Papers) -> None:
    """So many articles in so many days: about one a fortnight in each section."""
    ages = [
        (datetime.fromisoformat(clock) - datetime.fromisoformat(articles[-1].timestamp)).days
        for clock, sections in papers
        for articles in sections.values()
    ]
    assert 8 <= mean(ages) <= 18


@pytest.mark.parametrize(
    ("clock", "latest"),
    [
        ("2026-01-01 00:00:00", "2025-12-31 21:59"),
        ("2026-01-01 06:00:05", "2025-12-31 21:59"),
        ("2026-01-01 06:00:06", "2026-01-01 06:00"),
        ("2026-01-01 07:00:00", "2026-01-01 06:59"),
        ("2026-01-01 23:59:59", "2026-01-01 21:59"),
    ],
)
@pytest.mark.parametrize("number", range(6))
def test_on_the_last_day_nothing_appears_after_the_clock(
    number: int, clock: str, latest: str
) -> None:
    class Late(Stream):
        """Always the last of what can be drawn."""

        def unit(self) -> float:
            return 1 - 2**-53

    drawn = Calendar(datetime.fromisoformat(clock), number).draw(Late(1), "winter")
    assert drawn < clock
    assert drawn[:16] == latest
