"""The gate of workflows: what every instance must prove before errors are put into it."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from sandboxes.workflows._graph import graph_of, problems
from sandboxes.workflows._plan import ROOT, Plan, with_node, without_call
from sandboxes.workflows._workflow_instance import Edge, WorkflowInstance

_ROUNDS = range(3, 8)
_BRANCHES = range(2, 7)


@dataclass(frozen=True, slots=True)
class Doubt:
    """Why a workflow's instance is not used.

    Args:
        check: Which check found it.
        text: What was found.
    """

    check: str
    text: str


def doubts(instance: WorkflowInstance) -> list[Doubt]:
    """All that speaks against an instance; empty if it may be used.

    Args:
        instance: The instance.
    """
    found = [*_of_form(instance)]
    if found:
        return found
    return [
        *_of_the_run(instance),
        *_of_orders(instance),
        *_of_edges(instance),
        *_of_calls(instance),
    ]


def _of_form(instance: WorkflowInstance) -> Iterator[Doubt]:
    """The plan is sound, refers to what it depends on, and is as wide and long as it should be."""
    plan = instance.plan
    for problem in problems(plan):
        yield Doubt("sound", problem.text)
        return
    for node in plan.calls:
        if not node.description:
            yield Doubt("described", f"node {node.id} is not described")
    widest = max(map(len, instance.waves))
    if widest not in _BRANCHES:
        yield Doubt("branches", f"{widest} calls at once, wanted {_BRANCHES[0]} to {_BRANCHES[-1]}")
    if instance.fewest_rounds not in _ROUNDS:
        yield Doubt(
            "rounds",
            f"{instance.fewest_rounds} rounds, wanted {_ROUNDS[0]} to {_ROUNDS[-1]}",
        )


def _of_the_run(instance: WorkflowInstance) -> Iterator[Doubt]:
    """Run by waves, each call succeeds and the goal is reached in the rounds that were computed."""
    executor = instance.start()
    executor.run_on(instance.plan)
    for run in executor.ledger.values():
        if not run.outcome.ok:
            yield Doubt("runs", f"node {run.node}, {run.tool}: {run.outcome.output}")
    if not instance.is_solved(executor):
        yield Doubt("goal", "the reference plan does not reach its goal when run by waves")
    if executor.rounds != instance.fewest_rounds:
        yield Doubt("rounds", f"{executor.rounds} rounds, computed {instance.fewest_rounds}")
    if instance.task.score(instance.task.ends[0].world).total < 1:
        yield Doubt("scored", "nothing that counts is changed")


def _of_orders(instance: WorkflowInstance) -> Iterator[Doubt]:
    """No true edge is left out: any call may come after all that does not wait for it."""
    for node in instance.plan.calls:
        if not _still_works(instance, instance.plan, late=node.id):
            yield Doubt(
                "order", f"something needs node {node.id}, {node.tool}, and does not say so"
            )


def _of_edges(instance: WorkflowInstance) -> Iterator[Doubt]:
    """Each precondition is one: where what is needed comes last of all, the goal is missed."""
    import networkx as nx

    for need, node in sorted(instance.preconditions):
        graph = graph_of(instance.plan)
        graph.remove_edge(need, node)
        if nx.has_path(graph, need, node):
            yield Doubt("edges", f"node {node} depends on {need} by way of others, too")
        elif _still_works(instance, _without_edge(instance.plan, (need, node)), late=need):
            yield Doubt("precondition", f"node {node} needs no node {need}")


def _of_calls(instance: WorkflowInstance) -> Iterator[Doubt]:
    """Each call is needed: it feeds a scored write or is one of its preconditions."""
    for node in instance.plan.calls:
        if _still_works(instance, without_call(instance.plan, node)):
            yield Doubt("needed", f"the goal is reached without node {node.id}, {node.tool}")


def _still_works(instance: WorkflowInstance, plan: Plan, late: str = "") -> bool:
    """Whether a plan reaches the goal, even if one call and all that waits for it run last."""
    import networkx as nx

    executor = instance.start()
    if late:
        held = {late, *nx.descendants(graph_of(plan), late)}
        executor.run_on(Plan(tuple(node for node in plan.nodes if node.id not in held)))
    executor.run_on(plan)
    return instance.is_solved(executor)


def _without_edge(plan: Plan, edge: Edge) -> Plan:
    need, name = edge
    node = plan.by_id[name]
    left = tuple(other for other in node.dependencies if other != need)
    return with_node(plan, replace(node, dependencies=left or (ROOT,)))
