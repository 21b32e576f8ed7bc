"""The built-in agents on the public instances: the floors and the ceiling of every board."""

from __future__ import annotations

import contextlib
import logging

from agents import AGENTS, make_agent
from sandboxes import AttemptFinished
from webapp.attempts import errors
from webapp.attempts.hot import made_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, Contestant, Status
from webapp.attempts.opening import agent, conditions_for, open_attempt
from webapp.attempts.turns import Entry
from webapp.benchmark.models import Instance, Split, Suite

logger = logging.getLogger(__name__)
_DETAILS = {"built in": True}


def builtin_agent(name: str) -> Contestant:
    """A built-in agent as a contestant."""
    return agent(name, _DETAILS, None)


def open_runs(suite: Suite) -> list[int]:
    """Open an attempt of every built-in agent at every public instance that it has none at.

    Those at the same instance one after the other, so that it is made once for all of them.

    Returns:
        Those that were opened.
    """
    instances = Instance.objects.filter(
        task__suite=suite, split=Split.PUBLIC, gate_passed=True
    ).select_related("task__suite")
    contestants = [builtin_agent(name) for name in AGENTS[suite.name]]
    done = {
        (contestant.pk, instance)
        for contestant in contestants
        for instance in contestant.attempts.values_list("instance_id", flat=True)
    }
    return [
        open_attempt(instance, contestant, conditions_for(instance), None).pk
        for instance in instances
        for contestant in contestants
        if (contestant.pk, instance.pk) not in done
    ]


def unfinished() -> list[int]:
    """Attempts of built-in agents that are still to be made, or to be gone on with.

    Those at the same instance together, so that it is made once.
    """
    open_ones = Attempt.objects.filter(
        status=Status.OPEN, contestant__details=_DETAILS, contestant__user=None
    )
    return list(
        open_ones.order_by("instance__seed", "instance_id", "pk").values_list("pk", flat=True)
    )


def run(attempt_id: int) -> None:
    """Let a built-in agent make its attempt. What it has called before is answered as before."""
    related = ("contestant", "instance__task__suite")
    attempt = Attempt.objects.select_related(*related).get(pk=attempt_id)
    instance = made_instance(attempt.instance)
    if instance is None:
        logger.warning("%s: its task is gone", attempt)
        return
    subject = make_agent(attempt.contestant.name, instance, attempt.repeat)
    try:
        with contextlib.suppress(AttemptFinished):  # its budget is used up: scored as it stands
            subject.act(DoorEnvironment(Entry(attempt_id, None, "agent")))
    except errors.Outdated as error:
        logger.warning("%s: %s", attempt, error)
