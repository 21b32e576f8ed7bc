"""What a schema asks for, in words."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_TYPES = {
    "string": "text",
    "integer": "whole number",
    "number": "number",
    "boolean": "yes or no",
    "object": "object",
    "array": "list",
    "null": "nothing",
}
_PLURALS = {"string": "texts", "integer": "whole numbers", "number": "numbers", "object": "objects"}


@dataclass(frozen=True)
class Rules:
    """What is asked of a value.

    Args:
        type: What it is.
        rules: What else holds for it; may be empty.
    """

    type: str
    rules: str


def rules_of(schema: Mapping[str, Any]) -> Rules:
    """What a schema asks of a value."""
    found = [_range(schema), _length(schema), _count(schema), _form(schema)]
    return Rules(_type(schema), ", ".join(rule for rule in found if rule))


def _type(schema: Mapping[str, Any]) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(part) for part in schema["anyOf"])
    if "const" in schema:
        return json.dumps(schema["const"], ensure_ascii=False)
    if "enum" in schema:
        return "one of these"
    type_ = schema.get("type")
    if isinstance(type_, list):
        return " or ".join(_TYPES[one] for one in type_)
    if type_ == "array":
        inner = schema.get("items", {}).get("type", "")
        return f"list of {_PLURALS.get(inner, 'values')}"
    return _TYPES.get(type_ or "", "any value")


def _range(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minimum"), schema.get("maximum")
    above, below = schema.get("exclusiveMinimum"), schema.get("exclusiveMaximum")
    if low is not None and high is not None:
        return f"{low:,} to {high:,}"
    words = [
        (low, "at least"),
        (above, "more than"),
        (high, "at most"),
        (below, "less than"),
    ]
    return ", ".join(f"{word} {value:,}" for value, word in words if value is not None)


def _length(schema: Mapping[str, Any]) -> str:
    low, high = schema.get("minLength", 0), schema.get("maxLength")
    if high is None:
        return _counted(low, "at least", "character") if low > 1 else ""
    if low == high:
        return f"exactly {high:,} characters"
    return f"{low:,} to {high:,} characters" if low > 1 else f"at most {high:,} characters"


def _count(schema: Mapping[str, Any]) -> str:
    for part in schema.get("anyOf", [schema]):
        low, high = part.get("minItems", 0), part.get("maxItems")
        if low and high is not None:
            return f"{low:,} to {high:,} lines"
        if high is not None:
            return f"at most {high:,} lines"
        if low:
            return _counted(low, "at least", "line")
    return ""


def _form(schema: Mapping[str, Any]) -> str:
    for part in (schema, schema.get("items", {})):
        if part.get("pattern", "").startswith("^https?://"):
            return "beginning with http:// or https://"
    return ""


def _counted(number: int, before: str, noun: str) -> str:
    return f"{before} {number:,} {noun}{'' if number == 1 else 's'}"
