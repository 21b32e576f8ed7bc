"""The MCP door, through the official client in both eras and by hand where a client would not."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any, cast

import httpx2
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import RequestParamsMeta

from sandboxes import catalogue
from tests.webapp.builders import entry_of, opened
from tests.webapp.live import LiveSite
from webapp.attempts import services
from webapp.attempts.models import Attempt, EventKind
from webapp.attempts.opening import renew_token, token_of

pytestmark = pytest.mark.django_db(transaction=True)

ERAS = ["auto", "legacy"]
MODERN = {"MCP-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "now"}
ACCEPT = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json"}


def key(text: str) -> RequestParamsMeta:
    return cast("RequestParamsMeta", {"idempotencyKey": text})


def in_client(
    live_site: LiveSite, attempt: Attempt, era: str, act: Callable[[Client], Awaitable[None]]
) -> None:
    """Do something with a connected client."""
    url = live_site.mcp_url(token_of(attempt))

    async def connected() -> None:
        async with Client(url, mode=era) as client:
            await act(client)

    asyncio.run(connected())


def text_of(result: Any) -> str:
    return str(result.content[0].text)


def post(live_site: LiveSite, path: str, body: Any, **headers: str) -> httpx2.Response:
    """A request as no client would send it."""
    content = body if isinstance(body, bytes) else json.dumps(body).encode()
    return httpx2.post(
        live_site.origin + path, content=content, headers=ACCEPT | headers, timeout=30
    )


def modern_call(name: object, arguments: object) -> dict[str, Any]:
    """A call of the modern era, which stands for itself."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": name, "arguments": arguments, "_meta": meta}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


@pytest.mark.parametrize("era", ERAS)
def test_a_client_reads_the_task_acts_and_finishes(live_site: LiveSite, era: str) -> None:
    attempt = opened()
    briefing = services.peek(entry_of(attempt)).wait().briefing()

    async def act(client: Client) -> None:
        expected = "2025-11-25" if era == "legacy" else "2026-07-28"
        assert client.protocol_version == expected
        assert client.instructions == briefing
        resource = await client.read_resource("touchstone://task")
        assert resource.contents[0].text == briefing  # type: ignore[union-attr]
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert len(tools) == len(catalogue()) + 2
        assert briefing in (tools["finish_task"].description or "")
        task = json.loads(text_of(await client.call_tool("get_task", {})))
        assert task["instruction"] == attempt.instance.instruction
        answer = await client.call_tool("now", {})
        assert answer.is_error is False
        assert json.loads(text_of(answer))["status"] == "ok"
        end = await client.call_tool("finish_task", {"outcome": "cannot_be_done", "answer": "x"})
        assert end.is_error is False

    in_client(live_site, attempt, era, act)

    attempt.refresh_from_db()
    assert (attempt.status, attempt.claim, attempt.answer) == ("finished", "cannot_be_done", "x")
    assert attempt.scores.count() == 1
    assert list(attempt.events.values_list("kind", flat=True)) == ["start", "call", "finish"]


@pytest.mark.parametrize("era", ERAS)
def test_what_is_not_understood_is_an_error_that_the_model_reads_and_that_counts(
    live_site: LiveSite, era: str
) -> None:
    attempt = opened()

    async def act(client: Client) -> None:
        for name, arguments in (
            ("no_such_tool", {}),
            ("now", {"surplus": 1}),
            ("search_items", {"item_name": 16}),
        ):
            answer = await client.call_tool(name, arguments)
            assert answer.is_error is True
            assert json.loads(text_of(answer))["status"] == "error"
        wrong = await client.call_tool("finish_task", {"outcome": "finished"})
        assert wrong.is_error is True
        assert "cannot_be_done" in text_of(wrong)

    in_client(live_site, attempt, era, act)

    statuses = attempt.events.filter(kind=EventKind.CALL).values_list("status", flat=True)
    assert list(statuses) == ["error"] * 3


@pytest.mark.parametrize("era", ERAS)
def test_keys_ends_and_revoked_addresses_are_told_in_the_protocol(
    live_site: LiveSite, era: str
) -> None:
    attempt = opened()
    renewal = renew_token(entry_of(attempt))

    async def act(client: Client) -> None:
        first = await client.call_tool("now", {}, meta=key("k"))
        again = await client.call_tool("now", {}, meta=key("k"))
        assert text_of(again) == text_of(first)
        with pytest.raises(MCPError, match="was used for another call") as reused:
            await client.call_tool("get_all_contacts", {}, meta=key("k"))
        assert reused.value.error.data == {"reason": "key_reused"}
        with pytest.raises(MCPError, match="idempotency key"):
            await client.call_tool("now", {}, meta=key(""))
        await client.call_tool("finish_task", {"outcome": "done"})
        with pytest.raises(MCPError, match="has been finished") as ended:
            await client.call_tool("now", {})
        assert ended.value.error.data == {"reason": "ended"}
        assert json.loads(text_of(await client.call_tool("get_task", {})))["status"] == "finished"
        await asyncio.to_thread(renewal.wait)
        with pytest.raises(MCPError, match="revoked"):
            await client.call_tool("get_task", {})

    in_client(live_site, attempt, era, act)

    assert attempt.events.filter(kind=EventKind.CALL).count() == 1


