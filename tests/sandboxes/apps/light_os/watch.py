"""What must always hold in LightOS: the clock moves with successful writes, and never else."""

from __future__ import annotations

from typing import Any

from sandboxes import Outcome, World, catalogue


class Watch:
    """Looks on while tools are called.

    Args:
        world: The world at its beginning.
    """

    def __init__(self, world: World) -> None:
        self._writes = 0

    def see(
        self, before: World, name: str, arguments: dict[str, Any], outcome: Outcome, world: World
    ) -> None:
        """Assert what must hold after a call."""
        is_write = outcome.ok and catalogue()[name].mutates
        assert (world.timestamp() > before.timestamp()) is is_write
        self._writes += is_write
        assert world.counters.writes == self._writes
