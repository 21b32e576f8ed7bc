"""The dialect of plain text: a call stands between tags, and so does its answer."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from string import Template
from typing import Any

from agents.model import Function, Message, Reply
from agents.react._prompts import prompt
from agents.react._reading import (
    Aside,
    Finish,
    Reading,
    ReplyKind,
    Use,
    plain,
    raw,
    read_json,
    use_of,
)
from evaluators import CANNOT_BE_DONE, DONE
from sandboxes import canonical_json

_OPEN, _CLOSE = "<tool>", "</tool>"
_UNREADABLE: tuple[Use, ReplyKind] = (Aside("", "told_unreadable"), ReplyKind.MALFORMED)
_END_SENTENCE = "end sentence"
"""Stands for the id of an end that is no call, and so gets no answer."""
_END = re.compile(rf"\[END\](?:\s+({DONE}|{CANNOT_BE_DONE}))?")
_NAME_FIRST = re.compile(r'\s*\{\s*"name"\s*:\s*("(?:[^"\\]|\\.)*")', re.DOTALL)


class TextDialect:
    """The published text protocol, for models that have no other.

    A reply is cut after its first closing tag, and what follows the last opening tag before it is
    the call. A reply without a call ends the attempt if its last line is the end sentence;
    otherwise nothing is said to it.
    """

    name = "text"
    reminder: str | None = None
    lists_tools = True

    def opening(self, task: str, tools: Sequence[dict[str, Any]]) -> list[Message]:
        """How to call, and all tools; then the task."""
        listed = "\n".join(map(_line, tools))
        system = Template(prompt("text_system")).substitute(tools=listed)
        return [{"role": "system", "content": system}, {"role": "user", "content": task}]

    def functions(self, tools: Sequence[dict[str, Any]]) -> list[Function]:
        """None: tools that are listed later stand in the answer that lists them."""
        return []

    def read(self, reply: Reply, number: int) -> Reading:
        """Understand a reply; what a model called natively all the same is nothing here."""
        text = plain(reply.text)
        before, closed, _ = text.partition(_CLOSE)
        _, opened, inner = before.rpartition(_OPEN)
        if not (opened or closed):
            return _without_call(text)
        message = {"role": "assistant", "content": before + closed}
        if not opened:
            use, kind = _UNREADABLE
        else:
            use, kind = _call(inner) if closed else _broken(inner)
        return Reading(kind, message, (use,))

    def answers(self, uses: Sequence[Use], texts: Sequence[str]) -> list[Message]:
        """What came of the call, as if the user said it; the end sentence is not answered."""
        return [
            {"role": "user", "content": f"<response>{text}</response>"}
            for use, text in zip(uses, texts, strict=True)
            if not (isinstance(use, Finish) and use.id == _END_SENTENCE)
        ]

    def prompts(self) -> tuple[str, ...]:
        """The prompts that only this dialect gives."""
        return ("text_system", "told_unreadable")


def end_sentence(text: str) -> Finish | None:
    """The end of the attempt, if the last line of a text says that; it is no call.

    Args:
        text: What was said; not only blanks.
    """
    end = _END.fullmatch(text.strip().splitlines()[-1].strip())
    return None if end is None else Finish(_END_SENTENCE, end[1] or DONE)


def _line(tool: dict[str, Any]) -> str:
    return canonical_json(
        {
            "name": tool["name"],
            "description": tool["description"],
            "parameters": tool["input_schema"],
        }
    )


def _without_call(text: str) -> Reading:
    """A reply without a call; an empty one leaves no trace, so the same is asked again."""
    if not text.strip():
        return Reading(ReplyKind.EMPTY, None)
    message = {"role": "assistant", "content": text}
    end = end_sentence(text)
    if end is None:
        return Reading(ReplyKind.NO_CALL, message)
    return Reading(ReplyKind.FINISH, message, (end,))


def _call(inner: str) -> tuple[Use, ReplyKind]:
    """The call that stands behind an opening tag."""
    try:
        value = read_json(inner)
    except ValueError:
        return _broken(inner)
    name = value.get("name") if isinstance(value, dict) else None
    if not isinstance(name, str):
        return _UNREADABLE
    return use_of("", name, value.get("arguments", {}), readable=True)


def _broken(inner: str) -> tuple[Use, ReplyKind]:
    """What is no JSON or has no end: a call all the same, if it begins with a name."""
    found = _NAME_FIRST.match(inner)
    if found is None:
        return _UNREADABLE
    try:
        name = str(json.loads(found[1]))
    except ValueError:
        return _UNREADABLE
    return use_of("", name, raw(inner), readable=False)
