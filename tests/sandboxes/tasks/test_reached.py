"""The gate's quick answer, whether an end is reached, is that of the whole score."""

from __future__ import annotations

import pytest

from evaluators import CANNOT_BE_DONE, DONE
from sandboxes.tasks import Decline, Instance, make_instance, templates
from sandboxes.tasks._gate import right_claim
from sandboxes.tasks._passing import passing_checks
from sandboxes.tasks._variants import variants

KNOWN = templates("interdependent")
SAMPLE = {"buy_cheapest", "group_and_hand_over", "reunion_of_four", "top_up_cart"}
TASKS = [
    pytest.param(name, marks=() if name in SAMPLE else (pytest.mark.verify,)) for name in KNOWN
]


def made(name: str) -> Instance:
    """The first instance that there is."""
    for seed in range(3, 13):
        try:
            return make_instance(KNOWN[name], seed)
        except Decline:
            continue
    raise AssertionError(f"{name} declines everything")


@pytest.mark.parametrize("name", TASKS)
def test_quick_and_whole_agree_on_right_and_wrong_ways(name: str) -> None:
    instance = made(name)
    claim = right_claim(instance)
    ways = [(world, claim) for _, world, _ in passing_checks(instance)]
    ways += [(variant.world, DONE) for variant in variants(instance)]
    ways += [(instance.world.fork(), said) for said in (DONE, CANNOT_BE_DONE)]
    assert len(ways) > 10
    for world, said in ways:
        assert instance.is_reached(world, said) is instance.score(world, said).correct
