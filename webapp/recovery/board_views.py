"""The recovery board, and the same as CSV."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.views.decorators.http import require_safe

from webapp.accounts.models import User
from webapp.leaderboard.forms import ConditionsChoice
from webapp.leaderboard.kept import one_reading
from webapp.leaderboard.reported import reported_tables
from webapp.leaderboard.sets import condition_sets
from webapp.recovery.board import SUITE, RecoveryBoard, kept_of_board, read_board, read_types
from webapp.recovery.board_export import board_csv
from webapp.recovery.board_forms import TypesChoice
from webapp.recovery.words import conditions_in_words

_PAPER = "pararecover"
_TABLES = ("outcomes", "rules", "sde")


@require_safe
@one_reading()
def board(request: HttpRequest) -> HttpResponse:
    form, found = _asked(request)
    types_form = TypesChoice(request.GET, found)
    chosen, with_gold = found.chosen, _knows_gold(request)
    context = {
        "form": form,
        "board": found,
        "tables": kept_of_board(found, ("tables", with_gold), lambda: _tables(request, found)),
        "types_form": types_form,
        "types": read_types(
            found, types_form.chosen, types_form.source_chosen, with_gold=with_gold
        ),
        "conditions": [] if chosen is None else conditions_in_words(chosen.conditions),
        "reported": reported_tables(_PAPER, "recovery/reported.html"),
    }
    return render(request, "recovery/board.html", context)


@require_safe
@one_reading()
def csv(request: HttpRequest) -> HttpResponse:
    _, found = _asked(request)
    named = {"Content-Disposition": 'attachment; filename="recovery.csv"'}
    return HttpResponse(board_csv(found), content_type="text/csv; charset=utf-8", headers=named)


def _asked(request: HttpRequest) -> tuple[ConditionsChoice, RecoveryBoard]:
    form = ConditionsChoice(request.GET, condition_sets(SUITE))
    digest = form.cleaned_data["conditions"] if form.is_valid() else ""
    return form, read_board(digest, with_gold=_knows_gold(request))


def _tables(request: HttpRequest, found: RecoveryBoard) -> dict[str, str]:
    """The long tables as they are shown to all who know as much: they take longest to write."""
    context = {"board": found, "user": request.user}
    return {name: render_to_string(f"recovery/{name}.html", context) for name in _TABLES}


def _knows_gold(request: HttpRequest) -> bool:
    """Whether whoever asks may know what is wrong with an instance before it is attempted."""
    return isinstance(request.user, User) and request.user.is_researcher
