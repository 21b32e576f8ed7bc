"""Whatever a line holds, it becomes a record that can be kept, or a refusal."""

from __future__ import annotations

import json
import time
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes.workflows.published import MendKind, Record, Refusal, UnmendedKind, read_line
from tests.sandboxes.workflows.published.builders import fields, node

WORDS = st.sampled_from(
    [
        *node(),
        *fields(),
        *("tag_1", "tag_2", "tasks", "root", "response", "1", "true", "arguments", "results"),
        *("parameters", "required", "description", "type", "string", "[", "{}", "[{}]", "{'a': 1}"),
        *("['a', ('b',)]", "{1: 2}", "[1e999]", '"[]"', "参数类型错误", "\\ud800", "\0", "\ud800"),
        *(
            "{'a': b'x'}",
            "[" * 300,
            "{" * 300,
            "[-" * 300,
            "[" + "-" * 9_000 + "1]",
            "[0x" + "f" * 9_000 + "]",
        ),
    ]
)
ANYTHING: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | WORDS | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(WORDS | st.text(max_size=3), inner, max_size=4)
        | inner.map(json.dumps)
        | inner.map(repr)
    ),
    max_leaves=12,
)
SLOTS = st.sampled_from([*fields(), "tag_1", "tag_2", "tag_3", "other"])
NODES = st.fixed_dictionaries({}, optional=dict.fromkeys([*node(), "other"], ANYTHING))


def check(item: Record | Refusal) -> None:
    """It says what it is, by known kinds, and can be kept in a database."""
    if isinstance(item, Refusal):
        assert item.reason.endswith(".")
        json.dumps(item.as_json(), ensure_ascii=False, allow_nan=False).encode()
        return
    assert {mend.kind for mend in item.mends} <= set(MendKind)
    assert {left.kind for left in item.unmended} <= set(UnmendedKind)
    kept = {
        "parsed": item.as_json(),
        "mends": [mend.as_json() for mend in item.mends],
        "unmended": [left.as_json() for left in item.unmended],
        "original": item.original,
    }
    text = json.dumps(kept, ensure_ascii=False, allow_nan=False)
    text.encode()
    assert "\\u0000" not in text.replace("\\\\", "")
    assert len(item.key) <= 80
    assert len(item.group) <= 80


def test_a_hundred_thousand_doubled_keys_take_no_time() -> None:
    """The second look at each key is no look at all others."""
    keys = ",".join(f'"{n}":1' for n in range(100_000))
    started = time.process_time()
    found = read_line(f'{{"query":"","plan":{{{keys},"0":2}},"tag":"Type_Error"}}')
    assert isinstance(found, Record)
    assert time.process_time() - started < 5
    assert [left.was for left in found.unmended if left.kind is UnmendedKind.KEY_TWICE] == ["0"]


def test_a_python_literal_of_a_megabyte_is_left() -> None:
    text = "[" + "1," * 500_000 + "'a']"
    found = read_line(json.dumps(fields(fun_call=text)))
    assert isinstance(found, Record)
    assert [(left.kind, left.was) for left in found.unmended] == [
        (UnmendedKind.CALLS_UNREADABLE, text)
    ]


@settings(max_examples=300, deadline=None)
@given(st.dictionaries(SLOTS, ANYTHING, max_size=6))
def test_any_values_in_any_fields(changes: dict[str, Any]) -> None:
    check(read_line(json.dumps(fields(**changes))))


@settings(max_examples=300, deadline=None)
@given(st.lists(NODES | ANYTHING, max_size=4), st.sampled_from([json.dumps, repr, list]))
def test_any_nodes_in_any_plan(nodes: list[Any], written: Any) -> None:
    plan = written(nodes) if written is list else written({"tasks": nodes})
    check(read_line(json.dumps(fields(plan=plan))))


@settings(deadline=None)
@given(ANYTHING)
def test_any_json(value: Any) -> None:
    check(read_line(json.dumps(value)))


@given(st.binary(max_size=200))
def test_any_bytes(line: bytes) -> None:
    check(read_line(line))


@given(st.text(max_size=200))
def test_any_text(line: str) -> None:
    check(read_line(line))


@given(st.integers(0, 3_000), st.binary(max_size=3))
def test_a_line_that_is_cut_or_overwritten_anywhere(place: int, put: bytes) -> None:
    line = json.dumps(fields()).encode()
    check(read_line(line[:place]))
    check(read_line(line[:place] + put + line[place + len(put) :]))
