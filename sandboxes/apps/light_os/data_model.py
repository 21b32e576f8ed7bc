"""State of LightOS: the world's clock, shown here and moved by the world."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandboxes._app import AppState

if TYPE_CHECKING:
    from sandboxes._world import World


class LightOS(AppState):
    """The device; its only state is the clock of the world."""

    server = "LightOS"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.clock = world.clock

    def fork(self, world: World) -> LightOS:
        """The clock is the other world's own."""
        return LightOS(world)
