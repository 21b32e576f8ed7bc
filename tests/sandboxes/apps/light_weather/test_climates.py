"""Climate by year and on average, and the units of temperature."""

from __future__ import annotations

from datetime import date, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from sandboxes.apps.light_weather.climate import usual
from sandboxes.apps.light_weather.corpus_reader import cities
from tests.sandboxes.calls import not_understood, ok, refused

UNITS = {"c": "celsius", "f": "fahrenheit", "k": "kelvin"}
WORLD = World(2)


def converted(value: float, from_unit: str, to_unit: str) -> float:
    """The value of a conversion."""
    told = ok(WORLD, "convert_temperature", value=value, from_unit=from_unit, to_unit=to_unit)
    assert list(told) == ["value", "unit"]
    return float(told["value"])


def test_years_differ_and_stay_near_what_is_usual(world: World) -> None:
    usual_year = ok(world, "compare_climate", location1="Lyon", location2="Lyon")["climates"][0]
    years = [
        ok(world, "get_climate_summary", location="Lyon", year=year) for year in range(1990, 2026)
    ]
    assert [year["year"] for year in years] == list(range(1990, 2026))
    assert len({year["mean_temperature"] for year in years}) >= 8
    assert len({year["rainfall"] for year in years}) >= 30
    for year in years:
        assert abs(year["mean_temperature"] - usual_year["mean_temperature"]) <= 1
        assert 0.74 <= year["rainfall"] / usual_year["rainfall"] <= 1.26


@pytest.mark.parametrize("year", [1, 1989, 2026, 999_999])
def test_other_years_have_no_summary(year: int, world: World) -> None:
    sentence = refused(world, "get_climate_summary", location="Lyon", year=year)
    assert sentence == f"There are climate records of 1990 to 2025, not of {year}."


def test_two_climates_are_compared(world: World) -> None:
    told = ok(world, "compare_climate", location1="Singapore", location2="Madrid")
    first, second = told["climates"]
    assert first == {"location": "Singapore", "mean_temperature": 27.8, "rainfall": 2107.0}
    assert second == {"location": "Madrid", "mean_temperature": 15.1, "rainfall": 423.0}
    assert told["temperature_difference"] == 12.7
    assert told["rainfall_difference"] == 1684.0
    back = ok(world, "compare_climate", location1="Madrid", location2="Singapore")
    assert back["temperature_difference"] == -12.7
    assert ok(World(7), "compare_climate", location1="Singapore", location2="Madrid") == told


@pytest.mark.parametrize("argument", ["location1", "location2"])
def test_a_comparison_with_an_unknown_city_is_refused(argument: str, world: World) -> None:
    both = {"location1": "Lyon", "location2": "Lima"} | {argument: "Atlantis"}
    assert 'no city "Atlantis"' in refused(world, "compare_climate", **both)


def test_what_is_usual_passes_from_month_to_month() -> None:
    months = cities()["Moscow"].temperature
    days = days_of_2026()
    values = [usual(months, day) for day in days]
    assert min(months) <= min(values)
    assert max(values) <= max(months)
    assert abs(usual(months, days[14]) - months[0]) < 0.1
    assert max(abs(b - a) for a, b in zip(values, values[1:] + values[:1], strict=True)) < 0.5


@pytest.mark.parametrize(
    ("value", "from_unit", "to_unit", "expected"),
    [
        (0, "c", "f", 32.0),
        (100, "C", "F", 212.0),
        (0, "c", "k", 273.15),
        (-40, "f", "c", -40.0),
        (98.6, "f", "c", 37.0),
        (98.6, "Fahrenheit", "Celsius", 37.0),
        (212, "FAHRENHEIT", "kelvin", 373.15),
        (0, "K", "celsius", -273.15),
        (0, "kelvin", "fahrenheit", -459.67),
        (-459.67, "f", "k", 0.0),
        (-273.15, "c", "k", 0.0),
        (21.3, "c", "c", 21.3),
    ],
)
def test_temperatures_are_converted(
    value: float, from_unit: str, to_unit: str, expected: float
) -> None:
    assert converted(value, from_unit, to_unit) == expected


def test_the_unit_is_told_spelt_out(world: World) -> None:
    told = ok(world, "convert_temperature", value=1, from_unit="Kelvin", to_unit="F")
    assert told["unit"] == "fahrenheit"


@given(st.floats(0, 1e6), st.sampled_from(sorted(UNITS)), st.sampled_from(sorted(UNITS)))
def test_there_and_back_is_the_same(value: float, unit: str, other: str) -> None:
    there = converted(value, unit, other)
    if there <= 1e6:
        assert converted(there, other, unit) == pytest.approx(value, rel=1e-12, abs=1e-9)


@pytest.mark.parametrize("unit", ["degrees", "°C", "cc", "kelvins", "réaumur", " c"])
@pytest.mark.parametrize("argument", ["from_unit", "to_unit"])
def test_an_unknown_unit_is_refused(unit: str, argument: str, world: World) -> None:
    units = {"from_unit": "c", "to_unit": "k"} | {argument: unit}
    sentence = refused(world, "convert_temperature", value=1, **units)
    assert sentence == (
        f'"{unit}" is no unit of temperature; use c, f or k, or celsius, fahrenheit or kelvin.'
    )


@pytest.mark.parametrize(
    ("value", "unit"), [(-273.16, "c"), (-459.68, "fahrenheit"), (-0.01, "K"), (-500, "Celsius")]
)
def test_nothing_is_below_absolute_zero(value: float, unit: str, world: World) -> None:
    sentence = refused(world, "convert_temperature", value=value, from_unit=unit, to_unit="c")
    assert sentence.startswith("Nothing is colder than absolute zero")


def test_a_huge_temperature_is_not_understood(world: World) -> None:
    arguments = {"value": 1e308, "from_unit": "c", "to_unit": "f"}
    assert "must be at most 1000000" in not_understood(world, "convert_temperature", arguments)


def days_of_2026() -> list[date]:
    first = date(2026, 1, 1)
    return [first + timedelta(days=number) for number in range(365)]
