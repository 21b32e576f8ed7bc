"""Halves share no query and are alike in size; a draw is balanced, and the same every time."""

from __future__ import annotations

from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.calibration import halves, stratified

clusters = st.lists(st.sampled_from([f"query {n}" for n in range(20)]), max_size=80)
seeds = st.integers(0, 50)


@given(clusters, seeds)
def test_halves_differ_by_no_more_than_the_largest_query(found: list[str], seed: int) -> None:
    half_of = halves(found, seed)
    assert set(half_of) == set(found)
    sizes = Counter(half_of[name] for name in found)
    assert abs(sizes["development"] - sizes["test"]) <= max(Counter(found).values(), default=0)
    assert halves(list(reversed(found)), seed) == half_of


def test_four_hundred_samples_make_two_halves_of_two_hundred_and_the_seed_decides_which() -> None:
    found = [f"query {place % 50}" for place in range(400)]
    half_of = halves(found, 1)
    assert Counter(half_of[name] for name in found) == {"development": 200, "test": 200}
    assert half_of != halves(found, 2)


@given(st.lists(st.integers(0, 4), max_size=60), st.integers(0, 70), seeds)
def test_a_draw_has_as_many_of_each_stratum_as_there_are(
    strata: list[int], count: int, seed: int
) -> None:
    stratum_of = {f"sample {place}": stratum for place, stratum in enumerate(strata)}
    drawn = stratified(list(stratum_of), stratum_of, count, seed)
    assert len(drawn) == len(set(drawn)) == min(count, len(strata))
    assert stratified(list(reversed(list(stratum_of))), stratum_of, count, seed) == drawn
    taken, there = Counter(stratum_of[name] for name in drawn), Counter(strata)
    most = max(taken.values(), default=0)
    assert all(taken[one] >= min(there[one], most - 1) for one in there)


def test_another_seed_draws_others_and_nothing_is_drawn_twice() -> None:
    names = [f"sample {place}" for place in range(100)]
    of_one = dict.fromkeys(names, 1)
    assert stratified(names, of_one, 10, 1) != stratified(names, of_one, 10, 2)
    with pytest.raises(ValueError, match="something stands there twice"):
        stratified(["a", "a"], {"a": 1}, 1, 1)
    with pytest.raises(ValueError, match="-1 can't be drawn"):
        stratified(["a"], {"a": 1}, -1, 1)
