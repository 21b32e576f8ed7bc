"""Workflows and faulty instances of them, made once for all tests of a process."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from sandboxes._streams import Stream
from sandboxes.tasks import Decline
from sandboxes.workflows import (
    ErrorType,
    NoPlace,
    RecoveryInstance,
    WorkflowInstance,
    make_faulty,
    make_workflow,
    workflows,
)

SLOW = frozenset({"average_of_three_stations", "alerts_for_the_watch_list", "basket_for_families"})
"""Workflows whose instances take longer than all others together; the verify runs have them."""


@cache
def instance(workflow: str, seed: int) -> WorkflowInstance | None:
    """A workflow at a seed; None where it declines."""
    try:
        return make_workflow(workflows()[workflow], seed)
    except Decline:
        return None


def instances(*seeds: int) -> Iterator[WorkflowInstance]:
    """All workflows but the slow ones at these seeds."""
    for seed in seeds:
        for name in workflows():
            made = None if name in SLOW else instance(name, seed)
            if made is not None:
                yield made


def put_in(made: WorkflowInstance, number: int, error: ErrorType) -> RecoveryInstance | None:
    """A workflow with an error after a wave; None where there is no place for it."""
    try:
        return make_faulty(made, ((number, error),), Stream(1, "tests", made.id, error, number))
    except NoPlace:
        return None


@cache
def faulty(error: ErrorType, count: int, *seeds: int) -> tuple[RecoveryInstance, ...]:
    """So many instances of level 1 with an error, each of another workflow or seed.

    The errors come after different waves.

    Args:
        error: Which.
        count: How many.
        seeds: At which seeds the workflows are made.
    """
    found: list[RecoveryInstance] = []
    order = Stream(1, "tests", "order", error).shuffled(list(instances(*seeds)))
    for made in order:
        numbers = Stream(1, "tests", "rounds", error, made.id).shuffled(
            list(range(1, len(made.waves) + 1))
        )
        put = (put_in(made, number, error) for number in numbers)
        first = next((one for one in put if one is not None), None)
        found.extend(() if first is None else (first,))
        if len(found) == count:
            return tuple(found)
    raise AssertionError(f"only {len(found)} instances of {error} were found")


def several(*errors: ErrorType) -> Iterator[RecoveryInstance]:
    """Workflows with an error in each of the first rounds."""
    for made in instances(1):
        try:
            yield make_faulty(
                made, tuple(enumerate(errors, start=1)), Stream(1, "several", made.id)
            )
        except NoPlace:
            continue
