"""The honest client that gold programs act through, and the trace of what it called."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandboxes._environment import RecordedCall
from sandboxes._faults import LONGEST_RUN
from sandboxes._outcome import CallClass, Outcome

Door = Callable[[str, dict[str, Any]], Outcome]
"""How a call reaches the world: (tool, arguments) -> outcome."""


class GoldRefused(Exception):
    """A program's call was refused or not understood, so the program can't go on."""

    def __init__(self, tool: str, outcome: Outcome) -> None:
        super().__init__(tool, outcome)
        self.tool = tool
        self.outcome = outcome

    def __str__(self) -> str:
        """The tool and its answer."""
        return f"{self.tool}: {self.outcome.status}: {self.outcome.output}"


class CannotBeDone(Exception):
    """A program looked and found that the task is impossible."""


class Client:
    """Calls tools on behalf of a program, and tries again when the world is at fault.

    Args:
        door: How a call reaches the world.
        careful: Whether the program takes its declared look-and-mend steps; it asks.
    """

    def __init__(self, door: Door, *, careful: bool = True) -> None:
        self._door = door
        self.careful = careful
        self.trace: list[RecordedCall] = []

    def __call__(self, tool: str, **arguments: Any) -> Any:
        """Call a tool until it is no fault of the world's.

        Returns:
            Its output.

        Raises:
            GoldRefused: it was refused or not understood.
        """
        for _ in range(LONGEST_RUN + 1):
            outcome = self._once(tool, arguments)
            if outcome.call_class is not CallClass.FAULT:
                break
        if not outcome.ok:
            raise GoldRefused(tool, outcome)
        return outcome.output

    def steadily(self, tool: str, **arguments: Any) -> Any:
        """Call a tool; at the first fault, accelerate the network before trying again."""
        outcome = self._once(tool, arguments)
        if outcome.call_class is CallClass.FAULT:
            self("acc_network")
            return self(tool, **arguments)
        if not outcome.ok:
            raise GoldRefused(tool, outcome)
        return outcome.output

    def _once(self, tool: str, arguments: dict[str, Any]) -> Outcome:
        outcome = self._door(tool, arguments)
        self.trace.append(RecordedCall(tool, arguments, outcome))
        return outcome


Program = Callable[[Client], None]
"""A ground-truth trajectory: a program that uses only the tools."""
