"""Powers, roots, logarithms and angles: known values, inverses, and where there is no value."""

from __future__ import annotations

import math
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import ok, refused

PI = 3.141592653589793
E = 2.718281828459045


@pytest.mark.parametrize(
    ("tool", "a", "result"),
    [
        ("sqrt", 2, 1.4142135623730951),
        ("sqrt", 0, 0),
        ("cbrt", 27, 3),
        ("cbrt", -8, -2),
        ("exp", 0, 1),
        ("exp", 1, E),
        ("exp", -1e6, 0),
        ("sin", PI / 6, 0.5),
        ("sin", PI / 2, 1),
        ("cos", 0, 1),
        ("cos", PI, -1),
        ("tan", PI / 4, 1),
        ("asin", 1, PI / 2),
        ("asin", -0.5, -PI / 6),
        ("acos", 0, PI / 2),
        ("acos", -1, PI),
        ("atan", 1, PI / 4),
        ("atan", 1e300, PI / 2),
        ("sinh", 1, 1.1752011936438014),
        ("cosh", 0, 1),
        ("cosh", 1, 1.5430806348152437),
        ("tanh", 0.5, 0.46211715726000973),
        ("tanh", -1000, -1),
        ("deg_to_rad", 180, PI),
        ("deg_to_rad", -90, -PI / 2),
        ("rad_to_deg", PI, 180),
    ],
)
def test_a_function_has_its_known_value(world: World, tool: str, a: float, result: float) -> None:
    assert ok(world, tool, a=a) == pytest.approx(result, rel=1e-15, abs=1e-16)


@pytest.mark.parametrize(
    ("a", "b", "result"),
    [(2, 10, 1024), (2, -1, 0.5), (9, 0.5, 3), (-2, 3, -8), (0, 0, 1), (10, -400, 0)],
)
def test_a_power_has_its_known_value(world: World, a: float, b: float, result: float) -> None:
    assert ok(world, "pow", a=a, b=b) == result


@pytest.mark.parametrize(
    ("a", "base", "result"),
    [
        (1000, 10, 3),
        (0.001, 10, -3),
        (125, 5, 3),
        (8, 2, 3),
        (8, 0.5, -3),
        (1, 7, 0),
        (2, 4, 0.5),
        (1e308, 1e154, 2),
        (2, 10, 0.3010299956639812),
    ],
)
def test_a_logarithm_is_exact_where_it_can_be(
    world: World, a: float, base: float, result: float
) -> None:
    assert ok(world, "log", a=a, base=base) == result


def test_logarithms_are_decimal_unless_told(world: World) -> None:
    assert ok(world, "log", a=100) == 2


def test_the_legs_3_and_4_have_a_hypotenuse_of_5(world: World) -> None:
    assert ok(world, "hypot", a=3, b=4) == 5
    assert ok(world, "hypot", a=-5, b=12) == 13
    assert ok(world, "hypot", a=3e200, b=4e200) == pytest.approx(5e200)


@pytest.mark.parametrize(
    ("tool", "arguments", "said"),
    [
        ("sqrt", {"a": -4}, "at least 0"),
        ("log", {"a": 0}, "above 0"),
        ("log", {"a": -1, "base": 2}, "above 0"),
        ("log", {"a": 2, "base": 1}, "other than 1"),
        ("log", {"a": 2, "base": 0}, "other than 1"),
        ("log", {"a": 2, "base": -3}, "other than 1"),
        ("asin", {"a": 1.0000001}, "from -1 to 1"),
        ("acos", {"a": -2}, "from -1 to 1"),
        ("pow", {"a": 0, "b": -1}, "at least 0"),
        ("pow", {"a": -8, "b": 0.5}, "whole exponent"),
        ("pow", {"a": 10, "b": 400}, "too large"),
        ("exp", {"a": 710}, "too large"),
        ("sinh", {"a": -711}, "too large"),
        ("cosh", {"a": 711}, "too large"),
        ("hypot", {"a": 1.5e308, "b": 1.5e308}, "too large"),
        ("rad_to_deg", {"a": 1e308}, "too large"),
    ],
)
def test_where_there_is_no_value_the_call_is_refused(
    world: World, tool: str, arguments: dict[str, Any], said: str
) -> None:
    assert said in refused(world, tool, **arguments)


INVERSES = [
    ("sin", "asin", 1.5),
    ("tan", "atan", 1.5),
    ("deg_to_rad", "rad_to_deg", 1e9),
    ("rad_to_deg", "deg_to_rad", 1e9),
]


@pytest.mark.parametrize(("there", "back", "reach"), INVERSES)
@given(data=st.data())
def test_an_inverse_leads_back(
    untouched: World, there: str, back: str, reach: float, data: st.DataObject
) -> None:
    world, a = untouched.fork(), data.draw(st.floats(-reach, reach))
    assert ok(world, back, a=ok(world, there, a=a)) == pytest.approx(a, rel=1e-6, abs=1e-12)


@given(a=st.floats(-1e100, 1e100))
def test_a_third_root_cubed_is_the_number(untouched: World, a: float) -> None:
    root = ok(untouched.fork(), "cbrt", a=a)
    assert root**3 == pytest.approx(a, rel=1e-12, abs=1e-300)


@given(a=st.floats(1e-300, 1e300), base=st.floats(1.01, 1e6) | st.floats(1e-6, 0.99))
def test_a_base_to_its_logarithm_is_the_number(untouched: World, a: float, base: float) -> None:
    power = ok(untouched.fork(), "log", a=a, base=base)
    assert power * math.log(base) == pytest.approx(math.log(a), rel=1e-12, abs=1e-12)


@given(base=st.integers(2, 40), power=st.integers(0, 8))
def test_a_whole_power_has_a_whole_logarithm(untouched: World, base: int, power: int) -> None:
    assert ok(untouched.fork(), "log", a=base**power, base=base) == power


@given(a=st.floats(-700, 700))
def test_hyperbolic_functions_go_together(untouched: World, a: float) -> None:
    world = untouched.fork()
    sinh, cosh = ok(world, "sinh", a=a), ok(world, "cosh", a=a)
    assert cosh >= 1
    assert sinh + cosh == pytest.approx(ok(world, "exp", a=a), rel=1e-9, abs=1e-9 * cosh)
    assert ok(world, "tanh", a=a) == pytest.approx(sinh / cosh, rel=1e-12, abs=1e-300)
