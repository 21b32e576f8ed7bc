"""Picking from candidates, dates and names in words, and what the tools of a world answer."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from datetime import date, timedelta
from functools import partial
from typing import Any, TypeVar

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_news.articles import day_in_words
from sandboxes.tasks._template import Decline

T = TypeVar("T")

Ask = Callable[..., Any]
"""How a tool is asked, (tool, **arguments) -> output: a gold's client, or `asking(world)`."""

_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth")


def one_of(draw: Stream, candidates: Sequence[T], what: str) -> T:
    """One of the candidates.

    Raises:
        Decline: there is none.
    """
    if not candidates:
        raise Decline(f"no {what}")
    return draw.choice(candidates)


def some_of(draw: Stream, candidates: Sequence[T], count: int, what: str) -> list[T]:
    """So many different ones of the candidates.

    Raises:
        Decline: there are not enough.
    """
    if len(candidates) < count:
        raise Decline(f"fewer than {count} {what}")
    return draw.sample(candidates, count)


def told(world: World, tool: str, **arguments: Any) -> Any:
    """What a tool that only reads answers in this world, which is left as it is."""
    outcome = world.fork("none").call(tool, arguments)
    assert outcome.ok, f"{tool} answers: {outcome.output}"
    return outcome.output


def asking(world: World) -> Ask:
    """What asks the tools of a world as `told` does."""
    return partial(told, world)


def today(world: World) -> date:
    """A world's date, which lasts through any attempt."""
    return date.fromisoformat(world.timestamp().partition(" ")[0])


def date_in(world: World, days: int) -> date:
    """The date so many days from a world's today."""
    return today(world) + timedelta(days=days)


def in_words(day: date) -> str:
    """A day as people write it, such as 4 May 2026."""
    return day_in_words(day).partition(" ")[2]


def listed(names: Sequence[str]) -> str:
    """Names in a row as people write them: "A, B and C"."""
    return f"{', '.join(names[:-1])} and {names[-1]}"


def ordinals(names: Iterable[str]) -> dict[str, str]:
    """Up to six names as what fills {first}, {second} and so on."""
    return dict(zip(_ORDINALS, names, strict=False))
