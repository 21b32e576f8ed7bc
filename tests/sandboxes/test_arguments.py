"""Calls that are not understood: each mistake in each argument is an error that names both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from sandboxes import catalogue, tools
from tests.sandboxes.calls import not_understood
from tests.sandboxes.scene import Scene

NAMES = [tool.name for tool in tools()]
MEGABYTE = "x" * 1_000_000
LEFT_OUT = object()
SOMETHING = "word"


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    whole: list[Any] = []
    for _ in range(depth):
        whole = [whole]
    return whole


ANYTHING: dict[str, object] = {
    "text": "16",
    "integer": 16,
    "fraction": 1.5,
    "float": 1.0,
    "true": True,
    "null": None,
    "list": [1],
    "object": {"text": [None]},
    "not a number": float("nan"),
    "infinity": float("inf"),
    "lone surrogate": "\ud800",
    "nested lists": nested(2000),
}
FITTING = {
    "string": {"text"},
    "integer": {"integer"},
    "number": {"integer", "fraction", "float"},
    "boolean": {"true"},
    "null": {"null"},
    "array": {"list", "nested lists"},
    "object": {"object"},
}
"""What may be right for a type; all else is wrong, whatever its range."""
TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "null": (type(None),),
    "array": (list,),
    "object": (dict,),
}
UNTRIED = {
    ("Math", "number"): "any finite number has its place; what overflows is refused as it comes up",
    ("Chem", "number"): "amounts have no largest one; negative ones are refused by the tool",
    ("Time", "number"): "a span of time has no largest value",
    ("Unit", "number"): "a quantity has no largest value; what overflows is refused",
    ("Time", "boolean"): "true and false are all there is",
}
"""Arguments by server and type that have no range to leave, and why."""
TEXTS = {
    "empty": "",
    "megabyte": MEGABYTE,
    "control character": "a\x00b",
    "escape": "a\x1bb",
    "delete": "a\x7fb",
    "lone surrogate": "a\ud800b",
    "another word": "no such choice",
}


class Mistake(NamedTuple):
    """An argument of a tool, and what is sent for it."""

    argument: str
    kind: str
    value: object


def mistakes(name: str) -> Iterator[Mistake]:
    """Every mistake in every argument of a tool."""
    schema = catalogue()[name].input_schema
    for argument, part in schema["properties"].items():
        if argument in schema.get("required", ()):
            yield Mistake(argument, "left out", LEFT_OUT)
        for kind, value in mistakes_for(part).items():
            yield Mistake(argument, kind, value)


def mistakes_for(schema: dict[str, Any]) -> dict[str, object]:
    """What does not fit one argument."""
    if "anyOf" in schema:
        return wrong_choices(schema["anyOf"])
    kind = schema["type"]
    wrong = {name: value for name, value in ANYTHING.items() if name not in FITTING[kind]}
    return wrong | out_of_range(schema)


def wrong_choices(choices: list[dict[str, Any]]) -> dict[str, object]:
    """What fits none of several schemas: it is of no choice's type, or out of its range."""
    found: dict[str, object] = {}
    for choice in choices:
        others = [other for other in choices if other is not choice]
        for kind, value in mistakes_for(choice).items():
            if all(kind in mistakes_for(other) or is_foreign(value, other) for other in others):
                found[kind] = value
    return found


def is_foreign(value: object, schema: dict[str, Any]) -> bool:
    """Whether a value is of another type than a schema's, whatever its range."""
    if isinstance(value, bool):  # which Python takes for a number
        return bool(schema["type"] != "boolean")
    return not isinstance(value, TYPES[schema["type"]])


def out_of_range(schema: dict[str, Any]) -> dict[str, object]:
    """What is of the right type and outside the range, where there is one."""
    if "anyOf" in schema:
        wrong = wrong_choices(schema["anyOf"])
        return {kind: value for kind, value in wrong.items() if kind not in ANYTHING}
    kind = schema["type"]
    return OUT_OF_RANGE[kind](schema) if kind in OUT_OF_RANGE else {}


