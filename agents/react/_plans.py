"""The dialect of recovery: a reply is a thought and a whole plan, and is submitted as it is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from agents.model import Message, Reply
from agents.react._prompts import prompt
from agents.react._reading import Call, Reading, ReplyKind, plain, raw, read_json
from agents.react._text import TextDialect, end_sentence
from sandboxes.workflows import SUBMIT_PLAN

_SAID, _SAID_END = "<thought>", "</thought>"
_OPEN, _CLOSE = "<plan>", "</plan>"


class PlanDialect(TextDialect):
    """A thought and a plan between tags, which the agent submits for the model.

    Whatever else a reply holds is submitted in the plan's place, as a text: its environment says
    what is wrong with it, and it costs a round. Only an empty reply submits nothing, and the same
    is asked again; one without a plan that ends with the end sentence ends the attempt.

    Args:
        name: By which contestants name it.
        shown: Names of prompts that are given below the instructions.
    """

    lists_tools = False

    def __init__(self, name: str, *shown: str) -> None:
        self.name = name
        self._given = ("plan_system", *shown)

    def opening(self, task: str, tools: Sequence[dict[str, Any]]) -> list[Message]:
        """How to reply, and examples if there are any; then the task, with all there is to see.

        The one tool is not listed: the agent calls it.
        """
        system = "\n\n".join(map(prompt, self._given))
        return [{"role": "system", "content": system}, {"role": "user", "content": task}]

    def read(self, reply: Reply, number: int) -> Reading:
        """Understand a reply: what stands behind its plan is cut off."""
        text = plain(reply.text)
        if not text.strip():
            return Reading(ReplyKind.EMPTY, None)
        thought, is_marked, written = _parts(text)
        inner, closed, _ = written.partition(_CLOSE)
        before = text[: len(text) - len(written)]
        message = {"role": "assistant", "content": before + inner + closed}
        end = None if is_marked else end_sentence(text)
        if end is not None:
            return Reading(ReplyKind.FINISH, message, (end,))
        plan, kind = _plan(inner)
        arguments = {"thought": raw(thought), "plan": plan}
        return Reading(kind, message, (Call("", SUBMIT_PLAN.name, arguments),))

    def prompts(self) -> tuple[str, ...]:
        """The prompts that only this dialect gives."""
        return self._given


def written(thought: str, plan: str) -> str:
    """A reply as a model should write it.

    Args:
        thought: The thought.
        plan: The plan, as JSON.
    """
    return f"{_SAID}{thought}{_SAID_END}\n{_OPEN}{plan}{_CLOSE}"


def _parts(text: str) -> tuple[str, bool, str]:
    """A reply's thought; whether a plan is marked behind it; and what follows, to the end.

    Without the mark of a plan, all behind the thought is taken for one.
    """
    _, said, rest = text.partition(_SAID)
    if not said:
        thought, rest = "", text
    elif _SAID_END in rest:
        thought, _, rest = rest.partition(_SAID_END)
    else:  # it goes on to the plan
        thought, opened, rest = rest.partition(_OPEN)
        rest = opened + rest
    _, opened, written = rest.partition(_OPEN)
    return thought.strip(), bool(opened), written if opened else rest


def _plan(written: str) -> tuple[Any, ReplyKind]:
    """The plan, or the text in its place; JSON that is whole needs no closing tag."""
    try:
        return read_json(written), ReplyKind.CALLS
    except ValueError:
        return raw(written.strip()), ReplyKind.MALFORMED
