"""Whatever goes wrong is told in one shape, and what a client sends never breaks anything."""

from __future__ import annotations

import json
import logging
from typing import Any

import pytest
from asgiref.sync import async_to_sync
from asgiref.testing import ApplicationCommunicator
from django.core.asgi import get_asgi_application
from django.db import OperationalError

from tests.webapp.api.personas import API, Persona, content, refusal
from webapp.api.views import accounts
from webapp.attempts import errors, services
from webapp.attempts.models import Attempt, Event

LIMIT = 1024 * 1024


@pytest.mark.parametrize(
    ("body", "message"),
    [
        (b"{", "The body is no JSON: Expecting property name"),
        (b"nix", "The body is no JSON: Expecting value"),
        (b"\xef\xbb\xbf{}", "The body is no JSON: Unexpected UTF-8 BOM"),
        (b"\xff", "The body is not UTF-8 (byte 0)."),
        (b'{"name": NaN}', "The body is no JSON: NaN is no number."),
        (b'{"name": -Infinity}', "The body is no JSON: -Infinity is no number."),
        (b'{"name": 1e400}', "The body holds a number that is too large."),
        (b'{"name": ' + b"9" * 5000 + b"}", "The body holds a number with too many digits."),
        (b'{"name": "\\ud800"}', "The body holds half a surrogate pair, which is no text."),
        (b'{"\\udc00": 1}', "The body holds half a surrogate pair, which is no text."),
        (b'{"name": 1, "name": 2}', "The body holds an object in which a key stands twice."),
        (
            b'{"a": ' + b"[" * 101 + b"1" + b"]" * 101 + b"}",
            "The body is nested deeper than 101 levels.",
        ),
        (b"[" * 200_000, "The body is nested deeper than 101 levels."),
        (b'{"a":' * 100_000, "The body is nested deeper than 101 levels."),
    ],
)
def test_a_body_that_can_not_be_read_is_refused(
    owner: Persona, attempt: Attempt, body: bytes, message: str
) -> None:
    for path in ("tokens", f"attempts/{attempt.pk}/calls"):
        reason, told = refusal(owner.send("post", path, body), 400)
        assert reason == "parse_error"
        assert told.startswith(message)
    assert not Event.objects.exists()


def test_arguments_may_be_nested_as_deeply_as_on_every_way_in(
    owner: Persona, attempt: Attempt
) -> None:
    deep = '{"tool": "now", "arguments": ' + "[" * 100 + "1" + "]" * 100 + "}"
    answer = content(owner.send("post", f"attempts/{attempt.pk}/calls", deep))
    assert answer["status"] == "error"


def test_a_body_of_more_than_a_mebibyte_is_refused(owner: Persona, attempt: Attempt) -> None:
    frame = '{"tool": "now", "arguments": {"x": "%s"}}'
    largest = frame % ("x" * (LIMIT - len(frame) + 2))
    path = f"attempts/{attempt.pk}/calls"
    assert content(owner.send("post", path, largest))["status"] == "error"
    assert refusal(owner.send("post", path, largest + " "), 413) == (
        "too_large",
        "The body is too large: at most 1 MiB (1,048,576 bytes) is read.",
    )


def test_a_body_that_comes_in_chunks_counts_as_well(owner: Persona) -> None:
    """It has no length beforehand; ASGI servers hand it over all the same."""

    async def send(chunks: list[bytes]) -> tuple[int, Any]:
        scope = {
            "type": "http",
            "method": "POST",
            "path": API + "tokens",
            "headers": [
                (b"host", b"localhost"),
                (b"content-type", b"application/json"),
                (b"transfer-encoding", b"chunked"),
                (b"authorization", f"Bearer {owner.secret}".encode()),
            ],
        }
        site: Any = ApplicationCommunicator(get_asgi_application(), scope)  # type: ignore[no-untyped-call]
        for chunk in chunks:
            await site.send_input({"type": "http.request", "body": chunk, "more_body": True})
        await site.send_input({"type": "http.request", "body": b""})
        start, body = await site.receive_output(10), await site.receive_output(10)
        await site.wait()
        return start["status"], json.loads(body["body"])

    status, made = async_to_sync(send)([b'{"name": ', b'"in chunks"}'])
    assert (status, made["name"]) == (201, "in chunks")
    status, refused = async_to_sync(send)([b'"', b"x" * LIMIT, b'"'])
    assert (status, refused["error"]["reason"]) == (413, "too_large")


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "nix", "a/b/c"]
)
def test_another_content_type_is_refused(owner: Persona, kind: str) -> None:
    response = owner.send("post", "tokens", "name=ci", kind)
    assert refusal(response, 415)[0] == "unsupported_media_type"


