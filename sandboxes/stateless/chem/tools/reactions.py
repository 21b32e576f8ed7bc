"""Tools about reactions: equations and their coefficients."""

from __future__ import annotations

import math
from collections import Counter
from typing import Annotated, Any

from pydantic import Field, StringConstraints

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes.stateless.chem.formulas import FormulaText, read_formula
from sandboxes.stateless.chem.reactions import (
    Balance,
    balance_of,
    coefficients,
    read_equation,
    spelling_of,
    sum_of,
    written,
)

_MOST_SUBSTANCES = 6
EquationText = Annotated[str, StringConstraints(min_length=1, max_length=500)]
Side = Annotated[dict[FormulaText, float], Field(min_length=1, max_length=_MOST_SUBSTANCES)]
_OXYGEN = "O2"


@library_tool
def is_balanced(formula: EquationText) -> bool:
    """Tell whether an equation has the same atoms and the same charge on both sides.

    Sides are parted by "->", "=" or "→", terms by " + ". Coefficients may be whole numbers,
    decimals or fractions such as 1/2; without one it is 1. States such as (aq) are ignored, and
    "e-" is the electron.

    Refused if the equation or one of its formulas cannot be read.

    Args:
        formula: The equation, such as "2 H2 + O2 -> 2 H2O".

    Returns:
        true or false.
    """
    left, right = read_equation(formula)
    return sum_of(left) == sum_of(right)


def _balances(side: dict[str, float]) -> list[Balance]:
    for text, times in Counter(map(spelling_of, side)).items():
        if times > 1:
            raise Refused(f"{text} is named twice on one side; name it once.")
    return [balance_of(formula) for formula in side]


@library_tool
def balance_simple_reaction(reactants: Side, products: Side) -> dict[str, dict[str, int]]:
    """Find the coefficients that balance a reaction in every element and in charge.

    Refused if a formula cannot be read, if no coefficients balance the reaction, or if it can be
    balanced in several ways that are no multiples of one another.

    Args:
        reactants: An object whose keys are the formulas before the reaction, at most 6; its numbers
            are ignored, such as {"H2": 1, "O2": 1}.
        products: The same for the formulas after the reaction, such as {"H2O": 1}.

    Returns:
        {reactants, products}: objects of formula to the smallest whole coefficients.
    """
    before, after = _balances(reactants), _balances(products)
    numbers = coefficients(before, after)
    return {
        "reactants": dict(zip(reactants, numbers[: len(before)], strict=True)),
        "products": dict(zip(products, numbers[len(before) :], strict=True)),
    }


@library_tool
def combustion_products(fuel_formula: FormulaText) -> dict[str, Any]:
    """Tell what a fuel burns to with enough oxygen, as a balanced equation.

    Carbon becomes CO2, hydrogen H2O, sulfur SO2 and nitrogen N2.

    Refused if the fuel holds another element, is an ion, or takes up no oxygen when it burns.

    Args:
        fuel_formula: Formula of the fuel, made of C, H, O, N and S, such as "C2H5OH".

    Returns:
        {equation, reactants, products}: the equation as text, and objects of formula to the
        smallest whole coefficients.
    """
    fuel = read_formula(fuel_formula)
    others = sorted(set(fuel.atoms) - set("CHONS"))
    if others or fuel.charge:
        raise Refused(
            f'"{fuel.text}" is no fuel that can be reckoned with: it may hold only C, H, O, N and '
            "S, and no charge."
        )
    carbon, hydrogen, oxygen, nitrogen, sulfur = (fuel.atoms.get(e, 0) for e in "CHONS")
    uptake = 4 * carbon + hydrogen + 4 * sulfur - 2 * oxygen
    if uptake <= 0:
        raise Refused(f'"{fuel.text}" does not burn: it takes up no oxygen.')
    counts = {"CO2": 4 * carbon, "H2O": 2 * hydrogen, "SO2": 4 * sulfur, "N2": 2 * nitrogen}
    common = math.gcd(4, uptake, *counts.values())
    reactants = {fuel.text: 4 // common, _OXYGEN: uptake // common}
    products = {formula: count // common for formula, count in counts.items() if count}
    return {
        "equation": f"{written(reactants)} -> {written(products)}",
        "reactants": reactants,
        "products": products,
    }
