"""The console: the page, and the parts that it exchanges."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from sandboxes.workflows import SUBMIT_PLAN
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.attempts import services
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Attempt, Event
from webapp.attempts.steps import Steps
from webapp.console import calls as log
from webapp.console import forms, plan_form
from webapp.console.access import desk_of, entry_at, offered_in
from webapp.console.desk import keep_notes, laid_out, look, standing_of
from webapp.console.fields import Untypable
from webapp.console.palette import found_tools
from webapp.console.queries import keep_opened, keep_query
from webapp.console.recovery import course_of
from webapp.numbers import number_in


@never_cache
@login_required
@require_safe
def console(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    attempt = desk_of(request, attempt_id)
    view = look(attempt)
    if view is None:
        return redirect("attempt", attempt_id)
    attempt.refresh_from_db(fields=["started_at"])
    if attempt.started_at is None:
        return render(request, "console/start.html", {"attempt": attempt, "view": view})
    desk = laid_out(attempt, view)
    context = {"attempt": attempt, "desk": desk}
    if desk.course is not None:
        empty = _form(attempt, SUBMIT_PLAN.name)
        context["form"] = plan_form.held_form(empty, desk.course)
        return render(request, "console/recovery.html", context)
    return render(request, "console/console.html", context)


@never_cache
@login_required
@behind_a_form("console", "attempt_id")
def start(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    """Whoever reads the task starts the clock, here as over any other transport."""
    attempt = desk_of(request, attempt_id)
    try:
        services.get_task(entry_at(attempt)).wait()
    except DoorError:
        return redirect("attempt", attempt_id)
    return redirect("console", attempt_id)


@never_cache
@login_required
@require_safe
def tools(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    attempt, query = desk_of(request, attempt_id), request.GET.get("q", "")
    found = found_tools(offered_in(attempt), query)
    keep_query(attempt, query, len(found))
    return render(request, "console/hits.html", {"tools": found, "query": query.strip()})


@never_cache
@login_required
@require_http_methods(["GET", "HEAD", "POST"])
def tool(request: AuthenticatedRequest, attempt_id: int, name: str) -> HttpResponse:
    """The form of a tool; sent, it comes back with JSON instead of fields, or the other way.

    With `restore` it comes back as it was typed.
    """
    attempt = desk_of(request, attempt_id)
    form, typed = _form(attempt, name), request.POST.dict()
    if "restore" in typed:
        form = forms.as_typed(form, typed)
    elif plan_form.takes_plans(form):
        form = _plan_form(request, attempt, form)
    elif request.method == "POST":
        form = forms.switched(form, typed)
    elif "from" in request.GET:
        form = forms.with_arguments(form, _sent(attempt, request.GET["from"]))
    else:
        keep_opened(attempt, request.GET.get("q", ""), name)
    return render(request, _template(form), {"attempt": attempt, "form": form})


@never_cache
@login_required
@require_POST
def call(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    attempt, typed = desk_of(request, attempt_id), request.POST.dict()
    form = _form(attempt, typed.get("tool", ""))
    try:
        arguments = forms.typed_arguments(form, typed)
    except Untypable as error:
        context = {"attempt": attempt, "form": forms.as_typed(form, typed, error)}
        return _told(render(request, _template(form), context, status=422), "untypable")
    entry = entry_at(attempt, typed.get("seat", ""))
    try:
        answer = services.call_tool(entry, form.name, arguments, key=typed.get("key", "")).wait()
    except DoorError as error:
        return _refused(error)
    return _answered(request, attempt, answer.number)


@never_cache
@login_required
@require_safe
def calls(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    """Earlier calls, to be read on."""
    attempt = desk_of(request, attempt_id)
    before, course = _number(request.GET.get("before", "")), course_of(attempt, look(attempt))
    lines, more = log.calls_of(attempt, course, before=before)
    context = {"attempt": attempt, "calls": lines, "more": more}
    return render(request, "console/calls.html", context)


@never_cache
@login_required
@require_POST
def notes(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    keep_notes(desk_of(request, attempt_id), request.POST.get("notes", ""))
    return HttpResponse(status=204)


@never_cache
@login_required
@require_POST
def finish(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    attempt, said = desk_of(request, attempt_id), request.POST.dict()
    entry = entry_at(attempt, said.get("seat", ""))
    outcome, answer = said.get("outcome"), said.get("answer", "")
    return _done(services.finish(entry, outcome, answer, key=said.get("key", "")))


@never_cache
@login_required
@require_POST
def pause(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    attempt = desk_of(request, attempt_id)
    return _done(services.pause(entry_at(attempt), request.POST.get("reason", "")))


@never_cache
@login_required
@require_POST
def resume(request: AuthenticatedRequest, attempt_id: int) -> HttpResponse:
    return _done(services.resume(entry_at(desk_of(request, attempt_id))))


def _done(steps: Steps[Any]) -> HttpResponse:
    """Do it; there is nothing to show but why it was refused."""
    try:
        steps.wait()
    except DoorError as error:
        return _refused(error)
    return HttpResponse(status=204)


def _form(attempt: Attempt, name: str) -> forms.ToolForm:
    form = forms.tool_form(offered_in(attempt), name)
    if form is None:
        raise Http404
    return form


def _sent(attempt: Attempt, number: str) -> Any:
    try:
        return log.sent_in(attempt, _number(number))[1]
    except Event.DoesNotExist as error:
        raise Http404 from error


def _number(text: str) -> int:
    number = number_in(text)
    if number is None:
        raise Http404
    return number


def _template(form: forms.ToolForm) -> str:
    return "console/plan_form.html" if plan_form.takes_plans(form) else "console/tool.html"


def _plan_form(
    request: AuthenticatedRequest, attempt: Attempt, form: forms.ToolForm
) -> forms.ToolForm:
    """The form for a plan: with an earlier one, with what was typed brought up to date, or anew."""
    if "from" in request.GET:
        return plan_form.edited_form(form, _sent(attempt, request.GET["from"]))
    course = course_of(attempt, look(attempt))
    if course is None:
        raise Http404
    if request.method == "POST":
        return plan_form.renewed_form(form, request.POST.dict(), course)
    return plan_form.held_form(form, course)


def _answered(request: AuthenticatedRequest, attempt: Attempt, number: int) -> HttpResponse:
    """A call with what came back, and how far the attempt is by now."""
    view = look(attempt)
    course = course_of(attempt, view)
    line = log.one_call(attempt, number, course)
    standing = None if view is None else standing_of(attempt, view, course)
    context = {"attempt": attempt, "calls": [line], "standing": standing}
    response = render(request, "console/news.html", context)
    return response if view is not None else _told(response, "over")


def _refused(error: DoorError) -> HttpResponse:
    text = HttpResponse(str(error), status=error.http_status, content_type="text/plain")
    return _told(text, error.reason)


def _told(response: HttpResponse, reason: str) -> HttpResponse:
    """Say in a word what happened, for the script of the page."""
    response.headers["X-Reason"] = reason
    return response
