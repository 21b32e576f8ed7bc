"""SI, DR and ES are means of five items, whoever scored them; nothing is made up."""

from __future__ import annotations

import pytest

from evaluators.sde import (
    DIMENSIONS,
    FACTS,
    GRADED,
    ITEMS,
    SdeScore,
    relative_change,
    sde_score,
)

BY_RULE = dict.fromkeys(ITEMS, "rule")


def test_there_are_fifteen_items_of_which_programs_score_two() -> None:
    assert DIMENSIONS == {
        "SI": ("S1", "S2", "S3", "S4", "S5"),
        "DR": ("D1", "D2", "D3", "D4", "D5"),
        "ES": ("E1", "E2", "E3", "E4", "E5"),
    }
    assert FACTS == ("S5", "E5")
    assert (len(ITEMS), len(GRADED)) == (15, 13)
    assert set(GRADED) | set(FACTS) == set(ITEMS)


def test_dimensions_are_means_times_a_hundred_and_the_average_is_theirs() -> None:
    items = dict.fromkeys(ITEMS, 0.5) | {"S5": 1.0, "E5": 0.25, "D1": 0.0}
    sources = BY_RULE | {"D1": "person"}
    score = sde_score(items, sources)
    assert score.dimensions == {"SI": 60.0, "DR": 40.0, "ES": 45.0}
    assert score.average == pytest.approx(145 / 3)
    assert score.sources == sources
    assert sde_score(dict.fromkeys(ITEMS, 1.0), BY_RULE).average == 100.0
    assert sde_score(dict.fromkeys(ITEMS, 0.0), BY_RULE).average == 0.0


@pytest.mark.parametrize("left_out", [True, False])
def test_an_unscored_item_is_not_zero(left_out: bool) -> None:
    items: dict[str, float | None] = dict.fromkeys(ITEMS, 1.0)
    if left_out:
        del items["D3"]
    else:
        items["D3"] = None
    score = sde_score(items, BY_RULE)
    assert score.dimensions == {"SI": 100.0, "DR": None, "ES": 100.0}
    assert score.average is None
    assert set(score.sources) == set(ITEMS) - {"D3"}


def test_nothing_is_scored_by_nobody() -> None:
    assert sde_score({}, {}) == SdeScore(dict.fromkeys(("SI", "DR", "ES")), None, {})
    with pytest.raises(ValueError, match=r"^who scored S1 is not told$"):
        sde_score({"S1": 1.0}, {"S2": "judge"})
    with pytest.raises(ValueError, match=r"^who scored S1 is not told$"):
        sde_score({"S1": 1.0}, {"S1": ""})


@pytest.mark.parametrize(
    ("item", "value", "sentence"),
    [
        ("S1", 0.7, "S1 is 0, 0.5 or 1; it was given 0.7"),
        ("D5", -1.0, "D5 is 0, 0.5 or 1; it was given -1.0"),
        ("S5", 0.5, "S5 is 0 or 1; it was given 0.5"),
        ("E5", 1.01, "E5 is between 0 and 1; it was given 1.01"),
        ("E5", -0.1, "E5 is between 0 and 1; it was given -0.1"),
        ("E5", float("nan"), "E5 is between 0 and 1; it was given nan"),
        ("S6", 1.0, "there is no item S6; there are: S1, S2,"),
    ],
)
def test_other_items_and_levels_are_refused(item: str, value: float, sentence: str) -> None:
    with pytest.raises(ValueError, match="^" + sentence.replace(".", r"\.")):
        sde_score({item: value}, {item: "rule"})


@pytest.mark.parametrize("value", [0.0, 0.5, 1.0])
def test_the_levels_are_allowed(value: float) -> None:
    for item in GRADED:
        assert sde_score({item: value}, {item: "judge"}).sources == {item: "judge"}


@pytest.mark.parametrize("value", [0.0, 1 / 3, 1.0])
def test_e5_is_any_share(value: float) -> None:
    items = dict.fromkeys(ITEMS, 1.0) | {"E5": value}
    assert sde_score(items, BY_RULE).dimensions["ES"] == pytest.approx(20 * (4 + value))


@pytest.mark.parametrize(
    ("level_1", "level_2", "change"),
    [(50.0, 40.0, -0.2), (40.0, 50.0, 0.25), (40.0, 40.0, 0.0), (50.0, 0.0, -1.0)],
)
def test_change_is_relative_to_level_1(level_1: float, level_2: float, change: float) -> None:
    assert relative_change(level_1, level_2) == pytest.approx(change)


@pytest.mark.parametrize(("level_1", "level_2"), [(None, 1.0), (1.0, None), (0.0, 5.0)])
def test_change_from_nothing_can_not_be_told(level_1: float | None, level_2: float | None) -> None:
    assert relative_change(level_1, level_2) is None
