"""What a model is asked and what it answers, in plain data that can be kept and read again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any, Protocol

Message = Mapping[str, Any]
"""A message as the OpenAI-compatible protocol has it: role, content, tool_calls, tool_call_id."""

Function = Mapping[str, Any]
"""A tool as that protocol has it: ``{"type": "function", "function": {...}}``."""


@dataclass(frozen=True, slots=True)
class Usage:
    """Tokens of one reply as the provider counted them.

    Args:
        prompt: Tokens of the prompt, cached ones included.
        cached: Those of the prompt that the provider had in its cache.
        output: Tokens of the reply, reasoning included.
        reasoning: Those of the reply that were thought and not said.
    """

    prompt: int = 0
    cached: int = 0
    output: int = 0
    reasoning: int = 0

    @property
    def uncached(self) -> int:
        """Tokens of the prompt that were billed in full."""
        return self.prompt - self.cached

    @property
    def total(self) -> int:
        """All tokens."""
        return self.prompt + self.output

    def __add__(self, other: Usage) -> Usage:
        return Usage(
            self.prompt + other.prompt,
            self.cached + other.cached,
            self.output + other.output,
            self.reasoning + other.reasoning,
        )


@dataclass(frozen=True, slots=True)
class ToolUse:
    """A call as the model wrote it.

    Args:
        id: By which the answer refers to it; empty where the dialect has none.
        name: Name of the tool.
        arguments: Its arguments, as text, whether or not that is JSON.
    """

    id: str
    name: str
    arguments: str


@dataclass(frozen=True, slots=True)
class Reply:
    """One reply of a model.

    Args:
        text: What it said; empty if nothing.
        tool_uses: The calls it asks for, in order.
        usage: Tokens; None if the provider did not tell.
        finish_reason: Why it stopped, in the provider's word; empty if it did not tell.
        model: The model's name in the provider's words, often more exact than what was asked for.
        seconds: How long it took, retries included.
        retries: Classes of the errors that were met before, in order.
    """

    text: str
    tool_uses: tuple[ToolUse, ...] = ()
    usage: Usage | None = None
    finish_reason: str = ""
    model: str = ""
    seconds: float = 0.0
    retries: tuple[str, ...] = ()

    def as_json(self) -> dict[str, Any]:
        """All of it, to be kept."""
        return asdict(self)


def reply_from_json(kept: Mapping[str, Any]) -> Reply:
    """A reply as `as_json` gave it."""
    usage = kept["usage"]
    return Reply(
        **{
            **kept,
            "tool_uses": tuple(ToolUse(**use) for use in kept["tool_uses"]),
            "usage": None if usage is None else Usage(**usage),
            "retries": tuple(kept["retries"]),
        }
    )


class Model(Protocol):
    """Whatever answers a conversation."""

    def reply(self, messages: Sequence[Message], functions: Sequence[Function]) -> Reply:
        """Answer a conversation.

        Args:
            messages: The conversation.
            functions: What may be called natively; none for dialects that write calls as text.

        Raises:
            ModelUnreachable: there is no reply to be had, for a reason that is not the model's.
            ContextTooLong: the conversation no longer fits the model, which is the subject's.
        """
