"""The tools of Unit."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field, StringConstraints
from typing_extensions import TypedDict

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes._types import STRICT
from sandboxes.stateless.unit import names
from sandboxes.stateless.unit.conversion import converted
from sandboxes.stateless.unit.names import UNITS, Kind

UnitName = Annotated[str, StringConstraints(max_length=64)]


class Request(TypedDict):
    """One conversion of several."""

    __pydantic_config__ = STRICT  # type: ignore[misc]  # how pydantic is told

    unit_type: Annotated[Kind, Field(description="What is measured.")]
    value: Annotated[float, Field(description="How many of the unit.")]
    from_unit: Annotated[UnitName, Field(description="Name of the unit it is given in.")]
    to_unit: Annotated[UnitName, Field(description="Name of the unit it is wanted in.")]


@library_tool
def convert_temperature(
    value: float, from_unit: names.Temperature, to_unit: names.Temperature
) -> float:
    """Convert a temperature from one unit to another.

    Temperatures have their own zeros: 0 celsius are 32 fahrenheit and 273.15 kelvin.

    Refused if the temperature is below absolute zero or the result is too large.

    Args:
        value: The temperature in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The temperature in the wanted unit, a number.
    """
    return converted("temperature", value, from_unit, to_unit)


@library_tool
def convert_angle(value: float, from_unit: names.Angle, to_unit: names.Angle) -> float:
    """Convert an angle from one unit to another.

    A turn has 360 degree, 400 gradian or two pi radian, a degree 60 arcminute, an arcminute 60
    arcsecond.

    Refused if the result is too large.

    Args:
        value: The angle in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The angle in the wanted unit, a number.
    """
    return converted("angle", value, from_unit, to_unit)


@library_tool
def convert_length(value: float, from_unit: names.Length, to_unit: names.Length) -> float:
    """Convert a length from one unit to another.

    Feet, and all that is made of them, are international ones of 0.3048 meter, but for the
    us_survey_foot; a thou is a thousandth of an inch, a nautical_mile has 1852 meter, a
    light_year 365.25 days of light.

    Refused if the result is too large.

    Args:
        value: The length in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The length in the wanted unit, a number.
    """
    return converted("length", value, from_unit, to_unit)


@library_tool
def convert_energy(value: float, from_unit: names.Energy, to_unit: names.Energy) -> float:
    """Convert an energy from one unit to another.

    A calorie has 4.184 joule, a british_thermal_unit, that of the International Table, about
    1055.056 joule and a therm 100,000 of it.

    Refused if the result is too large.

    Args:
        value: The energy in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The energy in the wanted unit, a number.
    """
    return converted("energy", value, from_unit, to_unit)


@library_tool
def convert_force(value: float, from_unit: names.Force, to_unit: names.Force) -> float:
    """Convert a force from one unit to another.

    The units named after a mass are its weight under standard gravity, 9.80665 meter per square
    second.

    Refused if the result is too large.

    Args:
        value: The force in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The force in the wanted unit, a number.
    """
    return converted("force", value, from_unit, to_unit)


@library_tool
def convert_pressure(value: float, from_unit: names.Pressure, to_unit: names.Pressure) -> float:
    """Convert a pressure from one unit to another.

    Columns of mercury and water are conventional: 133.322387415 pascal to the millimeter, and
    98.0665 to the centimeter.

    Refused if the result is too large.

    Args:
        value: The pressure in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The pressure in the wanted unit, a number.
    """
    return converted("pressure", value, from_unit, to_unit)


@library_tool
def convert_power(value: float, from_unit: names.Power, to_unit: names.Power) -> float:
    """Convert a power from one unit to another.

    A mechanical_horsepower has 550 foot-pounds a second, a metric_horsepower 75 kilogram-meters
    a second, an electrical_horsepower 746 watt.

    Refused if the result is too large.

    Args:
        value: The power in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The power in the wanted unit, a number.
    """
    return converted("power", value, from_unit, to_unit)


@library_tool
def convert_speed(value: float, from_unit: names.Speed, to_unit: names.Speed) -> float:
    """Convert a speed from one unit to another.

    A knot is a nautical mile of 1852 meter an hour.

    Refused if the result is too large.

    Args:
        value: The speed in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The speed in the wanted unit, a number.
    """
    return converted("speed", value, from_unit, to_unit)


@library_tool
def convert_area(value: float, from_unit: names.Area, to_unit: names.Area) -> float:
    """Convert an area from one unit to another.

    An are has 100 square meter, an acre 4840 square yard.

    Refused if the result is too large.

    Args:
        value: The area in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The area in the wanted unit, a number.
    """
    return converted("area", value, from_unit, to_unit)


@library_tool
def convert_mass(value: float, from_unit: names.Mass, to_unit: names.Mass) -> float:
    """Convert a mass from one unit to another.

    A dram, ounce, pound and stone are avoirdupois; a short_ton has 2000 pound, a long_ton 2240,
    a tonne 1000 kilogram, a carat 0.2 gram.

    Refused if the result is too large.

    Args:
        value: The mass in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The mass in the wanted unit, a number.
    """
    return converted("mass", value, from_unit, to_unit)


@library_tool
def convert_volume(value: float, from_unit: names.Volume, to_unit: names.Volume) -> float:
    """Convert a volume from one unit to another.

    A us_gallon has 231 cubic inch, an imperial_gallon 4.54609 liter, an oil_barrel 42
    us_gallon; the us_bushel is that for dry goods.

    Refused if the result is too large.

    Args:
        value: The volume in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The volume in the wanted unit, a number.
    """
    return converted("volume", value, from_unit, to_unit)


@library_tool
def convert_computer_data(
    value: float, from_unit: names.ComputerData, to_unit: names.ComputerData
) -> float:
    """Convert an amount of data from one unit to another.

    A byte has 8 bit. From kilobyte to terabyte each has 1000 of the one before; a mebibyte has
    1024 times 1024 byte, a gibibyte 1024 mebibyte.

    Refused if the result is too large.

    Args:
        value: The amount in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The amount in the wanted unit, a number.
    """
    return converted("computer_data", value, from_unit, to_unit)


@library_tool
def convert_density(value: float, from_unit: names.Density, to_unit: names.Density) -> float:
    """Convert a density from one unit to another.

    Pounds and ounces are avoirdupois, a short ton has 2000 pound.

    Refused if the result is too large.

    Args:
        value: The density in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The density in the wanted unit, a number.
    """
    return converted("density", value, from_unit, to_unit)


@library_tool
def convert_time(value: float, from_unit: names.Time, to_unit: names.Time) -> float:
    """Convert a length of time from one unit to another.

    A year has 365.25 day, a month a twelfth of it and a quarter three months; a common_year has
    365 day, a leap_year 366.

    Refused if the result is too large.

    Args:
        value: The length of time in the unit that it is given in.
        from_unit: The unit that it is given in.
        to_unit: The unit that it is wanted in.

    Returns:
        The length of time in the wanted unit, a number.
    """
    return converted("time", value, from_unit, to_unit)


def _answer(request: Request) -> dict[str, Any]:
    kind, units = request["unit_type"], (request["from_unit"], request["to_unit"])
    unknown = [name for name in units if name not in UNITS[kind]]
    if unknown:
        return {"error": f"{unknown[0]!a} is no unit of {kind}; list_supported_units lists them."}
    try:
        return {"result": converted(kind, request["value"], *units)}
    except Refused as refusal:
        return {"error": str(refusal)}


@library_tool
def convert_batch(
    requests: Annotated[list[Request], Field(max_length=100)],
) -> list[dict[str, Any]]:
    """Make several conversions at once; one that is impossible does not stop the others.

    The units are those of list_supported_units.

    Args:
        requests: The conversions, each an object of unit_type, value, from_unit and to_unit.

    Returns:
        A list with an object for each conversion in their order: {result} with the value in the
        wanted unit, or {error} with a sentence that says what is wrong.
    """
    return [_answer(request) for request in requests]


@library_tool
def list_supported_units(unit_type: Kind | None = None) -> dict[str, list[str]]:
    """List the units that can be converted, by what they measure.

    Args:
        unit_type: What is measured; null lists the units of all kinds.

    Returns:
        An object with a list of names for each kind, or for the one that was asked for.
    """
    return {kind: list(UNITS[kind]) for kind in ([unit_type] if unit_type else UNITS)}
