"""The front page, and the tasks."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from webapp.accounts.http import AuthenticatedRequest
from webapp.accounts.models import User
from webapp.annotation.access import open_campaigns
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Status
from webapp.benchmark.models import Task
from webapp.leaderboard.board import read_board
from webapp.leaderboard.kept import one_reading
from webapp.leaderboard.sets import condition_sets
from webapp.leaderboard.tallies import task_tally, with_solved
from webapp.pages.catalogue import (
    current_tasks,
    declined_of,
    instance_of,
    loaded_suites,
    matching,
    offered_of,
    suite_counts,
)
from webapp.pages.forms import OpenForm, TaskFilter
from webapp.pages.gold import read_gold
from webapp.pages.histogram import HEIGHT, WIDTH
from webapp.pages.opening import open_chosen
from webapp.pages.suites import read_suite


def _knows_traps(request: HttpRequest) -> bool:
    """Whether a task's traps may be told: to who sets it, not to who will take it."""
    return isinstance(request.user, User) and request.user.is_researcher


@require_safe
@one_reading()
def home(request: HttpRequest) -> HttpResponse:
    mine = None
    if isinstance(request.user, User):
        mine = request.user.attempts.filter(status=Status.OPEN).count()
    context = {
        "suites": suite_counts(),
        "open_attempts": mine,
        "campaigns": open_campaigns(request.user).count(),
        "board": read_board(),
    }
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
        "suites": loaded_suites(),
        "is_filtered": any(chosen.values()),
        "with_traps": with_traps,
    }
    return render(request, "pages/tasks.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
@one_reading()
def task(request: HttpRequest, name: str) -> HttpResponse:
    found = get_object_or_404(current_tasks(), name=name)
    offered = offered_of(found, with_private=_knows_traps(request))
    if request.method != "POST":
        return _task_page(request, found, OpenForm(offered))
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    form = OpenForm(offered, request.POST)
    if form.is_valid():
        try:
            attempt = open_chosen(request.user, form.instance, form.cleaned_data)
        except DoorError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"Attempt {attempt.pk} is open.")
            return redirect("attempt", attempt.pk)
    return _task_page(request, found, form)


@login_required
@require_safe
def gold(request: AuthenticatedRequest, name: str, label: str) -> HttpResponse:
    """What solves an instance: for researchers."""
    if not request.user.is_researcher:
        raise Http404
    instance = instance_of(get_object_or_404(current_tasks(), name=name), label)
    found = None if instance is None else read_gold(instance)
    if found is None:
        raise Http404
    return render(request, "pages/gold.html", {"instance": instance, "gold": found})


@require_safe
@one_reading()
def suite(request: HttpRequest, name: str) -> HttpResponse:
    found = next((known for known in loaded_suites() if known.name == name), None)
    if found is None:
        raise Http404
    context = {
        "page": read_suite(found),
        "with_traps": _knows_traps(request),
        "width": WIDTH,
        "height": HEIGHT,
    }
    return render(request, "pages/suite.html", context)


def _task_page(request: HttpRequest, task: Task, form: OpenForm) -> HttpResponse:
    context = {
        "task": task,
        "form": form,
        "offered": offered_of(task, with_private=_knows_traps(request)),
        "declined": declined_of(task),
        "tally": task_tally(task, with_traps=_knows_traps(request)),
        "with_traps": _knows_traps(request),
    }
    return render(request, "pages/task.html", context)
