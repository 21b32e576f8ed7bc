"""Formulas: what they weigh and are made of, and which can't be read."""

from __future__ import annotations

import math

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import ok, refused
from tests.sandboxes.stateless.chem.spelling import COMPOUNDS, FORMULAS, NEARLY

MASSES = [  # sums of the abridged standard atomic weights (IUPAC 2021)
    ("H2O", 18.015),
    ("CO2", 44.009),
    ("NaCl", 58.44),
    ("Ca(OH)2", 74.092),
    ("C6H12O6", 180.156),
    ("Fe2(SO4)3", 399.87),
    ("CuSO4·5H2O", 249.68),
    ("K4[Fe(CN)6]", 368.35),
    ("U", 238.03),
    ("NH4+", 18.039),
    ("SO4^2-", 96.06),
    ("[13C]H4", 17.035),
    ("D2O", 20.028),
]


@pytest.mark.parametrize(("formula", "mass"), MASSES)
def test_the_molar_mass_is_known_for_any_element(world: World, formula: str, mass: float) -> None:
    assert ok(world, "molar_mass", formula=formula) == pytest.approx(mass, rel=2e-4)


def test_an_ion_weighs_its_electrons_too(world: World) -> None:
    neutral, ion = (ok(world, "molar_mass", formula=text) for text in ("Na", "Na^+"))
    assert neutral - ion == pytest.approx(0.0005486, abs=2e-6)


@settings(max_examples=100, deadline=None)
@given(first=COMPOUNDS, second=COMPOUNDS)
def test_the_mass_of_an_addition_compound_is_the_sum_of_its_parts(
    untouched: World, first: str, second: str
) -> None:
    parts = [ok(untouched, "molar_mass", formula=text) for text in (first, second)]
    whole = ok(untouched, "molar_mass", formula=f"{first}·3{second}")
    assert whole == pytest.approx(parts[0] + 3 * parts[1], abs=1e-5)


@pytest.mark.parametrize(
    ("formula", "simplest"),
    [
        ("C6H12O6", "CH2O"),
        ("H2O2", "HO"),
        ("H2O", "H2O"),
        ("C2H6", "CH3"),
        ("Na2S2O4", "NaO2S"),
        ("P4O10", "O5P2"),
        ("CH3COOH", "CH2O"),
        ("[Hg2]2+", "Hg^+"),
    ],
)
def test_the_empirical_formula_is_the_smallest_ratio(
    world: World, formula: str, simplest: str
) -> None:
    assert ok(world, "empirical_formula", formula=formula) == simplest
    assert ok(world, "empirical_formula", formula=simplest) == simplest


def test_the_composition_of_water_and_of_salt(world: World) -> None:
    assert ok(world, "percent_composition", formula="H2O") == pytest.approx(
        {"H": 11.19, "O": 88.81}, abs=0.005
    )
    assert ok(world, "percent_composition", formula="NaCl") == pytest.approx(
        {"Cl": 60.66, "Na": 39.34}, abs=0.005
    )


@settings(max_examples=100, deadline=None)
@given(formula=FORMULAS)
def test_the_shares_add_up_to_a_hundred_and_name_every_element(
    untouched: World, formula: str
) -> None:
    shares = ok(untouched, "percent_composition", formula=formula)
    assert math.fsum(shares.values()) == pytest.approx(100, abs=0.00005 * len(shares) + 1e-9)
    assert sorted(shares) == sorted(ok(untouched, "element_list", formula=formula))


@pytest.mark.parametrize(
    ("formula", "elements"),
    [
        ("CH3COOH", ["C", "H", "O"]),
        ("CuSO4·5H2O", ["Cu", "S", "O", "H"]),
        ("Co", ["Co"]),
        ("CO", ["C", "O"]),
        ("D2O", ["H", "O"]),
        ("[Fe(CN)6]4-", ["Fe", "C", "N"]),
    ],
)
def test_elements_are_listed_in_order_of_appearance(
    world: World, formula: str, elements: list[str]
) -> None:
    assert ok(world, "element_list", formula=formula) == elements


