"""Requests as views get them."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from webapp.accounts.models import User

View = Callable[..., HttpResponse]


class AuthenticatedRequest(HttpRequest):
    """A request of somebody who is signed in: what a view behind `login_required` gets."""

    user: User


def behind_a_form(page: str, *names: str) -> Callable[[View], View]:
    """Let only forms reach a view; whoever opens its address gets the page that has the form.

    Browsers do so after a reload, and when one had to sign in before the form was taken.

    Args:
        page: Name of the page with the form.
        names: Which of the view's arguments are the page's.
    """

    def decorate(view: View) -> View:
        @functools.wraps(view)
        def reached(request: HttpRequest, **arguments: Any) -> HttpResponse:
            if request.method != "POST":
                asked = {name: arguments[name] for name in names}
                return HttpResponseRedirect(reverse(page, kwargs=asked))
            return view(request, **arguments)

        return reached

    return decorate
