"""The tasks as pages list them: those of today's suites, with their public instances."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from django.db.models import Prefetch, QuerySet
from django.urls import reverse

from sandboxes.suites import suite_names
from sandboxes.tasks import SUITES
from webapp.benchmark.loading import current_suite
from webapp.benchmark.models import Instance, Split, Suite, Task


@dataclass(frozen=True)
class SuiteCounts:
    """How much there is in a suite.

    Args:
        suite: The suite.
        tasks: Number of its tasks.
        instances: Number of its public instances.
        passed: How many of them have passed the gate.
    """

    suite: Suite
    tasks: int
    instances: int
    passed: int

    @property
    def address(self) -> str:
        """Where its tasks are told."""
        if self.suite.name in SUITES:
            return reverse("suite", args=[self.suite.name])
        return reverse("recovery-instances")


def loaded_suites() -> list[Suite]:
    """The suites of today's code that are in the database, and whose tasks are told here.

    Those of recovery have pages of their own.
    """
    return _loaded(SUITES)


def _loaded(names: Iterable[str]) -> list[Suite]:
    return [suite for name in names if (suite := current_suite(name)) is not None]


def suite_counts() -> list[SuiteCounts]:
    """How much there is in each suite, recovery among them."""
    return [_counts(suite) for suite in _loaded(suite_names())]


def _counts(suite: Suite) -> SuiteCounts:
    public = Instance.objects.filter(task__suite=suite, split=Split.PUBLIC)
    return SuiteCounts(
        suite, suite.tasks.count(), public.count(), public.filter(gate_passed=True).count()
    )


def current_tasks() -> QuerySet[Task]:
    """The tasks of today, each with its public instances as `public`."""
    public = Instance.objects.filter(split=Split.PUBLIC).order_by("seed")
    return (
        Task.objects.filter(suite__in=loaded_suites())
        .select_related("suite")
        .prefetch_related(Prefetch("instances", queryset=public, to_attr="public"))
        .order_by("suite__name", "name")
    )


def offered_of(task: Any, *, with_private: bool) -> list[Instance]:
    """The instances of a task that can be attempted.

    Args:
        task: A task as `current_tasks` gives it.
        with_private: Whether whoever asks may attempt private ones.
    """
    public = [instance for instance in task.public if instance.gate_passed]
    return [*public, *private_of(task)] if with_private else public


def private_of(task: Task) -> list[Instance]:
    """The private instances of a task that are in use."""
    drawn = task.instances.filter(draw__isnull=False, draw__retired_at=None, gate_passed=True)
    return list(drawn.select_related("draw").order_by("pk"))


def instance_of(task: Any, label: str) -> Instance | None:
    """An instance of a task by its label."""
    known: list[Instance] = [*task.public, *private_of(task)]
    return next((instance for instance in known if instance.label == label), None)


def declined_of(task: Task) -> list[tuple[int, str]]:
    """Public seeds that a task's template declines, with the reasons."""
    return sorted((int(seed), why) for seed, why in task.declined.items())


def matching(tasks: list[Any], chosen: Mapping[str, str], *, with_traps: bool) -> list[Any]:
    """Those tasks that are asked for.

    Args:
        tasks: Tasks as `current_tasks` gives them.
        chosen: Words to search for, level, app and trap; empty ones ask for nothing.
        with_traps: Whether whoever asks may know the traps, and what else gives a task away.
    """
    words = chosen.get("q", "").casefold().split()
    return [
        task
        for task in tasks
        if all(word in _text(task, with_traps=with_traps) for word in words)
        and chosen.get("level", "") in ("", str(task.level))
        and (not chosen.get("app") or chosen["app"] in task.apps)
        and (not chosen.get("trap") or (with_traps and chosen["trap"] in task.traps))
    ]


def _text(task: Any, *, with_traps: bool) -> str:
    texts = [task.name, *(instance.instruction for instance in task.public)]
    if with_traps:
        texts.append(task.summary)
    return " ".join(texts).casefold()
