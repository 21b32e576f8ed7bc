"""A state that can't be read is refused: which state, which path, and what is wrong there."""

from __future__ import annotations

import re
from typing import Any

import pytest

from evaluators import Expectation, StateError, score
from tests.evaluators.builders import SPEC, Scene, figures

GROUPS = "Chat/groups"


def refused(new: Any, message: str) -> None:
    with pytest.raises(StateError, match=f"^{re.escape(message)}"):
        score(Scene().state, [Expectation(Scene().state)], new, SPEC)


@pytest.mark.parametrize(
    "path",
    [
        "Chat/contacts/u_bob/zodiac",
        "Chat/contacts/u_anna/messages/m_old1/mood",
        "Chat/contacts/u_anna/posts/p_old/comments/k_old/comments/k_deep/mood",
        "Shop/rating",
        "Weather",
    ],
)
def test_a_path_that_nothing_declares_is_refused(path: str) -> None:
    refused(
        Scene().set(path, "x").state,
        f"new: {path}: is declared neither scored, neutral nor id_time",
    )


def test_an_undeclared_list_or_object_is_refused_for_what_it_holds() -> None:
    refused(Scene().set("Shop/offers", ["x"]).state, "new: Shop/offers: ")
    refused(Scene().set("Shop/offers", {"ink": 1}).state, "new: Shop/offers/ink: ")


def test_the_error_names_the_state() -> None:
    odd = Scene().set("Shop/rating", 5)
    for old, truth, new, name in (
        (odd, Scene(), Scene(), "old"),
        (Scene(), odd, Scene(), "truth"),
        (Scene(), Scene(), odd, "new"),
    ):
        with pytest.raises(StateError, match=f"^{name}: Shop/rating: "):
            figures(truth, new, old)


@pytest.mark.parametrize("record", [{"name": "Trip"}, {"gid": 5}, {"gid": None}, "g_1", 7, None])
def test_a_record_without_a_text_as_id_is_refused(record: Any) -> None:
    refused(Scene().set(GROUPS, [record]).state, 'new: Chat/groups: a record has no text "gid"')


def test_an_id_that_stands_there_twice_is_refused() -> None:
    twice = Scene().group("g_1", "Trip").group("g_1", "Lunch")
    refused(twice.state, "new: Chat/groups/g_1: stands there twice")


def test_the_same_id_in_two_collections_is_fine() -> None:
    old = Scene().post("x_1", "Sun").message("x_1", "u_bob", "Hi")
    assert figures(old, old, old) == (0, 0, 0)


@pytest.mark.parametrize("value", [5, "g_1", None, True, 1.5])
def test_a_collection_that_is_a_plain_value_is_refused(value: Any) -> None:
    refused(
        Scene().set(GROUPS, value).state,
        "new: Chat/groups: is declared a collection, but is no object or list",
    )


@pytest.mark.parametrize("value", [5, "Anna", None, ["Anna"]])
def test_a_record_in_an_object_that_is_no_object_is_refused(value: Any) -> None:
    state = Scene().set("Chat/contacts/u_bob", value).state
    refused(state, "new: Chat/contacts/u_bob: is a record, but no object")


@pytest.mark.parametrize("element", [{"a": 1}, ["a"], {}, []])
def test_a_list_of_records_that_is_no_declared_collection_is_refused(element: Any) -> None:
    message = "Profile/pins: a list of records that is not declared a collection"
    refused(Scene().set("Profile/pins", ["x", element]).state, f"new: {message}")


@pytest.mark.parametrize("state", [None, [], "state", 5, True])
def test_a_state_that_is_no_object_is_refused(state: Any) -> None:
    refused(state, "new: must be a JSON object")


def test_an_error_below_a_key_with_a_slash_names_it_escaped() -> None:
    # RFC 6901: "~" is ~0 and "/" is ~1, so that a path has one reading.
    state = Scene().state
    state["Chat"]["contacts"]["a/b~c"] = {"zodiac": "Leo"}
    refused(state, "new: Chat/contacts/a~1b~0c/zodiac: ")


def test_keys_with_slashes_and_tildes_are_keys_like_any() -> None:
    # One contact: a changed remark. One kind of goods: a removed leaf and a created one.
    def scene(remark: str, goods: dict[str, Any]) -> Scene:
        scene = Scene().set("Shop/payments/pay_old/goods", goods)
        scene.state["Chat"]["contacts"]["a/b~c"] = {"name": "A/B", "remark": remark}
        return scene

    old, truth = scene("", {"x": {"y": 1}}), scene("Hi", {"x/y": 1})
    assert figures(truth, old, old) == (3, 0, 0)
    assert figures(truth, truth, old) == (3, 3, 0)
    found = score(old.state, [Expectation(truth.state)], truth.state, SPEC)
    assert sorted(change.path for change in found.changes) == [
        "Chat/contacts/a~1b~0c/remark",
        "Shop/payments/pay_old/goods/x/y",
        "Shop/payments/pay_old/goods/x~1y",
    ]


def test_created_ids_with_slashes_are_paired_like_any() -> None:
    truth = Scene().group("g/t~1", "Trip", "u_me").invite("i/t", "g/t~1", "u_bob")
    new = Scene().group("g/n~2", "Trip", "u_me").invite("i/n", "g/n~2", "u_bob")
    # Group 3, invite 2.
    assert figures(truth, new) == (5, 5, 0)


def test_states_are_left_as_they_were() -> None:
    old = Scene().state
    truth = Scene().drop("Shop/cart/c_old").cart("c_t1", "pen", 2).group("g_t1", "Trip").state
    new = Scene().cart("c_n1", "ink", 1).group("g_n1", "Trip").state
    before = repr((old, truth, new))
    score(old, [Expectation(truth, summed=("Shop/cart",), ordered=(GROUPS,))], new, SPEC)
    assert repr((old, truth, new)) == before
