"""In what arguments don't fit a schema: told to the agent that sent them, and to whoever made it.

The schemas of the mock task are made of objects, lists, texts and whole numbers; so is this.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

_SHOWN = 60
_RULES = {
    "string": "must be a text (JSON string)",
    "integer": "must be a whole number, without quotes or decimal point",
    "array": "must be a list (JSON array)",
    "object": "must be an object",
}
_SENT = {
    str: "a text",
    bool: "true or false",
    int: "a whole number",
    float: "a number with a decimal point",
    list: "a list",
    dict: "an object",
}
_PYTHON = {"string": str, "integer": int, "array": list, "object": dict}


@dataclass(frozen=True, slots=True)
class Misfit:
    """One place where arguments don't fit.

    Args:
        place: The argument, and where in it: ``"receipt"["locker"]``; empty for all of them.
        rule: What has to be there, as the end of a sentence.
        sent: What was there, such as "a text".
    """

    place: str
    rule: str
    sent: str

    def sentence(self) -> str:
        """What to change."""
        return f"Argument {self.place} {self.rule}."


def misfits(schema: dict[str, Any], arguments: object) -> tuple[Misfit, ...]:
    """Every place where arguments don't fit the input schema of a tool.

    Args:
        schema: JSON Schema of an object.
        arguments: What was sent.
    """
    return tuple(_found(schema, arguments, ""))


def refusal(tool: str, schema: dict[str, Any], found: tuple[Misfit, ...]) -> str:
    """What the agent reads of it.

    Args:
        tool: Name of the tool.
        schema: Its input schema.
        found: What does not fit.
    """
    if not found[0].place:
        return f"{tool} takes its arguments as one JSON object; something else was sent."
    takes = ", ".join(schema["properties"])
    told = " ".join(misfit.sentence() for misfit in found)
    return f"{tool}: {told} " + (f"It takes: {takes}." if takes else "It takes no arguments.")


def _found(schema: dict[str, Any], value: object, place: str) -> Iterator[Misfit]:
    kind = schema["type"]
    if type(value) is not _PYTHON[kind]:  # also true, which Python takes for a number
        yield Misfit(place, _RULES[kind], _SENT.get(type(value), "null"))
    elif isinstance(value, list):
        for at, item in enumerate(value):
            yield from _found(schema["items"], item, f"{place}[{at}]")
    elif isinstance(value, dict):
        yield from _found_in_object(schema, value, place)


def _found_in_object(
    schema: dict[str, Any], value: dict[str, object], place: str
) -> Iterator[Misfit]:
    properties = schema["properties"]
    for name in schema.get("required", ()):
        if name not in value:
            yield Misfit(_inside(place, name), "is missing", "nothing")
    for name, inner in value.items():
        if name in properties:
            yield from _found(properties[name], inner, _inside(place, name))
        else:
            yield Misfit(_inside(place, name), "is not known: leave it out", "more than is asked")


def _inside(place: str, name: str) -> str:
    shown = json.dumps(name[:_SHOWN])
    return f"{place}[{shown}]" if place else shown
