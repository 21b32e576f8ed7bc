"""The mock attempt over MCP Streamable HTTP: to a client it looks as the real door does.

What clients read comes from that door itself, so that the two can't drift apart.
"""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import mcp_types as types
from asgiref.typing import ASGIReceiveCallable, ASGISendCallable, HTTPScope
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from webapp.attempts import errors
from webapp.attempts import mcp_shapes as shapes
from webapp.doctor.agent_attempt import MockAttempt
from webapp.doctor.agent_world import SERVER, TOOLS

Context = ServerRequestContext[Any, Any]

_SHOWN = 100


class AgentDoor:
    """An ASGI application with one attempt at one address.

    Args:
        attempt: The attempt.
        token: The secret part of its address.
    """

    def __init__(self, attempt: MockAttempt, token: str) -> None:
        self._attempt = attempt
        self._seen = attempt.seen
        self._paths = (f"/mcp/{token}", f"/mcp/{token}/{SERVER}")
        self._token = token
        self._manager = StreamableHTTPSessionManager(
            _server(attempt), json_response=True, max_request_body_size=shapes.LARGEST_BODY
        )

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Let sessions run; they end with the block."""
        async with self._manager.run():
            yield

    async def __call__(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answer one HTTP request."""
        if scope["path"].rstrip("/") not in self._paths:
            await self._turn_away(scope, send)
            return
        await self._manager.handle_request(scope, receive, send)  # type: ignore[arg-type]
        if not self._seen.protocol:
            self._seen.strangers.append(f"{scope['method']} to the address")

    async def _turn_away(self, scope: HTTPScope, send: ASGISendCallable) -> None:
        path = scope["path"].replace(self._token, "TOKEN")
        self._seen.strangers.append(f"{scope['method']} {path}")
        has_token = self._token in scope["path"]
        error = errors.NotOffered(f"The only server here is {SERVER}.")
        await shapes.refuse(error if has_token else errors.UnknownToken(), send)


def _server(attempt: MockAttempt) -> Server[Any]:
    """The SDK's server, with the handlers that the door's has."""

    async def discover(context: Context, params: types.RequestParams) -> types.DiscoverResult:
        plain = await server._handle_discover(context, params)
        return plain.model_copy(update={"instructions": attempt.view().briefing()})

    async def list_tools(
        context: Context, params: types.PaginatedRequestParams | None
    ) -> types.ListToolsResult:
        attempt.listed()
        listed = map(shapes.tool_of, TOOLS)
        return types.ListToolsResult(tools=[*listed, *shapes.control_tools(attempt.view())])

    async def read_resource(
        context: Context, params: types.ReadResourceRequestParams
    ) -> types.ReadResourceResult:
        if str(params.uri) != shapes.TASK_URI:
            raise MCPError(types.INVALID_PARAMS, f"There is one resource: {shapes.TASK_URI}.")
        attempt.read()
        text = types.TextResourceContents(
            uri=shapes.TASK_URI, mime_type="text/plain", text=attempt.view().briefing()
        )
        return types.ReadResourceResult(contents=[text])

    async def call_tool(context: Context, params: types.CallToolRequestParams) -> dict[str, Any]:
        return _answer(attempt, context)

    server: Server[Any] = Server(
        shapes.INFO["name"],
        version=shapes.INFO["version"],
        title=shapes.INFO["title"],
        get_tool_input_schema=lambda name: None,
        on_list_tools=list_tools,
        on_list_resources=shapes.list_resources,
        on_read_resource=read_resource,
    )
    server.middleware = [_Told(attempt)]
    server.add_request_handler("tools/call", types.CallToolRequestParams, call_tool)
    server.add_request_handler("server/discover", types.RequestParams, discover)
    return server


class _Told:
    """What the SDK's models can't say: the attempt's texts, odd arguments, refusals.

    Args:
        attempt: The attempt.
    """

    def __init__(self, attempt: MockAttempt) -> None:
        self._attempt = attempt

    async def __call__(self, ctx: Context, call_next: CallNext) -> HandlerResult:
        """Answer one message of any method."""
        if ctx.method != "initialize":
            self._attempt.greet(ctx.protocol_version, _client(ctx))
        try:
            if ctx.method == "tools/call":
                if ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
                    return shapes.modern(_answer(self._attempt, ctx))
                if not shapes.has_object(ctx):
                    return _answer(self._attempt, ctx)
            result = await call_next(ctx)
        except errors.DoorError as error:
            raise shapes.protocol_error(error) from error
        if ctx.method == "initialize" and isinstance(result, dict):
            self._attempt.greet(str(result["protocolVersion"]), _client(ctx))
            result["instructions"] = self._attempt.view().briefing()
        return result


def _client(context: Context) -> str:
    """Name and version of the client, as far as it tells them."""
    told = (context.params or {}).get("clientInfo")
    if context.method == "initialize" and isinstance(told, dict):
        name, version = told.get("name", ""), told.get("version", "")
    elif context.session.client_params is None:
        return ""
    else:
        info = context.session.client_params.client_info
        name, version = info.name, info.version
    return f"{name} {version}".strip()[:_SHOWN]


def _answer(attempt: MockAttempt, context: Context) -> dict[str, Any]:
    """Answer a call, from its arguments as they were sent."""
    sent = context.params or {}
    name, arguments = sent.get("name"), sent.get("arguments", {})
    key = (context.meta or {}).get(shapes.KEY)
    if name == shapes.GET_TASK:
        attempt.asked()
        return shapes.result_of(attempt.view().text(), is_error=False)
    if name != shapes.FINISH_TASK:
        called = attempt.call_tool(name, arguments, key)
        return shapes.result_of(called.text, is_error=called.is_error)
    try:
        outcome, said = shapes.ending_of(arguments)
        finished = attempt.finish(outcome, said, key)
    except errors.NotACall as error:
        attempt.misfinished(str(error))
        text = json.dumps({"status": "error", "output": str(error)}, ensure_ascii=False)
        return shapes.result_of(text, is_error=True)
    return shapes.result_of(finished.text, is_error=False)
