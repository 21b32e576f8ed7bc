"""JSON Schemas as subjects get them: in one piece, without the names of our classes."""

from __future__ import annotations

from typing import Any

_POINTER = "#/$defs/"


def plain_schema(schema: dict[str, Any]) -> dict[str, Any]:
    """The schema of a tool's arguments without references and generated titles.

    Args:
        schema: As pydantic writes it.
    """
    definitions = schema.get("$defs", {})
    plain: dict[str, Any] = _plain({k: v for k, v in schema.items() if k != "$defs"}, definitions)
    plain.setdefault("properties", {})
    return plain


def _plain(node: Any, definitions: dict[str, Any]) -> Any:
    if isinstance(node, list):
        return [_plain(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        node = definitions[node["$ref"].removeprefix(_POINTER)] | {
            key: value for key, value in node.items() if key != "$ref"
        }
    plain = {}
    for key, value in node.items():
        if key == "properties":  # the names in it are arguments, one may be called title
            plain[key] = {name: _plain(child, definitions) for name, child in value.items()}
        elif key != "title":
            plain[key] = _plain(value, definitions)
    return plain
