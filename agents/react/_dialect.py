"""What a dialect is: how a conversation opens, how calls are written, how answers come back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Protocol

from agents.model import Function, Message, Reply
from agents.react._native import NativeDialect
from agents.react._plans import PlanDialect
from agents.react._prompts import file_name, prompt_hash
from agents.react._reading import Reading, Use
from agents.react._text import TextDialect


class Dialect(Protocol):
    """A way for a model and a session to talk. It keeps nothing between two of these."""

    @property
    def name(self) -> str:
        """By which contestants name it."""

    @property
    def reminder(self) -> str | None:
        """What is said after a reply without any call; None if nothing is."""

    @property
    def lists_tools(self) -> bool:
        """Whether tools are before the model, so that it calls them by their names."""

    def opening(self, task: str, tools: Sequence[dict[str, Any]]) -> list[Message]:
        """The messages before the first reply.

        Args:
            task: What is to be done, in words.
            tools: What is listed, control tools included.
        """

    def functions(self, tools: Sequence[dict[str, Any]]) -> list[Function]:
        """What a request offers natively.

        Args:
            tools: What is listed now, control tools included.
        """

    def read(self, reply: Reply, number: int) -> Reading:
        """Understand a reply.

        Args:
            reply: The reply.
            number: Its running number, from 1.
        """

    def answers(self, uses: Sequence[Use], texts: Sequence[str]) -> list[Message]:
        """The messages that answer a reply.

        Args:
            uses: What the reply asked for.
            texts: What came of each.
        """

    def prompts(self) -> tuple[str, ...]:
        """The prompts that it gives to a model, by name."""


_ALL: tuple[Dialect, ...] = (
    NativeDialect(),
    TextDialect(),
    PlanDialect("plan"),
    PlanDialect("plan_few_shot", "plan_demonstrations"),
)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.name: dialect for dialect in _ALL})
"""By name. Which of them a strategy may be spoken in, it says."""

_SHARED = ("task", "told_ended")
_CALLING = ("finish_task", "told_finish", "told_finished", "told_task")
_RETRIEVING, _LISTING = ("retrieve_tools", "told_retrieve"), ("told_retrieve", "told_no_retrieval")


def prompt_hashes(dialect: Dialect, *, retrieves: bool = False) -> dict[str, str]:
    """What a contestant's words are known by.

    Args:
        dialect: Its dialect.
        retrieves: Whether it can look for tools.

    Returns:
        By the name of each file that may be given to the model, in alphabetical order: the first
        16 hexadecimal digits of its content's SHA-256.
    """
    names = {*_SHARED, *dialect.prompts()}
    if dialect.lists_tools:
        names |= {*_CALLING, *(_RETRIEVING if retrieves else _LISTING)}
    return {file_name(name): prompt_hash(name) for name in sorted(names)}
