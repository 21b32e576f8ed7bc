"""Calls that are not understood: each mistake in each argument is an error that names both."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

import pytest

from sandboxes import tools
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

    tool: str
    argument: str
    kind: str
    value: object


def mistakes() -> Iterator[Mistake]:
    """Every mistake in every argument of every tool."""
    for tool in tools():
        for argument, schema in tool.input_schema["properties"].items():
            if argument in tool.input_schema.get("required", ()):
                yield Mistake(tool.name, argument, "left out", LEFT_OUT)
            for kind, value in mistakes_for(schema).items():
                yield Mistake(tool.name, argument, kind, value)


def mistakes_for(schema: dict[str, Any]) -> dict[str, object]:
    """What does not fit one argument."""
    if "anyOf" in schema:
        first, *others = (mistakes_for(choice) for choice in schema["anyOf"])
        return {kind: value for kind, value in first.items() if all(kind in o for o in others)}
    kind = schema["type"]
    wrong = {name: value for name, value in ANYTHING.items() if name not in FITTING[kind]}
    if kind in OUT_OF_RANGE:
        wrong |= OUT_OF_RANGE[kind](schema)
    return wrong


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
MISTAKES = list(mistakes())


@pytest.mark.parametrize(
    "mistake", MISTAKES, ids=[f"{m.tool}-{m.argument}-{m.kind}" for m in MISTAKES]
)
def test_a_wrong_argument_is_named(mistake: Mistake, set_up_scene: Scene) -> None:
    arguments = {**set_up_scene.arguments[mistake.tool], mistake.argument: mistake.value}
    if mistake.value is LEFT_OUT:
        del arguments[mistake.argument]
    sentence = not_understood(set_up_scene.world, mistake.tool, arguments)
    what, _, takes = sentence.partition(" It takes: ")
    assert what.startswith(f'{mistake.tool}: Argument "{mistake.argument}"')
    assert mistake.argument in takes
    assert len(sentence) < 500


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
