"""Attempts at recovery on the prepared site: one that nobody has begun, one in the middle."""

from __future__ import annotations

from collections.abc import Callable

from sandboxes.workflows import RecoveryInstance
from tests.webapp.recovery.builders import opened_by_person
from webapp.accounts.models import User
from webapp.attempts import services
from webapp.attempts.hot import made_instance
from webapp.attempts.turns import Entry

_TASK = "tell_two_travellers-2"


def consoles_at_recovery(passes: Callable[..., None], owner: User) -> dict[str, int]:
    """The numbers of the attempts.

    Args:
        passes: Lets time pass.
        owner: Whose they are.
    """
    fresh, mended = opened_by_person(owner, _TASK), opened_by_person(owner, _TASK)
    instance = made_instance(mended.instance)
    assert isinstance(instance, RecoveryInstance)
    entry = Entry(mended.pk, None, "console")
    services.get_task(entry).wait()
    plan = instance.repairs[0].as_json()
    refused = {"nodes": [node for node in plan["nodes"] if node["id"] != "1"]}
    for thought, sent in (
        ("Node 1 has run, so the plan may go on without it.", refused),
        ("Node 1 stays: others wait for it. Node 3 has failed, so another takes its place.", plan),
    ):
        passes(seconds=95)
        services.call_tool(entry, "submit_plan", {"thought": thought, "plan": sent}).wait()
    return {"recovery": mended.pk, "recovery-fresh": fresh.pk}
