"""Tools about weather stations."""

from __future__ import annotations

from typing import Any

from sandboxes._outcome import Refused
from sandboxes._tool import tool
from sandboxes._types import Identifier
from sandboxes.apps.light_weather.checks import known_station
from sandboxes.apps.light_weather.corpus_reader import stations
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.sky import compass

_WHY_SILENT = {"offline": "is offline", "maintenance": "is in maintenance"}


@tool(mutates=False, requires=(), provides=("weather station",))
def list_stations(weather: LightWeather) -> list[dict[str, Any]]:
    """List all weather stations; most cities have one, some have two or none.

    Returns:
        A list of {station_id, name, city} in order of id.
    """
    return [
        {"station_id": station.station_id, "name": station.name, "city": station.city}
        for station in stations().values()
    ]


@tool(mutates=False, requires=("weather station",), provides=())
def get_station_info(weather: LightWeather, station_id: Identifier) -> dict[str, Any]:
    """Tell where a weather station is and whether it works.

    Refused if there is no such station.

    Args:
        station_id: Id of the station.

    Returns:
        {station_id, name, city, latitude, longitude, elevation, status}; the elevation is in
        metres; status is online, offline or maintenance.
    """
    station = known_station(station_id)
    return {**station._asdict(), "status": weather.readings.statuses[station_id]}


@tool(mutates=False, requires=("weather station",), provides=())
def get_station_observation(weather: LightWeather, station_id: Identifier) -> dict[str, Any]:
    """Tell what the instruments of a weather station read in this hour.

    Refused if there is no such station, or it is offline or in maintenance.

    Args:
        station_id: Id of the station.

    Returns:
        {station_id, time, temperature, humidity, precipitation, wind_speed, wind_gust,
        wind_degrees, wind_direction, pressure}; degrees Celsius, percent, millimetres, km/h,
        degrees and compass point that the wind comes from, hectopascals.
    """
    station = known_station(station_id)
    why_silent = _WHY_SILENT.get(weather.readings.statuses[station_id])
    if why_silent:
        raise Refused(f"{station.name} ({station_id}) {why_silent} and has no readings.")
    seen = weather.readings.observed(station)
    return {
        "station_id": station_id,
        "time": weather.readings.this_hour.isoformat(" "),
        "temperature": seen.temperature,
        "humidity": seen.humidity,
        "precipitation": seen.precipitation,
        "wind_speed": seen.wind_speed,
        "wind_gust": seen.wind_gust,
        "wind_degrees": seen.wind_degrees,
        "wind_direction": compass(seen.wind_degrees),
        "pressure": seen.pressure,
    }
