"""State of LightWeather: the user's alerts and primary location."""

from __future__ import annotations

from typing import TYPE_CHECKING

from sandboxes._app import AppState
from sandboxes._tables import Cell, Table, no_base
from sandboxes.apps.light_weather.records import ALERTS, Alert, Settings
from sandboxes.apps.light_weather.seeding import WeatherBase

if TYPE_CHECKING:
    from sandboxes._world import World


class LightWeather(AppState):
    """What the user has set; the weather itself is fixed when the world is made."""

    server = "LightWeather"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        self.settings = Cell(Settings())
        self.alerts: Table[Alert] = Table(ALERTS, no_base)

    @property
    def readings(self) -> WeatherBase:
        """The weather of the world."""
        return self.world.base.part(WeatherBase)
