"""Which compounds count as organic, told from the formula by convention.

Carbonates, cyanides and their like are known by the groups that are written out; what carbon is
left without them decides.
"""

from __future__ import annotations

import re

from sandboxes.stateless.chem.formulas import Substance

_HALOGENS = frozenset({"F", "Cl", "Br", "I", "At"})
_NON_METALS = _HALOGENS | {"H", "B", "C", "N", "O", "Si", "P", "S", "As", "Se", "Te"}
_SURROUNDINGS = re.compile(r"NH4(?![0-9])|(?<=·)[0-9]*H2O(?=$|·|\^)")
"""Ammonium and water of crystallisation: hydrogen that is bound to no carbon."""
_CARBONYL = re.compile(r"\(CO\)[0-9]*")
_GROUPS = re.compile(
    r"H?CO3(?![0-9])"  # carbonates
    r"|(?:O|S)CN(?![a-z0-9])|NC(?:O|S)(?![a-z0-9])|CN[OS](?![a-z0-9])"  # cyanates
    r"|CN(?![a-z0-9])"  # cyanides
)
_SMALL_ACIDS = (
    {"C": 1, "H": 2, "O": 3},
    {"C": 1, "H": 1, "N": 1},
    {"C": 1, "H": 1, "N": 1, "O": 1},
    {"C": 1, "H": 1, "N": 1, "S": 1},
)
"""Carbonic, hydrocyanic, cyanic and thiocyanic acid, however they are written."""
_SYMBOLS = re.compile(r"[A-Z][a-z]?")


def is_organic_substance(substance: Substance) -> bool:
    """Whether a substance counts as organic."""
    elements = set(substance.elements)
    if "C" not in elements or dict(substance.atoms) in _SMALL_ACIDS:
        return False
    text = _SURROUNDINGS.sub("", substance.text)
    if elements - _NON_METALS:
        text = _CARBONYL.sub("", text)
    rest = _SYMBOLS.findall(_without_groups(text))
    if "C" not in rest:
        return False
    if "H" in rest or _HALOGENS & set(rest):
        return True
    return _is_rich_in_carbon(substance)


def _without_groups(text: str) -> str:
    """The formula without inorganic groups; kept where hydrogen needs their carbon (CNH5)."""
    bare = _GROUPS.sub("", text)
    left = set(_SYMBOLS.findall(bare))
    hydrogens = sum(int(n or 1) for n in re.findall(r"H(?![a-z])([0-9]*)", bare))
    needs_their_carbon = "C" not in left and not left - _NON_METALS and hydrogens > 2
    return text if needs_their_carbon else bare


def _is_rich_in_carbon(substance: Substance) -> bool:
    """Compounds of carbon and nitrogen alone with more carbon, such as C6N4."""
    counts = substance.atoms
    return set(counts) == {"C", "N"} and counts["C"] > counts["N"]
