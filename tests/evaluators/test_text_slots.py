"""A slot: one value of a type in a text of the subject's own words."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import Slot
from tests.evaluators.builders import Scene, end, figures


@pytest.mark.parametrize(
    "text",
    [
        "12.5",
        "12.50",
        "It is 12.5 today",
        "It is 12.5.",
        "12.5, I think",
        "(12.5)",
        "=12.5",
        "$12.5",
        "+12.5",
        "12.5%",
        "12.5 %",
        "today:12.5",
        "in\n12.5\nwords",
    ],
)
def test_the_value_is_found_in_any_words(text: str) -> None:
    assert Slot(12.5).accepts(text) is True


@pytest.mark.parametrize("text", ["", "twelve", "none", "12.4", "12", "125", "-12.5", "12.5.1"])
def test_another_value_or_none_is_wrong(text: str) -> None:
    assert Slot(12.5).accepts(text) is False


@pytest.mark.parametrize("text", ["12.5 or 13", "13 or 12.5", "12.5 and 12.5", "12.5 of 2", "1-2"])
def test_two_candidates_are_wrong_even_if_both_are_right(text: str) -> None:
    assert Slot(12.5).accepts(text) is False


@pytest.mark.parametrize(
    ("text", "right"),
    [("20", True), ("20.5", True), ("19.5", True), ("20.51", False), ("19.49", False)],
)
def test_a_tolerance_takes_its_bounds_in(text: str, *, right: bool) -> None:
    assert Slot(20.0, tolerance=0.5).accepts(f"About {text} I guess") is right


def test_without_a_tolerance_float_noise_is_forgiven() -> None:
    assert Slot(0.1 + 0.2).accepts("0.3") is True


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("45 % of 120 people", True),
        ("45% of 120 people", True),
        ("Of 120 people 45%", True),
        ("Of 120 people 45%, or so", True),
        ("45%", True),
        ("45", False),
        ("45 of 120 people", False),
        ("45% or 50%", False),
        ("45% and 45%", False),
        ("45.0%", True),
        ("46%", False),
        ("% 45", False),
    ],
)
def test_a_percent_sign_ties_the_slot_to_the_number_before_it(text: str, *, right: bool) -> None:
    assert Slot(45.0, unit="%").accepts(text) is right


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("3 km in 20 minutes", True),
        ("3km in 20 minutes", True),
        ("20 minutes for 3 km.", True),
        ("3 kmh", False),
        ("3 miles", False),
        ("20 minutes for km 3", False),
        ("3 km and 4 km", False),
    ],
)
def test_a_unit_is_a_whole_word_right_after_the_number(text: str, *, right: bool) -> None:
    assert Slot(3.0, unit="km").accepts(text) is right


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        (1234.5, "1,234.5", True),
        (1234.5, "1234.5", True),
        (1234567.0, "1,234,567 in all", True),
        (1234.0, "1,234, at last", True),
        (234.0, "1,234", False),
        (1.0, "1,234", False),
        (12345.0, "1,2345", False),
        (1234.0, "12,34", False),
    ],
)
def test_thousands_may_be_separated(value: float, text: str, *, right: bool) -> None:
    assert Slot(value).accepts(text) is right


@pytest.mark.parametrize(
    ("value", "text", "right"),
    [
        (-3.0, "-3", True),
        (-3.0, "down to -3 degrees", True),
        (-3.5, "(-3.5)", True),
        (-3.0, "Temperature:-3", True),
        (-3.0, 'It reads "-3".', True),
        (-3.0, "t=-3C", True),
        (-3.0, "3", False),
        (3.0, "-3", False),
        (-3.0, "from 1 to -3", False),
    ],
)
def test_a_sign_belongs_to_the_number(value: float, text: str, *, right: bool) -> None:
    assert Slot(value).accepts(text) is right


@pytest.mark.parametrize(
    "text", ["B12", "flight_12", "x12", "v1.12", "Number12", "12Cm", "12x", "12kgs"]
)
def test_a_number_inside_a_word_is_never_right_and_always_one_too_many(text: str) -> None:
    # Rules 3.6: no other value of that type may appear, and the instruction says "not even as part
    # of a name".
    assert Slot(12.0).accepts(text) is False
    assert Slot(12.0).accepts(f"{text} costs 12 a night") is False
    assert Slot(7.0).accepts(f"7 from {text}") is False


@pytest.mark.parametrize(
    "text",
    [
        *("1-2 unread", "1+2", "1 (or 2,5)", "1 (2.5.2)", "1 1e5", "1 0x1F", "1 2nd", "1 (2km)"),
        *("1 of x2", "1 \u00bd", "1 \u00b2", "1 \u2163", "1 COVID-19", "1.1", "1,1"),
    ],
)
def test_any_second_numeral_is_wrong(text: str) -> None:
    assert Slot(1.0).accepts(text) is False


@pytest.mark.parametrize(
    "text",
    [
        *("128.84", "EUR128.84", "128.84EUR", "US$128.84", "128.84 \u20ac", "It was...128.84"),
        *("128.84C", "128.84F now", "128.84K", "128.84\u00b0C"),
        *("128.84kg", "128.84km in all", "128.84\u00baC", "128.84\u00ba"),
        *("(128.84)", "It came to 128.84.", "=128.84", "No.128.84"),
    ],
)
def test_a_right_figure_may_stand_next_to_a_currency_or_a_stop(text: str) -> None:
    assert Slot(128.84).accepts(text) is True


@pytest.mark.parametrize("mark", ["\ue000", "\ue001", "\ue002", "\ue003", "\ue004", "\ue005"])
def test_private_use_characters_hide_nothing(mark: str) -> None:
    truth = end(Scene().message("m_t1", "u_anna", "1"), texts=(("**/text", Slot(1.0)),))
    new = Scene().message("m_n1", "u_anna", f"1{mark}{mark}99{mark}")
    assert figures(truth, new) == (3, 2, 0)
    exact, hidden = Scene(), Scene()
    exact.message("m_t1", "u_anna", "Ahoy")
    hidden.message("m_n1", "u_anna", f"{mark}Ahoy{mark}1{mark}")
    assert figures(exact, hidden) == (3, 2, 0)
    same = Scene().message("m_n1", "u_anna", mark)
    assert figures(Scene().message("m_t1", "u_anna", mark), same) == (3, 3, 0)


@pytest.mark.parametrize(
    ("text", "right"),
    [
        ("14:05", True),
        ("At 14:05.", True),
        ("At 14:05, not later", True),
        ("At 14:05: dinner", True),
        ("In 3 days at 14:05", True),
        ("(14:05)", True),
        ("14:06", False),
        ("2:05", False),
        ("14:05 or 15:00", False),
        ("14:05 or 14:05", False),
        ("14:05:30", False),
        ("14:5", False),
        ("114:05", False),
        ("1405", False),
        ("14.05", False),
        ("five past two", False),
    ],
)
def test_a_time_is_hours_and_minutes(text: str, *, right: bool) -> None:
    assert Slot(14 * 60 + 5, type="time").accepts(text) is right


@pytest.mark.parametrize(
    ("minutes", "text", "right"),
    [
        (0, "00:00", True),
        (0, "24:00", False),
        (7 * 60 + 5, "07:05", True),
        (7 * 60 + 5, "7:05", True),
        (23 * 60 + 59, "23:59", True),
        (60, "00:60", False),
    ],
)
def test_a_time_lies_within_the_day(minutes: int, text: str, *, right: bool) -> None:
    assert Slot(minutes, type="time").accepts(text) is right


def test_a_time_may_be_off_by_minutes() -> None:
    slot = Slot(14 * 60 + 55, type="time", tolerance=10.0)
    assert [slot.accepts(text) for text in ("14:45", "15:05", "14:44", "15:06")] == [
        True,
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("value", [None, 12.5, True, ["12.5"], {"text": "12.5"}])
def test_only_texts_are_read(value: Any) -> None:
    assert Slot(12.5).accepts(value) is False
