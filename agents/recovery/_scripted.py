"""An oracle that repairs by reference, a naive subject that tries everything again, and floors."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from agents._session import Session
from evaluators import DONE
from sandboxes import Outcome, catalogue
from sandboxes.workflows import ROOT, SUBMIT_PLAN, Node, Plan, RecoveryInstance, renamed

_GOING_ON = "The plan goes on as it stands."


class PlanOnly:
    """Submits one plan again and again, with its statuses kept up.

    Args:
        instance: What is attempted.
        plan: The plan.
        thought: What is said with it at first; later, that it goes on.
    """

    def __init__(self, instance: RecoveryInstance, plan: Plan, thought: str) -> None:
        self._ran = set(instance.executor.ledger)
        self._plan, self._thought = plan, thought

    def act(self, session: Session) -> None:
        """Submit the plan until its response is reached; finish where nothing in it can run."""
        ran, thought = set(self._ran), self._thought
        while not session.finished:
            outcome = submit(session, _up_to_date(self._plan, ran), thought)
            thought = _GOING_ON
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

    It says where, and not by which name: who grades its responses must not read a label in them.

    Args:
        instance: What is attempted.
    """

    def __init__(self, instance: RecoveryInstance) -> None:
        places = list(dict.fromkeys(label.node for label in instance.labels))
        thought = f"I mend what went wrong at {_nodes(places)}, and leave the rest as it is."
        super().__init__(instance, instance.repairs[0], thought)


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


def _nodes(names: list[str]) -> str:
    *most, last = names
    return f"nodes {', '.join(most)} and {last}" if most else f"node {last}"


def _up_to_date(plan: Plan, ran: set[str]) -> Plan:
    return Plan(
        tuple(replace(node, status=node.id == ROOT or node.id in ran) for node in plan.nodes)
    )
