"""Who may do what in annotation. Whatever is refused looks as if it were not there."""

from __future__ import annotations

import functools
from typing import Any

from django.contrib.auth.decorators import login_required
from django.db.models import QuerySet
from django.http import Http404, HttpResponse
from django.views.decorators.cache import never_cache

from webapp.accounts.http import AuthenticatedRequest, View
from webapp.accounts.models import User
from webapp.annotation.models import Campaign, Sample


def for_graders(view: View) -> View:
    """Let only those who grade reach a view; who is not signed in is asked to."""

    @functools.wraps(view)
    def reached(request: AuthenticatedRequest, **arguments: Any) -> HttpResponse:
        if not may_grade(request.user):
            raise Http404
        return view(request, **arguments)

    return never_cache(login_required(reached))


def may_grade(user: object) -> bool:
    """Whether somebody grades at all: annotators and researchers do."""
    return isinstance(user, User) and user.is_grader


def open_campaigns(user: object) -> QuerySet[Campaign]:
    """The campaigns that somebody may grade in."""
    found = Campaign.objects.filter(closed_at=None)
    return found if may_grade(user) else found.none()


def gradable(user: User, campaign: Campaign) -> QuerySet[Sample]:
    """The samples of a campaign that somebody may grade: none of an own attempt.

    An attempt belongs to whoever acted in it, to whose agent did, and to who let an agent act: all
    of them can have read its score.
    """
    return campaign.samples.exclude(contestant__user=user).exclude(attempt__owner=user)
