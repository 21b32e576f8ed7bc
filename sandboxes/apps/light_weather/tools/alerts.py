"""Tools about the user's own alerts and primary location."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._records import as_json
from sandboxes._tool import tool
from sandboxes._types import Identifier, Line
from sandboxes.apps.light_weather.checks import known_city
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.measures import holds_now
from sandboxes.apps.light_weather.records import Alert, Settings

Threshold = Annotated[float, Field(ge=-1_000_000, le=1_000_000)]


@tool(mutates=True, requires=("weather city",), provides=("weather alert",))
def create_alert(
    weather: LightWeather, location: Line, condition: Line, threshold: Threshold
) -> dict[str, Any]:
    """Set an alert of the user's own for a city.

    A condition that begins with temperature, wind, rain, humidity, UV or AQI and then says above or
    below is compared with what the city's current readings tell (degrees Celsius, km/h,
    millimetres in this hour, percent, today's UV index, air quality index); if it holds already,
    the alert is marked as triggered. Any other condition is kept as it is.

    Refused if the city is unknown.

    Args:
        location: Name of the city.
        condition: What to watch for, such as "temperature above".
        threshold: The number that the condition is about.

    Returns:
        The alert, {aid, location, condition, threshold, timestamp, triggered}.
    """
    known_city(location)
    triggered = holds_now(weather.readings, location, condition, threshold)
    world = weather.world
    alert = Alert(
        world.new_id("alert"), location, condition, threshold, world.timestamp(), triggered
    )
    weather.alerts.put(alert)
    return as_json(alert)


@tool(mutates=False, requires=(), provides=("weather alert",))
def list_alerts(weather: LightWeather) -> list[dict[str, Any]]:
    """List the user's alerts of all cities.

    Returns:
        A list of {aid, location, condition, threshold, timestamp, triggered}, oldest first.
    """
    return [as_json(alert) for alert in weather.alerts.of().values()]


@tool(mutates=False, requires=("weather city",), provides=("weather alert",))
def get_weather_alerts(weather: LightWeather, location: Line) -> list[dict[str, Any]]:
    """List the alerts that the user has set for one city.

    Refused if the city is unknown.

    Args:
        location: Name of the city.

    Returns:
        A list of {aid, location, condition, threshold, timestamp, triggered}, oldest first; empty
        if there is none.
    """
    known_city(location)
    alerts = weather.alerts.of().values()
    return [as_json(alert) for alert in alerts if alert.location == location]


@tool(mutates=True, requires=("weather alert",), provides=())
def delete_alert(weather: LightWeather, alert_id: Identifier) -> dict[str, Any]:
    """Delete one of the user's alerts.

    Refused if there is no such alert.

    Args:
        alert_id: Id of the alert, its aid.

    Returns:
        {aid, deleted}.
    """
    if weather.alerts.get(alert_id) is None:
        raise Refused(f"There is no alert {alert_id}.")
    weather.alerts.remove(alert_id)
    return {"aid": alert_id, "deleted": True}


@tool(mutates=True, requires=("weather city",), provides=("primary location",))
def set_primary_location(weather: LightWeather, location: Line) -> dict[str, Any]:
    """Choose the user's primary location, one city; it takes the place of the one before.

    Refused if the city is unknown or the primary location already.

    Args:
        location: Name of the city.

    Returns:
        {primary_location}.
    """
    known_city(location)
    if weather.settings.value.primary_location == location:
        raise Refused(f"{location} is already the primary location.")
    weather.settings.set(Settings(location))
    return {"primary_location": location}


@tool(mutates=False, requires=(), provides=("weather city",))
def get_primary_location(weather: LightWeather) -> dict[str, Any]:
    """Tell the user's primary location.

    Returns:
        {primary_location}, the name of a city, or null if none has been chosen.
    """
    return {"primary_location": weather.settings.value.primary_location}
