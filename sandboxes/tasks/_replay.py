"""Writes of a run, replayed in other ways: left out, doubled, swapped, with other arguments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from evaluators import ChangeKind, Expectation, compare
from sandboxes._catalogue import app_states, catalogue
from sandboxes._declaration import evidence
from sandboxes._environment import RecordedCall
from sandboxes._world import World
from sandboxes.tasks._instance import Run, own_spec

_CLOCK_SERVER = "LightOS"


@dataclass(frozen=True)
class Write:
    """A call of a run to a tool that changes the state when it succeeds.

    Args:
        call: The call.
        before: The world before it.
        after: The world after it.
    """

    call: RecordedCall
    before: World
    after: World

    @cached_property
    def _changed(self) -> dict[str, bool]:
        return changed_leaves(self.before, self.after)

    @cached_property
    def leaves(self) -> frozenset[str]:
        """Paths of the scored leaves that it changed."""
        return frozenset(self._changed)

    @cached_property
    def sums(self) -> frozenset[str]:
        """Those of them that are numbers and so can be added to by several writes."""
        return frozenset(path for path, numeric in self._changed.items() if numeric)

    @property
    def is_scored(self) -> bool:
        """Whether it changed anything that counts."""
        return bool(self.leaves)

    def overwrites(self, other: Write) -> bool:
        """Whether both changed one place; numbers that both only add to do not count."""
        added_up = self.sums & other.sums
        return any(
            _overlap(mine, theirs)
            for mine in self.leaves - added_up
            for theirs in other.leaves - added_up
        )


def _overlap(one: str, other: str) -> bool:
    return one == other or one.startswith(f"{other}/") or other.startswith(f"{one}/")


def writes_of(start: World, run: Run) -> list[Write]:
    """The writes of a run in order, with what each of them changed.

    Args:
        start: The prepared world that the run began with; its faults are off.
        run: The run, made under the same profile.
    """
    world = start.fork()
    writes = []
    for call in run.trace:
        if not catalogue()[call.tool].mutates:
            continue
        before = world.fork()
        world.call(call.tool, call.arguments)
        writes.append(Write(call, before, world.fork()))
    return writes


def changed_leaves(before: World, after: World) -> dict[str, bool]:
    """The scored leaves in which two worlds over one base differ; True for numbers."""
    old, new = evidence(before, after)
    found = compare(old, Expectation(new), new, own_spec())
    return {
        change.path: all(
            isinstance(side, int | float) and not isinstance(side, bool)
            for side in (change.old, change.new)
        )
        for change in found
    }


def same_state(start: World, one: World, other: World) -> bool:
    """Whether two ends are the same in full: neutral paths count, ids and times do not."""
    old, left, right = evidence(start, one, other)
    neutral = tuple(f"{app.server}/**" for app in app_states() if app.server != _CLOCK_SERVER)
    found = compare(old, Expectation(left, counted=neutral), right, own_spec())
    return all(change.kind is ChangeKind.MET for change in found)


def replay(start: World, calls: Sequence[RecordedCall]) -> Run:
    """Make recorded calls again, each on the records that it was about.

    Where a record got another id this time, later arguments that name it are rewritten. So what
    was recorded about a group is done to that group, whatever was left out or swapped before.

    Args:
        start: The world to fork.
        calls: The calls with their recorded outcomes.

    Returns:
        The world after them, and the calls as they were made now.
    """
    world = start.fork()
    names: dict[str, str] = {}
    made = []
    for call in calls:
        arguments = _renamed(call.arguments, names)
        outcome = world.call(call.tool, arguments)
        _note_names(call.outcome.output, outcome.output, names)
        made.append(RecordedCall(call.tool, arguments, outcome))
    return Run(world, tuple(made))


def _renamed(value: Any, names: dict[str, str]) -> Any:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, list):
        return [_renamed(item, names) for item in value]
    if isinstance(value, dict):
        return {key: _renamed(item, names) for key, item in value.items()}
    return value


def _note_names(recorded: Any, now: Any, names: dict[str, str]) -> None:
    if isinstance(recorded, dict) and isinstance(now, dict):
        for key in recorded:
            if key in now:
                _note_names(recorded[key], now[key], names)
    elif isinstance(recorded, str) and isinstance(now, str) and recorded != now:
        names[recorded] = now
