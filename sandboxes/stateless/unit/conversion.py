"""What units are worth to one another, as Pint knows it."""

from __future__ import annotations

import functools
from fractions import Fraction
from typing import Any

from sandboxes._outcome import Refused
from sandboxes.stateless.unit.names import Kind

_AS_PINT_SAYS = {
    # temperatures have their own zero
    "celsius": "degree_Celsius",
    "fahrenheit": "degree_Fahrenheit",
    # the international foot throughout; Pint takes the survey foot for these
    "fathom": "6 * foot",
    "rod": "16.5 * foot",
    "chain": "66 * foot",
    "furlong": "660 * foot",
    "league": "3 * mile",
    "acre": "4840 * yard**2",
    "acre_foot": "43560 * foot**3",
    "us_survey_foot": "survey_foot",
    # one British thermal unit throughout, that of the International Table
    "british_thermal_unit": "Btu_it",
    "british_thermal_unit_per_hour": "Btu_it / hour",
    "therm": "100000 * Btu_it",
    "boiler_horsepower": "33475 * Btu_it / hour",
    "ton_of_refrigeration": "12000 * Btu_it / hour",
    # a decade is a step of frequencies to Pint
    "decade": "10 * year",
    # other names
    "ton_of_tnt": "ton_TNT",
    "foot_pound": "foot * pound_force",
    "foot_pound_per_second": "foot * pound_force / second",
    "light_second": "speed_of_light * second",
    "mechanical_horsepower": "horsepower",
    "millimeter_of_mercury": "mmHg",
    "inch_of_mercury": "inHg",
    "centimeter_of_water": "cmH2O",
    "inch_of_water": "inH2O",
    "pound_per_square_inch": "pound_force / inch**2",
    "pound_per_square_foot": "pound_force / foot**2",
    "short_hundredweight": "100 * pound",
    "long_hundredweight": "112 * pound",
    "short_ton": "2000 * pound",
    "long_ton": "2240 * pound",
    "short_ton_per_cubic_yard": "2000 * pound / yard**3",
    "us_teaspoon": "teaspoon",
    "us_tablespoon": "tablespoon",
    "us_fluid_ounce": "fluid_ounce",
    "us_cup": "cup",
    "us_gill": "gill",
    "us_pint": "pint",
    "us_quart": "quart",
    "us_gallon": "gallon",
    "us_bushel": "bushel",
    "pound_per_us_gallon": "pound / gallon",
    "metric_teaspoon": "5 * milliliter",
    "metric_tablespoon": "15 * milliliter",
    "metric_cup": "250 * milliliter",
    "quarter": "3 * month",
}
"""Where Pint says it in another way, or means another unit by the name."""


@functools.cache
def _registry() -> Any:
    """Pint's units, as exact fractions: made when the first conversion is asked for."""
    import pint

    return pint.UnitRegistry(non_int_type=Fraction, cache_folder=None)


def _expression(name: str) -> str:
    """A name as Pint reads it: "kilogram_per_cubic_meter" is kilogram / meter**3."""
    if name in _AS_PINT_SAYS:
        return _AS_PINT_SAYS[name]
    return " / ".join(_raised(part) for part in name.split("_per_"))


def _raised(name: str) -> str:
    for prefix, power in (("square_", 2), ("cubic_", 3)):
        if name.startswith(prefix):
            return f"{name.removeprefix(prefix)}**{power}"
    return name


@functools.cache
def _worth(name: str) -> Fraction:
    """What one of a unit is in the base units of its kind."""
    return Fraction(_registry().parse_expression(_expression(name)).to_root_units().magnitude)


def _kelvins(value: Fraction, unit: str) -> Fraction:
    return Fraction(_registry().convert(value, _expression(unit), "kelvin"))


def _temperature(value: Fraction, from_unit: str, to_unit: str) -> Fraction:
    kelvins = _kelvins(value, from_unit)
    if kelvins < 0:
        raise Refused(
            "Nothing is colder than absolute zero: 0 kelvin, -273.15 celsius, -459.67 fahrenheit. "
            "Give a higher temperature."
        )
    return Fraction(_registry().convert(kelvins, "kelvin", _expression(to_unit)))


def converted(kind: Kind, value: float, from_unit: str, to_unit: str) -> float:
    """A measure in another unit of its kind, rounded once: the value counts as it is written.

    Args:
        kind: What is measured.
        value: How many of the unit.
        from_unit: Name of the unit, one of the kind.
        to_unit: Name of the wanted unit, one of the kind.

    Raises:
        Refused: a temperature below absolute zero, or the result is larger than any float.
    """
    exact = Fraction(repr(value))
    if kind == "temperature":
        result = _temperature(exact, from_unit, to_unit)
    else:
        result = exact * _worth(from_unit) / _worth(to_unit)
    try:
        return float(result)
    except OverflowError:
        raise Refused(
            f"{value} {from_unit} in {to_unit} is too large: numbers reach to about 1.8 times 10 "
            "to the power 308."
        ) from None
