"""One exchange of the replanner: what it is asked first, and what it answers, as messages."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from agents.model import Message, Reply
from agents.react._demonstrations import DEMONSTRATIONS
from agents.react._plans import PlanDialect, written
from agents.react._prompts import task_text
from agents.react._reading import Call, raw
from sandboxes import Brief, canonical_json

_PLAIN = PlanDialect("plan")


def replan_prompt(brief: Brief, observation: Any) -> list[Message]:
    """What the strategy `replan` sends before its model's first reply, word for word.

    Args:
        brief: The task.
        observation: What there is before the first call, JSON.
    """
    return _PLAIN.opening(task_text(brief, observation), ())


def first_submission(replies: Iterable[Reply]) -> str | None:
    """The first reply that submits something, as it stands in the conversation.

    Args:
        replies: A replanner's, in order.

    Returns:
        None if there is none such.
    """
    for number, reply in enumerate(replies, start=1):
        reading = _PLAIN.read(reply, number)
        if reading.message is not None and any(isinstance(use, Call) for use in reading.uses):
            content: str = reading.message["content"]
            return content
    return None


def replan_reply(thought: str, plan: Any) -> str:
    """What a replanner's model would have written to submit this.

    Args:
        thought: The thought.
        plan: The plan, JSON; the text in its place, where it could not be read.
    """
    return written(raw(thought), plan if isinstance(plan, str) else canonical_json(plan))


def demonstrated_instances() -> frozenset[str]:
    """Names of the instances that the examples show: task and seed, as ``task-level/seed``."""
    return frozenset(one.name for one in DEMONSTRATIONS)
