"""The oracle repairs everything; seeing nothing, or trying all again, repairs what it can."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from itertools import pairwise
from statistics import fmean
from typing import Any

import pytest

from agents import Agent
from agents.recovery import NaiveRecovery, OracleRecovery, PlanOnly, UnchangedPlan
from evaluators.plans import PlanFacts, Verdict, plan_facts
from sandboxes import catalogue
from sandboxes.workflows import (
    RESPONSE,
    ROOT,
    ErrorType,
    Node,
    Plan,
    RecoveryEnvironment,
    RecoveryInstance,
    recovery_evidence,
)
from tests.sandboxes.workflows.drawing import call, submitted
from tests.sandboxes.workflows.faulty import faulty, several

PER_TYPE, MANY = 5, 50
MAY_COMPLETE = {ErrorType.SERIAL_ERROR, ErrorType.TOOLCALL_REDUNDANCY}
NAIVELY_MENDED = (
    ErrorType.NULL_ERROR,
    ErrorType.TIMEOUT_ERROR,
    ErrorType.SERIAL_ERROR,
    ErrorType.TOOLCALL_REDUNDANCY,
)
NOT_NAIVELY_MENDED = (
    ErrorType.PARAMETER_ERROR,
    ErrorType.PARAMETER_INVALID,
    ErrorType.PARAMETER_MISSING,
    ErrorType.TYPE_ERROR,
    ErrorType.TOOL_NAME_ERROR,
)
FEW = 0.05
ALL_RIGHT = dict.fromkeys(("S2", "S3", "S4", "S5", "E1"), Verdict(1.0))


def attempt(instance: RecoveryInstance, agent: Callable[[RecoveryInstance], Agent]) -> PlanFacts:
    environment = RecoveryEnvironment(instance)
    agent(instance).act(environment)
    return plan_facts(recovery_evidence(environment))


@cache
def facts(
    agent: Callable[[RecoveryInstance], Agent], error: ErrorType, count: int
) -> list[PlanFacts]:
    """What comes of an agent at instances of an error."""
    return [attempt(instance, agent) for instance in instances(error, count)]


def instances(error: ErrorType, count: int) -> tuple[RecoveryInstance, ...]:
    return faulty(error, count, *((1,) if count == PER_TYPE else (1, 2)))


def solved(found: Sequence[PlanFacts]) -> float:
    return fmean(one.solved for one in found)


def assert_oracle_is_right(error: ErrorType, count: int) -> None:
    for one in facts(OracleRecovery, error, count):
        assert (one.solved, one.completed) == (True, True)
        assert (one.efficacy, one.efficacy_paper, one.onward) == (1.0, 1.0, 1.0)
        assert (one.invalid, one.first_invalid) == (0, False)
        assert one.rules == ALL_RIGHT


@pytest.mark.parametrize("error", ErrorType)
def test_the_oracle_repairs_every_error_in_the_fewest_rounds(error: ErrorType) -> None:
    assert_oracle_is_right(error, PER_TYPE)


@pytest.mark.parametrize(
    "errors",
    [
        (ErrorType.TYPE_ERROR, ErrorType.TIMEOUT_ERROR),
        (ErrorType.NULL_ERROR, ErrorType.TOOL_NAME_ERROR, ErrorType.SERIAL_ERROR),
        (ErrorType.TOOLCALL_REDUNDANCY, ErrorType.PARALLELISM_ERROR),
    ],
)
def test_the_oracle_repairs_several_errors_though_faulty_calls_have_run(
    errors: tuple[ErrorType, ...],
) -> None:
    for made, _ in zip(several(*errors), range(PER_TYPE), strict=False):
        found = attempt(made, OracleRecovery)
        assert (found.solved, found.efficacy, found.onward) == (True, 1.0, 1.0)
        assert found.rules == ALL_RIGHT


@pytest.mark.verify
@pytest.mark.parametrize("error", ErrorType)
def test_the_oracle_repairs_fifty_of_every_error(error: ErrorType) -> None:
    assert_oracle_is_right(error, MANY)


@pytest.mark.parametrize("error", sorted(set(ErrorType) - MAY_COMPLETE))
def test_the_plan_as_it_is_does_not_reach_the_goal(error: ErrorType) -> None:
    found = facts(UnchangedPlan, error, PER_TYPE)
    assert [(one.solved, one.efficacy, one.onward, one.efficiency) for one in found] == [
        (False, 0.0, 0.0, 0.0)
    ] * PER_TYPE


@pytest.mark.parametrize("error", sorted(MAY_COMPLETE))
def test_the_plan_as_it_is_may_reach_the_goal_by_a_longer_way(error: ErrorType) -> None:
    for one in facts(UnchangedPlan, error, PER_TYPE):
        assert one.solved
        assert one.rules["E1"] == Verdict(1.0)
        longer = one.efficacy if error is ErrorType.SERIAL_ERROR else one.efficiency
        assert longer < 1


@pytest.mark.verify
@pytest.mark.parametrize("error", sorted(set(ErrorType) - MAY_COMPLETE))
def test_the_plan_as_it_is_reaches_few_goals_of_fifty(error: ErrorType) -> None:
    assert solved(facts(UnchangedPlan, error, MANY)) < FEW


def assert_naive_is_worse(error: ErrorType, count: int) -> None:
    """What is needless costs wherever it is done."""
    pairs = list(
        zip(
            instances(error, count),
            facts(NaiveRecovery, error, count),
            facts(OracleRecovery, error, count),
            strict=True,
        )
    )
    needless = [
        (naive, oracle)
        for made, naive, oracle in pairs
        if any(is_needless(observed) for observed in made.observations)
    ]
    assert needless
    for naive, oracle in needless:
        assert naive.efficacy < oracle.efficacy
        assert naive.efficiency < oracle.efficiency
        minimal, best = naive.rules["E1"].value, oracle.rules["E1"].value
        assert minimal is not None
        assert best is not None
        assert minimal < best


def is_needless(observed: dict[str, Any]) -> bool:
    """Whether trying it again helps nobody, and does no harm."""
    return observed["status"] == "ok" and not catalogue()[observed["tool"]].mutates


@pytest.mark.parametrize("error", NAIVELY_MENDED)
def test_trying_all_again_costs_wherever_it_was_needless(error: ErrorType) -> None:
    assert_naive_is_worse(error, PER_TYPE)


@pytest.mark.parametrize("error", NAIVELY_MENDED)
def test_trying_all_again_mends_most_of_what_is_lost_late_or_too_much(error: ErrorType) -> None:
    assert solved(facts(NaiveRecovery, error, PER_TYPE)) > 0.5


@pytest.mark.parametrize("error", NOT_NAIVELY_MENDED)
def test_trying_all_again_mends_no_arguments_and_no_names(error: ErrorType) -> None:
    found = facts(NaiveRecovery, error, PER_TYPE)
    assert [(one.solved, one.efficacy) for one in found] == [(False, 0.0)] * PER_TYPE


@pytest.mark.verify
@pytest.mark.parametrize("error", NAIVELY_MENDED)
def test_trying_all_again_mends_most_of_fifty(error: ErrorType) -> None:
    assert solved(facts(NaiveRecovery, error, MANY)) > 0.5
    assert_naive_is_worse(error, MANY)


@pytest.mark.verify
@pytest.mark.parametrize("error", NOT_NAIVELY_MENDED)
def test_trying_all_again_mends_few_of_fifty(error: ErrorType) -> None:
    assert solved(facts(NaiveRecovery, error, MANY)) < FEW


def test_the_naive_subject_tries_the_observed_calls_once_more_before_all_else() -> None:
    many = faulty(ErrorType.TIMEOUT_ERROR, PER_TYPE, 1)
    made = max(many, key=lambda made: sum(map(is_needless, made.observations)))
    environment = RecoveryEnvironment(made)
    NaiveRecovery(made).act(environment)
    first = environment.submissions[0].plan
    assert first is not None
    known, ran = made.plan.by_id, environment.executor.ledger
    again = [
        f"{one['id']}_retry"
        for one in made.observations
        if is_needless(one) or one["status"] != "ok"
    ]
    added = [node.id for node in first.calls if node.id not in known]
    assert sorted(added) == sorted(again)
    assert len(added) > 1
    begun = made.rounds_before + 1
    rounds = sorted(ran[name].round for name in added)
    assert rounds == list(range(begun, begun + len(added))), "one after the other"
    later = [run.round for name, run in ran.items() if name not in known and name not in added]
    later += [run.round for run in ran.values() if run.round >= begun and run.node in known]
    assert all(number > rounds[-1] for number in later)


HOPELESS = {
    "a circle": submitted(call("a", "b"), call("b", "a")),
    "an unknown dependency": submitted(call("a", "nowhere")),
    "no plan": {"nodes": "none"},
}


def deadlock(made: RecoveryInstance) -> dict[str, Any]:
    """The plan that waits for a call that has failed."""
    spent = made.labels[0].node
    held = made.plan.as_json()["nodes"]
    waiting = [
        node | {"dependencies": [spent]} if node["id"] == RESPONSE else node for node in held
    ]
    return {"nodes": waiting}


def submit_all(made: RecoveryInstance, *plans: dict[str, Any]) -> PlanFacts:
    environment = RecoveryEnvironment(made)
    for plan in plans:
        environment.call("submit_plan", {"thought": "So it goes.", "plan": plan})
    return plan_facts(recovery_evidence(environment))


@pytest.mark.parametrize("name", HOPELESS)
def test_a_plan_that_can_not_be_run_is_worth_nothing_as_the_only_or_the_last(name: str) -> None:
    made = faulty(ErrorType.TIMEOUT_ERROR, PER_TYPE, 1)[0]
    only = submit_all(made, HOPELESS[name])
    assert (only.efficacy, only.efficacy_paper, only.onward, only.solved) == (0, 0, 0, False)
    assert (only.invalid, only.first_invalid, only.rules["S5"].value) == (1, True, 0.0)
    last = submit_all(made, made.repairs[0].as_json(), HOPELESS[name])
    assert (last.efficacy, last.efficacy_paper, last.solved) == (0, 0, False)
    assert (last.invalid, last.submissions, last.first_invalid) == (1, 2, False)


def test_a_deadlock_is_worth_nothing_as_the_only_or_the_last_plan() -> None:
    made = faulty(ErrorType.TIMEOUT_ERROR, PER_TYPE, 1)[0]
    stuck = deadlock(made)
    for plans in ([stuck] * 50, [made.repairs[0].as_json(), *[stuck] * 50]):
        environment = RecoveryEnvironment(made)
        for plan in plans:
            if not environment.finished:
                environment.call("submit_plan", {"thought": "", "plan": plan})
        found = plan_facts(recovery_evidence(environment))
        assert environment.executor.rounds == 40
        assert (found.efficacy, found.efficacy_paper, found.completed) == (0, 0, False)


def test_both_ends_alone_are_worth_nothing_though_the_response_is_reached() -> None:
    bare = Plan((Node(ROOT, status=True), Node(RESPONSE, dependencies=(ROOT,)))).as_json()
    for error in ErrorType:
        made = faulty(error, PER_TYPE, 1)[0]
        only = submit_all(made, bare)
        assert (only.completed, only.solved) == (True, False)
        assert (only.efficacy, only.onward, only.efficiency) == (0, 0, 0)
        if made.rounds_left > 2:
            last = submit_all(made, made.repairs[0].as_json(), bare)
            assert (last.completed, last.solved, last.efficacy) == (True, False, 0)


def test_a_plan_is_submitted_until_it_is_done_or_stuck() -> None:
    made = faulty(ErrorType.NULL_ERROR, PER_TYPE, 1)[0]
    done, stuck, refused = (RecoveryEnvironment(made) for _ in range(3))
    PlanOnly(made, made.repairs[-1], "Mended.").act(done)
    assert done.executor.completed
    assert len(done.submissions) == made.rounds_left
    first, *later = (one.thought for one in done.submissions)
    assert first == "Mended."
    assert later
    assert set(later) == {"The plan goes on as it stands."}, "it is mended once"
    UnchangedPlan(made).act(stuck)
    assert not stuck.executor.completed
    assert all(
        len(after.before.ledger) > len(earlier.before.ledger)
        for earlier, after in pairwise(stuck.submissions)
    ), "what is stuck is given up at once"
    last = stuck.submissions[-1]
    assert last.plan is not None
    assert not stuck.executor.frontier(last.plan)
    circular = Plan(tuple(replace(node, dependencies=(RESPONSE,)) for node in made.plan.nodes))
    PlanOnly(made, circular, "Round and round.").act(refused)
    assert len(refused.submissions) == 1


def test_statuses_follow_what_has_run() -> None:
    made = faulty(ErrorType.SERIAL_ERROR, PER_TYPE, 1)[0]
    environment = RecoveryEnvironment(made)
    OracleRecovery(made).act(environment)
    for one in environment.submissions:
        assert one.plan is not None
        ran = {ROOT, *one.before.ledger}
        assert {node.id for node in one.plan.nodes if node.status} == ran & set(one.plan.by_id)


@pytest.mark.parametrize("error", ErrorType)
def test_no_thought_names_what_graders_must_not_know(error: ErrorType) -> None:
    for made in faulty(error, 1, 1):
        for agent in (OracleRecovery, NaiveRecovery, UnchangedPlan):
            environment = RecoveryEnvironment(made)
            agent(made).act(environment)
            said = " ".join(one.thought for one in environment.submissions).lower()
            assert said
            names = {error.lower(), error.lower().replace("_", " "), "oracle", "naive", "agent"}
            assert not [name for name in names if name in said]
    (made,) = faulty(error, 1, 1)
    repaired = RecoveryEnvironment(made)
    OracleRecovery(made).act(repaired)
    assert f"node {made.labels[0].node}" in repaired.submissions[0].thought
