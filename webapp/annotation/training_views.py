"""Candidates for training data, for researchers: one at a time, and all that was kept as JSONL."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.http import urlencode
from django.views.decorators.http import require_safe

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.annotation import training_data
from webapp.annotation.training_data import LONGEST_REASON, Asked, NotChosen, candidates
from webapp.annotation.training_export import Export
from webapp.annotation.training_forms import CandidatesForm, ChoiceForm
from webapp.annotation.training_queue import read_queue
from webapp.annotation.training_scores import sources


@for_researchers
@require_safe
def queue(request: AuthenticatedRequest) -> HttpResponse:
    return _page(request, CandidatesForm(request.GET, sources()))


@for_researchers
@behind_a_form("training-data")
def choose(request: AuthenticatedRequest) -> HttpResponse:
    """Keep or drop; what was not kept is shown again, with all that was typed."""
    form, choice = CandidatesForm(request.POST, sources()), ChoiceForm(request.POST)
    if not choice.is_valid():
        return _page(request, form, "Choose one of the two: keep it, or drop it.")
    chosen = choice.cleaned_data
    try:
        training_data.choose(
            request.user, form.asked, chosen["key"], keep=chosen["keep"], why=chosen["why"]
        )
    except NotChosen as error:
        return _page(request, form, str(error), chosen["key"], chosen["why"])
    return _next(form.asked)


@for_researchers
@behind_a_form("training-data")
def undo(request: AuthenticatedRequest) -> HttpResponse:
    asked = CandidatesForm(request.POST, sources()).asked
    undone = training_data.undo(request.user, asked.kind)
    if undone is None:
        messages.info(request, "There was nothing of yours to undo.")
        return _next(asked)
    done = "kept" if undone.keep else "dropped"
    messages.success(request, f"Undone: what you had {done} is undecided again.")
    return _next(asked, undone.key)


@for_researchers
@require_safe
def export(request: AuthenticatedRequest) -> HttpResponse:
    """What was kept; undecided ones as well, if they are asked for."""
    form = CandidatesForm(request.GET, sources())
    if not form.is_valid():
        errors = form.errors.items()
        told = "\n".join(f"{name}: {' '.join(map(str, said))}" for name, said in errors)
        return HttpResponse(told, status=400, content_type="text/plain; charset=utf-8")
    asked = form.asked
    found = Export(candidates(asked), undecided=request.GET.get("undecided") == "1")
    named = {"Content-Disposition": f'attachment; filename="{asked.kind}-{asked.source}.jsonl"'}
    return HttpResponse(
        "".join(found.lines()), content_type="application/jsonl; charset=utf-8", headers=named
    )


def _page(
    request: AuthenticatedRequest,
    form: CandidatesForm,
    error: str = "",
    key: str = "",
    why: str = "",
) -> HttpResponse:
    asked = form.asked
    context = {
        "form": form,
        "asked": asked,
        "queue": read_queue(request.user, asked, key or request.GET.get("candidate", "")),
        "query": urlencode(_fields(asked)),
        "fields": _fields(asked).items(),
        "error": error,
        "why": why,
        "longest": LONGEST_REASON,
    }
    return render(request, "annotation/training_data.html", context)


def _next(asked: Asked, key: str = "") -> HttpResponse:
    fields = {**_fields(asked), **({"candidate": key} if key else {})}
    return HttpResponseRedirect(f"{reverse('training-data')}?{urlencode(fields)}")


def _fields(asked: Asked) -> dict[str, str]:
    """What is asked for, as fields of a form."""
    held_out = ",".join(sorted(asked.held_out))
    fields = {"kind": str(asked.kind), "source": asked.source}
    return {**fields, "held_out": held_out} if held_out else fields
