"""MCP Streamable HTTP at `/mcp/<token>` and `/mcp/<token>/<server>`, for both protocol eras.

An attempt hangs on the token in the address, never on an MCP session, so that a client may come
back in another session, era or process and go on.
"""

from __future__ import annotations

import asyncio
import functools
import json
import logging
from typing import Any

import mcp_types as types
import orjson
from asgiref.typing import ASGIReceiveCallable, ASGIReceiveEvent, ASGISendCallable, HTTPScope
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types import SERVER_INFO_META_KEY
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from webapp.attempts import errors, services
from webapp.attempts.envelopes import Envelopes, ToolCall, plain_call
from webapp.attempts.frames import Broken
from webapp.attempts.offers import offered_tools
from webapp.attempts.telling import Answer, TaskView
from webapp.attempts.turns import Entry

logger = logging.getLogger(__name__)

LARGEST_BODY = 1024 * 1024
_MOST_SESSIONS = 2_000
_ENTRY, _SERVER = "touchstone.entry", "touchstone.server"
_ACCEPT, _FAILED = "touchstone.accept", "touchstone.failed"
TASK_URI = "touchstone://task"
KEY = "idempotencyKey"
_INFO = {"name": "touchstone", "version": "1", "title": "Touchstone"}
GET_TASK, FINISH_TASK = "get_task", "finish_task"

Context = ServerRequestContext[Any, Any]


class McpDoor:
    """An ASGI application: the official SDK's server, entered by a token in the address."""

    def __init__(self) -> None:
        self._manager = StreamableHTTPSessionManager(
            _server(),
            json_response=True,
            max_request_body_size=LARGEST_BODY,
            max_sessions=_MOST_SESSIONS,
        )
        self._envelopes = Envelopes()
        self._owner: asyncio.Task[None] | None = None
        self._running = asyncio.Event()
        self._closing = asyncio.Event()

    async def open(self) -> None:
        """Start what the sessions run in: one task, which enters and leaves it."""
        if self._owner is None:
            self._owner = asyncio.create_task(self._own())
        await self._running.wait()

    async def close(self) -> None:
        """End all sessions."""
        self._closing.set()
        if self._owner is not None:
            await self._owner

    async def _own(self) -> None:
        async with self._manager.run():
            self._running.set()
            await self._closing.wait()

    async def __call__(
        self, scope: HTTPScope, receive: ASGIReceiveCallable, send: ASGISendCallable
    ) -> None:
        """Answer one HTTP request."""
        await self.open()
        token, _, server = scope["path"].removeprefix("/mcp/").strip("/").partition("/")
        try:
            _check_size(scope)
            entry = await services.enter(token, "mcp")
            if server:
                offered_tools(None, server)
        except errors.DoorError as error:
            await _refuse(error, send)
            return
        except Exception:
            logger.exception("an attempt could not be entered")
            await _refuse(Broken(), send)
            return
        whole: dict[str, Any] = {**scope, _ENTRY: entry, _SERVER: server or None}
        whole["user"] = _user(entry.attempt_id)
        first = await receive()
        call = _plain_call(scope, first)
        if call is not None:
            if call.envelope in self._envelopes:
                try:
                    result = _modern(await _answer(entry, call.name, call.arguments, call.key))
                except Exception as error:  # noqa: BLE001 - the SDK knows how to tell it
                    whole[_FAILED] = error
                else:
                    await _respond(200, {"jsonrpc": "2.0", "id": call.id, "result": result}, send)
                    return
            whole[_ACCEPT] = functools.partial(self._envelopes.accept, call.envelope)
        await self._manager.handle_request(whole, _after(first, receive), send)  # type: ignore[arg-type]


@functools.lru_cache(maxsize=1024)
def _user(attempt_id: int) -> AuthenticatedUser:
    """An attempt as a user: the SDK refuses a session id that was made for another one."""
    return AuthenticatedUser(AccessToken(token="", client_id=f"attempt {attempt_id}", scopes=[]))


def _check_size(scope: HTTPScope) -> None:
    """Refuse a body that says it is too large; one that doesn't say is cut off by the SDK."""
    length = dict(scope["headers"]).get(b"content-length", b"0")
    if length.isdigit() and int(length) > LARGEST_BODY:
        raise errors.TooLarge(f"A message has at most {LARGEST_BODY:,} bytes.")


def _plain_call(scope: HTTPScope, first: ASGIReceiveEvent) -> ToolCall | None:
    """A tool call in its plainest form, if that is what the request is."""
    if first["type"] != "http.request" or first["more_body"] or scope["method"] != "POST":
        return None
    return plain_call(scope["headers"], first["body"], KEY)


