"""People: invited, given a role, closed and opened again. Nothing of theirs is lost."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from django.contrib.auth.hashers import make_password
from django.db import IntegrityError, transaction
from django.db.models import Count, OuterRef, Q, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest

from webapp import clock
from webapp.accounts.links import only_link
from webapp.accounts.models import Role, SignInLink, User
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Status
from webapp.attempts.opening import renew_token
from webapp.attempts.turns import Entry


class PeopleError(Exception):
    """What can't be done with an account; the text says why, and what to do."""


class NameTaken(PeopleError):
    """Somebody else was invited under one of the names in the meantime."""

    def __init__(self) -> None:
        super().__init__("One of these pseudonyms has just been taken. Nobody was invited.")


class OwnAccount(PeopleError):
    """Nobody may close or demote the own account: there would be no way back."""

    def __init__(self) -> None:
        super().__init__("This is your own account. Another researcher has to do this.")


class LastResearcher(PeopleError):
    """The site must not be left without a researcher."""

    def __init__(self, user: User) -> None:
        super().__init__(
            f"{user.username} is the only researcher whose account is open. "
            "Make somebody else a researcher first."
        )


class AccountClosed(PeopleError):
    """A closed account gets no links."""

    def __init__(self, user: User) -> None:
        super().__init__(f"The account {user.username} is closed. Open it again first.")


@dataclass(frozen=True)
class Invitation:
    """A link to be handed to somebody.

    Args:
        user: Whom it signs in.
        secret: The secret in it, which can't be had again.
    """

    user: User
    secret: str


def listed_people(text: str = "", role: str = "") -> QuerySet[Any]:
    """Accounts, the newest first, each with how many attempts it has, and what else is listed.

    Args:
        text: Only those with this in their pseudonym.
        role: Only those with this role.
    """
    open_links = SignInLink.objects.filter(
        user=OuterRef("pk"), used_at=None, expires_at__gt=clock.now()
    ).order_by("-expires_at")
    found = User.objects.annotate(
        attempt_count=Count("attempts"),
        invited_until=Subquery(open_links.values("expires_at")[:1]),
        # The greatest of two is null on SQLite when one is.
        seen_at=Coalesce(Greatest("last_seen_at", "last_login"), "last_seen_at", "last_login"),
    ).order_by("-date_joined", "-pk")
    if text:
        found = found.filter(username__icontains=text)
    return found.filter(role=role) if role else found


def invite(names: Iterable[str], role: Role) -> list[Invitation]:
    """Make accounts, all or none, each with a link that signs it in once.

    Raises:
        NameTaken: there is an account of one of the names.
    """
    now = clock.now()
    try:
        with transaction.atomic():
            users = [
                User.objects.create(
                    username=name, role=role, password=make_password(None), date_joined=now
                )
                for name in names
            ]
            return [Invitation(user, only_link(user)) for user in users]
    except IntegrityError as error:
        raise NameTaken from error


def invite_again(user: User) -> Invitation:
    """A new link for somebody; those left unused are withdrawn.

    Raises:
        AccountClosed: the account is closed.
    """
    if not user.is_active:
        raise AccountClosed(user)
    return Invitation(user, only_link(user))


def change_role(by: User, user: User, role: Role) -> None:
    """Give somebody another role; it counts from the next request.

    Args:
        by: Who does it.
        user: Whose role it is.
        role: The new one.

    Raises:
        OwnAccount: it is one's own.
        LastResearcher: nobody else is one.
    """
    with transaction.atomic():
        if role != Role.RESEARCHER:
            _require_researcher_besides(by, user)
        User.objects.filter(pk=user.pk).update(role=role)


def close_account(by: User, user: User) -> None:
    """Let an account do nothing more: sessions end, tokens rest, invitations are withdrawn.

    The addresses of its open attempts are revoked: whoever has one acts for the account.

    Raises:
        OwnAccount: it is one's own.
        LastResearcher: nobody else is one.
    """
    with transaction.atomic():
        _require_researcher_besides(by, user)
        again = User.objects.select_for_update().get(pk=user.pk)
        again.is_active = False
        again.sessions_ended += 1  # so that opening it again revives none
        again.save(update_fields=("is_active", "sessions_ended"))
        user.sign_in_links.filter(used_at=None).delete()
    for attempt in user.attempts.filter(status=Status.OPEN):
        with suppress(DoorError):  # it has come to its end meanwhile
            renew_token(Entry(attempt.pk, None, "account")).wait()


def reopen_account(user: User) -> None:
    """Let a closed account in again, by a new link; its tokens work again."""
    User.objects.filter(pk=user.pk).update(is_active=True)


def _require_researcher_besides(by: User, user: User) -> None:
    """Look at the researchers as they are now; nobody changes them until the transaction ends.

    Two who demote each other at once both find the other there, unless one waits for the other.
    """
    if by.pk == user.pk:
        raise OwnAccount
    open_ones = Q(role=Role.RESEARCHER, is_active=True)
    locked = list(User.objects.select_for_update().filter(open_ones).order_by("pk"))
    if user.pk in [one.pk for one in locked] and len(locked) == 1:
        raise LastResearcher(user)
