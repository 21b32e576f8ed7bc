"""Values that mean something to LightWeather's tools."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sandboxes import World
from sandboxes.apps.light_weather.data_model import LightWeather


def known_values(world: World) -> dict[str, list[Any]]:
    """Values by argument name that mean something in the world as it is now."""
    weather = world.app(LightWeather)
    today = weather.readings.today
    days = [str(today - timedelta(days=ago)) for ago in (0, 1, 2, 30, 31)]
    cities = ["Lisbon", "Tromso", "Cape Town", "Atlantis"]
    return {
        "location": cities,
        "location1": cities,
        "location2": cities,
        "route": [cities[:3], ["Lima"], ["Lima", "Atlantis"]],
        "station_id": list(weather.readings.statuses)[:12],
        "alert_id": list(weather.alerts.of()),
        "days": [1, 7, 8],
        "hours": [1, 48, 168],
        "next_hours": [1, 24, 25],
        "start": [*days, "yesterday", "2026-02-30"],
        "end": days,
        "year": [1989, 1990, 2025, 2026],
        "condition": ["temperature above", "Wind speed below 5", "AQI above", "fog"],
        "threshold": [-40, 0, 12.5, 99],
        "value": [-500, -40, 0, 36.6],
        "from_unit": ["c", "F", "Kelvin", "degrees"],
        "to_unit": ["C", "fahrenheit", "k"],
    }
