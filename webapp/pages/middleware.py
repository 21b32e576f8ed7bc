"""What the browser is told about every page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from inspect import iscoroutinefunction
from typing import cast

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.utils.decorators import sync_and_async_middleware

_POLICY = "; ".join(
    (
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    )
)
"""Nothing from elsewhere, nothing inline: what a subject wrote stays text, whatever it says."""

Sync = Callable[[HttpRequest], HttpResponseBase]
Async = Callable[[HttpRequest], Awaitable[HttpResponseBase]]


@sync_and_async_middleware
def content_security_policy(get_response: Sync | Async) -> Sync | Async:
    """Send the policy with every response, unless a view has set its own."""
    if iscoroutinefunction(get_response):
        later = cast(Async, get_response)

        async def middleware(request: HttpRequest) -> HttpResponseBase:
            return _guarded(await later(request))

        return middleware
    now = cast(Sync, get_response)
    return lambda request: _guarded(now(request))


def _guarded(response: HttpResponseBase) -> HttpResponseBase:
    response.headers.setdefault("Content-Security-Policy", _POLICY)
    return response
