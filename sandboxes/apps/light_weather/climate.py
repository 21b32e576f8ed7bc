"""What weather is usual: by month, on a date, over a year."""

from __future__ import annotations

import calendar
from collections.abc import Sequence
from datetime import date
from typing import NamedTuple

from sandboxes._streams import Stream
from sandboxes.apps.light_weather.corpus_reader import City

YEARS = range(1990, 2026)
"""The years of which records are kept; a world's own is 2026."""

_MONTHS = 12
_WARMER_OR_COLDER = 0.9
_RAIN_FACTOR = (0.75, 1.25)


class YearlyClimate(NamedTuple):
    """A year: mean temperature in degrees Celsius, rainfall in millimetres."""

    mean_temperature: float
    rainfall: float


def usual(monthly: Sequence[float], day: date) -> float:
    """A monthly value on a date, on the line from the middle of one month to that of the next."""
    days = calendar.monthrange(day.year, day.month)[1]
    after_middle = (day.day - 0.5) / days - 0.5
    month = day.month - 1
    other = (month + (1 if after_middle > 0 else -1)) % _MONTHS
    return monthly[month] + (monthly[other] - monthly[month]) * abs(after_middle)


def usual_year(city: City) -> YearlyClimate:
    """The average over many years."""
    return YearlyClimate(
        round(sum(city.temperature) / _MONTHS, 1), round(float(sum(city.rainfall)), 1)
    )


def climate_of_year(seed: int, city: City, year: int) -> YearlyClimate:
    """How one year was in one city: somewhat warmer or colder, wetter or drier than usual."""
    stream = Stream(seed, "LightWeather", "year", city.name, year)
    mean = sum(city.temperature) / _MONTHS + stream.uniform(-_WARMER_OR_COLDER, _WARMER_OR_COLDER)
    rainfall = sum(city.rainfall) * stream.uniform(*_RAIN_FACTOR)
    return YearlyClimate(round(mean, 1), round(rainfall, 1))
