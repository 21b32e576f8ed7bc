"""State of LightNews: none, for nobody can change a paper; and its articles, which a seed makes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from sandboxes._app import AppState
from sandboxes.apps.light_news.articles import Article
from sandboxes.apps.light_news.corpus_reader import news_corpus
from sandboxes.apps.light_news.seeding import NewsBase

if TYPE_CHECKING:
    from sandboxes._world import World


class LightNews(AppState):
    """The paper."""

    server = "LightNews"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self._base = world.base.part(NewsBase)

    def sections(self) -> list[str]:
        """The names of all sections, in order."""
        return list(news_corpus())

    def articles(self, section: str) -> Mapping[str, Article]:
        """The articles of a section, which must be one, by id, oldest first."""
        return self._base.articles(section)

    def article(self, nid: str) -> Article | None:
        """The article with this id."""
        return self._base.article(nid)
