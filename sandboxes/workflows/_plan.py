"""Plans: tool calls as a directed acyclic graph between a root and a response."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
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
