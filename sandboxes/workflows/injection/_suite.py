"""The recovery suite: an instance for each workflow, level and seed; the seed draws the errors."""

from __future__ import annotations

from sandboxes._streams import Stream
from sandboxes.tasks._template import Decline
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._gate import doubts
from sandboxes.workflows._template import find_workflow
from sandboxes.workflows._workflow_instance import make_workflow
from sandboxes.workflows.injection._faulty import NoPlace, RecoveryInstance, Wanted, make_faulty
from sandboxes.workflows.injection._quotas import LEVEL_1, LEVEL_2

_MOST_TRIED = 12
_THREE = 2749 / 6593
"""Share of the instances of level 2 that have a third error."""


def recovery_instance(
    workflow: str, level: int, seed: int, *, secret: str = ""
) -> RecoveryInstance:
    """The instance of the suite at a workflow, a level and a seed.

    Types are drawn with the paper's shares.

    Args:
        workflow: Name of the template.
        level: 1: one error; 2: an error in each of two or three rounds.
        seed: The instance seed, a positive integer.
        secret: What to mix into the world's seed; nothing for a public instance.

    Raises:
        WorkflowError: there is no such workflow.
        Decline: the workflow does not fit this seed's world, or has no place for what was drawn.
    """
    instance = make_workflow(find_workflow(workflow), seed, secret=secret)
    found = doubts(instance)
    if found:
        raise Decline(f"{found[0].check}: {found[0].text}")
    for turn in range(_MOST_TRIED):
        draw = Stream(instance.world.seed, "recovery", level, turn)
        try:
            return make_faulty(instance, _drawn(draw, level == 1, len(instance.waves)), draw)
        except NoPlace:
            continue
    raise Decline(f"no place for errors in {_MOST_TRIED} tries")


def _drawn(draw: Stream, single: bool, waves: int) -> Wanted:
    """Which errors come after which waves."""
    if single:
        return ((draw.between(1, waves), _type(draw, list(LEVEL_1.values()), list(LEVEL_1))),)
    rounds = 3 if draw.chance(_THREE) else 2
    types = list(LEVEL_2)
    return tuple(
        (number, _type(draw, [LEVEL_2[error][number - 1] for error in types], types))
        for number in range(1, rounds + 1)
    )


def _type(draw: Stream, weights: list[int], types: list[ErrorType]) -> ErrorType:
    return types[draw.weighted([float(weight) for weight in weights])]
