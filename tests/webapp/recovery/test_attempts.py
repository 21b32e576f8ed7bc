"""An attempt at recovery goes through the one door, and is scored by facts."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agents import make_agent
from sandboxes import AttemptFinished
from sandboxes.workflows import RecoveryInstance
from tests.webapp.builders import entry_of
from tests.webapp.recovery.builders import opened, recovery_instance_of
from webapp.attempts import errors, services
from webapp.attempts.closing import regrade
from webapp.attempts.hot import made_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EndedBy, Status

pytestmark = pytest.mark.django_db(transaction=True)


def acted(agent: str, attempt: Attempt) -> Attempt:
    """The attempt after an agent has acted in it."""
    instance = made_instance(attempt.instance)
    assert instance is not None
    try:
        make_agent(agent, instance).act(DoorEnvironment(entry_of(attempt)))
    except AttemptFinished:
        pytest.fail("it went on after the end")
    attempt.refresh_from_db()
    return attempt


def test_the_oracle_reaches_the_response_and_is_scored_by_facts() -> None:
    attempt = acted("oracle", opened())

    assert (attempt.status, attempt.ended_by) == (Status.FINISHED, EndedBy.RESPONSE)
    score = attempt.scores.get()
    assert (score.evaluator, score.correct, score.total) == ("plans", True, None)
    facts = json.loads(score.body)
    assert (facts["efficacy"], facts["onward"], facts["efficiency"]) == (1.0, 1.0, 1.0)
    assert facts["rules"]["S5"]["value"] == 1.0


def test_the_calls_of_plans_are_in_a_table_of_their_own() -> None:
    attempt = acted("oracle", opened())

    submitted = attempt.events.filter(kind="call")
    assert set(submitted.values_list("tool", flat=True)) == {"submit_plan"}
    inner = list(attempt.inner_calls.all())
    told = [
        (event.number, run["id"], run["status"])
        for event in submitted
        for run in json.loads(event.answer)["output"]["observations"]
    ]
    assert [(one.event_number, one.node, one.status) for one in inner] == told
    assert inner


def test_what_there_is_before_the_first_call_is_told_with_the_task() -> None:
    attempt = opened()
    view = services.get_task(entry_of(attempt)).wait()

    instance = made_instance(attempt.instance)
    assert isinstance(instance, RecoveryInstance)
    told: dict[str, Any] = json.loads(view.text())["observation"]
    assert told["plan"] == instance.plan.as_json()
    assert told["observations"] == instance.observations
    assert view.offered == ("submit_plan",)
    assert json.dumps(told["plan"]["nodes"][1]["tool"]) in view.briefing()


def test_a_plan_that_can_not_be_read_is_told_and_costs_a_round() -> None:
    attempt = opened()
    answer = services.call_tool(
        entry_of(attempt), "submit_plan", {"thought": "", "plan": {"nodes": "none"}}
    ).wait()

    assert (answer.status, json.loads(answer.text)["output"]) == (
        "failed",
        '"nodes" is a list of nodes; this is a text.',
    )


def test_it_goes_on_where_it_was_after_all_live_state_is_lost() -> None:
    attempt = opened()
    instance = made_instance(attempt.instance)
    assert isinstance(instance, RecoveryInstance)
    plan = {"thought": "Mended.", "plan": instance.repairs[0].as_json()}
    first = services.call_tool(entry_of(attempt), "submit_plan", plan, key="1").wait()
    services.forget()

    assert services.call_tool(entry_of(attempt), "submit_plan", plan, key="1").wait() == first
    attempt = acted("oracle", attempt)
    assert attempt.scores.get().correct


def test_a_regrade_comes_to_the_same() -> None:
    attempt = acted("naive", opened())
    score = attempt.scores.get()
    score.version = "0"
    score.save()

    again = regrade(attempt)
    assert json.loads(again.body) == json.loads(score.body)
    assert again.pk != score.pk


def test_finishing_early_is_no_success() -> None:
    attempt = acted("noop", opened())

    assert (attempt.ended_by, attempt.claim) == (EndedBy.SUBJECT, "done")
    assert not attempt.scores.get().correct


def test_tools_can_not_be_chosen_where_there_is_one() -> None:
    with pytest.raises(errors.NotACall, match="recovery has one tool"):
        opened(access="needed")
    assert opened(access="palette").conditions.body["access"] == "all"


def test_the_row_of_an_instance_says_what_is_wrong_to_researchers() -> None:
    record = recovery_instance_of("tell_two_travellers-2")
    assert record.gold["level"] == 2
    assert {label["round"] for label in record.gold["labels"]} >= {1, 2}
