"""When somebody was here last is noted, a little coarsely."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from django.http import HttpRequest, HttpResponse
from django.test import Client

from tests.webapp.builders import Time
from webapp.accounts.models import User
from webapp.accounts.seen import FINENESS, last_seen

pytestmark = pytest.mark.django_db(transaction=True)

_MIDDLEWARE = "webapp.accounts.seen.last_seen"


@pytest.fixture(autouse=True)
def _noted(settings: Any) -> None:
    if _MIDDLEWARE not in settings.MIDDLEWARE:
        settings.MIDDLEWARE = [*settings.MIDDLEWARE, _MIDDLEWARE]


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
    Client().get("/")
    assert seen() is None


def test_it_is_noted_in_coroutines_as_well(browser: Client, time: Time) -> None:
    async def answered(request: HttpRequest) -> HttpResponse:
        return HttpResponse()

    request: Any = HttpRequest()
    request._cached_user = User.objects.get()
    asked: Any = last_seen(answered)
    asyncio.run(asked(request))

    assert seen() == time.at
