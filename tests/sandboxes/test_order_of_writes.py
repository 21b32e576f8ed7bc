"""Attempts that differ only in the order of independent writes get the same score."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from sandboxes import RecordedCall
from sandboxes.tasks import Instance, templates
from sandboxes.tasks._replay import replay, writes_of
from tests.sandboxes.test_unrelated_calls import SUITE, an_instance, figures

Calls = list[RecordedCall]
_MOST_WRITES = 10


def unfinished(calls: Calls) -> Iterator[Calls]:
    """The calls, and the calls without any one of them: right and partly right attempts."""
    yield calls
    for left_out in range(len(calls)):
        yield calls[:left_out] + calls[left_out + 1 :]


def swapped(instance: Instance, calls: Calls) -> Iterator[Calls]:
    """The calls with two neighbours the other way round that succeed and touch other places."""
    run = replay(instance.world, calls)
    for at, (first, second) in enumerate(pairwise(writes_of(instance.world, run))):
        if first.is_scored and second.is_scored and not first.overwrites(second):
            order = [*calls[:at], calls[at + 1], calls[at], *calls[at + 2 :]]
            effects = writes_of(instance.world, replay(instance.world, order))[at : at + 2]
            if all(e.is_scored for e in effects) and not effects[0].overwrites(effects[1]):
                yield order


def test_the_order_of_independent_writes_changes_no_figure() -> None:
    compared = {"right": 0, "partly right": 0}
    for task in list(templates(SUITE))[::4]:
        instance = an_instance(task)
        writes = [write.call for write in writes_of(instance.world, instance.ends[0])]
        if len(writes) > _MOST_WRITES:
            continue  # pairs of pairs: of the largest there are too many
        for calls in unfinished(writes):
            score = instance.score(replay(instance.world, calls).world)
            for order in swapped(instance, calls):
                other = instance.score(replay(instance.world, order).world)
                assert figures(other) == figures(score), instance.id
                compared["right" if score.correct else "partly right"] += 1
    assert min(compared.values()) >= 5, compared
