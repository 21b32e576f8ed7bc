"""Reading a chemical formula: people's spellings are brought to one, which molmass parses."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, NoReturn

from pydantic import StringConstraints

from sandboxes._outcome import Refused

FormulaText = Annotated[str, StringConstraints(min_length=1, max_length=100)]
"""A formula as people write it."""

MOST_ATOMS = 1_000_000
_MASS_DIGITS = 6
_SPELLINGS = str.maketrans(
    "₀₁₂₃₄₅₆₇₈₉₊₋\u2212\u2013·•⋅∙*{}",
    "0123456789+---.....()",
)
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻", "0123456789+-")
_RAISED_CHARGE = re.compile("([⁰¹²³⁴⁵⁶⁷⁸⁹]*[⁺⁻]+)$")
_CHARGE = re.compile(
    r"(?P<mark>[\^_]\(?|(?<=\]))?(?P<before>[0-9]*)(?P<signs>\++|-+)(?P<after>[0-9]*)\)?$"
)
_PART = re.compile(r"(?P<times>[0-9]*)(?P<formula>[A-Za-z(\[][A-Za-z0-9()\[\]]*)")
_COUNT = re.compile(r"(?<=[A-Za-z)\]])0*([0-9]+)")
_LONE_ELEMENT = re.compile(r"[A-Z][a-z]?")
_ELEMENT = re.compile(r"[A-Z][a-z]?")


@dataclass(frozen=True)
class Substance:
    """What a formula says.

    Args:
        text: The formula in its one spelling.
        atoms: How many atoms of each element, in Hill order; isotopes apart ("13C").
        masses: Their mass in grams per mole, by the same symbols.
        charge: In elementary charges.
        molar_mass: Grams per mole.
        empirical: The simplest formula, in Hill order.
    """

    text: str
    atoms: Mapping[str, int]
    masses: Mapping[str, float]
    charge: int
    molar_mass: float
    empirical: str

    @property
    def elements(self) -> list[str]:
        """The symbols of its elements, in order of first appearance."""
        found = _ELEMENT.findall(self.text)
        return list(dict.fromkeys("H" if symbol == "D" else symbol for symbol in found))


def unreadable(text: str, reason: str) -> NoReturn:
    """Refuse a formula.

    Raises:
        Refused: always.
    """
    raise Refused(
        f'"{text}" is no formula that can be read: {reason}. Right are, for example, "H2O", '
        '"Ca(OH)2", "CuSO4·5H2O", "[13C]H4", "NH4+" and "SO4^2-".'
    )


@functools.lru_cache(maxsize=512)
def read_formula(text: str) -> Substance:
    """The substance that a formula names.

    Raises:
        Refused: it can't be read, or has more than a million atoms.
    """
    from molmass import Formula, FormulaError

    parts, charge = _taken_apart(text)
    body = "".join(f"({formula}){times}" if times > 1 else formula for times, formula in parts)
    signed = f"[{body}]_{abs(charge)}{'+' if charge > 0 else '-'}" if charge else body
    try:
        parsed = Formula(
            signed,
            parse_groups=False,
            parse_oligos=False,
            parse_fractions=False,
            parse_arithmetic=False,
            allow_empty=False,
        )
        if parsed.atoms > MOST_ATOMS:
            unreadable(text, f"it has more than {MOST_ATOMS:,} atoms")
        items = [item for item in parsed.composition().astuple() if item[0] != "e-"]
    except FormulaError as error:
        unreadable(text, error.message)
    return Substance(
        text=_spelled(parts, charge),
        atoms=MappingProxyType({symbol: count for symbol, count, _, _ in items}),
        masses=MappingProxyType({symbol: mass for symbol, _, mass, _ in items}),
        charge=charge,
        molar_mass=round(parsed.mass, _MASS_DIGITS),
        empirical=_with_caret(parsed.empirical),
    )


def _taken_apart(text: str) -> tuple[list[tuple[int, str]], int]:
    """The parts of an addition compound with how often each is there, and the charge."""
    plain = "".join(text.split())
    plain = _RAISED_CHARGE.sub(lambda found: "^" + found[1].translate(_RAISED), plain)
    body, charge = _charge_apart(text, plain.translate(_SPELLINGS))
    parts = [_PART.fullmatch(part) for part in body.split(".")]
    found = []
    for part in parts:
        if part is None:
            unreadable(
                text,
                "it may hold symbols, whole numbers, brackets, dots and, at its end, a charge",
            )
        times = int(part["times"] or 1)
        if times == 0 or (part["times"] and len(parts) == 1):
            unreadable(text, "no number may stand in front of it, and none may be 0")
        formula = _COUNT.sub(lambda count: "" if count[1] == "1" else count[1], part["formula"])
        found.append((times, formula))
    return found, charge


def _charge_apart(text: str, plain: str) -> tuple[str, int]:
    """The formula without its charge, and the charge."""
    found = _CHARGE.search(plain)
    if found is None:
        return plain, 0
    body, number = plain[: found.start()], found["before"]
    if found["mark"] is None and number:
        # "NH4+" is one ammonium; but "Ca2+", "O2-" and "SO42-" are read either way.
        if len(number) > 1 or _LONE_ELEMENT.fullmatch(body):
            unreadable(text, f'say with "^" where the charge begins, as in "Ca^2+", not "{plain}"')
        body, number = body + number, ""
    told = [int(n) for n in (number, found["after"]) if n]
    told += [len(found["signs"])] if len(found["signs"]) > 1 else []
    if len(told) > 1 or told == [0] or sum(told) > MOST_ATOMS:
        unreadable(text, "its charge is one number and one sign")
    size = told[0] if told else 1
    return body, size if found["signs"][0] == "+" else -size


def _spelled(parts: list[tuple[int, str]], charge: int) -> str:
    body = "·".join(f"{times if times > 1 else ''}{formula}" for times, formula in parts)
    if charge == 0:
        return body
    size = abs(charge)
    return f"{body}^{size if size > 1 else ''}{'+' if charge > 0 else '-'}"


def _with_caret(formula: str) -> str:
    """The library writes "[O4S]2-"."""
    ion = re.fullmatch(r"\[(.*)\]([0-9]*[+-])", formula)
    return f"{ion[1]}^{ion[2]}" if ion else formula
