"""The checker lets nothing pass that is not what its label says."""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from sandboxes.workflows import (
    ErrorType,
    Label,
    Plan,
    RecoveryInstance,
    WorkflowInstance,
)
from sandboxes.workflows.injection._checker import is_proved, outcome_of, what_fails
from sandboxes.workflows.injection._flaw import Flaw
from sandboxes.workflows.injection._repair import replaced
from tests.sandboxes.workflows.faulty import faulty, instances


@pytest.fixture(scope="module")
def workflow() -> WorkflowInstance:
    return next(iter(instances(1)))


@pytest.fixture(scope="module")
def serial() -> RecoveryInstance:
    return faulty(ErrorType.SERIAL_ERROR, 1, 1)[0]


@pytest.fixture(scope="module")
def lost() -> RecoveryInstance:
    """A call came back with nothing, and a call that does not depend on it is still ahead."""
    return next(made for made in faulty(ErrorType.NULL_ERROR, 5, 1) if len(untouched(made)) > 0)


def untouched(made: RecoveryInstance) -> list[str]:
    """Calls ahead that the repair leaves as they are."""
    held, mended = made.plan.by_id, made.repairs[0]
    return [
        node.id
        for node in mended.calls
        if node.id not in made.executor.ledger and held.get(node.id) == node
    ]


def label(error: ErrorType, node: str) -> Label:
    return Label(error, 1, node, "", None, None)


def with_fields(plan: Plan, name: str, **fields: Any) -> Plan:
    return Plan(tuple(replace(node, **fields) if node.id == name else node for node in plan.nodes))


def proved(made: WorkflowInstance, error: ErrorType, node: str, faulty_plan: Plan) -> bool:
    start = made.start()
    flaw = Flaw(label(error, node), lambda plan: faulty_plan)
    return is_proved(made, flaw, made.plan, start, outcome_of(made, made.plan, start))


def test_the_better_plan_reaches_the_goal_in_fewer_rounds_with_fewer_calls(
    serial: RecoveryInstance,
) -> None:
    best = outcome_of(serial.workflow, serial.repairs[0], serial.executor)
    held = outcome_of(serial.workflow, serial.plan, serial.executor)
    assert (best.goal, held.goal) == (True, True)
    assert -best.rounds == serial.best_rounds < -held.rounds
    assert -best.calls == -held.calls == serial.fewest_calls
    assert held < best


def test_what_makes_nothing_worse_is_no_error(workflow: WorkflowInstance) -> None:
    first = workflow.plan.calls[0].id
    assert not proved(workflow, ErrorType.SERIAL_ERROR, first, workflow.plan)


def test_a_longer_way_is_only_a_needless_edge_or_call(workflow: WorkflowInstance) -> None:
    chained = [name for wave in workflow.waves for name in wave]
    longer, one = workflow.plan, chained[0]
    for before, after in pairwise(chained):
        needs = tuple(dict.fromkeys((*longer.by_id[after].dependencies, before)))
        longer = with_fields(longer, after, dependencies=needs)
    assert outcome_of(workflow, longer, workflow.start()).goal
    assert proved(workflow, ErrorType.SERIAL_ERROR, one, longer)
    for error in (ErrorType.DEPENDENCE_NULL, ErrorType.TOOL_SELECT_ERROR, ErrorType.TYPE_ERROR):
        assert not proved(workflow, error, one, longer)


def test_a_refused_call_is_the_one_that_the_label_names(workflow: WorkflowInstance) -> None:
    first, second = workflow.waves[0][:2]
    broken = with_fields(workflow.plan, first, tool="no_such_tool")
    assert proved(workflow, ErrorType.TOOL_NAME_ERROR, first, broken)
    assert not proved(workflow, ErrorType.TOOL_NAME_ERROR, second, broken)
    assert not proved(workflow, ErrorType.TOOL_NAME_ERROR, workflow.waves[-1][0], broken)


def test_what_misses_the_goal_is_no_needless_edge_or_call(workflow: WorkflowInstance) -> None:
    first = workflow.waves[0][0]
    broken = with_fields(workflow.plan, first, tool="no_such_tool")
    assert not proved(workflow, ErrorType.SERIAL_ERROR, first, broken)
    assert not proved(workflow, ErrorType.TOOLCALL_REDUNDANCY, first, broken)


def test_a_plan_that_can_not_be_run_is_no_error_of_these(workflow: WorkflowInstance) -> None:
    first = workflow.waves[0][0]
    circular = with_fields(workflow.plan, first, dependencies=(workflow.waves[-1][0],))
    assert not proved(workflow, ErrorType.DEPENDENCE_ERROR, first, circular)


def test_an_instance_that_is_what_it_says_passes(
    serial: RecoveryInstance, lost: RecoveryInstance
) -> None:
    assert (what_fails(serial), what_fails(lost)) == ("", "")


def test_an_unchanged_plan_that_reaches_the_goal_needs_a_label_that_allows_it(
    serial: RecoveryInstance,
) -> None:
    (own,) = serial.labels
    other = replace(serial, labels=(replace(own, type=ErrorType.PARALLELISM_ERROR),))
    assert what_fails(other) == "the unchanged plan reaches the goal"


def test_a_repair_reaches_the_goal_in_the_rounds_that_were_computed(
    serial: RecoveryInstance, lost: RecoveryInstance
) -> None:
    longer = replace(serial, repairs=(serial.plan,))
    assert "rounds, computed" in what_fails(longer)
    failing = replace(lost, repairs=(lost.plan,))
    assert what_fails(failing) == "a repair does not reach the goal"
    later = replace(serial, repairs=(serial.repairs[0], serial.plan))
    assert "rounds, computed" in what_fails(later), "every listed repair is measured"


def test_plan_and_repairs_can_be_run(lost: RecoveryInstance) -> None:
    rootless = Plan(lost.plan.nodes[1:])
    assert what_fails(replace(lost, plan=rootless)) == "the faulty plan is not sound"
    assert what_fails(replace(lost, repairs=(rootless,))) == "a repair is not sound"


def test_the_plan_is_worse_than_its_repair(lost: RecoveryInstance) -> None:
    same = replace(lost, plan=lost.repairs[0])
    assert what_fails(same) == "the unchanged plan is no worse than a repair"


def test_nothing_differs_that_no_label_names(lost: RecoveryInstance) -> None:
    name = untouched(lost)[0]
    elsewhere = replaced(lost.repairs[0], [name])
    assert "differs, which no label names" in what_fails(replace(lost, repairs=(elsewhere,)))
    told = with_fields(lost.plan, name, tool="no_such_tool")
    assert what_fails(replace(lost, plan=told)) == f"node {name} differs, which no label names"
