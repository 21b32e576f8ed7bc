"""Who opened a WebSocket, known by the session's cookie."""

from __future__ import annotations

from importlib import import_module
from io import BytesIO
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user
from django.core.exceptions import DisallowedHost
from django.core.handlers.asgi import ASGIRequest

from webapp.accounts.models import User


def user_at(scope: dict[str, Any]) -> User | None:
    """The account behind a connection; None if nobody is signed in. It asks the database.

    A browser sends the cookie along whichever page connects: so only pages of this host may.
    """
    request = ASGIRequest({**scope, "type": "http", "method": "GET"}, BytesIO())
    if not _is_from_here(request):
        return None
    store = import_module(settings.SESSION_ENGINE).SessionStore
    request.session = store(request.COOKIES.get(settings.SESSION_COOKIE_NAME))
    user = get_user(request)
    return user if isinstance(user, User) else None


def _is_from_here(request: ASGIRequest) -> bool:
    origin = urlsplit(request.headers.get("Origin", ""))
    try:
        return bool(origin.netloc) and origin.netloc == request.get_host()
    except DisallowedHost:
        return False
