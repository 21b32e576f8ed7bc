"""Who may see and do what with attempts. What one may not see is not there."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.db.models import QuerySet
from django.shortcuts import get_object_or_404

from webapp.accounts.http import AuthenticatedRequest
from webapp.accounts.models import User
from webapp.attempts.models import Attempt


def readable_attempts(user: User) -> QuerySet[Attempt]:
    """The attempts that a user may read: one's own; a researcher, all."""
    return Attempt.objects.all() if user.is_researcher else Attempt.objects.filter(owner=user)


def attempt_of(request: AuthenticatedRequest, attempt_id: int) -> Attempt:
    """An attempt that whoever asks may read.

    Raises:
        Http404: there is none.
    """
    related = readable_attempts(request.user).select_related(
        "instance__task__suite", "contestant", "conditions", "owner"
    )
    return get_object_or_404(related, pk=attempt_id)


def own_attempt_of(request: AuthenticatedRequest, attempt_id: int) -> Attempt:
    """An attempt that whoever asks may steer: finish, pause, give new addresses.

    A researcher reads every attempt, but must not be able to end somebody else's.

    Raises:
        Http404: there is none that whoever asks may even read.
        PermissionDenied: it is somebody else's.
    """
    attempt = attempt_of(request, attempt_id)
    if attempt.owner_id != request.user.pk:
        raise PermissionDenied
    return attempt
