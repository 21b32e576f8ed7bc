"""What tests of recovery on the site need to be there."""

from __future__ import annotations

from typing import Any

from sandboxes.suites import find_suite
from webapp.accounts.models import User
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt, person
from webapp.benchmark.loading import instance_facts, stored_suite, stored_task
from webapp.benchmark.models import Instance

SUITE, TASK = "recovery", "tell_two_travellers-1"


def recovery_instance_of(task: str = TASK, seed: int = 1) -> Instance:
    """A public instance of today's suite, as if it had passed the gate here."""
    suite = find_suite(SUITE)
    row = stored_task(stored_suite(SUITE), suite.sheets()[task])
    gate = {"passing_ways": 0, "failing_variants": 0, "dropped_variants": 0, "failures": []}
    facts = {**instance_facts(suite.instance(task, seed)), "gate_passed": True, "gate": gate}
    instance, _ = Instance.objects.get_or_create(task=row, seed=seed, defaults=facts)
    return instance


def opened(
    task: str = TASK, seed: int = 1, *, owner: User | None = None, **choices: Any
) -> Attempt:
    """An open attempt of an agent."""
    instance = recovery_instance_of(task, seed)
    conditions = conditions_for(instance, **choices)
    return open_attempt(instance, agent("tester", {}, owner), conditions, owner)


def opened_by_person(user: User, task: str = TASK, seed: int = 1) -> Attempt:
    """An open attempt of a person, to be made in the console."""
    instance = recovery_instance_of(task, seed)
    conditions = conditions_for(instance, access="palette", view="readable")
    return open_attempt(instance, person(user), conditions, user)
