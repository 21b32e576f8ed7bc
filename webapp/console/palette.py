"""Finding a tool by words of its name, its server and its description.

The order depends on the words and the catalogue alone. What has been called, what others called or
what the task needs plays no part: the console never hints at the right tool.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rapidfuzz import fuzz

from webapp.attempts.offers import offered_tools

_WORD = re.compile(r"[^\W_]+")
_ALIKE = 80
_SMALL = "a an and at by for from in into is it me my of on or the to up with"
_NAME_IS, _NAME_HAS, _SERVER, _TEXT = 0, 1, 2, 3


@dataclass(frozen=True)
class Entry:
    """A tool as it is found.

    Args:
        name: Its name.
        server: Its server.
        summary: The first line of its description.
        words: The words of its name.
        text: All that can be searched besides, in lower case.
    """

    name: str
    server: str
    summary: str
    words: tuple[str, ...]
    text: str


def found_tools(offered: tuple[str, ...] | None, query: str) -> list[Entry]:
    """The tools on offer that have all words of a query, the closest first.

    Args:
        offered: Names of the tools on offer; None: all.
        query: What was typed. Without a word in it, all tools are found.

    Returns:
        Those whose names have the words before those whose servers or descriptions have them, and
        else in the order in which they are offered. If there are none: those whose names look
        alike, then those that have some of the words, those with rare words first.
    """
    entries, words = palette(offered), _words(query)
    if not words:
        return list(entries)
    ranked = [(rank, entry) for entry in entries if (rank := _rank(entry, words)) is not None]
    if not ranked:
        return _alike(entries, words) or _partly(entries, words)
    ranked.sort(key=lambda pair: pair[0])
    return [entry for _, entry in ranked]


@functools.lru_cache(maxsize=64)
def palette(offered: tuple[str, ...] | None) -> tuple[Entry, ...]:
    """All tools on offer, in their order."""
    return entries_of(offered_tools(offered))


def entries_of(tools: Iterable[Mapping[str, Any]]) -> tuple[Entry, ...]:
    """Tools as they are found."""
    return tuple(map(_entry, tools))


def _entry(tool: Mapping[str, Any]) -> Entry:
    summary = tool["description"].partition("\n")[0]
    text = f"{tool['server']} {tool['description']}".casefold()
    return Entry(tool["name"], tool["server"], summary, _words(tool["name"]), text)


def _words(text: str) -> tuple[str, ...]:
    return tuple(_WORD.findall(text.casefold()))


def _rank(entry: Entry, words: tuple[str, ...]) -> tuple[int, int] | None:
    """How closely an entry fits, lower is closer; None if a word is nowhere in it."""
    places = [_place(entry, word) for word in words]
    if None in places:
        return None
    known = [place for place in places if place is not None]
    return max(known), sum(known)


def _place(entry: Entry, word: str) -> int | None:
    if any(part.startswith(word) for part in entry.words):
        return _NAME_IS
    if any(word in part for part in entry.words):
        return _NAME_HAS
    if word in entry.server.casefold():
        return _SERVER
    return _TEXT if word in entry.text else None


def _alike(entries: tuple[Entry, ...], words: tuple[str, ...]) -> list[Entry]:
    """The tools whose names have a word that looks like each of the words: typing errors."""

    def like(entry: Entry) -> bool:
        return all(any(fuzz.ratio(word, part) >= _ALIKE for part in entry.words) for word in words)

    return [entry for entry in entries if like(entry)]


def _partly(entries: tuple[Entry, ...], words: tuple[str, ...]) -> list[Entry]:
    """The tools that have some of the words; a word that few tools have says more."""
    weights = dict.fromkeys(entries, 0.0)
    for word in dict.fromkeys(word for word in words if word not in _SMALL.split()):
        having = [entry for entry in entries if _place(entry, word) is not None]
        for entry in having:
            weights[entry] += 1 / len(having)
    return sorted((entry for entry in entries if weights[entry]), key=lambda one: -weights[one])
