"""Bringing a suite of today's code into the database, through the gate."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from datetime import date
from typing import Any

from django.conf import settings

from sandboxes import catalogue_hash, world_version
from sandboxes.suites import AnyInstance, TaskSheet, find_suite, known_tasks, suite_names
from sandboxes.tasks import TaskError, Verdict
from webapp import clock
from webapp.benchmark.models import Instance, PrivateDraw, Split, Suite, Task

logger = logging.getLogger(__name__)
PUBLIC_SEEDS = range(1, 4)


def current_suite(name: str) -> Suite | None:
    """The suite as this code sets it; None if it is not loaded."""
    return Suite.objects.filter(name=name, version=find_suite(name).version()).first()


def tasks_here(name: str) -> list[str]:
    """The names of a suite's tasks; of those alone that the setting TASKS names, if it does.

    Raises:
        TaskError: there is no such suite, or a task of the setting is in none.
    """
    sheets = find_suite(name).sheets()
    for task in settings.TASKS:
        if task not in sheets and not any(
            task in find_suite(other).sheets() for other in suite_names()
        ):
            raise TaskError(f"no task {task!r} in any suite: the setting TASKS names it")
    return [task for task in settings.TASKS or sheets if task in sheets]


def load_tasks(name: str) -> dict[str, Task]:
    """Enter a suite and its tasks, or those that the setting TASKS names, without instances.

    Args:
        name: Name of the suite.

    Returns:
        The tasks by name.

    Raises:
        TaskError: there is no such suite or task.
    """
    wanted = tasks_here(name)
    suite, known = stored_suite(name), find_suite(name).sheets()
    rows = {task.name: task for task in suite.tasks.all()}
    return {task: rows.get(task) or stored_task(suite, known[task]) for task in wanted}


def load_suite(
    name: str,
    seeds: Sequence[int] = PUBLIC_SEEDS,
    on_done: Callable[[int, int], None] = lambda done, total: None,
    only: Sequence[str] = (),
) -> Suite:
    """Load a suite and the public instances of its tasks; what is there already stays as it is.

    Each instance is kept as soon as the gate has spoken, so that an interrupted loading goes on
    where it stopped, and that the first can be used while the last are being worked out.

    Args:
        name: Its name.
        seeds: Seeds of the public instances.
        on_done: Told after each instance how many of how many are done.
        only: Names of the tasks whose instances are wanted; none for all.

    Raises:
        TaskError: there is no such suite or task.
    """
    tasks = load_tasks(name)
    if only:
        tasks = {task: tasks[task] for task in known_tasks(name, only) if task in tasks}
    jobs = _missing(tasks.values(), seeds)
    for number, verdict in enumerate(find_suite(name).verdicts(jobs), start=1):
        _keep(tasks[verdict.task], verdict)
        on_done(number, len(jobs))
    return stored_suite(name)


def waiting(suite: Suite) -> int:
    """How many public instances the gate has not yet spoken about: of the suite's tasks, or of
    those that the setting TASKS names, since no others are loaded."""
    tasks = suite.tasks.filter(name__in=settings.TASKS) if settings.TASKS else suite.tasks.all()
    return len(_missing(tasks, PUBLIC_SEEDS))


def _missing(tasks: Iterable[Task], seeds: Sequence[int]) -> list[tuple[str, int]]:
    """What the gate has not spoken about; the first seed of all tasks before the second of any."""
    found = list(tasks)
    known = set(Instance.objects.filter(task__in=found).values_list("task__name", "seed"))
    known |= {(task.name, int(seed)) for task in found for seed in task.declined}
    return [(task.name, seed) for seed in seeds for task in found if (task.name, seed) not in known]


def _keep(task: Task, verdict: Verdict) -> None:
    if verdict.declined is not None:
        task.declined = {**task.declined, str(verdict.seed): verdict.declined}
        task.save(update_fields=["declined"])
        return
    try:
        facts = judged(task, verdict)
    except Exception:  # a template of ours breaks down: the others are loaded all the same
        logger.exception("%s/%d can't be made, and is not loaded", task.name, verdict.seed)
        return
    Instance.objects.get_or_create(task=task, seed=verdict.seed, defaults=facts)


def stored_suite(name: str) -> Suite:
    """The row of a suite in the version of this code."""
    suite, _ = Suite.objects.get_or_create(
        name=name,
        version=find_suite(name).version(),
        defaults={
            "world_version": world_version(),
            "catalogue_hash": catalogue_hash(),
            "loaded_at": clock.now(),
        },
    )
    return suite


def stored_task(suite: Suite, sheet: TaskSheet) -> Task:
    """The row of a task."""
    read = sheet.read_at
    task, _ = Task.objects.get_or_create(
        suite=suite,
        name=sheet.id,
        defaults={
            "template_version": sheet.version,
            "summary": sheet.summary,
            "level": sheet.level,
            "apps": list(sheet.apps),
            "traps": list(sheet.traps),
            "read_at": None if read is None else date.fromisoformat(read),
        },
    )
    return task


def instance_facts(instance: AnyInstance) -> dict[str, Any]:
    """What is kept of an instance besides its task, its seed and its gate."""
    return {
        "instruction": instance.instruction,
        "call_budget": instance.call_budget,
        "fingerprint": instance.fingerprint,
        "gold": find_suite(instance.suite).gold(instance),
    }


def judged(task: Task, verdict: Verdict, draw: PrivateDraw | None = None) -> dict[str, Any]:
    """What is kept of an instance that the gate has spoken about.

    Args:
        task: Its task.
        verdict: What the gate said.
        draw: To which drawing of private instances it belongs; None: it is public.
    """
    secret = "" if draw is None else draw.secret
    made = find_suite(task.suite.name).instance(task.name, verdict.seed, secret=secret)
    return {
        **instance_facts(made),
        "split": Split.PUBLIC if draw is None else Split.PRIVATE,
        "draw": draw,
        "gate_passed": verdict.passed,
        "gate": {
            "passing_ways": verdict.passing,
            "failing_variants": verdict.failing,
            "dropped_variants": verdict.dropped,
            "failures": [asdict(failure) for failure in verdict.failures],
        },
    }
