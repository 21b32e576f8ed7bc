"""Ways to do a task wrongly: none of them may pass."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import permutations
from typing import Any

from sandboxes._environment import RecordedCall
from sandboxes._outcome import Outcome
from sandboxes._world import World
from sandboxes.tasks._client import Client
from sandboxes.tasks._instance import Instance, make_instance
from sandboxes.tasks._near import alternatives
from sandboxes.tasks._replay import Write, changed_leaves, replay, writes_of
from sandboxes.tasks._stages import stages
from sandboxes.tasks._template import Decline

_OTHER_SEEDS = range(1001, 1006)


@dataclass(frozen=True)
class Variant:
    """A wrong way, carried out.

    Args:
        check: Which kind of wrong it is.
        detail: What was done.
        world: What it left behind.
        write: The end and the write of it that was varied, if it was one.
        undone: It comes to nothing, so that it is no mistake: a write was left out whose record is
            gone by the end, or a repetition was refused.
    """

    check: str
    detail: str
    world: World
    write: tuple[int, int] | None = None
    undone: bool = False


def variants(instance: Instance) -> Iterator[Variant]:
    """Every wrong way near the right ends."""
    ends = [writes_of(instance.world, end) for end in instance.ends]
    for place, writes in enumerate(ends):
        final = changed_leaves(instance.world, instance.ends[place].world).keys()
        for number, write in enumerate(writes):
            if write.is_scored:
                yield _without(place, writes, number, not write.leaves & final)
                yield from _altered(instance, place, writes, number)
    calls = [[write.call for write in writes] for writes in ends]
    twice = replay(instance.world, calls[0] * 2).world
    refused = not changed_leaves(instance.ends[0].world, twice)  # all of the second time
    yield Variant("twice", "gold twice", twice, undone=refused)
    for one, other in permutations(range(len(calls)), 2):
        world = replay(instance.world, calls[one] + calls[other]).world
        yield Variant("mixed", f"ends {one} and {other} one after the other", world)
    yield from _foreign_gold(instance)
    yield from strays(instance, calls[0])


def _without(place: int, writes: list[Write], number: int, undone: bool) -> Variant:
    later = [write.call for write in writes[number + 1 :]]
    detail = f"end {place} without {writes[number].call.tool} (write {number})"
    world = replay(writes[number].before, later).world
    return Variant("without", detail, world, (place, number), undone)


def _altered(instance: Instance, place: int, writes: list[Write], number: int) -> Iterator[Variant]:
    write, later = writes[number], [other.call for other in writes[number + 1 :]]
    for name, arguments in alternatives(write.before, write.call, instance.draft.texts):
        altered = RecordedCall(write.call.tool, arguments, write.call.outcome)
        world = replay(write.before, [altered, *later]).world
        detail = f"end {place}, {write.call.tool}: {name} = {arguments[name]!r}"
        yield Variant("altered", detail, world, (place, number))


def _foreign_gold(instance: Instance) -> Iterator[Variant]:
    """The gold of another seed, carried as far as it goes in this world."""
    for seed in _OTHER_SEEDS:
        if seed == instance.seed:
            continue
        try:
            foreign = make_instance(instance.template, seed)
        except Decline:
            continue
        world = instance.world.fork()
        # Its people and things may not be in this world: then its program ends early, and what its
        # own code makes of that is no matter. A tool that breaks down is: _Guarded lets it through.
        guarded = _Guarded(world)
        with contextlib.suppress(Exception):
            foreign.draft.gold(Client(guarded.call))
        if guarded.broken is not None:
            raise guarded.broken
        yield Variant("foreign", f"gold of seed {seed}", world)
        return


class _Guarded:
    """A door that remembers the exception of a tool, so that nobody can swallow it."""

    def __init__(self, world: World) -> None:
        self._world = world
        self.broken: Exception | None = None

    def call(self, tool: str, arguments: dict[str, Any]) -> Outcome:
        try:
            return self._world.call(tool, arguments)
        except Exception as error:
            self.broken = error
            raise


def strays(instance: Instance, calls: list[RecordedCall] | None = None) -> Iterator[Variant]:
    """The given writes and one more that nothing asks for, in each app that has scored state."""
    for stage in stages():
        world = replay(instance.world, calls or []).world
        tool, arguments = stage.stray_write(world)
        outcome = world.call(tool, arguments)
        assert outcome.ok, f"the stray write {tool} succeeds: {outcome.output}"
        yield Variant("stray", f"a stray {tool}", world)
