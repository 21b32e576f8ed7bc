"""What is selected follows the published rules, and nothing is made up for what is unscored."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evaluators.sde import ITEMS
from evaluators.training_data import (
    Exclusion,
    KeptOut,
    ScoredResponse,
    select_pairs,
    select_single,
)
from tests.evaluators.training_data.builders import items, response

NOTHING = KeptOut()
halves = st.integers(min_value=0, max_value=30).map(lambda number: number / 2)


def names(responses: list[ScoredResponse], out: KeptOut = NOTHING) -> list[str]:
    """Which single responses are selected."""
    return [one.response.id for one in select_single(responses, out).candidates]


def pairs(responses: list[ScoredResponse], out: KeptOut = NOTHING) -> list[tuple[str, str]]:
    """Which pairs are, the better one first."""
    found = select_pairs(responses, out).candidates
    return [(one.chosen.id, one.rejected.id) for one in found]


def without(values: dict[str, float | None], item: str) -> dict[str, float | None]:
    """Values without that of an item."""
    return {name: value for name, value in values.items() if name != item}


def test_a_single_response_needs_more_than_ten_points() -> None:
    assert names([response("a", 10), response("b", 10.5), response("c", 15)]) == ["b", "c"]


def test_a_pair_needs_three_points_each_and_a_gap_above_five() -> None:
    low, least, high, higher = (
        response(name, points)
        for name, points in (("low", 2.5), ("least", 3), ("high", 8), ("higher", 8.5))
    )
    assert pairs([low, least, high, higher]) == [("higher", "least")]
    assert pairs([higher, high, least, low]) == [("higher", "least")]


def test_a_gap_of_five_is_no_wider_for_how_fractions_are_kept() -> None:
    better, worse = items(13), items(8)
    better["E5"] = worse["E5"] = 0.1 + 0.2
    assert pairs([response("a", 0, items=better), response("b", 0, items=worse)]) == []


def test_responses_to_different_prompts_are_no_pair() -> None:
    assert pairs([response("a", 14), response("b", 4, prompt="another")]) == []


def test_an_unscored_item_is_no_zero_but_keeps_a_response_out() -> None:
    lacking = {**items(15), "D3": None}
    left_out = without(items(15), "E5")
    responses = [response("a", 0, items=lacking), response("b", 0, items=left_out)]
    report = select_single([*responses, response("c", 14)], NOTHING).report
    assert names(responses) == []
    assert report.excluded[Exclusion.UNSCORED] == 2
    assert report.unscored_items == {"D3": 1, "E5": 1}
    assert (report.responses, report.eligible, report.selected) == (3, 1, 1)


def test_what_is_held_out_private_shown_unfinished_or_later_stays_out_and_is_counted() -> None:
    out = KeptOut(frozenset({"kept"}), frozenset({"shown-1/7"}))
    responses = [
        response("a", 15, cluster="kept"),
        response("b", 15, is_private=True),
        response("c", 15, instance="shown-1/7"),
        response("d", 15, is_unfinished=True),
        response("e", 15),
        response("f", 15, is_later=True),
    ]
    report = select_single(responses, out).report
    assert names(responses, out) == ["e"]
    assert {why: count for why, count in report.excluded.items() if count} == {
        Exclusion.HELD_OUT: 1,
        Exclusion.PRIVATE: 1,
        Exclusion.DEMONSTRATION: 1,
        Exclusion.UNFINISHED: 1,
        Exclusion.LATER: 1,
    }


def test_the_same_response_counts_once_and_an_unscored_one_does_not_hide_it() -> None:
    unscored = response("a", 0, digest="same", items={**items(15), "S1": None})
    twice = [unscored, response("b", 14, digest="same"), response("c", 14, digest="same")]
    assert names(twice) == ["b"]
    assert select_single(twice, NOTHING).report.excluded[Exclusion.DUPLICATE] == 1


def test_a_pair_the_other_way_round_is_another_candidate() -> None:
    [first] = select_pairs([response("a", 14), response("b", 4)], NOTHING).candidates
    [second] = select_pairs([response("a", 4), response("b", 14)], NOTHING).candidates
    assert first.key != second.key
    [again] = select_pairs(
        [response("a", 13, graded_by="judge"), response("b", 4, graded_by="judge")], NOTHING
    ).candidates
    assert again.key == first.key, "a choice holds whoever has scored it"


@pytest.mark.parametrize(("item", "value"), [("S1", 0.25), ("S5", 0.5), ("E5", 1.5), ("X1", 1.0)])
def test_a_value_that_is_no_level_is_refused(item: str, value: float) -> None:
    with pytest.raises(ValueError, match=item):
        response("a", 0, items={**items(10), item: value})


@given(st.lists(st.tuples(halves, st.sampled_from(["p", "q"])), max_size=8))
def test_every_pair_keeps_the_rules_and_none_is_missing(drawn: list[tuple[float, str]]) -> None:
    responses = [
        response(str(number), points, prompt=prompt)
        for number, (points, prompt) in enumerate(drawn)
    ]
    wanted = {
        (one.id, other.id)
        for one in responses
        for other in responses
        if one.prompt == other.prompt and one.points is not None and other.points is not None
        if other.points >= 3 and one.points - other.points > 5
    }
    found = pairs(responses)
    assert set(found) == wanted
    assert len(found) == len(wanted)


@given(st.lists(st.tuples(halves, st.sampled_from("abc"), st.sampled_from([*ITEMS, ""]))))
def test_every_response_is_counted_once(drawn: list[tuple[float, str, str]]) -> None:
    responses = [
        response(
            str(number), 0, digest=digest, items={**items(points), **({out: None} if out else {})}
        )
        for number, (points, digest, out) in enumerate(drawn)
    ]
    for report in (
        select_single(responses, NOTHING).report,
        select_pairs(responses, NOTHING).report,
    ):
        assert report.eligible + sum(report.excluded.values()) == report.responses == len(drawn)
    single = select_single(responses, NOTHING)
    assert all((one.response.points or 0) > 10 for one in single.candidates)
    assert len({one.key for one in single.candidates}) == len(single.candidates)