def test_answers_are_json_and_nothing_else(owner: Persona) -> None:
    response = owner.client.get(API + "me", headers={"Accept": "text/html"})
    assert refusal(response, 406)[0] == "not_acceptable"


@pytest.mark.parametrize("method", ["put", "patch", "delete", "options", "trace", "query"])
def test_another_method_is_refused_and_told_which_there_are(owner: Persona, method: str) -> None:
    response = owner.send(method, "tokens", "")
    assert refusal(response, 405)[0] == "method_not_allowed"
    assert response["Allow"] == "GET, HEAD, POST"


@pytest.mark.parametrize("path", ["", "nix", "suites/", "attempts/1/", "attempts/x", "a%00b"])
def test_an_address_that_there_is_not_is_told_in_the_same_shape(nobody: Persona, path: str) -> None:
    assert refusal(nobody.get(path), 404)[0] == "not_found"
    assert refusal(nobody.post(path, {}), 404)[0] == "not_found"


def test_details_tell_every_field_that_is_wrong(owner: Persona) -> None:
    response = owner.post("tokens", {"name": "", "expires_in_days": 0})
    assert content(response, 400)["error"] == {
        "reason": "invalid_params",
        "message": "name: This field may not be blank.",
        "details": {
            "name": ["This field may not be blank."],
            "expires_in_days": ["Ensure this value is greater than or equal to 1."],
        },
    }


def test_a_bug_of_ours_is_logged_and_tells_nothing(
    owner: Persona, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_: object) -> None:
        raise KeyError("a secret of ours")

    monkeypatch.setattr(accounts, "user_of", broken)
    with caplog.at_level(logging.ERROR, "webapp.api.errors"):
        response = owner.get("me")
    assert refusal(response, 500)[0] == "internal_error"
    assert b"secret" not in response.content
    (record,) = [r for r in caplog.records if r.name == "webapp.api.errors"]
    assert record.getMessage() == f"GET {API}me failed"
    assert record.exc_info is not None
    assert isinstance(record.exc_info[1], KeyError)


@pytest.mark.parametrize(
    ("error", "status", "retry"),
    [
        (errors.Busy("Later."), 429, "1"),
        (errors.NotSaved("Later."), 503, "1"),
        (errors.Outdated("Old."), 409, None),
        (errors.AttemptErrored(), 500, None),
    ],
)
def test_the_door_refuses_in_the_same_shape(
    owner: Persona,
    attempt: Attempt,
    monkeypatch: pytest.MonkeyPatch,
    error: errors.DoorError,
    status: int,
    retry: str | None,
) -> None:
    def refuse(*_: object) -> None:
        raise error

    monkeypatch.setattr(services, "peek", refuse)
    response = owner.get(f"attempts/{attempt.pk}")
    assert refusal(response, status) == (error.reason, str(error))
    assert response.get("Retry-After") == retry


def test_a_database_that_fails_is_no_reason_to_tell_its_secrets(
    owner: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise OperationalError("no password supplied")

    monkeypatch.setattr(accounts, "user_of", fail)
    response = owner.get("me")
    assert refusal(response, 500)[0] == "internal_error"
    assert b"password" not in response.content
    assert json.loads(response.content)["error"].keys() == {"reason", "message"}
