"""Formulas that hypothesis draws: real elements, brackets, hydrates, charges."""

from __future__ import annotations

from hypothesis import strategies as st

ELEMENTS = ("H", "C", "N", "O", "Na", "Cl", "Co", "Fe", "S", "Si")
_COUNTS = st.sampled_from(("", "2", "3", "12"))
_ATOM = st.tuples(st.sampled_from(ELEMENTS), _COUNTS).map("".join)
_ATOMS = st.lists(_ATOM, min_size=1, max_size=4).map("".join)
_GROUP = st.tuples(_ATOMS, _COUNTS).map(lambda part: f"({part[0]}){part[1]}")
COMPOUNDS = st.lists(_ATOMS | _GROUP, min_size=1, max_size=3).map("".join)
_HYDRATES = st.tuples(COMPOUNDS, st.sampled_from("·.*"), st.sampled_from(("", "2", "10"))).map(
    lambda part: f"{part[0]}{part[1]}{part[2]}H2O"
)
FORMULAS = st.tuples(
    COMPOUNDS | _HYDRATES, st.sampled_from(("", "", "^+", "^-", "^2-", "^3+"))
).map("".join)
"""Formulas that can be read."""
NEARLY = st.text("HCNOalFe0123456789()[]{}^+-_·.* ₂²⁺", min_size=1, max_size=30)
"""Texts of the symbols that formulas are made of; most can't be read."""
