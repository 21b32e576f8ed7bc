"""A form made from a tool's schema, and the arguments that were typed into it.

The form helps to type; it judges nothing. What is typed becomes JSON as closely as it can, and goes
to the same validation as an agent's call: a word where a number is wanted is sent as a word. What
no field can hold is typed as JSON.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from sandboxes import sorted_json
from webapp.console.rules import rules_of

ROOT = "arg"
_LONG = 300
_UNTYPABLE = re.compile("[\0\r\ud800-\udfff]")
_NUMBERS = ("integer", "number")


class Untypable(ValueError):
    """Text that is meant to be JSON, and is none.

    Args:
        name: Of which field.
        text: What to change.
    """

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text)
        self.name = name


@dataclass(frozen=True)
class Field:
    """One field of the form.

    Args:
        name: By which it is sent: the way to its value.
        label: Name of the argument.
        kind: text, long, number, boolean, choice, lines, object or json.
        type: What is wanted, in words.
        required: Whether the call needs it.
        description: What it is for.
        rules: What else is asked of it, in words.
        default: The value it has if it is left out, as JSON; None if there is none.
        choices: What can be chosen, as JSON and as it is shown; of lines: what stands instead of a
            list.
        numbers: Whether the lines are numbers.
        parts: The fields of an object.
        value: What stands in it.
        instead: The choice that stands instead of a list.
    """

    name: str
    label: str
    kind: str
    type: str
    required: bool
    description: str
    rules: str
    default: str | None = None
    choices: tuple[tuple[str, str], ...] = ()
    numbers: bool = False
    parts: tuple[Field, ...] = field(default=())
    value: str = ""
    instead: str = ""


def fields_of(schema: Mapping[str, Any], name: str = ROOT) -> tuple[Field, ...]:
    """The fields of an object's schema, in its order.

    Args:
        schema: The schema of a tool's arguments, or of an object in them.
        name: Where the object is.
    """
    required = schema.get("required", ())
    return tuple(
        _field(f"{name}/{label}", label, part, required=label in required)
        for label, part in schema.get("properties", {}).items()
    )


def _field(name: str, label: str, schema: Mapping[str, Any], *, required: bool) -> Field:
    words = rules_of(schema)
    schema = typable(schema)
    kind = _kind(schema)
    default = json.dumps(schema["default"], ensure_ascii=False) if "default" in schema else None
    return Field(
        name=name,
        label=label,
        kind=kind,
        type=words.type,
        required=required,
        description=schema.get("description", ""),
        rules=words.rules,
        default=default,
        choices=_choices(kind, schema),
        numbers=_items(schema) in _NUMBERS,
        parts=fields_of(schema, name) if kind == "object" else (),
    )


def typable(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The one thing that is typed where a schema leaves a choice; the schema itself if it is none.

    Nothing is said by leaving the field out; of words and numbers, what is typed is sent as a word.
    """
    choices = [part for part in schema.get("anyOf", ()) if part.get("type") != "null"]
    types = {part.get("type") for part in choices}
    shared = {key: value for key, value in schema.items() if key != "anyOf"}
    if len(choices) == 1:
        return {**choices[0], **shared}
    if "string" in types <= {"string", "boolean", *_NUMBERS}:
        return {**next(part for part in choices if part.get("type") == "string"), **shared}
    return schema


def _items(schema: Mapping[str, Any]) -> Any:
    """The type of what is in a list, if the schema is one and its parts can be typed."""
    return typable(_listed(schema).get("items", {})).get("type")


def _kind(schema: Mapping[str, Any]) -> str:
    type_ = schema.get("type")
    if "enum" in schema:
        return "choice"
    if type_ == "string":
        return "long" if _has_lines(schema) else "text"
    if type_ in _NUMBERS:
        return "number"
    if type_ == "boolean":
        return "boolean"
    if type_ == "object" and schema.get("properties"):
        return "object"
    if _items(schema) in ("string", *_NUMBERS):
        return "lines"
    return "json"


def _has_lines(schema: Mapping[str, Any]) -> bool:
    """Whether a text may be long and have several lines."""
    allowed = re.search(schema.get("pattern", ""), "a\nb") is not None
    return schema.get("maxLength", 0) > _LONG and allowed


