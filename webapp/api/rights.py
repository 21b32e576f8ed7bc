"""Who may do what: each name states the right; without it the object is not there, or refused."""

from __future__ import annotations

from datetime import timedelta

from django.db.models import QuerySet
from rest_framework.exceptions import NotFound, PermissionDenied
from rest_framework.request import Request

from webapp import clock
from webapp.accounts.models import ApiToken, User
from webapp.attempts.models import Attempt, EvidenceRecord
from webapp.attempts.turns import Entry

_RELATED = ("instance__task__suite", "contestant", "conditions", "owner")


def user_of(request: Request) -> User:
    """The account behind a request of a view that demands one."""
    assert isinstance(request.user, User)
    return request.user


def readable_attempts(user: User) -> QuerySet[Attempt]:
    """The user's own attempts; a researcher's are all."""
    attempts = Attempt.objects.select_related(*_RELATED)
    return attempts if user.is_researcher else attempts.filter(owner=user)


def get_readable_attempt(request: Request, id_: int) -> Attempt:
    """An attempt that the user may see.

    Raises:
        NotFound: there is none, or it is somebody else's.
    """
    attempt = readable_attempts(user_of(request)).filter(pk=id_).first()
    if attempt is None:
        raise NotFound(f"There is no attempt {id_} that you may see.")
    return attempt


def get_own_attempt(request: Request, id_: int) -> Attempt:
    """An attempt that the user may act in.

    Raises:
        NotFound: the user may not even see it.
        PermissionDenied: it is somebody else's, which a researcher may see.
    """
    attempt = get_readable_attempt(request, id_)
    if attempt.owner_id != user_of(request).pk:
        raise PermissionDenied("Nobody but its owner acts in an attempt; you may read it.")
    return attempt


def get_own_entry(request: Request, id_: int) -> Entry:
    """The way into an attempt that the user may act in.

    Raises:
        NotFound: the user may not even see it.
        PermissionDenied: it is somebody else's.
    """
    return entry_of(get_own_attempt(request, id_))


def entry_of(attempt: Attempt) -> Entry:
    """The way into an attempt, after the right to it was found."""
    return Entry(attempt.pk, None, "rest")


def get_researchers_evidence(request: Request, id_: int) -> EvidenceRecord:
    """What an ended attempt has left behind, for researchers.

    Raises:
        NotFound: the user may not see the attempt, or it has left none.
        PermissionDenied: the user is no researcher.
    """
    attempt = get_readable_attempt(request, id_)
    if not user_of(request).is_researcher:
        raise PermissionDenied("Only researchers may do this.")
    records = EvidenceRecord.objects.select_related("declaration", "attempt")
    record = records.filter(attempt=attempt).first()
    if record is None:
        raise NotFound("The attempt has left no evidence: it has not ended, or errored.")
    return record


def get_own_token(request: Request, id_: int) -> ApiToken:
    """A token of the user's.

    Raises:
        NotFound: there is none, or it is somebody else's.
    """
    token = ApiToken.objects.filter(user=user_of(request), pk=id_).first()
    if token is None:
        raise NotFound(f"You have no token {id_}.")
    return token


def token_life(request: Request, days: int | None) -> timedelta | None:
    """How long a new token may live: what one token makes does not outlast it.

    Args:
        request: What asks for it, by a session or a token.
        days: How long it is to live; None: for ever.
    """
    wanted = None if days is None else timedelta(days=days)
    if not isinstance(request.auth, ApiToken) or request.auth.expires_at is None:
        return wanted
    # A second less, since the clock is read once more when the token is made.
    left = request.auth.expires_at - clock.now() - timedelta(seconds=1)
    return left if wanted is None else min(left, wanted)
