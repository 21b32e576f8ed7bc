"""The tools of LightNews."""

from __future__ import annotations

from typing import Any

from sandboxes._tool import tool
from sandboxes._types import Count, Identifier, Line
from sandboxes.apps.light_news.checks import Span, known_article, known_section
from sandboxes.apps.light_news.data_model import LightNews


@tool(mutates=False, requires=(), provides=("section",))
def list_all_sections(paper: LightNews) -> list[str]:
    """List the sections of the paper.

    Returns:
        A list of names in alphabetical order.
    """
    return paper.sections()


@tool(mutates=False, requires=("section",), provides=("article",))
def get_last_k_news(paper: LightNews, section: Line, k: Count) -> list[dict[str, Any]]:
    """List the newest articles of a section, newest first, without their texts.

    Refused if there is no such section.

    Args:
        section: Name of the section, such as "Sports"; upper and lower case don't matter.
        k: How many at most.

    Returns:
        A list of {nid, timestamp, title, abstract, author}; shorter than k if the section has not
        so many.
    """
    newest_first = list(paper.articles(known_section(paper, section)).values())[::-1]
    return [article.headline() for article in newest_first[:k]]


@tool(mutates=False, requires=("section",), provides=("article",))
def search(
    paper: LightNews,
    section: Line,
    query: Line,
    maxn: Count,
    begin_date: Line | None = None,
    end_date: Line | None = None,
) -> list[dict[str, Any]]:
    """Find the articles of a section by words of their title and abstract, newest first.

    An article is found if every word of the query occurs in its title or its abstract, in any
    order and perhaps within a longer word; upper and lower case don't matter. The text itself is
    not searched.

    Refused if there is no such section, a date can't be read, or begin_date lies after end_date.

    Args:
        section: Name of the section, such as "Sports"; upper and lower case don't matter.
        query: One or several words, divided by blanks.
        maxn: How many at most; the newest are kept.
        begin_date: The first day on which an article may have appeared, as "YYYY-MM-DD", or the
            first moment, as "YYYY-MM-DD HH:MM:SS"; null for no limit.
        end_date: The last day or moment, written likewise; a day counts to its end. Null for no
            limit.

    Returns:
        A list of {nid, timestamp, title, abstract, author}; empty if nothing is found.
    """
    articles = paper.articles(known_section(paper, section)).values()
    span = Span(begin_date, end_date)
    words = query.casefold().split()
    found = [
        article.headline()
        for article in articles
        if article.timestamp in span and all(word in article.story.searched for word in words)
    ]
    return found[::-1][:maxn]


@tool(mutates=False, requires=("article",), provides=())
def get_details(paper: LightNews, nid: Identifier) -> dict[str, Any]:
    """Open an article: its whole text, and who wrote it when.

    Refused if there is no such article.

    Args:
        nid: Id of the article.

    Returns:
        {nid, section, timestamp, title, abstract, author, content}; the paragraphs of the content
        are divided by blank lines.
    """
    article = known_article(paper, nid)
    return {
        "nid": article.nid,
        "section": article.section,
        "timestamp": article.timestamp,
        "title": article.story.title,
        "abstract": article.story.abstract,
        "author": article.story.author,
        "content": article.content(),
    }


@tool(mutates=False, requires=("article",), provides=("link",))
def get_news_url(paper: LightNews, nid: Identifier) -> str:
    """Make a link that shares an article.

    Refused if there is no such article.

    Args:
        nid: Id of the article.

    Returns:
        The link, "light://news?nid=...".
    """
    return f"light://news?nid={known_article(paper, nid).nid}"
