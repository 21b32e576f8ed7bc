"""State of LightOS: the world's clock, shown here and moved by the world."""

from __future__ import annotations

from typing import Any

from sandboxes._app import AppState
from sandboxes._tables import Cell


class LightOS(AppState):
    """The device; its only state is the clock of the world."""

    server = "LightOS"

    @property
    def cells(self) -> dict[str, Cell[Any]]:
        """The clock, which belongs to the world."""
        return {"clock": self.world.clock}
