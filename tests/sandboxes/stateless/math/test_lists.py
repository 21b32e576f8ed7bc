"""Statistics of lists: known values, and what does not depend on the order."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World, tools
from tests.sandboxes.calls import not_understood, ok, refused

LISTS = [t.name for t in tools("Math") if "numbers" in t.input_schema["properties"]]
OF_SOME = [name for name in LISTS if name not in ("sum_of_list", "product_of_list")]
MARKS = [2, 4, 4, 4, 5, 5, 7, 9]
numbers_of_use = st.lists(st.floats(-1e6, 1e6), min_size=1, max_size=30)


@pytest.mark.parametrize(
    ("tool", "numbers", "result"),
    [
        ("sum_of_list", MARKS, 40),
        ("sum_of_list", [], 0),
        ("sum_of_list", [0.1] * 10, 1),
        ("sum_of_list", [1e100, 1, -1e100], 1),
        ("product_of_list", [2, 3, 7], 42),
        ("product_of_list", [], 1),
        ("product_of_list", [1e200, 1e200, 1e-300], 1e100),
        ("product_of_list", [0.1, 3], 0.30000000000000004),
        ("product_of_list", [-3, 0], 0),
        ("mean", MARKS, 5),
        ("mean", [1e308, 1e308], 1e308),
        ("median", MARKS, 4.5),
        ("median", [9, 1, 5], 5),
        ("mode", MARKS, 4),
        ("mode", [3, 1, 3, 1, 2], 1),
        ("mode", [5], 5),
        ("variance", MARKS, 4),
        ("variance", [3], 0),
        ("standard_deviation", MARKS, 2),
        ("standard_deviation", [1, 2, 3, 4], 1.118033988749895),
        ("standard_deviation", [1.7e308, -1.7e308], 1.7e308),
    ],
)
def test_a_list_has_the_known_figure(
    world: World, tool: str, numbers: list[float], result: float
) -> None:
    answer = ok(world, tool, numbers=numbers)
    assert str(answer) == str(float(result))


@pytest.mark.parametrize("tool", OF_SOME)
def test_a_figure_of_no_numbers_is_not_asked_for(world: World, tool: str) -> None:
    assert "at least 1 element" in not_understood(world, tool, {"numbers": []})


@pytest.mark.parametrize(
    ("tool", "numbers"),
    [
        ("sum_of_list", [1.7e308, 1.7e308]),
        ("product_of_list", [1e200, 1e200]),
        ("median", [1.7e308, 1.7e308]),
        ("variance", [1e200, -1e200]),
    ],
)
def test_a_figure_beyond_all_floats_is_refused(
    world: World, tool: str, numbers: list[float]
) -> None:
    assert "too large" in refused(world, tool, numbers=numbers)


@pytest.mark.parametrize("tool", LISTS)
@given(data=st.data())
def test_the_order_of_a_list_does_not_matter(
    untouched: World, tool: str, data: st.DataObject
) -> None:
    numbers = data.draw(numbers_of_use)
    other = data.draw(st.permutations(numbers))
    world = untouched.fork()
    figure = ok(world, tool, numbers=numbers)
    assert ok(world, tool, numbers=other) == pytest.approx(figure, rel=1e-15)


@given(numbers=numbers_of_use)
def test_figures_are_those_of_their_definition(untouched: World, numbers: list[float]) -> None:
    world, exact = untouched.fork(), [Fraction(number) for number in numbers]
    mean = sum(exact) / len(exact)
    variance = sum((number - mean) ** 2 for number in exact) / len(exact)
    assert ok(world, "sum_of_list", numbers=numbers) == float(sum(exact))
    assert ok(world, "mean", numbers=numbers) == float(mean)
    assert ok(world, "variance", numbers=numbers) == float(variance)
    spread = ok(world, "standard_deviation", numbers=numbers)
    assert spread == pytest.approx(float(variance) ** 0.5, rel=1e-12, abs=1e-160)
    assert min(numbers) <= ok(world, "median", numbers=numbers) <= max(numbers)
    assert ok(world, "mode", numbers=numbers) in numbers
