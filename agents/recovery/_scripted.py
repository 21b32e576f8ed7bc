"""An oracle that repairs by reference, a naive subject that tries everything again, and floors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from agents._session import Session
from evaluators import DONE
from sandboxes import Outcome, catalogue
from sandboxes.workflows import ROOT, SUBMIT_PLAN, Node, Plan, RecoveryInstance, renamed


class PlanOnly:
    """Submits one plan again and again, with its statuses kept up.

    Args:
        instance: What is attempted.
        plan: The plan.
        thought: What is said with it.
    """

    def __init__(self, instance: RecoveryInstance, plan: Plan, thought: str) -> None:
        self._ran = set(instance.executor.ledger)
        self._plan, self._thought = plan, thought

    def act(self, session: Session) -> None:
        """Submit the plan until its response is reached; finish where nothing in it can run."""
        ran = set(self._ran)
        while not session.finished:
            outcome = submit(session, _up_to_date(self._plan, ran), self._thought)
            if not outcome.ok:
                break
            if outcome.output["completed"] or not outcome.output["rounds_left"]:
                return
            if not outcome.output["observations"]:
                break
            ran |= {observed["id"] for observed in outcome.output["observations"]}
        if not session.finished:
            session.finish(DONE)


class OracleRecovery(PlanOnly):
    """Knows what is wrong, and repairs it with the fewest changes.

    Args:
        instance: What is attempted.
    """

    def __init__(self, instance: RecoveryInstance) -> None:
        found = "; ".join(
            f"{label.type} at node {label.node} ({label.field})" for label in instance.labels
        )
        super().__init__(instance, instance.repairs[0], f"What is wrong: {found}.")


class UnchangedPlan(PlanOnly):
    """Sees nothing wrong, and goes on.

    Args:
        instance: What is attempted.
    """

    def __init__(self, instance: RecoveryInstance) -> None:
        super().__init__(instance, instance.plan, "Nothing is wrong; I go on.")


class NaiveRecovery(PlanOnly):
    """Tries the calls of the last wave once more, one after the other, before all else.

    Whatever they returned, with one exception: what has changed something is not done twice.

    Args:
        instance: What is attempted.
    """

    def __init__(self, instance: RecoveryInstance) -> None:
        plan = _with_retries(instance.plan, *_tried_again(instance))
        super().__init__(instance, plan, "I try the last calls again.")


def submit(session: Session, plan: Plan, thought: str) -> Outcome:
    """Submit a plan."""
    arguments: dict[str, Any] = {"thought": thought, "plan": plan.as_json()}
    return session.call(SUBMIT_PLAN.name, arguments)


def _tried_again(instance: RecoveryInstance) -> tuple[list[str], list[str]]:
    """The observed calls that are made once more: those that have only read, and that failed."""
    known, runs = catalogue(), instance.executor.ledger
    observed = [call["id"] for call in instance.observations if call["id"] in instance.plan.by_id]
    failed = [name for name in observed if not runs[name].outcome.ok]
    read = [
        name for name in observed if runs[name].outcome.ok and not known[runs[name].tool].mutates
    ]
    return read, failed


def _with_retries(plan: Plan, read: list[str], failed: list[str]) -> Plan:
    """The plan with copies of calls in a row, for the last of which all else waits.

    Args:
        plan: The plan.
        read: Calls that are copied, and whose first results stay in use.
        failed: Calls whose copies take their places.
    """
    copied = {name: f"{name}_retry" for name in (*read, *failed)}
    names, copies = {name: copied[name] for name in failed}, list(copied.values())
    before = dict(zip(copies, [(), *((name,) for name in copies)], strict=False))
    nodes: list[Node] = []
    for node in plan.nodes:
        needs = tuple(names.get(need, need) for need in node.dependencies)
        relinked = replace(node, arguments=renamed(node.arguments, names), dependencies=needs)
        nodes.append(node if node.status else _waiting(relinked, copies[-1:]))
        if node.id in copied:
            copy = replace(relinked, id=copied[node.id], status=False)
            nodes.append(_waiting(copy, before[copy.id]))
    return Plan(tuple(nodes))


def _waiting(node: Node, needs: Iterable[str]) -> Node:
    return replace(node, dependencies=tuple(dict.fromkeys((*node.dependencies, *needs))))


def _up_to_date(plan: Plan, ran: set[str]) -> Plan:
    return Plan(
        tuple(replace(node, status=node.id == ROOT or node.id in ran) for node in plan.nodes)
    )
