"""An answer of a judge is read strictly: nothing is guessed, nothing lost, nothing becomes zero."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.judge import Grade, items_of, read_reply
from evaluators.rubrics import rubric

ITEMS = items_of(rubric("sde"), "DR")


def answer(**changes: Any) -> dict[str, Any]:
    """A whole answer, with changes; an item that becomes ... is left out."""
    whole = {
        item.id: {"value": value, "reason": f"Node {place} shows it."}
        for place, (item, value) in enumerate(zip(ITEMS, (1, 0.5, 0, 1, 0.5), strict=True))
    }
    return {name: found for name, found in (whole | changes).items() if found is not ...}


def test_a_whole_answer_is_read_as_it_is() -> None:
    found = read_reply(json.dumps(answer()), ITEMS)
    assert found.is_whole
    assert {name: grade.value for name, grade in found.grades.items()} == {
        "D1": 1.0,
        "D2": 0.5,
        "D3": 0.0,
        "D4": 1.0,
        "D5": 0.5,
    }
    assert found.grades["D2"] == Grade(0.5, "Node 1 shows it.")


def test_what_can_not_be_judged_is_unscored_and_no_zero() -> None:
    found = read_reply(json.dumps(answer(D3={"value": None, "reason": "No thought."})), ITEMS)
    assert found.is_whole
    assert found.grades["D3"] == Grade(None, "No thought.")


@pytest.mark.parametrize(
    ("raw", "problem"),
    [
        ("", "it is empty"),
        ("  \n", "it is empty"),
        ("I would give D1 a 1 and the rest a 0.", "it is no JSON object: Expecting value"),
        ("Here it is: " + json.dumps(answer()), "it is no JSON object: Expecting value"),
        (json.dumps(answer()) + " I hope this helps.", "it is no JSON object: Extra data"),
        (json.dumps(answer())[:-1] + ",}", "it is no JSON object: "),
        (json.dumps(answer())[:-5], "it is no JSON object: "),
        ("[1, 0, 0, 1, 1]", "it is no JSON object"),
        ("[" * 100_000, "it is no JSON object: "),
        ('{"D1": {"value": NaN, "reason": "x"}}', "it is no JSON object: NaN is no JSON"),
    ],
)
def test_what_is_no_object_has_no_grade_at_all(raw: str, problem: str) -> None:
    found = read_reply(raw, ITEMS)
    assert found.grades == {}
    assert found.raw == raw
    assert found.problems[0].startswith(problem)


@pytest.mark.parametrize(
    ("changes", "problem"),
    [
        ({"D4": ...}, "D4 is missing"),
        ({"D4": 1}, 'D4 is no {"value", "reason"}'),
        ({"D4": {"value": 1}}, 'D4 is no {"value", "reason"}'),
        ({"D4": {"value": 1, "reason": "x", "sure": True}}, 'D4 is no {"value", "reason"}'),
        ({"D4": {"value": 1, "reason": " "}}, "D4 has no reason"),
        ({"D4": {"value": 0.7, "reason": "x"}}, "D4 is one of 1, 0.5, 0 or null, not 0.7"),
        ({"D4": {"value": "1", "reason": "x"}}, 'D4 is one of 1, 0.5, 0 or null, not "1"'),
        ({"D4": {"value": True, "reason": "x"}}, "D4 is one of 1, 0.5, 0 or null, not true"),
        ({"D4": {"value": 10**400, "reason": "x"}}, "D4 is one of 1, 0.5, 0 or null, not 1000"),
        ({"D9": {"value": 1, "reason": "x"}}, "D9 was not asked for"),
    ],
)
def test_one_wrong_item_is_named_and_the_others_are_kept(
    changes: dict[str, Any], problem: str
) -> None:
    found = read_reply(json.dumps(answer(**changes)), ITEMS)
    assert [one[: len(problem)] for one in found.problems] == [problem]
    assert set(found.grades) == {"D1", "D2", "D3", "D5"} | ({"D4"} if "D9" in changes else set())


def test_half_of_the_items_leaves_the_other_half_unscored() -> None:
    found = read_reply(json.dumps(answer(D3=..., D4=..., D5=...)), ITEMS)
    assert set(found.grades) == {"D1", "D2"}
    assert found.problems == ("D3 is missing", "D4 is missing", "D5 is missing")


def test_another_language_is_read_where_the_keys_are_right() -> None:
    told = {"value": 0.5, "reason": "节点 3 的参数名错误。"}
    assert read_reply(json.dumps(answer(D1=told)), ITEMS).grades["D1"].reason == told["reason"]
    strange = {f"项目{place}": found for place, found in enumerate(answer().values())}
    found = read_reply(json.dumps(strange, ensure_ascii=False), ITEMS)
    assert found.grades == {}
    assert len(found.problems) == 10


def test_of_what_stands_twice_neither_is_guessed() -> None:
    raw = json.dumps(answer())[:-1] + ', "D1": {"value": 0, "reason": "No."}}'
    found = read_reply(raw, ITEMS)
    assert found.problems == ("D1 stands there twice",)
    assert set(found.grades) == {"D2", "D3", "D4", "D5"}
    inside = json.dumps(answer()).replace('"value": 1,', '"value": 1, "value": 0,', 1)
    assert "D1" not in read_reply(inside, ITEMS).grades


@given(
    st.text()
    | st.recursive(
        st.none() | st.booleans() | st.floats() | st.text(),
        lambda inner: (
            st.lists(inner)
            | st.dictionaries(st.sampled_from(["D1", "D2", "value", "reason", "x"]), inner)
        ),
    ).map(json.dumps)
)
def test_whatever_comes_is_answered_and_no_grade_is_made_up(raw: str) -> None:
    found = read_reply(raw, ITEMS)
    assert found.raw == raw
    for name, grade in found.grades.items():
        assert name in raw
        assert grade.value in (None, 0.0, 0.5, 1.0)
    assert found.is_whole is (set(found.grades) == {item.id for item in ITEMS})