def _after(first: ASGIReceiveEvent, receive: ASGIReceiveCallable) -> ASGIReceiveCallable:
    """What is received, from its beginning."""
    taken: list[ASGIReceiveEvent] = [first]

    async def received() -> ASGIReceiveEvent:
        return taken.pop() if taken else await receive()

    return received


async def _refuse(error: errors.DoorError, send: ASGISendCallable) -> None:
    """Tell why there is no way in, as JSON-RPC does."""
    body = {"jsonrpc": "2.0", "id": None, "error": _error_data(error).model_dump()}
    await _respond(error.http_status, body, send)


async def _respond(status: int, message: dict[str, Any], send: ASGISendCallable) -> None:
    """Send a message as the SDK does, to the byte."""
    body = _written(message)
    length = (b"content-length", b"%d" % len(body))
    await send(
        {
            "type": "http.response.start",
            "status": status,
            "headers": [length, (b"content-type", b"application/json")],
            "trailers": False,
        }
    )
    await send({"type": "http.response.body", "body": body, "more_body": False})


def _written(message: dict[str, Any]) -> bytes:
    """JSON in printable ASCII, as the SDK writes it; by the fast encoder, where it is just that."""
    try:
        body = orjson.dumps(message)
    except TypeError:  # a huge number, half a surrogate pair
        body = b"\xff"
    plain = body.isascii() and b"\x7f" not in body
    return body if plain else json.dumps(message, separators=(",", ":")).encode()


def _server() -> Server[Any]:
    server: Server[Any] = Server(
        _INFO["name"],
        version=_INFO["version"],
        title=_INFO["title"],
        # Called to check headers that mirror arguments, which no tool of ours asks for; without it
        # the SDK lists all tools before each call.
        get_tool_input_schema=lambda name: None,
        on_list_tools=_list_tools,
        on_list_resources=_list_resources,
        on_read_resource=_read_resource,
    )
    # No tracing, which nobody reads; then what the SDK's models can't say: texts by attempt, odd
    # arguments.
    server.middleware = [_told]
    server.add_request_handler("tools/call", types.CallToolRequestParams, _call_tool)
    server.add_request_handler("server/discover", types.RequestParams, _discover(server))
    return server


async def _told(ctx: Context, call_next: CallNext) -> HandlerResult:
    """Turn the door's refusals into the protocol's errors, and give each attempt its texts."""
    try:
        if ctx.method == "tools/call" and ctx.protocol_version in MODERN_PROTOCOL_VERSIONS:
            return await _modern_call(ctx)
        if ctx.method == "tools/call" and not _has_object(ctx):
            return await _call(ctx)
        result = await call_next(ctx)
        if ctx.method == "initialize" and isinstance(result, dict):
            view = await services.get_task(_entry(ctx))
            result["instructions"] = view.briefing()
    except errors.DoorError as error:
        raise _protocol_error(error) from error
    except (MCPError, ValidationError):
        raise
    except Exception as error:
        logger.exception("a request broke something")
        raise _protocol_error(Broken()) from error
    else:
        return result


def _has_object(context: Context) -> bool:
    """Whether the arguments are an object, as the SDK's models demand; else we answer ourselves."""
    params = context.params or {}
    named = isinstance(params.get("name"), str)
    return not named or isinstance(params.get("arguments", {}), dict)


def _discover(server: Server[Any]) -> Any:
    async def discover(context: Context, params: types.RequestParams) -> types.DiscoverResult:
        view = await services.get_task(_entry(context))
        plain = await server._handle_discover(context, params)
        return plain.model_copy(update={"instructions": view.briefing()})

    return discover


