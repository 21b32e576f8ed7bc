"""What must always hold in LightNews: the paper stays as it was printed, before the clock."""

from __future__ import annotations

from typing import Any

from sandboxes import Outcome, World
from sandboxes.apps.light_news.data_model import LightNews

LISTING = ("get_last_k_news", "search")


class Watch:
    """Looks on while tools are called.

    Args:
        world: The world at its beginning.
    """

    def __init__(self, world: World) -> None:
        self._fresh = World(world.seed)

    def see(
        self, before: World, name: str, arguments: dict[str, Any], outcome: Outcome, world: World
    ) -> None:
        """Assert what must hold after a call."""
        assert world.app(LightNews).export() == {}
        if outcome.ok and name in LISTING:
            self._listed(outcome.output, world)
        if outcome.ok and name == "get_details":
            assert outcome.output == self._fresh.call(name, arguments).output

    def _listed(self, found: list[dict[str, Any]], world: World) -> None:
        times = [article["timestamp"] for article in found]
        assert times == sorted(set(times), reverse=True)
        assert all(time < world.timestamp() for time in times)
        for article in found[:3]:
            whole = self._fresh.call("get_details", {"nid": article["nid"]}).output
            assert article.items() <= whole.items()
