"""Arguments of any tool, drawn by hypothesis from its schema, and what must hold of every call."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Annotated, Any

import pytest
from hypothesis import strategies as st
from pydantic import StringConstraints, TypeAdapter, ValidationError

from sandboxes import Stream, Tool, World, tools
from tests.sampling import sampled

Schema = dict[str, Any]
Values = st.SearchStrategy[Any]

_WORDS = (
    "a",
    "b",
    "c",
    "1",
    "the cat sat",
    "2026-03-31",
    "Straße 7",
    "a\tb\nc",
    " ",
    "{}",
    "é" * 3,
)
_NUMBERS = (0, 1, 2, 3, -1, 10, 0.5, 0.1, -2.75, 1e-7, 1e9, 1e308, -1e308, 5e-324)
_WIDE = 10**18
_MOST_MEMBERS = 6


def arguments_for(schema: Schema) -> Values:
    """Values that fit a JSON schema as tools have them; for a tool's own, its arguments.

    Args:
        schema: The schema of a value; an object with properties, or any that occurs in one.

    Raises:
        KeyError: the schema has a type that no tool has.
    """
    if "anyOf" in schema:
        return st.one_of(*map(arguments_for, schema["anyOf"]))
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    return _BY_TYPE[schema["type"]](schema)


def _texts(schema: Schema) -> Values:
    shortest, longest = schema.get("minLength", 0), schema["maxLength"]
    some: Values = st.text(min_size=shortest, max_size=min(longest, shortest + 40))
    if "pattern" in schema:
        characters = st.characters(codec="utf-8")
        some = st.from_regex(schema["pattern"], fullmatch=True, alphabet=characters)
    fitting = st.sampled_from(_WORDS) | some
    return fitting.filter(lambda text: _is_fitting(schema, text))


@functools.cache
def _validator(pattern: str) -> Callable[[str], bool]:
    """Pydantic's own view of a pattern: its regular expressions are not quite Python's."""
    adapter: TypeAdapter[str] = TypeAdapter(Annotated[str, StringConstraints(pattern=pattern)])

    def fits(text: str) -> bool:
        try:
            adapter.validate_python(text)
        except ValidationError:
            return False
        return True

    return fits


def _is_fitting(schema: Schema, text: str) -> bool:
    in_length = schema.get("minLength", 0) <= len(text) <= schema["maxLength"]
    return in_length and ("pattern" not in schema or _validator(schema["pattern"])(text))


def _integers(schema: Schema) -> Values:
    low = schema.get("minimum", schema.get("exclusiveMinimum", -_WIDE - 1) + 1)
    high = schema.get("maximum", schema.get("exclusiveMaximum", _WIDE + 1) - 1)
    return st.integers(low, min(high, max(low, 0) + 20)) | st.integers(low, high)


def _numbers(schema: Schema) -> Values:
    low = schema.get("minimum", schema.get("exclusiveMinimum"))
    high = schema.get("maximum", schema.get("exclusiveMaximum"))
    usual = [n for n in _NUMBERS if (low is None or low < n) and (high is None or n < high)]
    drawn = st.floats(
        low,
        high,
        allow_nan=False,
        allow_infinity=False,
        exclude_min="exclusiveMinimum" in schema,
        exclude_max="exclusiveMaximum" in schema,
    )
    return st.sampled_from(usual) | drawn if usual else drawn


def _lists(schema: Schema) -> Values:
    least = schema.get("minItems", 0)
    most = min(schema["maxItems"], least + _MOST_MEMBERS)
    return st.lists(arguments_for(schema["items"]), min_size=least, max_size=most)


def _objects(schema: Schema) -> Values:
    if isinstance(schema.get("additionalProperties"), dict):
        names = {"maxLength": 40, **schema.get("propertyNames", {}), "type": "string"}
        least = schema.get("minProperties", 0)
        most = min(schema["maxProperties"], least + _MOST_MEMBERS)
        values = arguments_for(schema["additionalProperties"])
        return st.dictionaries(arguments_for(names), values, min_size=least, max_size=most)
    fields = {name: arguments_for(part) for name, part in schema["properties"].items()}
    required = schema.get("required", ())
    return st.fixed_dictionaries(
        {name: field for name, field in fields.items() if name in required},
        optional={name: field for name, field in fields.items() if name not in required},
    )


_BY_TYPE: dict[str, Callable[[Schema], Values]] = {
    "string": _texts,
    "integer": _integers,
    "number": _numbers,
    "boolean": lambda _: st.booleans(),
    "null": lambda _: st.none(),
    "array": _lists,
    "object": _objects,
}


def each_tool_of(server: str) -> pytest.MarkDecorator:
    """Parametrises a test by `tool`, for each of a server's; the sample has each second one."""
    return pytest.mark.parametrize("tool", sampled(tools(server), 2, lambda tool: tool.name))


def assert_it_holds(world: World, tool: Tool, arguments: dict[str, Any]) -> None:
    """A call with arguments that fit answers, changes nothing, and answers the same again.

    A tool that draws at random answers something else the next time, but the same in a world of
    the same seed.

    Args:
        world: The world to call it in; it stays as it is.
        tool: The tool of a stateless server.
        arguments: Arguments that fit its schema.
    """
    one, other = world.fork(), world.fork()
    first, again = (one.call(tool.name, arguments).canonical() for _ in range(2))
    assert first.startswith(('{"status":"ok",', '{"status":"failed",'))
    assert first.encode().decode() == first
    assert [other.call(tool.name, arguments).canonical() for _ in range(2)] == [first, again]
    assert tool.given is Stream or again == first
    assert one.state_hash == world.state_hash
