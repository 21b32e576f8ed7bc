"""What a world can do to LightWeather before an attempt: alerts and the primary location."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandboxes._world import World
from sandboxes.apps.light_weather.corpus_reader import cities, stations
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.measures import holds_now
from sandboxes.apps.light_weather.records import Alert, Settings

_STRAY_CONDITION, _STRAY_THRESHOLD = "humidity above", 99.0


def set_primary(world: World, location: str | None) -> None:
    """Let a city, or none, be the primary location."""
    world.app(LightWeather).settings.set(Settings(location))


def plant_alert(world: World, location: str, condition: str, threshold: float) -> str:
    """Let the user have set an alert; the answer is its id."""
    weather = world.app(LightWeather)
    triggered = holds_now(weather.readings, location, condition, threshold)
    aid = world.new_id("alert")
    weather.alerts.put(
        Alert(aid, location, condition, float(threshold), world.timestamp(), triggered)
    )
    return aid


def clear_alerts(world: World) -> None:
    """Let the user have no alerts."""
    weather = world.app(LightWeather)
    for aid in list(weather.alerts.of()):
        weather.alerts.remove(aid)


def near(
    world: World, argument: str, arguments: Mapping[str, Any]
) -> Sequence[str] | Sequence[float] | None:
    """What somebody might have taken an argument of a tool for.

    Args:
        world: The world before the call.
        argument: Name of the argument.
        arguments: All arguments of the call.

    Returns:
        Values that mean something there; None for free text.
    """
    if argument in ("location", "location1", "location2", "route"):
        return list(cities())
    if argument == "station_id":
        return list(stations())
    if argument == "alert_id":
        return list(world.app(LightWeather).alerts.of())
    if argument == "threshold":
        return [arguments["threshold"] + 1, arguments["threshold"] - 1]
    return None


def stray_write(world: World) -> tuple[str, dict[str, object]]:
    """A scored write that no task asks for: an alert for the last city that has none."""
    taken = {alert.location for alert in world.app(LightWeather).alerts.of().values()}
    location = [name for name in cities() if name not in taken][-1]
    return "create_alert", {
        "location": location,
        "condition": _STRAY_CONDITION,
        "threshold": _STRAY_THRESHOLD,
    }
