"""What tests of the site need to be there: instances, and attempts at them."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest

from sandboxes.suites import find_suite
from sandboxes.tasks import find_instance
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt, person, token_of
from webapp.attempts.turns import Entry
from webapp.benchmark.loading import instance_facts, stored_suite, stored_task
from webapp.benchmark.models import Instance
from webapp.secrets import digest_of

SUITE, TASK = "interdependent", "share_contact"


def public_instance(task: str = TASK, seed: int = 1) -> Instance:
    """A public instance of today's suite, as if it had passed the gate here."""
    made = find_instance(SUITE, task, seed)
    row = stored_task(stored_suite(SUITE), find_suite(SUITE).sheets()[task])
    gate = {"passing_ways": 0, "failing_variants": 0, "dropped_variants": 0, "failures": []}
    facts = {**instance_facts(made), "gate_passed": True, "gate": gate}
    instance, _ = Instance.objects.get_or_create(task=row, seed=seed, defaults=facts)
    return instance


def opened(
    instance: Instance | None = None,
    *,
    task: str = TASK,
    seed: int = 1,
    owner: User | None = None,
    **choices: Any,
) -> Attempt:
    """An open attempt of an agent; without faults, unless the conditions are chosen otherwise."""
    instance = instance or public_instance(task, seed)
    conditions = conditions_for(instance, **{"profile": "none", **choices})
    return open_attempt(instance, agent("tester", {}, owner), conditions, owner)


def opened_by_person(user: User, task: str = TASK, seed: int = 1, **choices: Any) -> Attempt:
    """An open attempt of a person, to be made in the console."""
    instance = public_instance(task, seed)
    usual = {"profile": "none", "access": "palette", "view": "readable"}
    conditions = conditions_for(instance, **{**usual, **choices})
    return open_attempt(instance, person(user), conditions, user)


def entry_of(attempt: Attempt, channel: str = "agent") -> Entry:
    """The way into an attempt by its address of now."""
    return Entry(attempt.pk, digest_of(token_of(attempt)), channel)


class Time:
    """A clock that a test sets.

    It is far ahead: nothing is overdue then to a site that runs beside by the real clock.
    """

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.at = datetime.fromisoformat("2126-03-01T12:00:00+00:00")
        monkeypatch.setattr(clock, "now", lambda: self.at)

    def passes(self, **span: float) -> None:
        """Let time pass."""
        self.at += timedelta(**span)
