"""What tests of the site need to be there: instances, and attempts at them."""

from __future__ import annotations

from typing import Any

from sandboxes import catalogue_hash, world_version
from sandboxes.tasks import find_instance, find_template, tasks_version
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts.models import Attempt
from webapp.attempts.opening import agent, conditions_for, open_attempt, token_of
from webapp.attempts.turns import Entry
from webapp.benchmark.models import Instance, Suite, Task
from webapp.secrets import digest_of

SUITE, TASK = "interdependent", "share_contact"


def public_instance(task: str = TASK, seed: int = 1) -> Instance:
    """A public instance of today's suite, as if it had passed the gate here."""
    template, made = find_template(SUITE, task), find_instance(SUITE, task, seed)
    suite, _ = Suite.objects.get_or_create(
        name=SUITE,
        version=tasks_version(),
        defaults={
            "world_version": world_version(),
            "catalogue_hash": catalogue_hash(),
            "loaded_at": clock.now(),
        },
    )
    record, _ = Task.objects.get_or_create(
        suite=suite,
        name=task,
        defaults={
            "template_version": template.version,
            "summary": template.summary,
            "level": template.level,
            "apps": list(template.apps),
            "traps": list(template.traps),
        },
    )
    instance, _ = Instance.objects.get_or_create(
        task=record,
        seed=seed,
        defaults={
            "instruction": made.instruction,
            "call_budget": made.call_budget,
            "fingerprint": made.fingerprint,
            "gate_passed": True,
            "gate": {"failing_variants": 0, "dropped_variants": 0, "failures": []},
        },
    )
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


def entry_of(attempt: Attempt, channel: str = "agent") -> Entry:
    """The way into an attempt by its address of now."""
    return Entry(attempt.pk, digest_of(token_of(attempt)), channel)
