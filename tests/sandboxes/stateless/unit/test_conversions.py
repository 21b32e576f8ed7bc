"""Conversions: against published values, there and back, and what there is not."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World, catalogue
from sandboxes.stateless.unit.names import UNITS, Kind
from tests.sandboxes.calls import not_understood, ok, refused
from tests.sandboxes.stateless.unit.scene import tool_of

COUNTS = {
    "temperature": 3,
    "angle": 6,
    "length": 29,
    "energy": 20,
    "force": 10,
    "pressure": 17,
    "power": 14,
    "speed": 22,
    "area": 11,
    "mass": 20,
    "volume": 37,
    "computer_data": 8,
    "density": 19,
    "time": 18,
}
KINDS = list(COUNTS)

PI = 3.141592653589793
BTU = 1055.05585262
POUND = 0.45359237
FOOT = 0.3048
GRAVITY = 9.80665
IN_BASE_UNITS = {
    "angle": {
        "radian": 1,
        "degree": PI / 180,
        "gradian": PI / 200,
        "turn": 2 * PI,
        "arcminute": PI / 10_800,
        "arcsecond": PI / 648_000,
    },
    "length": {
        "meter": 1,
        "picometer": 1e-12,
        "angstrom": 1e-10,
        "nanometer": 1e-9,
        "micrometer": 1e-6,
        "millimeter": 1e-3,
        "centimeter": 1e-2,
        "decimeter": 0.1,
        "decameter": 10,
        "hectometer": 100,
        "kilometer": 1e3,
        "megameter": 1e6,
        "thou": 0.0000254,
        "inch": 0.0254,
        "hand": 0.1016,
        "foot": FOOT,
        "us_survey_foot": 1200 / 3937,
        "yard": 0.9144,
        "fathom": 1.8288,
        "rod": 5.0292,
        "chain": 20.1168,
        "furlong": 201.168,
        "mile": 1609.344,
        "league": 4828.032,
        "nautical_mile": 1852,
        "astronomical_unit": 149_597_870_700,
        "light_second": 299_792_458,
        "light_year": 9_460_730_472_580_800,
        "parsec": 3.0856775814913673e16,
    },
    "energy": {
        "joule": 1,
        "millijoule": 1e-3,
        "kilojoule": 1e3,
        "megajoule": 1e6,
        "gigajoule": 1e9,
        "electronvolt": 1.602176634e-19,
        "kiloelectronvolt": 1.602176634e-16,
        "megaelectronvolt": 1.602176634e-13,
        "erg": 1e-7,
        "watt_hour": 3600,
        "kilowatt_hour": 3.6e6,
        "megawatt_hour": 3.6e9,
        "gigawatt_hour": 3.6e12,
        "calorie": 4.184,
        "kilocalorie": 4184,
        "british_thermal_unit": BTU,
        "therm": 1e5 * BTU,
        "foot_pound": 1.3558179483314004,
        "ton_of_tnt": 4.184e9,
        "tonne_of_oil_equivalent": 4.1868e10,
    },
    "force": {
        "newton": 1,
        "millinewton": 1e-3,
        "kilonewton": 1e3,
        "meganewton": 1e6,
        "dyne": 1e-5,
        "gram_force": 0.00980665,
        "kilogram_force": GRAVITY,
        "ounce_force": POUND * GRAVITY / 16,
        "pound_force": 4.4482216152605,
        "poundal": 0.138254954376,
    },
    "pressure": {
        "pascal": 1,
        "hectopascal": 100,
        "kilopascal": 1e3,
        "megapascal": 1e6,
        "gigapascal": 1e9,
        "millibar": 100,
        "bar": 1e5,
        "atmosphere": 101_325,
        "technical_atmosphere": 98_066.5,
        "torr": 101_325 / 760,
        "millimeter_of_mercury": 133.322387415,
        "inch_of_mercury": 3386.388640341,
        "centimeter_of_water": 98.0665,
        "inch_of_water": 249.08891,
        "pound_per_square_inch": 6894.757293168361,
        "pound_per_square_foot": 47.88025898033584,
        "dyne_per_square_centimeter": 0.1,
    },
    "power": {
        "watt": 1,
        "milliwatt": 1e-3,
        "kilowatt": 1e3,
        "megawatt": 1e6,
        "gigawatt": 1e9,
        "mechanical_horsepower": 745.6998715822702,
        "metric_horsepower": 735.49875,
        "electrical_horsepower": 746,
        "boiler_horsepower": 33_475 * BTU / 3600,
        "british_thermal_unit_per_hour": BTU / 3600,
        "calorie_per_second": 4.184,
        "kilocalorie_per_hour": 4184 / 3600,
        "foot_pound_per_second": 1.3558179483314004,
        "ton_of_refrigeration": 12_000 * BTU / 3600,
    },
    "speed": {
        "meter_per_second": 1,
        "millimeter_per_second": 1e-3,
        "millimeter_per_minute": 1e-3 / 60,
        "millimeter_per_hour": 1e-3 / 3600,
        "centimeter_per_second": 1e-2,
        "centimeter_per_minute": 1e-2 / 60,
        "meter_per_minute": 1 / 60,
        "meter_per_hour": 1 / 3600,
        "kilometer_per_second": 1e3,
        "kilometer_per_minute": 1e3 / 60,
        "kilometer_per_hour": 1 / 3.6,
        "inch_per_second": 0.0254,
        "inch_per_minute": 0.0254 / 60,
        "foot_per_second": FOOT,
        "foot_per_minute": FOOT / 60,
        "foot_per_hour": FOOT / 3600,
        "yard_per_second": 0.9144,
        "mile_per_second": 1609.344,
        "mile_per_minute": 26.8224,
        "mile_per_hour": 0.44704,
        "knot": 1852 / 3600,
        "speed_of_light": 299_792_458,
    },
    "area": {
        "square_meter": 1,
        "square_millimeter": 1e-6,
        "square_centimeter": 1e-4,
        "are": 100,
        "hectare": 10_000,
        "square_kilometer": 1e6,
        "square_inch": 0.00064516,
        "square_foot": 0.09290304,
        "square_yard": 0.83612736,
        "acre": 4046.8564224,
        "square_mile": 2_589_988.110336,
    },
    "mass": {
        "kilogram": 1,
        "dalton": 1.66053906892e-27,
        "nanogram": 1e-12,
        "microgram": 1e-9,
        "milligram": 1e-6,
        "gram": 1e-3,
        "tonne": 1e3,
        "kilotonne": 1e6,
        "carat": 0.0002,
        "grain": 0.00006479891,
        "dram": POUND / 256,
        "ounce": 0.028349523125,
        "pound": POUND,
        "stone": 6.35029318,
        "short_hundredweight": 45.359237,
        "long_hundredweight": 50.80234544,
        "short_ton": 907.18474,
        "long_ton": 1016.0469088,
        "troy_ounce": 0.0311034768,
        "slug": POUND * GRAVITY / FOOT,
    },
    "volume": {
        "cubic_meter": 1,
        "cubic_millimeter": 1e-9,
        "cubic_centimeter": 1e-6,
        "cubic_decimeter": 1e-3,
        "cubic_kilometer": 1e9,
        "microliter": 1e-9,
        "milliliter": 1e-6,
        "centiliter": 1e-5,
        "deciliter": 1e-4,
        "liter": 1e-3,
        "hectoliter": 0.1,
        "kiloliter": 1,
        "megaliter": 1e3,
        "cubic_inch": 1.6387064e-5,
        "cubic_foot": 0.028316846592,
        "cubic_yard": 0.764554857984,
        "cubic_mile": 4_168_181_825.440579584,
        "acre_foot": 1233.48183754752,
        "us_teaspoon": 4.92892159375e-6,
        "us_tablespoon": 1.478676478125e-5,
        "us_fluid_ounce": 2.95735295625e-5,
        "us_cup": 2.365882365e-4,
        "us_gill": 1.1829411825e-4,
        "us_pint": 4.73176473e-4,
        "us_quart": 9.46352946e-4,
        "us_gallon": 3.785411784e-3,
        "us_bushel": 0.03523907016688,
        "oil_barrel": 0.158987294928,
        "imperial_fluid_ounce": 2.84130625e-5,
        "imperial_gill": 1.420653125e-4,
        "imperial_pint": 5.6826125e-4,
        "imperial_quart": 1.1365225e-3,
        "imperial_gallon": 4.54609e-3,
        "imperial_bushel": 0.03636872,
        "metric_teaspoon": 5e-6,
        "metric_tablespoon": 15e-6,
        "metric_cup": 250e-6,
    },
    "computer_data": {
        "bit": 1,
        "byte": 8,
        "kilobyte": 8e3,
        "megabyte": 8e6,
        "gigabyte": 8e9,
        "terabyte": 8e12,
        "mebibyte": 8 * 1024**2,
        "gibibyte": 8 * 1024**3,
    },
    "density": {
        "kilogram_per_cubic_meter": 1,
        "microgram_per_cubic_meter": 1e-9,
        "milligram_per_cubic_meter": 1e-6,
        "gram_per_cubic_meter": 1e-3,
        "gram_per_cubic_centimeter": 1e3,
        "milligram_per_liter": 1e-3,
        "gram_per_liter": 1,
        "kilogram_per_liter": 1e3,
        "milligram_per_milliliter": 1,
        "gram_per_milliliter": 1e3,
        "tonne_per_cubic_meter": 1e3,
        "ounce_per_cubic_inch": 1729.9940443876951,
        "pound_per_cubic_inch": POUND / 0.0254**3,
        "pound_per_cubic_foot": 16.018463373960138,
        "pound_per_cubic_yard": POUND / 0.9144**3,
        "pound_per_us_gallon": POUND / 0.003785411784,
        "pound_per_imperial_gallon": POUND / 0.00454609,
        "slug_per_cubic_foot": 515.3788183931961,
        "short_ton_per_cubic_yard": 907.18474 / 0.764554857984,
    },
    "time": {
        "second": 1,
        "nanosecond": 1e-9,
        "microsecond": 1e-6,
        "millisecond": 1e-3,
        "minute": 60,
        "hour": 3600,
        "day": 86_400,
        "week": 604_800,
        "fortnight": 1_209_600,
        "month": 2_629_800,
        "quarter": 7_889_400,
        "common_year": 31_536_000,
        "year": 31_557_600,
        "leap_year": 31_622_400,
        "sidereal_day": 86_164.0905,
        "decade": 315_576_000,
        "century": 3_155_760_000,
        "millennium": 31_557_600_000,
    },
}
"""What units are worth in the first one of their kind, as NIST's Guide to the SI (SP 811), the
IAU and the definitions of the units say."""
LOOSE = {"parsec": 1e-7, "sidereal_day": 1e-8}
"""Pint's parsec is a little short of the IAU's of 2015; a sidereal day changes with the years."""

VALUES = [
    pytest.param(kind, name, worth, id=f"{kind}-{name}")
    for kind, units in IN_BASE_UNITS.items()
    for name, worth in units.items()
]


def convert(world: World, kind: str, value: float, from_unit: str, to_unit: str) -> float:
    """The answer of the kind's tool."""
    answer = ok(world, tool_of(kind), value=value, from_unit=from_unit, to_unit=to_unit)
    assert isinstance(answer, float)
    return answer


