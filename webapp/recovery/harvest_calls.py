"""What can be told of a call that went wrong: from its tool's schema, and from what came back."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from sandboxes import catalogue
from sandboxes.workflows import ErrorType, references

Json = Mapping[str, Any]
Types = tuple[ErrorType, ...]
_FAULT, _NOT_UNDERSTOOD = "internal_error", "error"
_REFERENCE = re.compile(r"\{\{[^{}]*\}\}")
_TIMED_OUT = "timed out"
_NOTHING: tuple[Any, ...] = (None, "", [], {})


def is_wrong(run: Json, *, expected: bool) -> bool:
    """Whether a call failed, or returned nothing though no call of the reference is known to.

    Args:
        run: A call as the ledger holds it.
        expected: Whether it is a call of the reference, with its arguments.
    """
    if run["status"] != "ok":
        return True
    return not expected and run["output"] in _NOTHING


def types_of_run(run: Json, node: Json, wanted: set[str], known: Mapping[str, str]) -> Types:
    """The types of error that a call that went wrong shows beyond doubt.

    A well-formed call that the state refused has many possible causes, and an empty result of a
    call that went well may be the truth: neither is labelled.

    Args:
        run: A call as the ledger holds it.
        node: The plan's node, with its arguments as they were written.
        wanted: The tools of which the reference has calls that the plan does not make.
        known: The plan's calls that are the reference's, whose results are what they should be.
    """
    status, output = run["status"], run["output"]
    if status == _FAULT:
        if output in _NOTHING:
            return (ErrorType.NULL_ERROR,)
        timed_out = isinstance(output, str) and _TIMED_OUT in output
        return (ErrorType.TIMEOUT_ERROR,) if timed_out else ()
    if status != _NOT_UNDERSTOOD:
        return ()
    if all(source in known for source, _ in references(node["arguments"])):
        node = {**node, "arguments": run["arguments"]}
    return types_of_call(node, wanted)


def types_of_call(node: Json, wanted: set[str]) -> Types:
    """The types of error of a call that its tool does not understand.

    What references stand for is not looked at: what is wrong with it may have come from elsewhere.
    Where there are none, and names and types are right, a value is what can't be. If nothing asks
    for the tool, the tool itself may be the wrong one, and nothing is said.

    Args:
        node: The plan's node.
        wanted: The tools of which the reference has calls that the plan does not make.
    """
    arguments: Json = node["arguments"]
    tool = catalogue().get(node["tool"] or "")
    if tool is None:
        return (ErrorType.TOOL_NAME_ERROR,)
    if tool.name not in wanted:
        return ()
    properties: Json = tool.input_schema.get("properties", {})
    strange = [given for given in arguments if given not in properties]
    missing = [known for known in tool.input_schema.get("required", ()) if known not in arguments]
    if missing:
        renamed = (ErrorType.PARAMETER_ERROR,) if strange else ()
        left_out = (ErrorType.PARAMETER_MISSING,) if len(missing) > len(strange) else ()
        return renamed + left_out
    if strange:
        return ()  # a name too many: whether it stands for another one, nobody can tell
    if not all(_fits(value, properties[given]) for given, value in arguments.items()):
        return (ErrorType.TYPE_ERROR,)
    is_plain = not any(map(_has_parts, arguments.values())) and not any(references(arguments))
    return (ErrorType.PARAMETER_INVALID,) if is_plain else ()


def _has_parts(value: Any) -> bool:
    """Whether a value has parts: what is wrong with one may be its type or its value."""
    return isinstance(value, (dict, list)) and bool(value)


def _fits(value: Any, schema: Json) -> bool:
    """Whether a value has the type that a schema asks for, whatever else that says.

    A reference and nothing else may stand for any type.
    """
    if isinstance(value, str) and _REFERENCE.fullmatch(value.strip()):
        return True
    if "anyOf" in schema:
        return any(_fits(value, one) for one in schema["anyOf"])
    wanted = schema.get("type")
    if wanted == "array":
        return isinstance(value, list)
    if wanted in ("integer", "number"):
        known = int if wanted == "integer" else (int, float)
        return isinstance(value, known) and not isinstance(value, bool)
    types = {"string": str, "boolean": bool, "object": dict, "null": type(None)}
    return wanted not in types or isinstance(value, types[wanted])
