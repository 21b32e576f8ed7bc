"""Reactions: equations are checked and balanced, in elements and in charge."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import ok, refused


def side(formulas: str) -> dict[str, int]:
    """Formulas as a tool takes them; the numbers are ignored."""
    return dict.fromkeys(formulas.split(), 7)


def written(answer: dict[str, Any]) -> str:
    """What was found as an equation."""
    sides = (" + ".join(f"{n} {f}" for f, n in answer[k].items()) for k in answer)
    return " -> ".join(sides)


BALANCED = [
    ("H2 O2", "H2O", [2, 1, 2]),
    ("Fe O2", "Fe2O3", [4, 3, 2]),
    ("KMnO4 HCl", "KCl MnCl2 H2O Cl2", [2, 16, 2, 2, 8, 5]),
    ("C3H8 O2", "CO2 H2O", [1, 5, 3, 4]),
    ("Al Fe2O3", "Al2O3 Fe", [2, 1, 1, 2]),
    ("CuSO4·5H2O", "CuSO4 H2O", [1, 1, 5]),
    ("Ca(OH)2 H3PO4", "Ca3(PO4)2 H2O", [3, 2, 1, 6]),
    ("MnO4^- Fe^2+ H^+", "Mn^2+ Fe^3+ H2O", [1, 5, 8, 1, 5, 4]),
    ("Cr2O7^2- H^+ e-", "Cr^3+ H2O", [1, 14, 6, 2, 7]),
    ("K4[Fe(CN)6] H2SO4 H2O", "K2SO4 FeSO4 (NH4)2SO4 CO", [1, 6, 6, 2, 1, 3, 6]),
]


@pytest.mark.parametrize(("reactants", "products", "numbers"), BALANCED)
def test_a_reaction_is_balanced_with_the_smallest_whole_numbers(
    world: World, reactants: str, products: str, numbers: list[int]
) -> None:
    answer = ok(
        world, "balance_simple_reaction", reactants=side(reactants), products=side(products)
    )
    assert list(answer) == ["reactants", "products"]
    assert [*answer["reactants"], *answer["products"]] == [*reactants.split(), *products.split()]
    assert [*answer["reactants"].values(), *answer["products"].values()] == numbers
    assert ok(world, "is_balanced", formula=written(answer)) is True


@pytest.mark.parametrize(
    ("reactants", "products", "reason"),
    [
        ("H2 O2", "CO2 H2O", "only the products contain C"),
        ("NaCl", "Na", "only the reactants contain Cl"),
        ("CO", "CO2", "no positive numbers"),
        ("Fe^2+", "Fe^3+", "no positive numbers"),
        ("CO2 C2O4", "CO C2O2", "no positive numbers"),
        ("H2O H2", "O2 H2", "more than one way"),
        ("C O2", "CO CO2", "more than one way"),
        ("H2O", "H2 O2 H2O2", "more than one way"),
        ("H2 H₂", "H4", "named twice"),
        ("e- e⁻ H^+", "H", "named twice"),
        ("H2 Oxygen", "H2O", "is no formula"),
        ("C99991O99989 H99983O99971", "C99961H99929 O2", "greater than 1,000,000,000"),
    ],
)
def test_a_reaction_that_cant_be_balanced_is_refused_with_the_reason(
    world: World, reactants: str, products: str, reason: str
) -> None:
    assert reason in refused(
        world, "balance_simple_reaction", reactants=side(reactants), products=side(products)
    )


def test_many_substances_that_react_in_many_ways_are_told_from_those_that_cant(
    world: World,
) -> None:
    many = side("H2 O2 H2O2 O3 H^+ OH^-")
    assert "more than one way" in refused(
        world,
        "balance_simple_reaction",
        reactants=many,
        products=side("H2O HO2 O H HO2^- O2^-"),
    )
    assert "no positive numbers" in refused(
        world,
        "balance_simple_reaction",
        reactants=side("CO2 C2O4 C3O6 C4O8 C5O10 C6O12"),
        products=side("CO C2O2 C3O3 C4O4 C5O5 C6O6"),
    )


@settings(max_examples=60, deadline=None)
@given(data=st.data())
def test_what_is_balanced_checks_and_a_changed_number_does_not(
    untouched: World, data: st.DataObject
) -> None:
    reactants, products, _ = data.draw(st.sampled_from(BALANCED))
    answer = ok(
        untouched, "balance_simple_reaction", reactants=side(reactants), products=side(products)
    )
    times = data.draw(st.integers(1, 9))
    multiple = {k: {f: n * times for f, n in part.items()} for k, part in answer.items()}
    assert ok(untouched, "is_balanced", formula=written(multiple)) is True
    where = data.draw(st.sampled_from(sorted(multiple)))
    changed = data.draw(st.sampled_from(sorted(multiple[where])))
    multiple[where][changed] += data.draw(st.integers(1, 5))
    assert ok(untouched, "is_balanced", formula=written(multiple)) is False


@pytest.mark.parametrize(
    ("equation", "verdict"),
    [
        ("2 H2 + O2 -> 2 H2O", True),
        ("2H2+O2=2H2O", True),
        ("2 H2 + O2 → 2 H2O", True),
        ("H2 + 0.5 O2 ⇌ H2O", True),
        ("1/2 N2 + 3/2 H2 <=> NH3", True),
        ("H2 + O2 -> H2O", False),
        ("CH4 + 2 O2 -> CO2 + 2 H2O", True),
        ("CH4 + O2 -> CO2 + H2O", False),
        ("Ag+(aq) + Cl-(aq) -> AgCl(s)", True),
        ("Fe^3+ + e- -> Fe^2+", True),
        ("Fe^3+ -> Fe^2+", False),
        ("Zn + 2 H^+ --> Zn^2+ + H2", True),
        ("Zn + H^+ -> Zn^2+ + H2", False),
        ("CuSO4·5H2O -> CuSO4 + 5 H2O", True),
        ("H2O -> H2O", True),
    ],
)
def test_an_equation_is_checked_in_atoms_and_charge(
    world: World, equation: str, verdict: bool
) -> None:
    assert ok(world, "is_balanced", formula=equation) is verdict


@pytest.mark.parametrize(
    ("equation", "reason"),
    [
        ("H2 + O2", "two sides"),
        ("H2 ->", "two sides"),
        ("H2 -> H2 -> H2", "two sides"),
        ("0 H2 -> H2", "greater than 0"),
        ("1/0 H2 -> H2", "greater than 0"),
        ("water -> ice", "is no formula"),
        ("H2 + + O2 -> H2O", "is no formula"),
        (" + ".join(["H2"] * 21) + " -> H2", "at most 20 terms"),
    ],
)
def test_an_equation_that_cant_be_read_is_refused_with_the_reason(
    world: World, equation: str, reason: str
) -> None:
    assert reason in refused(world, "is_balanced", formula=equation)


@settings(max_examples=200, deadline=None)
@given(equation=st.text("H2O+-=>→ e^()/.1aqNl", min_size=1, max_size=40))
def test_what_looks_like_an_equation_is_judged_or_refused(untouched: World, equation: str) -> None:
    outcome = untouched.fork().call("is_balanced", {"formula": equation})
    assert outcome.status == "failed" or isinstance(outcome.output, bool)


@pytest.mark.parametrize(
    ("fuel", "equation"),
    [
        ("CH4", "CH4 + 2 O2 -> CO2 + 2 H2O"),
        ("C8H18", "2 C8H18 + 25 O2 -> 16 CO2 + 18 H2O"),
        ("C2H5OH", "C2H5OH + 3 O2 -> 2 CO2 + 3 H2O"),
        ("H2", "2 H2 + O2 -> 2 H2O"),
        ("C", "C + O2 -> CO2"),
        ("NH3", "4 NH3 + 3 O2 -> 6 H2O + 2 N2"),
        ("CS2", "CS2 + 3 O2 -> CO2 + 2 SO2"),
        ("C7H5N3O6", "4 C7H5N3O6 + 21 O2 -> 28 CO2 + 10 H2O + 6 N2"),
    ],
)
def test_a_fuel_burns_to_a_balanced_equation(world: World, fuel: str, equation: str) -> None:
    answer = ok(world, "combustion_products", fuel_formula=fuel)
    assert answer["equation"] == equation
    assert ok(world, "is_balanced", formula=equation) is True
    found = {key: answer[key] for key in ("reactants", "products")}
    assert found == ok(world, "balance_simple_reaction", **found)


@settings(max_examples=60, deadline=None)
@given(counts=st.tuples(*[st.integers(0, 30)] * 5))
def test_whatever_burns_does_so_with_the_smallest_numbers(
    untouched: World, counts: tuple[int, ...]
) -> None:
    carbon, hydrogen, oxygen, _, sulfur = counts
    assume(4 * carbon + hydrogen + 4 * sulfur > 2 * oxygen)
    fuel = "".join(f"{e}{n}" for e, n in zip("CHONS", counts, strict=True) if n)
    answer = ok(untouched, "combustion_products", fuel_formula=fuel)
    assert ok(untouched, "is_balanced", formula=answer["equation"]) is True
    assert math.gcd(*answer["reactants"].values(), *answer["products"].values()) == 1


@pytest.mark.parametrize(
    ("fuel", "reason"),
    [
        ("CO2", "takes up no oxygen"),
        ("O2", "takes up no oxygen"),
        ("N2", "takes up no oxygen"),
        ("CCl4", "may hold only C, H, O, N and S"),
        ("NH4^+", "may hold only C, H, O, N and S"),
        ("petrol", "is no formula"),
    ],
)
def test_what_does_not_burn_is_refused(world: World, fuel: str, reason: str) -> None:
    assert reason in refused(world, "combustion_products", fuel_formula=fuel)
