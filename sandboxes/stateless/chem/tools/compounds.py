"""Tools about one formula: what it is made of, weighs and counts as."""

from __future__ import annotations

import math
from typing import Annotated, TypedDict

from pydantic import StringConstraints

from sandboxes._tool import library_tool
from sandboxes.stateless.chem.formulas import FormulaText, read_formula
from sandboxes.stateless.chem.organic import is_organic_substance
from sandboxes.stateless.chem.smiles import problem_of_smiles

_PERCENT_DIGITS = 4
SmilesText = Annotated[str, StringConstraints(min_length=1, max_length=1000)]


class SmilesVerdict(TypedDict):
    """Whether a SMILES text is right, and what is wrong if not."""

    valid: bool
    problem: str | None


@library_tool
def molar_mass(formula: FormulaText) -> float:
    """Tell the molar mass of a compound.

    Formulas may have brackets, hydrates as in CuSO4·5H2O (a full stop or * instead of the dot is
    right, too), a charge as in NH4+ or SO4^2-, and isotopes in square brackets as in [13C]H4.
    Standard atomic weights are used, up to element 109.

    Refused if the formula cannot be read.

    Args:
        formula: Chemical formula, such as "Ca(OH)2".

    Returns:
        The mass of one mole in grams, a number.
    """
    return read_formula(formula).molar_mass


@library_tool
def empirical_formula(formula: FormulaText) -> str:
    """Reduce a formula to the smallest whole-number ratio of its elements.

    Refused if the formula cannot be read.

    Args:
        formula: Chemical formula, such as "C6H12O6".

    Returns:
        The empirical formula in Hill order (carbon, hydrogen, then by alphabet), such as "CH2O".
    """
    return read_formula(formula).empirical


@library_tool
def percent_composition(formula: FormulaText) -> dict[str, float]:
    """Tell the share of each element in the mass of a compound.

    Refused if the formula cannot be read.

    Args:
        formula: Chemical formula, such as "H2O".

    Returns:
        An object of element symbol to percent by mass, rounded to four decimals, in Hill order; the
        shares add up to 100 but for that rounding. Isotopes are listed apart, such as "13C".
    """
    masses = read_formula(formula).masses
    whole = math.fsum(masses.values())
    return {symbol: round(100 * mass / whole, _PERCENT_DIGITS) for symbol, mass in masses.items()}


@library_tool
def normalize_formula(formula: FormulaText) -> str:
    """Bring a formula into its plain spelling.

    Blanks, needless counts of 1, raised and lowered figures go; a hydrate has a raised dot, and a
    charge follows "^". Upper and lower case stay, since they tell Co from CO.

    Refused if the formula cannot be read.

    Args:
        formula: Chemical formula, such as "Cu SO₄ . 5 H₂O".

    Returns:
        The same formula, such as "CuSO4·5H2O".
    """
    return read_formula(formula).text


@library_tool
def element_list(formula: FormulaText) -> list[str]:
    """List the elements of a formula.

    Refused if the formula cannot be read.

    Args:
        formula: Chemical formula, such as "CH3COOH".

    Returns:
        The symbols in the order in which they first appear, each once.
    """
    return read_formula(formula).elements


@library_tool
def is_organic(formula: FormulaText) -> bool:
    """Tell whether a compound counts as organic, by convention and from its formula alone.

    Organic is what holds carbon beside hydrogen, carbon beside a halogen, or carbon and nitrogen
    alone with more carbon than nitrogen. Inorganic are the element carbon, its oxides and sulfides,
    carbides, carbonates and hydrogen carbonates, cyanides, cyanates, thiocyanates, metal carbonyls
    and the acids of these; the hydrogen of ammonium and of water in hydrates does not count.

    Refused if the formula cannot be read.

    Args:
        formula: Chemical formula, such as "C2H5OH".

    Returns:
        true or false.
    """
    return is_organic_substance(read_formula(formula))


@library_tool
def simple_smiles_validate(smiles: SmilesText) -> SmilesVerdict:
    """Check the syntax of a SMILES text by the OpenSMILES rules.

    Checked are atoms, bonds, square brackets, branches, ring numbers and dots. Not checked is
    whether such a molecule can exist: neither valence nor aromaticity nor chirality.

    Args:
        smiles: The text, such as "c1ccccc1O".

    Returns:
        {valid, problem}: problem is a sentence that says what is wrong and where, or null.
    """
    problem = problem_of_smiles(smiles)
    return {"valid": problem is None, "problem": problem}
