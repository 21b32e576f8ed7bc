"""Agents of one name: by what the board tells them apart, and in what they differ."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.attempts.models import Contestant, ContestantKind
from webapp.leaderboard.sets import SHORT, counted_attempts
from webapp.pages.words import in_words, readable_json

_MOST, _MOST_DIFFERENCES, _LONGEST_VALUE = 10, 6, 60
_ABSENT = object()


@dataclass(frozen=True)
class Namesake:
    """Another contestant of the same name.

    Args:
        contestant: Who.
        differs: What of its details is otherwise: what it is, there and here.
    """

    contestant: Contestant
    differs: list[tuple[str, str, str]]

    @property
    def mark(self) -> str:
        """The beginning of its hash."""
        return self.contestant.digest[:SHORT]


def namesakes_of(contestant: Contestant) -> list[Namesake]:
    """The agents with attempts that count, the name of this one and other details; of people none,
    whose names are theirs alone.

    Args:
        contestant: Who.
    """
    if contestant.kind != ContestantKind.AGENT:
        return []
    others = Contestant.objects.filter(
        kind=contestant.kind, name=contestant.name, pk__in=counted_attempts().values("contestant")
    ).exclude(pk=contestant.pk)
    return [
        Namesake(other, _differences(other.details, contestant.details))
        for other in others.order_by("pk")[:_MOST]
    ]


def _differences(there: Mapping[str, Any], here: Mapping[str, Any]) -> list[tuple[str, str, str]]:
    mine, theirs = dict(_flat(here)), dict(_flat(there))
    names = [
        name for name in {**mine, **theirs} if mine.get(name, _ABSENT) != theirs.get(name, _ABSENT)
    ]
    return [
        (in_words(name), _told(theirs.get(name)), _told(mine.get(name)))
        for name in names[:_MOST_DIFFERENCES]
    ]


def _flat(details: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """What details say; a model's settings and the prompts lie one deeper."""
    for name, value in details.items():
        if isinstance(value, Mapping):
            yield from ((f"{name} {inner}", found) for inner, found in value.items())
        else:
            yield name, value


def _told(value: Any) -> str:
    if value is None:
        return "none"
    text = value if isinstance(value, str) else readable_json(value)
    return text if len(text) <= _LONGEST_VALUE else f"{text[: _LONGEST_VALUE - 1]}…"
