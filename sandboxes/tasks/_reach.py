"""What calls act on though their arguments hold no id: everything on a list, a place in a list."""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from sandboxes._catalogue import CatalogueError, catalogue
from sandboxes._dependencies import dependencies


@dataclass(frozen=True)
class Listing:
    """Records that lie together, by what tools' declarations call them.

    Args:
        collection: Path of the collection in the state.
        where: Fields and what they must be; none: all of the collection.
    """

    collection: str
    where: tuple[tuple[str, Any], ...] = ()


@dataclass(frozen=True)
class SweepingTool:
    """A tool that acts on everything on a list.

    Args:
        tool: Its name.
        shown_by: The reads that show the list, in catalogue order.
        listing: What is on it.
    """

    tool: str
    shown_by: tuple[str, ...]
    listing: Listing


LISTINGS = {
    "cart line": Listing("LightShop/cart"),
    "booking": Listing("LightFlight/bookings", (("paid", False),)),
}
"""By the word of tools' declarations: what a tool without arguments that needs it acts on."""

PLACES = {"passenger_idx": Listing("LightFlight/passengers")}
"""By name of the argument, which answers use too: the list in which it counts places, from 0."""


@functools.cache
def sweeping_tools() -> tuple[SweepingTool, ...]:
    """The tools that act on everything on a list, in catalogue order.

    They are those that change the state, take no argument, and need something that a read tells:
    they can't be told which of it is meant.

    Raises:
        CatalogueError: it is not declared here what is on such a list.
    """
    known = catalogue()
    found = []
    for kind in dependencies():
        reads = tuple(name for name in kind.providers if not known[name].mutates)
        for name in kind.requirers:
            tool = known[name]
            if not reads or not tool.mutates or tool.input_schema["properties"]:
                continue
            if kind.name not in LISTINGS:
                raise CatalogueError(f"{name} acts on every {kind.name}: say which, in LISTINGS")
            found.append(SweepingTool(name, reads, LISTINGS[kind.name]))
    return tuple(sorted(found, key=lambda sweep: list(known).index(sweep.tool)))
