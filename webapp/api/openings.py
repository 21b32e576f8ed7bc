"""Opening an attempt by names: which instance, which contestant, which conditions."""

from __future__ import annotations

from typing import Any

from webapp.accounts.models import User
from webapp.attempts.errors import NotOffered
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt, person
from webapp.benchmark.loading import current_suite
from webapp.benchmark.models import Instance, Split


def open_for(user: User, asked: dict[str, Any]) -> Attempt:
    """Open what was asked for.

    Args:
        user: Whose attempt it is to be.
        asked: What `OpeningAsked` has let through.

    Raises:
        NotOffered: there is no such public instance, or it can't be attempted.
        NotACall: there are no such conditions.
    """
    instance = _public_instance(asked["suite"], asked["task"], asked["seed"])
    conditions = conditions_for(instance, **asked.get("conditions", {}))
    system = asked["as"]
    contestant = (
        person(user) if system is None else agent(system["name"], system.get("details", {}), user)
    )
    return open_attempt(instance, contestant, conditions, user)


def _public_instance(suite: str, task: str, seed: int) -> Instance:
    instances = Instance.objects.select_related("task__suite").filter(
        task__suite=current_suite(suite), task__name=task, seed=seed, split=Split.PUBLIC
    )
    found = instances.first()
    if found is None:
        raise NotOffered(f"There is no public instance {task}/{seed} in the suite {suite}.")
    return found
