"""Errors of parameters: a name that is not defined, a value that can't be, none, a wrong type."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from sandboxes._catalogue import catalogue
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._plan import Node, Plan, with_node
from sandboxes.workflows._references import references
from sandboxes.workflows.injection._flaw import Flaw, Site
from sandboxes.workflows.injection._words import IMPOSSIBLE, OTHER_NAMES, misnamed

_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")
_TIME = re.compile(r"\d{2}:\d{2}(:\d{2})?")


def parameter_error(site: Site) -> Iterator[Flaw]:
    """A required parameter is called by a name that the tool does not define."""
    for node, name in _required(site):
        known = _properties(node)
        for other in site.draw.shuffled([*OTHER_NAMES.get(name, ()), misnamed(name)]):
            if other not in known:
                arguments = {
                    (other if key == name else key): value for key, value in node.arguments.items()
                }
                yield _flaw(site, ErrorType.PARAMETER_ERROR, node, name, arguments, other)
                break


def parameter_missing(site: Site) -> Iterator[Flaw]:
    """A required parameter is left out."""
    for node, name in _required(site):
        arguments = {key: value for key, value in node.arguments.items() if key != name}
        yield _flaw(site, ErrorType.PARAMETER_MISSING, node, name, arguments, None)


def type_error(site: Site) -> Iterator[Flaw]:
    """A value has the wrong type, or a text stands where a result should be referred to."""
    for node, name in _given(site):
        value = node.arguments[name]
        kind = _properties(node)[name].get("type")
        for wrong in site.draw.shuffled(_mistyped(value, kind, node))[:2]:
            yield _changed(site, ErrorType.TYPE_ERROR, node, name, wrong)


def parameter_invalid(site: Site) -> Iterator[Flaw]:
    """A value of the right type that can't be."""
    for node, name in _given(site):
        schema = _properties(node)[name]
        for wrong in site.draw.shuffled(_impossible(name, node.arguments[name], schema))[:2]:
            yield _changed(site, ErrorType.PARAMETER_INVALID, node, name, wrong)


def _mistyped(value: Any, kind: Any, node: Node) -> list[Any]:
    """The value as something of another type, as models get it wrong."""
    sources = [source for source, _ in references(value)]
    if kind in ("integer", "number"):
        if sources:
            return [f"the result of node {sources[0]}", f"{value} units", [value]]
        return [str(value), f"about {value}", [value]]
    if kind == "boolean":
        return ["yes" if value else "no", int(bool(value))]
    if kind == "array":
        first = value[0] if isinstance(value, list) and value else value
        return [f"all of node {sources[0]}" if sources else "none", {"items": value}, first]
    if kind == "string":
        return [[value], {"value": value}, {"text": value, "id": node.id}]
    return [f"{value}"] if not isinstance(value, str) else []


def _impossible(name: str, value: Any, schema: Mapping[str, Any]) -> list[Any]:
    """Values of the same type that can't be."""
    kind = schema.get("type")
    if kind == "integer":
        return [-1, 0, 10_000_019]
    if kind == "number":
        return [-1_000_000.5, 0.0, 1e15]
    if kind == "string":
        if isinstance(value, str) and _DATE.fullmatch(value):
            return [f"{value[:5]}02-32", f"{value[:5]}13-01", f"{value[:5]}00{value[7:]}"]
        if isinstance(value, str) and _TIME.fullmatch(value):
            return ["25:61", "24:99"]
        return list(IMPOSSIBLE.get(name, ("n/a", "unknown", "to be decided")))
    if kind == "array":
        return [[*IMPOSSIBLE.get(name, ("n/a",))]]
    return []


def _required(site: Site) -> list[tuple[Node, str]]:
    return [
        (node, name)
        for node, name in _given(site)
        if name in catalogue()[node.tool or ""].input_schema.get("required", ())
    ]


def _given(site: Site) -> list[tuple[Node, str]]:
    """(node, parameter) of the calls ahead, in drawn order."""
    pairs = [(node, name) for node in site.pending for name in node.arguments]
    return site.draw.shuffled(pairs)


def _properties(node: Node) -> dict[str, Any]:
    schema = catalogue()[node.tool or ""].input_schema
    found: dict[str, Any] = schema.get("properties", {})
    return found


def _changed(site: Site, error: ErrorType, node: Node, name: str, wrong: Any) -> Flaw:
    return _flaw(site, error, node, name, {**node.arguments, name: wrong}, wrong)


def _flaw(
    site: Site, error: ErrorType, node: Node, name: str, arguments: dict[str, Any], became: Any
) -> Flaw:
    def apply(plan: Plan) -> Plan:
        return with_node(plan, replace(plan.by_id[node.id], arguments=arguments))

    was = name if error is ErrorType.PARAMETER_ERROR else node.arguments[name]
    return Flaw(site.label(error, node.id, f"arguments/{name}", was, became), apply)
