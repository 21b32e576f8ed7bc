"""Responses with made-up scores."""

from __future__ import annotations

from typing import Any

from evaluators.sde import GRADED
from evaluators.training_data import ScoredResponse


def items(points: float) -> dict[str, float | None]:
    """Values of all items that come to so many points, a multiple of a half up to 15."""
    halves = round(points * 2)
    values: dict[str, float | None] = {}
    for item in GRADED:
        given = min(2, halves)
        values[item] = given / 2
        halves -= given
    values["S5"] = 1.0 if halves >= 2 else 0.0
    values["E5"] = (halves - 2 * int(halves >= 2)) / 2
    return values


def response(name: str, points: float, **more: Any) -> ScoredResponse:
    """A response; each is another one unless a digest is given."""
    usual: dict[str, Any] = {
        "instance": "some_task-1/1",
        "cluster": "some_task",
        "prompt": "p",
        "digest": f"digest of {name}",
        "items": items(points),
        "graded_by": "people",
    }
    return ScoredResponse(id=name, **{**usual, **more})
