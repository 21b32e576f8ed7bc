"""The stories that LightNews's worlds are made of, read once per process."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import NamedTuple

import orjson

_FOLDER = Path(__file__).parent / "corpus"


class Story(NamedTuple):
    """What the paper may print on some day of a season.

    Args:
        title: Unique in its section; like the abstract, it names no day.
        abstract: One or two sentences that say more than the title.
        author: Who wrote it.
        season: When it can appear: spring, summer, autumn, winter or any.
        paragraphs: The text; ``{+12}``, ``{0}`` and ``{-3}`` stand for the days twelve days after
            publication, of publication and three days before.
        searched: Title and abstract as they are searched.
    """

    title: str
    abstract: str
    author: str
    season: str
    paragraphs: tuple[str, ...]
    searched: str


@functools.cache
def news_corpus() -> dict[str, tuple[Story, ...]]:
    """The stories by section, sections in order of name."""
    read = [orjson.loads(path.read_bytes()) for path in _FOLDER.glob("*.json")]
    return {
        data["section"]: tuple(
            Story(
                title=entry["title"],
                abstract=entry["abstract"],
                author=entry["author"],
                season=entry["season"],
                paragraphs=tuple(entry["paragraphs"]),
                searched=f"{entry['title']}\n{entry['abstract']}".casefold(),
            )
            for entry in data["articles"]
        )
        for data in sorted(read, key=lambda data: str(data["section"]))
    }
