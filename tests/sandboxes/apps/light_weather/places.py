"""Cities and stations as tests speak of them."""

from __future__ import annotations

from sandboxes import World
from sandboxes.apps.light_weather.data_model import LightWeather
from tests.sandboxes.calls import State, ok


def station_with(world: World, status: str) -> str:
    """Id of the first station with a status."""
    ids = [station["station_id"] for station in ok(world, "list_stations")]
    found = (i for i in ids if ok(world, "get_station_info", station_id=i)["status"] == status)
    return str(next(found))


def weather_state(world: World) -> State:
    """The state of LightWeather as fresh JSON."""
    return world.app(LightWeather).export()
