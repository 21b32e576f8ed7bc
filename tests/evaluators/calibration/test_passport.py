"""A passport says what a judge's grades may be taken for, and why."""

from __future__ import annotations

import random

import pytest

from evaluators.calibration import FEWEST_SAMPLES, Compared, Status, passport

LEVELS = (0.0, 0.5, 1.0)


def compared(samples: int, agree: float, seed: str = "one", start: int = 0) -> list[Compared]:
    """Two items of so many samples, alike in about this share."""
    draw, found = random.Random(seed), []
    for place in range(start, start + samples):
        for item in ("S1", "D1"):
            first = draw.choice(LEVELS)
            others = [level for level in LEVELS if level != first]
            second = first if draw.random() < agree else draw.choice(others)
            found.append(Compared(f"{place}", item, f"query {place % 40}", first, second))
    return found


DEVELOPMENT = compared(120, 0.8)
TEST = compared(120, 0.8, "two", 120)
PEOPLE = compared(240, 0.8, "people")


def test_a_judge_that_agrees_as_people_do_is_calibrated_once_somebody_has_looked() -> None:
    found = passport(DEVELOPMENT, TEST, PEOPLE, {"again": compared(20, 1.0)})
    assert found.status == Status.CALIBRATED, found.why
    assert found.why.startswith("On the test half its exact matches reach up to 0.")
    assert found.test is not None
    assert (found.development.samples, found.test.samples, found.people.samples) == (120, 120, 240)
    assert set(found.test.items) == {"S1", "D1"}
    assert found.test.items["S1"].n == 120
    assert found.probes["again"].overall.exact.value == 1.0

    unseen = passport(DEVELOPMENT, None, PEOPLE, {})
    assert (unseen.status, unseen.test) == (Status.PROVISIONAL, None)
    assert unseen.why == "Nobody has looked at the test half."


def test_one_that_agrees_less_than_people_do_is_not() -> None:
    found = passport(DEVELOPMENT, compared(120, 0.5, "bad", 120), PEOPLE, {})
    assert found.status == Status.PROVISIONAL
    assert "and people's begin at" in found.why


@pytest.mark.parametrize(
    ("how", "why"),
    [
        ({"unsettled": 0.06}, "6 % of what several people graded is unsettled; 5 % may be."),
        ({"stale": True}, "Its prompts or its rubric have changed since."),
    ],
)
def test_what_keeps_a_good_judge_from_being_calibrated_is_told(
    how: dict[str, float], why: str
) -> None:
    found = passport(DEVELOPMENT, TEST, PEOPLE, {}, **how)  # type: ignore[arg-type]
    assert found.why == why
    assert found.status == (Status.STALE if "stale" in how else Status.PROVISIONAL)


def test_few_samples_calibrate_nobody_however_well_they_agree() -> None:
    few = passport(compared(100, 1.0), compared(99, 1.0, "two", 100), PEOPLE, {})
    assert (few.status, few.why) == (
        Status.PROVISIONAL,
        f"People and judge share 199 of {FEWEST_SAMPLES} samples.",
    )
    enough = passport(compared(100, 1.0), compared(100, 1.0, "two", 100), PEOPLE, {})
    assert enough.status == Status.CALIBRATED


def test_without_people_who_agree_there_is_nothing_to_reach() -> None:
    found = passport(DEVELOPMENT, TEST, [], {})
    assert (found.status, found.why) == (
        Status.PROVISIONAL,
        "There is no interval of exact matches.",
    )
