"""Tools about climate, and between the units of temperature."""

from __future__ import annotations

from fractions import Fraction
from typing import Annotated, Any

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._tool import tool
from sandboxes._types import Count, Line
from sandboxes.apps.light_weather.checks import known_city
from sandboxes.apps.light_weather.climate import YEARS, climate_of_year, usual_year
from sandboxes.apps.light_weather.data_model import LightWeather

_UNITS = {"c": "celsius", "f": "fahrenheit", "k": "kelvin"}
_ZERO_CELSIUS, _ZERO_FAHRENHEIT = Fraction("273.15"), Fraction("459.67")
_NINE_FIFTHS = Fraction(9, 5)

Degrees = Annotated[float, Field(ge=-1_000_000, le=1_000_000)]


@tool(mutates=False, requires=("weather city",), provides=())
def get_climate_summary(weather: LightWeather, location: Line, year: Count) -> dict[str, Any]:
    """Tell how warm and how wet a past year was in a city.

    Refused if the city is unknown or the year is not one from 1990 to 2025.

    Args:
        location: Name of the city.
        year: The year, 1990 to 2025.

    Returns:
        {location, year, mean_temperature, rainfall}; degrees Celsius, millimetres in the year.
    """
    city = known_city(location)
    if year not in YEARS:
        raise Refused(f"There are climate records of {YEARS[0]} to {YEARS[-1]}, not of {year}.")
    found = climate_of_year(weather.readings.seed, city, year)
    return {"location": location, "year": year, **found._asdict()}


@tool(mutates=False, requires=("weather city",), provides=())
def compare_climate(weather: LightWeather, location1: Line, location2: Line) -> dict[str, Any]:
    """Compare the usual climate of two cities, the average over many years.

    Refused if one of the cities is unknown.

    Args:
        location1: Name of the first city.
        location2: Name of the second city.

    Returns:
        {climates, temperature_difference, rainfall_difference}; climates is a list of {location,
        mean_temperature, rainfall} of the first and the second city, in degrees Celsius and
        millimetres in a year; the differences are first minus second.
    """
    first, second = usual_year(known_city(location1)), usual_year(known_city(location2))
    warmer = first.mean_temperature - second.mean_temperature
    return {
        "climates": [
            {"location": location1, **first._asdict()},
            {"location": location2, **second._asdict()},
        ],
        "temperature_difference": round(warmer, 1),
        "rainfall_difference": round(first.rainfall - second.rainfall, 1),
    }


def _unit(name: str) -> str:
    unit = name.lower()
    for letter, word in _UNITS.items():
        if unit in (letter, word):
            return word
    raise Refused(
        f'"{name}" is no unit of temperature; use c, f or k, or celsius, fahrenheit or kelvin.'
    )


@tool(mutates=False, requires=(), provides=())
def convert_temperature(
    weather: LightWeather, value: Degrees, from_unit: Line, to_unit: Line
) -> dict[str, Any]:
    """Convert a temperature between degrees Celsius, degrees Fahrenheit and kelvin.

    Refused if a unit is none of these or the temperature is below absolute zero.

    Args:
        value: The temperature.
        from_unit: Its unit, one of c, f and k, or spelt out, in upper or lower case.
        to_unit: The unit wanted, written likewise.

    Returns:
        {value, unit}; the unit is spelt out, such as "celsius".
    """
    given, wanted = _unit(from_unit), _unit(to_unit)
    exact = Fraction(repr(value))
    kelvin = {
        "celsius": exact + _ZERO_CELSIUS,
        "fahrenheit": (exact + _ZERO_FAHRENHEIT) / _NINE_FIFTHS,
        "kelvin": exact,
    }[given]
    if kelvin < 0:
        raise Refused(
            "Nothing is colder than absolute zero, which is -273.15 °C, -459.67 °F or 0 K."
        )
    converted = {
        "celsius": kelvin - _ZERO_CELSIUS,
        "fahrenheit": kelvin * _NINE_FIFTHS - _ZERO_FAHRENHEIT,
        "kelvin": kelvin,
    }[wanted]
    return {"value": float(converted), "unit": wanted}
