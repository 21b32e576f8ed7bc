"""The one protocol through which a transport, a console or an agent acts, whatever the suite."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol, Self

from sandboxes._outcome import Outcome


class AttemptFinished(Exception):
    """A call came after the end; it is no call and is not counted."""


class ReplayMismatch(Exception):
    """A recorded call came out differently when it was made again."""


@dataclass(frozen=True, slots=True)
class Brief:
    """What a subject is told before the first call.

    Args:
        instruction: The task.
        call_budget: How many calls may be made.
        finishing: How an attempt is ended, in the same words for people and agents.
    """

    instruction: str
    call_budget: int
    finishing: str = (
        'When you are finished, finish the task with "done". If you are sure that it cannot be '
        'done, change nothing and finish it with "cannot_be_done".'
    )


@dataclass(frozen=True, slots=True)
class RecordedCall:
    """A call as the log holds it.

    Args:
        tool: What was called.
        arguments: With what.
        outcome: What came of it.
        state_hash: Hash of the state after it, where it was recorded.
    """

    tool: str
    arguments: Any
    outcome: Outcome
    state_hash: str | None = None


class Environment(Protocol):
    """A world with one task in it."""

    @property
    def brief(self) -> Brief:
        """What the subject is told."""

    @property
    def first_observation(self) -> Any:
        """What the subject sees before its first call, JSON; None where there is nothing."""

    @property
    def finished(self) -> bool:
        """Whether the attempt has ended."""

    @property
    def state(self) -> dict[str, Any]:
        """The whole state, JSON."""

    @property
    def artefacts(self) -> dict[str, bytes]:
        """Files that the attempt has made, by name."""

    def tools(self) -> list[dict[str, Any]]:
        """The tools on offer: server, name, description, input_schema, mutates."""

    def call(self, name: str, arguments: object) -> Outcome:
        """Call a tool.

        Raises:
            AttemptFinished: the attempt has ended.
        """

    def apply(self, recorded: RecordedCall) -> None:
        """Bring the environment to where it was after a recorded call.

        Raises:
            AttemptFinished: the attempt has ended.
            ReplayMismatch: it can be recomputed and came out differently.
        """

    def finish(self, outcome: str, answer: str = "") -> None:
        """End the attempt with "done" or "cannot_be_done".

        Raises:
            ValueError: another outcome.
            AttemptFinished: it has ended before.
        """

    def fork(self) -> Self:
        """An independent copy."""
