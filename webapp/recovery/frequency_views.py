"""The page of the natural frequency of errors: for researchers."""

from __future__ import annotations

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from webapp.accounts.http import AuthenticatedRequest
from webapp.recovery.frequency import draw, read_frequency


@never_cache
@login_required
@require_safe
def frequency(request: AuthenticatedRequest) -> HttpResponse:
    if not request.user.is_researcher:
        raise Http404
    found = read_frequency()
    drawn = found.column(request.GET.get("contestant", ""))
    context = {"frequency": found, "drawn": drawn, "chart": draw(drawn)}
    return render(request, "recovery/frequency.html", context)
