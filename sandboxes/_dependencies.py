"""The dependency network: what tools need before they can succeed, and what makes or tells it."""

from __future__ import annotations

import functools
from dataclasses import dataclass

from sandboxes._catalogue import catalogue


@dataclass(frozen=True)
class Dependency:
    """One kind of thing that ties tools together: a kind of id, a right, an armed password.

    Args:
        name: What it is called in tools' declarations, such as "contact".
        providers: Names of the tools that make or tell it, in catalogue order.
        requirers: Names of the tools that need it, in catalogue order.
    """

    name: str
    providers: tuple[str, ...]
    requirers: tuple[str, ...]


@functools.cache
def dependencies() -> tuple[Dependency, ...]:
    """All kinds that some tool needs, in the order in which the catalogue comes to them.

    What is provided and needed by nothing ties no tools together and is left out.
    """
    found = catalogue().values()
    needed = {word: None for tool in found for word in tool.requires}
    return tuple(
        Dependency(
            word,
            tuple(tool.name for tool in found if word in tool.provides),
            tuple(tool.name for tool in found if word in tool.requires),
        )
        for word in needed
    )
