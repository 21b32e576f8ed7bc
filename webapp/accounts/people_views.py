"""People, for researchers: who there is, inviting, roles, closing and opening accounts."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.debug import sensitive_variables
from django.views.decorators.http import require_http_methods, require_safe

from webapp.accounts.access import for_researchers, person_of
from webapp.accounts.forms import InviteForm, PeopleFilter, RoleForm
from webapp.accounts.http import AuthenticatedRequest, behind_a_form
from webapp.accounts.models import Role
from webapp.accounts.people import (
    Invitation,
    PeopleError,
    change_role,
    close_account,
    invite,
    invite_again,
    listed_people,
    reopen_account,
)

PEOPLE_A_PAGE = 50


@for_researchers
@require_http_methods(["GET", "HEAD", "POST"])
def people(request: AuthenticatedRequest) -> HttpResponse:
    """Who there is; the form invites, and its answer shows the links this once."""
    if request.method != "POST":
        return _list(request, InviteForm())
    form = InviteForm(request.POST)
    if form.is_valid():
        try:
            made = invite(form.cleaned_data["names"], Role(form.cleaned_data["role"]))
        except PeopleError as error:
            form.add_error("names", str(error))
        else:
            return _links(request, made)
    return _list(request, form)


@for_researchers
@require_safe
def person(request: AuthenticatedRequest, user_id: int) -> HttpResponse:
    found = person_of(user_id)
    form = RoleForm(initial={"role": found.role})
    context = {"person": found, "form": form, "is_me": found == request.user}
    return render(request, "accounts/person.html", context)


@for_researchers
@behind_a_form("person", "user_id")
def new_link(request: AuthenticatedRequest, user_id: int) -> HttpResponse:
    found = person_of(user_id)
    try:
        made = invite_again(found)
    except PeopleError as error:
        messages.error(request, str(error))
        return redirect("person", user_id)
    return _links(request, [made])


@for_researchers
@behind_a_form("person", "user_id")
def role(request: AuthenticatedRequest, user_id: int) -> HttpResponse:
    found, form = person_of(user_id), RoleForm(request.POST)
    if form.is_valid():
        chosen = Role(form.cleaned_data["role"])
        try:
            change_role(request.user, found, chosen)
        except PeopleError as error:
            messages.error(request, str(error))
        else:
            messages.success(request, f"{found.username} is {_A[chosen]} now.")
    return redirect("person", user_id)


_A = {
    Role.PARTICIPANT: "a participant",
    Role.ANNOTATOR: "an annotator",
    Role.RESEARCHER: "a researcher",
}


@for_researchers
@behind_a_form("person", "user_id")
def close(request: AuthenticatedRequest, user_id: int) -> HttpResponse:
    found = person_of(user_id)
    try:
        close_account(request.user, found)
    except PeopleError as error:
        messages.error(request, str(error))
    else:
        messages.success(request, f"The account {found.username} is closed.")
    return redirect("person", user_id)


@for_researchers
@behind_a_form("person", "user_id")
def reopen(request: AuthenticatedRequest, user_id: int) -> HttpResponse:
    found = person_of(user_id)
    reopen_account(found)
    messages.success(request, f"The account {found.username} is open. A new link lets them in.")
    return redirect("person", user_id)


def _list(request: AuthenticatedRequest, form: InviteForm) -> HttpResponse:
    asked = PeopleFilter(request.GET)
    chosen: dict[str, Any] = asked.cleaned_data if asked.is_valid() else {}
    found = listed_people(chosen.get("q", ""), chosen.get("role", ""))
    context = {
        "form": form,
        "filter": asked,
        "is_filtered": any(chosen.values()),
        "page": Paginator(found, PEOPLE_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "accounts/people.html", context)


@sensitive_variables("made", "lines")
def _links(request: AuthenticatedRequest, made: list[Invitation]) -> HttpResponse:
    """Links to be handed on: they stand in this answer and nowhere else."""
    lines = [
        (one.user, request.build_absolute_uri(reverse("link", args=[one.secret]))) for one in made
    ]
    return render(request, "accounts/links.html", {"lines": lines})
