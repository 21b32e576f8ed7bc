"""A world in which every tool has something to do, and one call of each that succeeds."""

from __future__ import annotations

from typing import Any, NamedTuple

from sandboxes import World
from tests.sandboxes.calls import ok
from tests.sandboxes.walking import Calls, modules_of_tests


class Scene(NamedTuple):
    """A prepared world and, for each tool, arguments with which it succeeds there."""

    world: World
    arguments: Calls

    def fork(self) -> Scene:
        """The same scene in an independent world."""
        return Scene(self.world.fork(), self.arguments)

    def play(self, tool: str) -> Any:
        """Make the tool's successful call."""
        return ok(self.world, tool, **self.ready(tool))

    def ready(self, tool: str) -> dict[str, Any]:
        """Do what is still missing for the tool's successful call, and tell its arguments."""
        for module in modules_of_tests("scene"):
            if hasattr(module, "before"):
                module.before(self.world, tool)
        return self.arguments[tool]


def set_scene(world: World) -> Scene:
    """Prepare the world by calls, and tell what each tool can be called with."""
    arguments: Calls = {}
    for module in modules_of_tests("scene"):
        arguments |= module.arguments(world)
    return Scene(world, arguments)
