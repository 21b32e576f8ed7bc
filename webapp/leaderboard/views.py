"""The board, the same as CSV, and the page of a contestant."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from webapp.accounts.models import User
from webapp.leaderboard.board import Board, board_tasks, read_board
from webapp.leaderboard.export import board_csv
from webapp.leaderboard.figure import kept_figure
from webapp.leaderboard.findings import PAGES
from webapp.leaderboard.forms import BoardFilter, ConditionsChoice
from webapp.leaderboard.kept import one_reading
from webapp.leaderboard.profiles import conditions_of, contestant_of, read_profile
from webapp.leaderboard.reported import reported_tables
from webapp.leaderboard.sets import comparable, condition_sets, in_full


@require_safe
@one_reading()
def board(request: HttpRequest) -> HttpResponse:
    form = _filter(request)
    found = _asked(form)
    chosen = found.chosen
    context = {
        "form": form,
        "board": found,
        "is_filtered": any(found.key[1:]),
        "conditions": [] if chosen is None else in_full(chosen.conditions),
        "figure": kept_figure(found),
        "reported": reported_tables(),
        "query": request.GET.urlencode(),
    }
    return render(request, "leaderboard/board.html", context)


@require_safe
@one_reading()
def csv(request: HttpRequest) -> HttpResponse:
    text = board_csv(_asked(_filter(request)))
    named = {"Content-Disposition": 'attachment; filename="board.csv"'}
    return HttpResponse(text, content_type="text/csv; charset=utf-8", headers=named)


@require_safe
@one_reading()
def contestant(request: HttpRequest, contestant_id: int) -> HttpResponse:
    found = contestant_of(contestant_id)
    sets = conditions_of(found)
    form = ConditionsChoice(request.GET, sets)
    digest = form.cleaned_data["conditions"] if form.is_valid() else ""
    with_traps = isinstance(request.user, User) and request.user.is_researcher
    profile = read_profile(found, sets, digest, request.user, with_traps=with_traps)
    chosen = profile.chosen
    context = {
        "findings": PAGES,
        "compared_by": "" if chosen is None else comparable(chosen.conditions).digest,
        "profile": profile,
        "form": form,
        "sets": sets,
        "with_traps": with_traps,
        "conditions": [] if chosen is None else in_full(chosen.conditions),
    }
    return render(request, "leaderboard/contestant.html", context)


def _filter(request: HttpRequest) -> BoardFilter:
    tasks = board_tasks()
    levels = sorted({task.level for task in tasks})
    return BoardFilter(
        request.GET, condition_sets(), levels, sorted({app for task in tasks for app in task.apps})
    )


def _asked(form: BoardFilter) -> Board:
    asked: dict[str, Any] = form.cleaned_data if form.is_valid() else {}
    return read_board(asked.get("conditions", ""), asked.get("level", ""), asked.get("app", ""))
