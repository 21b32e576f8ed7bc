"""Searching a section: by words of title and abstract, between days, newest first."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandboxes import World
from tests.sandboxes.apps.light_news.paper import MORE_THAN_ALL, SECTIONS, headlines, opened
from tests.sandboxes.calls import State, not_understood, ok, refused


def found(world: World, section: str, query: str, **more: object) -> list[State]:
    """What a search finds."""
    arguments = {"section": section, "query": query, "maxn": MORE_THAN_ALL} | more
    answer: list[State] = ok(world, "search", **arguments)
    return answer


def that(world: World, section: str, fits: Callable[[State], bool]) -> list[State]:
    """The articles of a section for which something holds."""
    return [headline for headline in headlines(world, section) if fits(headline)]


def holds(*words: str) -> Callable[[State], bool]:
    """Whether each word occurs in title or abstract."""

    def fits(article: State) -> bool:
        told = article["title"].lower(), article["abstract"].lower()
        return all(any(word.lower() in text for text in told) for word in words)

    return fits


@pytest.mark.parametrize("query", ["the", "school", "a", "£"])
@pytest.mark.parametrize("section", SECTIONS)
def test_a_word_is_looked_for_in_title_and_abstract(section: str, query: str, world: World) -> None:
    assert found(world, section, query) == that(world, section, holds(query))


def test_all_words_must_occur_in_any_order_in_title_or_abstract(world: World) -> None:
    for article in headlines(world, "Town Updates"):
        first, last = article["title"].split()[0], article["abstract"].split()[-1]
        answer = found(world, "Town Updates", f"{last}  {first.upper()}")
        assert article in answer
        assert answer == that(world, "Town Updates", holds(first, last))


def test_one_word_that_does_not_occur_is_enough_to_find_nothing(world: World) -> None:
    article = headlines(world, "Sports")[0]
    assert found(world, "Sports", article["title"])[0] == article
    assert found(world, "Sports", f"{article['title']} zeppelin") == []


def test_the_title_of_an_article_finds_it(world: World) -> None:
    for section in SECTIONS:
        for article in headlines(world, section):
            assert article in found(world, section, article["title"].upper())


def test_a_word_may_lie_within_a_longer_one(world: World) -> None:
    for article in headlines(world, "Local Business")[:20]:
        longest = max(article["title"].split(), key=len)
        assert article in found(world, "Local Business", longest[1:-1])


def test_the_text_and_the_author_are_not_searched(world: World) -> None:
    article = headlines(world, "Public Safety")[0]
    assert article not in found(world, "Public Safety", article["author"])
    shown = f"{article['title']} {article['abstract']}".lower()
    words = opened(world, article)["content"].split()
    hidden = next(word for word in words if word.isalpha() and word.lower() not in shown)
    assert article not in found(world, "Public Safety", hidden)


def test_only_the_named_section_is_searched(world: World) -> None:
    title = headlines(world, "Sports")[0]["title"]
    assert found(world, "Town Updates", title) == []


def test_nothing_found_is_an_empty_list(world: World) -> None:
    assert found(world, "Sports", "zeppelin") == []
    assert found(world, "Sports", "the", begin_date="2031-01-01") == []
    assert found(world, "Sports", "the", end_date="2024-12-31") == []


def test_of_many_the_newest_are_kept(world: World) -> None:
    every = found(world, "Sports", "the")
    assert len(every) > 3
    for maxn in (1, 3, len(every), len(every) + 1):
        assert found(world, "Sports", "the", maxn=maxn) == every[:maxn]


def test_both_days_belong_to_the_range_to_their_ends(world: World) -> None:
    every = found(world, "Sports", "a")
    for article in every:
        day = article["timestamp"][:10]
        on_the_day = [a for a in every if a["timestamp"].startswith(day)]
        assert found(world, "Sports", "a", begin_date=day, end_date=day) == on_the_day
        since = [a for a in every if a["timestamp"] >= day]
        assert found(world, "Sports", "a", begin_date=day) == since
        until = [a for a in every if a["timestamp"][:10] <= day]
        assert found(world, "Sports", "a", end_date=day) == until


@pytest.mark.parametrize("divider", [" ", "T"])
def test_a_range_may_begin_and_end_at_a_second(divider: str, world: World) -> None:
    every = found(world, "Sports", "a")
    newer, older = every[2], every[5]
    begin = older["timestamp"].replace(" ", divider)
    end = newer["timestamp"].replace(" ", divider)
    assert found(world, "Sports", "a", begin_date=begin, end_date=end) == every[2:6]
    assert found(world, "Sports", "a", begin_date=begin, end_date=begin) == [older]


def test_a_minute_counts_to_its_end(world: World) -> None:
    article = found(world, "Sports", "a")[0]
    minute = article["timestamp"][:16]
    assert found(world, "Sports", "a", begin_date=minute, end_date=minute) == [article]


def test_a_moment_of_the_last_day_may_be_where_the_range_begins(world: World) -> None:
    article = found(world, "Sports", "a")[0]
    time = article["timestamp"]
    assert article in found(world, "Sports", "a", begin_date=time, end_date=time[:10])


def test_null_is_no_limit(world: World) -> None:
    every = found(world, "Sports", "a")
    assert found(world, "Sports", "a", begin_date=None, end_date=None) == every


@pytest.mark.parametrize("argument", ["begin_date", "end_date"])
@pytest.mark.parametrize(
    "written",
    [
        "2026-02-29",
        "2026-13-01",
        "2026-00-10",
        "0000-01-01",
        "2026-3-1",
        "01/03/2026",
        "1 March 2026",
        "20260301",
        "2026-W10-1",
        "2026-03",
        "2026-03-01 24:00:00",
        "2026-03-01 10:60",
        "2026-03-01 10",
        "2026-03-01T10:00:00Z",
        "2026-03-01 10:00:00.5",
        " 2026-03-01",
        "２０２６-03-01",  # noqa: RUF001 - digits of another width are the point
        "today",
    ],
)
def test_a_date_that_cannot_be_read_is_refused_with_what_would_be_right(
    argument: str, written: str, world: World
) -> None:
    arguments = {"section": "Sports", "query": "a", "maxn": 3, argument: written}
    assert refused(world, "search", **arguments) == (
        f'{argument} "{written}" is no date; write "YYYY-MM-DD", such as "2026-03-14", or '
        '"YYYY-MM-DD HH:MM:SS".'
    )


@pytest.mark.parametrize(
    ("begin", "end"),
    [
        ("2026-03-02", "2026-03-01"),
        ("2026-03-02 00:00:00", "2026-03-01"),
        ("2026-03-02", "2026-03-01 23:59:59"),
        ("2026-03-01 10:00:01", "2026-03-01T10:00:00"),
    ],
)
def test_a_range_that_ends_before_it_begins_is_refused(begin: str, end: str, world: World) -> None:
    sentence = refused(
        world, "search", section="Sports", query="a", maxn=3, begin_date=begin, end_date=end
    )
    assert sentence == (
        f"begin_date {begin} lies after end_date {end}; the earlier one comes first."
    )


@pytest.mark.parametrize(
    "wrong",
    [{"query": ""}, {"query": "   "}, {"maxn": 0}, {"maxn": -1}, {"maxn": None}],
)
def test_a_search_for_nothing_is_not_understood(wrong: dict[str, object], world: World) -> None:
    arguments = {"section": "Sports", "query": "a", "maxn": 3} | wrong
    assert next(iter(wrong)) in not_understood(world, "search", arguments)
