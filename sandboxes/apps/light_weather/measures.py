"""What an alert's condition says of the weather now."""

from __future__ import annotations

import re
from collections.abc import Callable

from sandboxes.apps.light_weather.seeding import WeatherBase

_CONDITION = re.compile(
    r"\s*(temperature|wind|rain|uv|aqi|humidity)(?:\s+(?:speed|index))?\s+(?:is\s+)?(above|below)\b",
    re.IGNORECASE,
)
_MEASURES: dict[str, Callable[[WeatherBase, str], float]] = {
    "temperature": lambda weather, city: weather.current(city).temperature,
    "wind": lambda weather, city: weather.current(city).wind_speed,
    "rain": lambda weather, city: weather.current(city).precipitation,
    "humidity": lambda weather, city: weather.current(city).humidity,
    "uv": lambda weather, city: weather.uv(city),
    "aqi": lambda weather, city: weather.air_quality(city),
}


def holds_now(weather: WeatherBase, city: str, condition: str, threshold: float) -> bool:
    """Whether the condition of an alert already holds; False where it is not understood."""
    found = _CONDITION.match(condition)
    if found is None:
        return False
    measure, side = found.group(1).lower(), found.group(2).lower()
    value = _MEASURES[measure](weather, city)
    return value > threshold if side == "above" else value < threshold
