"""A submitted plan is read strictly, and whatever is wrong with it is told in a sentence."""

from __future__ import annotations

import json
import time
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes.workflows import PlanError, parse_plan, sound_plan
from tests.sandboxes.workflows.drawing import call, plan, submitted

MOST_SECONDS = 0.2
"""Seconds that parsing and checking a plan of a thousand nodes may take."""


def refusal(value: Any) -> str:
    with pytest.raises(PlanError) as caught:
        sound_plan(value)
    return str(caught.value)


def test_a_plan_comes_through_as_json_as_a_text_and_in_the_published_names() -> None:
    value = submitted(call("1", tool="search_items", item_name="tea"), call("2", "1"))
    read = sound_plan(value)
    assert [node.id for node in read.nodes] == ["root", "1", "2", "response"]
    assert read.by_id["1"].arguments == {"item_name": "tea"}
    assert sound_plan(json.dumps(value)) == read
    names = {"tool": "name", "arguments": "para", "description": "desc", "dependencies": "dep"}
    published = {
        "tasks": [
            {names.get(field, field): content for field, content in node.items()}
            for node in value["nodes"]
        ]
    }
    assert sound_plan(published) == read
    assert sound_plan(read.as_json()) == read


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        ([], 'A plan is an object with a list of "nodes"; this is a list.'),
        ("", "The plan is no JSON: Expecting value in line 1, column 1."),
        ('{"nodes": [' + "1" * 5000 + "]}", "The plan holds a number with too many digits."),
        (submitted(call("1", x=float("inf"))), "holds a number that is too large, or none"),
        (submitted(call("1", x=float("nan"))), "holds a number that is too large, or none"),
        (submitted(call("1", x=10**5000)), "holds a number that is too large, or none"),
        ('{"nodes": [{"id": "root", "para": 1e999}]}', "holds a number that is too large"),
        ('{"nodes": [}', "The plan is no JSON: Expecting value in line 1, column 12."),
        ('{"nodes": [], "nodes": []}', 'The plan is no clear JSON: "nodes" stands twice'),
        ('{"nodes": [NaN]}', "The plan is no JSON: NaN is no number there."),
        ({}, 'A plan is an object with a list of "nodes" (or "tasks"); this has neither.'),
        ({"nodes": [], "tasks": []}, "this has both."),
        ({"nodes": {}}, '"nodes" is a list of nodes; this is an object.'),
        ({"nodes": []}, 'The list of "nodes" is empty'),
        ({"nodes": [7]}, "Node number 1 is a number; a node is an object."),
        (submitted({"tool": "now"} | {"id": None}), "Node number 2 has no id; ids are texts."),
        (submitted({"id": 3, "tool": "now"}), "Node number 2 has a number as its id"),
        (submitted({**call("1"), "id": " 1"}), "without blanks around it"),
        (submitted(call("a/b")), 'The id "a/b" holds one of / { }, which ids can\'t.'),
        (submitted({**call("1"), "tool": None}), "Node 1 has no tool; write the name of one."),
        (submitted({**call("1"), "tool": ["now"]}), "Node 1 has a list as its tool"),
        (submitted({**call("1"), "arguments": "a=1"}), "The arguments of node 1 are a text;"),
        (submitted({**call("1"), "description": 5}), "The description of node 1 is a number;"),
        (
            submitted({**call("1"), "dependencies": "root"}),
            "The dependencies of node 1 are no list",
        ),
        (submitted({**call("1"), "dependencies": [1]}), "The dependencies of node 1 are no list"),
        (submitted({**call("1"), "status": "true"}), "The status of node 1 is a text; write true"),
        (submitted({**call("1"), "colour": 1}), 'Node 1 has a field "colour"; a node has id, tool'),
        (submitted({**call("1"), "name": "x"}), "Node 1 gives its tool twice, by both names."),
    ],
)
def test_what_can_not_be_read_is_told(value: Any, sentence: str) -> None:
    assert sentence in refusal(value)


@pytest.mark.parametrize(
    ("value", "sentence"),
    [
        (submitted(call("1"), call("1")), "2 nodes have the id 1; each needs its own."),
        (submitted(call("1", "9")), "Node 1 depends on 9, which is not in the plan."),
        (submitted(call("1", "1")), "Node 1 depends on itself."),
        (submitted(call("1", "response")), "Node 1 depends on the response, which comes last."),
        (
            submitted(call("1", "3"), call("2", "1"), call("3", "2")),
            "The plan runs in a circle: 1 before 2 before 3 before 1. None of them can begin.",
        ),
        (submitted({**call("1"), "dependencies": []}), "Node 1 depends on nothing; what can begin"),
        (submitted(call("1", text="{{1/x}}")), "Node 1 refers to its own result."),
        ({"nodes": [call("1")]}, "The plan needs a node with the id root, where it begins."),
        (
            {"nodes": [{"id": "root", "dependencies": ["response"]}]},
            "The root depends on nothing.",
        ),
    ],
)
def test_what_can_not_be_run_is_told(value: Any, sentence: str) -> None:
    assert sentence in refusal(value)


def test_several_problems_are_told_at_once_with_their_places() -> None:
    with pytest.raises(PlanError) as caught:
        sound_plan(submitted(call("1", "7"), call("2", "8"), call("2")))
    places = [(problem.node, problem.field) for problem in caught.value.problems]
    assert places == [("2", "id"), ("1", "dependencies"), ("2", "dependencies")]


def test_a_thousand_nodes_are_read_and_checked_in_no_time() -> None:
    chain = [call(str(n), *((str(n - 1), str(n // 2)) if n > 1 else ())) for n in range(1, 999)]
    text = json.dumps(submitted(*chain))
    sound_plan(text)
    started = time.process_time()
    assert len(sound_plan(text).nodes) == 1000
    assert time.process_time() - started < MOST_SECONDS


def test_what_is_too_large_is_refused_and_not_tried() -> None:
    many = [{"id": str(n)} for n in range(100_000)]
    assert refusal({"nodes": many}) == "The plan has 100,000 nodes; at most 2,000 can be run."
    long = json.dumps(submitted(call("1", text="x" * 10_000_000)))
    assert "The plan is a text of 10,000," in refusal(long)
    assert "holds more than 1,000,000 characters" in refusal(
        submitted(call("1", text="x" * 10_000_000))
    )
    deep: Any = "x"
    for _ in range(5_000):
        deep = [deep]
    assert "nested more than 40 levels deep" in refusal(submitted(call("1", text=deep)))
    assert "nested too deeply" in refusal("[" * 100_000)
    names = [str(n) for n in range(1, 300)]
    dense = [call(name, *names[: int(name) - 1]) for name in names]
    assert "dependencies; at most 20,000 can be followed." in refusal(submitted(*dense))


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=12,
)
NODE = st.fixed_dictionaries(
    {"id": st.sampled_from(["root", "response", "1", "2"]) | JSON},
    optional=dict.fromkeys(("tool", "arguments", "dependencies", "status", "para"), JSON),
)


@given(JSON | st.fixed_dictionaries({"nodes": st.lists(NODE | JSON, max_size=5)}))
def test_whatever_is_sent_is_a_plan_or_is_refused_in_words(value: Any) -> None:
    problems = []
    try:
        parse_plan(value)
    except PlanError as refused:
        problems = [str(refused), *(problem.text for problem in refused.problems)]
    assert all(text.endswith(".") for text in problems)


def test_a_plan_without_an_error_has_no_problem() -> None:
    drawn = plan(("1", "root"), ("2", "1"))
    assert sound_plan(drawn.as_json()) == drawn
