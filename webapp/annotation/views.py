"""Grading: the campaigns, the page of a sheet, and what is entered on it."""

from __future__ import annotations

from collections.abc import Callable

from django.contrib import messages
from django.http import Http404, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_http_methods, require_safe

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.annotation.access import for_graders, open_campaigns
from webapp.annotation.desk import campaigns_row, read_desk
from webapp.annotation.grading import (
    GradingError,
    enter,
    hand_in,
    skip,
    withdraw,
)
from webapp.annotation.models import Campaign, Sheet
from webapp.annotation.posted import Rejected, enter_form, entered_in
from webapp.annotation.progress import progress
from webapp.annotation.queue import ahead, next_sheet, own_sheet
from webapp.annotation.round_models import per_cent
from webapp.annotation.training import training_of


@for_graders
@require_safe
def grading(request: AuthenticatedRequest) -> HttpResponse:
    """The campaigns that somebody may grade in."""
    rows = [campaigns_row(request.user, one) for one in open_campaigns(request.user)]
    return render(request, "annotation/grading.html", {"rows": rows})


@for_graders
@require_safe
def campaign(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """On to the next sheet; or why there is none."""
    found = get_object_or_404(Campaign, pk=campaign_id)
    sheet = next_sheet(request.user, found)
    if sheet is not None:
        return redirect("sheet", sheet.pk)
    told = {"campaign": found, "training": training_of(request.user, found)}
    return render(request, "annotation/done.html", told)


@for_graders
@require_http_methods(["GET", "HEAD", "POST"])
def sheet(request: AuthenticatedRequest, sheet_id: int) -> HttpResponse:
    """The page of a sheet; its form, sent without a script, enters all that is in it."""
    found = _own(request, sheet_id)
    if request.method != "POST":
        return _page(request, found)
    try:
        found, rejected = enter_form(request.user, found, _number(request), request.POST)
        if not rejected and request.POST.get("then") == "hand-in":
            return redirect(_after(hand_in(request.user, sheet_id, found.revision)))
    except GradingError as error:
        messages.error(request, error.sentence)
        return _page(request, _own(request, sheet_id), status=422)
    if rejected:
        messages.error(request, "Not all of it is saved: see the items that say why.")
        return _page(request, _own(request, sheet_id), status=422, rejected=rejected)
    messages.success(request, "Your grades are saved. The sheet is not handed in yet.")
    return redirect("sheet", sheet_id)


@for_graders
@require_safe
def following(request: AuthenticatedRequest, sheet_id: int) -> HttpResponse:
    """The page of the sheet after this one, so that it is there when it is wanted."""
    found = ahead(request.user, _own(request, sheet_id))
    return HttpResponse(status=204) if found is None else _page(request, found)


@for_graders
@behind_a_form("sheet", "sheet_id")
def grade(request: AuthenticatedRequest, sheet_id: int, item: str) -> HttpResponse:
    """Enter a grade, or take it back."""
    posted, revision = request.POST, _number(request)
    if posted.get("withdraw"):
        return _told(lambda: withdraw(request.user, sheet_id, revision, item))
    return _told(lambda: enter(request.user, sheet_id, revision, entered_in(posted, item)))


@for_graders
@behind_a_form("sheet", "sheet_id")
def hand_in_sheet(request: AuthenticatedRequest, sheet_id: int) -> HttpResponse:
    """Hand a sheet in."""
    return _told(lambda: hand_in(request.user, sheet_id, _number(request)))


@for_graders
@behind_a_form("sheet", "sheet_id")
def skip_sheet(request: AuthenticatedRequest, sheet_id: int) -> HttpResponse:
    """Leave a sample to others."""
    _own(request, sheet_id)
    try:
        left = skip(request.user, sheet_id, _number(request), request.POST.get("why", ""))
    except GradingError as error:
        messages.error(request, error.sentence)
        return redirect("sheet", sheet_id)
    messages.success(request, "It is left to others.")
    return redirect("grading-campaign", left.sample.campaign_id)


@for_researchers
@require_safe
def campaigns(request: AuthenticatedRequest) -> HttpResponse:
    """All campaigns, and how far they are."""
    rows = [(one, progress(one)) for one in Campaign.objects.all()]
    return render(request, "annotation/campaigns.html", {"rows": rows})


@for_researchers
@require_safe
def campaign_progress(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """How far a campaign is, and who has done what."""
    found = get_object_or_404(Campaign, pk=campaign_id)
    told = {
        "campaign": found,
        "progress": progress(found),
        "lowered": found.lowered_marks.select_related("by"),
        "pass_mark": per_cent(found.pass_mark),
    }
    return render(request, "annotation/campaign.html", told)


def _own(request: AuthenticatedRequest, sheet_id: int) -> Sheet:
    try:
        return own_sheet(request.user, sheet_id)
    except Sheet.DoesNotExist as error:
        raise Http404 from error


def _page(
    request: AuthenticatedRequest,
    found: Sheet,
    status: int = 200,
    rejected: dict[str, Rejected] | None = None,
) -> HttpResponse:
    desk = read_desk(found, rejected)
    told = {"desk": desk, "sheet": found, "campaign": found.sample.campaign}
    return render(request, "annotation/sheet.html", told, status=status)


def _after(found: Sheet) -> str:
    """Where one goes after a sheet: on; after one for training, to see how it is."""
    if found.sample.role == "training":
        return reverse("sheet", args=[found.pk])
    return reverse("grading-campaign", args=[found.sample.campaign_id])


def _told(change: Callable[[], Sheet]) -> HttpResponse:
    """What the page's script is told of a change."""
    try:
        found = change()
    except Sheet.DoesNotExist as error:
        raise Http404 from error
    except GradingError as error:
        told = {"code": error.code, "sentence": error.sentence, "items": list(error.items)}
        return JsonResponse(told, status=409 if error.code in ("stale", "gone", "saved") else 422)
    return JsonResponse({"revision": found.revision, "next": _after(found)})


def _number(request: AuthenticatedRequest) -> int:
    """The revision that is known to the page; none: one that no sheet has."""
    text = request.POST.get("revision", "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else -1
