"""The pages of findings, the same as CSV, and the attempts that show a pattern."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from webapp.accounts.http import AuthenticatedRequest
from webapp.accounts.models import User
from webapp.leaderboard.board import board_tasks
from webapp.leaderboard.findings import PAGES, Part, chosen_set, part_of
from webapp.leaderboard.findings_attempts import attempts_that_show, showing_rows
from webapp.leaderboard.findings_cost import read_spending
from webapp.leaderboard.findings_curve import read_curves
from webapp.leaderboard.findings_export import as_csv, lines_of
from webapp.leaderboard.findings_figures import (
    MOST_DRAWN,
    cost_figure,
    curve_figure,
    pattern_figure,
    recall_figure,
)
from webapp.leaderboard.findings_patterns import read_patterns
from webapp.leaderboard.findings_recall import read_recalls
from webapp.leaderboard.forms import BoardFilter
from webapp.leaderboard.kept import one_reading
from webapp.leaderboard.reported import reported
from webapp.leaderboard.sets import condition_sets, in_full, older_attempts

_CHOICES = ("conditions", "level", "app")
_ATTEMPTS_A_PAGE = 50


@require_safe
def start(request: HttpRequest) -> HttpResponse:
    """The first of the pages."""
    return redirect(_with_query(request, reverse("findings", args=[next(iter(PAGES))])))


@require_safe
@one_reading()
def findings(request: HttpRequest, what: str) -> HttpResponse:
    if what not in PAGES:
        raise Http404
    form = _filter(request)
    part = _asked(form)
    context = {
        "form": form,
        "what": what,
        "title": PAGES[what],
        "pages": PAGES,
        "most_drawn": MOST_DRAWN,
        "part": part,
        "is_filtered": part is not None and bool(part.level or part.app),
        "conditions": [] if part is None else in_full(part.chosen.conditions),
        "older": older_attempts(),
        "with_traps": _may_know_traps(request),
        "query": _query(request),
        **({} if part is None else _told(what, part, with_traps=_may_know_traps(request))),
    }
    return render(request, f"leaderboard/findings_{what}.html", context)


@require_safe
@one_reading()
def csv(request: HttpRequest, what: str) -> HttpResponse:
    if what not in PAGES:
        raise Http404
    part = _asked(_filter(request))
    text = as_csv(lines_of(what, part, with_traps=_may_know_traps(request)))
    named = {"Content-Disposition": f'attachment; filename="findings-{what}.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=named)


@never_cache
@login_required
@require_safe
@one_reading()
def attempts(request: AuthenticatedRequest) -> HttpResponse:
    """The attempts that show a pattern: for researchers."""
    if not request.user.is_researcher:
        raise Http404
    part = _asked(_filter(request))
    showing = None if part is None else attempts_that_show(part, request.GET.dict())
    page = Paginator([] if showing is None else showing.attempts, _ATTEMPTS_A_PAGE).get_page(
        request.GET.get("page")
    )
    context = {
        "showing": showing,
        "page": page,
        "rows": [] if showing is None else showing_rows(showing, page),
        "query": _query(request),
    }
    return render(request, "leaderboard/findings_attempts.html", context)


def _told(what: str, part: Part, *, with_traps: bool) -> dict[str, Any]:
    if what == "distractors":
        curves = read_curves(part.chosen, part.level, part.app)
        return {"curves": curves, "figure": curve_figure(curves), "drawn": curves.drawn}
    if what == "cost":
        spending = read_spending(part)
        return {
            "spending": spending,
            "figure": cost_figure(spending),
            "drawn": spending.drawn,
            "paper": reported("complexmcp_tokens"),
        }
    if what == "patterns":
        patterns = read_patterns(part, with_traps=with_traps)
        return {
            "patterns": patterns,
            "figure": pattern_figure(patterns),
            "drawn": patterns.drawn,
        }
    recalls = read_recalls(part, with_traps=with_traps)
    return {"recalls": recalls, "figure": recall_figure(recalls), "drawn": recalls.rows}


def _may_know_traps(request: HttpRequest) -> bool:
    return isinstance(request.user, User) and request.user.is_researcher


def _filter(request: HttpRequest) -> BoardFilter:
    tasks = board_tasks()
    levels = sorted({task.level for task in tasks})
    return BoardFilter(
        request.GET, condition_sets(), levels, sorted({app for task in tasks for app in task.apps})
    )


def _asked(form: BoardFilter) -> Part | None:
    """The attempts that are asked for; None if nothing was attempted yet."""
    asked: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    chosen = chosen_set(asked.get("conditions", ""))
    return None if chosen is None else part_of(chosen, asked.get("level", ""), asked.get("app", ""))


def _query(request: HttpRequest) -> str:
    """What of the query chooses the attempts: it goes on from page to page."""
    asked = request.GET.copy()
    for name in set(asked) - set(_CHOICES):
        del asked[name]
    return asked.urlencode()


def _with_query(request: HttpRequest, path: str) -> str:
    query = _query(request)
    return f"{path}?{query}" if query else path
