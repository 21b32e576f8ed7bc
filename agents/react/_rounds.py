"""When an attempt at recovery is over: its response is reached, or its last round is used up."""

from __future__ import annotations

from typing import Any

from agents.react._limits import Ending, EndingKind
from sandboxes import Outcome
from sandboxes.workflows import ROUND_LIMIT, SUBMIT_PLAN


class Rounds:
    """The rounds of an attempt, counted as its environment does: each submission costs one.

    Args:
        observation: What there was before the first call. Where it tells no round, the attempt has
            none, and this never ends it.
    """

    def __init__(self, observation: Any) -> None:
        told = observation.get("round") if isinstance(observation, dict) else None
        self._used: int | None = told if type(told) is int else None

    def after(self, name: str, outcome: Outcome) -> Ending | None:
        """The ending, if this call was the last that could be made.

        Args:
            name: What was called.
            outcome: What was answered.
        """
        if self._used is None or name != SUBMIT_PLAN.name:
            return None
        self._used += 1
        told = outcome.output if outcome.ok and isinstance(outcome.output, dict) else {}
        if told.get("completed") is True:
            return Ending(EndingKind.RESPONSE, f"the response was reached in round {self._used}")
        if self._used >= ROUND_LIMIT:
            return Ending(EndingKind.ROUNDS, f"all {ROUND_LIMIT} rounds are used up")
        return None
