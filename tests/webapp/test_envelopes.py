"""What the SDK has accepted goes past it the second time, and nobody can tell by the answer."""

from __future__ import annotations

import asyncio
import json
import re
from typing import Any, cast

import httpx2
import pytest

from tests.webapp.builders import opened
from tests.webapp.live import LiveSite
from webapp.attempts.envelopes import Envelopes, plain_call
from webapp.attempts.mcp import McpDoor
from webapp.attempts.models import Attempt, EventKind
from webapp.attempts.opening import token_of

META = {
    "io.modelcontextprotocol/protocolVersion": "2026-07-28",
    "io.modelcontextprotocol/clientCapabilities": {},
}
HEADERS = [
    (b"accept", b"application/json, text/event-stream"),
    (b"content-type", b"application/json"),
    (b"mcp-protocol-version", b"2026-07-28"),
    (b"mcp-method", b"tools/call"),
]
TIME_LEFT = re.compile(rb'(?<=seconds_left\\":)\d+')


def message(name: str, arguments: object, number: object = 1, **meta: object) -> dict[str, Any]:
    params = {"name": name, "arguments": arguments, "_meta": META | meta}
    return {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}


def named(name: str) -> list[tuple[bytes, bytes]]:
    return [*HEADERS, (b"mcp-name", name.encode())]


def send(
    live_site: LiveSite, attempt: Attempt, body: dict[str, Any], *more: tuple[bytes, bytes]
) -> tuple[int, list[tuple[str, str]], bytes]:
    """Status, headers and body of the answer, but for the moment and how much time is left."""
    answer = httpx2.post(
        live_site.mcp_url(token_of(attempt)),
        content=json.dumps(body).encode(),
        headers=[*named(body["params"]["name"]), *more],
        timeout=30,
    )
    headers = [pair for pair in answer.headers.multi_items() if pair[0] != "date"]
    return answer.status_code, headers, TIME_LEFT.sub(b"", answer.content)


@pytest.mark.django_db(transaction=True)
def test_an_answer_is_the_same_whether_the_sdk_saw_the_call_or_not(live_site: LiveSite) -> None:
    calls = [
        message("get_all_contacts", {}),
        message("now", {}, number="ein Text, \u00e9t\u00e9"),
        message("search_items", {"item_name": 16}),
        message("get_uid_from_name", {"name": 'a\x7f "/\\ \u2028'}),
        message("get_uid_from_name", {"name": "\x00\x1f\n\t"}, number=2**70),
        message("get_uid_from_name", {"name": "\ud800"}, number=-1),
        message("now", {}, number="a\x7f"),
        message("no_such_tool", {"text": "\u4f60\u597d \U0001f600"}),
        message("finish_task", {"outcome": "perhaps"}),
        message("now", {}, idempotencyKey="k"),
        message("now", {}, idempotencyKey="k"),
        message("get_all_contacts", {}, idempotencyKey="k"),
        message("now", {}, idempotencyKey=""),
        message("get_task", {}),
        message("finish_task", {"outcome": "done"}),
        message("now", {}),
    ]
    new, known = opened(), opened()

    # Each with a header of its own is new to the SDK; without one, all have the same envelope.
    seen = [
        send(live_site, new, call, (b"x-request", str(place).encode()))
        for place, call in enumerate(calls)
    ]
    send(live_site, opened(), message("get_task", {}))
    past = [send(live_site, known, call) for call in calls]

    assert past == seen
    kept = ("kind", "tool", "arguments", "key", "status", "answer", "state_hash")
    assert list(known.events.values_list(*kept)) == list(new.events.values_list(*kept))


