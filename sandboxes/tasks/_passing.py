"""Ways to do a task that differ from the gold in nothing that counts: all of them must pass."""

from __future__ import annotations

import contextlib
import fnmatch
from collections.abc import Callable, Iterator
from functools import partial
from itertools import pairwise
from typing import Any

from sandboxes._catalogue import catalogue
from sandboxes._faults import PROFILES
from sandboxes._outcome import Outcome
from sandboxes._world import World
from sandboxes.tasks._client import CannotBeDone, Client, Door, GoldRefused, Program
from sandboxes.tasks._instance import Instance, Run
from sandboxes.tasks._replay import Write, replay, writes_of

Passing = tuple[str, World, int | None]
"""Name of the check, the world after it, and its calls where the budget holds."""

_READ_COUNTS = (0, 10, 100)
_ADVANCE = 3


def passing_checks(instance: Instance) -> Iterator[Passing]:
    """Every way to do the task that must pass."""
    for place, program in enumerate((instance.draft.gold, *instance.draft.other_ends)):
        yield from _profiles(instance, place, program)
        for count in _READ_COUNTS:
            world = _driven(instance, program, partial(_reads, count))
            yield f"end {place}: {count} reads before each write", world, None
        yield f"end {place}: other ids", _with_other_ids(instance, program), None
        world = _driven(instance, program, _passwords)
        yield f"end {place}: extra passwords and privilege", world, None
        yield from _swapped(instance, place, instance.ends[place])
    yield "only the needed tools", _with_needed_tools_only(instance), None


def _profiles(instance: Instance, place: int, program: Program) -> Iterator[Passing]:
    for profile in PROFILES:
        run = instance.run(program, profile)
        yield f"end {place}: profile {profile}", run.world, len(run.trace)


Interlude = Callable[[Door], None]


def _driven(instance: Instance, program: Program, interlude: Interlude) -> World:
    """Run a program under default faults with something else done before each write."""
    world = instance.world.fork("default")

    def door(tool: str, arguments: dict[str, Any]) -> Outcome:
        if catalogue()[tool].mutates:
            interlude(world.call)
        return world.call(tool, arguments)

    with contextlib.suppress(CannotBeDone):  # an impossible task: the gold looked, that is all
        program(Client(door))
    return world


def _with_needed_tools_only(instance: Instance) -> World:
    """The gold, where a call of a tool that is not counted as needed goes nowhere."""
    world = instance.world.fork("default")

    def door(tool: str, arguments: dict[str, Any]) -> Outcome:
        if tool not in instance.needed_tools:
            return Outcome("error", f"{tool} is not among the needed tools")
        return world.call(tool, arguments)

    with contextlib.suppress(CannotBeDone, GoldRefused):
        instance.draft.gold(Client(door))
    return world


def _reads(count: int, door: Door) -> None:
    reads = [
        t.name for t in catalogue().values() if not (t.mutates or t.input_schema["properties"])
    ]
    for number in range(count):
        door(reads[number % len(reads)], {})


def _passwords(door: Door) -> None:
    for tool in catalogue().values():
        if "password" in " ".join(tool.provides) or "privilege" in tool.provides:
            door(tool.name, {})


def _with_other_ids(instance: Instance, program: Program) -> World:
    """Run a program where every created record gets another id than in the gold."""
    world = instance.world.fork("default")
    world.counters.skipped_ids = _ADVANCE
    world.counters.ids = {kind: n + _ADVANCE for kind, n in world.counters.ids.items()}
    return instance.run_on(world, program).world


def _in_prescribed_order(instance: Instance, first: Write, second: Write) -> bool:
    """Whether both writes are about a collection whose order the instruction prescribes."""
    return any(
        all(fnmatch.filter(write.leaves, f"{path}/*") for write in (first, second))
        for path in instance.draft.ordered
    )


def _swapped(instance: Instance, place: int, end: Run) -> Iterator[Passing]:
    """Adjacent scored writes in the other order, where both succeed and nothing is overwritten.

    A write that only sets the stage for the next one (a right, a password, a place) is no such
    pair: cause and effect have one order.
    """
    writes = writes_of(instance.world, end)
    calls = [write.call for write in writes]
    for number, (first, second) in enumerate(pairwise(writes)):
        if not (first.is_scored and second.is_scored) or first.overwrites(second):
            continue
        if _in_prescribed_order(instance, first, second):
            continue
        run = replay(first.before, [second.call, first.call, *calls[number + 2 :]])
        swapped = writes_of(first.before, Run(run.world, run.trace[:2]))
        if all(write.call.outcome.ok for write in swapped) and not swapped[0].overwrites(
            swapped[1]
        ):
            yield f"end {place}: {second.call.tool} before {first.call.tool}", run.world, None
