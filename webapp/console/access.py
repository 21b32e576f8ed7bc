"""Whose console it is: an attempt of a person is worked at by that person alone."""

from __future__ import annotations

from django.shortcuts import get_object_or_404

from webapp.accounts.http import AuthenticatedRequest
from webapp.attempts.models import Attempt, ContestantKind
from webapp.attempts.turns import Entry

CHANNEL = "console"


def desk_of(request: AuthenticatedRequest, attempt_id: int) -> Attempt:
    """The attempt that whoever asks works at as a person.

    Raises:
        Http404: there is none.
    """
    return get_object_or_404(
        Attempt, pk=attempt_id, owner=request.user, contestant__kind=ContestantKind.PERSON
    )


def entry_at(attempt: Attempt, seat: str | None = None) -> Entry:
    """The way into an attempt through the console.

    Args:
        attempt: The attempt.
        seat: By which window; None for what any may do.
    """
    return Entry(attempt.pk, None, CHANNEL, seat)


def offered_in(attempt: Attempt) -> tuple[str, ...] | None:
    """Names of the tools on offer, in their order; None: all."""
    return None if attempt.offered is None else tuple(attempt.offered)
