"""What is typed becomes the arguments of a call, and goes back into the fields unchanged."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from webapp.attempts.offers import offered_tools
from webapp.console.fields import (
    Untypable,
    arguments_from,
    fields_of,
    filled,
    retyped,
    typed_in,
)

SCHEMA: dict[str, Any] = {
    "type": "object",
    "properties": {
        "name": {"type": "string", "maxLength": 64},
        "text": {"type": "string", "maxLength": 4000},
        "count": {"type": "integer", "minimum": 1, "maximum": 1_000_000},
        "price": {"type": "number", "exclusiveMinimum": 0},
        "sure": {"type": "boolean"},
        "tag": {"enum": ["friends", "family", 3, None]},
        "uids": {"type": "array", "items": {"type": "string"}, "minItems": 1, "maxItems": 9},
        "scores": {"type": "array", "items": {"type": "number"}},
        "at": {
            "anyOf": [{"type": "array", "items": {"type": "string"}}, {"const": "all"}],
            "default": [],
        },
        "place": {
            "type": "object",
            "properties": {"city": {"type": "string"}, "zip": {"type": "integer"}},
            "required": ["city"],
        },
        "rows": {"type": "array", "items": {"type": "object"}},
        "any": {},
        "since": {"anyOf": [{"type": "string", "maxLength": 20}, {"type": "null"}]},
        "unit": {"anyOf": [{"type": "string", "enum": ["mile", "foot"]}, {"type": "null"}]},
        "node": {"anyOf": [{"type": "string"}, {"type": "integer"}]},
        "nodes": {"type": "array", "items": {"anyOf": [{"type": "string"}, {"type": "integer"}]}},
        "either": {"anyOf": [{"type": "object"}, {"type": "integer"}]},
    },
    "required": ["name", "uids"],
}
FIELDS = fields_of(SCHEMA)
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=8,
)


def typed(**fields: str) -> dict[str, Any]:
    return arguments_from(FIELDS, {f"arg/{name}": text for name, text in fields.items()})


def test_each_kind_of_value_has_its_field() -> None:
    kinds = {field.label: field.kind for field in FIELDS}
    assert kinds == {
        "name": "text",
        "text": "long",
        "count": "number",
        "price": "number",
        "sure": "boolean",
        "tag": "choice",
        "uids": "lines",
        "scores": "lines",
        "at": "lines",
        "place": "object",
        "rows": "json",
        "any": "json",
        "since": "text",
        "unit": "choice",
        "node": "text",
        "nodes": "lines",
        "either": "json",
    }


def test_what_is_asked_for_is_told_in_words() -> None:
    told = {field.label: (field.type, field.rules) for field in FIELDS}
    assert told["name"] == ("text", "at most 64 characters")
    assert told["count"] == ("whole number", "1 to 1,000,000")
    assert told["price"] == ("number", "more than 0")
    assert told["uids"] == ("list of texts", "1 to 9 lines")
    assert told["at"] == ('list of texts or "all"', "")
    assert told["any"] == ("any value", "")
    assert told["since"] == ("text or nothing", "")
    assert told["node"] == ("text or whole number", "")


def test_what_is_typed_is_sent_as_it_is_meant() -> None:
    whole = typed(
        name=" Ann ",
        text="two\r\nlines",
        count=" 16 ",
        price="1.5",
        sure="true",
        tag='"family"',
        uids="a\n\nb\n",
        scores="1\n2.5\nx",
        rows='[{"a": 1}]',
        since="2026-03-01",
        unit='"mile"',
        node="3",
        nodes="a\n3",
        **{"place/city": "Oslo", "place/zip": "12", "at:instead": '"all"'},
    )
    assert whole == {
        "name": " Ann ",
        "text": "two\nlines",
        "count": 16,
        "price": 1.5,
        "sure": True,
        "tag": "family",
        "uids": ["a", "", "b"],
        "scores": [1, 2.5, "x"],
        "at": "all",
        "place": {"city": "Oslo", "zip": 12},
        "rows": [{"a": 1}],
        "since": "2026-03-01",
        "unit": "mile",
        "node": "3",
        "nodes": ["a", "3"],
    }


@pytest.mark.parametrize("text", ["two", "1,5", "NaN", "1e999x", "0x10", "[1]", '"3"', "٣"])
def test_a_word_where_a_number_is_wanted_is_sent_for_the_tool_to_refuse(text: str) -> None:
    assert typed(count=text)["count"] == text


def test_what_is_left_empty_is_left_out_but_a_list_that_is_needed() -> None:
    assert typed() == {"uids": []}
    assert arguments_from(fields_of({"properties": {}}), {}) == {}


@pytest.mark.parametrize("text", ["{", "[1,]", "NaN", "1" * 5000, "[" * 100_000])
def test_what_is_no_json_is_told_where_it_was_typed(text: str) -> None:
    with pytest.raises(Untypable, match="no JSON") as refused:
        typed(rows=text)
    assert refused.value.name == "arg/rows"


@given(st.dictionaries(st.sampled_from(sorted(SCHEMA["properties"])), JSON))
def test_arguments_come_back_from_the_fields_as_they_went_in_or_not_at_all(
    arguments: dict[str, Any],
) -> None:
    done = filled(FIELDS, arguments)
    if done is not None:
        again = arguments_from(FIELDS, typed_in(done))
        assert json.dumps(again, sort_keys=True) == json.dumps(arguments, sort_keys=True)


def test_fields_can_hold_what_is_usual() -> None:
    usual = {"name": "Ann", "count": 3, "uids": ["a", "b"], "at": "all", "tag": None}
    done = filled(FIELDS, {**usual, "place": {"city": "Oslo"}, "sure": False, "scores": [1, 2]})
    assert done is not None


@pytest.mark.parametrize(
    "arguments",
    [
        [1],
        "text",
        None,
        {"name": 3},
        {"surplus": 1},
        {"name": ""},
        {"uids": ["a\nb"]},
        # What a browser's fields would give back changed:
        {"name": "a\nb"},
        {"name": "a\r"},
        {"name": "\ud800"},
        {"text": "\nfirst line empty"},
        {"uids": ["", "b"]},
        {"place": {"city": "a\nb"}},
    ],
)
def test_what_no_field_can_hold_is_left_to_json(arguments: Any) -> None:
    assert filled(FIELDS, arguments) is None


@given(
    st.dictionaries(st.sampled_from([f"arg/{name}" for name in SCHEMA["properties"]]), st.text())
)
def test_whatever_is_typed_stays(texts: dict[str, str]) -> None:
    kept = typed_in(retyped(FIELDS, texts))
    assert {name: kept[name] for name in texts} == texts


def test_every_argument_of_every_tool_has_a_field() -> None:
    for tool in offered_tools(None):
        labels = [field.label for field in fields_of(tool["inputSchema"])]
        assert labels == list(tool["inputSchema"]["properties"]), tool["name"]
