"""The recovery suite's environment: each submission costs a round, and says what it came to."""

from __future__ import annotations

from typing import Any

import pytest

from evaluators import CANNOT_BE_DONE, DONE
from sandboxes import (
    AttemptFinished,
    Outcome,
    RecordedCall,
    ReplayMismatch,
    catalogue,
)
from sandboxes.workflows import (
    LONGEST_THOUGHT,
    ROUND_LIMIT,
    SUBMIT_PLAN,
    ErrorType,
    Plan,
    RecoveryEnvironment,
    RecoveryInstance,
    recovery_evidence,
)
from tests.sandboxes.workflows.drawing import call, submitted
from tests.sandboxes.workflows.faulty import instances, put_in

EMPTY = submitted()
WORDS = " ".join(["word"] * LONGEST_THOUGHT)


@pytest.fixture(scope="module")
def instance() -> RecoveryInstance:
    """A workflow whose second wave came back with nothing from one of its calls."""
    found = (put_in(made, 2, ErrorType.NULL_ERROR) for made in instances(1))
    return next(one for one in found if one is not None and one.rounds_left > 1)


@pytest.fixture
def environment(instance: RecoveryInstance) -> RecoveryEnvironment:
    return RecoveryEnvironment(instance)


def submit(environment: RecoveryEnvironment, plan: Any, thought: str = "I see.") -> Outcome:
    given = plan.as_json() if isinstance(plan, Plan) else plan
    return environment.call("submit_plan", {"thought": thought, "plan": given})


def test_the_brief_tells_query_rounds_and_limit(environment: RecoveryEnvironment) -> None:
    brief = environment.brief
    assert brief.instruction.startswith(environment.instance.workflow.query + "\n\n")
    assert "it has been run for 2 rounds, and something is" in brief.instruction
    assert "Round 40 is the last." in brief.instruction
    assert (brief.call_budget, environment.calls_left) == (100, 100)


def test_one_round_is_told_in_the_singular() -> None:
    found = (put_in(made, 1, ErrorType.TIMEOUT_ERROR) for made in instances(1))
    made = next(one for one in found if one is not None)
    told = RecoveryEnvironment(made).brief.instruction
    assert "it has been run for one round, and something is" in told


def test_the_first_observation_is_plan_returns_history_and_tools(
    environment: RecoveryEnvironment, instance: RecoveryInstance
) -> None:
    seen = environment.first_observation
    assert set(seen) == {"round", "plan", "observations", "history", "tools"}
    assert seen["round"] == instance.rounds_before == 2
    assert seen["plan"] == instance.plan.as_json()
    ran = {node["id"] for node in seen["plan"]["nodes"] if node["status"] and node["id"] != "root"}
    observed = [one["id"] for one in seen["observations"]]
    earlier = [(one["round"], one["id"]) for one in seen["history"]]
    assert observed == instance.workflow.waves[1]
    assert earlier == [(1, name) for name in instance.workflow.waves[0]]
    assert ran == {*observed, *(name for _, name in earlier)}
    (label,) = instance.labels
    lost = next(one for one in seen["observations"] if one["id"] == label.node)
    assert (lost["status"], lost["output"]) == ("internal_error", None)
    for tool in seen["tools"]:
        assert set(tool) == {"name", "description", "input_schema"}
        assert tool["input_schema"] == catalogue()[tool["name"]].input_schema


def test_all_needed_tools_are_offered_and_others_of_their_servers(
    instance: RecoveryInstance,
) -> None:
    needed = {node.tool for node in instance.workflow.plan.calls}
    offered = set(instance.offered)
    assert needed < offered
    assert len(instance.offered) == len(offered)
    assert list(instance.offered) == [name for name in catalogue() if name in offered]
    servers = {catalogue()[name or ""].server for name in needed}
    assert {catalogue()[name].server for name in offered} <= servers


