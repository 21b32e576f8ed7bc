"""Forms of arguments, and what is made of each."""

from __future__ import annotations

from typing import Any

from sandboxes.workflows.published import Record
from tests.sandboxes.workflows.published.builders import (
    ABSENT,
    with_node,
)
from tests.sandboxes.workflows.published.form import Form

EGG = {"what": "egg", "minutes": 4}
SCHEMA = {"type": "string", "description": "What to boil."}


def _arguments(record: Record) -> Any:
    return record.plan.nodes[1].arguments


def _para(name: str, para: Any, value: Any, *kinds: str, **left: Any) -> Form:
    """A form of arguments; kinds as kind or kind/place below para, what is left by kind."""
    place = "plan/tasks/1/para"
    mends = tuple(
        (kind.partition("/")[0], (place + kind[len(kind.partition("/")[0]) :])) for kind in kinds
    )
    unmended = tuple((kind, place, was) for kind, was in left.items())
    return Form(name, with_node(para=para), _arguments, value, mends, unmended)


ARGUMENTS = (
    _para("object", EGG, EGG),
    _para("empty object", {}, {}),
    _para("absent", ABSENT, {}, "arguments_absent"),
    _para("null", None, {}, "arguments_null"),
    _para("empty list", [], {}, "arguments_empty_list"),
    _para("empty text", "", {}, "arguments_empty_text"),
    _para("prose", "4 minutes", {}, arguments_free_text="4 minutes"),
    _para("a text of a number", "4", {}, arguments_free_text="4"),
    _para("text of an object", '{"what": "egg"}', {"what": "egg"}, "json_in_text"),
    _para("text of an empty list", "[]", {}, "json_in_text", "arguments_empty_list"),
    _para("text of a text", '"{\\"what\\": 1}"', {"what": 1}, "twice_in_text"),
    _para("Python text", "{'what': None}", {"what": None}, "python_in_text"),
    _para("list of one object", [EGG], EGG, "arguments_in_list"),
    _para("list of several objects", [{"what": "egg"}, {"minutes": 4}], EGG, "arguments_merged"),
    _para("the same value twice", [EGG, {"minutes": 4}], EGG, "arguments_merged"),
    _para(
        "two values of one parameter",
        [EGG, {"minutes": 5}],
        {},
        arguments_conflict=[EGG, {"minutes": 5}],
    ),
    _para(
        "list of a text", ['{"minutes": 4}'], {"minutes": 4}, "json_in_text/0", "arguments_in_list"
    ),
    _para("list of {}", ["{}"], {}, "json_in_text/0", "arguments_in_list"),
    _para(
        "list of texts",
        ['{"what": "egg"}', "{'minutes': 4}"],
        EGG,
        "json_in_text/0",
        "python_in_text/1",
        "arguments_merged",
    ),
    _para("names alone", ["what", "minutes"], {}, arguments_without_values=["what", "minutes"]),
    _para("values alone", ["egg", 4], {}, arguments_without_names=["egg", 4]),
    _para("a text alone", ["egg"], {}, arguments_without_names=["egg"]),
    _para("mixed", [EGG, "egg"], {}, arguments_unreadable=[EGG, "egg"]),
    _para("number", 4, {}, arguments_unreadable=4),
    Form(
        "schema as value",
        with_node(para={"what": SCHEMA}),
        _arguments,
        {"what": SCHEMA},
        (),
        (("schema_as_value", "plan/tasks/1/para/what", SCHEMA),),
    ),
    _para("an object that only looks so", {"what": {"type": "egg"}}, {"what": {"type": "egg"}}),
    _para("prose as a reference", {"what": "1中输出的评论"}, {"what": "1中输出的评论"}),
)
