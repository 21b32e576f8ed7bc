"""Ranks as intervals: who is told apart from whom, and on what."""

from __future__ import annotations

import random
from collections.abc import Mapping

from hypothesis import given
from hypothesis import strategies as st

from evaluators import FEWEST_SHARED, rank_intervals

Results = Mapping[str, Mapping[str, float]]

TEMPLATES = [f"t{number:02}" for number in range(20)]
CLUSTER_OF = {f"{template}/{seed}": template for template in TEMPLATES for seed in (1, 2)}
INSTANCES = sorted(CLUSTER_OF)
PARTIAL = st.dictionaries(st.sampled_from(INSTANCES), st.sampled_from([0.0, 0.5, 1.0]))
FIELD = st.dictionaries(st.sampled_from("abcdef"), PARTIAL, min_size=1)


def right_at(number: int, instances: list[str] = INSTANCES) -> dict[str, float]:
    """Somebody who is right at the first so many instances."""
    return {name: float(place < number) for place, name in enumerate(instances)}


def told(results: Results) -> dict[str, tuple[int, int]]:
    """The ranks, as pairs."""
    return {
        name: (found.low, found.high) for name, found in rank_intervals(results, CLUSTER_OF).items()
    }


def test_who_is_clearly_better_has_a_rank_alone() -> None:
    results = {"good": right_at(38), "fair": right_at(20), "bad": right_at(2)}
    assert told(results) == {"good": (1, 1), "fair": (2, 2), "bad": (3, 3)}


def test_those_that_can_not_be_told_apart_share_their_ranks() -> None:
    results = {"good": right_at(20), "as good": right_at(21), "bad": right_at(0)}
    assert told(results) == {"good": (1, 2), "as good": (1, 2), "bad": (3, 3)}


def test_equal_results_share_a_rank() -> None:
    assert told({"one": right_at(20), "two": right_at(20)}) == {"one": (1, 2), "two": (1, 2)}


def test_pairs_tell_apart_what_intervals_side_by_side_do_not() -> None:
    """One is right wherever the other is, and at eight templates more: paired, that is plain."""
    results = {"one": right_at(32), "other": right_at(16)}
    assert told(results) == {"one": (1, 1), "other": (2, 2)}


def test_those_who_share_no_instance_are_not_told_apart() -> None:
    results = {"one": right_at(20, INSTANCES[:20]), "other": right_at(0, INSTANCES[20:])}
    assert told(results) == {"one": (1, 2), "other": (1, 2)}


def test_what_few_templates_say_is_not_enough() -> None:
    def shared(templates: int) -> dict[str, tuple[int, int]]:
        few = INSTANCES[: 2 * templates]
        return told({"one": right_at(99, few), "other": right_at(0, few)})

    assert shared(FEWEST_SHARED - 1) == {"one": (1, 2), "other": (1, 2)}
    assert shared(FEWEST_SHARED) == {"one": (1, 1), "other": (2, 2)}


def test_an_easy_instance_alone_wins_nothing() -> None:
    results = {"all": right_at(36), "most": right_at(8), "picks": right_at(1, INSTANCES[:1])}
    assert told(results)["picks"] == (1, 3)
    assert told(results)["all"] == (1, 2)


def test_nobody_and_one_alone_are_ranked() -> None:
    assert rank_intervals({}, {}) == {}
    assert told({"one": right_at(3)}) == {"one": (1, 1)}
    assert told({"one": {}, "two": {}}) == {"one": (1, 2), "two": (1, 2)}


def test_equals_are_hardly_ever_told_apart() -> None:
    """Six of equal skill: a row is told apart from another in about one case of twenty."""
    draw = random.Random(3)
    wrong = 0
    for _ in range(60):
        results = {
            name: {instance: float(draw.random() < 0.5) for instance in INSTANCES}
            for name in "abcdef"
        }
        wrong += sum(ranks != (1, 6) for ranks in told(results).values())
    assert wrong / 360 <= 0.08


def test_a_crowd_of_weak_rows_does_not_hide_who_is_best() -> None:
    """A row's range looks at nothing but its own comparisons."""
    draw = random.Random(5)
    crowd = {
        f"weak {number:02}": {name: float(draw.random() < 0.1) for name in INSTANCES}
        for number in range(30)
    }
    results = {"good": right_at(38), "fair": right_at(20), **crowd}
    assert told(results)["good"] == (1, 1)
    assert told(results)["fair"][0] == 2


@given(FIELD)
def test_ranks_are_ranks(results: Results) -> None:
    found = rank_intervals(results, CLUSTER_OF)
    assert set(found) == set(results)
    for rank in found.values():
        assert 1 <= rank.low <= rank.high <= len(results)
    assert min(rank.low for rank in found.values()) == 1


@given(FIELD)
def test_order_means_nothing(results: Results) -> None:
    shuffled = {name: dict(reversed([*results[name].items()])) for name in reversed([*results])}
    assert rank_intervals(shuffled, CLUSTER_OF) == rank_intervals(results, CLUSTER_OF)
