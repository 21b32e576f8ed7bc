"""What researchers do with a whole campaign: close it, and see to its training round."""

from __future__ import annotations

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.accounts.models import User
from webapp.annotation.closing import close_campaign, reopen_campaign
from webapp.annotation.models import Campaign
from webapp.annotation.training_round import RoundError, let_in, lower_pass_mark


@for_researchers
@behind_a_form("campaign", "campaign_id")
def close(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """Close a campaign."""
    close_campaign(get_object_or_404(Campaign, pk=campaign_id))
    messages.success(request, "Closed. Nothing is given out or taken any more.")
    return redirect("campaign", campaign_id)


@for_researchers
@behind_a_form("campaign", "campaign_id")
def reopen(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """Open a closed campaign again."""
    reopen_campaign(get_object_or_404(Campaign, pk=campaign_id))
    messages.success(request, "It is open again.")
    return redirect("campaign", campaign_id)


@for_researchers
@behind_a_form("campaign", "campaign_id")
def let_somebody_in(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """Let somebody grade who has failed the training round."""
    found = get_object_or_404(Campaign, pk=campaign_id)
    person = User.objects.filter(username=request.POST.get("person", "")).first()
    if person is None:
        messages.error(request, "Say who is to be let in.")
        return redirect("campaign", campaign_id)
    try:
        let_in(found, person, request.user)
    except RoundError as error:
        messages.error(request, f"{error}.")
    else:
        messages.success(request, f"{person.username} may grade now.")
    return redirect("campaign", campaign_id)


@for_researchers
@behind_a_form("campaign", "campaign_id")
def lower_mark(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """Ask for less in the training round."""
    found = get_object_or_404(Campaign, pk=campaign_id)
    text = request.POST.get("per_cent", "").strip()
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        messages.error(request, "A pass mark is a whole number of per cent, such as 60.")
        return redirect("campaign", campaign_id)
    try:
        lower_pass_mark(found, int(text) / 100, request.user)
    except RoundError as error:
        messages.error(request, f"{error}.".capitalize())
    else:
        messages.success(request, f"{int(text)} % are asked for from now on.")
    return redirect("campaign", campaign_id)
