"""Money to the cent, other floats to 1e-9 relative, whole numbers exactly, and only numbers."""

from __future__ import annotations

import math
from typing import Any

import pytest

from evaluators import StateError
from tests.evaluators.builders import Scene, figures

BALANCE, HEIGHT, VISITS, VISIBLE = (
    "Shop/balance",  # money; 100.0 at the start
    "Profile/height",  # no money; 1.5
    "Profile/visits",  # no money; 0
    "Profile/visible",  # True
)


def met(path: str, truth: Any, new: Any) -> bool:
    """Whether a leaf that had to become one value is met by another."""
    total, correct, damage = figures(Scene().set(path, truth), Scene().set(path, new))
    assert (total, damage) == (1, 0)
    return correct == 1


@pytest.mark.parametrize(
    ("truth", "new", "same"),
    [
        (0.3, 0.1 + 0.2, True),  # 0.30000000000000004
        (90.0, 90.01, False),
        (90.0, 89.99, False),
        (90.0, 90.001, True),
        (0.105, 0.035 * 3, True),  # 0.10500000000000001: half a cent and float noise
        (90, 90.0, True),
        (-4.2, -4.2, True),
        (-4.2, 4.2, False),
        (0.0, -0.0, True),
        (123456789012.34, 123456789012.35, False),
        (123456789012.34, 123456789012.34, True),
        (10**20, 10**20 + 1, False),
        (1e308, 1e308, True),
        (1e308, 1.1e308, False),
        pytest.param(10**400, 10**400, True, id="huge"),
    ],
)
def test_money_is_compared_to_the_cent(truth: float, new: float, *, same: bool) -> None:
    assert met(BALANCE, truth, new) is same


def test_float_noise_in_a_balance_is_no_damage() -> None:
    assert figures(Scene(), Scene().set(BALANCE, 99.7 + 0.1 + 0.2)) == (0, 0, 0)
    assert figures(Scene(), Scene().set(BALANCE, 100.01)) == (0, 0, 1)


@pytest.mark.parametrize(
    ("truth", "new", "same"),
    [
        (1.8, 1.8 * (1 + 5e-10), True),
        (1.8, 1.8 * (1 + 5e-9), False),
        (1e-12, 2e-12, False),
        (0.0, 1e-12, False),
        (1.804, 1.801, False),  # no money: the cent does not count
        (1e300, 1e300 * (1 + 5e-10), True),
        (2, 2.0, True),
        (2.0, 2, True),
    ],
)
def test_other_floats_are_compared_to_a_billionth(truth: float, new: float, *, same: bool) -> None:
    assert met(HEIGHT, truth, new) is same


@pytest.mark.parametrize(
    ("truth", "new", "same"),
    [
        (7, 7, True),
        (7, 8, False),
        (7, -7, False),
        (1_700_000_000, 1_700_000_001, False),  # a billionth is for floats only
        (2**60, 2**60 + 1, False),
        pytest.param(10**400, 10**400, True, id="huge, same"),
        pytest.param(10**400, 10**400 + 1, False, id="huge, one off"),
        pytest.param(10**400, 1.0, False, id="huge, other"),
    ],
)
def test_whole_numbers_are_compared_exactly(truth: float, new: float, *, same: bool) -> None:
    assert met(VISITS, truth, new) is same


@pytest.mark.parametrize(("truth", "new"), [(1, True), (True, 1), (5, "5"), ("5", 5), (5, None)])
def test_a_number_is_neither_a_truth_value_nor_a_text_nor_null(truth: Any, new: Any) -> None:
    for path in (VISITS, BALANCE):
        assert met(path, truth, new) is False


def test_true_is_not_one_and_false_is_not_zero() -> None:
    assert figures(Scene(), Scene().set(VISIBLE, 1)) == (0, 0, 1)
    assert figures(Scene(), Scene().set(VISITS, False)) == (0, 0, 1)
    assert figures(Scene().set(VISIBLE, False), Scene().set(VISIBLE, 0)) == (1, 0, 0)


@pytest.mark.parametrize("value", [math.nan, math.inf, -math.inf])
@pytest.mark.parametrize("path", [BALANCE, HEIGHT])
def test_what_json_has_no_number_for_never_gets_in(path: str, value: float) -> None:
    # A state is JSON (RFC 8259: no NaN, no infinity); NaN would differ from itself for ever.
    odd = Scene().set(path, value)
    for old, truth, new, name in (
        (odd, Scene(), Scene(), "old"),
        (Scene(), odd, Scene(), "truth"),
        (Scene(), Scene(), odd, "new"),
    ):
        with pytest.raises(StateError, match=f"{name}.*{path}"):
            figures(truth, new, old)
