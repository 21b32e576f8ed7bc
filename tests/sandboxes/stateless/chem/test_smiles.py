"""SMILES: the syntax of OpenSMILES, and what is wrong where it is broken."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import ok

_RIGHT = r"""
    C CCO Cl Br B * [*] c1ccccc1 c1ccccc1O CC(=O)O CC(C) C(C(C)) C(F)(F)F O=C=O C#N C$C
    C=1CCCCC1 C=1CCCCC=1 C1CC=1 C0CC0 C%12CC%12 C%(100)CC%(100) C%01CC1 C1CC12CC2 C1.C1 C(.C)C
    [Na+].[Cl-] [13CH4] [NH4+] [Fe+2] [Fe++] [C-4] [OH3+] [CH3:2] [2H] [H][H] [H+] [nH]1cccc1
    [se]1cccc1 [as]1cccc1 c:1:c:c:c:c:c:1 F/C=C/F C/1=C/CCCCCC\1 N[C@@H](C)C(=O)O
    [C@TH1H](F)(Cl)Br [Co@OH25] [O-][N+](=O)c1ccccc1 CN1C=NC2=C1C(=O)N(C(=O)N2C)C [238U] [Og]
"""
RIGHT = _RIGHT.split()
WRONG = [
    ("C1CC", "ring number 1 is not closed"),
    ("c1ccccc2", "ring number 1 is not closed"),
    ("C%12CC", "ring number 12 is not closed"),
    ("C(", "a branch is not closed"),
    ("C(C", "a branch is not closed"),
    ("C)C", "closes no branch"),
    ("C()", "must end with an atom"),
    ("C(=)C", "must end with an atom"),
    ("C(.)C", "must end with an atom"),
    ("(C)C", "a branch must follow an atom"),
    ("C((C))C", "a branch must follow an atom"),
    ("C=(C)C", "a branch must follow an atom"),
    ("[C", "square bracket is not closed"),
    ("C]", "begins neither an atom nor a bond"),
    ("[]", "is no atom"),
    ("[Xx]", "is no atom"),
    ("[12]", "is no atom"),
    ("[H2O]", "is no atom"),
    ("[HH]", "is no atom"),
    ("[C@@@H]", "is no atom"),
    ("[Cu+-]", "is no atom"),
    ("[C+16]", "is no atom"),
    ("[C:]", "is no atom"),
    ("=C", "must follow an atom"),
    ("C==C", "must follow an atom"),
    ("C=", "an atom must follow"),
    ("C.", "an atom must follow"),
    (".C", "a dot must stand between"),
    ("C..C", "a dot must stand between"),
    ("C=.C", "a dot must stand between"),
    ("1CC1", "must follow an atom"),
    ("C(C)1CC1", "must follow an atom"),
    ("C11", "bonds an atom with itself"),
    ("C1C1", "bonded already"),
    ("C12CCCCC12", "bonded already"),
    ("C=1CC#1", "opened as = and closed as #"),
    ("C-1CCCCC=1", "opened as - and closed as ="),
    ("C%", "begins neither"),
    ("C%1", "begins neither"),
    ("Xx", "begins neither"),
    ("Na", "begins neither"),
    ("H", "begins neither"),
    ("C>>O", "begins neither"),
    ("C C", "begins neither"),
    ("C²", "begins neither"),
    ("C\n", "begins neither"),
]


@pytest.mark.parametrize("smiles", RIGHT)
def test_what_the_specification_allows_is_right(world: World, smiles: str) -> None:
    assert ok(world, "simple_smiles_validate", smiles=smiles) == {"valid": True, "problem": None}


@pytest.mark.parametrize(("smiles", "reason"), WRONG)
def test_what_is_wrong_is_named(world: World, smiles: str, reason: str) -> None:
    answer = ok(world, "simple_smiles_validate", smiles=smiles)
    assert answer["valid"] is False
    assert reason in answer["problem"]
    assert answer["problem"].startswith(("At character ", "At the end: "))


def test_the_place_of_the_mistake_is_told(world: World) -> None:
    answer = ok(world, "simple_smiles_validate", smiles="CC[Xx]C")
    assert answer["problem"].startswith("At character 3: [Xx] is no atom")


@settings(max_examples=300, deadline=None)
@given(smiles=st.text("CNOcn[]()=#-.%@+12H/\\*Xl:", min_size=1, max_size=40))
def test_brackets_are_balanced_in_all_that_is_right(untouched: World, smiles: str) -> None:
    answer = ok(untouched, "simple_smiles_validate", smiles=smiles)
    assert answer["valid"] is (answer["problem"] is None)
    if answer["valid"]:
        assert smiles.count("(") == smiles.count(")")
        assert smiles.count("[") == smiles.count("]")


@settings(max_examples=100, deadline=None)
@given(parts=st.lists(st.sampled_from(RIGHT), min_size=1, max_size=4))
def test_right_molecules_beside_one_another_are_right(untouched: World, parts: list[str]) -> None:
    assert ok(untouched, "simple_smiles_validate", smiles=".".join(parts))["valid"] is True
