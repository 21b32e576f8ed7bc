"""The page of an attempt at recovery, in the place of the one that other attempts have."""

from __future__ import annotations

from typing import Any

from django.http import HttpResponse
from django.shortcuts import render

from webapp.accounts.http import AuthenticatedRequest
from webapp.attempts.models import Attempt
from webapp.recovery.instances import SUITE
from webapp.recovery.responses import read_response


def is_recovery(attempt: Attempt) -> bool:
    """Whether an attempt is one at recovery."""
    return attempt.instance.task.suite.name == SUITE


def response_page(
    request: AuthenticatedRequest, attempt: Attempt, context: dict[str, Any]
) -> HttpResponse:
    """The page.

    Args:
        request: By somebody who may read the attempt.
        attempt: The attempt.
        context: What the pages of all attempts get.
    """
    told = read_response(attempt, context["view"], request.user)
    return render(request, "recovery/response.html", {**context, "response": told})
