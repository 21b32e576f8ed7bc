"""Who sends a request: `Authorization: Bearer <token>`."""

from __future__ import annotations

from drf_spectacular.extensions import OpenApiAuthenticationExtension
from rest_framework.authentication import BaseAuthentication, get_authorization_header
from rest_framework.exceptions import AuthenticationFailed
from rest_framework.request import Request

from webapp import clock
from webapp.accounts.models import ApiToken, User
from webapp.secrets import digest_of

_SCHEME = "Bearer"


class ApiTokenAuthentication(BaseAuthentication):
    """By the secret of an ApiToken. A request without one is left to the next way of asking."""

    def authenticate(self, request: Request) -> tuple[User, ApiToken] | None:
        """The account, and the token it is known by.

        Raises:
            AuthenticationFailed: the token is unknown, revoked or expired; the text says which.
        """
        scheme, _, secret = get_authorization_header(request).decode("latin-1").partition(" ")
        if scheme.lower() != _SCHEME.lower():
            return None
        digest = digest_of(secret.strip())
        token = ApiToken.objects.select_related("user").filter(digest=digest).first()
        if token is None:
            raise AuthenticationFailed("There is no such token. Copy it once more, or make one.")
        if token.revoked_at is not None:
            raise AuthenticationFailed("This token was revoked. Make a new one.")
        if token.expires_at is not None and token.expires_at <= clock.now():
            raise AuthenticationFailed("This token has expired. Make a new one.")
        if not token.user.is_active:
            raise AuthenticationFailed("The account of this token is closed.")
        return token.user, token

    def authenticate_header(self, request: Request) -> str:
        """What a 401 asks for."""
        return f'{_SCHEME} realm="Touchstone"'


class ApiTokenScheme(OpenApiAuthenticationExtension):  # type: ignore[no-untyped-call]
    """How the schema tells of it."""

    target_class = ApiTokenAuthentication
    name = "token"

    def get_security_definition(self, auto_schema: object) -> dict[str, str]:
        """As OpenAPI puts it."""
        return {"type": "http", "scheme": "bearer", "description": "A token made by POST tokens."}
