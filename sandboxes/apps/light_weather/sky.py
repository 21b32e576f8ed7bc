"""The weather of one city, hour by hour: all readings and forecasts are taken from it.

Every day is made of its hours, so that what different tools tell of one time always agrees. The
hours are those of the world's one clock.
"""

from __future__ import annotations

from datetime import date, timedelta
from typing import NamedTuple

from sandboxes._streams import Stream
from sandboxes.apps.light_weather.climate import usual
from sandboxes.apps.light_weather.corpus_reader import City

HOURS = 24
FIRST_DAY, LAST_DAY = -30, 8
"""The days that have weather, counted from the world's date."""

SNOW_AT = 2.0
STORM_FROM = 3.0
SUNNY_BELOW, CLOUDY_FROM = 25, 65
RAIN_LIKELY_FROM = 50

# From the coldest hour (-1) to the warmest (1), midnight first.
_COURSE = (
    *(-0.55, -0.67, -0.78, -0.88, -0.96, -1.0, -0.93, -0.72, -0.42, -0.08, 0.24, 0.52),
    *(0.74, 0.9, 0.98, 1.0, 0.94, 0.78, 0.55, 0.3, 0.07, -0.13, -0.3, -0.43),
)
_NOON = 12
_DAY_WARMTH, _SWING, _SWING_LOST_TO_CLOUDS, _FLICKER = 4.8, 3.0, 1.4, 0.2
_WET_CHANCE, _HALF_WET = 0.85, 60
_LEAST_RAIN = 0.3
_HUMIDITY = (20, 95)
_WET_HUMIDITY = 72
_STORM_WIND = 18
_COMPASS = (
    *("N", "NNE", "NE", "ENE", "E", "ESE", "SE", "SSE"),
    *("S", "SSW", "SW", "WSW", "W", "WNW", "NW", "NNW"),
)


class Hour(NamedTuple):
    """One hour: degrees Celsius, percent, millimetres, km/h, degrees, hectopascals."""

    condition: str
    temperature: float
    humidity: int
    cloud_cover: int
    precipitation: float
    probability: int
    wind_speed: float
    wind_gust: float
    wind_degrees: int
    pressure: int


class _DayDraw(NamedTuple):
    """What chance decides for a whole day, each from 0 to 1."""

    warmth: float
    wind: float
    pressure: float
    wet: float
    amount: float
    cloud: float
    turn: float
    spell_start: float
    spell_length: float


class _HourDraw(NamedTuple):
    """What chance decides for one hour, each from 0 to 1."""

    share: float
    flicker: float
    cloud: float
    damp: float
    wind: float
    gust: float
    turn: float
    probability: float


class _Day(NamedTuple):
    """What holds for a whole day: means at noon, rain in the month, cloud as a share of the sky."""

    temperature: float
    wind: float
    pressure: float
    rainfall: float
    wet_chance: float
    is_wet: bool
    cloud: float


def compass(degrees: int) -> str:
    """The one of sixteen points of the compass that a wind comes from."""
    return _COMPASS[round(degrees / 22.5) % 16]


def condition_of(precipitation: float, temperature: float, cloud_cover: float) -> str:
    """The condition that fits the readings of an hour."""
    if precipitation > 0:
        if temperature <= SNOW_AT:
            return "snowy"
        return "stormy" if precipitation >= STORM_FROM else "rainy"
    if cloud_cover < SUNNY_BELOW:
        return "sunny"
    return "partly_cloudy" if cloud_cover < CLOUDY_FROM else "cloudy"


