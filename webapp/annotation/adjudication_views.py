"""Adjudication, for researchers: one case open, the others in a list."""

from __future__ import annotations

from collections.abc import Mapping

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest
from webapp.annotation.adjudication import AdjudicationError, adjudicate
from webapp.annotation.bench import NOT_JUDGED, Typed, read_bench, settled_in_words, typed_in
from webapp.annotation.grades import Value
from webapp.annotation.models import Campaign


@for_researchers
@require_http_methods(["GET", "HEAD", "POST"])
def adjudication(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """The worst case, or the one that is asked for; its form settles it, and the next is opened."""
    found = get_object_or_404(Campaign, pk=campaign_id)
    if request.method != "POST":
        return _page(request, found, _place(request.GET))
    place, typed = _place(request.POST), typed_in(request.POST)
    if place is None or not found.samples.filter(pk=place[0]).exists():
        raise Http404
    try:
        settled = adjudicate(request.user, *place, _value(typed.value), typed.cause, typed.note)
    except AdjudicationError as error:
        messages.error(request, error.sentence)
        if error.code in ("unknown", "own", "waiting", "agreed"):
            return redirect("adjudication", campaign_id)
        return _page(request, found, place, typed, status=422)
    messages.success(request, settled_in_words(settled))
    return redirect("adjudication", campaign_id)


def _page(
    request: AuthenticatedRequest,
    campaign: Campaign,
    place: tuple[int, str] | None,
    typed: Typed | None = None,
    status: int = 200,
) -> HttpResponse:
    told = {"bench": read_bench(request.user, campaign, place, typed), "campaign": campaign}
    return render(request, "annotation/adjudication.html", told, status=status)


def _place(asked: Mapping[str, str]) -> tuple[int, str] | None:
    """Which case is asked for; None: none in particular."""
    sample, item = asked.get("sample", ""), asked.get("item", "")
    if not sample and not item:
        return None
    is_number = sample.isascii() and sample.isdecimal() and len(sample) < 19
    return (int(sample) if is_number else 0), item


def _value(text: str) -> Value | None:
    """A level as a number, a choice as a word; what was not chosen as a word that is no choice."""
    if text == NOT_JUDGED:
        return None
    try:
        return float(text)
    except ValueError:
        return text
