"""Instances of recovery and attempts at them, to be looked at."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sandboxes.workflows import RecoveryInstance
from tests.webapp.recovery.builders import opened, recovery_instance_of
from webapp.accounts.models import User
from webapp.attempts import services
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt
from webapp.attempts.turns import Entry

TASK = "tell_two_travellers-2"
_OTHERS = ("tell_two_travellers-1", "alerts_for_the_watch_list-1", "average_of_a_sector-2")
_THOUGHT = (
    "Node 3 was refused: it takes “to_unit”, and the plan calls it “toUnit”. What ran and failed "
    "is spent, so a new node takes its place, and the message waits for that one.\n\nNode 8 would "
    "fail in the same way: send_message takes “uid”."
)


def recoveries(passes: Callable[..., None], owner: User) -> tuple[int, dict[str, int]]:
    """Some instances, and the owner's attempts at one of them.

    Args:
        passes: Lets time pass.
        owner: Whose attempts.

    Returns:
        The instance's number, and those of the attempts by their state.
    """
    for task in _OTHERS:
        recovery_instance_of(task)
    instance = recovery_instance_of(TASK)
    made = made_instance(instance)
    assert isinstance(made, RecoveryInstance)
    held, repair = made.plan.as_json(), made.repairs[0].as_json()
    circle = {"nodes": [{**node, "dependencies": ["response"]} for node in repair["nodes"]]}
    courses: dict[str, list[tuple[str, Any]]] = {
        "repaired": [("", circle), *[(_THOUGHT, repair)] * 8],
        "unrepaired": [("I see nothing wrong.", held)] * 3,
        "repairing": [("", circle), (_THOUGHT, repair)],
    }
    found = {name: _submitted(passes, owner, plans) for name, plans in courses.items()}
    services.finish(_entry(found["unrepaired"]), "done", "It does not go on.").wait()
    return instance.pk, {name: attempt.pk for name, attempt in found.items()}


def _submitted(passes: Callable[..., None], owner: User, plans: list[tuple[str, Any]]) -> Attempt:
    """An attempt in which these plans are submitted, until it ends."""
    attempt = opened(TASK, owner=owner)
    for thought, plan in plans:
        passes(seconds=41)
        sent = {"thought": thought, "plan": plan}
        services.call_tool(_entry(attempt), "submit_plan", sent).wait()
        attempt.refresh_from_db()
        if attempt.ended_at is not None:
            break
    return attempt


def _entry(attempt: Attempt) -> Entry:
    return Entry(attempt.pk, None, "console")