def _listed(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """The list among what is allowed, if all else are single values."""
    either = schema.get("anyOf", [schema])
    lists = [part for part in either if part.get("type") == "array"]
    rest = [part for part in either if part.get("type") != "array"]
    return lists[0] if len(lists) == 1 and all("const" in part for part in rest) else {}


def _choices(kind: str, schema: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    values: list[Any] = []
    if kind == "boolean":
        values = [True, False]
    elif kind == "choice":
        values = schema["enum"]
    elif kind == "lines":
        values = [part["const"] for part in schema.get("anyOf", ()) if "const" in part]
    return tuple((json.dumps(value, ensure_ascii=False), _typed(value)) for value in values)


def arguments_from(fields: tuple[Field, ...], typed: Mapping[str, str]) -> dict[str, Any]:
    """The arguments that were typed; what was left empty is left out.

    Raises:
        Untypable: JSON was wanted in a field, and it holds none.
    """
    found = ((part.label, _value(part, typed)) for part in fields)
    return {label: value for label, value in found if value is not _ABSENT}


_ABSENT: Any = object()


def _value(part: Field, typed: Mapping[str, str]) -> Any:
    if part.kind == "object":
        inner = arguments_from(part.parts, typed)
        return inner if inner or part.required else _ABSENT
    text = typed.get(part.name, "").replace("\r\n", "\n")
    if part.kind == "lines":
        return _lines(part, text, typed.get(f"{part.name}:instead", ""))
    if not text:
        return _ABSENT
    if part.kind == "number":
        return _number(text)
    if part.kind in ("boolean", "choice", "json"):
        return json_from(text, part.name)
    return text


def _lines(part: Field, text: str, instead: str) -> Any:
    if instead:
        return json_from(instead, part.name)
    lines = text.removesuffix("\n").split("\n") if text else []
    if not lines:
        return [] if part.required else _ABSENT
    return [_number(line) if part.numbers else line for line in lines]


def _number(text: str) -> Any:
    """A number, if the text is one; else the text, for the tool to refuse."""
    try:
        value = json_from(text.strip(), "")
    except Untypable:
        return text
    return value if type(value) in (int, float) else text


def json_from(text: str, name: str) -> Any:
    """The value that a text is as JSON.

    Args:
        text: The text.
        name: Of which field; for the error.

    Raises:
        Untypable: it is none.
    """
    try:
        return json.loads(text, parse_constant=_no_json)
    except json.JSONDecodeError as error:
        place = f"line {error.lineno}, column {error.colno}"
        raise Untypable(name, f"This is no JSON: {error.msg.lower()} ({place}).") from error
    except (ValueError, RecursionError) as error:
        raise Untypable(name, f"This is no JSON that can be read: {error}.") from error


def _no_json(word: str) -> Any:
    raise ValueError(f"{word} is no JSON")


def filled(fields: tuple[Field, ...], arguments: Any) -> tuple[Field, ...] | None:
    """The fields with arguments typed into them; None if they can't hold them just as they are."""
    if not isinstance(arguments, dict):
        return None
    done = _filled(fields, arguments)
    if not all(map(_is_held, done)):
        return None
    try:
        held = sorted_json(arguments_from(done, typed_in(done)))
        return done if held == sorted_json(arguments) else None
    except ValueError:  # infinity, which JSON can spell as 1e999 and not otherwise
        return None


def _is_held(part: Field) -> bool:
    """Whether a browser's field gives back what is put into it."""
    if not all(map(_is_held, part.parts)) or _UNTYPABLE.search(part.value):
        return False
    has_lines = part.kind in ("long", "lines", "json")
    return not part.value.startswith("\n") if has_lines else "\n" not in part.value


def _filled(fields: tuple[Field, ...], arguments: Mapping[str, Any]) -> tuple[Field, ...]:
    return tuple(
        _holding(part, arguments[part.label]) if part.label in arguments else part
        for part in fields
    )


def _holding(part: Field, value: Any) -> Field:
    if part.kind == "object":
        return replace(part, parts=_filled(part.parts, value)) if isinstance(value, dict) else part
    if part.kind == "lines" and not isinstance(value, list):
        return replace(part, instead=json.dumps(value, ensure_ascii=False))
    if part.kind == "lines":
        return replace(part, value="".join(f"{_typed(item)}\n" for item in value))
    if part.kind in ("boolean", "choice", "json"):
        return replace(part, value=json.dumps(value, ensure_ascii=False))
    return replace(part, value=_typed(value))


def _typed(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def typed_in(fields: tuple[Field, ...]) -> dict[str, str]:
    """What stands in fields, as a browser sends it."""
    typed: dict[str, str] = {}
    for part in fields:
        typed[part.name] = part.value
        typed[f"{part.name}:instead"] = part.instead
        typed |= typed_in(part.parts)
    return typed


def retyped(fields: tuple[Field, ...], typed: Mapping[str, str]) -> tuple[Field, ...]:
    """The fields with what was typed still in them, whatever it is."""
    return tuple(
        replace(
            part,
            value=typed.get(part.name, ""),
            instead=typed.get(f"{part.name}:instead", ""),
            parts=retyped(part.parts, typed),
        )
        for part in fields
    )
