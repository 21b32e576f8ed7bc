"""What is known of an attempt's course, as plain data; None stands for unknown, never for none."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from itertools import pairwise
from typing import Any

CLASSES = {"ok": "valid", "failed": "failed", "internal_error": "fault", "error": "syntactic"}
"""The class of a call by its status (docs/worlds.md)."""


class Ending(StrEnum):
    """What ended an attempt."""

    SUBJECT = "subject"
    """The subject finished it, with a claim."""
    SILENCE = "silence"
    """The subject went on without calling anything, and without finishing."""
    BUDGET = "budget"
    TIME = "time"
    CAP = "cap"
    """A limit on tokens or money."""
    ERROR = "error"
    """Something of ours broke."""

    @property
    def is_own(self) -> bool:
        """Whether the subject could have gone on."""
        return self in (Ending.SUBJECT, Ending.SILENCE)


@dataclass(frozen=True, slots=True)
class TracedCall:
    """One call of a tool; control tools are no calls.

    Args:
        number: By which evidence names it; numbers rise, and may leave gaps.
        tool: The name as the subject wrote it.
        arguments: What it sent, JSON.
        status: ok, failed, internal_error or error.
        output: What it was answered, JSON.
        unlisted: Whether the tool exists and was not on offer.
        changed: Ids of the records from before the attempt that the call changed or removed; None
            where that is not known.
    """

    number: int
    tool: str
    arguments: Any
    status: str
    output: Any
    unlisted: bool = False
    changed: tuple[str, ...] | None = None

    @property
    def ok(self) -> bool:
        """Whether the tool did what it says."""
        return self.status == "ok"


@dataclass(frozen=True, slots=True)
class Retrieval:
    """One search for tools.

    Args:
        after: Number of the call before it; 0 if there was none.
        found: Names of the tools that were listed from then on.
    """

    after: int
    found: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class TokenUsage:
    """Tokens of one reply, as the provider counted them.

    Args:
        prompt: Of the prompt, cached ones included.
        cached: Of the prompt, those in the provider's cache.
        output: Of the reply, reasoning included.
        reasoning: Of the reply, those that were thought and not said.
    """

    prompt: int
    cached: int = 0
    output: int = 0
    reasoning: int = 0


@dataclass(frozen=True, slots=True)
class ModelReply:
    """One reply of a model.

    Args:
        calls: Numbers of the calls that it asked for; none if it asked for none.
        usage: Its tokens; None if the provider did not tell.
    """

    calls: tuple[int, ...]
    usage: TokenUsage | None = None


@dataclass(frozen=True)
class Trajectory:
    """The course of an attempt that has ended.

    Args:
        calls: In the order in which they were answered.
        ending: What ended it.
        claim: What the subject claimed at the end, if it did.
        correct: The verdict; None if the attempt has none.
        listed: Names of the tools that were on offer from the start; None: all.
        retrievals: The searches for tools.
        replies: The replies of the model, in order; None where they are not known, or where no
            model acted.

    Raises:
        ValueError: the numbers of the calls don't rise, a status is none of the four, or a reply
            asks for a call that is not there or that another one asked for.
    """

    calls: tuple[TracedCall, ...]
    ending: Ending
    claim: str | None = None
    correct: bool | None = None
    listed: frozenset[str] | None = None
    retrievals: tuple[Retrieval, ...] = ()
    replies: tuple[ModelReply, ...] | None = None

    def __post_init__(self) -> None:
        """Refuse what can't be a course of calls."""
        numbers = [call.number for call in self.calls]
        if any(later <= earlier for earlier, later in pairwise([0, *numbers])):
            raise ValueError(f"the numbers of calls must be positive and rise: {numbers}")
        unknown = {call.status for call in self.calls} - set(CLASSES)
        if unknown:
            raise ValueError(f"no such status: {', '.join(sorted(unknown))}")
        asked = [number for reply in self.replies or () for number in reply.calls]
        if len(asked) != len(set(asked)) or not set(asked) <= set(numbers):
            raise ValueError("each call that a reply asks for must be there, and be asked for once")

    @cached_property
    def _rounds(self) -> dict[int, int]:
        return {number: min(reply.calls) for reply in self.replies or () for number in reply.calls}

    def asked_at(self, call: TracedCall) -> int:
        """Number of the first call of the reply that asked for a call.

        The answers of earlier calls are what the subject had before it when it asked. Where its
        reply is not known, the call is taken to stand alone.
        """
        return self._rounds.get(call.number, call.number)

    @property
    def last_round(self) -> tuple[TracedCall, ...]:
        """The last call, with those that the same reply asked for; nothing if there is no call."""
        if not self.calls:
            return ()
        first = self.asked_at(self.calls[-1])
        return tuple(call for call in self.calls if self.asked_at(call) == first)
