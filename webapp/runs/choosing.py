"""Which instances a set is about."""

from __future__ import annotations

from collections.abc import Sequence

from django.db.models import QuerySet

from sandboxes.suites import suite_names
from webapp.benchmark.loading import current_suite
from webapp.benchmark.models import Instance, PrivateDraw, Split, Suite


def suites_to_attempt() -> list[Suite]:
    """The suites of today's code that are in the database, those with pages of their own too."""
    return [suite for name in suite_names() if (suite := current_suite(name)) is not None]


def public_instances(
    suite: Suite, tasks: Sequence[str], seeds: Sequence[int]
) -> QuerySet[Instance]:
    """Instances that everybody may know, the first seed of all tasks before the second of any.

    Args:
        suite: Of which suite.
        tasks: Names of the tasks; none for all.
        seeds: Which seeds; those that a template declines have no instance.
    """
    found = Instance.objects.filter(
        task__suite=suite, split=Split.PUBLIC, gate_passed=True, seed__in=list(seeds)
    )
    return _of(found, tasks).order_by("seed", "task__name")


def private_instances(suite: Suite, tasks: Sequence[str]) -> QuerySet[Instance]:
    """The instances of the drawing in use.

    Args:
        suite: Of which suite.
        tasks: Names of the tasks; none for all.
    """
    found = Instance.objects.filter(
        task__suite=suite, split=Split.PRIVATE, gate_passed=True, draw__retired_at=None
    )
    return _of(found, tasks).order_by("task__name", "pk")


def is_drawn(suite: Suite) -> bool:
    """Whether a drawing of private instances is in use."""
    return PrivateDraw.objects.filter(suite=suite, retired_at=None).exists()


def _of(found: QuerySet[Instance], tasks: Sequence[str]) -> QuerySet[Instance]:
    chosen = found.filter(task__name__in=list(tasks)) if tasks else found
    return chosen.select_related("task__suite", "draw")
