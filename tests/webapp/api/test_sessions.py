"""A session of the pages is as good as a token, if its CSRF token is sent along."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.test import Client

from tests.webapp.api.personas import API, Persona, content, refusal


@pytest.fixture
def browser(owner: Persona) -> Client:
    """The owner's browser."""
    client = Client(enforce_csrf_checks=True)
    client.force_login(owner.user)
    return client


def make_token(browser: Client, **headers: str) -> Any:
    """Make a token from the browser."""
    body = json.dumps({"name": "from a page"})
    kind = "application/json"
    return browser.post(API + "tokens", body, content_type=kind, headers=headers)


def test_a_session_reads(browser: Client) -> None:
    assert content(browser.get(API + "me"))["username"] == "owner"


def test_a_session_writes_with_its_csrf_token_only(browser: Client) -> None:
    reason, message = refusal(make_token(browser), 403)
    assert reason == "permission_denied"
    assert message.startswith("CSRF Failed")
    browser.cookies["csrftoken"] = "x" * 32
    made = make_token(browser, **{"X-CSRFToken": "x" * 32})
    assert content(made, 201)["name"] == "from a page"


def test_without_either_the_answer_says_what_to_send(nobody: Persona) -> None:
    response = nobody.get("me")
    assert refusal(response, 401) == (
        "not_authenticated",
        "Send a token (Authorization: Bearer ...), or sign in.",
    )
    assert response["WWW-Authenticate"] == 'Bearer realm="Touchstone"'