@pytest.mark.parametrize(
    ("formula", "plain"),
    [
        (" H2 O ", "H2O"),
        ("H₂O", "H2O"),
        ("C1H04", "CH4"),
        ("Cu SO₄ . 5 H₂O", "CuSO4·5H2O"),
        ("CuSO4*5H2O", "CuSO4·5H2O"),
        ("2CaSO4·H2O", "2CaSO4·H2O"),
        ("NH4+", "NH4^+"),
        ("SO4--", "SO4^2-"),
        ("SO4-2", "SO4^2-"),
        ("SO₄²⁻", "SO4^2-"),
        ("[SO4]2-", "[SO4]^2-"),
        ("Fe^{3+}", "Fe^3+"),
        ("Cl\N{MINUS SIGN}", "Cl^-"),
    ],
)
def test_a_formula_has_one_spelling(world: World, formula: str, plain: str) -> None:
    assert ok(world, "normalize_formula", formula=formula) == plain


@settings(max_examples=200, deadline=None)
@given(formula=FORMULAS)
def test_the_one_spelling_stays_and_means_the_same(untouched: World, formula: str) -> None:
    plain = ok(untouched, "normalize_formula", formula=formula)
    assert ok(untouched, "normalize_formula", formula=plain) == plain
    for tool in ("molar_mass", "percent_composition", "element_list", "empirical_formula"):
        assert ok(untouched, tool, formula=plain) == ok(untouched, tool, formula=formula)


@settings(max_examples=300, deadline=None)
@given(formula=NEARLY)
def test_what_looks_like_a_formula_is_read_or_refused(untouched: World, formula: str) -> None:
    outcome = untouched.fork().call("normalize_formula", {"formula": formula})
    if outcome.ok:
        assert ok(untouched, "normalize_formula", formula=outcome.output) == outcome.output
    else:
        assert outcome.status == "failed"
        assert "is no formula that can be read" in str(outcome.output)


@pytest.mark.parametrize(
    ("formula", "reason"),
    [
        ("h2o", "unexpected character"),
        ("Xx2", "unexpected character"),
        ("A", "unknown symbol"),
        ("Ca(OH", "closing"),
        ("CaOH)2", "opening"),
        ("()", "invalid formula"),
        ("H0", "count is zero"),
        ("2H2O", "no number may stand in front"),
        ("CaSO4·0.5H2O", "it may hold symbols"),
        ("·H2O", "it may hold symbols"),
        ("H2O-H2O", "it may hold symbols"),
        ("C2000000", "more than 1,000,000 atoms"),
        ("((((C99)99)99)99)99", "more than 1,000,000 atoms"),
        ("Fe^2+3", "one number and one sign"),
        ("Fe^0+", "one number and one sign"),
        ("[99C]", "unknown isotope"),
        (" ", "it may hold symbols"),
    ],
)
def test_a_formula_that_cant_be_read_is_refused_with_the_reason(
    world: World, formula: str, reason: str
) -> None:
    for tool in ("molar_mass", "element_list", "is_organic", "normalize_formula"):
        assert reason in refused(world, tool, formula=formula)


@pytest.mark.parametrize("formula", ["Ca2+", "O2-", "I3-", "SO42-", "PO43-", "Hg22+"])
def test_a_charge_that_can_be_read_in_two_ways_is_refused(world: World, formula: str) -> None:
    assert 'as in "Ca^2+"' in refused(world, "molar_mass", formula=formula)


@settings(max_examples=50, deadline=None)
@given(formula=FORMULAS, moles=st.floats(1e-6, 1e6))
def test_moles_become_grams_and_moles_again(untouched: World, formula: str, moles: float) -> None:
    grams = ok(untouched, "convert_moles_to_grams", moles=moles, formula=formula)
    assert grams == pytest.approx(moles * ok(untouched, "molar_mass", formula=formula))
    back = ok(untouched, "convert_grams_to_moles", grams=grams, formula=formula)
    assert back == pytest.approx(moles, rel=1e-12)
