"""Sentences for arguments that violate a schema: what is wrong, and what to send instead."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from pydantic import ValidationError
from pydantic_core import ErrorDetails

from sandboxes._types import PATTERN_RULES

_SHOWN = 60
_MOST = 5
_MOST_OF_A_CHOICE = 200
_UNION_TAGS = {"list": "array", "dict": "object", "typed-dict": "object"}

_TYPES = {
    "string_type": "must be a text (JSON string)",
    "int_type": "must be a whole number, without quotes or decimal point",
    "int_from_float": "must be a whole number, without quotes or decimal point",
    "float_type": "must be a number without quotes",
    "bool_type": "must be true or false",
    "list_type": "must be a list (JSON array)",
    "dict_type": "must be an object",
    "finite_number": "must be a finite number",
    "missing": "is missing",
    "extra_forbidden": "leave it out",
    "string_unicode": "must be valid Unicode text, without lone surrogates",
}


def complaint(tool: str, schema: dict[str, Any], error: ValidationError) -> str:
    """One text that names every wrong argument and what the tool takes.

    Args:
        tool: Name of the tool.
        schema: Its input schema.
        error: What the validation found.
    """
    wrong: dict[str, list[str]] = {}
    for details in error.errors(include_url=False, include_context=True, include_input=False):
        said = wrong.setdefault(_subject(details, schema), [])
        if _predicate(details) not in said:
            said.append(_predicate(details))
    sentences = [f"{subject} {', or '.join(said)}." for subject, said in wrong.items()]
    if len(sentences) > _MOST:
        sentences[_MOST:] = [f"And {len(sentences) - _MOST} more problems."]
    return f"{tool}: {' '.join(sentences)} {_signature(schema)}"


def _subject(details: ErrorDetails, schema: dict[str, Any]) -> str:
    if not details["loc"]:
        return "The name of an argument"
    place = _place(details["loc"], schema)
    if details["type"] == "extra_forbidden":
        return f"There is no argument {place};"
    return f"Argument {place}"


def _predicate(details: ErrorDetails) -> str:
    kind = details["type"]
    context = details.get("ctx", {})
    if kind in _TYPES:
        return _TYPES[kind]
    if kind == "greater_than_equal":
        return f"must be at least {context['ge']}"
    if kind == "less_than_equal":
        return f"must be at most {context['le']}"
    if kind in ("string_too_short", "too_short"):
        least = context["min_length"]
        return f"must have at least {least} {_unit(kind, least)}"
    if kind in ("string_too_long", "too_long"):
        most = context["max_length"]
        return f"must have at most {most} {_unit(kind, most)}"
    if kind == "string_pattern_mismatch":
        return PATTERN_RULES[context["pattern"]]
    if kind == "literal_error":
        if len(context["expected"]) > _MOST_OF_A_CHOICE:
            return "must be one of the values that its description lists"
        return f"must be {context['expected']}"
    return f"is wrong: {details['msg'][:1].lower()}{details['msg'][1:]}"


def _unit(kind: str, number: int) -> str:
    word = "character" if kind.startswith("string") else "element"
    return word if number == 1 else f"{word}s"


def _place(loc: tuple[int | str, ...], schema: dict[str, Any]) -> str:
    name = str(loc[0])
    inside = _inside(loc[1:], schema.get("properties", {}).get(name, {}))
    return json.dumps(name[:_SHOWN]) + "".join(inside)


def _inside(loc: tuple[int | str, ...], schema: dict[str, Any]) -> Iterator[str]:
    """The steps of a place inside an argument, without those that only name a choice of types."""
    for step in loc:
        choices = [c for c in schema.get("anyOf", ()) if c.get("type") != "null"]
        if len(choices) > 1:
            kind = _UNION_TAGS.get(str(step).partition("[")[0])
            schema = next((c for c in choices if c.get("type") == kind), {})
            continue
        schema = choices[0] if choices else schema
        if isinstance(step, int):
            yield f"[{step}]"
            schema = schema.get("items", {})
        elif step != "[key]":
            yield f"[{json.dumps(step[:_SHOWN])}]"
            schema = schema.get("properties", {}).get(step) or schema.get(
                "additionalProperties", {}
            )
        schema = schema if isinstance(schema, dict) else {}


def _signature(schema: dict[str, Any]) -> str:
    properties = schema.get("properties", {})
    if not properties:
        return "It takes no arguments: send {}."
    required = set(schema.get("required", ()))
    named = [name if name in required else f"{name} (optional)" for name in properties]
    return f"It takes: {', '.join(named)}."
