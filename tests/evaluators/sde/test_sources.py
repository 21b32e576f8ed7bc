"""Items count by who scored them: sources are never mixed, and what is unscored is no zero."""

from __future__ import annotations

import pytest

from evaluators.sde import (
    FACTS,
    GRADED,
    PROGRAM,
    ItemScore,
    SdeMean,
    scores_by_source,
    sde_summary,
)

PROGRAMS = [ItemScore("S5", 1.0, PROGRAM), ItemScore("E5", 0.25, PROGRAM)]


def by(source: str, value: float, *, but: str = "") -> list[ItemScore]:
    """All graded items, except one."""
    return [ItemScore(item, value, source) for item in GRADED if item != but]


def test_each_source_has_a_score_of_its_own_with_the_programs_facts() -> None:
    found = scores_by_source([*by("person", 0.5), *PROGRAMS, *by("judge", 1.0)])

    assert list(found) == ["judge", "person"]
    assert found["judge"].dimensions == {"SI": 100.0, "DR": 100.0, "ES": 85.0}
    assert found["person"].dimensions == {"SI": 60.0, "DR": 50.0, "ES": 45.0}
    assert found["person"].average == pytest.approx(155 / 3)
    assert {found["person"].sources[item] for item in GRADED} == {"person"}
    assert {found["person"].sources[item] for item in FACTS} == {"program"}


def test_what_one_source_lacks_another_does_not_fill_in() -> None:
    found = scores_by_source([*by("person", 1.0, but="D2"), ItemScore("D2", 1.0, "judge")])
    assert found["person"].dimensions["DR"] is None
    assert found["judge"].dimensions["DR"] is None


def test_facts_alone_are_nobodys_score() -> None:
    assert scores_by_source(PROGRAMS) == {}


@pytest.mark.parametrize(
    ("items", "why"),
    [
        ([ItemScore("S5", 1.0, "judge")], "S5 is not scored by judge"),
        ([ItemScore("D1", 1.0, "program")], "D1 is not scored by program"),
        ([ItemScore("D1", 1.0, "judge")] * 2, "judge scored D1 twice"),
        ([ItemScore("D6", 1.0, "judge")], "there is no item D6"),
        ([ItemScore("D1", 0.3, "judge")], "D1 is 0, 0.5 or 1; it was given 0.3"),
    ],
)
def test_what_can_not_be_is_refused(items: list[ItemScore], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        scores_by_source(items)


def test_a_summary_is_over_instances_and_says_what_is_missing() -> None:
    whole = scores_by_source([*by("judge", 1.0), *PROGRAMS])["judge"]
    half = scores_by_source([*by("judge", 0.5), *PROGRAMS])["judge"]
    part = scores_by_source([*by("judge", 0.0, but="D4"), *PROGRAMS])["judge"]

    found = sde_summary("judge", {"one": [whole, half], "two": [half], "three": [part]})

    assert (found.source, found.responses, found.is_scored) == ("judge", 4, True)
    # (mean(100, 50) + 50) / 2 of the two that have it; the third is left out, and is no zero.
    assert found.dimensions["DR"] == SdeMean(62.5, 2, 3, {"D4": 1})
    assert found.dimensions["SI"] == SdeMean(pytest.approx((80 + 60 + 20) / 3), 3, 3, {})  # type: ignore[arg-type]
    assert (found.average.n, found.average.missing) == (2, {"D4": 1})


def test_a_summary_of_nothing_scored_is_unscored() -> None:
    part = scores_by_source([ItemScore("S2", 1.0, "rule"), *PROGRAMS])["rule"]
    found = sde_summary("rule", {"one": [part], "two": []})
    assert found.is_scored is False
    assert found.dimensions["SI"] == SdeMean(None, 0, 1, {"S1": 1, "S3": 1, "S4": 1})
    assert found.average.value is None
