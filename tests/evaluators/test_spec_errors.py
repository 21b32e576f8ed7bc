"""A specification of another form is refused, and the error names the place."""

from __future__ import annotations

import re
from typing import Any

import pytest

from evaluators import Expectation, SpecError, StateError, score, spec_from_json


@pytest.mark.parametrize("data", [None, [], "spec", 5, True])
def test_a_specification_is_an_object(data: Any) -> None:
    with pytest.raises(SpecError, match="a specification is a JSON object"):
        spec_from_json(data)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"score": ["a"]}, "unknown field 'score'"),
        ({"collection": {}, "zzz": 1}, "unknown field 'collection'"),
        ({"collections": []}, "collections: must be an object of paths"),
        ({"collections": "a"}, "collections: must be an object of paths"),
        ({"collections": None}, "collections: must be an object of paths"),
        ({"collections": {"a/b": None}}, 'collections: a/b: must be an object with an "id"'),
        ({"collections": {"a/b": "id"}}, 'collections: a/b: must be an object with an "id"'),
        ({"collections": {"a/b": {}}}, 'collections: a/b: must be an object with an "id"'),
        ({"collections": {"a/b": {"id": 5}}}, 'collections: a/b: must be an object with an "id"'),
        ({"collections": {"a/b": {"id": None}}}, 'collections: a/b: must be an object with an "'),
        ({"collections": {"a/b": {"id": "x", "key": []}}}, "collections: a/b: unknown field 'key'"),
        ({"collections": {"a/b": {"id": "x", "keys": "to"}}}, "collections: a/b/keys: must be a l"),
        ({"collections": {"a/b": {"id": "x", "keys": [1]}}}, "collections: a/b/keys: must be a li"),
        ({"collections": {"a/b": {"id": "x", "keys": None}}}, "collections: a/b/keys: must be a l"),
        ({"collections": {"a/b": {"id": "x", "restores": 1}}}, "collections: a/b/restores: must b"),
        ({"collections": {"a/b": {"id": "x", "restores": "no"}}}, "collections: a/b/restores: mus"),
        ({"collections": {"a/b": {"id": "x", "sum_by": "to"}}}, "collections: a/b/sum_by: must be"),
        ({"collections": {"a/b": {"id": "x", "sum_by": [1]}}}, "collections: a/b/sum_by: must be "),
        ({"collections": {"a/b": {"id": "x", "fees": "fee"}}}, "collections: a/b/fees: must be a "),
        ({"collections": {"a/b": {"id": "x", "fees": [None]}}}, "collections: a/b/fees: must be a"),
        ({"scored": "a/b"}, "scored: must be a list of texts"),
        ({"scored": ["a", 1]}, "scored: must be a list of texts"),
        ({"scored": None}, "scored: must be a list of texts"),
        ({"neutral": {"a": 1}}, "neutral: must be a list of texts"),
        ({"id_time": [["a"]]}, "id_time: must be a list of texts"),
        ({"money": "balance"}, "money: must be a list of texts"),
    ],
)
def test_a_malformed_part_is_named(data: Any, message: str) -> None:
    with pytest.raises(SpecError, match=f"^{re.escape(message)}"):
        spec_from_json(data)


@pytest.mark.parametrize("path", ["a.b", "a+", "(a", "a|b", "[a]", "^a$", "a\\d"])
def test_paths_are_taken_literally(path: str) -> None:
    spec = spec_from_json({"scored": [path]})
    found = score({path: 1}, [Expectation({path: 2})], {path: 2}, spec)
    assert (found.total, found.correct_changes, found.correct) == (1, 1, True)
    with pytest.raises(StateError, match=r"^old: axb: is declared neither"):
        score({"axb": 1}, [Expectation({})], {}, spec)


def test_a_star_is_one_step_and_two_are_any_number() -> None:
    def read(path: str, state: dict[str, Any]) -> int:
        return score(state, [Expectation({})], {}, spec_from_json({"scored": [path]})).total

    assert read("a/*/c", {"a": {"b": {"c": 1}}}) == 1
    assert read("a/**/c", {"a": {"c": 1, "b": {"c": 1, "d": {"c": 1}}}}) == 3
    with pytest.raises(StateError, match=r"^old: a/c: is declared neither"):
        read("a/*/c", {"a": {"c": 1}})
    with pytest.raises(StateError, match=r"^old: a/b/d/c: is declared neither"):
        read("a/*/c", {"a": {"b": {"d": {"c": 1}}}})


def test_an_empty_specification_declares_nothing() -> None:
    spec = spec_from_json({})
    assert score({}, [Expectation({})], {}, spec).total == 0
    with pytest.raises(StateError, match=r"^new: a: is declared neither"):
        score({}, [Expectation({})], {"a": 1}, spec)


def test_both_errors_are_values_that_are_wrong() -> None:
    assert issubclass(SpecError, ValueError)
    assert issubclass(StateError, ValueError)
