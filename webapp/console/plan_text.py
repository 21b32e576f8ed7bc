"""Plans as text to be edited: a node is a few lines, whatever is longest on a line of its own."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from sandboxes.workflows import Plan

_HALF = re.compile("[\ud800-\udfff]")
_FIRST = ("id", "tool", "status", "dependencies")


def held_text(plan: Plan, ran: Mapping[str, str]) -> str:
    """A plan as it is held now: with the statuses that its calls have by what ran.

    Args:
        plan: The plan.
        ran: What came of the calls that ran, by node.
    """
    nodes = []
    for node in plan.nodes:
        told = node.as_json()
        if node.is_end:
            told = {name: value for name, value in told.items() if value not in (None, {}, [], "")}
        else:
            told["status"] = node.id in ran
        nodes.append(told)
    return plan_text({"nodes": nodes})


def plan_text(value: Any) -> str:
    """JSON that is meant to be a plan; what is none is laid out as any other JSON."""
    text = _laid_out(value, ascii_only=False)
    # Half a surrogate pair can't be sent to a browser; as an escape it can.
    return _laid_out(value, ascii_only=True) if _HALF.search(text) else text


def _laid_out(value: Any, *, ascii_only: bool) -> str:
    nodes = value.get("nodes") if isinstance(value, dict) and len(value) == 1 else None
    if not isinstance(nodes, list) or not all(isinstance(node, dict) for node in nodes):
        return json.dumps(value, ensure_ascii=ascii_only, indent=2)
    blocks = ",\n".join(_block(node, ascii_only=ascii_only) for node in nodes)
    return f'{{"nodes": [\n{blocks}\n]}}'


def _block(node: Mapping[str, Any], *, ascii_only: bool) -> str:
    def pairs(names: list[str]) -> list[str]:
        return [
            f"{json.dumps(name, ensure_ascii=ascii_only)}: "
            f"{json.dumps(node[name], ensure_ascii=ascii_only)}"
            for name in names
        ]

    first = ", ".join(pairs([name for name in _FIRST if name in node]))
    rest = pairs([name for name in node if name not in _FIRST])
    return "  {" + ",\n   ".join([first, *rest] if first else rest) + "}"
