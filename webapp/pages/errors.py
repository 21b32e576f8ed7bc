"""Errors as pages and as parts of pages: the one place where they are rendered.

A part of a page that was asked for by htmx can't be replaced by a whole page: the error goes to
where the frame shows alerts, and what was typed stays.
"""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

_ANONYMOUS = (400, 500)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return told(request, 400)


def refused(request: HttpRequest, exception: Exception) -> HttpResponse:
    return told(request, 403)


def untrusted(request: HttpRequest, reason: str = "") -> HttpResponse:
    return told(request, 403, "403_csrf.html")


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return told(request, 404)


def broken(request: HttpRequest) -> HttpResponse:
    return told(request, 500)


def told(request: HttpRequest, status: int, template: str = "") -> HttpResponse:
    """An error, as a page or as an alert on the page that is open."""
    in_part = request.headers.get("HX-Request") == "true"
    context = {"base": "alert.html"} if in_part else {}
    # What broke may be the database, and what was not understood the request: neither is asked who
    # it comes from.
    whose = None if status in _ANONYMOUS else request
    page = render_to_string(template or f"{status}.html", context, whose)
    response = HttpResponse(page, status=status)
    if in_part:
        response.headers["HX-Retarget"], response.headers["HX-Reswap"] = "#alerts", "innerHTML"
    return response
