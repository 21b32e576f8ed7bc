"""Instances as data: our own form."""

from __future__ import annotations

from typing import Any

from sandboxes.tasks._canary import CANARY
from sandboxes.workflows.injection._faulty import RecoveryInstance


def exported(made: RecoveryInstance, recipe: dict[str, Any]) -> dict[str, Any]:
    """An instance with all that is known of it, labels and repairs included.

    Args:
        made: The instance.
        recipe: What it is remade by.
    """
    return {
        "id": made.id,
        "level": made.level,
        "recipe": recipe,
        "group": made.workflow.id,
        "query": made.workflow.query,
        "tools": list(made.offered),
        "plan": made.plan.as_json(),
        "observations": made.observations,
        "history": made.history,
        "rounds_before": made.rounds_before,
        "rounds_left": made.rounds_left,
        "best_rounds": made.best_rounds,
        "fewest_calls": made.fewest_calls,
        "labels": [label.as_json() for label in made.labels],
        "repairs": [repair.as_json() for repair in made.repairs],
        "canary": CANARY,
    }
