"""Sections, their newest articles, one article in full, and its link."""

from __future__ import annotations

import re
from datetime import date, timedelta

import pytest

from sandboxes import World, catalogue
from sandboxes.apps.light_news.corpus_reader import news_corpus
from sandboxes.apps.light_news.data_model import LightNews
from tests.sandboxes.apps.light_news.paper import MORE_THAN_ALL, SECTIONS, headlines, opened
from tests.sandboxes.calls import NOTHING, ok, refused

TOOLS = [tool for tool in catalogue().values() if tool.server == "LightNews"]


def test_there_are_six_sections(world: World) -> None:
    assert ok(world, "list_all_sections") == SECTIONS


def test_nobody_can_change_the_paper(world: World) -> None:
    assert world.state()["LightNews"] == {}
    assert len(TOOLS) == 5
    assert not any(tool.mutates for tool in TOOLS)


@pytest.mark.parametrize("section", SECTIONS)
def test_a_section_lists_its_articles_newest_first_without_their_texts(
    section: str, world: World
) -> None:
    listed = headlines(world, section)
    times = [article["timestamp"] for article in listed]
    assert times == sorted(set(times), reverse=True)
    assert {tuple(article) for article in listed} == {
        ("nid", "timestamp", "title", "abstract", "author")
    }
    stories = {(story.title, story.abstract, story.author) for story in news_corpus()[section]}
    assert {(a["title"], a["abstract"], a["author"]) for a in listed} <= stories


def test_the_newest_k_are_the_first_of_all(world: World) -> None:
    every = headlines(world, "Sports")
    for k in (1, 2, len(every) - 1, len(every)):
        assert ok(world, "get_last_k_news", section="Sports", k=k) == every[:k]
    assert ok(world, "get_last_k_news", section="Sports", k=len(every) + 1) == every


@pytest.mark.parametrize("written", ["school & kids", "SCHOOL & KIDS", "School & kids"])
def test_the_case_of_a_section_does_not_matter(written: str, world: World) -> None:
    assert headlines(world, written) == headlines(world, "School & Kids")
    found = ok(world, "search", section=written, query="school", maxn=MORE_THAN_ALL)
    assert found
    assert all(opened(world, article)["section"] == "School & Kids" for article in found)


@pytest.mark.parametrize("section", ["Weather", "Sport", "School and Kids", " Sports", "news"])
def test_an_unknown_section_is_refused_and_the_six_are_named(section: str, world: World) -> None:
    sentences = {
        refused(world, "get_last_k_news", section=section, k=3),
        refused(world, "search", section=section, query="bridge", maxn=3),
    }
    assert sentences == {
        f'There is no section "{section}"; there are Events & Happenings, Local Business, '
        "Public Safety, School & Kids, Sports, Town Updates."
    }


@pytest.mark.parametrize("section", SECTIONS)
def test_an_article_opens_with_all_that_the_list_told_and_its_text(
    section: str, world: World
) -> None:
    stories = {story.title: story for story in news_corpus()[section]}
    for headline in headlines(world, section):
        article = opened(world, headline)
        paragraphs = article.pop("content").split("\n\n")
        assert article == {**headline, "section": section}
        assert list(article) == ["nid", "section", "timestamp", "title", "abstract", "author"]
        assert len(paragraphs) == len(stories[article["title"]].paragraphs)
        assert all(paragraph.strip() == paragraph != "" for paragraph in paragraphs)


def in_words(day: date) -> str:
    """A day as the paper writes it."""
    return day.strftime(f"%A {day.day} %B %Y")


@pytest.mark.parametrize("seed", [1, 2, 3, 4])
def test_days_in_a_text_are_counted_from_its_publication(seed: int) -> None:
    world = World(seed)
    seen = 0
    for section in SECTIONS:
        stories = {story.title: story for story in news_corpus()[section]}
        for headline in headlines(world, section):
            published = date.fromisoformat(headline["timestamp"][:10])
            expected = "\n\n".join(stories[headline["title"]].paragraphs)
            for days in set(re.findall(r"\{([^}]*)\}", expected)):
                shown = in_words(published + timedelta(days=int(days)))
                expected = expected.replace(f"{{{days}}}", shown)
                seen += 1
            assert opened(world, headline)["content"] == expected
    assert seen > 100


def test_an_unknown_article_is_refused(world: World) -> None:
    for tool in ("get_details", "get_news_url"):
        assert refused(world, tool, nid=NOTHING) == f"There is no article with the id {NOTHING}."


def test_a_story_that_was_not_printed_has_neither_text_nor_link(world: World) -> None:
    """The ids of other worlds' stories open nothing here."""
    here, there = headlines(world, "Sports"), headlines(World(world.seed + 1), "Sports")
    assert {a["nid"] for a in here}.isdisjoint(a["nid"] for a in there)
    for tool in ("get_details", "get_news_url"):
        refused(world, tool, nid=there[0]["nid"])


def test_a_link_names_the_article(world: World) -> None:
    for section in SECTIONS:
        nid = headlines(world, section)[0]["nid"]
        assert nid.startswith("news_")
        assert ok(world, "get_news_url", nid=nid) == f"light://news?nid={nid}"


def test_a_forked_world_has_the_same_paper(world: World) -> None:
    twin = world.fork()
    ok(world, "acc_network")
    for section in SECTIONS:
        assert headlines(twin, section) == headlines(world, section)
    assert twin.app(LightNews) is not world.app(LightNews)


def test_whatever_is_opened_first_the_paper_is_the_same(world: World) -> None:
    nids = [headlines(world, section)[-1]["nid"] for section in SECTIONS]
    for nid in reversed(nids):
        fresh = World(world.seed)
        assert ok(fresh, "get_details", nid=nid) == ok(world, "get_details", nid=nid)
