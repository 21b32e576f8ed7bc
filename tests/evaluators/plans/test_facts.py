"""Rounds, calls and refusals become figures; what was not solved is worth nothing."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators.plans import PLANS_VERSION, Verdict, plan_facts
from tests.evaluators.plans.evidence import evidence, repaired, submission

RIGHT = submission(repaired())
REFUSED = submission(None)


@pytest.mark.parametrize(
    ("parts", "efficacy", "paper", "onward"),
    [
        ({}, 1.0, 1.0, 1.0),
        ({"rounds": 10}, 0.5, 0.5, 4 / 9),
        ({"rounds": 40}, 0.125, 0.125, 4 / 39),
        ({"rounds": 4}, 1.0, 1.0, 1.0),
        ({"rounds": 10, "solved": False}, 0.0, 0.5, 0.0),
        ({"rounds": 40, "solved": False, "completed": False}, 0.0, 0.0, 0.0),
        ({"rounds_before": 3, "rounds_left": 2, "rounds": 7}, 5 / 7, 5 / 7, 0.5),
        ({"rounds_before": 0, "rounds_left": 5, "rounds": 10}, 0.5, 0.5, 0.5),
    ],
)
def test_efficacy_in_all_forms(
    parts: dict[str, Any], efficacy: float, paper: float, onward: float
) -> None:
    facts = plan_facts(evidence(RIGHT, **parts))
    assert (facts.efficacy, facts.efficacy_paper, facts.onward) == (efficacy, paper, onward)
    assert facts.solved is parts.get("solved", True)
    assert facts.completed is parts.get("completed", True)


@pytest.mark.parametrize(
    ("parts", "efficiency"),
    [
        ({}, 0.8),
        ({"calls": 4}, 1.0),
        ({"calls": 3}, 1.0),
        ({"calls": 16}, 0.25),
        ({"calls": 4, "solved": False}, 0.0),
        ({"calls": 0, "solved": False, "completed": True}, 0.0),
    ],
)
def test_efficiency_is_of_all_calls(parts: dict[str, Any], efficiency: float) -> None:
    assert plan_facts(evidence(RIGHT, **parts)).efficiency == efficiency


@pytest.mark.parametrize(
    ("submissions", "count", "invalid", "first"),
    [
        ([RIGHT], 1, 0, False),
        ([REFUSED], 1, 1, True),
        ([REFUSED, RIGHT, REFUSED], 3, 2, True),
        ([RIGHT, REFUSED, RIGHT], 3, 1, False),
        ([], 0, 0, None),
    ],
)
def test_refused_plans_are_counted_among_all_and_the_first(
    submissions: list[dict[str, Any]], count: int, invalid: int, first: bool | None
) -> None:
    facts = plan_facts(evidence(*submissions))
    assert (facts.submissions, facts.invalid, facts.first_invalid) == (count, invalid, first)


def test_rules_are_of_the_first_plan_and_none_where_there_was_none() -> None:
    facts = plan_facts(evidence(RIGHT, REFUSED))
    assert facts.rules == dict.fromkeys(("S2", "S3", "S4", "S5", "E1"), Verdict(1.0))
    assert plan_facts(evidence()).rules == {}


def test_of_a_plan_that_can_not_be_run_only_that_is_known() -> None:
    unread = Verdict(None, ("the plan can't be run",))
    assert plan_facts(evidence(REFUSED, RIGHT)).rules == {
        "S2": unread,
        "S3": unread,
        "S4": unread,
        "S5": Verdict(0.0, ("Node 3 depends on itself.",)),
        "E1": unread,
    }


def test_facts_have_a_version() -> None:
    assert PLANS_VERSION == "1"
