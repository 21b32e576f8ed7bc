"""The sun over a city, by real astronomy."""

from __future__ import annotations

import functools
import math
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta, tzinfo
from importlib.resources import files
from typing import TYPE_CHECKING, NamedTuple
from zoneinfo import ZoneInfo

from sandboxes.apps.light_weather.corpus_reader import City

if TYPE_CHECKING:
    from astral import Observer, SunDirection

_HALF_DAY = timedelta(hours=12)
_WHOLE_DAY = 24 * 60 * 60
_UV_OVERHEAD = 12.5
_UV_PER_KILOMETRE = 0.06
_UV_LOST_TO_CLOUDS = 0.6
_LEVELS = (("low", 3.0), ("moderate", 6.0), ("high", 8.0), ("very_high", 11.0))


class SunTimes(NamedTuple):
    """A day's sun in the city's own time; no times where it doesn't rise or doesn't set."""

    sunrise: datetime | None
    sunset: datetime | None
    daylight: int


@functools.cache
def _zone(name: str) -> tzinfo:
    # From the pinned package: the system's own data differ from machine to machine.
    with files("tzdata.zoneinfo").joinpath(name).open("rb") as data:
        return ZoneInfo.from_file(data, key=name)


def sun_times(city: City, day: date) -> SunTimes:
    """The sunrise before, and the sunset after, the noon of a date in a city."""
    from astral import Observer, SunDirection
    from astral.sun import elevation, noon

    observer = Observer(city.latitude, city.longitude, 0.0)
    zone = _zone(city.time_zone)
    middle = noon(observer, day, zone)
    risings = [t for t in _crossings(observer, day, SunDirection.RISING) if t < middle]
    settings = [t for t in _crossings(observer, day, SunDirection.SETTING) if t > middle]
    rise, fall = max(risings, default=None), min(settings, default=None)
    if rise is None or fall is None or middle - rise > _HALF_DAY or fall - middle > _HALF_DAY:
        is_up = elevation(observer, middle) > 0
        return SunTimes(None, None, _WHOLE_DAY if is_up else 0)
    rise, fall = _to_the_second(rise), _to_the_second(fall)
    return SunTimes(
        rise.astimezone(zone), fall.astimezone(zone), int((fall - rise).total_seconds())
    )


def _crossings(observer: Observer, day: date, direction: SunDirection) -> Iterator[datetime]:
    """When the sun crosses the horizon about a date."""
    from astral.sun import SUN_APPARENT_RADIUS, time_of_transit

    for days in (-1, 0, 1):
        try:
            yield time_of_transit(
                observer, day + timedelta(days=days), 90 + SUN_APPARENT_RADIUS, direction
            )
        except ValueError:  # it doesn't, on that day
            continue


def _to_the_second(moment: datetime) -> datetime:
    return (moment.astimezone(UTC) + timedelta(microseconds=500_000)).replace(microsecond=0)


def uv_index(city: City, day: date, cloud_cover: float) -> float:
    """The UV index at noon under clouds that cover so many percent of the sky."""
    height = 90 - abs(city.latitude - _declination(day))
    if height <= 0:
        return 0.0
    sine = math.sin(math.radians(height))
    clear = _UV_OVERHEAD * sine * sine * sine * sine
    clear *= 1 + _UV_PER_KILOMETRE * max(0, city.elevation) / 1000
    return round(clear * (1 - _UV_LOST_TO_CLOUDS * cloud_cover / 100), 1)


def _declination(day: date) -> float:
    """How far north of the equator the sun stands overhead, in degrees."""
    return -23.44 * math.cos(2 * math.pi * (day.timetuple().tm_yday + 10) / 365.25)


def uv_level(index: float) -> str:
    """The level of a UV index."""
    return next((name for name, below in _LEVELS if index < below), "extreme")
