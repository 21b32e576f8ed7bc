"""Evidence: all that a score needs, as JSON that outlives the code which made it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

from evaluators.state_diff._expectation import Expectation
from evaluators.state_diff._score import DONE, Score, TaskKind, score
from evaluators.state_diff._spec import Spec
from evaluators.state_diff._text import Contains, Exact, Slot, TextRule

_RULES: dict[str, type[Exact] | type[Slot] | type[Contains]] = {
    "exact": Exact,
    "slot": Slot,
    "contains": Contains,
}
_NAMES = {rule: name for name, rule in _RULES.items()}


@dataclass(frozen=True)
class Evidence:
    """What an attempt left behind, and what it is held against.

    Args:
        old: The state before, JSON, restricted to what differs.
        ends: The right ends.
        new: The state that the subject left.
        kind: What the task asks for.
        outcome: What the subject claimed, "done" or "cannot_be_done".
        finished_by_subject: Whether the subject ended the attempt itself.
    """

    old: Mapping[str, Any]
    ends: tuple[Expectation, ...]
    new: Mapping[str, Any]
    kind: TaskKind = TaskKind.CHANGE
    outcome: str = DONE
    finished_by_subject: bool = True

    def score(self, spec: Spec) -> Score:
        """Score it.

        Args:
            spec: What the paths of the states mean.

        Raises:
            StateError: a state can't be read.
        """
        return score(
            self.old,
            self.ends,
            self.new,
            spec,
            kind=self.kind,
            outcome=self.outcome,
            finished_by_subject=self.finished_by_subject,
        )

    def as_json(self) -> dict[str, Any]:
        """The evidence as JSON, read back by `evidence_from_json`."""
        return {
            "old": self.old,
            "ends": [_end_as_json(end) for end in self.ends],
            "new": self.new,
            "kind": self.kind.value,
            "outcome": self.outcome,
            "finished_by_subject": self.finished_by_subject,
        }


def evidence_from_json(data: Mapping[str, Any]) -> Evidence:
    """Read evidence that was stored.

    Raises:
        KeyError: a part is missing, or there is no such mode of comparison.
        ValueError: there is no such kind of task.
    """
    return Evidence(
        data["old"],
        tuple(_end_from_json(end) for end in data["ends"]),
        data["new"],
        TaskKind(data["kind"]),
        data["outcome"],
        data["finished_by_subject"],
    )


def _end_as_json(end: Expectation) -> dict[str, Any]:
    return {
        "truth": end.truth,
        "texts": [[path, _rule_as_json(rule)] for path, rule in end.texts],
        "ordered": list(end.ordered),
        "summed": list(end.summed),
        "counted": list(end.counted),
    }


def _end_from_json(data: Mapping[str, Any]) -> Expectation:
    return Expectation(
        data["truth"],
        tuple((path, _rule_from_json(rule)) for path, rule in data["texts"]),
        tuple(data["ordered"]),
        tuple(data["summed"]),
        tuple(data["counted"]),
    )


def _rule_as_json(rule: TextRule) -> dict[str, Any]:
    if not isinstance(rule, Exact | Slot | Contains):
        raise TypeError(f"no stored form for {type(rule).__name__}")
    return {"mode": _NAMES[type(rule)], **asdict(rule)}


def _rule_from_json(data: Mapping[str, Any]) -> TextRule:
    values = {name: value for name, value in data.items() if name != "mode"}
    if data["mode"] == "contains":
        values["parts"] = tuple(values["parts"])
    return _RULES[data["mode"]](**values)
