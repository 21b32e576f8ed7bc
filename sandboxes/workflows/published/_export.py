"""Instances of our own as published records."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sandboxes._catalogue import catalogue
from sandboxes.workflows._plan import Node, Plan
from sandboxes.workflows.published._record import (
    Label,
    Observation,
    PublishedTool,
    Record,
    RecordKind,
)
from sandboxes.workflows.published._writer import published_observation, published_tool


class Publisher:
    """Makes published records of exported instances: numbered as they come, queries as well.

    Instances of one workflow at one seed share a query and its number, which is what tells whoever
    reads them not to put them on two sides of a split.
    """

    def __init__(self) -> None:
        self._made = 0
        self._queries: dict[str, int] = {}

    def record(self, made: Mapping[str, Any]) -> Record:
        """The next record. `published_line` writes it in forms that need no mending.

        There is a place in it for the calls of the last wave, and for none before.

        Args:
            made: An instance in our own exported form.

        Returns:
            An augmented record: its error was put in, and nobody has written down a reason.
        """
        self._made += 1
        number = self._queries.setdefault(made["group"], len(self._queries) + 1)
        return Record(
            level=made["level"],
            kind=RecordKind.AUGMENTED,
            query=made["query"],
            plan=_plan(made["plan"]),
            tools=tuple(_tool(name) for name in made["tools"]),
            observations=tuple(_observation(run) for run in made["observations"]),
            labels=_labels(made),
            round_gt=made["best_rounds"],
            funcall_times_gt=made["fewest_calls"],
            published_id=self._made,
            query_id=number,
        )


def _plan(plan: Mapping[str, Any]) -> Plan:
    nodes = (
        Node(**{**node, "dependencies": tuple(node["dependencies"])}) for node in plan["nodes"]
    )
    return Plan(tuple(nodes))


def _tool(name: str) -> PublishedTool:
    told = published_tool(catalogue()[name].documentation())
    return PublishedTool(
        told["name"], told["description"], told["parameters"], tuple(told["required"])
    )


def _observation(run: Mapping[str, Any]) -> Observation:
    """A call as it is published: nothing that came back is an empty text there."""
    output = "" if run["output"] is None else run["output"]
    return Observation(**published_observation(run["tool"], run["arguments"], output))


def _labels(made: Mapping[str, Any]) -> tuple[Label, ...]:
    """Its labels; at level 1 a tag has no round."""
    rounds = made["level"] > 1
    return tuple(
        Label(label["type"], label["round"] if rounds else None) for label in made["labels"]
    )