async def _list_tools(
    context: Context, params: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    view = await services.peek(_entry(context))
    listed = _listed(view.offered, _scope(context)[_SERVER])
    return types.ListToolsResult(tools=[*listed, *_control_tools(view)])


async def _call_tool(context: Context, params: types.CallToolRequestParams) -> dict[str, Any]:
    return await _call(context)


async def _modern_call(context: Context) -> dict[str, Any]:
    """Answer a call of the modern era, unless it was tried before it came to the SDK.

    The result does not go back and forth through the SDK's models, which would take a quarter of a
    call's time: the shape is always this one.
    """
    scope = _scope(context)
    if _FAILED in scope:
        raise scope[_FAILED]
    if _ACCEPT in scope:
        scope[_ACCEPT]()
    return _modern(await _call(context))


async def _call(context: Context) -> dict[str, Any]:
    """Answer a call, from its arguments as they were sent: the SDK takes null for none."""
    sent = context.params or {}
    key = (context.meta or {}).get(KEY)
    return await _answer(_entry(context), sent.get("name"), sent.get("arguments", {}), key)


async def _answer(entry: Entry, name: object, arguments: object, key: object) -> dict[str, Any]:
    if name == GET_TASK:
        view = await services.get_task(entry)
        return _result(view.text(), is_error=False)
    if name == FINISH_TASK:
        return await _finish(entry, arguments, key)
    answer = await services.call_tool(entry, name, arguments, key=key)
    return _result(answer.text, is_error=answer.is_error)


def _modern(result: dict[str, Any]) -> dict[str, Any]:
    """A result as the modern era wants it."""
    return {**result, "_meta": {SERVER_INFO_META_KEY: _INFO}}


async def _finish(entry: Entry, arguments: object, key: object) -> dict[str, Any]:
    """Finish; wrong arguments are answered so that the model can read what to change."""
    try:
        outcome, answer = _ending(arguments)
        done: Answer = await services.finish(entry, outcome, answer, key=key)
    except errors.NotACall as error:
        text = json.dumps({"status": "error", "output": str(error)}, ensure_ascii=False)
        return _result(text, is_error=True)
    return _result(done.text, is_error=False)


def _ending(arguments: object) -> tuple[object, object]:
    """Outcome and answer as they were sent."""
    if not isinstance(arguments, dict) or not arguments.keys() <= {"outcome", "answer"}:
        raise errors.NotACall('arguments: an object with "outcome" and, if you like, "answer".')
    return arguments.get("outcome"), arguments.get("answer", "")


async def _list_resources(
    context: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    task = types.Resource(
        uri=TASK_URI,
        name="task",
        title="The task",
        description="What is to be done.",
        mime_type="text/plain",
    )
    return types.ListResourcesResult(resources=[task])


async def _read_resource(
    context: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult:
    if str(params.uri) != TASK_URI:
        raise MCPError(types.INVALID_PARAMS, f"There is one resource: {TASK_URI}.")
    view = await services.get_task(_entry(context))
    text = types.TextResourceContents(uri=TASK_URI, mime_type="text/plain", text=view.briefing())
    return types.ReadResourceResult(contents=[text])


@functools.lru_cache(maxsize=64)
def _listed(offered: tuple[str, ...] | None, server: str | None) -> tuple[types.Tool, ...]:
    """The tools on offer as the SDK lists them."""
    return tuple(map(_tool, offered_tools(offered, server)))


def _tool(listed: dict[str, Any]) -> types.Tool:
    return types.Tool(
        name=listed["name"],
        description=listed["description"],
        input_schema=listed["inputSchema"],
        annotations=types.ToolAnnotations(read_only_hint=not listed["mutates"]),
    )


def _control_tools(view: TaskView) -> list[types.Tool]:
    """The tools that are no calls. Many clients hide instructions, so they stand here as well."""
    return [
        types.Tool(
            name=GET_TASK,
            description="Read the task, its limits, and what is left of them. It is no call.",
            input_schema={"type": "object", "properties": {}, "additionalProperties": False},
            annotations=types.ToolAnnotations(read_only_hint=True),
        ),
        types.Tool(
            name=FINISH_TASK,
            description=f"End the task, for good. The task: {view.briefing()}",
            input_schema={
                "type": "object",
                "properties": {
                    "outcome": {
                        "type": "string",
                        "enum": ["done", "cannot_be_done"],
                        "description": "Whether the task is done, or cannot be done.",
                    },
                    "answer": {
                        "type": "string",
                        "default": "",
                        "description": "What there is to say besides; it may be left out.",
                    },
                },
                "required": ["outcome"],
                "additionalProperties": False,
            },
        ),
    ]


def _result(text: str, *, is_error: bool) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {"content": content, "isError": is_error, "resultType": "complete"}


def _protocol_error(error: errors.DoorError) -> MCPError:
    data = _error_data(error)
    return MCPError(data.code, data.message, data.data)


def _error_data(error: errors.DoorError) -> types.ErrorData:
    return types.ErrorData(code=error.code, message=str(error), data={"reason": error.reason})


def _scope(context: Context) -> dict[str, Any]:
    assert context.request is not None, "every message comes in an HTTP request"
    scope: dict[str, Any] = context.request.scope
    return scope


def _entry(context: Context) -> Entry:
    entry: Entry = _scope(context)[_ENTRY]
    return entry
