"""Links that sign an account in once. Only their digests are kept."""

from __future__ import annotations

from datetime import timedelta

from webapp import clock
from webapp.accounts.models import SignInLink, User
from webapp.secrets import digest_of, new_secret

LIFE = timedelta(hours=24)
"""How long a link is valid."""


class LinkError(Exception):
    """A link that signs nobody in.

    Args:
        advice: What to do now.
    """

    http_status = 410
    default = ""
    advice = "Ask whoever sent it for a new one."

    def __init__(self, user: User | None = None) -> None:
        super().__init__(self.default)
        self.user = user


class UnknownLink(LinkError):
    """There is no such link."""

    http_status = 404
    default = "There is no such sign-in link"
    advice = (
        "Perhaps it was cut short when it was copied. Copy it once more, whole, or ask whoever "
        "sent it for a new one."
    )


class UsedLink(LinkError):
    """The link has signed somebody in already."""

    default = "This sign-in link has been used"
    advice = "Each link signs in once. Ask whoever sent it for a new one."


class ExpiredLink(LinkError):
    """The link is too old."""

    default = "This sign-in link has expired"
    advice = "Links are valid for 24 hours. Ask whoever sent it for a new one."


class ClosedAccount(LinkError):
    """The link's account has been closed."""

    default = "This account is closed"
    advice = "Ask whoever sent the link."


def new_link(user: User) -> str:
    """The secret of a new link that signs a user in, once, within 24 hours."""
    secret, now = new_secret(), clock.now()
    SignInLink.objects.create(
        user=user, digest=digest_of(secret), created_at=now, expires_at=now + LIFE
    )
    return secret


def only_link(user: User) -> str:
    """The secret of a new link; those that the user has left unused are withdrawn."""
    user.sign_in_links.filter(used_at=None).delete()
    return new_link(user)


def find_link(secret: str) -> SignInLink:
    """The link of a secret, which can still be used.

    Raises:
        LinkError: it can't.
    """
    link = SignInLink.objects.select_related("user").filter(digest=digest_of(secret)).first()
    if link is None:
        raise UnknownLink
    if link.used_at is not None:
        raise UsedLink(link.user)
    if link.expires_at <= clock.now():
        raise ExpiredLink(link.user)
    if not link.user.is_active:
        raise ClosedAccount(link.user)
    return link


def use_link(secret: str) -> User:
    """Use a link up; of several who try it at once, one succeeds.

    Raises:
        LinkError: it can't be used, or not any more.
    """
    link = find_link(secret)
    # The database decides who is first: only one update can find the link unused.
    if not SignInLink.objects.filter(pk=link.pk, used_at=None).update(used_at=clock.now()):
        raise UsedLink(link.user)
    return link.user
