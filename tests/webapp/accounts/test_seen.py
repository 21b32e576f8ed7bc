"""When somebody was here last is noted, a little coarsely."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.contrib.auth.middleware import AuthenticationMiddleware
from django.db import connection
from django.http import HttpRequest, HttpResponse
from django.test import Client, RequestFactory
from django.test.utils import CaptureQueriesContext

from tests.webapp.builders import Time
from webapp.accounts.models import User
from webapp.accounts.seen import FINENESS, last_seen

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def browser(time: Time) -> Client:
    client = Client()
    client.force_login(User.objects.create_user("maren"))
    return client


def seen() -> object:
    return User.objects.get().last_seen_at


def test_opening_a_page_is_noted_every_few_minutes(browser: Client, time: Time) -> None:
    browser.get("/")
    first = seen()
    assert first == time.at

    time.at += FINENESS / 2
    browser.get("/")
    assert seen() == first
    time.at += FINENESS / 2
    browser.get("/")
    assert seen() == time.at


def test_nobody_is_looked_up_for_it(browser: Client) -> None:
    """A page that does not ask whose the session is costs nothing, and notes nothing."""

    def answered(request: HttpRequest) -> HttpResponse:
        return HttpResponse(str(request.user) if request.GET else "")

    def visit(query: str) -> int:
        request: Any = RequestFactory().get(f"/{query}")
        request.session = browser.session
        asked: Any = AuthenticationMiddleware(last_seen(answered))
        with CaptureQueriesContext(connection) as found:
            asked(request)
        return len(found)

    assert visit("") == 0
    assert seen() is None
    assert visit("?asks") > 0
    assert seen() is not None


def test_it_is_noted_in_coroutines_as_well(browser: Client, time: Time) -> None:
    async def answered(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    request: Any = HttpRequest()
    request._cached_user = User.objects.get()
    asked: Any = last_seen(answered)
    asyncio.run(asked(request))

    assert seen() == time.at
