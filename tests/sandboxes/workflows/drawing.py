"""Plans in few words, for tests."""

from __future__ import annotations

from typing import Any

from sandboxes.workflows import RESPONSE, ROOT, Node, Plan


def plan(*calls: tuple[str, str], response: str | None = None) -> Plan:
    """A plan of calls of `now`, each with the ids that it depends on, separated by blanks.

    The response depends on the last of them if nothing else is said.
    """
    nodes = [Node(name, "now", dependencies=tuple(needs.split())) for name, needs in calls]
    ends = calls[-1][0] if response is None else response
    last = Node(RESPONSE, dependencies=tuple(ends.split()))
    return Plan((Node(ROOT, status=True), *nodes, last))


def submitted(*nodes: dict[str, Any]) -> dict[str, Any]:
    """A plan as it is sent: a root, these nodes, and a response that depends on the last."""
    last = nodes[-1]["id"] if nodes else "root"
    return {
        "nodes": [
            {"id": "root", "status": True},
            *nodes,
            {"id": "response", "dependencies": [last]},
        ]
    }


def call(name: str, *needs: str, tool: str = "now", **arguments: Any) -> dict[str, Any]:
    """A node as it is sent."""
    return {
        "id": name,
        "tool": tool,
        "arguments": arguments,
        "description": f"Call {tool}",
        "dependencies": list(needs or ("root",)),
        "status": False,
    }
