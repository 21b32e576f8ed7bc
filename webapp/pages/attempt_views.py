"""Attempts: the list, the page of one, and what can be done with it."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.addresses import addresses
from webapp.attempts import services
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Attempt, Event, Status
from webapp.attempts.opening import renew_token, token_of
from webapp.attempts.steps import Steps
from webapp.console.access import entry_at
from webapp.leaderboard.findings_attempts import on_the_way
from webapp.pages.access import attempt_of, own_attempt_of
from webapp.pages.finding import filter_for, found_attempts
from webapp.pages.forms import FinishForm, PauseForm
from webapp.pages.listing import ATTEMPTS_A_PAGE, attempt_rows, may_be_named
from webapp.pages.logs import log_line
from webapp.pages.reading import read_attempt
from webapp.pages.trace import may_trace
from webapp.recovery.response_views import is_recovery, response_page
from webapp.runs.usage import usage_of

_TAKEN_AGAIN = (Status.ERRORED, Status.LAPSED)


@never_cache
@login_required
@require_safe
def attempts(request: AuthenticatedRequest) -> HttpResponse:
    form = filter_for(request.user, request.GET)
    chosen = form.cleaned_data if form.is_valid() else {}
    found = found_attempts(request.user, chosen)
    page = Paginator(found, ATTEMPTS_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "form": form,
        "page": page,
        "rows": attempt_rows(page, request.user),
        "is_filtered": any(chosen.values()),
    }
    return render(request, "pages/attempts.html", context)


@never_cache
@login_required
@require_safe
def attempt(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    return _page(request, attempt_of(request, attempt_id))


@never_cache
@login_required
@require_safe
def event(request: AuthenticatedRequest, attempt_id: int, number: int) -> HttpResponse:
    """One event with its texts in full, however long they are."""
    found = attempt_of(request, attempt_id)
    line = log_line(get_object_or_404(Event, attempt=found, number=number), longest=None)
    return render(request, "pages/event.html", {"attempt": found, "line": line})


@never_cache
@login_required
@behind_a_form("attempt", "attempt_id")
def finish(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    found = own_attempt_of(request, attempt_id)
    form = FinishForm(request.POST)
    if form.is_valid():
        said = form.cleaned_data
        try:
            services.finish(
                entry_at(found), said["outcome"], said["answer"], key=said["key"]
            ).wait()
        except DoorError as error:
            form.add_error(None, str(error))
        else:
            return redirect("attempt", attempt_id)
    return _page(request, found, finish_form=form)


@never_cache
@login_required
@behind_a_form("attempt", "attempt_id")
def pause(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    found = own_attempt_of(request, attempt_id)
    form = PauseForm(request.POST)
    if not form.is_valid():
        return _page(request, found, pause_form=form)
    return _done(
        request, found, services.pause(entry_at(found), form.cleaned_data["reason"]), "Paused."
    )


@never_cache
@login_required
@behind_a_form("attempt", "attempt_id")
def resume(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    found = own_attempt_of(request, attempt_id)
    return _done(request, found, services.resume(entry_at(found)), "The clock is running again.")


@never_cache
@login_required
@behind_a_form("attempt", "attempt_id")
def renew(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    found = own_attempt_of(request, attempt_id)
    told = "The addresses are new. The old ones no longer work."
    return _done(request, found, renew_token(entry_at(found)), told)


def _done(
    request: AuthenticatedRequest, attempt: Attempt, steps: Steps[Any], told: str
) -> HttpResponse:
    try:
        steps.wait()
    except DoorError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, told)
    return redirect("attempt", attempt.pk)


def _page(
    request: AuthenticatedRequest,
    attempt: Attempt,
    finish_form: FinishForm | None = None,
    pause_form: PauseForm | None = None,
) -> HttpResponse:
    view = read_attempt(attempt, request.GET.get("page"))
    steers = view.standing.is_open and attempt.owner_id == request.user.pk
    named = may_be_named(attempt, request.user)
    context = {
        "view": view,
        "attempt": attempt,
        "title": f"Attempt {attempt.pk}",
        "steers": steers,
        "usage": usage_of(attempt) if request.user.is_researcher else None,
        "named": named,
        "course": on_the_way(attempt, view.page.number, with_sentences=request.user.is_researcher),
        "traceable": may_trace(request.user, attempt),
        "again": named and attempt.status in _TAKEN_AGAIN and attempt.owner_id == request.user.pk,
        "addresses": addresses(request, token_of(attempt)) if steers else None,
        "finish_form": finish_form or FinishForm(),
        "pause_form": pause_form or PauseForm(),
    }
    if is_recovery(attempt):
        return response_page(request, attempt, context)
    return render(request, "pages/attempt.html", context)
