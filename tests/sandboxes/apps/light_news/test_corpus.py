"""The stories that papers are made of: enough of them, distinct, and dated by placeholders only."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta

import pytest

from sandboxes.apps.light_news.articles import day_in_words
from sandboxes.apps.light_news.corpus_reader import news_corpus
from sandboxes.apps.light_news.seeding import days_of
from tests.sandboxes.apps.light_news.paper import SECTIONS

NEWSROOM = {
    "Ngozi Adebayo",
    "Piotr Zielinski",
    "Marguerite Lindqvist",
    "Samir Haddad",
    "Hana Kobayashi",
    "Declan O'Rourke",
    "Lucia Ferreira",
    "Arjun Mehta",
    "Tevita Moala",
    "Eleanor Whitcombe",
    "Yusuf Demir",
    "Mei-Ling Chou",
}
UNWANTED = set("\u201c\u201d\u2018\u2019\u00a0\u00ad")
SEASONS = {"any", "spring", "summer", "autumn", "winter"}
PLACEHOLDER = re.compile(r"\{(?:[+-][1-9][0-9]*|0)\}")
DAYS = re.compile(
    r"\b(?:mon|tues|wednes|thurs|fri|satur|sun)days?\b"
    r"|\b(?:yesterday|tomorrow|last week|next week|last month|next month|this summer|this winter)\b"
    r"|\b(?:January|February|March|April|June|July|August|September|October|November|December)\b"
    r"|\bMay [0-9]|[0-9] May\b|\b(?:in|of|since|until|by|from) May\b|\b202[5-9]\b"
)

each_section = pytest.mark.parametrize("section", SECTIONS)


def words(text: str) -> int:
    """How many words a text has."""
    return len(text.split())


def test_there_are_six_sections_in_order_of_name() -> None:
    assert list(news_corpus()) == SECTIONS == sorted(SECTIONS)


@each_section
def test_a_section_has_enough_stories_for_every_world(section: str) -> None:
    assert len(news_corpus()[section]) == 64


def test_no_two_stories_share_a_title_or_an_abstract() -> None:
    stories = [story for stories in news_corpus().values() for story in stories]
    for told in ("title", "abstract"):
        times = Counter(getattr(story, told).casefold() for story in stories)
        assert [text for text, count in times.items() if count > 1] == []


@each_section
def test_everybody_in_the_newsroom_writes(section: str) -> None:
    stories = news_corpus()[section]
    assert {story.author for story in stories} == NEWSROOM
    assert {story.season for story in stories} == SEASONS
    assert sum(story.season == "any" for story in stories) >= 20


@each_section
def test_most_stories_name_a_day(section: str) -> None:
    dated = [story for story in news_corpus()[section] if "{" in "".join(story.paragraphs)]
    assert len(dated) >= 32


@each_section
def test_a_story_has_its_length(section: str) -> None:
    for story in news_corpus()[section]:
        assert 4 <= words(story.title) <= 11, story.title
        assert 12 <= words(story.abstract) <= 32, story.title
        assert 3 <= len(story.paragraphs) <= 4, story.title
        assert 110 <= sum(map(words, story.paragraphs)) <= 190, story.title


@each_section
def test_braces_are_days_and_stand_in_the_text_alone(section: str) -> None:
    for story in news_corpus()[section]:
        text = "\n".join(story.paragraphs)
        assert len(PLACEHOLDER.findall(text)) <= 3, story.title
        assert not set("{}") & set(PLACEHOLDER.sub("", text)), story.title
        assert not set("{}") & set(story.title + story.abstract), story.title


@each_section
def test_no_day_is_fixed_but_by_a_placeholder(section: str) -> None:
    for story in news_corpus()[section]:
        whole = "\n".join([story.title, story.abstract, *story.paragraphs])
        assert DAYS.findall(whole) == [], story.title


@each_section
def test_a_story_is_written_cleanly(section: str) -> None:
    for story in news_corpus()[section]:
        assert not story.title.endswith("."), story.title
        for text in (story.title, story.abstract, *story.paragraphs):
            assert text == " ".join(text.split()), text
            assert not set(text) & UNWANTED, text
            assert text.isprintable(), text
        for text in (story.abstract, *story.paragraphs):
            assert text[-1] in '.!?"', text
            assert text.count('"') % 2 == 0, text


def test_a_day_is_written_out() -> None:
    assert day_in_words(date(2026, 3, 14)) == "Saturday 14 March 2026"
    assert day_in_words(date(2025, 5, 1)) == "Thursday 1 May 2025"


@pytest.mark.parametrize("number", range(14))
def test_a_day_is_written_with_its_weekday(number: int) -> None:
    day = date(2025, 12, 25) + timedelta(days=number)
    assert day_in_words(day) == day.strftime(f"%A {day.day} %B %Y")


def test_a_season_is_three_months_of_each_year() -> None:
    months = {
        "spring": {"03", "04", "05"},
        "summer": {"06", "07", "08"},
        "autumn": {"09", "10", "11"},
        "winter": {"12", "01", "02"},
    }
    for season, wanted in months.items():
        assert {day[5:7] for day in days_of(season)} == wanted
    assert sorted(day for season in months for day in days_of(season)) == list(days_of("any"))
    assert (days_of("any")[0], days_of("any")[-1]) == ("2025-01-01", "2026-12-31")
