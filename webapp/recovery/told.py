"""What calls of plans returned, as pages tell it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from sandboxes import Outcome
from webapp.pages.logs import CLASS_WORDS, LONGEST_SHOWN, Passage
from webapp.pages.words import legible, readable_json

Json = Mapping[str, Any]


@dataclass(frozen=True)
class Returned:
    """What a call of a plan returned.

    Args:
        node: Id of its node.
        tool: What was called.
        arguments: With what, as JSON.
        word: What came of it, in a word.
        tone: The colour that goes with it.
        output: What it returned.
    """

    node: str
    tool: str
    arguments: Passage
    word: str
    tone: str
    output: Passage


@dataclass(frozen=True)
class Wave:
    """The calls of a round.

    Args:
        round: Which round.
        calls: What they returned, in the order in which they were made.
    """

    round: int
    calls: list[Returned]


def returned(run: Json) -> Returned:
    """A call of a plan, as it is observed: ``id``, ``tool``, ``arguments``, ``status``, ``output``.

    Args:
        run: The call, as `sandboxes.workflows.NodeRun.as_json` gives it.
    """
    word, tone = CLASS_WORDS[Outcome(run["status"], None).call_class]
    output = run["output"]
    return Returned(
        node=legible(run["id"]),
        tool=legible(run["tool"]),
        arguments=passage(readable_json(run["arguments"])),
        word=word,
        tone=tone,
        output=passage(output if isinstance(output, str) else readable_json(output)),
    )


def waves(runs: Iterable[Json]) -> list[Wave]:
    """Calls with their ``round``, round by round; they are in order of these."""
    rounds = groupby(runs, key=lambda run: int(run["round"]))
    return [Wave(number, [returned(run) for run in found]) for number, found in rounds]


def passage(text: str) -> Passage:
    """A text that may be long."""
    whole = legible(text)
    return Passage(whole[:LONGEST_SHOWN], len(whole))
