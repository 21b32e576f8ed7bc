"""Amounts: pH, gases, moles and shares."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import ok, refused


@pytest.mark.parametrize(
    ("concentration", "ph"), [(1e-7, 7.0), (1, 0.0), (0.01, 2.0), (10, -1.0), (2e-3, 2.69897)]
)
def test_the_ph_is_the_negative_logarithm(world: World, concentration: float, ph: float) -> None:
    found = ok(world, "ph_from_concentration", h_conc=concentration)
    assert found == pytest.approx(ph, abs=1e-6)
    assert math.copysign(1, found) == math.copysign(1, ph)
    back = ok(world, "concentration_from_ph", ph=found)
    assert back == pytest.approx(concentration, rel=1e-12)


@settings(max_examples=50, deadline=None)
@given(ph=st.floats(-300, 300))
def test_a_ph_becomes_a_concentration_and_a_ph_again(untouched: World, ph: float) -> None:
    concentration = ok(untouched, "concentration_from_ph", ph=ph)
    assert ok(untouched, "ph_from_concentration", h_conc=concentration) == pytest.approx(
        ph, abs=1e-9
    )


def test_there_is_no_ph_without_ions_and_none_beyond_numbers(world: World) -> None:
    for concentration in (0, -1e-7):
        sentence = refused(world, "ph_from_concentration", h_conc=concentration)
        assert "must be greater than 0" in sentence
    for ph in (-309, 324, 1e308, -1e308):
        assert "between -308 and 323" in refused(world, "concentration_from_ph", ph=ph)


def test_a_mole_at_standard_temperature_has_one_atmosphere_in_kilopascals(world: World) -> None:
    pressure = ok(world, "ideal_gas_pressure", n_moles=1, temp_k=273.15, volume_l=22.41396954)
    assert pressure == pytest.approx(101.325, rel=1e-8)
    assert ok(world, "ideal_gas_pressure", n_moles=0, temp_k=300, volume_l=1) == 0.0


def test_a_gas_has_a_volume_and_no_negative_amount_or_temperature(world: World) -> None:
    right = {"n_moles": 1.0, "temp_k": 300.0, "volume_l": 1.0}
    for wrong, reason in (
        ({"n_moles": -1}, "amount must not be negative"),
        ({"temp_k": -1}, "temperature in kelvin must not be negative"),
        ({"volume_l": 0}, "volume must be greater than 0"),
        ({"volume_l": -1}, "volume must be greater than 0"),
        ({"n_moles": 1e300, "temp_k": 1e300}, "too large"),
        ({"volume_l": 5e-324}, "too large"),
    ):
        assert reason in refused(world, "ideal_gas_pressure", **right | wrong)


def test_moles_and_grams_of_salt(world: World) -> None:
    assert ok(world, "convert_moles_to_grams", moles=2, formula="NaCl") == pytest.approx(
        116.88, abs=0.01
    )
    assert ok(world, "convert_grams_to_moles", grams=58.44, formula="NaCl") == pytest.approx(
        1, abs=1e-4
    )
    assert "not be negative" in refused(world, "convert_moles_to_grams", moles=-1, formula="H2")
    assert "not be negative" in refused(world, "convert_grams_to_moles", grams=-1, formula="H2")
    assert "too large" in refused(world, "convert_moles_to_grams", moles=1e308, formula="H2O")
    for tool, amount in (("convert_moles_to_grams", "moles"), ("convert_grams_to_moles", "grams")):
        assert "is no formula" in refused(world, tool, **{amount: 1, "formula": "salt"})


def test_a_mole_fraction_lies_between_nothing_and_all(world: World) -> None:
    assert ok(world, "mole_fraction", partial_moles=1, total_moles=4) == 0.25
    assert ok(world, "mole_fraction", partial_moles=0, total_moles=4) == 0.0
    assert ok(world, "mole_fraction", partial_moles=4, total_moles=4) == 1.0
    for part, total, reason in (
        (5, 4, "greater than the total"),
        (-1, 4, "part must not be negative"),
        (1, 0, "total must be greater than 0"),
        (-2, -4, "total must be greater than 0"),
    ):
        sentence = refused(world, "mole_fraction", partial_moles=part, total_moles=total)
        assert reason in sentence


def test_a_value_is_brought_into_its_range(world: World) -> None:
    for value, expected in ((-3, 0), (0, 0), (5.5, 5.5), (14, 14), (20, 14)):
        assert ok(world, "Chem_clamp", value=value, lo=0, hi=14) == expected
    assert ok(world, "Chem_clamp", value=3, lo=7, hi=7) == 7
    sentence = refused(world, "Chem_clamp", value=3, lo=14, hi=0)
    assert "lower end of the range must not be greater" in sentence