def wrong_texts(schema: dict[str, Any]) -> dict[str, object]:
    """Texts that are too short or long, not among the choices, or of the wrong form."""
    allowed = schema.get("enum")
    return {
        kind: text
        for kind, text in TEXTS.items()
        if "\ud800" in text
        or len(text) < schema.get("minLength", 0)
        or len(text) > schema.get("maxLength", len(text))
        or not re.search(schema.get("pattern", ""), text)
        or (allowed is not None and text not in allowed)
    }


def wrong_numbers(schema: dict[str, Any]) -> dict[str, object]:
    """Numbers just outside the range."""
    wrong: dict[str, object] = {}
    if "minimum" in schema or "exclusiveMinimum" in schema:
        wrong["too small"] = schema.get("exclusiveMinimum", schema.get("minimum", 0) - 1)
    if "maximum" in schema or "exclusiveMaximum" in schema:
        wrong["too large"] = schema.get("exclusiveMaximum", schema.get("maximum", 0) + 1)
    return wrong


def wrong_lists(schema: dict[str, Any]) -> dict[str, object]:
    """Lists that are too short or long, or hold what does not fit."""
    inside = mistakes_for(schema["items"])
    wrong: dict[str, object] = {f"{kind} inside": [value] for kind, value in inside.items()}
    if schema.get("minItems", 0) > 0:
        wrong["empty"] = []
    return wrong | {"too long": [SOMETHING] * (schema["maxItems"] + 1)}


def wrong_objects(schema: dict[str, Any]) -> dict[str, object]:
    """Objects with members that do not fit."""
    values = schema.get("additionalProperties")
    if not isinstance(values, dict):
        return {"other members": {"no such member": 1}}
    return {f"{kind} inside": {"key": value} for kind, value in mistakes_for(values).items()}


OUT_OF_RANGE: dict[str, Callable[[dict[str, Any]], dict[str, object]]] = {
    "string": wrong_texts,
    "integer": wrong_numbers,
    "number": wrong_numbers,
    "array": wrong_lists,
    "object": wrong_objects,
}


@pytest.mark.parametrize("tool", NAMES)
def test_a_wrong_argument_is_named(tool: str, set_up_scene: Scene) -> None:
    for mistake in mistakes(tool):
        arguments = {**set_up_scene.arguments[tool], mistake.argument: mistake.value}
        if mistake.value is LEFT_OUT:
            del arguments[mistake.argument]
        sentence = not_understood(set_up_scene.world, tool, arguments)
        what, _, takes = sentence.partition(" It takes: ")
        assert what.startswith(f'{tool}: Argument "{mistake.argument}"'), mistake.kind
        assert mistake.argument in takes, mistake.kind
        assert len(sentence) < 500, mistake.kind


def test_every_tool_that_takes_anything_can_be_mistaken() -> None:
    """What can't be tried: tools without arguments, which take nothing that could be wrong."""
    untried = {tool.name for tool in tools() if not list(mistakes(tool.name))}
    assert untried == {tool.name for tool in tools() if not tool.input_schema["properties"]}


def test_what_has_no_range_to_leave_is_listed_with_its_reason() -> None:
    boundless = {
        (tool.server, part["type"])
        for tool in tools()
        for part in tool.input_schema["properties"].values()
        if not out_of_range(part)
    }
    assert boundless == set(UNTRIED)


SURPLUS: list[tuple[str, object]] = [
    ("surplus", 1),
    ("surplus", None),
    ("surplus", MEGABYTE),
    ("surplus", "\ud800"),
    ("surplus", nested(2000)),
    (MEGABYTE, 1),
]


@pytest.mark.parametrize("tool", NAMES)
def test_an_argument_too_many_is_named(tool: str, set_up_scene: Scene) -> None:
    for name, value in SURPLUS:
        arguments = {**set_up_scene.arguments[tool], name: value}
        sentence = not_understood(set_up_scene.world, tool, arguments)
        assert sentence.startswith(f'{tool}: There is no argument "{name[:60]}"; leave it out.')
        assert len(sentence) < 500