def test_every_kind_has_as_many_units_as_it_should() -> None:
    assert {kind: len(names) for kind, names in UNITS.items()} == COUNTS


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "temperature"])
def test_every_unit_is_held_against_a_published_value(kind: Kind) -> None:
    assert set(IN_BASE_UNITS[kind]) == set(UNITS[kind])


@pytest.mark.parametrize(("kind", "name", "worth"), VALUES)
def test_a_unit_is_worth_what_is_published(
    world: World, kind: str, name: str, worth: float
) -> None:
    base = next(iter(IN_BASE_UNITS[kind]))
    relative = LOOSE.get(name, 1e-14)
    assert convert(world, kind, 1, name, base) == pytest.approx(worth, rel=relative, abs=0)
    assert convert(world, kind, worth, base, name) == pytest.approx(1, rel=relative)


@pytest.mark.parametrize(
    ("value", "from_unit", "to_unit", "result"),
    [
        (0, "celsius", "fahrenheit", 32),
        (100, "celsius", "fahrenheit", 212),
        (-40, "celsius", "fahrenheit", -40),
        (98.6, "fahrenheit", "celsius", 37),
        (32, "fahrenheit", "celsius", 0),
        (0, "celsius", "kelvin", 273.15),
        (0, "kelvin", "celsius", -273.15),
        (0, "kelvin", "fahrenheit", -459.67),
        (-459.67, "fahrenheit", "kelvin", 0),
        (-273.15, "celsius", "kelvin", 0),
        (451, "fahrenheit", "fahrenheit", 451),
    ],
)
def test_a_temperature_is_exact(
    world: World, value: float, from_unit: str, to_unit: str, result: float
) -> None:
    assert convert(world, "temperature", value, from_unit, to_unit) == result


