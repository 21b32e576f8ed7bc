"""The paper of a world as its reader sees it, read by calls alone."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.calls import State, ok

SECTIONS = [
    "Events & Happenings",
    "Local Business",
    "Public Safety",
    "School & Kids",
    "Sports",
    "Town Updates",
]
MORE_THAN_ALL = 1000


def headlines(world: World, section: str) -> list[State]:
    """What a section lists, newest first."""
    listed: list[State] = ok(world, "get_last_k_news", section=section, k=MORE_THAN_ALL)
    return listed


def opened(world: World, headline: State) -> State:
    """The article that a headline belongs to."""
    article: State = ok(world, "get_details", nid=headline["nid"])
    return article
