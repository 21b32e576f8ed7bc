"""Means with intervals: what they are of, and what must not change them."""

from __future__ import annotations

import random
from collections.abc import Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators import Estimate, clustered_mean, crossed_mean

Values = Mapping[str, list[float]]

NAMES = st.text("abcdef", min_size=1, max_size=3)
SCORES = st.sampled_from([0.0, 0.25, 0.5, 1.0])
CLUSTERED = st.dictionaries(NAMES, st.lists(SCORES, min_size=1, max_size=4), min_size=1)
CROSSED = st.dictionaries(st.tuples(NAMES, NAMES), st.lists(SCORES, min_size=1, max_size=2))


def interval(estimate: Estimate) -> tuple[float, float]:
    """The interval of an estimate that has one."""
    assert estimate.low is not None
    assert estimate.high is not None
    return estimate.low, estimate.high


def flat(values: Values) -> list[float]:
    """All values."""
    return [value for found in values.values() for value in found]


def test_the_mean_is_of_all_values_and_not_of_the_clusters_means() -> None:
    estimate = clustered_mean({"a": [1.0, 1.0, 1.0], "b": [0.0]})
    assert (estimate.mean, estimate.n, estimate.clusters) == (0.75, 4, 2)


def test_of_nothing_there_is_neither_a_mean_nor_an_interval() -> None:
    nothing = Estimate(None, None, None, 0, 0)
    assert clustered_mean({}) == nothing
    assert clustered_mean({"a": []}) == nothing
    assert crossed_mean({}) == nothing


def test_one_cluster_has_no_interval_however_many_its_values() -> None:
    assert clustered_mean({"a": [0.0, 1.0] * 50}) == Estimate(0.5, None, None, 100, 1)


def test_one_person_has_no_interval_over_persons() -> None:
    values = {("Ada", "buy"): [1.0], ("Ada", "sell"): [0.0], ("Ada", "send"): [1.0]}
    assert crossed_mean(values) == Estimate(2 / 3, None, None, 3, 1)


def test_independent_values_get_the_textbooks_interval() -> None:
    """40 of 100: 0.4 -+ 1.96 sqrt(0.4 * 0.6 / 100) = 0.304 to 0.496."""
    values = {f"{number:03}": [float(number < 40)] for number in range(100)}
    low, high = interval(clustered_mean(values))
    assert low == pytest.approx(0.304, abs=0.015)
    assert high == pytest.approx(0.496, abs=0.015)


def test_values_alike_within_clusters_count_as_one() -> None:
    """100 values in 10 clusters that each came out whole: as wide as 10 values."""
    apart = {f"{number:03}": [float(number % 10 < 4)] for number in range(100)}
    together = {f"{number}": [float(number < 4)] * 10 for number in range(10)}
    single = {name: found[:1] for name, found in together.items()}

    wide, narrow = interval(clustered_mean(together)), interval(clustered_mean(apart))
    assert wide == interval(clustered_mean(single))
    assert wide[1] - wide[0] > 2.5 * (narrow[1] - narrow[0])


def test_a_lopsided_mean_has_a_lopsided_interval() -> None:
    """38 of 40: the interval reaches further down than up, and not beyond 1."""
    low, high = interval(clustered_mean({f"{n:02}": [float(n > 1)] for n in range(40)}))
    assert 0.95 - low > high - 0.95
    assert high <= 1


def test_nineteen_of_twenty_intervals_hold_the_truth() -> None:
    """Clusters of four values that share a chance drawn about 0.6, 30 of them."""
    draw = random.Random(7)
    held = 0
    for _ in range(300):
        chances = [draw.betavariate(3, 2) for _ in range(30)]
        values = {
            f"{place:02}": [float(draw.random() < chance) for _ in range(4)]
            for place, chance in enumerate(chances)
        }
        low, high = interval(clustered_mean(values))
        held += low <= 0.6 <= high
    assert 0.90 <= held / 300 <= 0.98


def test_persons_and_templates_both_widen_the_interval() -> None:
    """Two persons who differ in everything: no number of templates makes up for there being two."""
    values = {
        (person, f"{template:02}"): [skill]
        for person, skill in (("Ada", 1.0), ("Bob", 0.0))
        for template in range(30)
    }
    by_template = {name: [1.0, 0.0] for name in (f"{template:02}" for template in range(30))}

    assert interval(clustered_mean(by_template)) == (0.5, 0.5)
    assert interval(crossed_mean(values)) == (0.0, 1.0)


@given(CLUSTERED)
def test_the_interval_holds_the_mean_and_keeps_to_the_values(values: Values) -> None:
    estimate = clustered_mean(values)
    assert estimate.mean == pytest.approx(sum(flat(values)) / len(flat(values)))
    if len(values) == 1:
        assert estimate.low is estimate.high is None
    else:
        low, high = interval(estimate)
        assert estimate.mean is not None
        assert min(flat(values)) - 1e-9 <= low <= estimate.mean <= high <= max(flat(values)) + 1e-9


@given(CLUSTERED, st.randoms(use_true_random=False))
def test_order_means_nothing(values: Values, draw: random.Random) -> None:
    names = list(values)
    draw.shuffle(names)
    shuffled = {name: draw.sample(values[name], len(values[name])) for name in names}
    assert clustered_mean(shuffled) == clustered_mean(values)


@given(CLUSTERED.filter(lambda values: len(values) > 1), SCORES)
def test_a_constant_column_has_no_width(values: Values, score: float) -> None:
    constant = {name: [score] * len(found) for name, found in values.items()}
    assert interval(clustered_mean(constant)) == (score, score)


@given(CLUSTERED)
def test_every_value_twice_in_its_cluster_changes_nothing_but_n(values: Values) -> None:
    once = clustered_mean(values)
    twice = clustered_mean({name: found * 2 for name, found in values.items()})
    assert (twice.mean, twice.low, twice.high) == (once.mean, once.low, once.high)
    assert (twice.n, twice.clusters) == (2 * once.n, once.clusters)


@given(CLUSTERED)
def test_failing_is_the_mirror_of_succeeding(values: Values) -> None:
    """Where one is right the other is wrong: mirrored intervals, up to interpolation."""
    mirrored = {name: [1 - value for value in found] for name, found in values.items()}
    one, other = clustered_mean(values), clustered_mean(mirrored)
    assert one.mean == pytest.approx(1 - (other.mean or 0))
    if one.low is not None and one.high is not None:
        assert other.low == pytest.approx(1 - one.high, abs=1e-3)
        assert other.high == pytest.approx(1 - one.low, abs=1e-3)


@given(CROSSED)
def test_the_crossed_interval_holds_its_mean(values: Mapping[tuple[str, str], list[float]]) -> None:
    estimate = crossed_mean(values)
    if estimate.low is not None and estimate.high is not None and estimate.mean is not None:
        assert 0 <= estimate.low <= estimate.mean <= estimate.high <= 1
    else:
        assert estimate.clusters < 2
    assert crossed_mean(dict(reversed([*values.items()]))) == estimate
