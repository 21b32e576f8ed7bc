"""Who may see the pages of people: researchers. To all others they are not there."""

from __future__ import annotations

import functools
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpResponse
from django.shortcuts import get_object_or_404
from django.views.decorators.cache import never_cache

from webapp.accounts.http import AuthenticatedRequest, View
from webapp.accounts.people import listed_people


def for_researchers(view: View) -> View:
    """Let researchers alone reach a view; who is not signed in is asked to."""

    @functools.wraps(view)
    def reached(request: AuthenticatedRequest, **arguments: Any) -> HttpResponse:
        if not request.user.is_researcher:
            raise Http404
        return view(request, **arguments)

    return never_cache(login_required(reached))


def person_of(user_id: int) -> Any:
    """An account, with what is listed of it; behind `for_researchers`.

    Raises:
        Http404: there is none.
    """
    return get_object_or_404(listed_people(), pk=user_id)
