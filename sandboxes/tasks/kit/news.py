"""LightNews: articles to pick, and how golds find and read them; nobody can change the paper."""

from __future__ import annotations

from typing import Any

from sandboxes._world import World
from sandboxes.apps.light_news.articles import Article
from sandboxes.apps.light_news.data_model import LightNews
from sandboxes.tasks._client import Client

_NEARLY_ALL = 50


def sections(world: World) -> list[str]:
    """The names of all sections."""
    return world.app(LightNews).sections()


def newest_first(world: World, section: str) -> list[Article]:
    """The articles of a section, newest first."""
    return list(world.app(LightNews).articles(section).values())[::-1]


def everything(world: World) -> list[Article]:
    """All articles of the paper, sections in order of name."""
    return [article for name in sections(world) for article in newest_first(world, name)]


def hits(world: World, section: str, words: str) -> list[Article]:
    """The articles of a section that a search for words finds, newest first."""
    wanted = words.casefold().split()
    return [
        article
        for article in newest_first(world, section)
        if all(word in article.story.searched for word in wanted)
    ]


def link_to(article: Article) -> str:
    """The link that shares an article."""
    return f"light://news?nid={article.nid}"


def link_to_newest(world: World, section: str) -> str:
    """The link that shares the newest article of a section."""
    return link_to(newest_first(world, section)[0])


def nid_by_title(do: Client, section: str, title: str) -> str:
    """The id of the article with exactly this title, which is unique in its section."""
    found = do("search", section=section, query=title, maxn=_NEARLY_ALL)
    return next(str(entry["nid"]) for entry in found if entry["title"] == title)


def newest(do: Client, section: str) -> dict[str, Any]:
    """The headline of the newest article of a section."""
    entry = do("get_last_k_news", section=section, k=1)[0]
    assert isinstance(entry, dict), "headlines are objects"
    return entry


def newest_link(do: Client, section: str) -> str:
    """The link that shares the newest article of a section."""
    return str(do("get_news_url", nid=newest(do, section)["nid"]))


def text_of(do: Client, nid: str) -> str:
    """The text of an article."""
    content = do("get_details", nid=nid)["content"]
    assert isinstance(content, str), "texts of articles are texts"
    return content
