"""Organic or not: by the convention that the tool's documentation states."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.calls import ok

_ORGANIC = """
    CH4 C2H5OH C6H12O6 CH3COOH HCOOH CH2O CO(NH2)2 CH4N2O CS(NH2)2 C5H5N C6H5CN CH3CN CH3NCO
    (CH3)2CO3 HCOONa CH3COONa CH3COONH4 C2H5NH3^+ CH3MgBr Pb(C2H5)4 Fe(C5H5)2 CNH5
    C12H22O11·H2O CCl4 CHCl3 COCl2 C2F4 CBr4 CHI3 C3N3Cl3 CF3COONa C6N4
"""
ORGANIC = _ORGANIC.split()
_INORGANIC = """
    NaCl H2O NH3 Co Ca Cu C C60 CO CO2 CS2 COS CaC2 Al4C3 SiC Fe3C Na2CO3 NaHCO3 Ca(HCO3)2
    CaCO3 (NH4)2CO3 NH4HCO3 H2CO3 CH2O3 Na2CO3·10H2O Cu2(OH)2CO3 CO3^2- HCO3^- KCN HCN CN^-
    (CN)2 ClCN NaOCN NH4OCN HNCO OCN^- KSCN NH4SCN Hg(SCN)2 K4[Fe(CN)6] K3[Fe(CN)6]·3H2O
    Ni(CO)4 Fe(CO)5 Na2C2O4 C3N4 CoCO3
"""
INORGANIC = _INORGANIC.split()


@pytest.mark.parametrize("formula", ORGANIC)
def test_carbon_beside_hydrogen_or_halogen_is_organic(world: World, formula: str) -> None:
    assert ok(world, "is_organic", formula=formula) is True


@pytest.mark.parametrize("formula", INORGANIC)
def test_salts_oxides_carbonates_and_cyanides_are_not(world: World, formula: str) -> None:
    assert ok(world, "is_organic", formula=formula) is False
