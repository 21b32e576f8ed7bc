"""Arguments of nodes and calls, in all the forms in which they are published."""

from __future__ import annotations

from typing import Any

from sandboxes.workflows.published._kinds import MendKind, UnmendedKind
from sandboxes.workflows.published._values import Notes, Unreadable, below, read_value

_TYPES = frozenset({"string", "number", "integer", "array", "object", "boolean", "enum"})
_SCHEMA = frozenset({"type", "description", "items", "properties", "enum", "required"})
ABSENT = object()
"""Stands for arguments that are not there at all."""


def read_arguments(
    value: Any, place: str, notes: Notes, parameters: frozenset[str] = frozenset()
) -> dict[str, Any]:
    """Arguments as an object; there are none where that can't be told.

    Args:
        value: What stands there, or `ABSENT`.
        place: Where.
        notes: What is noted.
        parameters: Names of the tool's parameters, to tell names from values by.
    """
    found = _found(value, place, notes, parameters)
    for name, part in found.items():
        if _is_schema(part):
            notes.leave(UnmendedKind.SCHEMA_AS_VALUE, below(place, name), part)
    return found


def _found(value: Any, place: str, notes: Notes, parameters: frozenset[str]) -> dict[str, Any]:
    empty = _empty(value)
    if empty is not None:
        notes.mend(empty, place, None if value is ABSENT else value, {})
        return {}
    if isinstance(value, str):
        inner = _inner(value, place, notes)
        if inner is None:
            notes.leave(UnmendedKind.ARGUMENTS_FREE_TEXT, place, value)
            return {}
        return _found(inner, place, notes, parameters)
    if isinstance(value, dict):
        return value
    if isinstance(value, list) and value:
        return _of_list(value, place, notes, parameters)
    notes.leave(UnmendedKind.ARGUMENTS_UNREADABLE, place, value)
    return {}


def _inner(text: str, place: str, notes: Notes) -> dict[str, Any] | list[Any] | None:
    """The object or list that a text holds; None, without a note, if it holds neither."""
    trial = Notes()
    try:
        found = read_value(text, place, trial, in_text=False)
    except Unreadable:
        return None
    if not isinstance(found, (dict, list)):
        return None
    notes.add(trial)
    return found


def _empty(value: Any) -> MendKind | None:
    if value is ABSENT:
        return MendKind.ARGUMENTS_ABSENT
    if value is None:
        return MendKind.ARGUMENTS_NULL
    if value == []:
        return MendKind.ARGUMENTS_EMPTY_LIST
    if isinstance(value, str) and not value.strip():
        return MendKind.ARGUMENTS_EMPTY_TEXT
    return None


def _of_list(
    values: list[Any], place: str, notes: Notes, parameters: frozenset[str]
) -> dict[str, Any]:
    trial = Notes()
    parts = [
        _inner(value, below(place, n), trial) if isinstance(value, str) else value
        for n, value in enumerate(values)
    ]
    objects = [part for part in parts if isinstance(part, dict)]
    if len(objects) < len(parts):
        notes.leave(_kind_of_rest(values, objects, parameters), place, values)
        return {}
    notes.add(trial)
    if len(objects) == 1:
        notes.mend(MendKind.ARGUMENTS_IN_LIST, place, values, objects[0])
        return objects[0]
    merged: dict[str, Any] = {}
    for part in objects:
        if any(name in merged and merged[name] != value for name, value in part.items()):
            notes.leave(UnmendedKind.ARGUMENTS_CONFLICT, place, values)
            return {}
        merged |= part
    notes.mend(MendKind.ARGUMENTS_MERGED, place, values, merged)
    return merged


def _kind_of_rest(
    values: list[Any], objects: list[dict[str, Any]], parameters: frozenset[str]
) -> UnmendedKind:
    if objects:
        return UnmendedKind.ARGUMENTS_UNREADABLE
    if all(isinstance(value, str) and value in parameters for value in values):
        return UnmendedKind.ARGUMENTS_WITHOUT_VALUES
    return UnmendedKind.ARGUMENTS_WITHOUT_NAMES


def _is_schema(value: Any) -> bool:
    return (
        isinstance(value, dict)
        and "description" in value
        and value.keys() <= _SCHEMA
        and isinstance(value.get("type"), str)
        and value["type"] in _TYPES
    )
