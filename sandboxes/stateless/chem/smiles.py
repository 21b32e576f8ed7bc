"""The syntax of SMILES, as the OpenSMILES specification defines it: no chemistry is checked."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field

_ELEMENTS = (
    "H He Li Be B C N O F Ne Na Mg Al Si P S Cl Ar K Ca Sc Ti V Cr Mn Fe Co Ni Cu Zn Ga Ge As Se "
    "Br Kr Rb Sr Y Zr Nb Mo Tc Ru Rh Pd Ag Cd In Sn Sb Te I Xe Cs Ba La Ce Pr Nd Pm Sm Eu Gd Tb "
    "Dy Ho Er Tm Yb Lu Hf Ta W Re Os Ir Pt Au Hg Tl Pb Bi Po At Rn Fr Ra Ac Th Pa U Np Pu Am Cm "
    "Bk Cf Es Fm Md No Lr Rf Db Sg Bh Hs Mt Ds Rg Cn Nh Fl Mc Lv Ts Og"
)
_IN_BRACKETS = frozenset([*_ELEMENTS.split(), "b", "c", "n", "o", "p", "s", "se", "as", "*"])
_TOKEN = re.compile(
    r"(?P<bracket>\[[^\[\]]*\])"
    r"|(?P<atom>Cl|Br|[BCNOPSFI*]|[bcnops])"
    r"|(?P<bond>[-=#$:/\\])"
    r"|(?P<ring>%\([0-9]{1,5}\)|%[0-9]{2}|[0-9])"
    r"|(?P<open>\()"
    r"|(?P<close>\))"
    r"|(?P<dot>\.)"
)
_BRACKET_ATOM = re.compile(
    r"\[[0-9]{0,3}(?P<element>[A-Z][a-z]?|[a-z]{1,2}|\*)"
    r"(?:@(?:TH[12]|AL[12]|SP[1-3]|TB(?:1[0-9]|20|[1-9])|OH(?:30|[12][0-9]|[1-9])|@)?)?"
    r"(?P<hydrogens>H[0-9]?)?"
    r"(?:\+\+|--|[+-](?:1[0-5]|[0-9])?)?"
    r"(?::[0-9]{1,4})?\]"
)
_TURNED = {"/": "\\", "\\": "/"}
"""A bond's direction is told the other way round from its other end."""


class _Wrong(Exception):
    """What is wrong with a SMILES text."""


@dataclass
class _Ring:
    atom: int
    bond: str


@dataclass
class _Reader:
    """Reads token by token; an atom is known by its number.

    Args:
        last: The atom that the next one is bonded to; None at the start of a molecule.
        bond: A bond symbol that waits for its other atom.
        fresh: Whether a ring bond may follow: right after an atom or another ring bond.
        empty_branch: Whether a branch was opened and holds nothing yet.
        atoms: How many there are.
        branches: The atoms that open branches start from.
        rings: Ring bonds that are open.
        bonds: Pairs of atoms that are bonded.
    """

    last: int | None = None
    bond: str = ""
    fresh: bool = False
    empty_branch: bool = False
    atoms: int = 0
    branches: list[int] = field(default_factory=list)
    rings: dict[int, _Ring] = field(default_factory=dict)
    bonds: set[tuple[int, int]] = field(default_factory=set)

    def read_atom(self, token: str) -> None:
        """An atom of the organic subset, or in brackets."""
        self.atoms += 1
        if self.last is not None:
            self.bonds.add((self.last, self.atoms))
        self.last, self.bond, self.fresh, self.empty_branch = self.atoms, "", True, False

    def read_bracket(self, token: str) -> None:
        """An atom in brackets."""
        found = _BRACKET_ATOM.fullmatch(token)
        element = found["element"] if found else ""
        if not found or element not in _IN_BRACKETS or (element == "H" and found["hydrogens"]):
            raise _Wrong(
                f"{token} is no atom: in brackets stand isotope, element, chirality, hydrogens, "
                "charge and class, in this order"
            )
        self.read_atom(token)

    def read_bond(self, token: str) -> None:
        """A bond symbol."""
        if self.last is None or self.bond:
            raise _Wrong(f"the bond {token} must follow an atom, a ring number or a bracket")
        self.bond = token

    def read_ring(self, token: str) -> None:
        """A number that opens or closes a ring."""
        if self.last is None or not self.fresh:
            raise _Wrong(f"the ring number {token} must follow an atom")
        number = int(token.strip("%()"))
        opened = self.rings.pop(number, None)
        if opened is None:
            self.rings[number] = _Ring(self.last, self.bond)
        else:
            self._close(token, opened, self.last)
        self.bond = ""

    def _close(self, token: str, opened: _Ring, atom: int) -> None:
        pair = (opened.atom, atom)
        if opened.atom == atom:
            raise _Wrong(f"the ring number {token} bonds an atom with itself")
        if pair in self.bonds or pair[::-1] in self.bonds:
            raise _Wrong(f"the ring number {token} bonds two atoms that are bonded already")
        here, there = self.bond, opened.bond
        if here and there and here not in (there, _TURNED.get(there)):
            raise _Wrong(f"the ring number {token} is opened as {there} and closed as {here}")
        self.bonds.add(pair)

    def read_open(self, token: str) -> None:
        """The start of a branch."""
        if self.last is None or self.bond or self.empty_branch:
            raise _Wrong("a branch must follow an atom")
        self.branches.append(self.last)
        self.fresh, self.empty_branch = False, True

    def read_close(self, token: str) -> None:
        """The end of a branch."""
        if not self.branches:
            raise _Wrong("a bracket ) closes no branch")
        if self.empty_branch or self.bond or self.last is None:
            raise _Wrong("a branch must end with an atom")
        self.last, self.fresh = self.branches.pop(), False

    def read_dot(self, token: str) -> None:
        """The gap between two parts that are not bonded."""
        if self.last is None or self.bond:
            raise _Wrong("a dot must stand between two molecules")
        self.last, self.fresh = None, False

    def finish(self) -> None:
        """Look for what is left open."""
        if self.bond or self.last is None:
            raise _Wrong("an atom must follow")
        if self.branches:
            raise _Wrong("a branch is not closed")
        if self.rings:
            raise _Wrong(f"ring number {min(self.rings)} is not closed")


def problem_of_smiles(text: str) -> str | None:
    """What is wrong with the syntax of a SMILES text; None if nothing is."""
    reader, place = _Reader(), 0
    try:
        while place < len(text):
            place = _read_next(reader, text, place)
        reader.finish()
    except _Wrong as wrong:
        where = f"At character {place + 1}" if place < len(text) else "At the end"
        return f"{where}: {wrong}."
    return None


def _read_next(reader: _Reader, text: str, place: int) -> int:
    """Read one token and tell where it ends."""
    found = _TOKEN.match(text, place)
    if found is None or found.lastgroup is None:
        if text[place] == "[":
            raise _Wrong("the square bracket is not closed")
        raise _Wrong(f"{text[place]!a} begins neither an atom nor a bond")
    read: dict[str, Callable[[str], None]] = {
        "atom": reader.read_atom,
        "bracket": reader.read_bracket,
        "bond": reader.read_bond,
        "ring": reader.read_ring,
        "open": reader.read_open,
        "close": reader.read_close,
        "dot": reader.read_dot,
    }
    read[found.lastgroup](found[0])
    return found.end()
