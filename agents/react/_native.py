"""The dialect of the OpenAI-compatible protocol: calls are a part of the reply, not of its text."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from agents.model import Function, Message, Reply, ToolUse
from agents.react._prompts import function_of, prompt
from agents.react._reading import Reading, ReplyKind, Use, kind_of, plain, raw, read_json, use_of

_UNREADABLE = "unreadable_arguments"


class NativeDialect:
    """Native tool calling. A reply may hold several calls, which are made in order."""

    name = "native"
    lists_tools = True

    @property
    def reminder(self) -> str | None:
        """What is said after a reply without any call."""
        return prompt("native_reminder")

    def opening(self, task: str, tools: Sequence[dict[str, Any]]) -> list[Message]:
        """How to act, then the task; the tools are offered beside the conversation."""
        return [
            {"role": "system", "content": prompt("native_system")},
            {"role": "user", "content": task},
        ]

    def functions(self, tools: Sequence[dict[str, Any]]) -> list[Function]:
        """Every tool is a function."""
        return [function_of(tool) for tool in tools]

    def read(self, reply: Reply, number: int) -> Reading:
        """Understand a reply: its native calls; whatever its text says is no call."""
        text = plain(reply.text)
        if not reply.tool_uses:
            kind = ReplyKind.NO_CALL if text.strip() else ReplyKind.EMPTY
            return Reading(kind, {"role": "assistant", "content": text})
        uses: list[Use] = []
        kinds: list[ReplyKind] = []
        echoes: list[dict[str, Any]] = []
        ids: set[str] = set()
        for place, written in enumerate(reply.tool_uses, start=1):
            id_ = plain(written.id)
            if not id_ or id_ in ids:
                id_ = f"call_{number}_{place}"
            ids.add(id_)
            arguments, readable = _arguments(written.arguments)
            use, kind = use_of(id_, written.name, arguments, readable=readable)
            uses.append(use)
            kinds.append(kind)
            echoes.append(_echo(id_, written, arguments))
        message = {"role": "assistant", "content": text, "tool_calls": echoes}
        return Reading(kind_of(kinds), message, tuple(uses))

    def answers(self, uses: Sequence[Use], texts: Sequence[str]) -> list[Message]:
        """A message for each call."""
        return [
            {"role": "tool", "tool_call_id": use.id, "content": text}
            for use, text in zip(uses, texts, strict=True)
        ]

    def prompts(self) -> tuple[str, ...]:
        """The prompts that only this dialect gives."""
        return ("native_system", "native_reminder")


def _arguments(text: str) -> tuple[Any, bool]:
    """The arguments of a call, and whether they were JSON; without any text there are none."""
    if not text.strip():
        return {}, True
    try:
        return read_json(text), True
    except ValueError:
        return raw(text), False


def _echo(id_: str, written: ToolUse, arguments: Any) -> dict[str, Any]:
    """A call as it goes into the conversation.

    Servers put the arguments of earlier calls into templates that only take an object, and refuse
    the whole request otherwise: so what is none goes back as a text in one.
    """
    is_object = isinstance(arguments, dict)
    echoed = written.arguments if is_object else json.dumps({_UNREADABLE: raw(written.arguments)})
    function = {"name": plain(written.name), "arguments": echoed if echoed.strip() else "{}"}
    return {"id": id_, "type": "function", "function": function}
