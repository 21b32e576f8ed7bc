"""The WebSocket door at `/ws/attempts/<token>`: JSON-RPC 2.0, one text frame for each message.

A plain ASGI application: Channels' own consumers visit a thread before every message, to close
database connections that this door never opens.

One message is taken at a time, and the next one when its answer has been handed over. So requests
on a socket are answered in the order in which they came, and whoever sends without reading is
stopped by his own connection, at no cost to our memory.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from webapp.attempts import errors, frames, services
from webapp.attempts.history import events_after
from webapp.attempts.offers import offered_tools
from webapp.attempts.retrieval import USUAL_K, retrieve_tools
from webapp.attempts.telling import Answer
from webapp.attempts.turns import Entry

logger = logging.getLogger(__name__)

Message = dict[str, Any]
Params = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

CHANNEL = "websocket"
CLOSE_CODES = 4000
"""To which the HTTP status is added: the range that applications have to themselves."""
_PAGE = 20
_LONGEST_NAME = 100
# Tools over MCP, which has no methods of ours; never counted as calls, so no unknown tools here.
_CONTROLS = {
    "get_task": "task/get",
    "finish_task": "task/finish",
    "retrieve_tools": "tools/retrieve",
}
_DEAD_END = (errors.UnknownToken, errors.RevokedToken)


class _Gone(Exception):
    """The client has gone."""


class _Over(Exception):
    """Nothing can be done on this connection any more; the client has been told why."""

    def __init__(self, refusal: errors.DoorError) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


async def attempt_socket(scope: Message, receive: Receive, send: Send) -> None:
    """Serve one connection."""
    line = _Line(send)
    try:
        await receive()  # the wish to connect
        # Accepted first and refused then: a client can't read why a handshake failed.
        await line.accept()
        desk = await _enter(scope, line)
        while (message := await receive())["type"] == "websocket.receive":
            await desk.answer(message.get("text"))
            await asyncio.sleep(0)  # who sends many messages in one go does not keep others waiting
    except _Over as over:
        await line.close(over.refusal)
    except _Gone:
        return


async def _enter(scope: Message, line: _Line) -> _Desk:
    """Find the attempt, and tell what the client has missed."""
    try:
        entry = await services.enter(scope["url_route"]["kwargs"]["token"], CHANNEL)
        desk = _Desk(entry, line)
        query = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
        after = query.get("after")
        if after is None:
            await services.peek(entry)
        else:
            await desk.tell_missed(_number(after[-1]))
    except _Gone:
        raise
    except Exception as error:
        refusal = _as_refusal(error)
        await line.tell(frames.refusal(None, refusal))
        raise _Over(refusal) from error
    return desk


class _Line:
    """What leads to the client.

    Args:
        send: The server's way of sending.
    """

    def __init__(self, send: Send) -> None:
        self._send = send

    async def accept(self) -> None:
        await self._hand_over({"type": "websocket.accept"})

    async def tell(self, frame: str) -> None:
        """Send a frame; returns when the connection can take another."""
        await self._hand_over({"type": "websocket.send", "text": frame})

    async def close(self, refusal: errors.DoorError) -> None:
        code = CLOSE_CODES + refusal.http_status
        await self._hand_over({"type": "websocket.close", "code": code, "reason": refusal.reason})

    async def _hand_over(self, message: Message) -> None:
        try:
            await self._send(message)
        except OSError as error:  # so ASGI says that nobody is there
            raise _Gone from error


class _Desk:
    """Where the requests of one connection are answered.

    Args:
        entry: The way into the attempt.
        line: The way to the client.
    """

    def __init__(self, entry: Entry, line: _Line) -> None:
        self._entry = entry
        self._line = line

    async def answer(self, frame: str | None) -> None:
        """Do what a frame asks for, and answer it; a notification is not answered."""
        try:
            request = frames.parse(frame)
        except frames.Malformed as malformed:
            await self._line.tell(frames.refusal(malformed.id, malformed))
            return
        if request is None:
            return
        try:
            reply = frames.result(request.id, await self._done(request))
        except _Gone:
            raise
        except Exception as error:
            refusal = _as_refusal(error)
            await self._line.tell(frames.refusal(request.id, refusal))
            if isinstance(refusal, _DEAD_END):
                raise _Over(refusal) from error
        else:
            await self._line.tell(reply)

    async def _done(self, request: frames.Request) -> dict[str, Any]:
        known = METHODS.get(request.method)
        if known is None:
            raise frames.UnknownMethod(
                f"There is no method {_short(request.method)}; there are {', '.join(METHODS)}."
            )
        handler, names = known
        for name in request.params:
            if name not in names:
                raise frames.InvalidParams(
                    f"{request.method} has no parameter {_short(name)}; it takes "
                    f"{', '.join(names) or 'none'}."
                )
        return await handler(self, request.params)

    async def tell_missed(self, after: object) -> int:
        """Tell the events after a number, page by page, and that they are complete."""
        known = after
        while True:
            past = await events_after(self._entry, known, _PAGE)
            for event in past.events:
                await self._line.tell(frames.notification("event", event))
            if not past.events or past.events[-1]["number"] == past.last:
                break
            known = past.events[-1]["number"]
        last = {"after": after, "last": past.last}
        await self._line.tell(frames.notification("events/complete", last))
        return past.last

    async def events_list(self, params: Params) -> dict[str, Any]:
        return {"last": await self.tell_missed(params.get("after", 0))}

    async def tools_list(self, params: Params) -> dict[str, Any]:
        view = await services.peek(self._entry)
        server = params.get("server")
        if server is not None and not isinstance(server, str):
            raise frames.InvalidParams("server: the name of a server, a text.")
        listed = [_listed(tool) for tool in offered_tools(view.offered, server)]
        return {"tools": listed, "retrieves": view.retrieves}

    async def tools_call(self, params: Params) -> dict[str, Any]:
        name, arguments = params.get("name"), params.get("arguments", {})
        key = params.get("idempotencyKey")
        if isinstance(name, str) and name in _CONTROLS:
            raise frames.InvalidParams(f"{name} is no tool here. Use the method {_CONTROLS[name]}.")
        return _told(await services.call_tool(self._entry, name, arguments, key=key))

    async def tools_retrieve(self, params: Params) -> dict[str, Any]:
        query, k = params.get("query"), params.get("k", USUAL_K)
        key = params.get("idempotencyKey")
        return _told(await retrieve_tools(self._entry, query, k, key=key))

    async def task_get(self, params: Params) -> dict[str, Any]:
        view = await services.get_task(self._entry)
        text = view.text()
        return {"number": view.number, "text": text, "task": json.loads(text)}

    async def task_finish(self, params: Params) -> dict[str, Any]:
        outcome, answer = params.get("outcome"), params.get("answer", "")
        key = params.get("idempotencyKey")
        return _told(await services.finish(self._entry, outcome, answer, key=key))

    async def ping(self, params: Params) -> dict[str, Any]:
        return {}


METHODS: dict[str, tuple[Callable[[_Desk, Params], Awaitable[dict[str, Any]]], tuple[str, ...]]] = {
    "tools/list": (_Desk.tools_list, ("server",)),
    "tools/call": (_Desk.tools_call, ("name", "arguments", "idempotencyKey")),
    "tools/retrieve": (_Desk.tools_retrieve, ("query", "k", "idempotencyKey")),
    "task/get": (_Desk.task_get, ()),
    "task/finish": (_Desk.task_finish, ("outcome", "answer", "idempotencyKey")),
    "events/list": (_Desk.events_list, ("after",)),
    "ping": (_Desk.ping, ()),
}


def _told(answer: Answer) -> dict[str, Any]:
    return {
        "number": answer.number,
        "status": answer.status,
        "text": answer.text,
        "isError": answer.is_error,
    }


def _listed(tool: dict[str, Any]) -> dict[str, Any]:
    """A tool in the fields that MCP lists it by, and its server."""
    return {
        "name": tool["name"],
        "description": tool["description"],
        "inputSchema": tool["inputSchema"],
        "annotations": {"readOnlyHint": not tool["mutates"]},
        "server": tool["server"],
    }


def _number(text: str) -> int | str:
    """A number of the query as such; what is none is left for the service to refuse."""
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 20 else text


def _short(name: str) -> str:
    return repr(name[:_LONGEST_NAME])


def _as_refusal(error: Exception) -> errors.DoorError:
    """What is told of an exception: a bug of ours is logged with its traceback, and not told."""
    if isinstance(error, errors.DoorError):
        return error
    logger.error("a WebSocket request broke", exc_info=error)
    return frames.Broken()
