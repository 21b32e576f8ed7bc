"""API tokens: secrets that programs send with REST requests. Only their digests are kept."""

from __future__ import annotations

from datetime import timedelta

from webapp import clock
from webapp.accounts.models import ApiToken, User
from webapp.secrets import digest_of, new_secret


def new_token(user: User, name: str, life: timedelta | None = None) -> tuple[ApiToken, str]:
    """Make a token.

    Args:
        user: Whose it is.
        name: What its owner knows it by.
        life: How long it is valid; None: until it is revoked.

    Returns:
        Its record, and the secret, which can't be had again.
    """
    secret, now = new_secret(), clock.now()
    token = ApiToken.objects.create(
        user=user,
        name=name,
        digest=digest_of(secret),
        created_at=now,
        expires_at=None if life is None else now + life,
    )
    return token, secret


def revoke_token(token: ApiToken) -> None:
    """Make a token useless, for good; the time of the first revocation stays."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=clock.now())
