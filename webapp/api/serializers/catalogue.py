"""Suites, tasks and instances, as clients see them."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from sandboxes import servers
from sandboxes.suites import find_suite, suite_names
from sandboxes.tasks import CANARY
from webapp.api.fields import QueryWhole, Text, Told
from webapp.api.operations import PageQuery
from webapp.benchmark.models import Split, Suite, Task

CURRENT, ANY = "current", "any"
_LONGEST_NAME = 80
_LEVELS = (1, 3)


class SuiteTold(Told):
    """A version of a suite."""

    name = serializers.CharField()
    version = serializers.CharField(help_text="Of the tasks as code sets them.")
    current = serializers.SerializerMethodField(help_text="Whether it is the one of today's code.")
    world_version = serializers.CharField()
    catalogue_hash = serializers.CharField(help_text="Of all tools' names, texts and schemas.")
    tasks = serializers.IntegerField(source="task_count", help_text="How many tasks.")
    loaded_at = serializers.DateTimeField()

    def get_current(self, suite: Suite) -> bool:
        """Whether it is loaded from the code that runs."""
        return suite.name in suite_names() and suite.version == find_suite(suite.name).version()


class TaskTold(Told):
    """A task."""

    id = serializers.IntegerField()
    suite = serializers.CharField(source="suite.name")
    suite_version = serializers.CharField(source="suite.version")
    name = serializers.CharField()
    version = serializers.IntegerField(source="template_version")
    summary = serializers.CharField(allow_null=True, help_text="For researchers; else null.")
    level = serializers.IntegerField(help_text="1: 2-8 calls, 2: 9-20, 3: more.")
    apps = serializers.ListField(child=serializers.CharField())
    traps = serializers.ListField(
        child=serializers.CharField(), allow_null=True, help_text="For researchers; else null."
    )


class TaskInPublic(TaskTold):
    """A task as whoever may take it sees it: without what gives it away."""

    def to_representation(self, instance: Task) -> dict[str, Any]:
        """The task, with nothing of what it is meant to be."""
        return {**super().to_representation(instance), "summary": None, "traps": None}


class FailureTold(Told):
    """Something that the gate found wrong."""

    task = serializers.CharField()
    seed = serializers.IntegerField()
    check = serializers.CharField()
    detail = serializers.CharField()


class GateTold(Told):
    """What the gate said of an instance."""

    passed = serializers.BooleanField(source="gate_passed")
    passing_ways = serializers.IntegerField(
        source="gate.passing_ways", help_text="Right ways that passed, as they should."
    )
    failing_variants = serializers.IntegerField(
        source="gate.failing_variants", help_text="Wrong ways that failed, as they should."
    )
    dropped_variants = serializers.IntegerField(
        source="gate.dropped_variants", help_text="Wrong ways that led to a right end after all."
    )
    failures = FailureTold(source="gate.failures", many=True)


class InstanceTold(Told):
    """A task at a seed: what is attempted."""

    task = serializers.CharField(source="task.name")
    seed = serializers.IntegerField()
    split = serializers.ChoiceField(Split.choices)
    instruction = serializers.CharField(help_text="What the subject reads.")
    call_budget = serializers.IntegerField(help_text="max(100, 4 x calls of the ground truth).")
    fingerprint = serializers.CharField()
    gate = GateTold(source="*")
    canary = serializers.CharField(
        default=CANARY, help_text="Stands in everything that holds tasks: keep it with them."
    )


class SuiteQuery(PageQuery):
    """Which suites."""

    version = Text(
        required=False,
        max_length=32,
        help_text=f'A version, "{ANY}", or "{CURRENT}", which it is if not said.',
    )


class TaskQuery(SuiteQuery):
    """Which tasks."""

    suite = serializers.ChoiceField(suite_names(), required=False)
    level = QueryWhole(required=False, min_value=_LEVELS[0], max_value=_LEVELS[1])
    app = serializers.ChoiceField([server.name for server in servers()], required=False)
    trap = Text(required=False, max_length=_LONGEST_NAME, help_text="A trap, for researchers.")


class InstanceQuery(PageQuery):
    """Which instances."""

    gate = serializers.ChoiceField(
        ("passed", ANY), required=False, help_text="passed, if not said: the others aren't used."
    )
