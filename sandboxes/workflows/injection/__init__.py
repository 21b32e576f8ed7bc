"""Errors put into reference plans: fourteen injectors, what they claim, and what proves it."""

from sandboxes.workflows.injection._faulty import NoPlace, RecoveryInstance, Wanted, make_faulty
from sandboxes.workflows.injection._flaw import Label
from sandboxes.workflows.injection._generate import Batch, Recipe, Tally, generate, remake
from sandboxes.workflows.injection._suite import recovery_instance

__all__ = [
    "Batch",
    "Label",
    "NoPlace",
    "Recipe",
    "RecoveryInstance",
    "Tally",
    "Wanted",
    "generate",
    "make_faulty",
    "recovery_instance",
    "remake",
]
