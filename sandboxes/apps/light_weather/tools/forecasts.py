"""Tools about the weather to come and the weather of the last weeks."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated, Any

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._tool import tool
from sandboxes._types import Line
from sandboxes.apps.light_weather.checks import known_city, read_date
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.sky import FIRST_DAY, Hour, compass, condition_of

Days = Annotated[int, Field(ge=1, le=7)]
ForecastHours = Annotated[int, Field(ge=1, le=48)]
RainHours = Annotated[int, Field(ge=1, le=24)]
WindHours = Annotated[int, Field(ge=1, le=168)]


def _tenths(value: float) -> float:
    return round(value, 1) + 0.0  # no -0.0


def _condition(hours: Sequence[Hour]) -> str:
    """The condition of a day: of its precipitation if there was any, else of its clouds."""
    wet = [hour for hour in hours if hour.precipitation > 0]
    if not wet:
        clouds = sum(hour.cloud_cover for hour in hours) / len(hours)
        return condition_of(0, hours[0].temperature, clouds)
    if any(hour.condition == "stormy" for hour in wet):
        return "stormy"
    snow = sum(hour.precipitation for hour in wet if hour.condition == "snowy")
    return "snowy" if 2 * snow >= sum(hour.precipitation for hour in wet) else "rainy"


def _day(weather: LightWeather, city: str, number: int) -> dict[str, Any]:
    hours = weather.readings.hours(city, number)
    temperatures = [hour.temperature for hour in hours]
    return {
        "date": (weather.readings.today + timedelta(days=number)).isoformat(),
        "condition": _condition(hours),
        "high": max(temperatures),
        "low": min(temperatures),
        "mean": _tenths(sum(temperatures) / len(hours)),
        "humidity": round(sum(hour.humidity for hour in hours) / len(hours)),
        "precipitation": _tenths(sum(hour.precipitation for hour in hours)),
        "max_wind_speed": max(hour.wind_speed for hour in hours),
        "max_wind_gust": max(hour.wind_gust for hour in hours),
    }


@tool(mutates=False, requires=("weather city",), provides=())
def get_forecast(weather: LightWeather, location: Line, days: Days) -> list[dict[str, Any]]:
    """Tell the weather of a city day by day, beginning with today.

    Refused if the city is unknown.

    Args:
        location: Name of the city.
        days: How many days, at most 7.

    Returns:
        A list of {date, condition, high, low, mean, humidity, precipitation, max_wind_speed,
        max_wind_gust, precipitation_probability}; condition is sunny, partly_cloudy, cloudy,
        rainy, stormy or snowy; degrees Celsius, percent, millimetres, km/h; the probability is
        that of the day's likeliest hour.
    """
    city = known_city(location).name
    return [
        _day(weather, city, number)
        | {
            "precipitation_probability": max(
                hour.probability for hour in weather.readings.hours(city, number)
            )
        }
        for number in range(days)
    ]


@tool(mutates=False, requires=("weather city",), provides=())
def get_hourly_forecast(
    weather: LightWeather, location: Line, hours: ForecastHours
) -> list[dict[str, Any]]:
    """Tell the weather of a city hour by hour, beginning with this hour.

    Refused if the city is unknown.

    Args:
        location: Name of the city.
        hours: How many hours, at most 48.

    Returns:
        A list of {time, condition, temperature, humidity, cloud_cover, precipitation,
        precipitation_probability}; condition is sunny (a clear sky, also at night), partly_cloudy,
        cloudy, rainy, stormy or snowy; degrees Celsius, percent, millimetres.
    """
    return [
        {
            "time": time.isoformat(" "),
            "condition": hour.condition,
            "temperature": hour.temperature,
            "humidity": hour.humidity,
            "cloud_cover": hour.cloud_cover,
            "precipitation": hour.precipitation,
            "precipitation_probability": hour.probability,
        }
        for time, hour in weather.readings.coming(known_city(location).name, hours)
    ]


@tool(mutates=False, requires=("weather city",), provides=())
def get_precip_probability(
    weather: LightWeather, location: Line, next_hours: RainHours
) -> list[dict[str, Any]]:
    """Tell how likely rain or snow is in a city hour by hour, beginning with this hour.

    Refused if the city is unknown.

    Args:
        location: Name of the city.
        next_hours: How many hours, at most 24.

    Returns:
        A list of {time, precipitation_probability}, in percent.
    """
    return [
        {"time": time.isoformat(" "), "precipitation_probability": hour.probability}
        for time, hour in weather.readings.coming(known_city(location).name, next_hours)
    ]


@tool(mutates=False, requires=("weather city",), provides=())
def get_wind_forecast(
    weather: LightWeather, location: Line, hours: WindHours
) -> list[dict[str, Any]]:
    """Tell the wind of a city hour by hour, beginning with this hour.

    Refused if the city is unknown.

    Args:
        location: Name of the city.
        hours: How many hours, at most 168, which is a week.

    Returns:
        A list of {time, wind_speed, wind_gust, wind_degrees, wind_direction}; km/h, and the degrees
        and compass point that the wind comes from.
    """
    return [
        {
            "time": time.isoformat(" "),
            "wind_speed": hour.wind_speed,
            "wind_gust": hour.wind_gust,
            "wind_degrees": hour.wind_degrees,
            "wind_direction": compass(hour.wind_degrees),
        }
        for time, hour in weather.readings.coming(known_city(location).name, hours)
    ]


@tool(mutates=False, requires=("weather city",), provides=())
def get_historical_weather(
    weather: LightWeather, location: Line, start: Line, end: Line
) -> list[dict[str, Any]]:
    """Tell what the weather of a city was day by day; the last thirty days before today are kept.

    Refused if the city is unknown, a date can't be read, the start is after the end, or the dates
    are not all among those thirty days.

    Args:
        location: Name of the city.
        start: The first day, as YYYY-MM-DD.
        end: The last day, as YYYY-MM-DD; it may be the same day.

    Returns:
        A list of {date, condition, high, low, mean, humidity, precipitation, max_wind_speed,
        max_wind_gust}, oldest first; condition is sunny, partly_cloudy, cloudy, rainy, stormy or
        snowy; degrees Celsius, percent, millimetres, km/h.
    """
    city = known_city(location).name
    first, last = read_date(start), read_date(end)
    if first > last:
        raise Refused(f"The start, {first}, is after the end, {last}; give the earlier day first.")
    today = weather.readings.today
    kept = (_days_after(today, FIRST_DAY), _days_after(today, -1))
    if first < kept[0] or last > kept[1]:
        raise Refused(f"Records are kept from {kept[0]} to {kept[1]}; choose days among them.")
    numbers = range((first - today).days, (last - today).days + 1)
    return [_day(weather, city, number) for number in numbers]


def _days_after(day: date, days: int) -> date:
    return day + timedelta(days=days)
