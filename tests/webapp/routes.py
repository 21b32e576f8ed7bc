"""Every address that the site answers at, found in its own configuration."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver

_ARGUMENT = re.compile(r"<(?:\w+:)?(\w+)>")


def http_routes() -> dict[str, URLPattern]:
    """Every view, by its whole route."""
    return dict(_walked(get_resolver().url_patterns, ""))


def socket_routes() -> list[str]:
    """The routes of WebSockets."""
    from webapp.site import Site  # which needs a configured site; `filled` needs none

    routes: list[Any] = Site()._sockets.routes
    return [str(pattern.pattern) for pattern in routes]


def _walked(patterns: Iterable[Any], before: str) -> Iterator[tuple[str, URLPattern]]:
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from _walked(pattern.url_patterns, route)
        else:
            assert isinstance(pattern, URLPattern)
            yield route, pattern


def filled(route: str, arguments: Mapping[str, object]) -> str:
    """The path that a route becomes with these arguments.

    Raises:
        KeyError: it has another.
    """
    return "/" + _ARGUMENT.sub(lambda found: str(arguments[found[1]]), route)
