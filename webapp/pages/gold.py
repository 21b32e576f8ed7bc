"""The gold of an instance as researchers read it."""

from __future__ import annotations

from dataclasses import dataclass

from evaluators import TaskKind
from webapp.attempts.hot import known_instance
from webapp.benchmark.models import Instance
from webapp.pages.words import legible, readable_json

_KINDS = {
    TaskKind.CHANGE: "Something is to change: the end state decides.",
    TaskKind.IMPOSSIBLE: "Nothing can be done: right is to change nothing and to say so.",
    TaskKind.DO_NOTHING: "Nothing is to be done: right is to change nothing and to finish.",
}


@dataclass(frozen=True)
class GoldCall:
    """A call of the gold.

    Args:
        tool: The tool.
        pairs: Name and value of each argument, as JSON.
    """

    tool: str
    pairs: list[tuple[str, str]]


@dataclass(frozen=True)
class Gold:
    """What solves an instance.

    Args:
        kind: What is right, in words.
        obstacle: Why nothing can be done, if so.
        ends: How many right ends there are.
        calls: The calls that lead to the first.
    """

    kind: str
    obstacle: str
    ends: int
    calls: list[GoldCall]


def read_gold(record: Instance) -> Gold | None:
    """The gold of an instance; None if the code of today no longer knows it."""
    instance = known_instance(record)
    if instance is None:
        return None
    calls = [
        GoldCall(
            call.tool,
            [(name, legible(readable_json(value))) for name, value in call.arguments.items()],
        )
        for call in instance.ends[0].trace
    ]
    draft = instance.draft
    return Gold(_KINDS[draft.kind], draft.obstacle, len(instance.ends), calls)
