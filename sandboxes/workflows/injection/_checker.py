"""What proves an injected error: it makes things worse, and its repair mends it."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from sandboxes.workflows._difference import difference
from sandboxes.workflows._errors import ErrorType
from sandboxes.workflows._executor import Executor
from sandboxes.workflows._graph import problems
from sandboxes.workflows._plan import RESPONSE, Plan
from sandboxes.workflows._workflow_instance import WorkflowInstance
from sandboxes.workflows.injection._flaw import Flaw
from sandboxes.workflows.injection._injectors import MAY_COMPLETE, MUST_FAIL
from sandboxes.workflows.injection._repair import repaired, succeeded

if TYPE_CHECKING:
    from sandboxes.workflows.injection._faulty import RecoveryInstance


class Worth(NamedTuple):
    """What running a plan to its end comes to; the larger, the better.

    Args:
        goal: Whether the response was reached and the end state equals the ground truth.
        rounds: Rounds from the start, less than none.
        calls: Calls from the start, less than none.
    """

    goal: bool
    rounds: int
    calls: int


def outcome_of(instance: WorkflowInstance, plan: Plan, executor: Executor) -> Worth:
    """What a plan comes to, run unchanged from here."""
    return _worth(instance, _run(plan, executor))


def expected_of(instance: WorkflowInstance, base: Plan, executor: Executor) -> Worth:
    """What a plan without faults comes to from here, computed and not tried.

    Args:
        instance: The workflow.
        base: The plan.
        executor: How far it has run.
    """
    left = instance.rounds_left(succeeded(instance, executor))
    ahead = [node for node in base.calls if node.id not in executor.ledger]
    return Worth(True, -executor.rounds - left, -len(executor.ledger) - len(ahead))


def is_proved(
    instance: WorkflowInstance, flaw: Flaw, base: Plan, executor: Executor, best: Worth
) -> bool:
    """Whether a flaw is what it claims to be.

    Args:
        instance: The workflow.
        flaw: The candidate.
        base: A plan without faults that goes on from here.
        executor: How far it has run; what the flaw is in has not run yet.
        best: What `base` comes to.
    """
    if flaw.fault is not None:
        return _fault_is_mended(instance, flaw, base, executor)
    faulty = flaw.apply(base)
    if problems(faulty):
        return False
    ran = _run(faulty, executor)
    label, worth = flaw.label, _worth(instance, ran)
    if not worth < best or (worth.goal and label.type not in MAY_COMPLETE):
        return False
    run = ran.ledger.get(label.node)
    if label.type in MUST_FAIL:
        return run is not None and not run.outcome.ok
    return label.type not in MAY_COMPLETE or worth.goal


def _fault_is_mended(
    instance: WorkflowInstance, flaw: Flaw, base: Plan, executor: Executor
) -> bool:
    """Whether the goal is still reached when the call is tried once more."""
    assert flaw.fault is not None
    faulty = executor.fork()
    faulty.run_wave(base, {flaw.label.node: flaw.fault})
    return outcome_of(instance, repaired(instance, base, faulty), faulty).goal


def what_fails(made: RecoveryInstance) -> str:
    """What keeps an instance from being used; empty if all is proved.

    The unchanged plan is strictly worse than the repaired one in (goal, rounds, calls); only the
    named places and what hangs on them differ; every listed repair reaches the goal in G_q rounds.

    Args:
        made: The instance.
    """
    instance, executor = made.workflow, made.executor
    if problems(made.plan):
        return "the faulty plan is not sound"
    unchanged = outcome_of(instance, made.plan, executor)
    for repair in made.repairs:
        if problems(repair):
            return "a repair is not sound"
        worth = outcome_of(instance, repair, executor)
        if not worth.goal:
            return "a repair does not reach the goal"
        if -worth.rounds != made.best_rounds:
            return f"a repair takes {-worth.rounds} rounds, computed {made.best_rounds}"
        if not unchanged < worth:
            return "the unchanged plan is no worse than a repair"
    if unchanged.goal and not {label.type for label in made.labels} <= MAY_COMPLETE:
        return "the unchanged plan reaches the goal"
    return _strange_change(made)


def _strange_change(made: RecoveryInstance) -> str:
    """Whether the canonical repair touches what no label names."""
    named = {label.node for label in made.labels}
    changed = difference(made.plan, made.repairs[0])
    around = {node for node in named if node in made.plan.by_id} | _after_missing(made)
    for name in (*changed.added, *changed.removed):
        if name.partition("_retry")[0] not in named and not _hangs_on_spent(made, name):
            return f"node {name} differs, which no label names"
    for name, fields in changed.changed.items():
        if name in around or set(fields) <= {"status", "description"}:
            continue
        if fields != ("arguments",) or not _relinked(made, name):
            return f"node {name} differs, which no label names"
    for need, name in (*changed.edges_added, *changed.edges_removed):
        ends = {need.partition("_retry")[0], name.partition("_retry")[0]}
        if not ends & (named | around) and RESPONSE not in ends and not _relinked(made, name):
            return f"the edge from {need} to {name} differs, which no label names"
    return ""


def _after_missing(made: RecoveryInstance) -> set[str]:
    """What depends on a missing call: without it, it depends on what that depended on."""
    missing = {label.node for label in made.labels if label.type is ErrorType.TOOLCALL_MISSING}
    calls = made.workflow.plan.nodes
    return {node.id for node in calls if missing & set(node.dependencies)}


def _hangs_on_spent(made: RecoveryInstance, name: str) -> bool:
    """Whether a node is tried anew because it ran into what a label names."""
    original = name.partition("_retry")[0]
    run = made.executor.ledger.get(original)
    return run is not None and not run.outcome.ok


def _relinked(made: RecoveryInstance, name: str) -> bool:
    """Whether a node only follows others to their new ids."""
    node = made.repairs[0].by_id.get(name)
    return node is not None and any("_retry" in need for need in node.dependencies)


def _run(plan: Plan, executor: Executor) -> Executor:
    going = executor.fork()
    going.run_on(plan)
    return going


def _worth(instance: WorkflowInstance, executor: Executor) -> Worth:
    return Worth(instance.is_solved(executor), -executor.rounds, -len(executor.ledger))
