"""Bringing a suite of today's code into the database, through the gate."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict
from typing import Any

from django.db import transaction

from sandboxes import catalogue_hash, world_version
from sandboxes.tasks import Instance as MadeInstance
from sandboxes.tasks import (
    Template,
    Verdict,
    find_instance,
    tasks_version,
    templates,
    verify,
)
from webapp import clock
from webapp.benchmark.models import Instance, Split, Suite, Task

PUBLIC_SEEDS = range(1, 4)


def current_suite(name: str) -> Suite | None:
    """The suite as this code sets it; None if it is not loaded."""
    return Suite.objects.filter(name=name, version=tasks_version()).first()


def load_suite(
    name: str,
    seeds: Sequence[int] = PUBLIC_SEEDS,
    on_done: Callable[[int, int], None] = lambda done, total: None,
) -> Suite:
    """Load a suite and the public instances of its tasks; what is there already stays as it is.

    Args:
        name: Its name.
        seeds: Seeds of the public instances.
        on_done: Told after each instance how many of how many are done.

    Raises:
        TaskError: there is no such suite.
    """
    known = templates(name)
    suite = current_suite(name)
    missing = [task for task in known if suite is None or not _loaded(suite, task)]
    if not missing and suite is not None:
        return suite
    verdicts = verify(name, missing, seeds, on_done=on_done).verdicts
    made = [(verdict, _facts(name, verdict)) for verdict in verdicts if verdict.declined is None]
    with transaction.atomic():
        suite = stored_suite(name)
        tasks = {task: stored_task(suite, known[task]) for task in missing}
        for verdict, facts in made:
            Instance.objects.get_or_create(
                task=tasks[verdict.task], seed=verdict.seed, defaults=facts
            )
    return suite


def _loaded(suite: Suite, task: str) -> bool:
    return suite.tasks.filter(name=task).exists()


def stored_suite(name: str) -> Suite:
    """The row of a suite in the version of this code."""
    suite, _ = Suite.objects.get_or_create(
        name=name,
        version=tasks_version(),
        defaults={
            "world_version": world_version(),
            "catalogue_hash": catalogue_hash(),
            "loaded_at": clock.now(),
        },
    )
    return suite


def stored_task(suite: Suite, template: Template) -> Task:
    """The row of a template."""
    task, _ = Task.objects.get_or_create(
        suite=suite,
        name=template.id,
        defaults={
            "template_version": template.version,
            "summary": template.summary,
            "level": template.level,
            "apps": list(template.apps),
            "traps": list(template.traps),
        },
    )
    return task


def instance_facts(instance: MadeInstance) -> dict[str, Any]:
    """What is kept of an instance besides its task, its seed and its gate."""
    return {
        "instruction": instance.instruction,
        "call_budget": instance.call_budget,
        "fingerprint": instance.fingerprint,
    }


def _facts(suite: str, verdict: Verdict) -> dict[str, Any]:
    return {
        **instance_facts(find_instance(suite, verdict.task, verdict.seed)),
        "split": Split.PUBLIC,
        "gate_passed": verdict.passed,
        "gate": {
            "failing_variants": verdict.failing,
            "dropped_variants": verdict.dropped,
            "failures": [asdict(failure) for failure in verdict.failures],
        },
    }
