"""When somebody was here last."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from datetime import timedelta
from inspect import iscoroutinefunction
from typing import cast

from asgiref.sync import sync_to_async
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

from webapp import clock
from webapp.accounts.models import User

FINENESS = timedelta(minutes=5)
"""How often it is written down at most: it is read by the day, and costs a write."""

Sync = Callable[[HttpRequest], HttpResponseBase]
Async = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def last_seen(get_response: Sync | Async) -> Sync | Async:
    """Note whose session a request belongs to, if anything has asked for that."""
    if iscoroutinefunction(get_response):
        answered = cast(Async, get_response)

        async def middleware(request: HttpRequest) -> HttpResponseBase:
            response = await answered(request)
            if (user := _unnoted(request)) is not None:
                await sync_to_async(_note)(user)
            return response

        return middleware
    now = cast(Sync, get_response)

    def plain(request: HttpRequest) -> HttpResponseBase:
        response = now(request)
        if (user := _unnoted(request)) is not None:
            _note(user)
        return response

    return plain


def _unnoted(request: HttpRequest) -> User | None:
    """Who has not been noted for a while. Nobody is looked up for this: Django keeps who was."""
    user = getattr(request, "_cached_user", None)
    if not isinstance(user, User):
        return None
    known = user.last_seen_at
    return user if known is None or clock.now() - known >= FINENESS else None


def _note(user: User) -> None:
    User.objects.filter(pk=user.pk).update(last_seen_at=clock.now())