@pytest.mark.parametrize("era", ERAS)
def test_parallel_calls_are_all_answered(live_site: LiveSite, era: str) -> None:
    attempt = opened()

    async def act(client: Client) -> None:
        calls = (client.call_tool(f"tool_{place}", {}) for place in range(12))
        answers = await asyncio.gather(*calls)
        for place, answer in enumerate(answers):
            assert f"tool_{place}'" in text_of(answer)

    in_client(live_site, attempt, era, act)

    calls = attempt.events.filter(kind=EventKind.CALL)
    assert set(calls.values_list("tool", flat=True)) == {f"tool_{place}" for place in range(12)}


def test_an_address_may_name_one_server(live_site: LiveSite) -> None:
    attempt = opened()
    token = token_of(attempt)

    async def listed(path: str) -> list[str]:
        async with Client(live_site.origin + path) as client:
            return [tool.name for tool in (await client.list_tools()).tools]

    shop = asyncio.run(listed(f"/mcp/{token}/LightShop"))
    assert len(shop) == 26 + 2
    assert post(live_site, f"/mcp/{token}/LightHouse", modern_call("now", {}), **MODERN).json()[
        "error"
    ]["data"] == {"reason": "not_offered"}


def test_the_list_follows_the_conditions(live_site: LiveSite) -> None:
    attempt = opened(access="needed", distractors=3)
    names: list[str] = []

    async def act(client: Client) -> None:
        names.extend(tool.name for tool in (await client.list_tools()).tools)
        assert (await client.call_tool("now", {})).is_error is False

    in_client(live_site, attempt, "auto", act)

    assert attempt.offered is not None
    assert sorted(names) == sorted([*attempt.offered, "get_task", "finish_task"])


@pytest.mark.parametrize("arguments", [[1], "text", 7, None, True])
def test_arguments_that_are_no_object_are_a_syntactic_error(
    live_site: LiveSite, arguments: object
) -> None:
    attempt = opened()

    answer = post(live_site, f"/mcp/{token_of(attempt)}", modern_call("now", arguments), **MODERN)

    assert answer.status_code == 200
    result = answer.json()["result"]
    assert result["isError"] is True
    assert "one JSON object" in result["content"][0]["text"]
    assert attempt.events.filter(status="error").count() == 1


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"[]", 400),
        (b"[" * 100_000, 400),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}', 400),
        (b"\xff\xfe", 400),
        (b" " * (10 * 1024 * 1024), 413),
        (json.dumps(modern_call(7, {})).encode(), 400),
        (json.dumps(modern_call("now", {"x": float("nan")})).encode(), 400),
    ],
)
def test_what_is_no_call_gets_a_protocol_error_and_counts_nothing(
    live_site: LiveSite, body: bytes, status: int
) -> None:
    attempt = opened()

    answer = post(live_site, f"/mcp/{token_of(attempt)}", body, **MODERN)

    assert answer.status_code == status
    assert "error" in answer.json()
    assert attempt.events.filter(kind=EventKind.CALL).count() == 0
    assert "Traceback" not in live_site.log()


def test_a_wrong_address_is_told(live_site: LiveSite) -> None:
    for path in ("/mcp/nothing", "/mcp/", f"/mcp/{'x' * 5000}"):
        answer = post(live_site, path, modern_call("now", {}), **MODERN)
        assert answer.status_code == 404
        assert answer.json()["error"]["data"] == {"reason": "unknown_token"}


def test_a_session_of_one_attempt_is_none_of_another(live_site: LiveSite) -> None:
    one, other = opened(), opened()
    hello = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "initialize",
        "params": {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "by hand", "version": "1"},
        },
    }
    session = post(live_site, f"/mcp/{token_of(one)}", hello).headers["mcp-session-id"]
    call = {"jsonrpc": "2.0", "id": 2, "method": "tools/call", "params": {"name": "now"}}

    foreign = post(live_site, f"/mcp/{token_of(other)}", call, **{"Mcp-Session-Id": session})
    own = post(live_site, f"/mcp/{token_of(one)}", call, **{"Mcp-Session-Id": session})

    assert foreign.status_code == 404
    assert own.status_code == 200
    assert other.events.count() == 0


def test_tokens_do_not_appear_in_the_log(live_site: LiveSite) -> None:
    attempt = opened()

    async def act(client: Client) -> None:
        await client.call_tool("now", {})

    in_client(live_site, attempt, "legacy", act)

    assert token_of(attempt) not in live_site.log()
