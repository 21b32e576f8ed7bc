"""What must always hold in LightWeather: no call moves the weather, and alerts name cities."""

from __future__ import annotations

from typing import Any

from sandboxes import Outcome, World, catalogue
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather

OF_THE_USER = {"list_alerts", "get_weather_alerts", "get_primary_location"}
"""The reads that depend on what the user has set."""


class Watch:
    """Looks on while tools are called.

    Args:
        world: The world at its beginning.
    """

    def __init__(self, world: World) -> None:
        self._fresh = World(world.seed)
        self._alerts: dict[str, dict[str, Any]] = {}
        self._primary: str | None = None

    def see(
        self, before: World, name: str, arguments: dict[str, Any], outcome: Outcome, world: World
    ) -> None:
        """Assert what must hold after a call."""
        weather = world.app(LightWeather)
        if outcome.ok and catalogue()[name].server == weather.server:
            self._note(name, arguments, outcome)
        state = weather.export()
        assert state == {
            "primary_location": self._primary,
            "alerts": list(self._alerts.values()),
        }
        assert {alert["location"] for alert in state["alerts"]} <= cities().keys()
        assert self._primary is None or self._primary in cities()

    def _note(self, name: str, arguments: dict[str, Any], outcome: Outcome) -> None:
        if name == "create_alert":
            self._alerts[outcome.output["aid"]] = outcome.output
        elif name == "delete_alert":
            del self._alerts[arguments["alert_id"]]
        elif name == "set_primary_location":
            assert arguments["location"] != self._primary
            self._primary = arguments["location"]
        elif name not in OF_THE_USER:
            assert outcome == self._fresh.call(name, arguments), "the seed alone makes the weather"
