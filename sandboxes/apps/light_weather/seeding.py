"""What a seed makes of LightWeather: the sky of a city, the air and the stations, on demand."""

from __future__ import annotations

import functools
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from functools import cached_property
from typing import NamedTuple

from sandboxes._streams import Stream
from sandboxes._world import Base
from sandboxes.apps.light_weather.corpus_reader import Station, cities, stations
from sandboxes.apps.light_weather.sky import HOURS, Hour, Sky
from sandboxes.apps.light_weather.sun import uv_index

_APP = "LightWeather"
_NOON_HOURS = slice(11, 14)
_CLEANEST, _DIRTIER = 8, 230
_WASHED = 0.8
_STATUSES = {"online": 0.85, "offline": 0.08, "maintenance": 0.07}


class Observation(NamedTuple):
    """What a station measures: degrees Celsius, percent, millimetres, km/h, hectopascals."""

    temperature: float
    humidity: int
    precipitation: float
    wind_speed: float
    wind_gust: float
    wind_degrees: int
    pressure: int


class WeatherBase:
    """The weather of a world, fixed when it is made.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._start = Base(seed).start
        self._skies: dict[str, Sky] = {}

    @property
    def this_hour(self) -> datetime:
        """The hour in which the world begins, which all current readings are of."""
        return self._start.replace(minute=0, second=0)

    @property
    def today(self) -> date:
        """The world's date."""
        return self._start.date()

    def hours(self, city: str, day: int) -> tuple[Hour, ...]:
        """The hours of a day in a city; today is day 0."""
        if city not in self._skies:
            self._skies[city] = Sky(self.seed, cities()[city], self.today)
        return self._skies[city].hours(day)

    def current(self, city: str) -> Hour:
        """The weather of a city now."""
        return self.hours(city, 0)[self.this_hour.hour]

    def coming(self, city: str, count: int) -> Iterator[tuple[datetime, Hour]]:
        """The weather of a city by the hour, this hour first."""
        for number in range(count):
            day, hour = divmod(self.this_hour.hour + number, HOURS)
            yield self.this_hour + timedelta(hours=number), self.hours(city, day)[hour]

    def uv(self, city: str) -> float:
        """Today's UV index of a city, at noon."""
        noon = self.hours(city, 0)[_NOON_HOURS]
        clouds = sum(hour.cloud_cover for hour in noon) / len(noon)
        return uv_index(cities()[city], self.today, clouds)

    def air_quality(self, city: str) -> int:
        """The air quality index of a city now; rain washes the air."""
        unit = Stream(self.seed, _APP, "air", city).unit()
        index = _CLEANEST + _DIRTIER * unit * unit
        return int(index * _WASHED if self.current(city).precipitation > 0 else index)

    @cached_property
    def statuses(self) -> dict[str, str]:
        """Whether each station is online, offline or in maintenance."""
        names = list(_STATUSES)
        return {
            station_id: names[
                Stream(self.seed, _APP, "status", station_id).weighted(list(_STATUSES.values()))
            ]
            for station_id in stations()
        }

    def observed(self, station: Station) -> Observation:
        """What a station measures now, close to the weather of its city."""
        stream = Stream(self.seed, _APP, "observation", station.station_id)
        near = functools.partial(_near, stream)
        hour = self.current(station.city)
        wind = near(hour.wind_speed, 0.1 * hour.wind_speed)
        rain = max(0.1, near(hour.precipitation, 0.2 * hour.precipitation))
        return Observation(
            temperature=near(hour.temperature, 0.8),
            humidity=min(95, max(20, round(near(hour.humidity, 3)))),
            precipitation=rain if hour.precipitation > 0 else 0.0,
            wind_speed=wind,
            wind_gust=max(wind, near(hour.wind_gust, 0.1 * hour.wind_gust)),
            wind_degrees=round(near(hour.wind_degrees, 10)) % 360,
            pressure=round(near(hour.pressure, 1)),
        )


def _near(stream: Stream, value: float, most: float) -> float:
    return round(value + stream.uniform(-most, most), 1) + 0.0  # no -0.0