@pytest.mark.parametrize(
    ("value", "unit"), [(-0.01, "kelvin"), (-273.16, "celsius"), (-459.68, "fahrenheit")]
)
@pytest.mark.parametrize("to_unit", UNITS["temperature"])
def test_nothing_is_colder_than_absolute_zero(
    world: World, value: float, unit: str, to_unit: str
) -> None:
    said = refused(world, "Unit_convert_temperature", value=value, from_unit=unit, to_unit=to_unit)
    assert "absolute zero" in said


@pytest.mark.parametrize(
    ("kind", "value", "from_unit", "to_unit", "result"),
    [
        ("length", 0.1, "kilometer", "meter", 100),
        ("length", 5.3, "foot", "inch", 63.6),
        ("length", 1, "mile", "foot", 5280),
        ("volume", 3, "us_teaspoon", "us_tablespoon", 1),
        ("mass", 0.7, "pound", "ounce", 11.2),
        ("angle", 180, "degree", "turn", 0.5),
        ("speed", 100, "kilometer_per_hour", "meter_per_minute", 1666.6666666666667),
        ("computer_data", 1, "gibibyte", "mebibyte", 1024),
        ("time", 1.1, "hour", "second", 3960),
    ],
)
def test_a_result_is_as_short_as_on_paper(
    world: World, kind: str, value: float, from_unit: str, to_unit: str, result: float
) -> None:
    assert convert(world, kind, value, from_unit, to_unit) == result


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_what_is_converted_converts_back(untouched: World, kind: Kind, data: st.DataObject) -> None:
    one, other = data.draw(st.sampled_from(UNITS[kind])), data.draw(st.sampled_from(UNITS[kind]))
    low = 500.0 if kind == "temperature" else 1e-200
    value = data.draw(st.floats(low, 1e200))
    world = untouched.fork()
    there = convert(world, kind, value, one, other)
    assert convert(world, kind, there, other, one) == pytest.approx(value, rel=1e-12, abs=0)


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
def test_a_detour_leads_to_the_same(untouched: World, kind: Kind, data: st.DataObject) -> None:
    first, second, third = (data.draw(st.sampled_from(UNITS[kind])) for _ in range(3))
    value, world = data.draw(st.floats(500, 1e100)), untouched.fork()
    by_way = convert(world, kind, convert(world, kind, value, first, second), second, third)
    assert by_way == pytest.approx(convert(world, kind, value, first, third), rel=1e-12)


