"""The tools, calls and tags of a published record."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandboxes.workflows._errors import WRONG_REACTION, ErrorType, english_tag
from sandboxes.workflows.published._arguments import ABSENT, read_arguments
from sandboxes.workflows.published._kinds import MendKind, UnmendedKind
from sandboxes.workflows.published._plan_reader import Parameters
from sandboxes.workflows.published._record import Label, Observation, PublishedTool
from sandboxes.workflows.published._values import (
    Notes,
    below,
    leave_unknown,
    read_list,
    read_text,
)

_TOOL = frozenset({"name", "description", "parameters", "required"})
_CALL = frozenset({"name", "arguments", "results"})
_TAGS = {tag.casefold(): tag for tag in (*map(str, ErrorType), WRONG_REACTION)}


def read_tools(value: Any, place: str, notes: Notes) -> tuple[PublishedTool, ...]:
    """The tools that a record lists.

    Args:
        value: What stands where the list should.
        place: Where that is.
        notes: What is noted.
    """
    if value is None:
        notes.leave(UnmendedKind.FIELD_ABSENT, place)
        return ()
    listed = read_list(value, place, notes, in_text=True)
    if listed is None:
        notes.leave(UnmendedKind.TOOLS_UNREADABLE, place, value)
        return ()
    tools = []
    for number, tool in enumerate(listed):
        if isinstance(tool, dict) and isinstance(tool.get("name"), str):
            tools.append(_tool(tool, below(place, number), notes))
        else:
            notes.leave(UnmendedKind.TOOL_UNREADABLE, below(place, number), tool)
    for name, count in Counter(tool.name for tool in tools).items():
        if count > 1:
            notes.leave(UnmendedKind.TOOL_TWICE, place, name)
    return tuple(tools)


def parameters_of(tools: tuple[PublishedTool, ...]) -> Parameters:
    """Names of parameters by tool; of tools of one name those of all of them."""
    found: dict[str, frozenset[str]] = {}
    for tool in tools:
        found[tool.name] = found.get(tool.name, frozenset()) | tool.parameters.keys()
    return found


def _tool(tool: dict[str, Any], place: str, notes: Notes) -> PublishedTool:
    leave_unknown(tool, _TOOL, place, notes)
    description = tool.get("description")
    if description is None:
        notes.mend(MendKind.DESCRIPTION_ABSENT, below(place, "description"), None, "")
        description = ""
    return PublishedTool(
        tool["name"],
        read_text(description, below(place, "description"), notes),
        _parameters(tool.get("parameters"), below(place, "parameters"), notes),
        _required(tool.get("required"), below(place, "required"), notes),
    )


def _parameters(value: Any, place: str, notes: Notes) -> dict[str, Any]:
    if isinstance(value, dict):
        return value
    if value is None or value == []:
        notes.mend(MendKind.PARAMETERS_EMPTY, place, value, {})
    else:
        notes.leave(UnmendedKind.PARAMETERS_UNREADABLE, place, value)
    return {}


def _required(value: Any, place: str, notes: Notes) -> tuple[str, ...]:
    if isinstance(value, list) and all(isinstance(name, str) for name in value):
        return tuple(value)
    if value is None:
        notes.mend(MendKind.REQUIRED_ABSENT, place, value, [])
    else:
        notes.leave(UnmendedKind.PARAMETERS_UNREADABLE, place, value)
    return ()


def read_observations(
    value: Any, place: str, notes: Notes, tools: Parameters
) -> tuple[Observation, ...]:
    """The calls that a record tells of.

    Args:
        value: What stands where the list should.
        place: Where that is.
        notes: What is noted.
        tools: Names of parameters by tool.
    """
    if value is None:
        notes.leave(UnmendedKind.FIELD_ABSENT, place)
        return ()
    listed = read_list(value, place, notes, in_text=False)
    if listed is None:
        notes.leave(UnmendedKind.CALLS_UNREADABLE, place, value)
        return ()
    calls = []
    for number, call in enumerate(listed):
        if isinstance(call, dict) and isinstance(call.get("name"), str):
            calls.append(_call(call, below(place, number), notes, tools))
        else:
            notes.leave(UnmendedKind.CALL_UNREADABLE, below(place, number), call)
    return tuple(calls)


def _call(call: dict[str, Any], place: str, notes: Notes, tools: Parameters) -> Observation:
    leave_unknown(call, _CALL, place, notes)
    if "results" not in call:
        notes.leave(UnmendedKind.FIELD_ABSENT, below(place, "results"))
    arguments = read_arguments(
        call.get("arguments", ABSENT),
        below(place, "arguments"),
        notes,
        tools.get(call["name"], frozenset()),
    )
    return Observation(call["name"], arguments, call.get("results"))


def read_label(value: Any, place: str, notes: Notes, number: int | None) -> Label | None:
    """A tag as a label, in English; None where it is none.

    Args:
        value: What stands where the tag should; null for no tag.
        place: Where that is.
        notes: What is noted.
        number: The round, in level 2.
    """
    if not isinstance(value, str):
        notes.leave(UnmendedKind.TAG_UNKNOWN, place, value)
        return None
    bare = value.strip()
    english = english_tag(bare)
    tag = english or _TAGS.get(bare.casefold())
    if tag is None:
        notes.leave(UnmendedKind.TAG_UNKNOWN, place, value)
        return None
    if english is not None:
        notes.mend(MendKind.CHINESE_TAG, place, value, tag)
    elif tag != value:
        notes.mend(MendKind.TAG_SPELLING, place, value, tag)
    return Label(tag, number)
