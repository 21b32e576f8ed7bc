"""Suites, tasks and instances: for everybody to read."""

from __future__ import annotations

from django.db.models import Count, QuerySet
from django.shortcuts import get_object_or_404
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from sandboxes.suites import find_suite, suite_names
from webapp.accounts.models import User
from webapp.api.operations import operation, page_of
from webapp.api.serializers.catalogue import (
    ANY,
    CURRENT,
    InstanceQuery,
    InstanceTold,
    SuiteQuery,
    SuiteTold,
    TaskInPublic,
    TaskQuery,
    TaskTold,
)
from webapp.api.views.base import PublicView
from webapp.benchmark.models import Split, Suite, Task


class Suites(PublicView):
    @operation("list_suites", "List suites", page_of(SuiteTold), query=SuiteQuery)
    def get(self, request: Request) -> Response:
        return self.paged(_suites(self.queried(SuiteQuery).get("version", CURRENT)), SuiteTold)


class OneSuite(PublicView):
    @operation("get_suite", "Get the current version of a suite", SuiteTold, refusals=(404,))
    def get(self, request: Request, name: str) -> Response:
        return Response(SuiteTold(get_object_or_404(_suites(CURRENT), name=name)).data)


class Tasks(PublicView):
    @operation("list_tasks", "List tasks", page_of(TaskTold), query=TaskQuery, refusals=(403,))
    def get(self, request: Request) -> Response:
        asked = self.queried(TaskQuery)
        if "trap" in asked and not knows_traps(request):
            raise PermissionDenied("What traps a task has is for researchers to know.")
        suites = _suites(asked.get("version", CURRENT))
        tasks = Task.objects.select_related("suite").filter(suite__in=suites).order_by("name", "id")
        if "suite" in asked:
            tasks = tasks.filter(suite__name=asked["suite"])
        if "level" in asked:
            tasks = tasks.filter(level=asked["level"])
        # Lists in JSON, which SQLite can't look into; there are some dozens of tasks.
        found = [
            task
            for task in tasks
            if asked.get("app") in (None, *task.apps) and asked.get("trap") in (None, *task.traps)
        ]
        return self.paged(found, told_to(request))


class OneTask(PublicView):
    @operation("get_task_description", "Get a task", TaskTold, refusals=(404,))
    def get(self, request: Request, id: int) -> Response:
        found = get_object_or_404(Task.objects.select_related("suite"), pk=id)
        return Response(told_to(request)(found).data)


class Instances(PublicView):
    @operation(
        "list_instances",
        "List a task's public instances",
        page_of(InstanceTold),
        query=InstanceQuery,
    )
    def get(self, request: Request, id: int) -> Response:
        asked = self.queried(InstanceQuery)
        task = get_object_or_404(Task, pk=id)
        instances = task.instances.filter(split=Split.PUBLIC).order_by("seed")
        if asked.get("gate") != ANY:
            instances = instances.filter(gate_passed=True)
        return self.paged(instances.select_related("task"), InstanceTold)


def knows_traps(request: Request) -> bool:
    """Whether whoever asks sets tasks, and will not take them."""
    return isinstance(request.user, User) and request.user.is_researcher


def told_to(request: Request) -> type[TaskTold]:
    """What whoever asks may know of a task."""
    return TaskTold if knows_traps(request) else TaskInPublic


def _suites(version: str) -> QuerySet[Suite]:
    suites = Suite.objects.annotate(task_count=Count("tasks")).order_by("name", "-loaded_at", "id")
    if version == ANY:
        return suites
    current = [find_suite(name).version() for name in suite_names()]
    return suites.filter(version__in=current if version == CURRENT else [version])
