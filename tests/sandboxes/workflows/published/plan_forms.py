"""Forms of plans and their nodes, and what is made of each."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from sandboxes.workflows.published import Record
from tests.sandboxes.workflows.published.builders import (
    ABSENT,
    line,
    node,
    response,
    root,
    tasks,
    with_node,
    with_nodes,
)
from tests.sandboxes.workflows.published.form import Form

PLAN = json.dumps(tasks())


def _nodes(record: Record) -> Any:
    return [(n.id, n.tool) for n in record.plan.nodes]


def _first(field: str) -> Callable[[Record], Any]:
    return lambda record: getattr(record.plan.nodes[1], field)


_AT = "plan/tasks/1/"
_WHOLE = [("root", None), ("1", "boil"), ("response", None)]
_CALLING = {"name": "boil", "para": {"what": "egg"}}
NODES = (
    Form("plain", line(), _nodes, _WHOLE),
    Form("number as id", with_node(id=1), _nodes, _WHOLE, (("id_number", _AT + "id"),)),
    Form(
        "no id",
        with_node(id=ABSENT),
        _nodes,
        [("root", None), ("#2", "boil"), ("response", None)],
        (("id_made", _AT + "id"),),
    ),
    Form(
        "no id where the made one is taken",
        with_nodes(root(id="#2", para={}), node(id=None), response()),
        _nodes,
        [("#2", None), ("##2", "boil"), ("response", None)],
        (("id_made", _AT + "id"),),
        (("tool_absent", "plan/tasks/0/name", None), ("root_absent", "plan/tasks", None)),
    ),
    Form(
        "an id that can't be run",
        with_node(id=" a/b"),
        _first("id"),
        " a/b",
        (),
        (("id_unfit", _AT + "id", " a/b"),),
    ),
    Form("a dotted id", with_node(id="2.1"), _first("id"), "2.1"),
    Form(
        "one id twice",
        with_nodes(root(), node(), node(), response()),
        lambda record: len(record.plan.nodes),
        4,
        (),
        (("id_twice", "plan/tasks", "1"),),
    ),
    Form(
        "ends with null", with_nodes(root(name=None, para={}), node(), response()), _nodes, _WHOLE
    ),
    Form(
        "ends with empty names",
        with_nodes(root(name=""), node(), response(name="response")),
        _nodes,
        _WHOLE,
        (("name_of_end", "plan/tasks/0/name"), ("name_of_end", "plan/tasks/2/name")),
    ),
    Form(
        "a tool on root",
        with_nodes(root(**_CALLING), node(), response()),
        _nodes,
        _WHOLE,
        (),
        (("call_on_end", "plan/tasks/0", _CALLING),),
    ),
    Form(
        "prose on response",
        with_nodes(root(), node(), response(para="3 divided by 4")),
        lambda record: record.plan.nodes[2].arguments,
        {},
        (),
        (("arguments_free_text", "plan/tasks/2/para", "3 divided by 4"),),
    ),
    Form(
        "arguments on response",
        with_nodes(root(), node(), response(para={"sum": 3})),
        lambda record: record.plan.nodes[2].arguments,
        {},
        (),
        (("arguments_on_end", "plan/tasks/2/para", {"sum": 3}),),
    ),
    Form(
        "no tool",
        with_node(name=ABSENT),
        _first("tool"),
        None,
        (),
        (("tool_absent", _AT + "name", None),),
    ),
    Form(
        "an empty tool",
        with_node(name=""),
        _first("tool"),
        None,
        (),
        (("tool_absent", _AT + "name", ""),),
    ),
    Form(
        "a number as tool",
        with_node(name=5),
        _first("tool"),
        None,
        (),
        (("tool_unreadable", _AT + "name", 5),),
    ),
    Form(
        "no description",
        with_node(desc=None),
        _first("description"),
        "",
        (("description_absent", _AT + "desc"),),
    ),
    Form(
        "a list as description",
        with_node(desc=["a"]),
        _first("description"),
        '["a"]',
        (("value_as_text", _AT + "desc"),),
    ),
    Form(
        "no dependencies",
        with_node(dep=None),
        _first("dependencies"),
        (),
        (("dependencies_absent", _AT + "dep"),),
    ),
    Form(
        "one dependency",
        with_node(dep="root"),
        _first("dependencies"),
        ("root",),
        (("dependency_in_text", _AT + "dep"),),
    ),
    Form(
        "an empty dependency",
        with_node(dep=""),
        _first("dependencies"),
        (),
        (("dependency_in_text", _AT + "dep"),),
    ),
    Form(
        "dependencies in a text",
        with_node(dep='["root", 3]'),
        _first("dependencies"),
        ("root", "3"),
        (("json_in_text", _AT + "dep"), ("id_number", _AT + "dep/1")),
    ),
    Form(
        "a broken list in a text",
        with_node(dep="[root"),
        _first("dependencies"),
        ("[root",),
        (("dependency_in_text", _AT + "dep"),),
    ),
    Form(
        "a number as dependency",
        with_node(dep=3),
        _first("dependencies"),
        ("3",),
        (("dependency_in_text", _AT + "dep"), ("id_number", _AT + "dep/0")),
    ),
    Form(
        "dependencies that are none",
        with_node(dep={"root": 1}),
        _first("dependencies"),
        (),
        (),
        (("dependencies_unreadable", _AT + "dep", {"root": 1}),),
    ),
    Form(
        "a dependency that is none",
        with_node(dep=["root", None]),
        _first("dependencies"),
        ("root",),
        (),
        (("dependencies_unreadable", _AT + "dep/1", None),),
    ),
    Form(
        "an unknown dependency is what the instance is about",
        with_node(dep=["9"]),
        _first("dependencies"),
        ("9",),
    ),
    Form(
        "no status",
        with_node(status=ABSENT),
        _first("status"),
        False,
        (("status_absent", _AT + "status"),),
    ),
    Form(
        "a text as status",
        with_node(status="True"),
        _first("status"),
        True,
        (("status_in_text", _AT + "status"),),
    ),
    Form(
        "a number as status",
        with_node(status=0),
        _first("status"),
        False,
        (("status_in_text", _AT + "status"),),
    ),
    Form(
        "a status that is none",
        with_node(status="done"),
        _first("status"),
        False,
        (),
        (("status_unreadable", _AT + "status", "done"),),
    ),
    Form(
        "an unknown field",
        with_node(retries=2),
        _nodes,
        _WHOLE,
        (),
        (("field_unknown", _AT + "retries", 2),),
    ),
    Form(
        "a node that is none",
        with_nodes(root(), "boil", response()),
        _nodes,
        [("root", None), ("response", None)],
        (),
        (("node_unreadable", "plan/tasks/1", "boil"),),
    ),
    Form(
        "response not last",
        with_nodes(root(), response(), node()),
        _nodes,
        [("root", None), ("response", None), ("1", "boil")],
    ),
    Form(
        "no response",
        with_nodes(root(), node()),
        _nodes,
        _WHOLE[:2],
        (),
        (("response_absent", "plan/tasks", None),),
    ),
)
PLANS = (
    Form("pretty", line(plan=json.dumps(tasks(), indent=2)), _nodes, _WHOLE),
    Form("an object", line(plan=tasks()), _nodes, _WHOLE, (("not_in_text", "plan"),)),
    Form(
        "a bare list",
        line(plan=json.dumps(tasks()["tasks"])),
        _nodes,
        _WHOLE,
        (("bare_list_of_nodes", "plan"),),
    ),
    Form(
        "twice in text",
        line(plan=json.dumps(PLAN)),
        _nodes,
        _WHOLE,
        (("twice_in_text", "plan"),),
    ),
    Form("Python", line(plan=repr(tasks())), _nodes, _WHOLE, (("python_in_text", "plan"),)),
    Form(
        "a fenced plan",
        line(plan=f"```json\n{PLAN}\n```"),
        _nodes,
        [],
        (),
        (("plan_unreadable", "plan", f"```json\n{PLAN}\n```"),),
    ),
    Form("null", line(plan=None), _nodes, [], (), (("plan_unreadable", "plan", None),)),
    Form(
        "an unknown field",
        line(plan=json.dumps(tasks() | {"note": "x"})),
        _nodes,
        _WHOLE,
        (),
        (("field_unknown", "plan/note", "x"),),
    ),
    Form(
        "a key twice",
        line(plan=PLAN.replace('"status": true', '"status": false, "status": true')),
        lambda record: record.plan.nodes[0].status,
        True,
        (),
        (("key_twice", "plan", "status"),),
    ),
    Form(
        "a sign that no database keeps",
        line(plan=PLAN.replace("Boil the eggs.", r"\ud83d\u0000\ud83e\udd5a")),
        _first("description"),
        "\ufffd\ufffd🥚",
        (("unstorable_sign", "plan/tasks/1/desc"),),
    ),
)
