"""What each app's `stage.py` gives to tasks and the gate, found by the app's folder."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from importlib import import_module
from importlib.util import find_spec
from typing import Any, Protocol, cast

from sandboxes._catalogue import CatalogueError, app_states, catalogue
from sandboxes._world import World


class AppStage(Protocol):
    """The part of a `stage.py` that the gate needs; the rest is for templates."""

    def near(
        self, world: World, argument: str, arguments: Mapping[str, Any]
    ) -> Sequence[str] | None:
        """What somebody might have taken an argument for; None if it is no id or fixed word."""

    def stray_write(self, world: World) -> tuple[str, dict[str, object]]:
        """A scored write that no task asks for: (tool, arguments)."""


def stages() -> Iterator[AppStage]:
    """The stages of all apps that have scored state."""
    for state in app_states():
        found = _stage(state.__module__)
        if found is not None:
            yield found


def stage_of(tool: str) -> AppStage:
    """The stage of the app that a tool belongs to.

    Raises:
        CatalogueError: the app has none, although a tool of it changes scored state.
    """
    state = catalogue()[tool].state
    found = None if state is None else _stage(state.__module__)
    if found is None:
        raise CatalogueError(f"the app of {tool} has no stage.py")
    return found


def _stage(module: str) -> AppStage | None:
    name = f"{module.rpartition('.')[0]}.stage"
    return cast("AppStage", import_module(name)) if find_spec(name) is not None else None
