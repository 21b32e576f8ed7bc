"""Subjects that know nothing: the one that does nothing, and the one that tries anything."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from evaluators import DONE
from sandboxes import Environment, Stream

_CALLS = 30
_KNOWN = 0.9
_WORDS = ("Sam", "banana", "family", "fruit", "hello", "1")
_LARGEST = 5


class NoOpAgent:
    """Does nothing and says that it is done: the floor of every board."""

    def act(self, environment: Environment) -> None:
        """Finish at once."""
        environment.finish(DONE)


class RandomAgent:
    """Calls random tools with values that fit the schema, preferably some it has seen.

    Args:
        name: Names its random stream, so that an attempt can be repeated to the byte.
    """

    def __init__(self, name: str) -> None:
        self._draw = Stream("random agent", name)
        self._seen: dict[str, list[str]] = defaultdict(list)

    def act(self, environment: Environment) -> None:
        """Make some calls, then claim to be done."""
        tools = environment.tools()
        for _ in range(_CALLS):
            tool = self._draw.choice(tools)
            outcome = environment.call(tool["name"], self._arguments(tool["input_schema"]))
            self._notice(outcome.output)
        environment.finish(DONE)

    def _arguments(self, schema: dict[str, Any]) -> dict[str, Any]:
        return {name: self._value(name, of) for name, of in schema["properties"].items()}

    def _value(self, name: str, schema: dict[str, Any]) -> Any:
        if "anyOf" in schema:
            schema = self._draw.choice(schema["anyOf"])
        if "enum" in schema:
            return self._draw.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        if schema["type"] == "integer":
            return self._draw.between(schema.get("minimum", 0), _LARGEST)
        if schema["type"] == "array":
            return [self._value(name.rstrip("s"), schema["items"])]
        known = self._seen[name]
        return self._draw.choice(known if known and self._draw.chance(_KNOWN) else _WORDS)

    def _notice(self, output: Any) -> None:
        if isinstance(output, list):
            for item in output:
                self._notice(item)
        elif isinstance(output, dict):
            for name, value in output.items():
                if isinstance(value, str):
                    self._seen[name].append(value)
                else:
                    self._notice(value)
