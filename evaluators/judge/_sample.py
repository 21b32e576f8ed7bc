"""What is graded: all that people see of a response or of a whole attempt, and nothing more."""

from __future__ import annotations

import json
from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

Json = Mapping[str, Any]


class Material(ABC):
    """What a judge is shown of something that it grades."""

    @abstractmethod
    def words(self) -> dict[str, str]:
        """Its parts as texts, by the names that the prompts of its rubric have for them."""


@dataclass(frozen=True)
class Sample(Material):
    """A response as graders see it: no name, no label, no score.

    Args:
        query: What was wanted.
        tools: The tools that plans may use, each with name, description and input_schema.
        before: The plan that was held.
        after: The plan that was submitted; None where it could not be read.
        history: What earlier waves returned.
        observations: What the last wave returned.
        thought: The thought.
        changes: What differs between the plans, a sentence each.
    """

    query: str
    tools: Sequence[Json]
    before: Json
    after: Json | None
    history: Sequence[Json]
    observations: Sequence[Json]
    thought: str
    changes: Sequence[str]

    def words(self) -> dict[str, str]:
        """Its parts as texts, for a prompt."""
        return {
            "query": self.query,
            "tools": _rows(self.tools),
            "before": _rows(self.before["nodes"]),
            "after": "(It can't be read.)" if self.after is None else _rows(self.after["nodes"]),
            "history": _rows(self.history) or "(Nothing came before.)",
            "observations": _rows(self.observations) or "(Nothing was called.)",
            "thought": self.thought or "(There is none.)",
            "changes": "\n".join(f"- {change}" for change in self.changes) or "(Nothing.)",
        }


@dataclass(frozen=True)
class WholeAttempt(Material):
    """An attempt as graders see it: no name, no score, and not how it would have been right.

    Args:
        query: What was wanted.
        calls: The calls in order, each with number, tool, arguments, status and output.
    """

    query: str
    calls: Sequence[Json]

    def words(self) -> dict[str, str]:
        """Its parts as texts, for a prompt."""
        return {"query": self.query, "calls": _rows(self.calls) or "(Nothing was called.)"}


def _rows(values: Sequence[Json]) -> str:
    """A line of JSON each, in the order that is given."""
    return "\n".join(json.dumps(value, ensure_ascii=False) for value in values)
