"""Sets of runs, for researchers: the list, making one, watching one, steering it."""

from __future__ import annotations

import functools
from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest, View, behind_a_form
from webapp.attempts.errors import DoorError
from webapp.pages.access import attempt_of
from webapp.pages.words import counted
from webapp.runs import making
from webapp.runs.access import run_set_of
from webapp.runs.caps import CapReached
from webapp.runs.choosing import suites_to_attempt
from webapp.runs.control import cancel_set, pause_set, resume_set, retry_failed, set_caps
from webapp.runs.forms import CapsForm, NewSetForm, RetryForm, RunFilter
from webapp.runs.listing import (
    RUNS_A_PAGE,
    SETS_A_PAGE,
    begun_of,
    error_classes,
    listed_runs,
    listed_sets,
    run_rows,
    set_rows,
    terms_of,
)
from webapp.runs.prices import NoPrice
from webapp.runs.progress import read_progress
from webapp.runs.usage import REPLIES_A_PAGE, reply_line, usage_of


def _lets_whoever_signed_out_sign_in(view: View) -> View:
    """Load the whole page again where a part of it is asked for by nobody any more.

    A page that asks by itself would put the sign-in page into its own middle.
    """

    @functools.wraps(view)
    def reached(request: HttpRequest, **arguments: Any) -> HttpResponse:
        if request.headers.get("HX-Request") == "true" and not request.user.is_authenticated:
            return HttpResponse(headers={"HX-Refresh": "true"})
        return view(request, **arguments)

    return reached


@for_researchers
@require_safe
def run_sets(request: AuthenticatedRequest) -> HttpResponse:
    page = Paginator(listed_sets(), SETS_A_PAGE).get_page(request.GET.get("page"))
    return render(request, "runs/sets.html", {"page": page, "rows": set_rows(page)})


@for_researchers
@require_http_methods(["GET", "HEAD", "POST"])
def new_set(request: AuthenticatedRequest) -> HttpResponse:
    """The form; as part of a page, how many runs it would make."""
    if request.method != "POST":
        return _form(request, NewSetForm(suites_to_attempt()))
    form = NewSetForm(suites_to_attempt(), request.POST)
    if request.headers.get("HX-Request") == "true":
        return render(request, "runs/size.html", {"size": form.size()})
    if form.is_valid():
        try:
            made = making.make_chosen(request.user, form.chosen)
        except DoorError as error:
            about = getattr(error, "field", "")
            form.add_error(about if about in form.fields else None, str(error))
        else:
            messages.success(request, "The set is made. Its runs begin as soon as there is room.")
            return redirect("run-set", made.pk)
    return _form(request, form)


@_lets_whoever_signed_out_sign_in
@for_researchers
@require_safe
def run_set(request: AuthenticatedRequest, run_set_id: int) -> HttpResponse:
    found = run_set_of(run_set_id)
    context: dict[str, Any] = {"run_set": found, "progress": read_progress(found)}
    if request.headers.get("HX-Request") == "true":
        return render(request, "runs/live.html", context)
    return render(request, "runs/set.html", {**context, "terms": terms_of(found)})


@for_researchers
@require_safe
def runs(request: AuthenticatedRequest, run_set_id: int) -> HttpResponse:
    found = run_set_of(run_set_id)
    form = RunFilter(request.GET, error_classes(found))
    chosen: dict[str, str] = form.cleaned_data if form.is_valid() else {}
    listed = listed_runs(found, chosen.get("state", ""), chosen.get("error", ""))
    page = Paginator(listed, RUNS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "run_set": found,
        "form": form,
        "page": page,
        "rows": run_rows(page),
        "is_filtered": any(chosen.values()),
    }
    return render(request, "runs/runs.html", context)


@for_researchers
@behind_a_form("run-set", "run_set_id")
def pause(request: AuthenticatedRequest, run_set_id: int) -> HttpResponse:
    if pause_set(run_set_of(run_set_id)):
        messages.success(request, "Paused. Runs that go on stop before their next step.")
    else:
        messages.info(request, "It was not running, so there was nothing to pause.")
    return redirect("run-set", run_set_id)


@for_researchers
@behind_a_form("run-set", "run_set_id")
def resume(request: AuthenticatedRequest, run_set_id: int) -> HttpResponse:
    try:
        resumed = resume_set(run_set_of(run_set_id))
    except CapReached as reached:
        messages.error(request, str(reached))
        return redirect("run-set-caps", run_set_id)
    if resumed:
        messages.success(request, "It goes on where it was.")
    else:
        messages.info(request, "It was not paused.")
    return redirect("run-set", run_set_id)


@for_researchers
@require_http_methods(["GET", "HEAD", "POST"])
def change_caps(request: AuthenticatedRequest, run_set_id: int) -> HttpResponse:
    """What a set may use up, to be changed while it is paused or goes on."""
    found = run_set_of(run_set_id)
    form = CapsForm(found.caps, request.POST if request.method == "POST" else None)
    if form.is_valid():
        try:
            set_caps(found, form.caps)
        except NoPrice as unknown:
            form.add_error("money", str(unknown))
        else:
            messages.success(request, "The caps are changed.")
            return redirect("run-set", run_set_id)
    context = {"run_set": found, "form": form, "spending": read_progress(found).spending}
    return render(request, "runs/caps.html", context)


@for_researchers
@require_http_methods(["GET", "HEAD", "POST"])
def cancel(request: AuthenticatedRequest, run_set_id: int) -> HttpResponse:
    """What cancelling means, and the button that does it."""
    found = run_set_of(run_set_id)
    if request.method != "POST":
        context = {"run_set": found, "progress": read_progress(found), "begun": begun_of(found)}
        return render(request, "runs/cancel.html", context)
    left = counted(cancel_set(found), "run")
    messages.success(request, f"Cancelled. {left} will not be made.")
    return redirect("run-set", run_set_id)


@for_researchers
@behind_a_form("run-set", "run_set_id")
def retry(request: AuthenticatedRequest, run_set_id: int) -> HttpResponse:
    found, form = run_set_of(run_set_id), RetryForm(request.POST)
    again = retry_failed(found, form.cleaned_data["error"]) if form.is_valid() else 0
    if again:
        messages.success(request, f"{counted(again, 'failed run')} will be tried once more.")
    else:
        messages.info(request, "No failed run was left to be tried once more.")
    return redirect("run-set", run_set_id)


@for_researchers
@require_safe
def replies(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    attempt = attempt_of(request, attempt_id)
    page = Paginator(attempt.replies.order_by("number"), REPLIES_A_PAGE).get_page(
        request.GET.get("page")
    )
    dialect = attempt.contestant.details.get("dialect", "")
    context = {
        "attempt": attempt,
        "usage": usage_of(attempt),
        "page": page,
        "lines": [reply_line(record, str(dialect)) for record in page],
    }
    return render(request, "runs/replies.html", context)


def _form(request: AuthenticatedRequest, form: NewSetForm) -> HttpResponse:
    return render(request, "runs/new.html", {"form": form, "size": form.size()})
