"""Records as trl reads them, with the source of the points beside (trl, "Dataset formats")."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from evaluators.sde import PROGRAM
from evaluators.training_data._responses import ScoredResponse
from evaluators.training_data._selection import Example, Pair

Message = Mapping[str, Any]
"""``{"role", "content"}``."""


def sft_record(example: Example, prompt: Sequence[Message], reply: str) -> dict[str, Any]:
    """A conversation to be imitated: conversational language modelling.

    Args:
        example: What was selected.
        prompt: The messages before the reply.
        reply: The reply.

    Returns:
        ``messages``; besides ``source``, ``points`` and ``instance``.
    """
    response = example.response
    return {
        "messages": [*prompt, _said(reply)],
        "source": _source(response),
        "points": response.points,
        "instance": response.instance,
    }


def dpo_record(pair: Pair, prompt: Sequence[Message], chosen: str, rejected: str) -> dict[str, Any]:
    """Two replies to one prompt: conversational preference with an explicit prompt.

    Args:
        pair: What was selected.
        prompt: The messages before the reply.
        chosen: The reply that is preferred.
        rejected: The other.

    Returns:
        ``prompt``, ``chosen``, ``rejected``; besides ``source``, ``points`` of both, ``instance``.
    """
    return {
        "prompt": list(prompt),
        "chosen": [_said(chosen)],
        "rejected": [_said(rejected)],
        "source": _source(pair.chosen),
        "points": {"chosen": pair.chosen.points, "rejected": pair.rejected.points},
        "instance": pair.chosen.instance,
    }


def _said(reply: str) -> Message:
    return {"role": "assistant", "content": reply}


def _source(response: ScoredResponse) -> dict[str, str]:
    """Who gave the thirteen graded items, and who found the two facts."""
    return {"graded": response.graded_by, "facts": PROGRAM}
