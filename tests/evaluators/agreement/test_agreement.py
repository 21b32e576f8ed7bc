"""Agreement is what the libraries of the field make of the same grades."""

from __future__ import annotations

import random
from math import isclose, sqrt

import krippendorff
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from sklearn.metrics import cohen_kappa_score, confusion_matrix

from evaluators.agreement import (
    Figure,
    Pair,
    Unit,
    agreement,
    rank_correlation,
    reliability,
)

LEVELS = (0.0, 0.5, 1.0)
CLOSE = 1e-12
levels = st.sampled_from(LEVELS)
pairs = st.lists(
    st.builds(Pair, st.sampled_from("abcdefgh"), levels, levels), min_size=2, max_size=40
)
units = st.lists(
    st.builds(Unit, st.sampled_from("abcdefgh"), st.lists(levels, max_size=5).map(tuple)),
    max_size=30,
)


def drawn(draw: random.Random, n: int = 200, clusters: int = 40, agree: float = 0.7) -> list[Pair]:
    """Pairs of which a share agrees by more than chance."""
    found = []
    for place in range(n):
        first = draw.choices(LEVELS, (1, 2, 5))[0]
        second = first if draw.random() < agree else draw.choices(LEVELS, (1, 2, 5))[0]
        found.append(Pair(f"q{place % clusters}", first, second))
    return found


@given(pairs)
def test_figures_equal_those_of_scikit_learn(made: list[Pair]) -> None:
    found = agreement(made)
    first, second = [pair.first for pair in made], [pair.second for pair in made]
    codes = [[LEVELS.index(value) for value in values] for values in (first, second)]

    assert found.n == len(made)
    assert found.exact.value is not None
    assert isclose(found.exact.value, np.mean(np.equal(first, second)), abs_tol=CLOSE)
    assert found.distance.value is not None
    assert isclose(found.distance.value, np.mean(np.abs(np.subtract(first, second))), abs_tol=CLOSE)
    assert found.confusion == tuple(map(tuple, confusion_matrix(*codes, labels=[0, 1, 2]).tolist()))
    if len({*codes[0], *codes[1]}) == 1:
        assert found.kappa == Figure(None)
    else:
        theirs = cohen_kappa_score(*codes, labels=[0, 1, 2], weights="linear")
        assert found.kappa.value is not None
        assert isclose(found.kappa.value, theirs, abs_tol=CLOSE)


@given(units)
def test_alpha_equals_that_of_krippendorffs_package(made: list[Unit]) -> None:
    found = reliability(made).alpha.value
    graded = [unit.values for unit in made if len(unit.values) > 1]
    if len({value for values in graded for value in values}) < 2:
        assert found is None
        return
    counts = [[values.count(level) for level in LEVELS] for values in graded]
    theirs = krippendorff.alpha(
        value_counts=np.array(counts), value_domain=LEVELS, level_of_measurement="ordinal"
    )
    assert found is not None
    assert isclose(found, theirs, abs_tol=CLOSE)


def test_chance_and_base_rate_are_worked_out_by_hand() -> None:
    made = [Pair("a", 1, 1), Pair("b", 1, 0.5), Pair("c", 0, 1), Pair("d", 1, 1)]
    found = agreement(made)
    assert (found.exact.value, found.distance.value) == (0.5, 0.375)
    assert (found.first_mean.value, found.second_mean.value) == (0.75, 0.875)
    assert found.chance.value == pytest.approx(0.75 * 0.75)
    assert found.base_rate.value == 0.75
    assert found.confusion == ((0, 0, 1), (0, 0, 0), (0, 1, 2))


def test_nothing_is_no_agreement_and_no_zero() -> None:
    found = agreement([])
    assert (found.n, found.exact, found.kappa) == (0, Figure(None), Figure(None))
    assert reliability([Unit("a", (1.0,))]).alpha == Figure(None)


def test_of_one_query_there_is_no_interval() -> None:
    found = agreement([Pair("a", 1, 1), Pair("a", 0, 1)])
    assert found.exact == Figure(0.5)


def test_what_is_no_level_is_told() -> None:
    with pytest.raises(ValueError, match=r"the levels are 0, 0\.5, 1; there is a 0\.7"):
        agreement([Pair("a", 0.7, 1)])
    with pytest.raises(ValueError, match="there is a 2"):
        reliability([Unit("a", (2.0, 1.0))])


def test_the_same_grades_have_the_same_interval_in_any_order() -> None:
    made = drawn(random.Random(1))
    assert agreement(made) == agreement(list(reversed(made)))


@pytest.mark.parametrize("figure", ["exact", "distance", "kappa", "first_mean"])
def test_intervals_hold_the_figure_and_shrink_with_more_queries(figure: str) -> None:
    few, many = (
        getattr(agreement(drawn(random.Random(2), n, n // 5)), figure) for n in (100, 1600)
    )
    for found in (few, many):
        assert found.low < found.value < found.high
    assert many.high - many.low < (few.high - few.low) / 2


def covered(draw: random.Random) -> tuple[bool, ...]:
    """Whether intervals of a draw hold the truth: of EMA, MAE, the mean, kappa and alpha.

    The second gives the level of the first in 0.7 of all cases, and one at random otherwise; both
    give levels equally often. So kappa and alpha are 0.7, whatever the distance.
    """
    made = drawn(draw, 240, 80)
    found = agreement(made)
    alpha = reliability([Unit(pair.cluster, (pair.first, pair.second)) for pair in made]).alpha
    chance = (1**2 + 2**2 + 5**2) / 64
    apart = 2 * (1 * 2 * 0.5 + 1 * 5 * 1.0 + 2 * 5 * 0.5) / 64
    truths = (0.7 + 0.3 * chance, 0.3 * apart, (2 * 0.5 + 5) / 8, 0.7, 0.7)
    figures = (found.exact, found.distance, found.first_mean, found.kappa, alpha)
    return tuple(
        figure.low is not None and figure.high is not None and figure.low <= truth <= figure.high
        for figure, truth in zip(figures, truths, strict=True)
    )


@pytest.mark.verify
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    draw = random.Random("coverage")
    shares = np.mean([covered(draw) for _ in range(500)], axis=0)
    assert all(0.93 <= share <= 0.97 for share in shares), shares


def test_intervals_of_a_few_draws_mostly_hold_the_truth() -> None:
    draw = random.Random("some coverage")
    shares = np.mean([covered(draw) for _ in range(40)], axis=0)
    assert all(share >= 0.85 for share in shares), shares


def test_orders_are_compared_by_those_who_are_in_both() -> None:
    first = {"a": 1.0, "b": 2.0, "c": 3.0, "d": 0.0}
    assert rank_correlation(first, {"a": 10.0, "b": 20.0, "c": 30.0}) == 1.0
    assert rank_correlation(first, {"a": 3.0, "b": 2.0, "c": 1.0}) == -1.0
    assert rank_correlation(first, {"a": 1.0}) is None
    assert rank_correlation(first, {"a": 1.0, "b": 1.0}) is None
    tied = rank_correlation(first, {"a": 1.0, "b": 1.0, "c": 2.0})
    assert tied == pytest.approx(2 / sqrt(3 * 2)), "two pairs agree; one of three is tied"
