"""The plan as it should go on: the reference, with what is spent replaced by new nodes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from sandboxes._outcome import sorted_json
from sandboxes.workflows._executor import Executor, NodeRun
from sandboxes.workflows._plan import ENDS, Node, Plan
from sandboxes.workflows._references import renamed
from sandboxes.workflows._workflow_instance import WorkflowInstance


def succeeded(instance: WorkflowInstance, executor: Executor) -> frozenset[str]:
    """Ids of the reference calls that are done: run as the reference has them, and ok.

    Args:
        instance: The workflow.
        executor: How far it has run.
    """
    wanted = instance.reference_runs
    return frozenset(
        name
        for name, run in executor.ledger.items()
        if name in wanted and run.outcome.ok and _same_call(run, wanted[name])
    )


def repaired(instance: WorkflowInstance, current: Plan, executor: Executor) -> Plan:
    """The repair that changes least: what was spent is tried anew, all else is as in the reference.

    Args:
        instance: The workflow.
        current: The plan that is held now, with whatever is wrong in it.
        executor: How far it has run.
    """
    done, ledger = succeeded(instance, executor), executor.ledger
    retried = {
        node.id: _retry_name(node.id, ledger, current)
        for node in instance.plan.calls
        if node.id in ledger and node.id not in done
    }
    spent = [replace(node, status=True) for node in current.calls if node.id in ledger]
    fresh = [
        _anew(node, retried, fresh_id=retried.get(node.id, node.id))
        for node in instance.plan.nodes
        if node.id not in ENDS and node.id not in done
    ]
    root, response = instance.plan.nodes[0], instance.plan.nodes[-1]
    extra = [node.id for node in spent if node.id not in instance.plan.by_id]
    end = _anew(response, retried, fresh_id=response.id)
    end = replace(end, dependencies=(*end.dependencies, *_still_awaited(extra, current, ledger)))
    return Plan((root, *spent, *fresh, end))


def replaced(plan: Plan, names: Iterable[str]) -> Plan:
    """The same repair with new nodes in place of those mended where they stand.

    Args:
        plan: A repaired plan.
        names: Ids of its pending nodes that are to get another id.
    """
    others = {name: f"{name}_fixed" for name in names if name in plan.by_id}
    return Plan(tuple(_anew(node, others, others.get(node.id, node.id)) for node in plan.nodes))


def with_statuses(plan: Plan, executor: Executor) -> Plan:
    """The plan with the status of each node as it is: true if it ran, successfully or not."""
    return Plan(
        tuple(
            replace(node, status=node.id == "root" or node.id in executor.ledger)
            for node in plan.nodes
        )
    )


def _still_awaited(extra: Iterable[str], current: Plan, ledger: Mapping[str, NodeRun]) -> list[str]:
    """Needless calls that ran well: that the response waits for them does no harm any more."""
    awaited = current.by_id["response"].dependencies if "response" in current.by_id else ()
    return [name for name in extra if name in awaited and ledger[name].outcome.ok]


def _anew(node: Node, names: Mapping[str, str], fresh_id: str) -> Node:
    return replace(
        node,
        id=fresh_id,
        arguments=renamed(node.arguments, names),
        dependencies=tuple(names.get(need, need) for need in node.dependencies),
    )


def _retry_name(name: str, ledger: Mapping[str, NodeRun], current: Plan) -> str:
    taken = {*ledger, *current.by_id}
    names = (f"{name}_retry{number}" for number in range(1, len(taken) + 2))
    return next(other for other in names if other not in taken)


def _same_call(run: NodeRun, wanted: NodeRun) -> bool:
    return run.tool == wanted.tool and sorted_json(run.arguments) == sorted_json(wanted.arguments)
