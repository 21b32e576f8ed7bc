"""The form of a tool: fields or JSON, empty, from an earlier call, or as it was typed."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from sandboxes.workflows import SUBMIT_PLAN
from webapp.attempts.offers import offered_tools
from webapp.console.fields import (
    Field,
    Untypable,
    arguments_from,
    fields_of,
    filled,
    json_from,
    retyped,
)

JSON = "json"
_HALF = re.compile("[\ud800-\udfff]")


@dataclass(frozen=True)
class ToolForm:
    """A tool, ready to be called.

    Args:
        name: Its name.
        server: Its server.
        description: Its description, as agents read it.
        fields: A field for each argument.
        json: The arguments as JSON, if they are typed so; None: by fields.
        error: What could not be read, in which field; None if nothing.
        told: What to say besides.
    """

    name: str
    server: str
    description: str
    fields: tuple[Field, ...]
    json: str | None = None
    error: Untypable | None = None
    told: str = ""


def tool_form(offered: tuple[str, ...] | None, name: str) -> ToolForm | None:
    """The empty form of a tool; None if it is not on offer."""
    found = next((tool for tool in offered_tools(offered) if tool["name"] == name), None)
    if found is None:
        return None
    return ToolForm(name, found["server"], found["description"], fields_of(found["inputSchema"]))


def with_arguments(form: ToolForm, arguments: Any) -> ToolForm:
    """A form with arguments in it; as JSON where the fields can't hold them."""
    held = filled(form.fields, arguments)
    if held is not None:
        return replace(form, fields=held)
    return replace(form, json=_pretty(arguments))


def typed_arguments(form: ToolForm, typed: Mapping[str, str]) -> Any:
    """The arguments that were typed into a form.

    Raises:
        Untypable: what is meant to be JSON is none.
    """
    if JSON in typed:
        return json_from(typed[JSON], JSON)
    if form.name == SUBMIT_PLAN.name:
        thought, plan = (part.name for part in form.fields)
        said = typed.get(thought, "").replace("\r\n", "\n")  # an empty thought is one too
        return {"thought": said, "plan": json_from(typed.get(plan, ""), plan)}
    return arguments_from(form.fields, typed)


def as_typed(form: ToolForm, typed: Mapping[str, str], error: Untypable | None = None) -> ToolForm:
    """A form with what was typed still in it, and what is wrong with it."""
    fields = retyped(form.fields, typed)
    return replace(form, fields=fields, json=typed.get(JSON), error=error)


def switched(form: ToolForm, typed: Mapping[str, str]) -> ToolForm:
    """A form with what was typed, as JSON instead of by fields, or the other way round."""
    try:
        arguments = typed_arguments(form, typed)
    except Untypable as error:
        return as_typed(form, typed, error)
    if JSON not in typed:
        return replace(form, json=_pretty(arguments))
    held = filled(form.fields, arguments)
    if held is None:
        told = "The fields cannot hold these arguments just as they are, so they stay JSON."
        return replace(form, json=typed[JSON], told=told)
    return replace(form, fields=held)


def _pretty(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False, indent=2)
    # Half a surrogate pair can't be sent to a browser; as an escape it can.
    return json.dumps(value, indent=2) if _HALF.search(text) else text
