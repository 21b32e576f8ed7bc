"""Instances of recovery: the list, and the page of one with the form that opens an attempt."""

from __future__ import annotations

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from webapp.accounts.models import User
from webapp.attempts.errors import DoorError
from webapp.attempts.models import ContestantKind
from webapp.benchmark.models import Instance
from webapp.pages.forms import TaskFilter
from webapp.recovery.forms import OpenRecoveryForm
from webapp.recovery.instances import (
    INSTANCES_A_PAGE,
    attempts_at,
    listed_instances,
    matching,
    open_at,
    query_of,
    read_instance,
    readable_instances,
)


@require_safe
def instances(request: HttpRequest) -> HttpResponse:
    known = listed_instances()
    form = TaskFilter(
        request.GET,
        levels=sorted({one.task.level for one in known}),
        apps=sorted({app for one in known for app in one.task.apps}),
        traps=[],
    )
    chosen = form.cleaned_data if form.is_valid() else {}
    found = matching(known, chosen)
    page = Paginator(found, INSTANCES_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "rows": [(one, query_of(one)) for one in page],
        "found": len(found),
        "known": len(known),
        "is_filtered": any(chosen.values()),
    }
    return render(request, "recovery/instances.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def instance(request: HttpRequest, instance_id: int) -> HttpResponse:
    record = get_object_or_404(readable_instances(request.user), pk=instance_id)
    if request.method != "POST":
        return _page(request, record, OpenRecoveryForm())
    if not isinstance(request.user, User):
        return redirect_to_login(request.get_full_path())
    form = OpenRecoveryForm(request.POST)
    if form.is_valid():
        try:
            attempt = open_at(request.user, record, form.cleaned_data)
        except DoorError as error:
            form.add_error(None, str(error))
        else:
            messages.success(request, f"Attempt {attempt.pk} is open.")
            by_person = attempt.contestant.kind == ContestantKind.PERSON
            return redirect("console" if by_person else "attempt", attempt.pk)
    return _page(request, record, form)


def _page(request: HttpRequest, record: Instance, form: OpenRecoveryForm) -> HttpResponse:
    user = request.user if isinstance(request.user, User) else None
    researcher = user if user is not None and user.is_researcher else None
    context = {
        "view": read_instance(record, with_answer=researcher is not None),
        "instance": record,
        "form": form,
        "attempts": [] if researcher is None else attempts_at(record, researcher),
        "researcher": researcher,
    }
    return render(request, "recovery/instance.html", context)
