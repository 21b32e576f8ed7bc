"""The page of API tokens: shown once, listed, revoked."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client

from webapp import clock
from webapp.accounts.models import ApiToken, User
from webapp.accounts.tokens import new_token, revoke_token
from webapp.secrets import digest_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def user() -> User:
    return User.objects.create_user("maren")


@pytest.fixture
def browser(user: User) -> Client:
    client = Client()
    client.force_login(user)
    return client


def test_a_new_token_is_shown_once_and_works_at_the_api(browser: Client) -> None:
    answer = browser.post("/tokens", {"name": "Nightly run", "days": "90"})

    shown = re.search(r'id="secret" value="([^"]+)"', answer.content.decode())
    assert shown is not None
    assert "no-store" in answer["Cache-Control"]
    token = ApiToken.objects.get()
    assert token.digest == digest_of(shown[1])
    assert token.expires_at == token.created_at + timedelta(days=90)
    listed = browser.get("/tokens").content.decode()
    assert "Nightly run" in listed
    assert shown[1] not in listed
    me = Client().get("/api/v1/me", headers={"Authorization": f"Bearer {shown[1]}"})
    assert me.status_code == 200


def test_a_token_without_a_term_is_valid_until_it_is_revoked(browser: Client) -> None:
    browser.post("/tokens", {"name": "For good", "days": "never"})
    assert ApiToken.objects.get().expires_at is None


@pytest.mark.parametrize(
    "fields",
    [
        {"name": " ", "days": "30"},
        {"name": "x" * 101, "days": "30"},
        {"name": "a\x00", "days": "30"},
        {"name": "a", "days": "7000"},
        {"name": "a", "days": ""},
        {"name": "a"},
        {},
    ],
)
def test_what_is_no_token_is_told_at_its_field(fields: dict[str, str], browser: Client) -> None:
    answer = browser.post("/tokens", fields)

    assert 'class="errorlist"' in answer.content.decode()
    assert not ApiToken.objects.exists()


def test_a_revoked_token_stays_listed_and_can_be_revoked_no_more(
    browser: Client, user: User
) -> None:
    token, _ = new_token(user, "Old laptop")

    answer = browser.post(f"/tokens/{token.pk}/revoke", follow=True)

    assert "“Old laptop” is revoked." in answer.content.decode()
    assert "/revoke" not in browser.get("/tokens").content.decode()
    token.refresh_from_db()
    first = token.revoked_at
    revoke_token(token)
    token.refresh_from_db()
    assert token.revoked_at == first


def test_an_expired_token_is_marked(
    browser: Client, user: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_token(user, "Short", timedelta(days=1))
    later = clock.now() + timedelta(days=2)
    monkeypatch.setattr(clock, "now", lambda: later)

    assert "expired" in browser.get("/tokens").content.decode()


def test_tokens_of_others_are_neither_listed_nor_revoked(browser: Client) -> None:
    other = User.objects.create_user("other")
    token, _ = new_token(other, "Their own")

    assert "Their own" not in browser.get("/tokens").content.decode()
    assert browser.post(f"/tokens/{token.pk}/revoke").status_code == 404
    token.refresh_from_db()
    assert token.revoked_at is None


def test_nobody_has_no_tokens() -> None:
    assert Client().get("/tokens")["Location"] == "/sign-in?next=/tokens"
    assert Client().post("/tokens/1/revoke").status_code == 302


def test_opening_the_address_of_a_revocation_revokes_nothing(browser: Client, user: User) -> None:
    token, _ = new_token(user, "Kept")
    assert browser.get(f"/tokens/{token.pk}/revoke")["Location"] == "/tokens"
    token.refresh_from_db()
    assert token.revoked_at is None


def test_where_there_is_no_token_the_page_says_what_to_do(browser: Client) -> None:
    assert "You have no tokens." in browser.get("/tokens").content.decode()