def test_there_is_one_tool(environment: RecoveryEnvironment) -> None:
    (tool,) = environment.tools()
    assert (tool["name"], tool["server"], tool["mutates"]) == ("submit_plan", "Recovery", True)
    assert tool["input_schema"]["required"] == ["thought", "plan"]
    assert tool == SUBMIT_PLAN.documentation()
    assert environment.artefacts == {}


def test_a_submission_runs_a_wave_and_is_told_what_came_of_it(
    environment: RecoveryEnvironment, instance: RecoveryInstance
) -> None:
    repair = instance.repairs[0]
    first = submit(environment, repair)
    assert first.ok
    assert set(first.output) == {"round", "rounds_left", "observations", "completed"}
    assert (first.output["round"], first.output["rounds_left"]) == (3, 37)
    assert first.output["completed"] is False
    ready = [node.id for node in instance.executor.frontier(repair)]
    assert [one["id"] for one in first.output["observations"]] == ready
    while not environment.finished:
        last = submit(environment, repair)
    assert last.output["completed"] is True
    assert last.output["observations"] == []
    assert last.output["round"] == instance.best_rounds
    evidence = recovery_evidence(environment)
    assert (evidence["solved"], evidence["completed"]) == (True, True)
    assert evidence["rounds"] == evidence["best_rounds"] == instance.best_rounds
    with pytest.raises(AttemptFinished):
        submit(environment, repair)


@pytest.mark.parametrize(
    ("arguments", "status", "sentence"),
    [
        ({"thought": "", "plan": {}}, "failed", 'a list of "nodes" (or "tasks"); this has neither'),
        ({"thought": "", "plan": submitted(call("1", "1"))}, "failed", "Node 1 depends on itself."),
        ({"thought": "", "plan": submitted(call("1", "2"), call("2", "1"))}, "failed", "circle"),
        ({"thought": WORDS + " more", "plan": EMPTY}, "failed", "The thought has 501 words;"),
        ({"plan": EMPTY}, "error", 'Argument "thought" is missing.'),
        ({"thought": ""}, "error", 'Argument "plan" is missing.'),
        ({"thought": 5, "plan": EMPTY}, "error", "thought"),
        ({"thought": "", "plan": []}, "error", "plan"),
        ({"thought": "", "plan": EMPTY, "mood": "good"}, "error", "mood"),
        ("a plan", "error", "object"),
        (None, "error", "object"),
    ],
)
def test_what_is_refused_costs_a_round_and_changes_nothing(
    environment: RecoveryEnvironment, arguments: Any, status: str, sentence: str
) -> None:
    before, ledger = environment.state_hash, dict(environment.executor.ledger)
    outcome = environment.call("submit_plan", arguments)
    assert outcome.status == status
    assert sentence in outcome.output
    assert environment.executor.rounds == 3
    assert environment.executor.ledger == ledger
    assert environment.state_hash == before
    (submission,) = environment.submissions
    assert (submission.plan, submission.refusal, submission.round) == (None, outcome.output, 3)
    assert not environment.finished


def test_five_hundred_words_are_read(environment: RecoveryEnvironment) -> None:
    assert submit(environment, environment.instance.plan, WORDS).ok


def test_another_tool_is_no_submission_and_costs_no_round(
    environment: RecoveryEnvironment,
) -> None:
    assert environment.call("now", {}) == Outcome(
        "error", "There is no such tool. Plans are submitted with submit_plan."
    )
    assert (environment.executor.rounds, environment.submissions) == (2, [])
    assert environment.calls_left == 99


def test_a_hundred_calls_are_the_most(environment: RecoveryEnvironment) -> None:
    for _ in range(100):
        assert not environment.finished
        environment.call("now", {})
    assert environment.finished
    assert environment.calls_left == 0


def test_the_attempt_ends_with_round_forty(environment: RecoveryEnvironment) -> None:
    for number in range(3, ROUND_LIMIT + 1):
        assert not environment.finished
        submit(environment, {})
        assert environment.executor.rounds == number
    assert environment.finished
    with pytest.raises(AttemptFinished, match=r"^The attempt has ended; no call can be made\.$"):
        submit(environment, environment.instance.repairs[0])
    assert environment.executor.rounds == ROUND_LIMIT
    assert len(environment.submissions) == 38


