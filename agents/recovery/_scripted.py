"""An oracle that repairs by reference, a naive subject that tries everything again, and floors."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, Protocol

from sandboxes import Outcome
from sandboxes.workflows import ROOT, Node, Plan, RecoveryEnvironment, parse_plan, renamed


class RecoveryAgent(Protocol):
    """A subject of the recovery suite."""

    def act(self, environment: RecoveryEnvironment) -> None:
        """Submit plans until the attempt has ended, or nothing more can be done."""


class PlanOnly:
    """Submits one plan again and again, with its statuses kept up.

    Args:
        plan: The plan.
        thought: What is said with it.
    """

    def __init__(self, plan: Plan, thought: str) -> None:
        self._plan, self._thought = plan, thought

    def act(self, environment: RecoveryEnvironment) -> None:
        """Submit the plan until its end is reached, or nothing in it can run."""
        ran = {run.node for run in environment.executor.ledger.values()}
        while not environment.finished:
            outcome = submit(environment, _up_to_date(self._plan, ran), self._thought)
            if not outcome.ok or not (outcome.output["observations"] or environment.finished):
                return
            ran |= {observed["id"] for observed in outcome.output["observations"]}


class OracleRecovery:
    """Knows what is wrong, and repairs it with the fewest changes."""

    def act(self, environment: RecoveryEnvironment) -> None:
        """Submit the canonical repair until its response is reached."""
        instance = environment.instance
        found = "; ".join(
            f"{label.type} at node {label.node} ({label.field})" for label in instance.labels
        )
        PlanOnly(instance.repairs[0], f"What is wrong: {found}.").act(environment)


class UnchangedPlan:
    """Sees nothing wrong, and goes on."""

    def act(self, environment: RecoveryEnvironment) -> None:
        """Submit the plan as it is."""
        PlanOnly(environment.instance.plan, "Nothing is wrong; I go on.").act(environment)


class NaiveRecovery:
    """Tries every call of the last wave once more, whatever it returned, before all else."""

    def act(self, environment: RecoveryEnvironment) -> None:
        """Submit the plan with a new node for each observed call."""
        seen = environment.first_observation
        plan = parse_plan(seen["plan"])
        observed = [call["id"] for call in seen["observations"]]
        PlanOnly(_with_retries(plan, observed), "I try the last calls again.").act(environment)


def submit(environment: RecoveryEnvironment, plan: Plan, thought: str) -> Outcome:
    """Submit a plan."""
    arguments: dict[str, Any] = {"thought": thought, "plan": plan.as_json()}
    return environment.call("submit_plan", arguments)


def _with_retries(plan: Plan, observed: list[str]) -> Plan:
    """The plan with a copy of each observed call, on which all depends that depended on it."""
    names = {name: f"{name}_retry" for name in observed if name in plan.by_id}
    nodes: list[Node] = []
    for node in plan.nodes:
        relinked = replace(
            node,
            arguments=renamed(node.arguments, names),
            dependencies=tuple(names.get(need, need) for need in node.dependencies),
        )
        nodes.append(node if node.status and node.id != ROOT else relinked)
        if node.id in names:
            nodes.append(replace(relinked, id=names[node.id], status=False))
    return Plan(tuple(nodes))


def _up_to_date(plan: Plan, ran: set[str]) -> Plan:
    return Plan(
        tuple(replace(node, status=node.id == ROOT or node.id in ran) for node in plan.nodes)
    )
