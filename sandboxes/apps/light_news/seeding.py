"""What a seed makes of LightNews: which stories were printed, and when; section by section."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Mapping
from datetime import date, datetime, timedelta
from functools import cache, cached_property

from sandboxes._streams import Stream, make_ids
from sandboxes._world import Base
from sandboxes.apps.light_news.articles import Article
from sandboxes.apps.light_news.corpus_reader import news_corpus

_FIRST_DAY = date(2025, 1, 1)
_DAYS = 2 * 365
_PER_SECTION = (40, 60)
_SECTIONS = 6
_OPENS = 6 * 3600
_SLOTS = 16 * 3600 // _SECTIONS
_MONTHS = {
    "any": range(1, 13),
    "spring": (3, 4, 5),
    "summer": (6, 7, 8),
    "autumn": (9, 10, 11),
    "winter": (12, 1, 2),
}
_APP = "LightNews"


@cache
def days_of(season: str) -> tuple[str, ...]:
    """The days of a season on which a story can appear in some world, as "YYYY-MM-DD"."""
    days = (_FIRST_DAY + timedelta(days=number) for number in range(_DAYS))
    return tuple(day.isoformat() for day in days if day.month in _MONTHS[season])


class NewsBase:
    """The articles of a world: fixed when it is made, all older than its clock.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._articles: dict[str, Mapping[str, Article]] = {}

    def articles(self, section: str) -> Mapping[str, Article]:
        """The articles of a section by id, oldest first."""
        if section not in self._articles:
            printed = sorted(self._printed(section).items())
            self._articles[section] = {article.nid: article for _, article in printed}
        return self._articles[section]

    def article(self, nid: str) -> Article | None:
        """The article with this id."""
        section = self._sections.get(nid)
        return None if section is None else self.articles(section).get(nid)

    @cached_property
    def _sections(self) -> dict[str, str]:
        """By id, the section of every story, whether it was printed or not."""
        return {nid: section for section in news_corpus() for nid in self._nids(section)}

    def _nids(self, section: str) -> list[str]:
        return make_ids(self._seed, "news", len(news_corpus()[section]), section)

    def _printed(self, section: str) -> dict[str, Article]:
        """The articles of a section by their times."""
        stories, nids = news_corpus()[section], self._nids(section)
        stream = Stream(self._seed, _APP, "articles", section)
        calendar = Calendar(Base(self._seed).start, list(news_corpus()).index(section))
        printed: dict[str, Article] = {}
        for index in sorted(stream.sample(range(len(stories)), stream.between(*_PER_SECTION))):
            story = stories[index]
            timestamp = calendar.draw(stream, story.season)
            while timestamp in printed:
                timestamp = calendar.draw(stream, story.season)
            printed[timestamp] = Article(nids[index], section, timestamp, story)
        return printed


class Calendar:
    """The times at which one section's articles can have appeared in a world.

    Args:
        clock: The world's clock at its start; all articles are older.
        number: The section's number. Each section has seconds of its own, so that no two articles
            of a world share a time.
    """

    def __init__(self, clock: datetime, number: int) -> None:
        self._number = number
        self._last_day = clock.date().isoformat()
        seconds = clock.hour * 3600 + clock.minute * 60 + clock.second
        self._last_slots = min(_SLOTS, max(0, seconds - _OPENS) // _SECTIONS)
        # A day on which nothing can have appeared yet is not drawn.
        self._days = bisect_right if self._last_slots else bisect_left

    def draw(self, stream: Stream, season: str) -> str:
        """A time in the season, at an hour when the paper is at work."""
        days = days_of(season)
        day = days[stream.below(self._days(days, self._last_day))]
        slots = self._last_slots if day == self._last_day else _SLOTS
        second = _OPENS + stream.below(slots) * _SECTIONS + self._number
        return f"{day} {second // 3600:02}:{second // 60 % 60:02}:{second % 60:02}"
