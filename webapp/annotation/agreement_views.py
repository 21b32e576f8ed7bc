"""How far graders agree, and the passports of judges; for researchers."""

from __future__ import annotations

from django.contrib import messages
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.urls import reverse
from django.views.decorators.http import require_safe

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.annotation.agreement_report import agreement_report
from webapp.annotation.grading import rubric_of
from webapp.annotation.models import Campaign, Judge
from webapp.annotation.passports import campaigns_of, known_as, look, looks_of, passport_of
from webapp.leaderboard.kept import one_reading


@for_researchers
@require_safe
@one_reading()
def agreement(request: AuthenticatedRequest, campaign_id: int) -> HttpResponse:
    """How far a campaign's graders agree."""
    found = get_object_or_404(Campaign, pk=campaign_id)
    told = {"campaign": found, "report": agreement_report(found)}
    return render(request, "annotation/agreement.html", told)


@for_researchers
@require_safe
@one_reading()
def judge(request: AuthenticatedRequest, judge_id: int) -> HttpResponse:
    """The passport of a judge."""
    found = get_object_or_404(Judge, pk=judge_id)
    campaigns = campaigns_of(found)
    chosen = _chosen(request.GET.get("campaign", ""), campaigns)
    told = {"judge": found, "known": known_as(found), "campaigns": campaigns, "campaign": chosen}
    if chosen is not None:
        told["passport"] = passport_of(found, chosen)
        told["looks"] = looks_of(found, chosen)
        known = rubric_of(chosen)
        told |= {"items": known.items, "by_level": known.is_graded_by_level}
    return render(request, "annotation/judge.html", told)


@for_researchers
@behind_a_form("judge", "judge_id")
def look_at_test_half(request: AuthenticatedRequest, judge_id: int) -> HttpResponse:
    """Show the locked half, and write down who wanted to see it."""
    found = get_object_or_404(Judge, pk=judge_id)
    chosen = _chosen(request.POST.get("campaign", ""), campaigns_of(found))
    if chosen is None:
        raise Http404
    _, is_new = look(found, chosen, request.user)
    if is_new:
        messages.success(request, "It is written down that you have looked at the test half.")
    else:
        messages.info(request, "You have looked at these same grades before: no look is added.")
    return redirect(f"{reverse('judge', args=[found.pk])}?campaign={chosen.pk}")


def _chosen(key: str, campaigns: list[Campaign]) -> Campaign | None:
    """The campaign that was asked for; else the newest."""
    named = (one for one in campaigns if str(one.pk) == key)
    return next(named, campaigns[0] if campaigns else None)
