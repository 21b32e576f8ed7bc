"""One call of each Chem tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """What each tool can be called with."""
    water = {"formula": "H2O"}
    return {
        "molar_mass": water,
        "empirical_formula": {"formula": "C6H12O6"},
        "percent_composition": water,
        "balance_simple_reaction": {"reactants": {"H2": 1, "O2": 1}, "products": {"H2O": 1}},
        "is_balanced": {"formula": "2 H2 + O2 -> 2 H2O"},
        "ph_from_concentration": {"h_conc": 1e-7},
        "concentration_from_ph": {"ph": 7},
        "ideal_gas_pressure": {"n_moles": 1, "temp_k": 273.15, "volume_l": 22.4},
        "convert_moles_to_grams": {"moles": 2, **water},
        "convert_grams_to_moles": {"grams": 36, **water},
        "normalize_formula": {"formula": "Cu SO₄ . 5 H₂O"},
        "element_list": {"formula": "CH3COOH"},
        "combustion_products": {"fuel_formula": "CH4"},
        "is_organic": {"formula": "C2H5OH"},
        "simple_smiles_validate": {"smiles": "c1ccccc1O"},
        "mole_fraction": {"partial_moles": 1, "total_moles": 4},
        "Chem_clamp": {"value": 15, "lo": 0, "hi": 14},
    }
