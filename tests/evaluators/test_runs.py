"""Means over runs, pass@k, and bounds."""

from __future__ import annotations

from itertools import combinations
from math import comb

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators import RunSpread, bounds, over_runs, pass_at_k, population_std

SCORES = st.lists(st.sampled_from([0.0, 0.25, 1.0]), min_size=1, max_size=7)


def test_the_spread_is_the_populations() -> None:
    """Run means 0, 0.5, 1: the population's deviation is sqrt(1/6)."""
    runs = {1: {"a": 0.0, "b": 0.0}, 2: {"a": 0.0, "b": 1.0}, 3: {"a": 1.0, "b": 1.0}}
    spread = over_runs(runs)
    assert spread == RunSpread(0.5, spread.std, runs=3, instances=2)
    assert spread.std == pytest.approx((1 / 6) ** 0.5)


def test_a_published_figure_is_the_populations() -> None:
    """ComplexMCP, table 2, GPT-5.1: of 47 tasks 9, 8 and 10 right are 19.15 +- 1.74."""
    runs = {
        run: {f"{task:02}": float(task < right) for task in range(47)}
        for run, right in enumerate((9, 8, 10))
    }
    spread = over_runs(runs)
    assert spread.mean == pytest.approx(0.1914, abs=2e-4)
    assert spread.std == pytest.approx(0.0174, abs=5e-5)


def test_one_run_has_no_spread() -> None:
    assert over_runs({1: {"a": 1.0, "b": 0.0}}) == RunSpread(0.5, None, 1, 2)
    assert over_runs({}) == RunSpread(None, None, 0, 0)
    assert over_runs({1: {}}) == RunSpread(None, None, 0, 0)


def test_a_run_of_other_instances_is_left_out_and_counted() -> None:
    runs = {1: {"a": 1.0, "b": 1.0}, 2: {"a": 0.0, "b": 1.0}, 3: {"a": 0.0}}
    assert over_runs(runs) == RunSpread(0.75, 0.25, 2, 2, left_out=1)
    assert over_runs(runs).of == 3


def test_of_two_sets_of_instances_the_larger_one_counts() -> None:
    assert over_runs({1: {"b": 1.0}, 2: {"a": 1.0, "b": 0.0}}) == RunSpread(0.5, None, 1, 2, 1)


@given(st.dictionaries(st.integers(1, 5), st.dictionaries(st.sampled_from("abc"), st.just(0.1))))
def test_runs_that_are_alike_have_no_spread(runs: dict[int, dict[str, float]]) -> None:
    spread = over_runs(runs)
    assert spread.std in (None, 0.0)
    assert spread.runs + spread.left_out == sum(map(bool, runs.values()))
    assert over_runs(dict(reversed(runs.items()))) == spread


def test_deviations_of_nothing_can_not_be() -> None:
    with pytest.raises(ZeroDivisionError):
        population_std([])


@given(SCORES, st.data())
def test_pass_at_k_is_the_mean_best_of_all_choices(
    scores: list[float], data: st.DataObject
) -> None:
    k = data.draw(st.integers(1, len(scores)))
    best = [max(chosen) for chosen in combinations(scores, k)]
    assert pass_at_k(scores, k) == pytest.approx(sum(best) / len(best))


@given(st.integers(0, 8), st.integers(1, 8), st.data())
def test_pass_at_k_of_right_and_wrong_is_the_known_formula(
    right: int, runs: int, data: st.DataObject
) -> None:
    right = min(right, runs)
    k = data.draw(st.integers(1, runs))
    scores = [1.0] * right + [0.0] * (runs - right)
    assert pass_at_k(scores, k) == pytest.approx(1 - comb(runs - right, k) / comb(runs, k))


@given(SCORES)
def test_more_tries_are_never_worse(scores: list[float]) -> None:
    known = [pass_at_k(scores, k) for k in range(1, len(scores) + 1)]
    assert known == pytest.approx(sorted(known))
    assert known[-1] == pytest.approx(max(scores))


@pytest.mark.parametrize("k", [0, 3])
def test_more_can_not_be_drawn_than_there_are(k: int) -> None:
    with pytest.raises(ValueError, match=f"k is {k}, and there are 2 scores"):
        pass_at_k([1.0, 0.0], k)


@given(st.integers(0, 50), st.integers(0, 50), st.integers(0, 50))
def test_the_success_lies_within_its_bounds(right: int, wrong: int, unscored: int) -> None:
    scored, declared = right + wrong, right + wrong + unscored
    if not declared:
        return
    low, high = bounds(right, scored, declared)
    assert 0 <= low <= high <= 1
    assert (high - low) * declared == pytest.approx(unscored)
    if scored:
        assert low <= right / scored <= high


@pytest.mark.parametrize("counts", [(2, 1, 3), (1, 3, 2), (0, 0, 0), (-1, 1, 1)])
def test_bounds_of_counts_that_can_not_be_are_refused(counts: tuple[int, int, int]) -> None:
    with pytest.raises(ValueError, match="declared"):
        bounds(*counts)
