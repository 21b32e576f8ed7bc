"""Where somebody wanted to go before having to sign in, and whether it is safe to lead there."""

from __future__ import annotations

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.http import url_has_allowed_host_and_scheme

_COOKIE = "wanted"
_SECONDS = 3600
_LONGEST = 1_000


def remember(request: HttpRequest, response: HttpResponse) -> None:
    """Keep where `next` leads for an hour: who is sent to sign in may do so by a link elsewhere."""
    wanted = _safe(request, request.GET.get("next"))
    if wanted:
        response.set_cookie(
            _COOKIE,
            wanted,
            max_age=_SECONDS,
            httponly=True,
            samesite="Lax",
            secure=settings.BEHIND_TLS,
        )


def recalled(request: HttpRequest) -> str:
    """An address on this site; empty: nowhere in particular."""
    asked = request.POST.get("next") or request.GET.get("next")
    return _safe(request, asked) or _safe(request, request.COOKIES.get(_COOKIE))


def forget(response: HttpResponse) -> None:
    """Lead nobody there again."""
    response.delete_cookie(_COOKIE, samesite="Lax")


def _safe(request: HttpRequest, address: str | None) -> str:
    if not address or len(address) > _LONGEST or not address.startswith("/"):
        return ""
    is_here = url_has_allowed_host_and_scheme(
        address, {request.get_host()}, require_https=request.is_secure()
    )
    return address if is_here else ""
