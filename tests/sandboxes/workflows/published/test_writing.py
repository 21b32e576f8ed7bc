"""What is ours is written in the published form, and read again without any mend."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes import tools
from sandboxes.workflows import Node, Plan, parse_plan
from sandboxes.workflows.published import (
    WRONG_REACTION,
    ErrorType,
    Label,
    Observation,
    PublishedTool,
    Record,
    RecordKind,
    published_line,
    published_observation,
    published_plan,
    published_tool,
    read_line,
)

TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
NAME = st.text("abcdefgh_0123456789.", min_size=1, max_size=8)
VALUE: st.SearchStrategy[Any] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | TEXT,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAME, inner, max_size=3),
    max_leaves=6,
)
ARGUMENTS = st.dictionaries(NAME, VALUE, max_size=3)
CALLS = st.builds(
    Node,
    id=NAME.filter(lambda name: name not in ("root", "response")),
    tool=NAME,
    arguments=ARGUMENTS,
    description=TEXT,
    dependencies=st.lists(NAME, max_size=3, unique=True).map(tuple),
    status=st.booleans(),
)


@st.composite
def plans(draw: st.DrawFn) -> Plan:
    """Plans of ours, in any order of nodes."""
    calls = draw(st.lists(CALLS, max_size=5, unique_by=lambda node: node.id))
    root = Node("root", description=draw(TEXT), status=draw(st.booleans()))
    needs = draw(st.lists(NAME, max_size=3, unique=True))
    response = Node("response", description=draw(TEXT), dependencies=tuple(needs))
    return Plan(tuple(draw(st.permutations([root, *calls, response]))))


def level_1(plan: Plan, **changes: Any) -> Record:
    """A generated record of level 1."""
    made: dict[str, Any] = {
        "level": 1,
        "kind": RecordKind.AUGMENTED,
        "query": "Boil an egg.",
        "labels": (Label("Null_Error"),),
        "round_gt": 3,
        "funcall_times_gt": 2,
        "published_id": 1,
        "query_id": 5,
    }
    return Record(plan=plan, **(made | changes))


def again(record: Record) -> Record:
    """The record written and read; anything mended or left over fails."""
    found = read_line(published_line(record))
    assert isinstance(found, Record)
    assert (found.mends, found.unmended) == ((), ())
    return found


@given(plans())
def test_a_plan_of_ours_comes_back_without_any_mend(plan: Plan) -> None:
    assert again(level_1(plan)).plan == plan


@given(plans())
def test_a_published_plan_of_ours_can_be_submitted(plan: Plan) -> None:
    assert parse_plan(published_plan(plan)) == plan


LABELS = st.sampled_from([*map(str, ErrorType), WRONG_REACTION])
OBSERVATIONS = st.lists(st.builds(Observation, NAME, ARGUMENTS, TEXT), max_size=3).map(tuple)
TOOLS = st.lists(
    st.builds(PublishedTool, NAME, TEXT, ARGUMENTS, st.lists(NAME, max_size=2).map(tuple)),
    max_size=3,
    unique_by=lambda tool: tool.name,
).map(tuple)


@settings(deadline=None)
@given(plans(), TOOLS, OBSERVATIONS, st.lists(LABELS, min_size=1, max_size=3), TEXT, st.booleans())
def test_a_record_of_ours_comes_back_whole(
    plan: Plan,
    offered: tuple[PublishedTool, ...],
    calls: tuple[Observation, ...],
    tags: list[str],
    reason: str,
    real: bool,
) -> None:
    labels = tuple(Label(tag, number) for number, tag in enumerate(tags, start=1))
    record = level_1(
        plan,
        level=2,
        labels=labels,
        tools=offered,
        observations=calls,
        kind=RecordKind.REAL if real else RecordKind.AUGMENTED,
        error_reason=reason if real else "",
    )
    found = again(record)
    assert found.as_json() == record.as_json()
    assert (found.level, found.kind, found.labels) == (2, record.kind, labels)


def test_every_tool_of_ours_is_published_and_read() -> None:
    made = [published_tool(tool.documentation()) for tool in tools()]
    offered = tuple(
        PublishedTool(t["name"], t["description"], t["parameters"], tuple(t["required"]))
        for t in made
    )
    assert len(offered) == 314
    assert again(level_1(Plan(_ENDS), tools=offered)).tools == offered
    by_name = {tool["name"]: tool for tool in made}
    assert by_name["send_message"]["required"] == ["uid", "content"]
    assert by_name["send_message"]["parameters"]["content"]["type"] == "string"
    assert "type" not in by_name["send_message"]["parameters"]


_ENDS = (Node("root", status=True), Node("response", dependencies=("root",)))


def test_results_are_published_as_texts() -> None:
    assert published_observation("boil", {}, {"egg": "é", "n": 2}) == {
        "name": "boil",
        "arguments": {},
        "results": '{"egg":"é","n":2}',
    }
    assert published_observation("boil", {}, "done")["results"] == "done"


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({"error_reason": "x"}, "augmented records are published without an error_reason"),
        ({"labels": ()}, "a record of level 1 is published with one label, of no round"),
        ({"labels": (Label("Null_Error", 1),)}, "a record of level 1"),
        ({"level": 2}, "a record of level 2 is published with one label in a round of three"),
        ({"level": 2, "labels": (Label("Null_Error", 4),)}, "a record of level 2"),
        ({"level": 2, "labels": (Label("Null_Error", 1),) * 2}, "a record of level 2"),
    ],
)
def test_what_the_published_form_has_no_place_for_is_told(
    changes: dict[str, Any], why: str
) -> None:
    with pytest.raises(ValueError, match=why):
        published_line(level_1(Plan(_ENDS), **changes))
