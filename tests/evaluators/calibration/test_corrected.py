"""The corrected mean is right where the judge's own is not, as often as its interval says."""

from __future__ import annotations

import random
from math import fsum

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.calibration import corrected_mean
from evaluators.statistics import Estimate

LEVELS = (0.0, 0.5, 1.0)
grades = st.sampled_from(LEVELS)
_RAISED = 0.6
"""How often the judge gives a half more than a person would."""


def drawn(draw: random.Random, queries: int = 150, graded: int = 60) -> tuple[float, Estimate]:
    """The judge's own mean, and the corrected one: people have graded a part of the queries."""
    only: list[float] = []
    both: list[tuple[float, float]] = []
    names: tuple[list[str], list[str]] = ([], [])
    for query in range(queries):
        hard = draw.random()
        for _ in range(3):
            person = draw.choices(LEVELS, (hard, 0.5, 1 - hard))[0]
            judge = min(1.0, person + 0.5) if draw.random() < _RAISED else person
            names[query < graded].append(f"query {query}")
            if query < graded:
                both.append((judge, person))
            else:
                only.append(judge)
    raw = fsum([*only, *(judge for judge, _ in both)]) / (len(only) + len(both))
    return raw, corrected_mean(only, both, [*names[0], *names[1]])


def simulated(times: int) -> tuple[float, float, float]:
    """How often the interval holds the truth; mean of the corrected; mean of the judge's own."""
    draw = random.Random("corrected")
    hits, means, raws = [], [], []
    for _ in range(times):
        raw, found = drawn(draw)
        assert found.mean is not None
        assert found.low is not None
        assert found.high is not None
        hits.append(found.low <= 0.5 <= found.high)
        means.append(found.mean)
        raws.append(raw)
    return tuple(float(np.mean(one)) for one in (hits, means, raws))  # type: ignore[return-value]


@pytest.mark.verify
def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    share, mean, raw = simulated(500)
    assert 0.93 <= share <= 0.97, share
    assert mean == pytest.approx(0.5, abs=0.005)
    assert raw > 0.6


def test_the_correction_takes_away_what_the_judge_gives_too_much() -> None:
    share, mean, raw = simulated(60)
    assert share >= 0.88
    assert mean == pytest.approx(0.5, abs=0.01)
    assert raw > 0.6


def test_a_good_judge_makes_the_interval_narrower_and_a_useless_one_no_wider() -> None:
    draw = random.Random("widths")
    people = [draw.choice(LEVELS) for _ in range(900)]
    names = [f"query {place % 300}" for place in range(900)]
    alone = corrected_mean([], [(0.0, person) for person in people[600:]], names[600:])
    good = corrected_mean(people[:600], [(one, one) for one in people[600:]], names)
    noise = [draw.choice(LEVELS) for _ in range(900)]
    useless = corrected_mean(noise[:600], list(zip(noise[600:], people[600:], strict=True)), names)
    assert width(good) < 0.7 * width(alone)
    assert width(useless) < 1.1 * width(alone)


def width(found: Estimate) -> float:
    """From end to end."""
    assert found.low is not None
    assert found.high is not None
    return found.high - found.low


@given(st.lists(st.tuples(st.sampled_from("abcdef"), grades, grades), min_size=1, max_size=30))
def test_where_people_have_graded_all_it_is_their_mean(
    made: list[tuple[str, float, float]],
) -> None:
    both = [(judge, person) for _, judge, person in made]
    found = corrected_mean([], both, [name for name, _, _ in made])
    assert found.mean == pytest.approx(fsum(person for _, person in both) / len(both))
    assert (found.n, found.clusters) == (len(made), len({name for name, _, _ in made}))


@given(
    st.lists(st.tuples(st.sampled_from("abcdef"), grades), min_size=1, max_size=20),
    st.lists(st.tuples(st.sampled_from("abcdef"), grades), min_size=1, max_size=20),
)
def test_a_judge_that_gives_all_the_same_changes_nothing(
    unseen: list[tuple[str, float]], seen: list[tuple[str, float]]
) -> None:
    both = [(0.5, person) for _, person in seen]
    found = corrected_mean([0.5] * len(unseen), both, [name for name, _ in (*unseen, *seen)])
    assert found.mean == pytest.approx(fsum(person for _, person in seen) / len(seen))


def test_without_people_there_is_nothing_to_correct_by_and_one_query_has_no_interval() -> None:
    assert corrected_mean([1.0, 0.0], [], ["a", "b"]) == Estimate(None, None, None, 0, 0)
    one = corrected_mean([1.0], [(1.0, 0.5)], ["b", "a"])
    assert (one.low, one.high, one.clusters) == (None, None, 1)
    with pytest.raises(ValueError, match="1 clusters of 2 samples"):
        corrected_mean([1.0], [(1.0, 0.5)], ["a"])


def test_the_order_of_samples_does_not_matter() -> None:
    first = corrected_mean([1.0, 0.5], [(1.0, 0.5), (0.0, 0.0)], ["a", "b", "c", "d"])
    second = corrected_mean([0.5, 1.0], [(0.0, 0.0), (1.0, 0.5)], ["b", "a", "d", "c"])
    assert first == second
