"""Judges: which there are, and what became of their readings."""

from __future__ import annotations

from django.contrib import messages
from django.core.paginator import Paginator
from django.db.models import Count, Q
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_safe

from webapp.accounts.access import for_researchers
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.annotation.judge_usage import spent_on
from webapp.annotation.judging import JudgingError, counts_of, is_stale, start_run, steer
from webapp.annotation.models import (
    Campaign,
    Judge,
    JudgeRun,
    JudgeRunStatus,
    ReadingState,
)

READINGS_A_PAGE = 30
_STEERED = {
    "pause": (JudgeRunStatus.PAUSED, "Paused. What is being read comes to its end."),
    "resume": (JudgeRunStatus.RUNNING, "It goes on."),
    "cancel": (JudgeRunStatus.CANCELLED, "Cancelled. What has been read is kept."),
}


@for_researchers
@require_safe
def judges(request: AuthenticatedRequest) -> HttpResponse:
    """All judges, and all their runs."""
    read = Count("readings", filter=~Q(readings__state=ReadingState.WAITING))
    known = [(judge, is_stale(judge)) for judge in Judge.objects.annotate(read=read)]
    runs = [
        (run, counts_of(run)) for run in JudgeRun.objects.select_related("judge", "campaign")[:50]
    ]
    told = {"judges": known, "runs": runs, "campaigns": Campaign.objects.all()}
    return render(request, "annotation/judges.html", told)


@for_researchers
@require_safe
def judge_run(request: AuthenticatedRequest, run_id: int) -> HttpResponse:
    """How far a run is; what could not be read, with what was answered."""
    run = get_object_or_404(JudgeRun.objects.select_related("judge", "campaign"), pk=run_id)
    counts = counts_of(run)
    readings = run.readings.select_related("sample").order_by("pk")
    if request.GET.get("show") != "all":
        readings = readings.exclude(state=ReadingState.SCORED).exclude(state=ReadingState.WAITING)
    told = {
        "run": run,
        "stale": is_stale(run.judge),
        "counts": counts,
        "is_live": counts["waiting"] > 0 and run.status != JudgeRunStatus.CANCELLED,
        "spent": spent_on(run),
        "page": Paginator(readings, READINGS_A_PAGE).get_page(request.GET.get("page")),
        "shows_all": request.GET.get("show") == "all",
    }
    is_part = request.headers.get("HX-Request") == "true"
    return render(request, f"annotation/judge_run{'_live' if is_part else ''}.html", told)


@for_researchers
@behind_a_form("judges")
def start_judge_run(request: AuthenticatedRequest) -> HttpResponse:
    """Let a judge read the samples of a campaign."""
    judge = Judge.objects.filter(pk=_key(request, "judge")).first()
    campaign = Campaign.objects.filter(pk=_key(request, "campaign")).first()
    if judge is None or campaign is None:
        messages.error(request, "Choose a judge and a campaign.")
        return redirect("judges")
    try:
        run = start_run(judge, campaign, request.user, probe=request.POST.get("probe", ""))
    except JudgingError as error:
        messages.error(request, f"{error}.")
        return redirect("judges")
    messages.success(request, "The run has begun.")
    return redirect("judge-run", run.pk)


@for_researchers
@behind_a_form("judge-run", "run_id")
def steer_judge_run(request: AuthenticatedRequest, run_id: int) -> HttpResponse:
    """Pause a run, let it go on, or cancel it."""
    run = get_object_or_404(JudgeRun, pk=run_id)
    wanted = _STEERED.get(request.POST.get("act", ""))
    if wanted is None:
        messages.error(request, "Say what is to be done: pause, resume or cancel.")
    elif run.status == JudgeRunStatus.CANCELLED:
        messages.error(request, "It is cancelled, for good. Start another run.")
    else:
        steer(run, wanted[0])
        messages.success(request, wanted[1])
    return redirect("judge-run", run_id)


def _key(request: AuthenticatedRequest, name: str) -> int:
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
