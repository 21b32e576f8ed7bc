"""Who opened a WebSocket, known by the session cookie of the site."""

from __future__ import annotations

from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import urlsplit

from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import get_user
from django.contrib.sessions.backends.db import SessionStore
from django.http import HttpRequest

from webapp.accounts.models import User


async def user_at(scope: dict[str, Any]) -> User | None:
    """The account behind a connection; None if nobody is signed in, or another site opened it.

    A browser sends the cookie along whoever opens the socket: the origin says which site that was.
    """
    headers = {name: value.decode("latin-1") for name, value in scope["headers"]}
    host = headers.get(b"host", "")
    if not host or urlsplit(headers.get(b"origin", "")).netloc != host:
        return None
    try:
        cookie = SimpleCookie(headers.get(b"cookie", "")).get(settings.SESSION_COOKIE_NAME)
    except CookieError:
        return None
    return None if cookie is None else await _user_of(cookie.value)


@database_sync_to_async
def _user_of(session_key: str) -> User | None:
    request = HttpRequest()
    request.session = SessionStore(session_key)
    user = get_user(request)
    return user if isinstance(user, User) and user.is_active else None
