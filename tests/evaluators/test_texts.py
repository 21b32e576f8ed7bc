"""Prescribed texts: exact, by a slot, or by parts; each only where the task names it."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import Contains, Exact, Slot, TextRule
from tests.evaluators.builders import Scene, end, figures

MESSAGES = "Chat/contacts/*/messages/*/text"


@pytest.mark.parametrize(
    "text", ["Hello, Bob", "hello, Bob!", "Hello,  Bob!", " Hello, Bob!", "Hello, Bob!\n", "", None]
)
def test_exact_is_exact_to_the_character(text: Any) -> None:
    assert Exact("Hello, Bob!").accepts("Hello, Bob!") is True
    assert Exact("Hello, Bob!").accepts(text) is False


@pytest.mark.parametrize(
    "text",
    [
        "12 for Anna",
        "Anna pays 12",
        "ANNA: 12.",
        "anna,12",
        "(12) (anna)",
        "Dear Anna! It is 12, not more.",
        "Anna\n12",
        "12% Anna",
        "$12, Anna",
    ],
)
def test_parts_are_found_in_any_order_case_and_place(text: str) -> None:
    assert Contains(("Anna", "12")).accepts(text) is True


@pytest.mark.parametrize(
    "text",
    ["12", "Anna", "", "Annabel 12", "Joanna 12", "Ann a 12", "Anna twelve", "Anna_ 12", "Anna12"],
)
def test_every_part_has_to_stand_there_as_a_whole_word(text: str) -> None:
    assert Contains(("Anna", "12")).accepts(text) is False


@pytest.mark.parametrize(
    "text", ["12.5", "112", "121", "1,12", "12,500", "3.12", "x12", "12th", "1200", "0.12"]
)
def test_a_number_is_not_part_of_a_longer_one(text: str) -> None:
    assert Contains(("12",)).accepts(text) is False
    assert Contains(("12",)).accepts(f"{text} and 12.") is True


@pytest.mark.parametrize(
    ("part", "text", "right"),
    [
        ("green tea", "A cup of Green Tea, please", True),
        ("green tea", "green teapot", False),
        ("green tea", "tea, green", False),
        ("C++", "I know c++.", True),
        ("a.c", "abc", False),
        ("45%", "about 45% so far", True),
        ("45%", "145%", False),
        ("12.5", "12.5", True),
        ("12.5", "12.55", False),
        ("Zoë", "to ZOË", True),
        ("light://post?pid=p_1", "see light://post?pid=p_1!", True),
        ("light://post?pid=p_1", "see light://post?pid=p_12", False),
    ],
)
def test_a_part_is_taken_literally(part: str, text: str, *, right: bool) -> None:
    assert Contains((part,)).accepts(text) is right


@pytest.mark.parametrize("value", [None, 12, True, ["12"]])
def test_parts_are_looked_for_in_texts_only(value: Any) -> None:
    assert Contains(("12",)).accepts(value) is False


@pytest.mark.parametrize(
    ("rule", "text", "met"),
    [
        (Slot(20.0), "It's 20 outside", 3),
        (Slot(20.0), "It's 21 outside", 2),
        (Slot(20.0), "20 degrees", 3),
        (Contains(("20",)), "20 it is, 3 less than before", 3),
        (Contains(("20",)), "20.5 it is", 2),
        (Exact("20 degrees"), "20 degrees", 3),
        (Exact("20 degrees"), "20 Degrees", 2),
    ],
)
def test_a_rule_decides_about_the_leaf_at_its_path(rule: TextRule, text: str, met: int) -> None:
    truth = end(Scene().message("m_t1", "u_anna", "20 degrees"), texts=((MESSAGES, rule),))
    assert figures(truth, Scene().message("m_n1", "u_anna", text)) == (3, met, 0)


def test_without_a_rule_texts_are_exact_however_near() -> None:
    # No similarity threshold anywhere in the default profile.
    truth = Scene().message("m_t1", "u_anna", "The price is 20 crowns in all")
    for text in ("The price is 21 crowns in all", "the price is 20 crowns in all"):
        assert figures(truth, Scene().message("m_n1", "u_anna", text)) == (3, 2, 0)


def test_a_rule_holds_at_no_other_path() -> None:
    truth = end(
        Scene().message("m_t1", "u_anna", "20 degrees").post("p_t1", "20 degrees"),
        texts=((MESSAGES, Slot(20.0)),),
    )
    new = Scene().message("m_n1", "u_anna", "20!").post("p_n1", "20!")
    # Message 3 of 3, post 1 of 2.
    assert figures(truth, new) == (5, 4, 0)


def test_a_rule_may_name_a_record_of_the_truth_by_its_id() -> None:
    truth = end(
        Scene().message("m_t1", "u_anna", "20 degrees").message("m_t2", "u_anna", "It rains"),
        texts=(("Chat/contacts/u_anna/messages/m_t1/text", Slot(20.0)),),
    )
    new = Scene().message("m_n1", "u_anna", "It rains").message("m_n2", "u_anna", "20 C or so")
    assert figures(truth, new) == (6, 6, 0)
    # The rain's text is prescribed exactly.
    new = Scene().message("m_n1", "u_anna", "Rain").message("m_n2", "u_anna", "20 C or so")
    assert figures(truth, new) == (6, 5, 0)


@pytest.mark.parametrize("path", ["Profile/motto", "Profile/*", "**/motto"])
def test_a_rule_holds_for_a_leaf_outside_of_all_collections(path: str) -> None:
    truth = end(Scene().set("Profile/motto", "20 degrees"), texts=((path, Slot(20.0)),))
    assert figures(truth, Scene().set("Profile/motto", "It's 20")) == (1, 1, 0)


def test_records_are_paired_by_what_the_rules_accept() -> None:
    # The second message says the value in other words; the first is the stray one.
    truth = end(
        Scene().message("m_t1", "u_anna", "It is 20 degrees"), texts=((MESSAGES, Slot(20.0)),)
    )
    new = Scene().message("m_n1", "u_anna", "It is 21 degrees").message("m_n2", "u_anna", "20!")
    assert figures(truth, new) == (3, 3, 3)


def test_a_rule_excuses_no_change_of_a_text_that_should_have_stayed() -> None:
    # Mb: the truth equals old there, the new state differs. "Hi 20" would fit the slot.
    truth = end(Scene().message("m_t1", "u_anna", "20 degrees"), texts=((MESSAGES, Slot(20.0)),))
    new = Scene().message("m_n1", "u_anna", "20 degrees")
    new.set("Chat/contacts/u_anna/messages/m_old1/text", "Hi 20")
    assert figures(truth, new) == (3, 3, 1)


def test_created_ids_in_a_text_are_renamed_before_its_parts_are_looked_for() -> None:
    def scene(post: str, text: str) -> Scene:
        return Scene().post(post, "Sun").message(f"m_{post}", "u_anna", text)

    rule = Contains(("light://post?pid=p_t1",))
    truth = end(scene("p_t1", "light://post?pid=p_t1"), texts=((MESSAGES, rule),))
    assert figures(truth, scene("p_n1", "Look: light://post?pid=p_n1")) == (5, 5, 0)
    assert figures(truth, scene("p_n1", "Look: light://post?pid=p_old")) == (5, 4, 0)
