"""What breaks on our side is logged and not told; and a client that goes is let go."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from typing import Any

import pytest
from channels.routing import URLRouter

from tests.webapp.builders import entry_of, opened
from webapp.attempts import services
from webapp.attempts.models import Attempt, Event
from webapp.attempts.opening import renew_token, token_of
from webapp.attempts.routing import websocket_urlpatterns

pytestmark = pytest.mark.django_db(transaction=True)

PATIENCE = 30.0


APPLICATION: Any = URLRouter(websocket_urlpatterns)


def scope_of(token: str) -> dict[str, Any]:
    """What a server tells of a connection to a token's address."""
    return {"type": "websocket", "path": f"/ws/attempts/{token}", "query_string": b""}


class Wire:
    """A connection without a network. Made in a running loop, it is open.

    Args:
        token: The token in its address.
    """

    def __init__(self, token: str) -> None:
        self._there: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._back: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self.served = asyncio.create_task(
            APPLICATION(scope_of(token), self._there.get, self._back.put)
        )
        self._there.put_nowait({"type": "websocket.connect"})

    async def received(self) -> dict[str, Any]:
        """The next message of the server, but for its accepting."""
        message = await asyncio.wait_for(self._back.get(), PATIENCE)
        return await self.received() if message["type"] == "websocket.accept" else message

    @property
    def answers(self) -> int:
        """How many messages of the server wait to be received."""
        return self._back.qsize()

    def send(self, method: str, **params: Any) -> None:
        """Send a request."""
        frame = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        self._there.put_nowait({"type": "websocket.receive", "text": json.dumps(frame)})

    async def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request; the whole frame that answers it."""
        self.send(method, **params)
        answer: dict[str, Any] = json.loads((await self.received())["text"])
        return answer

    async def leave(self) -> None:
        """Disconnect, and wait until the application has ended."""
        self._there.put_nowait({"type": "websocket.disconnect", "code": 1005})
        await self.ended()

    async def ended(self) -> None:
        """Wait until the application has ended."""
        await asyncio.wait_for(self.served, PATIENCE)


def over_wire(attempt: Attempt, talk: Callable[[Wire], Coroutine[Any, Any, None]]) -> None:
    """Open a wire to an attempt, talk over it, and leave."""

    async def whole(token: str) -> None:
        wire = Wire(token)
        await talk(wire)
        await wire.leave()

    asyncio.run(whole(token_of(attempt)))


def broken(*args: object, **kwargs: object) -> None:
    raise KeyError("a secret of ours")


def test_a_bug_is_logged_and_told_without_its_innards(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempt = opened()

    async def talk(wire: Wire) -> None:
        with monkeypatch.context() as patch:
            patch.setattr(services, "call_tool", broken)
            answer = await wire.request("tools/call", name="now")
        assert answer == {
            "jsonrpc": "2.0",
            "id": 1,
            "error": {
                "code": -32603,
                "message": "Something on our side broke. Send it again; with an idempotency key it "
                "is never done twice.",
                "data": {"reason": "internal_error"},
            },
        }
        assert (await wire.request("tools/call", name="now"))["result"]["status"] == "ok"

    over_wire(attempt, talk)
    assert "KeyError: 'a secret of ours'" in caplog.text
    assert "Traceback" in caplog.text


def test_a_bug_while_connecting_is_told_before_the_connection_closes(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr(services, "peek", broken)

    async def talk(token: str) -> None:
        wire = Wire(token)
        error = json.loads((await wire.received())["text"])["error"]
        assert (error["code"], error["data"]) == (-32603, {"reason": "internal_error"})
        closing = {"type": "websocket.close", "code": 4500, "reason": "internal_error"}
        assert await wire.received() == closing
        await wire.ended()

    asyncio.run(talk(token_of(opened())))
    assert "a secret of ours" in caplog.text


def test_a_tool_that_breaks_ends_the_attempt_as_errored(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempt = opened()

    async def talk(wire: Wire) -> None:
        monkeypatch.setattr("sandboxes.World.call", broken)
        error = (await wire.request("tools/call", name="now"))["error"]
        assert (error["code"], error["data"]) == (1009, {"reason": "errored"})
        assert "secret" not in error["message"]
        task = (await wire.request("task/get"))["result"]["task"]
        assert task["status"] == "errored"

    over_wire(attempt, talk)
    assert "a secret of ours" in caplog.text


def test_whoever_has_gone_is_not_answered_and_nothing_breaks(
    caplog: pytest.LogCaptureFixture,
) -> None:
    attempt = opened()
    for number in range(50):
        services.call_tool(entry_of(attempt), "get_my_uid", {}, key=f"k{number}").wait()

    async def until_gone(token: str, frame: str, messages_taken: int) -> int:
        """How many messages were sent to a client that goes after some."""
        sent = 0

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.receive", "text": frame}

        async def send(message: dict[str, Any]) -> None:
            nonlocal sent
            sent += 1
            if sent > messages_taken:
                raise BrokenPipeError  # an OSError, as ASGI has it

        await APPLICATION(scope_of(token), receive, send)
        return sent

    token = token_of(attempt)
    call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"get_my_uid"}}'
    missed = '{"jsonrpc":"2.0","id":1,"method":"events/list"}'
    for frame in (call, missed, "{"):
        for messages_taken in (0, 1, 3):
            assert asyncio.run(until_gone(token, frame, messages_taken)) == messages_taken + 1
    assert asyncio.run(until_gone("nope", call, 1)) == 2
    assert caplog.text == ""
    # No call before the client was accepted, one until it was gone, and three.
    assert Event.objects.filter(attempt=attempt, kind="call").count() == 50 + 1 + 3


def test_a_connection_that_is_cancelled_in_a_call_leaves_the_attempt_usable() -> None:
    attempt = opened()

    async def whole(token: str) -> None:
        for turns in range(10):
            wire = Wire(token)
            await wire.request("ping")
            wire.send("tools/call", name="now")
            for _ in range(turns):
                await asyncio.sleep(0)  # the call has begun, or is about to
            wire.served.cancel()
            await asyncio.gather(wire.served, return_exceptions=True)
        wire = Wire(token)
        assert (await wire.request("tools/call", name="now"))["result"]["status"] == "ok"
        await wire.leave()

    asyncio.run(whole(token_of(attempt)))
    numbers = Event.objects.filter(attempt=attempt).values_list("number", flat=True)
    assert list(numbers) == [*range(1, len(numbers) + 1)]


def test_a_renewed_address_ends_its_connections_also_within_one_process() -> None:
    attempt = opened()

    async def whole(token: str) -> None:
        wire = Wire(token)
        await wire.request("tools/call", name="now")
        await renew_token(entry)
        error = (await wire.request("tools/call", name="now"))["error"]
        assert (error["code"], error["data"]["reason"]) == (1002, "revoked_token")
        closing = {"type": "websocket.close", "code": 4410, "reason": "revoked_token"}
        assert await wire.received() == closing
        await wire.ended()

    entry = entry_of(attempt)
    asyncio.run(whole(token_of(attempt)))
    assert Event.objects.filter(attempt=attempt, kind="call").count() == 1


def test_whoever_sends_many_messages_in_one_go_lets_others_take_turns() -> None:
    many = 200

    async def whole(token: str) -> int:
        wire = Wire(token)
        await wire.request("ping")
        for _ in range(many):
            wire.send("ping")
        turns = 0
        while wire.answers < many:
            await asyncio.sleep(0)
            turns += 1
        await wire.leave()
        return turns

    assert asyncio.run(whole(token_of(opened()))) >= many
