"""Writing the published form: records, plans, tools and calls."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Any

from sandboxes.workflows._plan import Plan
from sandboxes.workflows.published._record import Label, Observation, Record, RecordKind


def published_plan(plan: Plan) -> dict[str, Any]:
    """A plan of ours in the published form.

    Args:
        plan: The plan.

    Returns:
        An object with "tasks", each with id, name, para, desc, dep and status; the name of the
        two ends is null.
    """
    return {
        "tasks": [
            {
                "id": node.id,
                "name": node.tool,
                "para": dict(node.arguments),
                "desc": node.description,
                "dep": list(node.dependencies),
                "status": node.status,
            }
            for node in plan.nodes
        ]
    }


def published_tool(documentation: Mapping[str, Any]) -> dict[str, Any]:
    """A tool of ours in the published form: parameters without an object around them.

    Args:
        documentation: As `sandboxes.Tool.documentation` gives it.
    """
    schema = documentation["input_schema"]
    return {
        "name": documentation["name"],
        "description": documentation["description"],
        "parameters": dict(schema.get("properties", {})),
        "required": list(schema.get("required", ())),
    }


def published_observation(name: str, arguments: Mapping[str, Any], results: Any) -> dict[str, Any]:
    """A call in the published form, where results are a text.

    Args:
        name: The tool.
        arguments: With what.
        results: What came back; what is no text is written out as JSON.
    """
    text = results if isinstance(results, str) else _compact(results)
    return {"name": name, "arguments": dict(arguments), "results": text}


def published_line(record: Record) -> str:
    """A record as a line without its end: the original one if it was imported.

    A record of ours is written in the forms that need no mending. Real ones have an error_reason
    there, augmented ones none, which is what tells them apart.

    Args:
        record: The record.

    Raises:
        ValueError: it has labels that its level can't have, or is augmented and has a reason.
    """
    if record.original:
        return record.original
    if record.kind is RecordKind.AUGMENTED and record.error_reason:
        raise ValueError("augmented records are published without an error_reason")
    line: dict[str, Any] = {
        "id": record.published_id,
        "query_id": record.query_id,
        "query": record.query,
        "tool_list": _spaced([tool.as_json() for tool in record.tools]),
        "plan": _compact(published_plan(record.plan)),
    }
    if record.kind is RecordKind.REAL:
        line["error_reason"] = record.error_reason
    line |= {"funcall_times_gt": record.funcall_times_gt, "round_gt": record.round_gt}
    line |= _tags(record.level, record.labels)
    line["fun_call"] = [_as_published(call) for call in record.observations]
    return _spaced(line)


def _as_published(call: Observation) -> dict[str, Any]:
    return published_observation(call.name, call.arguments, call.results)


def _tags(level: int, labels: Sequence[Label]) -> dict[str, str | None]:
    if level == 1:
        if len(labels) != 1 or labels[0].round is not None:
            raise ValueError("a record of level 1 is published with one label, of no round")
        return {"tag": labels[0].tag}
    tags: dict[str, str | None] = {"tag_1": None, "tag_2": None, "tag_3": None}
    for label in labels:
        name = f"tag_{label.round}"
        if name not in tags or tags[name] is not None:
            raise ValueError("a record of level 2 is published with one label in a round of three")
        tags[name] = label.tag
    return tags


def _spaced(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _compact(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
