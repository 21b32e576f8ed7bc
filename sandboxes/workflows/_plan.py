"""Plans: tool calls as a directed acyclic graph between a root and a response."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

ROOT = "root"
RESPONSE = "response"
ENDS = (ROOT, RESPONSE)
_DIGITS = re.compile(r"(\d+)")


@dataclass(frozen=True, slots=True)
class Node:
    """One call of a plan, or one of its two ends.

    Args:
        id: Its name in the plan; "root" and "response" are the ends.
        tool: What is called; None for the ends.
        arguments: With what, JSON; texts may refer to earlier results (`references`).
        description: What it is for, in words.
        dependencies: Ids of the nodes that must have succeeded before.
        status: Whether it ran, successfully or not, as the plan's author has it.
    """

    id: str
    tool: str | None = None
    arguments: Mapping[str, Any] = field(default_factory=dict)
    description: str = ""
    dependencies: tuple[str, ...] = ()
    status: bool = False

    @property
    def is_end(self) -> bool:
        """Whether it is the root or the response and no call."""
        return self.id in ENDS

    def as_json(self) -> dict[str, Any]:
        """The node as plans are submitted and shown."""
        return {
            "id": self.id,
            "tool": self.tool,
            "arguments": dict(self.arguments),
            "description": self.description,
            "dependencies": list(self.dependencies),
            "status": self.status,
        }


@dataclass(frozen=True)
class Plan:
    """A plan, as far as it can be read; `problems` says whether it is sound.

    Args:
        nodes: In the order they were written, which means nothing.
    """

    nodes: tuple[Node, ...]

    @cached_property
    def by_id(self) -> dict[str, Node]:
        """Its nodes by id; of two with the same id the last."""
        return {node.id: node for node in self.nodes}

    @property
    def calls(self) -> tuple[Node, ...]:
        """Its nodes without the two ends."""
        return tuple(node for node in self.nodes if not node.is_end)

    def as_json(self) -> dict[str, Any]:
        """The plan as it is submitted and shown: ``{"nodes": [...]}``."""
        return {"nodes": [node.as_json() for node in self.nodes]}


def natural(name: str) -> tuple[tuple[int, int, str], ...]:
    """Sort key of ids: numbers in them by their value, so that 2 comes before 10."""
    parts = _DIGITS.split(name)
    return tuple(
        (1, int(part), part) if part.isdecimal() else (0, 0, part) for part in parts if part
    )


def with_node(plan: Plan, node: Node) -> Plan:
    """The plan with a node in place of the one with its id."""
    return Plan(tuple(node if other.id == node.id else other for other in plan.nodes))


def without_call(plan: Plan, node: Node) -> Plan:
    """The plan without a call; what depended on it depends on what it depended on.

    References to it stay: whoever refers to it fails.
    """
    nodes = []
    for other in plan.nodes:
        if other.id == node.id:
            continue
        if node.id in other.dependencies:
            needs = [need for need in other.dependencies if need != node.id]
            inherited = [need for need in node.dependencies if need not in needs]
            merged = [need for need in (*needs, *inherited) if need != ROOT] or [ROOT]
            other = replace(other, dependencies=tuple(dict.fromkeys(merged)))
        nodes.append(other)
    return Plan(tuple(nodes))
