"""Calls that are not understood: each mistake in each argument is an error that names both."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from sandboxes import tools
from tests.sandboxes.apps.calls import SERVERS, not_understood
from tests.sandboxes.apps.scene import Scene

NAMES = [tool.name for server in SERVERS for tool in tools(server)]
MEGABYTE = "x" * 1_000_000
LEFT_OUT = object()


def nested(depth: int) -> list[Any]:
    """A list in a list in a list."""
    whole: list[Any] = []
    for _ in range(depth):
        whole = [whole]
    return whole


TEXT_MISTAKES: dict[str, object] = {
    "number": 16,
    "true": True,
    "null": None,
    "list": ["text"],
    "object": {"text": "text"},
    "empty": "",
    "megabyte": MEGABYTE,
    "control character": "a\x00b",
    "escape": "a\x1bb",
    "delete": "a\x7fb",
    "lone surrogate": "a\ud800b",
    "nested lists": nested(2000),
}
INTEGER_MISTAKES: dict[str, object] = {
    "text": "16",
    "true": True,
    "null": None,
    "fraction": 1.5,
    "float": 1.0,
    "not a number": float("nan"),
    "infinity": float("inf"),
    "list": [1],
    "object": {"value": 1},
    "negative": -1,
    "megabyte": MEGABYTE,
    "lone surrogate": "\ud800",
    "nested lists": nested(2000),
}
LIST_MISTAKES: dict[str, object] = {
    "number": 16,
    "true": True,
    "null": None,
    "text": "text",
    "object": {"text": "text"},
    "number inside": [16],
    "null inside": [None],
    "list inside": [["text"]],
    "object inside": [{}],
    "empty inside": [""],
    "megabyte": MEGABYTE,
    "megabyte inside": [MEGABYTE],
    "control character inside": ["a\x00b"],
    "lone surrogate inside": ["a\ud800b"],
    "nested lists": nested(2000),
}


class Mistake(NamedTuple):
    """An argument of a tool, and what is sent for it."""

    tool: str
    argument: str
    kind: str
    value: object


def mistakes() -> Iterator[Mistake]:
    """Every mistake in every argument of every tool."""
    for tool in (tool for server in SERVERS for tool in tools(server)):
        for argument, schema in tool.input_schema["properties"].items():
            if argument in tool.input_schema.get("required", ()):
                yield Mistake(tool.name, argument, "left out", LEFT_OUT)
            for kind, value in mistakes_for(schema).items():
                yield Mistake(tool.name, argument, kind, value)


def mistakes_for(schema: dict[str, Any]) -> dict[str, object]:
    """What does not fit one argument."""
    if schema.get("type") == "integer":
        return INTEGER_MISTAKES
    return TEXT_MISTAKES if schema.get("type") == "string" else LIST_MISTAKES


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
