"""Sentences for arguments that violate a schema: what is wrong, and what to send instead."""

from __future__ import annotations

import json
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from sandboxes._types import PATTERN_RULES

_SHOWN = 60
_MOST = 5

_TYPES = {
    "string_type": "must be a text (JSON string)",
    "int_type": "must be a whole number without quotes",
    "int_from_float": "must be a whole number",
    "float_type": "must be a number without quotes",
    "bool_type": "must be true or false",
    "list_type": "must be a list (JSON array)",
    "dict_type": "must be an object",
    "finite_number": "must be a finite number",
    "missing": "is missing",
    "string_unicode": "must be valid Unicode text, without lone surrogates",
}


def complaint(tool: str, schema: dict[str, Any], error: ValidationError) -> str:
    """One text that names every wrong argument and what the tool takes.

    Args:
        tool: Name of the tool.
        schema: Its input schema.
        error: What the validation found.
    """
    found = error.errors(include_url=False, include_context=True, include_input=False)
    sentences = list(dict.fromkeys(_sentence(details) for details in found))
    if len(sentences) > _MOST:
        sentences[_MOST:] = [f"and {len(sentences) - _MOST} more problems."]
    return f"{tool}: {' '.join(sentences)} {_signature(schema)}"


def _sentence(details: ErrorDetails) -> str:
    place = _place(details["loc"])
    kind = details["type"]
    context = details.get("ctx", {})
    if kind == "extra_forbidden":
        return f"There is no argument {place}; leave it out."
    if kind in _TYPES:
        return f"Argument {place} {_TYPES[kind]}."
    if kind == "greater_than_equal":
        return f"Argument {place} must be at least {context['ge']}."
    if kind == "less_than_equal":
        return f"Argument {place} must be at most {context['le']}."
    if kind in ("string_too_short", "too_short"):
        least = context["min_length"]
        return f"Argument {place} must have at least {least} {_unit(kind, least)}."
    if kind in ("string_too_long", "too_long"):
        most = context["max_length"]
        return f"Argument {place} must have at most {most} {_unit(kind, most)}."
    if kind == "string_pattern_mismatch":
        return f"Argument {place} {PATTERN_RULES[context['pattern']]}."
    if kind == "literal_error":
        return f"Argument {place} must be one of {context['expected']}."
    return f"Argument {place}: {details['msg'][:1].lower()}{details['msg'][1:]}."


def _unit(kind: str, number: int) -> str:
    word = "character" if kind.startswith("string") else "element"
    return word if number == 1 else f"{word}s"


def _place(loc: tuple[int | str, ...]) -> str:
    name = json.dumps(str(loc[0])[:_SHOWN]) if loc else "object"
    indexes = [f"[{step}]" for step in loc[1:] if isinstance(step, int)]
    return name + "".join(indexes)


def _signature(schema: dict[str, Any]) -> str:
    properties = schema.get("properties", {})
    if not properties:
        return "It takes no arguments: send {}."
    required = set(schema.get("required", ()))
    named = [name if name in required else f"{name} (optional)" for name in properties]
    return f"It takes: {', '.join(named)}."
