"""What a subject's repair is judged by, as plain data: all that evaluators get to know."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sandboxes.workflows._matching import matched, slips
from sandboxes.workflows._plan import Plan
from sandboxes.workflows.injection._faulty import RecoveryInstance

if TYPE_CHECKING:
    from sandboxes.workflows._environment import RecoveryEnvironment, Submission


def recovery_evidence(environment: RecoveryEnvironment) -> dict[str, Any]:
    """All facts about an attempt.

    Args:
        environment: The attempt, at its end.

    Returns:
        JSON: ``rounds_before`` r0, ``rounds`` T_q, ``best_rounds`` G_q, ``rounds_left`` R*,
        ``fewest_calls`` C*, ``calls`` C, ``completed``, ``solved``; ``labels``; ``previous``, the
        plan that was held; ``repairs``, each with ``plan`` and ``matching``; ``reference``: its
        ``edges`` and ``calls``; ``submissions``, each with ``thought``, ``plan`` (None if it was
        refused), ``refusal``, ``round``, ``ran`` (ids of what had run before), ``matching`` and
        ``slips``; ``runs``.
    """
    instance, executor = environment.instance, environment.executor
    workflow = instance.workflow
    return {
        "rounds_before": instance.rounds_before,
        "rounds": executor.rounds,
        "best_rounds": instance.best_rounds,
        "rounds_left": instance.rounds_left,
        "fewest_calls": instance.fewest_calls,
        "calls": len(executor.ledger),
        "completed": executor.completed,
        "solved": workflow.is_solved(executor),
        "labels": [label.as_json() for label in instance.labels],
        "previous": instance.plan.as_json(),
        "repairs": [_listed(instance, repair) for repair in instance.repairs],
        "reference": _reference(instance),
        "submissions": [_submitted(instance, one) for one in environment.submissions],
        "runs": [{"round": run.round, **run.as_json()} for run in executor.ledger.values()],
    }


def _reference(instance: RecoveryInstance) -> dict[str, Any]:
    workflow = instance.workflow
    return {
        "edges": sorted(list(edge) for edge in workflow.edges),
        "calls": [node.id for node in workflow.plan.calls],
    }


def _listed(instance: RecoveryInstance, repair: Plan) -> dict[str, Any]:
    matching = matched(instance.workflow, repair, instance.executor)
    return {"plan": repair.as_json(), "matching": dict(matching.names)}


def _submitted(instance: RecoveryInstance, one: Submission) -> dict[str, Any]:
    return {
        "thought": one.thought,
        "plan": None if one.plan is None else one.plan.as_json(),
        "refusal": one.refusal,
        "round": one.round,
        "ran": list(one.before.ledger),
        **_compared(instance, one.plan, one),
    }


def _compared(instance: RecoveryInstance, plan: Plan | None, one: Submission) -> dict[str, Any]:
    if plan is None:
        return {"matching": {}, "slips": {}}
    matching = matched(instance.workflow, plan, one.before)
    return {"matching": dict(matching.names), "slips": slips(plan, one.before, matching)}