def test_a_negative_measure_is_one_in_the_other_direction(world: World) -> None:
    assert convert(world, "length", -2, "meter", "centimeter") == -200


def test_a_measure_beyond_all_floats_is_refused(world: World) -> None:
    said = refused(world, "convert_length", value=1e300, from_unit="parsec", to_unit="picometer")
    assert "1e+300 parsec in picometer is too large" in said


@pytest.mark.parametrize("kind", KINDS)
def test_a_unit_of_another_kind_is_not_understood(world: World, kind: Kind) -> None:
    name = UNITS[kind][0]
    arguments = {"value": 1, "from_unit": name, "to_unit": "smoot"}
    assert 'Argument "to_unit" must be one of' in not_understood(
        world, tool_of(kind), arguments
    ) or "must be '" in not_understood(world, tool_of(kind), arguments)


def test_each_conversion_of_several_has_its_own_result_or_error(world: World) -> None:
    requests = [
        {"unit_type": "length", "value": 1, "from_unit": "inch", "to_unit": "centimeter"},
        {"unit_type": "length", "value": 1, "from_unit": "inch", "to_unit": "kelvin"},
        {"unit_type": "temperature", "value": -1, "from_unit": "kelvin", "to_unit": "celsius"},
        {"unit_type": "mass", "value": 1e308, "from_unit": "tonne", "to_unit": "dalton"},
        {"unit_type": "time", "value": 2, "from_unit": "hour", "to_unit": "minute"},
    ]
    first, unknown, cold, large, last = ok(world, "convert_batch", requests=requests)
    assert (first, last) == ({"result": 2.54}, {"result": 120})
    assert unknown == {"error": "'kelvin' is no unit of length; list_supported_units lists them."}
    assert "absolute zero" in cold["error"]
    assert "too large" in large["error"]


def test_no_conversions_have_no_results(world: World) -> None:
    assert ok(world, "convert_batch", requests=[]) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"unit_type": "colour"}, '"requests"[0]["unit_type"] must be '),
        ({"value": "1"}, '"requests"[0]["value"] must be a number without quotes'),
        ({"value": float("nan")}, '"requests"[0]["value"] must be a finite number'),
        ({"factor": 2}, 'There is no argument "requests"[0]["factor"]; leave it out'),
    ],
)
def test_a_conversion_that_is_none_is_not_understood(
    world: World, change: dict[str, object], said: str
) -> None:
    hour = {"unit_type": "time", "value": 1, "from_unit": "hour", "to_unit": "minute"}
    assert said in not_understood(world, "convert_batch", {"requests": [{**hour, **change}]})


def test_units_are_listed_for_one_kind_or_for_all(world: World) -> None:
    everything = ok(world, "list_supported_units")
    assert list(everything) == KINDS
    assert ok(world, "list_supported_units", unit_type=None) == everything
    for kind, names in everything.items():
        assert ok(world, "list_supported_units", unit_type=kind) == {kind: names}
        schema = catalogue()[tool_of(kind)].input_schema["properties"]
        assert names == schema["from_unit"]["enum"] == schema["to_unit"]["enum"]
