"""Small published records of our own making."""

from __future__ import annotations

import json
from typing import Any

from sandboxes.workflows.published import Record, read_line

QUERY = "Boil two eggs, then set the table."
TOOLS: list[dict[str, Any]] = [
    {
        "name": "boil",
        "description": "Boil something.",
        "parameters": {
            "what": {"type": "string", "description": "What."},
            "minutes": {"type": "integer", "description": "How long."},
        },
        "required": ["what"],
    },
    {"name": "set_table", "description": "Set the table.", "parameters": {}, "required": []},
]
CALL: dict[str, Any] = {"name": "boil", "arguments": {"what": "egg"}, "results": "Boiled."}
ABSENT = object()
"""Takes a field away."""


def node(**changes: Any) -> dict[str, Any]:
    """A node that calls a tool, in the form that needs no mending."""
    made = {
        "id": "1",
        "name": "boil",
        "para": {"what": "egg", "minutes": 4},
        "desc": "Boil the eggs.",
        "dep": ["root"],
        "status": False,
    }
    return _changed(made, changes)


def root(**changes: Any) -> dict[str, Any]:
    """The root."""
    return _changed({"id": "root", "desc": QUERY, "dep": [], "status": True}, changes)


def response(**changes: Any) -> dict[str, Any]:
    """The response."""
    return _changed({"id": "response", "desc": "Answer.", "dep": ["1"], "status": False}, changes)


def tasks(*nodes: dict[str, Any]) -> dict[str, Any]:
    """A plan: the nodes given, or root, one call and response."""
    return {"tasks": list(nodes or (root(), node(), response()))}


def fields(**changes: Any) -> dict[str, Any]:
    """A level-1 record of the real kind, in the form that needs no mending."""
    made = {
        "id": 7,
        "query_id": 70,
        "query": QUERY,
        "tool_list": json.dumps(TOOLS),
        "plan": json.dumps(tasks()),
        "error_reason": "为什么",
        "funcall_times_gt": 2,
        "round_gt": 3,
        "tag": "Type_Error",
        "fun_call": [CALL],
    }
    return _changed(made, changes)


def line(**changes: Any) -> str:
    """That record as a line."""
    return json.dumps(fields(**changes), ensure_ascii=False)


def with_node(**changes: Any) -> str:
    """A line whose plan has one call, changed so."""
    return line(plan=json.dumps(tasks(root(), node(**changes), response())))


def with_nodes(*nodes: Any) -> str:
    """A line whose plan has these nodes."""
    return line(plan=json.dumps({"tasks": list(nodes)}))


def record(text: str) -> Record:
    """The record of a line that is one."""
    found = read_line(text, file="made.jsonl", number=2)
    assert isinstance(found, Record), found
    return found


def _changed(made: dict[str, Any], changes: dict[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in (made | changes).items() if value is not ABSENT}
