"""What a grade may rest on, to be chosen from a list: by whoever points at nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from webapp.annotation.grading import LONGEST_PASSAGE

_MOST_PASSAGES = 60
_SENTENCES = re.compile(r"(?<=[.!?])\s+|\n+")


@dataclass(frozen=True)
class Place:
    """A place in what is graded.

    Args:
        kind: "node", "observation", "thought" or "call".
        ref: Which; empty for a passage.
        name: What the list calls it.
        text: Of a passage: its words.
    """

    kind: str
    ref: str
    name: str
    text: str = ""


def places_in(body: Mapping[str, Any]) -> list[Place]:
    """The nodes, results, calls and sentences of a sample's body, in this order."""
    return [*_nodes(body), *_results(body), *_calls(body), *_sentences(body)]


def _nodes(body: Mapping[str, Any]) -> Iterator[Place]:
    plans = [plan for plan in (body.get("before"), body.get("after")) if plan]
    for name in dict.fromkeys(node["id"] for plan in plans for node in plan["nodes"]):
        yield Place("node", name, f"node {name}")


def _results(body: Mapping[str, Any]) -> Iterator[Place]:
    for run in (*body.get("observations", ()), *body.get("history", ())):
        yield Place("observation", run["id"], f"what {run['id']} returned")


def _calls(body: Mapping[str, Any]) -> Iterator[Place]:
    for call in body.get("calls", ()):
        yield Place("call", str(call["number"]), f"call {call['number']}")


def _sentences(body: Mapping[str, Any]) -> Iterator[Place]:
    found = (one.strip() for one in _SENTENCES.split(body.get("thought", "")))
    for sentence in [one for one in dict.fromkeys(found) if one][:_MOST_PASSAGES]:
        passage = sentence[:LONGEST_PASSAGE]
        yield Place("thought", "", f"thought: {passage}", passage)
