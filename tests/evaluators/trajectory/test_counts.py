"""What is counted: calls by class, tools, rounds, recall; and what can't be a course."""

from __future__ import annotations

import json
from typing import Any

import pytest

from evaluators import (
    Ending,
    ErroredAttempt,
    ModelReply,
    Recall,
    Retrieval,
    TracedCall,
    Trajectory,
    analyse,
)
from tests.evaluators.trajectory.builders import FACTS, Log, course


def four_classes() -> Log:
    log = Log().add("find_item", []).add("find_item", "No.", "failed")
    return log.add("enter_password", "Timed out.", "internal_error").add("fly", "Unknown.", "error")


def test_each_call_has_one_class_and_what_was_not_understood_is_no_distinct_tool() -> None:
    found = four_classes().analysis()
    assert found.calls == {"valid": 1, "failed": 1, "fault": 1, "syntactic": 1}
    assert found.distinct_tools == 2


def test_unlisted_calls_are_counted_apart() -> None:
    calls = (
        TracedCall(1, "find_item", {}, "ok", [], unlisted=True),
        TracedCall(2, "add_line", {}, "failed", "No.", unlisted=True),
        TracedCall(3, "add_line", {}, "failed", "No."),
    )
    found = analyse(course(*calls), FACTS)
    assert found.unlisted == 2
    assert found.calls == {"valid": 1, "failed": 2, "fault": 0, "syntactic": 0}


def test_rounds_are_replies_that_asked_for_calls() -> None:
    replies = (ModelReply((1, 2)), ModelReply(()), ModelReply((3, 4)), ModelReply(()))
    assert four_classes().analysis(replies=replies).rounds == 2


def test_rounds_and_tokens_are_unknown_where_the_replies_are() -> None:
    found = four_classes().analysis()
    assert (found.rounds, found.unique, found.billed) == (None, None, None)


def test_recall_tells_latent_tools_apart() -> None:
    log = Log().add("find_item", []).add("add_line", "No.", "failed")
    found = log.analysis(
        listed=frozenset({"find_item", "sing"}), retrievals=(Retrieval(1, ("enter_password",)),)
    )
    assert found.called == {"needed": Recall(2, 4), "latent": Recall(0, 1)}
    assert found.in_view == {"needed": Recall(2, 4), "latent": Recall(1, 1)}
    assert found.retrievals == 1
    assert found.called["needed"].share == 0.5


def test_where_all_tools_are_listed_all_are_in_view() -> None:
    assert Log().analysis().in_view == {"needed": Recall(4, 4), "latent": Recall(1, 1)}


def test_a_share_of_nothing_is_none() -> None:
    assert Recall(0, 0).share is None


def test_an_errored_attempt_is_not_analysed() -> None:
    with pytest.raises(ErroredAttempt, match="errored"):
        analyse(course(ending=Ending.ERROR), FACTS)


def test_the_analysis_is_json_with_its_evaluator() -> None:
    log = Log().add("pay_all", {"total": 1}).add("add_line", "No.", "failed")
    found = log.analysis(listed=frozenset(), replies=(ModelReply((1, 2)),))
    as_json = found.as_json()
    assert json.loads(json.dumps(as_json)) == as_json
    assert (as_json["evaluator"], as_json["version"]) == ("trajectory", "1")
    assert as_json["tokens"] == {
        "unique": {"prompt": None, "output": None, "responses": None},
        "billed": {"uncached": None, "cached": None, "output": None},
    }
    assert as_json["recall"]["called"]["needed"] == {"found": 2, "of": 4, "share": 0.5}
    assert [entry["name"] for entry in as_json["patterns"]] == [
        "saturation",
        "clean_slate",
        "defeatism",
    ]
    assert as_json["patterns"][1] == {
        "name": "clean_slate",
        "sentence": "Call 1, pay_all, paid for everything, and so for what was waiting there from "
        "before the attempt, though no list of it had been read.",
        "calls": [1],
        "tools": ["pay_all"],
        "records": ["line_old"],
    }


@pytest.mark.parametrize(
    ("numbers", "known", "complaint"),
    [
        ((2, 2), {}, "rise"),
        ((0, 1), {}, "positive"),
        ((1, 2), {"replies": (ModelReply((1, 3)),)}, "must be there"),
        ((1, 2), {"replies": (ModelReply((1,)), ModelReply((1, 2)))}, "asked for once"),
    ],
)
def test_what_cant_be_a_course_is_refused(
    numbers: tuple[int, ...], known: dict[str, Any], complaint: str
) -> None:
    calls = tuple(TracedCall(number, "find_item", {}, "ok", []) for number in numbers)
    with pytest.raises(ValueError, match=complaint):
        Trajectory(calls, Ending.SUBJECT, **known)


def test_an_unknown_status_is_refused() -> None:
    with pytest.raises(ValueError, match="no such status: fine"):
        course(TracedCall(1, "find_item", {}, "fine", []))
