"""What a subject's reply asks for, read so that no writing of the subject's is ever a bug of ours.

The door takes JSON that can be sent as UTF-8, is not nested too deeply and not too long. What a
subject writes beyond that is read as a call that can't be read: its mistake, which counts.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NoReturn

from agents.model import Message
from agents.react._prompts import FINISH_TASK, GET_TASK, RETRIEVE_TOOLS, USUAL_K
from sandboxes.tasks import OUTCOMES

_DEEPEST = 64
_LONGEST, _LONGEST_RAW, _LONGEST_NAME = 500_000, 40_000, 200


class ReplyKind(StrEnum):
    """What a reply comes to."""

    CALLS = "calls"
    FINISH = "finish"
    """It ends the attempt, maybe after calls."""
    NO_CALL = "no_call"
    """Text and no call, also a call written as prose where that is no way to call."""
    EMPTY = "empty"
    MALFORMED = "malformed"
    """At least one call in it can't be read."""


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a tool.

    Args:
        id: By which its answer refers to it.
        name: Name of the tool, whatever the subject wrote.
        arguments: JSON; the text that the subject wrote, where that is none.
    """

    id: str
    name: str
    arguments: Any


@dataclass(frozen=True, slots=True)
class Finish:
    """The end of the attempt, by the subject.

    Args:
        id: By which its answer refers to it.
        outcome: "done" or "cannot_be_done".
        answer: What it says besides.
    """

    id: str
    outcome: str
    answer: str = ""


@dataclass(frozen=True, slots=True)
class Retrieve:
    """A search for tools.

    Args:
        id: By which its answer refers to it.
        query: What is wanted, in words.
        k: How many tools.
    """

    id: str
    query: str
    k: int


@dataclass(frozen=True, slots=True)
class Aside:
    """What is answered and not done.

    Args:
        id: By which its answer refers to it.
        told: Name of the prompt with what is told.
    """

    id: str
    told: str


Use = Call | Finish | Retrieve | Aside


@dataclass(frozen=True, slots=True)
class Reading:
    """A reply as it was understood.

    Args:
        kind: What it comes to.
        message: The reply as it goes into the conversation; None if there is nothing to put there.
        uses: What it asks for, in order.
    """

    kind: ReplyKind
    message: Message | None
    uses: tuple[Use, ...] = ()


def plain(text: str) -> str:
    """A text that can be sent: half a surrogate pair becomes a question mark."""
    return text.encode("utf-8", "replace").decode()


def read_json(text: str) -> Any:
    """JSON that the door takes.

    Raises:
        ValueError: it is none; or holds a number without end, or half a surrogate pair; or is too
            long or nested too deeply.
    """
    try:
        value = json.loads(text, parse_constant=_refuse)
        sent = json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except RecursionError as error:
        raise ValueError("it is nested too deeply") from error
    if len(sent) > _LONGEST or _depth(value) > _DEEPEST:
        raise ValueError("it is too long or nested too deeply")
    return value


def raw(text: str) -> str:
    """What stands for arguments that can't be read: the text itself, as far as it can be sent."""
    return plain(text)[:_LONGEST_RAW]


def use_of(id_: str, name: str, arguments: Any, *, readable: bool) -> tuple[Use, ReplyKind]:
    """What a call asks for; the tools that are no calls are told apart from those that are.

    Args:
        id_: By which its answer refers to it.
        name: Name of the tool, whatever the subject wrote.
        arguments: JSON; the text that the subject wrote, if it is none.
        readable: Whether it was JSON.
    """
    name = plain(name)[:_LONGEST_NAME]
    if name == FINISH_TASK:
        return _finish(id_, arguments)
    if name == RETRIEVE_TOOLS:
        return _retrieve(id_, arguments)
    if name == GET_TASK:
        return Aside(id_, "told_task"), ReplyKind.CALLS
    kind = ReplyKind.CALLS if readable else ReplyKind.MALFORMED
    return Call(id_, name, arguments), kind


def kind_of(kinds: Iterable[ReplyKind]) -> ReplyKind:
    """What a reply comes to that asks for something."""
    met = set(kinds)
    return next(k for k in (ReplyKind.MALFORMED, ReplyKind.FINISH, ReplyKind.CALLS) if k in met)


def _finish(id_: str, arguments: Any) -> tuple[Use, ReplyKind]:
    if isinstance(arguments, dict) and arguments.keys() <= {"outcome", "answer"}:
        outcome, answer = arguments.get("outcome"), arguments.get("answer", "")
        if outcome in OUTCOMES and isinstance(answer, str):
            return Finish(id_, outcome, answer), ReplyKind.FINISH
    return Aside(id_, "told_finish"), ReplyKind.MALFORMED


def _retrieve(id_: str, arguments: Any) -> tuple[Use, ReplyKind]:
    if isinstance(arguments, dict) and arguments.keys() <= {"query", "k"}:
        query, k = arguments.get("query"), arguments.get("k", USUAL_K)
        if isinstance(query, str) and type(k) is int:
            return Retrieve(id_, query, k), ReplyKind.CALLS
    return Aside(id_, "told_retrieve"), ReplyKind.MALFORMED


def _depth(value: Any) -> int:
    depth, level = 0, [value]
    while level := [
        inner
        for item in level
        if isinstance(item, list | dict)
        for inner in (item.values() if isinstance(item, dict) else item)
    ]:
        depth += 1
    return depth


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is no JSON")
