"""Defeatism: who gives up right after a failure that could be recovered from."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from evaluators import Ending, ModelReply, Pattern, Retrieval, TaskKind
from tests.evaluators.trajectory.builders import FACTS, Log


def faulted() -> Log:
    return Log().add("find_item", []).add("enter_password", "Timed out.", "internal_error")


def refused() -> Log:
    return Log().add("pay_all", "The cart is empty.", "failed")


def is_found(log: Log, **known: Any) -> bool:
    return log.pattern("defeatism", **known) is not None


def test_giving_up_after_a_fault_is_found() -> None:
    assert faulted().pattern("defeatism", claim="cannot_be_done") == Pattern(
        "defeatism",
        'Finished with "cannot_be_done" right after call 2, enter_password, which met a fault; '
        "it was not tried again, nor was anything else.",
        calls=(2,),
        tools=("enter_password",),
    )


def test_giving_up_after_a_refusal_that_the_gold_gets_past_is_found() -> None:
    found = refused().pattern("defeatism")
    assert found is not None
    assert "which was refused though the gold gets through" in found.sentence


def test_falling_silent_is_giving_up() -> None:
    found = faulted().pattern("defeatism", ending=Ending.SILENCE, claim=None)
    assert found is not None
    assert found.sentence.startswith("Fell silent right after call 2")


@pytest.mark.parametrize("ending", [Ending.BUDGET, Ending.TIME, Ending.CAP])
def test_who_was_stopped_did_not_give_up(ending: Ending) -> None:
    assert not is_found(faulted(), ending=ending, claim=None)


@pytest.mark.parametrize("verdict", [True, None])
def test_nothing_is_said_of_an_attempt_that_is_right_or_unscored(verdict: bool | None) -> None:
    assert not is_found(faulted(), correct=verdict)


def test_whatever_was_called_after_it_is_another_try() -> None:
    assert not is_found(faulted().add("enter_password", {}))
    assert not is_found(faulted().add("find_item", []))
    assert is_found(faulted().add("enter_password", "Timed out.", "internal_error"))


def test_a_search_for_tools_after_it_is_another_try() -> None:
    assert not is_found(faulted(), retrievals=(Retrieval(2, ("sing",)),))
    assert is_found(faulted(), retrievals=(Retrieval(1, ("sing",)),))


def test_a_tool_that_the_gold_has_no_success_with_may_be_a_dead_end() -> None:
    assert not is_found(Log().add("sing", "Not here.", "failed"))


def test_an_impossible_task_may_be_given_up_at_a_refusal_but_not_at_a_fault() -> None:
    facts = dataclasses.replace(FACTS, kind=TaskKind.IMPOSSIBLE)
    assert refused().pattern("defeatism", facts) is None
    assert faulted().pattern("defeatism", facts) is not None


def test_a_call_that_was_not_understood_is_no_failure_of_the_world() -> None:
    assert not is_found(Log().add("pay_all", "Unknown argument.", "error"))


def test_who_called_nothing_gave_up_at_nothing() -> None:
    assert not is_found(Log())


def test_a_failure_beside_other_calls_of_the_last_reply_is_found() -> None:
    log = faulted().add("find_item", [])
    assert is_found(log, replies=(ModelReply((1,)), ModelReply((2, 3)), ModelReply(())))
    assert not is_found(log, replies=(ModelReply((1, 2)), ModelReply((3,))))


def test_a_success_of_the_same_tool_later_in_the_reply_makes_up_for_it() -> None:
    log = refused().add("pay_all", {"total": 1})
    assert not is_found(log, replies=(ModelReply((1, 2)),))