class Sky:
    """The weather of one city from a month ago until next week, made day by day.

    Args:
        seed: The world's seed.
        city: Which city.
        today: The world's date.
    """

    def __init__(self, seed: int, city: City, today: date) -> None:
        self._seed, self._city, self._today = seed, city, today
        self._draws = self._drawn()
        self._known_days: dict[int, _Day] = {}
        self._known_hours: dict[int, tuple[Hour, ...]] = {}

    def hours(self, day: int) -> tuple[Hour, ...]:
        """The twenty-four hours of a day, counted from the world's date."""
        if day not in self._known_hours:
            self._known_hours[day] = self._made(day)
        return self._known_hours[day]

    def _drawn(self) -> dict[int, _DayDraw]:
        size = len(_DayDraw._fields)
        # Days pass into each other, and each is a little like the one before.
        days = range(FIRST_DAY - 2, LAST_DAY + 2)
        units = Stream(self._seed, "LightWeather", "days", self._city.name).units(size * len(days))
        return {day: _DayDraw(*units[n * size : (n + 1) * size]) for n, day in enumerate(days)}

    def _day(self, day: int) -> _Day:
        if day not in self._known_days:
            draw, before = self._draws[day], self._draws[day - 1]
            city, when = self._city, self._today + timedelta(days=day)
            rainfall = usual(city.rainfall, when)
            chance = _WET_CHANCE * rainfall / (rainfall + _HALF_WET)
            is_wet = draw.wet < chance
            warmth = 0.8 * draw.warmth + 0.2 * before.warmth
            self._known_days[day] = _Day(
                temperature=usual(city.temperature, when) + _DAY_WARMTH * (2 * warmth - 1),
                wind=4 + 32 * draw.wind * draw.wind * draw.wind,
                pressure=1014 + 24 * (draw.pressure - 0.5) - (7 if is_wet else 0),
                rainfall=rainfall,
                wet_chance=chance,
                is_wet=is_wet,
                cloud=0.55 + 0.45 * draw.cloud if is_wet else draw.cloud * (0.45 + 0.7 * chance),
            )
        return self._known_days[day]

    def _made(self, day: int) -> tuple[Hour, ...]:
        size = len(_HourDraw._fields)
        stream = Stream(self._seed, "LightWeather", "hours", self._city.name, day)
        units = stream.units(size * HOURS)
        draws = [_HourDraw(*units[at : at + size]) for at in range(0, len(units), size)]
        rain = self._rain(day, [draw.share for draw in draws])
        return tuple(self._hour(day, hour, draw, rain[hour]) for hour, draw in enumerate(draws))

    def _rain(self, day: int, shares: list[float]) -> list[float]:
        """One spell on a wet day, in tenths of a millimetre by the hour; no hour of it is dry."""
        rain = [0.0] * HOURS
        whole, draw = self._day(day), self._draws[day]
        if not whole.is_wet:
            return rain
        mean = (whole.rainfall + _HALF_WET) / (30 * _WET_CHANCE)
        total = max(_LEAST_RAIN, mean * 4 * draw.amount * draw.amount * draw.amount)
        first = int(draw.spell_start * HOURS)
        spell = range(first, min(HOURS, first + 4 + int(draw.spell_length * 15)))
        weights = {hour: 0.1 + shares[hour] * shares[hour] for hour in spell}
        whole_weight = sum(weights.values())
        for hour, weight in weights.items():
            rain[hour] = max(0.1, round(total * weight / whole_weight, 1))
        return rain

    def _hour(self, day: int, hour: int, draw: _HourDraw, rain: float) -> Hour:
        whole = self._day(day)
        # On the line from one noon to the next.
        other = self._day(day - 1 if hour < _NOON else day + 1)
        there = abs(hour - _NOON) / HOURS
        here = 1 - there
        swing = _SWING - _SWING_LOST_TO_CLOUDS * whole.cloud
        temperature = round(
            here * whole.temperature
            + there * other.temperature
            + swing * _COURSE[hour]
            + _FLICKER * (2 * draw.flicker - 1),
            1,
        )
        sky = _within(whole.cloud + 0.3 * (draw.cloud - 0.5), 0.75 if rain else 0.0, 1.0)
        cloud = round(100 * sky)
        condition = condition_of(rain, temperature, cloud)
        wind = here * whole.wind + there * other.wind
        wind *= 0.75 + 0.15 * (_COURSE[hour] + 1) + 0.3 * draw.wind
        wind += _STORM_WIND if condition == "stormy" else 0
        return Hour(
            condition=condition,
            temperature=temperature + 0.0,  # no -0.0
            humidity=self._humidity(hour, draw, whole.cloud, rain),
            cloud_cover=cloud,
            precipitation=rain,
            probability=_probability(whole, draw, rain),
            wind_speed=round(wind, 1),
            wind_gust=round(wind * (1.3 + 0.35 * draw.gust), 1),
            wind_degrees=int(360 * self._draws[day].turn + 40 * (draw.turn - 0.5)) % 360,
            pressure=round(here * whole.pressure + there * other.pressure),
        )

    def _humidity(self, hour: int, draw: _HourDraw, cloud: float, rain: float) -> int:
        by_day = -8 * _COURSE[hour] * (1 - 0.5 * cloud)
        humidity = self._city.humidity + 25 * (cloud - 0.4) + by_day + 8 * (draw.damp - 0.5)
        least, most = _HUMIDITY
        return round(_within(humidity, _WET_HUMIDITY if rain else least, most))


def _probability(whole: _Day, draw: _HourDraw, rain: float) -> int:
    if rain:
        return RAIN_LIKELY_FROM + int((100 - RAIN_LIKELY_FROM) * draw.probability)
    if whole.wet_chance == 0:
        return 0
    return int(RAIN_LIKELY_FROM * whole.cloud * draw.probability)


def _within(value: float, least: float, most: float) -> float:
    return min(max(value, least), most)
