"""Forms of all else in a record, and what is made of each."""

from __future__ import annotations

import json
from typing import Any

from sandboxes.workflows.published import Record
from tests.sandboxes.workflows.published.builders import (
    ABSENT,
    CALL,
    TOOLS,
    line,
)
from tests.sandboxes.workflows.published.form import Form


def _tools(record: Record) -> Any:
    return [tool.as_json() for tool in record.tools]


def _calls(record: Record) -> Any:
    return [call.as_json() for call in record.observations]


def _labels(record: Record) -> Any:
    return [(label.round, label.tag) for label in record.labels]


def _tool(**changes: Any) -> str:
    tool = {key: value for key, value in (TOOLS[0] | changes).items() if value is not ABSENT}
    return line(tool_list=json.dumps([tool]))


_BOIL = TOOLS[0]
_LEVEL_2 = {"tag": ABSENT, "tag_1": None, "tag_2": None, "tag_3": None}
RECORDS = (
    Form("tools", line(), _tools, TOOLS),
    Form(
        "Python tools",
        line(tool_list=repr(TOOLS)),
        _tools,
        TOOLS,
        (("python_in_text", "tool_list"),),
    ),
    Form("bare tools", line(tool_list=TOOLS), _tools, TOOLS, (("not_in_text", "tool_list"),)),
    Form(
        "broken tools",
        line(tool_list="[{"),
        _tools,
        [],
        (),
        (("tools_unreadable", "tool_list", "[{"),),
    ),
    Form(
        "no tools", line(tool_list=ABSENT), _tools, [], (), (("field_absent", "tool_list", None),)
    ),
    Form(
        "a tool twice",
        line(tool_list=json.dumps([_BOIL, _BOIL])),
        _tools,
        [_BOIL, _BOIL],
        (),
        (("tool_twice", "tool_list", "boil"),),
    ),
    Form(
        "a tool that is none",
        line(tool_list='["boil"]'),
        _tools,
        [],
        (),
        (("tool_unreadable", "tool_list/0", "boil"),),
    ),
    Form(
        "no parameters",
        _tool(parameters=[], required=ABSENT, description=ABSENT),
        _tools,
        [{"name": "boil", "description": "", "parameters": {}, "required": []}],
        (
            ("description_absent", "tool_list/0/description"),
            ("parameters_empty", "tool_list/0/parameters"),
            ("required_absent", "tool_list/0/required"),
        ),
    ),
    Form(
        "parameters that are none",
        _tool(parameters=["what"], required="what"),
        _tools,
        [_BOIL | {"parameters": {}, "required": []}],
        (),
        (
            ("parameters_unreadable", "tool_list/0/parameters", ["what"]),
            ("parameters_unreadable", "tool_list/0/required", "what"),
        ),
    ),
    Form(
        "the type enum",
        _tool(parameters={"a": {"type": "enum"}}),
        lambda r: r.tools[0].parameters,
        {"a": {"type": "enum"}},
    ),
    Form("no calls", line(fun_call=[]), _calls, []),
    Form(
        "calls in a text",
        line(fun_call=json.dumps([CALL])),
        _calls,
        [CALL],
        (("json_in_text", "fun_call"),),
    ),
    Form(
        "broken brackets around calls",
        line(fun_call='[{"name": "boil", "results": "[{"]'),
        _calls,
        [],
        (),
        (("calls_unreadable", "fun_call", '[{"name": "boil", "results": "[{"]'),),
    ),
    Form(
        "broken brackets inside a result",
        line(fun_call=[CALL | {"results": '{"a": [1, 2}'}]),
        _calls,
        [CALL | {"results": '{"a": [1, 2}'}],
    ),
    Form(
        "a list as result",
        line(fun_call=[CALL | {"results": ["a"]}]),
        _calls,
        [CALL | {"results": ["a"]}],
    ),
    Form(
        "an empty result", line(fun_call=[CALL | {"results": ""}]), _calls, [CALL | {"results": ""}]
    ),
    Form(
        "response as a call",
        line(fun_call=[CALL | {"name": "response"}]),
        lambda r: r.observations[0].name,
        "response",
    ),
    Form(
        "no result",
        line(fun_call=[{"name": "boil", "arguments": {}}]),
        lambda record: record.observations[0].results,
        None,
        (),
        (("field_absent", "fun_call/0/results", None),),
    ),
    Form(
        "a list as arguments of a call",
        line(fun_call=[CALL | {"arguments": [{"what": "egg"}]}]),
        _calls,
        [CALL],
        (("arguments_in_list", "fun_call/0/arguments"),),
    ),
    Form(
        "a call that is none",
        line(fun_call=["boil", CALL]),
        _calls,
        [CALL],
        (),
        (("call_unreadable", "fun_call/0", "boil"),),
    ),
    Form(
        "numbers in texts",
        line(query_id="70", round_gt="3", funcall_times_gt="2"),
        lambda record: (record.query_id, record.round_gt, record.funcall_times_gt),
        (70, 3, 2),
        (
            ("number_in_text", "query_id"),
            ("number_in_text", "round_gt"),
            ("number_in_text", "funcall_times_gt"),
        ),
    ),
    Form(
        "numbers that are none",
        line(round_gt=True, funcall_times_gt="two", id=ABSENT),
        lambda record: (record.published_id, record.round_gt, record.funcall_times_gt),
        (None, None, None),
        (),
        (
            ("field_absent", "id", None),
            ("number_unreadable", "round_gt", True),
            ("number_unreadable", "funcall_times_gt", "two"),
        ),
    ),
    Form(
        "a Chinese tag",
        line(tag="错误串行"),
        _labels,
        [(None, "Serial_Error")],
        (("chinese_tag", "tag"),),
    ),
    Form(
        "another spelling",
        line(tag=" type_error"),
        _labels,
        [(None, "Type_Error")],
        (("tag_spelling", "tag"),),
    ),
    Form("an unknown tag", line(tag="Bad"), _labels, [], (), (("tag_unknown", "tag", "Bad"),)),
    Form("no tag", line(tag=None), _labels, [], (), (("field_absent", "tag", None),)),
    Form(
        "tags of rounds",
        line(**_LEVEL_2 | {"tag_1": "Null_Error", "tag_3": "异常应对错误"}),
        _labels,
        [(1, "Null_Error"), (3, "Wrong_Reaction")],
        (("chinese_tag", "tag_3"),),
    ),
    Form(
        "no tag in any round", line(**_LEVEL_2), _labels, [], (), (("field_absent", "tag_1", None),)
    ),
    Form(
        "a reason that is null",
        line(error_reason=None),
        lambda r: r.error_reason,
        "",
        (),
        (("field_absent", "error_reason", None),),
    ),
    Form("a number as query", line(query=5), lambda r: r.query, "5", (("value_as_text", "query"),)),
    Form(
        "an unknown field",
        line(split="test"),
        _labels,
        [(None, "Type_Error")],
        (),
        (("field_unknown", "split", "test"),),
    ),
)
