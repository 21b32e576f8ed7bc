"""Tokens: a secret is shown once, kept as a digest, and of no use when revoked or expired."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.db import connection

from tests.webapp.api.personas import Persona, content, refusal
from webapp import clock
from webapp.accounts.models import ApiToken
from webapp.secrets import digest_of


def made(persona: Persona, **body: object) -> dict[str, Any]:
    """A token that the persona makes."""
    token: dict[str, Any] = content(persona.post("tokens", {"name": "ci", **body}), 201)
    return token


def with_secret(persona: Persona, secret: object) -> Persona:
    """The persona, known by another secret."""
    persona.client.credentials(HTTP_AUTHORIZATION=f"Bearer {secret}")
    return persona


def test_a_token_is_hashed_at_rest(owner: Persona) -> None:
    token = made(owner)
    secret = str(token["token"])
    assert ApiToken.objects.get(pk=token["id"]).digest == digest_of(secret)
    with connection.cursor() as cursor:
        for table in connection.introspection.table_names(cursor):
            cursor.execute(f"SELECT * FROM {connection.ops.quote_name(table)}")
            assert secret not in str(cursor.fetchall()), table


def test_the_secret_is_shown_once_and_lets_in(owner: Persona) -> None:
    token = made(owner)
    assert owner.get("tokens")["Cache-Control"] == "private, no-store"
    listed = content(owner.get("tokens"))["results"]
    assert [each["name"] for each in listed] == ["ci", "tests"]
    assert listed[0] == {key: value for key, value in token.items() if key != "token"}
    assert content(with_secret(owner, token["token"]).get("me")) == {
        "id": owner.user.pk,
        "username": "owner",
        "role": "participant",
    }


@pytest.mark.parametrize("scheme", ["Bearer", "bearer", "BEARER"])
def test_the_scheme_may_be_written_as_one_likes(owner: Persona, scheme: str) -> None:
    owner.client.credentials(HTTP_AUTHORIZATION=f"{scheme}   {owner.secret} ")
    assert owner.get("me").status_code == 200


def test_a_revoked_token_is_refused(owner: Persona, nobody: Persona) -> None:
    token = made(owner)
    assert owner.delete(f"tokens/{token['id']}").status_code == 204
    response = with_secret(nobody, token["token"]).get("me")
    assert refusal(response, 401) == (
        "authentication_failed",
        "This token was revoked. Make a new one.",
    )
    assert response["WWW-Authenticate"] == 'Bearer realm="Touchstone"'


def test_revoking_twice_keeps_the_first_time(owner: Persona) -> None:
    token = made(owner)
    owner.delete(f"tokens/{token['id']}")
    first = ApiToken.objects.get(pk=token["id"]).revoked_at
    assert owner.delete(f"tokens/{token['id']}").status_code == 204
    assert ApiToken.objects.get(pk=token["id"]).revoked_at == first is not None


def test_an_expired_token_is_refused(
    owner: Persona, nobody: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    token, now = made(owner, expires_in_days=1), clock.now()
    with_secret(nobody, token["token"])
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(hours=23))
    assert nobody.get("me").status_code == 200
    monkeypatch.setattr(clock, "now", lambda: now + timedelta(hours=25))
    assert refusal(nobody.get("me"), 401)[1] == "This token has expired. Make a new one."


@pytest.mark.parametrize("secret", ["", "x", "ä", "x y", "\x7f", "9" * 5000])
def test_a_token_that_is_none_is_refused_even_where_everybody_may_read(
    nobody: Persona, secret: str
) -> None:
    response = with_secret(nobody, secret).get("suites")
    assert refusal(response, 401)[1] == "There is no such token. Copy it once more, or make one."


def test_a_closed_account_lets_nobody_in(owner: Persona) -> None:
    owner.user.is_active = False
    owner.user.save()
    assert refusal(owner.get("me"), 401)[1] == "The account of this token is closed."


@pytest.mark.parametrize(("days", "left"), [(None, 1), (30, 1), (1, 1)])
def test_what_a_token_makes_does_not_outlast_it(
    owner: Persona, days: int | None, left: int
) -> None:
    parent = made(owner, expires_in_days=left)
    child = made(with_secret(owner, parent["token"]), expires_in_days=days)
    assert child["expires_at"] <= parent["expires_at"]


def test_a_token_lives_for_ever_if_nothing_else_is_said(owner: Persona) -> None:
    assert made(owner)["expires_at"] is None
    assert made(owner, expires_in_days=None)["expires_at"] is None


def test_somebody_elses_token_is_not_there(owner: Persona, stranger: Persona) -> None:
    assert refusal(stranger.delete(f"tokens/{owner.token.pk}"), 404)[0] == "not_found"
    assert content(owner.get("me"))["username"] == "owner"
    assert [t["id"] for t in content(stranger.get("tokens"))["results"]] == [stranger.token.pk]


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "name: This field is required."),
        ({"name": ""}, "name: This field may not be blank."),
        ({"name": " "}, "name: This value does not match the required pattern."),
        ({"name": "a\nb"}, "name: This value does not match the required pattern."),
        ({"name": "a\u0000"}, "name: Null characters are not allowed."),
        ({"name": 7}, "name: This value does not match the required pattern."),
        ({"name": "x" * 101}, "name: Ensure this field has no more than 100 characters."),
        ({"expires_in_days": "1"}, "expires_in_days: A valid integer is required."),
        ({"expires_in_days": True}, "expires_in_days: A valid integer is required."),
        ({"expires_in_days": 1.5}, "expires_in_days: A valid integer is required."),
        (
            {"expires_in_days": 0},
            "expires_in_days: Ensure this value is greater than or equal to 1.",
        ),
        (
            {"expires_in_days": 10**30},
            "expires_in_days: Ensure this value is less than or equal to 3650.",
        ),
        (
            {"days": 1},
            "days: There is no such field; there are: name, expires_in_days.",
        ),
    ],
)
def test_a_token_that_can_not_be_is_refused(
    owner: Persona, body: dict[str, object], message: str
) -> None:
    sent = body if body.keys() & {"name", "days"} or not body else {"name": "ci", **body}
    assert refusal(owner.post("tokens", sent), 400) == ("invalid_params", message)
    assert ApiToken.objects.count() == 1
