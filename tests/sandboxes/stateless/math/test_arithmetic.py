"""Arithmetic: known results, what has none, and rounding as people do it."""

from __future__ import annotations

from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

HUGE = 1.7976931348623157e308
moderate = st.floats(-1e12, 1e12, allow_nan=False)


@pytest.mark.parametrize(
    ("tool", "a", "b", "result"),
    [
        ("add", 2, 3, 5),
        ("add", -1.5, 1.5, 0),
        ("sub", 2, 3, -1),
        ("mul", 0.5, -8, -4),
        ("mul", 0, -8, 0),
        ("div", 7, 2, 3.5),
        ("div", 1, 3, 0.3333333333333333),
        ("mod", 7, 3, 1),
        ("mod", -7, 3, 2),
        ("mod", 7, -3, -2),
        ("mod", 5.5, 2, 1.5),
        ("floor_div", 7, 2, 3),
        ("floor_div", -7, 2, -4),
        ("floor_div", 7.5, 2.5, 3),
        ("max_val", -2, 1, 1),
        ("max_val", 2, 1, 2),
        ("min_val", -2, 1, -2),
        ("min_val", 2, 1, 1),
    ],
)
def test_two_numbers_give_the_known_result(
    world: World, tool: str, a: float, b: float, result: float
) -> None:
    answer = ok(world, tool, a=a, b=b)
    assert answer == result
    assert isinstance(answer, float)


@pytest.mark.parametrize(("a", "result"), [(-3, 3), (0.25, 0.25), (-0.0, 0)])
def test_a_number_loses_its_sign(world: World, a: float, result: float) -> None:
    assert str(ok(world, "abs_val", a=a)) == str(float(result))


@pytest.mark.parametrize("tool", ["div", "mod", "floor_div"])
@pytest.mark.parametrize("zero", [0, 0.0, -0.0])
def test_nothing_is_divided_by_zero(world: World, tool: str, zero: float) -> None:
    assert "divisor b other than 0" in refused(world, tool, a=1, b=zero)


@pytest.mark.parametrize(
    ("tool", "a", "b"),
    [
        ("add", HUGE, HUGE),
        ("sub", -HUGE, HUGE),
        ("mul", 1e200, 1e200),
        ("div", 1e200, 1e-200),
        ("floor_div", 1e200, 1e-200),
    ],
)
def test_a_result_beyond_all_floats_is_refused(world: World, tool: str, a: float, b: float) -> None:
    assert "too large" in refused(world, tool, a=a, b=b)


def test_no_zero_has_a_sign(world: World) -> None:
    signed = [
        ok(world, "mul", a=0, b=-8),
        ok(world, "mod", a=-6, b=3),
        ok(world, "round_val", a=-0.4),
        ok(world, "clamp", value=-0.0, min_val=-1, max_val=1),
    ]
    assert [str(zero) for zero in signed] == ["0.0"] * 4


@given(a=moderate, b=moderate.filter(lambda b: abs(b) > 1e-3))
def test_quotient_and_remainder_make_up_the_number(untouched: World, a: float, b: float) -> None:
    world = untouched.fork()
    quotient, rest = ok(world, "floor_div", a=a, b=b), ok(world, "mod", a=a, b=b)
    assert quotient.is_integer()
    assert abs(rest) <= abs(b)
    assert quotient * b + rest == pytest.approx(a, rel=1e-9, abs=1e-15 * abs(b))


@given(a=st.floats(-1e15, 1e15), b=st.floats(-1e15, 1e15))
def test_what_is_added_can_be_taken_away(untouched: World, a: float, b: float) -> None:
    world = untouched.fork()
    there = ok(world, "add", a=a, b=b)
    assert ok(world, "sub", a=there, b=b) == pytest.approx(a, abs=1.0)
    assert ok(world, "add", a=b, b=a) == there


@pytest.mark.parametrize(
    ("a", "ndigits", "result"),
    [
        (2.5, 0, 3),
        (3.5, 0, 4),
        (-2.5, 0, -3),
        (-0.5, 0, -1),
        (0.49999999999999994, 0, 0),
        (2.675, 2, 2.68),
        (1.005, 2, 1.01),
        (1234.5, -2, 1200),
        (1250, -2, 1300),
        (1e300, 300, 1e300),
        (5e-301, 300, 1e-300),
        (4e299, -300, 0),
        (3.14159, 3, 3.142),
    ],
)
def test_halves_of_what_is_written_are_rounded_away_from_zero(
    world: World, a: float, ndigits: int, result: float
) -> None:
    assert ok(world, "round_val", a=a, ndigits=ndigits) == result


def test_numbers_are_rounded_to_whole_ones_unless_told(world: World) -> None:
    assert ok(world, "round_val", a=7.5) == 8


def test_rounding_up_beyond_all_floats_is_refused(world: World) -> None:
    # to whole 300-digit numbers 1.7976...e308 goes down, so take the nearest that goes up
    assert ok(world, "round_val", a=HUGE, ndigits=-300) == 1.79769313e308
    assert "too large" in refused(world, "round_val", a=HUGE, ndigits=-298)


@given(a=moderate, ndigits=st.integers(-6, 9))
def test_a_rounded_number_is_near_and_stays_as_it_is(
    untouched: World, a: float, ndigits: int
) -> None:
    world = untouched.fork()
    rounded = ok(world, "round_val", a=a, ndigits=ndigits)
    assert abs(Decimal(repr(rounded)) - Decimal(repr(a))) <= Decimal("0.5").scaleb(-ndigits)
    assert ok(world, "round_val", a=rounded, ndigits=ndigits) == rounded


@pytest.mark.parametrize(("value", "result"), [(-3, 0), (0, 0), (2.5, 2.5), (5, 5), (9, 5)])
def test_a_number_is_brought_into_its_range(world: World, value: float, result: float) -> None:
    assert ok(world, "clamp", value=value, min_val=0, max_val=5) == result


def test_an_empty_range_is_refused(world: World) -> None:
    sentence = refused(world, "clamp", value=1, min_val=5, max_val=0)
    assert "min_val 5.0 is above max_val 0.0" in sentence


def test_a_number_that_no_float_reaches_is_not_understood(world: World) -> None:
    assert '"a" must be a number' in not_understood(world, "add", {"a": 10**400, "b": 1})
