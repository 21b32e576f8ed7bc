"""Reactions: reading an equation, adding up its sides, finding the coefficients."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from sandboxes._outcome import Refused
from sandboxes.stateless.chem.formulas import read_formula
from sandboxes.stateless.chem.linear import has_positive_solution, null_space

CHARGE = "charge"
MOST_TERMS = 20
_LARGEST_COEFFICIENT = 10**9
_ARROW = re.compile(r"<?[=-]+>|=+|[→⟶⇌⇄↔]")
_STATE_OF_MATTER = re.compile(r"\((?:s|l|g|aq)\)$")
_TERM = re.compile(r"(?P<number>[0-9]+(?:\.[0-9]+|/[0-9]+)?)?(?P<formula>.+)")
_ELECTRONS = frozenset({"e-", "e^-", "e⁻"})
_SPACED_PLUS = re.compile(r"\s\+\s")
_INNER_PLUS = re.compile(r"\+(?=.)")

Balance = Counter[str]
"""Atoms by symbol, and the charge."""
Term = tuple[Fraction, Balance]


def balance_of(formula: str) -> Balance:
    """The atoms and the charge of one substance; "e-" is the electron.

    Raises:
        Refused: the formula can't be read.
    """
    if formula.strip() in _ELECTRONS:
        return Counter({CHARGE: -1})
    substance = read_formula(formula)
    return Counter({**substance.atoms, CHARGE: substance.charge})


def spelling_of(formula: str) -> str:
    """The one spelling of a substance.

    Raises:
        Refused: the formula can't be read.
    """
    return "e-" if formula.strip() in _ELECTRONS else read_formula(formula).text


def read_equation(text: str) -> tuple[list[Term], list[Term]]:
    """The terms of both sides of an equation.

    Raises:
        Refused: it has no two sides, or a term can't be read.
    """
    sides = [side.strip() for side in _ARROW.split(text)]
    if len(sides) != 2 or not all(sides):
        raise Refused(
            'An equation has two sides with one "->", "=" or "→" between them, such as '
            '"2 H2 + O2 -> 2 H2O".'
        )
    left, right = (_terms(side) for side in sides)
    return left, right


def _terms(side: str) -> list[Term]:
    """The terms of one side: with blanks around each plus, or none that belongs to an ion."""
    between = _SPACED_PLUS if _SPACED_PLUS.search(side) else _INNER_PLUS
    terms = [term.strip() for term in between.split(side)]
    if len(terms) > MOST_TERMS:
        raise Refused(f"A side of an equation may have at most {MOST_TERMS} terms.")
    return [_term(term) for term in terms]


def _term(text: str) -> Term:
    found = _TERM.fullmatch(text)
    if found is None:
        raise Refused('Between two plus signs there must be a term, such as "2 H2O".')
    number, _, divisor = (found["number"] or "1").partition("/")
    if not Fraction(number) or not int(divisor or 1):
        raise Refused(f'The coefficient in "{text}" must be greater than 0.')
    formula = _STATE_OF_MATTER.sub("", found["formula"].strip())
    return Fraction(number) / int(divisor or 1), balance_of(formula)


def sum_of(terms: Iterable[Term]) -> dict[str, Fraction]:
    """The atoms and the charge of a side; what is zero is left out."""
    total: dict[str, Fraction] = {}
    for number, balance in terms:
        for what, count in balance.items():
            total[what] = total.get(what, Fraction(0)) + number * count
    return {what: count for what, count in total.items() if count}


def coefficients(reactants: Sequence[Balance], products: Sequence[Balance]) -> list[int]:
    """The smallest whole numbers that balance a reaction: of the reactants, then the products.

    Raises:
        Refused: no numbers do, or different ones do that are no multiples of one another.
    """
    _same_elements(reactants, products)
    columns = [*reactants, *(Counter({k: -n for k, n in p.items()}) for p in products)]
    kinds = sorted({kind for column in columns for kind in column})
    rows = [[column[kind] for column in columns] for kind in kinds]
    space = null_space(rows)
    if len(space) > 1 and has_positive_solution(rows):
        raise Refused(
            "This reaction can be balanced in more than one way: it is several reactions at once. "
            "Give each of them by itself."
        )
    if len(space) != 1 or not _one_sign(space[0]):
        raise Refused(
            "This reaction can't be balanced: no positive numbers make both sides equal in every "
            "element and in charge."
        )
    return _smallest(space[0])


def _same_elements(reactants: Sequence[Balance], products: Sequence[Balance]) -> None:
    before = {kind for balance in reactants for kind in balance} - {CHARGE}
    after = {kind for balance in products for kind in balance} - {CHARGE}
    for missing, side in ((before - after, "reactants"), (after - before, "products")):
        if missing:
            raise Refused(
                f"This reaction can't be balanced: only the {side} contain "
                f"{', '.join(sorted(missing))}."
            )


def _one_sign(vector: list[Fraction]) -> bool:
    return all(n > 0 for n in vector) or all(n < 0 for n in vector)


def _smallest(vector: list[Fraction]) -> list[int]:
    whole = math.lcm(*(n.denominator for n in vector))
    numbers = [abs(int(n * whole)) for n in vector]
    common = math.gcd(*numbers)
    if max(numbers) // common > _LARGEST_COEFFICIENT:
        raise Refused(f"A coefficient would be greater than {_LARGEST_COEFFICIENT:,}.")
    return [n // common for n in numbers]


def written(side: Mapping[str, int]) -> str:
    """One side of an equation."""
    return " + ".join(
        formula if number == 1 else f"{number} {formula}" for formula, number in side.items()
    )
