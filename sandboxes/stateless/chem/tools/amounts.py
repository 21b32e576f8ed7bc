"""Tools about amounts: moles and grams, pH, gases, shares."""

from __future__ import annotations

import math

from sandboxes._outcome import Refused
from sandboxes._tool import library_tool
from sandboxes.stateless.chem.formulas import FormulaText, read_formula

_GAS_CONSTANT = 8.31446261815324
"""J/(mol K), exact since 2019; with litres instead of cubic metres the pressure is in kPa."""


def _positive(value: float, what: str) -> None:
    if value <= 0:
        raise Refused(f"The {what} must be greater than 0.")


def _not_negative(value: float, what: str) -> None:
    if value < 0:
        raise Refused(f"The {what} must not be negative.")


def _within_range(value: float) -> float:
    if math.isfinite(value):
        return value
    raise Refused("The result is too large for a number; choose smaller values.")


@library_tool
def ph_from_concentration(h_conc: float) -> float:
    """Tell the pH of a solution from its concentration of hydrogen ions.

    Refused unless the concentration is greater than 0.

    Args:
        h_conc: Concentration of hydrogen ions in moles per litre, such as 1e-7.

    Returns:
        The pH, a number: minus the decimal logarithm of the concentration.
    """
    _positive(h_conc, "concentration")
    return -math.log10(h_conc) + 0.0  # no negative zero


@library_tool
def concentration_from_ph(ph: float) -> float:
    """Tell the concentration of hydrogen ions of a solution from its pH.

    Refused if the concentration is too large or too small for a number: pH must lie between -308
    and 323.

    Args:
        ph: The pH, such as 7.

    Returns:
        The concentration of hydrogen ions in moles per litre, a number.
    """
    try:
        found = math.pow(10.0, -ph)
    except OverflowError:
        found = math.inf
    if not 0 < found < math.inf:
        raise Refused("The pH must lie between -308 and 323.")
    return found


@library_tool
def ideal_gas_pressure(n_moles: float, temp_k: float, volume_l: float) -> float:
    """Tell the pressure of an ideal gas: amount times gas constant times temperature by volume.

    Refused if the amount or the temperature is negative, or the volume is not greater than 0.

    Args:
        n_moles: Amount of gas in moles.
        temp_k: Temperature in kelvin.
        volume_l: Volume in litres.

    Returns:
        The pressure in kilopascals, a number.
    """
    _not_negative(n_moles, "amount")
    _not_negative(temp_k, "temperature in kelvin")
    _positive(volume_l, "volume")
    return _within_range(n_moles * _GAS_CONSTANT * temp_k / volume_l + 0.0)


@library_tool
def convert_moles_to_grams(moles: float, formula: FormulaText) -> float:
    """Convert an amount of a compound from moles to grams.

    Refused if the amount is negative or the formula cannot be read.

    Args:
        moles: Amount in moles.
        formula: Chemical formula, such as "NaCl".

    Returns:
        The mass in grams, a number.
    """
    _not_negative(moles, "amount")
    return _within_range(moles * read_formula(formula).molar_mass + 0.0)


@library_tool
def convert_grams_to_moles(grams: float, formula: FormulaText) -> float:
    """Convert an amount of a compound from grams to moles.

    Refused if the mass is negative or the formula cannot be read.

    Args:
        grams: Mass in grams.
        formula: Chemical formula, such as "NaCl".

    Returns:
        The amount in moles, a number.
    """
    _not_negative(grams, "mass")
    return _within_range(grams / read_formula(formula).molar_mass + 0.0)


@library_tool
def mole_fraction(partial_moles: float, total_moles: float) -> float:
    """Tell the share of one component in the amount of a mixture.

    Refused if the total is not greater than 0, or the part is negative or greater than the total.

    Args:
        partial_moles: Amount of the component in moles.
        total_moles: Amount of the whole mixture in moles.

    Returns:
        The mole fraction, a number from 0 to 1.
    """
    _positive(total_moles, "total")
    _not_negative(partial_moles, "part")
    if partial_moles > total_moles:
        raise Refused("The part must not be greater than the total.")
    return partial_moles / total_moles + 0.0


@library_tool
def clamp(value: float, lo: float, hi: float) -> float:
    """Bring a measured value into a range: below it the lower end counts, above it the upper.

    Refused if the lower end is greater than the upper.

    Args:
        value: The value.
        lo: Lower end of the range.
        hi: Upper end of the range.

    Returns:
        The value, or the end of the range that it lies beyond; a number.
    """
    if lo > hi:
        raise Refused("The lower end of the range must not be greater than the upper.")
    return min(max(value, lo), hi)
