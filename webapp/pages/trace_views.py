"""The trace of an attempt, and its state at any step."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from webapp.accounts.http import AuthenticatedRequest
from webapp.attempts.models import Attempt
from webapp.pages.access import attempt_of
from webapp.pages.listing import may_be_named
from webapp.pages.trace import may_trace, read_state, read_trace, whole_state
from webapp.recovery.response_views import is_recovery


def _traced_attempt_of(request: AuthenticatedRequest, attempt_id: int) -> Attempt:
    """An attempt through which whoever asks may step.

    Raises:
        Http404: there is none.
    """
    attempt = attempt_of(request, attempt_id)
    if not may_trace(request.user, attempt):
        raise Http404
    return attempt


@never_cache
@login_required
@require_safe
def trace(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    attempt = _traced_attempt_of(request, attempt_id)
    if is_recovery(attempt):  # its page shows each plan with what ran
        return redirect("attempt", attempt_id)
    page, step = request.GET.get("page"), request.GET.get("step")
    if request.headers.get("HX-Request") == "true":
        context = {"attempt": attempt, "state": read_state(attempt, step)}
        return render(request, "pages/state.html", context)
    view = read_trace(attempt, page, step)
    named = may_be_named(attempt, request.user)
    context = {"attempt": attempt, "view": view, "state": view.state, "named": named}
    return render(request, "pages/trace.html", context)


@never_cache
@login_required
@require_safe
def state(request: AuthenticatedRequest, attempt_id: int, number: int) -> HttpResponse:
    """The whole state after an event."""
    attempt = _traced_attempt_of(request, attempt_id)
    apps = whole_state(attempt, number)
    if apps is None:
        raise Http404
    context = {"attempt": attempt, "number": number, "apps": apps}
    return render(request, "pages/whole_state.html", context)