@pytest.mark.parametrize("claim", [DONE, CANNOT_BE_DONE])
def test_an_attempt_is_finished_once(environment: RecoveryEnvironment, claim: str) -> None:
    environment.finish(claim, "Here you are.")
    assert (environment.claim, environment.answer) == (claim, "Here you are.")
    assert environment.finished
    with pytest.raises(AttemptFinished):
        environment.finish(DONE)
    with pytest.raises(AttemptFinished):
        submit(environment, environment.instance.plan)


def test_only_the_two_claims_can_be_made(environment: RecoveryEnvironment) -> None:
    with pytest.raises(ValueError, match="done"):
        environment.finish("given up")
    assert not environment.finished


def test_recorded_calls_lead_to_the_same_state(
    environment: RecoveryEnvironment, instance: RecoveryInstance
) -> None:
    again = RecoveryEnvironment(instance)
    for arguments in (
        {"thought": "No.", "plan": {}},
        {"thought": "I see.", "plan": instance.repairs[0].as_json()},
    ):
        outcome = environment.call("submit_plan", arguments)
        again.apply(RecordedCall("submit_plan", arguments, outcome, environment.state_hash))
    assert again.state == environment.state
    assert again.state["rounds"] == 4
    assert again.state_hash == environment.state_hash
    assert again.submissions[1].plan == environment.submissions[1].plan


def test_a_call_that_comes_out_differently_is_a_mismatch(
    environment: RecoveryEnvironment, instance: RecoveryInstance
) -> None:
    arguments = {"thought": "I see.", "plan": instance.repairs[0].as_json()}
    with pytest.raises(ReplayMismatch, match="came out differently"):
        environment.apply(RecordedCall("submit_plan", arguments, Outcome("ok", {})))
    outcome = RecoveryEnvironment(instance).call("submit_plan", arguments)
    other = RecoveryEnvironment(instance)
    with pytest.raises(ReplayMismatch, match="left another state"):
        other.apply(RecordedCall("submit_plan", arguments, outcome, "0" * 16))
    RecoveryEnvironment(instance).apply(RecordedCall("submit_plan", arguments, outcome))


def test_the_state_is_the_worlds_with_what_ran(
    environment: RecoveryEnvironment, instance: RecoveryInstance
) -> None:
    state = environment.state
    assert state["rounds"] == 2
    assert [run["id"] for run in state["runs"]] == list(instance.executor.ledger)
    assert [run["round"] for run in state["runs"]] == [
        run.round for run in instance.executor.ledger.values()
    ]
    before = environment.state_hash
    while not environment.finished:
        submit(environment, instance.repairs[0])
    assert environment.state_hash != before, "the repair has changed the world"
    assert environment.state["world"] != state["world"]


def test_forks_and_attempts_do_not_touch_each_other(
    environment: RecoveryEnvironment, instance: RecoveryInstance
) -> None:
    submit(environment, {})
    twin = environment.fork()
    before = environment.state_hash
    while not twin.finished:
        submit(twin, instance.repairs[0])
    assert (environment.executor.rounds, len(environment.submissions)) == (3, 1)
    assert environment.state_hash == before
    assert not environment.finished
    assert environment.calls_left == 99
    assert (instance.executor.rounds, RecoveryEnvironment(instance).executor.rounds) == (2, 2)


def test_a_submission_keeps_what_was_sent_and_what_had_run(
    environment: RecoveryEnvironment, instance: RecoveryInstance
) -> None:
    first, second = instance.repairs[0], submitted(call("a"))
    submit(environment, first, "One.")
    submit(environment, second, "Two.")
    one, two = environment.submissions
    assert (one.thought, one.given, one.plan, one.round) == ("One.", first.as_json(), first, 3)
    assert (two.thought, two.given, two.round) == ("Two.", second, 4)
    assert list(one.before.ledger) == list(instance.executor.ledger)
    assert len(two.before.ledger) > len(one.before.ledger)
