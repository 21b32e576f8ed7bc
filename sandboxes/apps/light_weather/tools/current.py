"""Tools about the weather now and today."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from sandboxes._tool import tool
from sandboxes._types import Line
from sandboxes.apps.light_weather.checks import known_city
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.sky import compass
from sandboxes.apps.light_weather.sun import sun_times, uv_level

_AIR = (("good", 50), ("moderate", 100), ("unhealthy", 200))

Route = Annotated[list[Line], Field(min_length=1, max_length=20)]
"""Cities one after another."""


def _now(weather: LightWeather, city: str) -> dict[str, Any]:
    readings = weather.readings
    hour = readings.current(city)
    return {
        "location": city,
        "time": readings.this_hour.isoformat(" "),
        "condition": hour.condition,
        "temperature": hour.temperature,
        "humidity": hour.humidity,
        "cloud_cover": hour.cloud_cover,
        "precipitation": hour.precipitation,
        "wind_speed": hour.wind_speed,
        "wind_gust": hour.wind_gust,
        "wind_degrees": hour.wind_degrees,
        "wind_direction": compass(hour.wind_degrees),
        "pressure": hour.pressure,
    }


@tool(mutates=False, requires=(), provides=("weather city",))
def list_cities(weather: LightWeather) -> list[str]:
    """List the cities that LightWeather knows; other tools want their names exactly as here.

    Returns:
        A list of names in alphabetical order.
    """
    return list(cities())


@tool(mutates=False, requires=("weather city",), provides=())
def get_current_weather(weather: LightWeather, location: Line) -> dict[str, Any]:
    """Tell the weather of a city in this hour.

    Refused if the city is unknown.

    Args:
        location: Name of the city.

    Returns:
        {location, time, condition, temperature, humidity, cloud_cover, precipitation, wind_speed,
        wind_gust, wind_degrees, wind_direction, pressure}; condition is sunny (a clear sky, also
        at night), partly_cloudy, cloudy, rainy, stormy or snowy; degrees Celsius, percent,
        millimetres of rain or melted snow in the hour, km/h, degrees and compass point that the
        wind comes from, hectopascals.
    """
    return _now(weather, known_city(location).name)


@tool(mutates=False, requires=("weather city",), provides=())
def estimate_travel_weather(weather: LightWeather, route: Route) -> list[dict[str, Any]]:
    """Tell the weather of each city of a route in this hour.

    Refused if one of the cities is unknown.

    Args:
        route: Names of the cities in the order of the journey.

    Returns:
        A list in the order of the route, each as get_current_weather tells it: {location, time,
        condition, temperature, humidity, cloud_cover, precipitation, wind_speed, wind_gust,
        wind_degrees, wind_direction, pressure}.
    """
    return [_now(weather, name) for name in [known_city(name).name for name in route]]


@tool(mutates=False, requires=("weather city",), provides=())
def get_uv_index(weather: LightWeather, location: Line) -> dict[str, Any]:
    """Tell today's highest UV index of a city, the one at noon.

    Refused if the city is unknown.

    Args:
        location: Name of the city.

    Returns:
        {location, date, uv_index, level}; level is low (below 3), moderate (below 6), high (below
        8), very_high (below 11) or extreme.
    """
    index = weather.readings.uv(known_city(location).name)
    return {
        "location": location,
        "date": weather.readings.today.isoformat(),
        "uv_index": index,
        "level": uv_level(index),
    }


@tool(mutates=False, requires=("weather city",), provides=())
def get_air_quality(weather: LightWeather, location: Line) -> dict[str, Any]:
    """Tell the air quality index of a city in this hour; the lower, the better.

    Refused if the city is unknown.

    Args:
        location: Name of the city.

    Returns:
        {location, time, aqi, category}; aqi is a whole number; category is good (up to 50),
        moderate (up to 100), unhealthy (up to 200) or hazardous.
    """
    index = weather.readings.air_quality(known_city(location).name)
    category = next((name for name, most in _AIR if index <= most), "hazardous")
    return {
        "location": location,
        "time": weather.readings.this_hour.isoformat(" "),
        "aqi": index,
        "category": category,
    }


@tool(mutates=False, requires=("weather city",), provides=())
def get_sun_times(weather: LightWeather, location: Line) -> dict[str, Any]:
    """Tell when the sun rises and sets in a city today, in the city's own local time.

    Refused if the city is unknown.

    Args:
        location: Name of the city.

    Returns:
        {location, date, time_zone, sunrise, sunset, day_length_seconds}; times are "YYYY-MM-DD
        HH:MM:SS"; a sunset after midnight bears the next date. While the sun stays up or down all
        day both are null and the length is 86400 or 0.
    """
    city = known_city(location)
    today = weather.readings.today
    sun = sun_times(city, today)
    return {
        "location": location,
        "date": today.isoformat(),
        "time_zone": city.time_zone,
        "sunrise": sun.sunrise and sun.sunrise.strftime("%Y-%m-%d %H:%M:%S"),
        "sunset": sun.sunset and sun.sunset.strftime("%Y-%m-%d %H:%M:%S"),
        "day_length_seconds": sun.daylight,
    }
