"""An attempt over MCP, with the official client."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Awaitable, Callable
from contextlib import AbstractContextManager
from types import TracebackType
from typing import Any, Literal, Self, TypeVar, cast

import mcp_types as types
from anyio.from_thread import BlockingPortal, start_blocking_portal
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from pydantic import SerializerFunctionWrapHandler, model_serializer

from agents.sessions._door import PATIENCE, RETRIEVE_TOOLS, DoorSession
from agents.sessions._errors import ConnectionLost, Refusal

A = TypeVar("A")
T = TypeVar("T")

_KEY = "idempotencyKey"
_BROKEN = (MCPError, ExceptionGroup)
"""What the client raises: an answer that is an error, or whatever ended its tasks."""


class _Params(types.RequestParams):
    """Parameters of a call whose arguments are any JSON; the SDK's own only take an object."""

    name: str
    arguments: Any

    @model_serializer(mode="wrap")
    def _whole(self, handler: SerializerFunctionWrapHandler) -> dict[str, Any]:
        """With the arguments as they are: the SDK leaves out what is null."""
        return {**handler(self), "arguments": self.arguments}


class _Call(types.Request[_Params, Literal["tools/call"]]):
    """A call of a tool."""

    method: Literal["tools/call"] = "tools/call"
    params: _Params


class McpSession(DoorSession):
    """An attempt over MCP. The client lives in an event loop of its own, in a thread.

    Args:
        address: Its address, ``http://HOST/mcp/TOKEN``.
        sleep: Waits so many seconds before a request is sent again.
    """

    _portal: BlockingPortal | None = None
    _thread: AbstractContextManager[BlockingPortal] | None = None
    _client: Client | None = None
    _held: AbstractContextManager[Client] | None = None

    def __enter__(self) -> Self:
        self._thread = start_blocking_portal()
        self._portal = self._thread.__enter__()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        super().__exit__(kind, error, trace)
        assert self._thread is not None, "it was entered"
        self._thread.__exit__(kind, error, trace)
        self._portal = self._thread = None

    def _drop(self) -> None:
        held, self._held, self._client = self._held, None, None
        if held is not None:
            with contextlib.suppress(*_BROKEN):  # a client that has broken says so once more
                held.__exit__(None, None, None)

    def _task(self) -> dict[str, Any]:
        task: dict[str, Any] = json.loads(self._text("get_task", {}))
        return task

    def _listed(self) -> list[dict[str, Any]]:
        listed: list[types.Tool] = []
        cursor: str | None = None
        while True:
            page = self._sent(_list_tools, cursor)
            listed += page.tools
            cursor = page.next_cursor
            if cursor is None:
                break
        return [
            {
                "name": tool.name,
                "description": tool.description or "",
                # The SDK moves the outermost keys; the catalogue has them in alphabetical order.
                "input_schema": dict(sorted(tool.input_schema.items())),
            }
            for tool in listed
        ]

    def _called(self, name: str, arguments: object, key: str) -> str:
        return self._text(name, arguments, key)

    def _ended(self, outcome: str, answer: str, key: str) -> str:
        return self._text("finish_task", {"outcome": outcome, "answer": answer}, key)

    def _found(self, query: str, k: int, key: str) -> str:
        return self._text(RETRIEVE_TOOLS, {"query": query, "k": k}, key)

    def _text(self, name: str, arguments: object, key: str | None = None) -> str:
        """What a tool answers: one text."""
        meta = cast("types.RequestParamsMeta", {} if key is None else {_KEY: key})
        call = _Call(params=_Params(name=name, arguments=arguments, _meta=meta))
        result = self._sent(_call_tool, call)
        return str(getattr(result.content[0], "text", "")) if result.content else ""

    def _sent(self, send: Callable[[Client, A], Awaitable[T]], what: A) -> T:
        """Send something over the client that there is, or a new one."""
        assert self._portal is not None, "a session is used as a context manager"
        try:
            if self._client is None:
                client = Client(self._address, read_timeout_seconds=PATIENCE)
                held = self._portal.wrap_async_context_manager(client)
                self._client = held.__enter__()
                self._held = held
            return self._portal.call(send, self._client, what)
        except _BROKEN as error:
            raise _told(error) from error


async def _list_tools(client: Client, cursor: str | None) -> types.ListToolsResult:
    # Not from the client's cache: what is listed grows when tools are looked for.
    return await client.list_tools(cursor=cursor, cache_mode="bypass")


async def _call_tool(client: Client, call: _Call) -> types.CallToolResult:
    # Past the client's own method, which lists all tools anew after a call of an unlisted one.
    return await client.session.send_request(call, types.CallToolResult)


def _told(error: BaseException) -> Refusal | ConnectionLost:
    """What a failed request says: the door's refusal, if there is one somewhere in it."""
    if isinstance(error, BaseExceptionGroup):
        told = [_told(inner) for inner in error.exceptions]
        return next((one for one in told if isinstance(one, Refusal)), told[0])
    data = error.data if isinstance(error, MCPError) else None
    if isinstance(data, dict) and "reason" in data:
        return Refusal(str(data["reason"]), str(error))
    return ConnectionLost(str(error) or type(error).__name__)
