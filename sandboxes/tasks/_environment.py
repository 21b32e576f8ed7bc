"""The interdependent suite's environment: an instance's world behind the one protocol."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Literal, Self

from evaluators import CANNOT_BE_DONE, DONE, Evidence, Score
from sandboxes._catalogue import catalogue, tools
from sandboxes._environment import AttemptFinished, Brief, RecordedCall, ReplayMismatch
from sandboxes._faults import FaultProfile
from sandboxes._outcome import Outcome
from sandboxes.tasks._instance import Instance, own_spec

OUTCOMES = (DONE, CANNOT_BE_DONE)


class InterdependentEnvironment:
    """An attempt at an instance.

    The attempt ends when the subject finishes it or the call budget is used up, which counts as
    finished with "done" but not by the subject.

    Args:
        instance: The instance.
        profile: How often calls meet faults; a FaultProfile or its name.
        call_budget: How many calls may be made; None: as many as the instance allows.
        offered: Names of the tools on offer, in their order; None: all. Others can be called all
            the same.

    Raises:
        KeyError: no such profile.
    """

    first_observation = None
    inner_calls = ()
    ending: Literal["budget"] = "budget"

    def __init__(
        self,
        instance: Instance,
        profile: FaultProfile | str = "default",
        *,
        call_budget: int | None = None,
        offered: Sequence[str] | None = None,
    ) -> None:
        self._instance = instance
        self._world = instance.world.fork(profile)
        self._budget = instance.call_budget if call_budget is None else call_budget
        self._offered = offered
        self._calls = 0
        self.claim: str | None = None
        self.answer = ""

    @property
    def brief(self) -> Brief:
        """The instruction and the limits."""
        return Brief(self._instance.instruction, self._budget)

    @property
    def calls_left(self) -> int:
        """How many calls the budget still allows."""
        return self._budget - self._calls

    @property
    def finished(self) -> bool:
        """Whether the attempt has ended."""
        return self.claim is not None or self.calls_left <= 0

    @property
    def state(self) -> dict[str, Any]:
        """The whole state of the world."""
        return self._world.state()

    @property
    def artefacts(self) -> dict[str, bytes]:
        """None: this suite makes no files."""
        return {}

    @property
    def state_hash(self) -> str:
        """Hash of the world's state as it is now."""
        return self._world.state_hash

    def tools(self) -> list[dict[str, Any]]:
        """The tools on offer, in their order."""
        if self._offered is None:
            return [tool.documentation() for tool in tools()]
        return [catalogue()[name].documentation() for name in self._offered]

    def offers(self, name: str) -> bool:
        """Whether a tool is among those on offer."""
        return self._offered is None or name in self._offered

    def knows(self, name: str) -> bool:
        """Whether there is such a tool, on offer or not."""
        return name in catalogue()

    def list_also(self, names: Iterable[str]) -> None:
        """Put tools on offer besides those that are, as a retrieval does."""
        if self._offered is not None:
            self._offered = tuple(dict.fromkeys((*self._offered, *names)))

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool.

        Raises:
            AttemptFinished: the attempt has ended.
        """
        self._take()
        return self._world.call(name, arguments)

    def apply(self, recorded: RecordedCall) -> None:
        """Make a recorded call again; that of a stateless tool is only counted.

        Raises:
            AttemptFinished: the attempt has ended.
            ReplayMismatch: it came out differently, or left another state.
        """
        if _is_stateless(recorded.tool):
            self._take()
            self._world.count(recorded.tool, recorded.outcome)
        else:
            self._make(recorded)
        if recorded.state_hash not in (None, self.state_hash):
            raise ReplayMismatch(
                f"{recorded.tool}: recorded state {recorded.state_hash}, now {self.state_hash}"
            )

    def _make(self, recorded: RecordedCall) -> None:
        outcome = self.call(recorded.tool, recorded.arguments)
        # Compared as texts: what was stored as JSON holds lists where a tool gave a tuple.
        if outcome.canonical() != recorded.outcome.canonical():
            raise ReplayMismatch(
                f"{recorded.tool}: recorded {recorded.outcome.canonical()}, "
                f"now {outcome.canonical()}"
            )

    def _take(self) -> None:
        """Use up one call of the budget."""
        if self.finished:
            raise AttemptFinished("The attempt has ended; no call can be made.")
        self._calls += 1

    def finish(self, outcome: str, answer: str = "") -> None:
        """End the attempt.

        Raises:
            ValueError: the outcome is neither "done" nor "cannot_be_done".
            AttemptFinished: it has ended before.
        """
        if outcome not in OUTCOMES:
            raise ValueError(f"the outcome must be one of {', '.join(OUTCOMES)}")
        if self.finished:
            raise AttemptFinished("The attempt has ended before.")
        self.claim, self.answer = outcome, answer

    def fork(self) -> Self:
        """An independent copy of the attempt."""
        twin = type(self).__new__(type(self))
        vars(twin).update(vars(self))
        twin._world = self._world.fork()
        return twin

    def evidence(self) -> Evidence:
        """What the attempt has left behind so far, beside the right ends."""
        return self._instance.evidence(
            self._world, self.claim or DONE, finished_by_subject=self.claim is not None
        )

    def score(self) -> Score:
        """Score what the attempt has left behind so far."""
        return self.evidence().score(own_spec())


def _is_stateless(tool: str) -> bool:
    found = catalogue().get(tool)
    return found is not None and found.state is None
