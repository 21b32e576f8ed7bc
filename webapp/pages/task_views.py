"""The front page, and the tasks."""

from __future__ import annotations

from typing import Any, cast

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from webapp.accounts.models import User
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Status
from webapp.benchmark.models import Task
from webapp.leaderboard.board import read_board
from webapp.leaderboard.kept import one_reading
from webapp.leaderboard.sets import condition_sets
from webapp.leaderboard.tallies import task_tally, with_solved
from webapp.pages.catalogue import current_tasks, matching, suite_counts
from webapp.pages.forms import OpenForm, TaskFilter
from webapp.pages.opening import open_chosen


def _knows_traps(request: HttpRequest) -> bool:
    """Whether a task's traps may be told: to who sets it, not to who will take it."""
    return isinstance(request.user, User) and request.user.is_researcher


@require_safe
@one_reading()
def home(request: HttpRequest) -> HttpResponse:
    mine = None
    if isinstance(request.user, User):
        mine = request.user.attempts.filter(status=Status.OPEN).count()
    context = {"suites": suite_counts(), "open_attempts": mine, "board": read_board()}
    return render(request, "pages/home.html", context)


@require_safe
@one_reading()
def tasks(request: HttpRequest) -> HttpResponse:
    known, with_traps = list(current_tasks()), _knows_traps(request)
    form = TaskFilter(
        request.GET,
        levels=sorted({task.level for task in known}),
        apps=sorted({app for task in known for app in task.apps}),
        traps=sorted({trap for task in known for trap in task.traps}) if with_traps else [],
    )
    chosen = form.cleaned_data if form.is_valid() else {}
    context = {
        "form": form,
        "tasks": with_solved(matching(known, chosen, with_traps=with_traps)),
        "solved_under": next(iter(condition_sets()), None),
        "known": len(known),
        "is_filtered": any(chosen.values()),
        "with_traps": with_traps,
    }
    return render(request, "pages/tasks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@one_reading()
def task(request: HttpRequest, name: str) -> HttpResponse:
    found = get_object_or_404(current_tasks(), name=name)
    if request.method != "POST":
        return _task_page(request, found, OpenForm(_offered(found)))
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    form = OpenForm(_offered(found), request.POST)
    if form.is_valid():
        instance = next(i for i in _offered(found) if i.seed == form.cleaned_data["seed"])
        try:
            attempt = open_chosen(request.user, instance, form.cleaned_data)
        except DoorError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"Attempt {attempt.pk} is open.")
            return redirect("attempt", attempt.pk)
    return _task_page(request, found, form)


def _offered(task: Task) -> list[Any]:
    return [instance for instance in cast(Any, task).public if instance.gate_passed]


def _task_page(request: HttpRequest, task: Task, form: OpenForm) -> HttpResponse:
    context = {
        "task": task,
        "form": form,
        "offered": _offered(task),
        "tally": task_tally(task, with_traps=_knows_traps(request)),
        "with_traps": _knows_traps(request),
    }
    return render(request, "pages/task.html", context)
