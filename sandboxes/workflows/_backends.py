"""Where the calls of plans are made: in a sandbox world, from records, by a simulation."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

from sandboxes._catalogue import catalogue
from sandboxes._outcome import Outcome, sorted_json
from sandboxes._world import World
from sandboxes.workflows._executor import PlannedCall

Simulate = Callable[[Sequence[PlannedCall]], list[Outcome]]


class WorldBackend:
    """Calls in a world, which they change.

    Each call of a wave is tried on a fork of the world as it was before the wave. What is not ok
    there has this outcome; what is runs in the world itself, one after the other.

    Args:
        world: The world.

    Attributes:
        world: The same.
    """

    def __init__(self, world: World) -> None:
        self.world = world

    def wave(self, calls: Sequence[PlannedCall]) -> list[Outcome]:
        """Make calls at once."""
        if len(calls) == 1:
            return [self.world.call(calls[0].tool, calls[0].arguments)]
        before = self.world.fork()
        tried = [self._tried(before, call) for call in calls]
        return [
            self.world.call(call.tool, call.arguments) if outcome.ok else outcome
            for call, outcome in zip(calls, tried, strict=True)
        ]

    def fork(self) -> Self:
        """A backend over a fork of the world."""
        return type(self)(self.world.fork())

    @staticmethod
    def _tried(before: World, call: PlannedCall) -> Outcome:
        tool = catalogue().get(call.tool)
        changes = tool is not None and tool.mutates
        return (before.fork() if changes else before).call(call.tool, call.arguments)


class NotRecorded(LookupError):
    """There is no record of a call, or all there are have been used up."""


class RecordedBackend:
    """Outcomes from a record: of equal calls, one after the other.

    Args:
        recorded: (tool, arguments, outcome) of calls that were made once.
    """

    def __init__(self, recorded: Sequence[tuple[str, Mapping[str, Any], Outcome]]) -> None:
        self._left: dict[str, tuple[Outcome, ...]] = {}
        for tool, arguments, outcome in recorded:
            key = _key(tool, arguments)
            self._left[key] = (*self._left.get(key, ()), outcome)

    def wave(self, calls: Sequence[PlannedCall]) -> list[Outcome]:
        """Look calls up.

        Raises:
            NotRecorded: one was not recorded, or not so often.
        """
        return [self._next(call) for call in calls]

    def fork(self) -> Self:
        """One that goes on from here by itself."""
        twin = type(self)(())
        twin._left = dict(self._left)
        return twin

    def _next(self, call: PlannedCall) -> Outcome:
        key = _key(call.tool, call.arguments)
        first, *rest = self._left.get(key) or (None,)
        if first is None:
            raise NotRecorded(f"{call.tool}, called by node {call.node}, was not recorded.")
        self._left[key] = tuple(rest)
        return first


class SimulatedBackend:
    """Outcomes that somebody makes up, such as a model; all are kept.

    Args:
        simulate: Makes up the outcomes of a wave.

    Attributes:
        recorded: What `RecordedBackend` takes, so that the same run can be made again.
    """

    def __init__(self, simulate: Simulate) -> None:
        self._simulate = simulate
        self.recorded: list[tuple[str, Mapping[str, Any], Outcome]] = []

    def wave(self, calls: Sequence[PlannedCall]) -> list[Outcome]:
        """Have calls made up."""
        outcomes = self._simulate(calls)
        self.recorded.extend(
            (call.tool, call.arguments, outcome)
            for call, outcome in zip(calls, outcomes, strict=True)
        )
        return outcomes

    def fork(self) -> Self:
        """One whose further record is its own."""
        twin = type(self)(self._simulate)
        twin.recorded = list(self.recorded)
        return twin


def _key(tool: str, arguments: Mapping[str, Any]) -> str:
    return sorted_json([tool, arguments])
