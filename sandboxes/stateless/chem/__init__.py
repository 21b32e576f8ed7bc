"""Chem: formulas, reactions and amounts of substance."""

from sandboxes._catalogue import Server

SERVER = Server(
    name="Chem",
    order=10,
    summary="Chemistry: formulas, molar masses, reactions, amounts, pH and gases.",
)