@pytest.mark.django_db(transaction=True)
def test_only_the_first_of_equal_envelopes_comes_to_the_sdk(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempt = opened()
    path = f"/mcp/{token_of(attempt)}"
    door = McpDoor()
    seen, handle = [], door._manager.handle_request

    async def handle_request(scope: Any, receive: Any, send: Any) -> None:
        seen.append(scope["path"])
        await handle(scope, receive, send)

    async def calls() -> list[int]:
        statuses = []
        for name in ("now", "get_all_contacts", "now"):
            body = json.dumps(message(name, {})).encode()
            scope = {"type": "http", "method": "POST", "path": path, "headers": named(name)}
            asked = {"type": "http.request", "body": body, "more_body": False}
            sent: list[Any] = []

            async def receive(asked: Any = asked) -> Any:
                return asked

            async def send(event: Any, sent: list[Any] = sent) -> None:
                sent.append(event)

            await door(cast("Any", scope), receive, send)
            statuses.append(sent[0]["status"])
        await door.close()
        return statuses

    monkeypatch.setattr(door._manager, "handle_request", handle_request)

    assert asyncio.run(calls()) == [200] * 3
    assert len(seen) == 1
    assert attempt.events.filter(kind=EventKind.CALL).count() == 3


@pytest.mark.django_db(transaction=True)
def test_what_breaks_the_rules_of_the_sdk_is_refused_though_its_like_was_accepted(
    live_site: LiveSite,
) -> None:
    attempt = opened()
    assert send(live_site, attempt, message("now", {}))[0] == 200
    assert send(live_site, attempt, message("now", {}))[0] == 200

    twice = send(live_site, attempt, message("now", {}), (b"mcp-name", b"now"))
    other = message("now", {})
    other["params"]["_meta"].pop("io.modelcontextprotocol/clientCapabilities")
    without = send(live_site, attempt, other)
    mirrored = httpx2.post(
        live_site.mcp_url(token_of(attempt)),
        content=json.dumps(message("get_all_contacts", {})).encode(),
        headers=named("now"),
    )

    assert (twice[0], without[0], mirrored.status_code) == (400, 400, 400)
    assert attempt.events.filter(kind=EventKind.CALL).count() == 2


def test_a_call_is_read_with_what_varies_apart() -> None:
    plain = plain_call(named("now"), json.dumps(message("now", {"a": [1]})).encode(), "key")
    assert plain is not None
    assert (plain.id, plain.name, plain.arguments, plain.key) == (1, "now", {"a": [1]}, None)

    body = json.dumps(message("get_all_contacts", {}, number="x", key="k")).encode()
    same = plain_call([*named("get_all_contacts"), (b"content-length", b"9")], body, "key")
    assert same is not None
    assert (same.key, same.envelope) == ("k", plain.envelope)


@pytest.mark.parametrize(
    ("headers", "meta"),
    [
        ([*named("now"), (b"origin", b"http://elsewhere")], {}),
        ([(b"mcp-method", b"tools/list"), (b"mcp-name", b"now")], {}),
        (named("now"), {"io.modelcontextprotocol/protocolVersion": "2025-11-25"}),
        (named("now"), {"progressToken": 1}),
    ],
)
def test_another_envelope_is_another(
    headers: list[tuple[bytes, bytes]], meta: dict[str, Any]
) -> None:
    usual = plain_call(named("now"), json.dumps(message("now", {})).encode(), "key")
    other = plain_call(headers, json.dumps(message("now", {}, **meta)).encode(), "key")

    assert usual is not None
    assert other is not None
    assert other.envelope != usual.envelope


@pytest.mark.parametrize(
    "body",
    [
        b"{",
        b"[" * 100_000,
        b'"text"',
        b'{"id": %s}' % (b"9" * 5000),
        json.dumps(message("now", {}) | {"jsonrpc": "1.0"}).encode(),
        json.dumps(message("now", {}) | {"method": "tools/list"}).encode(),
        json.dumps(message("now", {}) | {"more": 1}).encode(),
        json.dumps(message("now", {}, number=True)).encode(),
        json.dumps(message("now", {}, number=1.0)).encode(),
        json.dumps(message("now", {}, number=None)).encode(),
        json.dumps(message("now", [])).encode(),
        json.dumps(message("now", None)).encode(),
        json.dumps(message("now", {}) | {"params": {"name": "now", "arguments": {}}}).encode(),
        json.dumps(message("then", {})).encode(),
        json.dumps(message("", {})).encode(),
    ],
)
def test_what_is_not_the_plainest_form_is_left_to_the_sdk(body: bytes) -> None:
    assert plain_call(named("now"), body, "key") is None


def test_a_name_that_is_not_mirrored_once_and_plainly_is_left_to_the_sdk() -> None:
    body = json.dumps(message("now", {})).encode()
    assert plain_call([*named("now"), (b"mcp-name", b"now")], body, "key") is None
    assert plain_call(HEADERS, body, "key") is None
    encoded = "=?base64?bm93?="
    assert plain_call(named(encoded), json.dumps(message(encoded, {})).encode(), "key") is None


def test_the_oldest_envelopes_are_forgotten() -> None:
    envelopes = Envelopes()
    for place in range(1_500):
        envelopes.accept(str(place).encode())
    assert b"1499" in envelopes
    assert b"0" not in envelopes
