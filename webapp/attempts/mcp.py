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
from asgiref.typing import ASGIReceiveCallable, ASGIReceiveEvent, ASGISendCallable, HTTPScope
from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.context import CallNext, HandlerResult
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp.shared.exceptions import MCPError
from mcp_types.version import MODERN_PROTOCOL_VERSIONS
from pydantic import ValidationError

from sandboxes import canonical_json
from webapp.attempts import errors, services
from webapp.attempts.envelopes import Envelopes, ToolCall, plain_call
from webapp.attempts.frames import Broken
from webapp.attempts.mcp_shapes import (
    FINISH_TASK,
    GET_TASK,
    INFO,
    KEY,
    LARGEST_BODY,
    RETRIEVE_TOOLS,
    TASK_URI,
    Context,
    control_tools,
    ending_of,
    has_object,
    list_resources,
    modern,
    protocol_error,
    refuse,
    respond,
    result_of,
    tool_of,
)
from webapp.attempts.offers import offered_tools
from webapp.attempts.retrieval import USUAL_K, retrieve_tools
from webapp.attempts.telling import Answer
from webapp.attempts.turns import Entry

logger = logging.getLogger(__name__)

_MOST_SESSIONS = 2_000
_ENTRY, _SERVER = "touchstone.entry", "touchstone.server"
_ACCEPT, _FAILED = "touchstone.accept", "touchstone.failed"


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
            await refuse(error, send)
            return
        except Exception:
            logger.exception("an attempt could not be entered")
            await refuse(Broken(), send)
            return
        whole: dict[str, Any] = {**scope, _ENTRY: entry, _SERVER: server or None}
        whole["user"] = _user(entry.attempt_id)
        first = await receive()
        call = _plain_call(scope, first)
        if call is not None:
            if call.envelope in self._envelopes:
                try:
                    result = modern(await _answer(entry, call.name, call.arguments, call.key))
                except Exception as error:  # noqa: BLE001 - the SDK knows how to tell it
                    whole[_FAILED] = error
                else:
                    await respond(200, {"jsonrpc": "2.0", "id": call.id, "result": result}, send)
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


def _server() -> Server[Any]:
    server: Server[Any] = Server(
        INFO["name"],
        version=INFO["version"],
        title=INFO["title"],
        # Called to check headers that mirror arguments, which no tool of ours asks for; without it
        # the SDK lists all tools before each call.
        get_tool_input_schema=lambda name: None,
        on_list_tools=_list_tools,
        on_list_resources=list_resources,
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
        if ctx.method == "tools/call" and not has_object(ctx):
            return await _call(ctx)
        result = await call_next(ctx)
        if ctx.method == "initialize" and isinstance(result, dict):
            view = await services.get_task(_entry(ctx))
            result["instructions"] = view.briefing()
    except errors.DoorError as error:
        raise protocol_error(error) from error
    except (MCPError, ValidationError):
        raise
    except Exception as error:
        logger.exception("a request broke something")
        raise protocol_error(Broken()) from error
    else:
        return result


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
    return types.ListToolsResult(tools=[*listed, *control_tools(view)])


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
    return modern(await _call(context))


async def _call(context: Context) -> dict[str, Any]:
    """Answer a call, from its arguments as they were sent: the SDK takes null for none."""
    sent = context.params or {}
    key = (context.meta or {}).get(KEY)
    return await _answer(_entry(context), sent.get("name"), sent.get("arguments", {}), key)


async def _answer(entry: Entry, name: object, arguments: object, key: object) -> dict[str, Any]:
    if name == GET_TASK:
        view = await services.get_task(entry)
        return result_of(view.text(), is_error=False)
    if name == FINISH_TASK:
        return await _finish(entry, arguments, key)
    if name == RETRIEVE_TOOLS and (await services.peek(entry)).retrieves:
        return await _retrieve(entry, arguments, key)
    answer = await services.call_tool(entry, name, arguments, key=key)
    return result_of(answer.text, is_error=answer.is_error)


async def _finish(entry: Entry, arguments: object, key: object) -> dict[str, Any]:
    """Finish; wrong arguments are answered so that the model can read what to change."""
    try:
        outcome, answer = ending_of(arguments)
        done: Answer = await services.finish(entry, outcome, answer, key=key)
    except errors.NotACall as error:
        text = json.dumps({"status": "error", "output": str(error)}, ensure_ascii=False)
        return result_of(text, is_error=True)
    return result_of(done.text, is_error=False)


async def _retrieve(entry: Entry, arguments: object, key: object) -> dict[str, Any]:
    """Look for tools; wrong arguments are answered so that the model can read what to change."""
    given = arguments if isinstance(arguments, dict) else {}
    if unknown := sorted(given.keys() - {"query", "k"}):
        text = f"{RETRIEVE_TOOLS} takes query and k, not {', '.join(unknown)}."
        return result_of(canonical_json({"status": "error", "output": text}), is_error=True)
    found = await retrieve_tools(entry, given.get("query"), given.get("k", USUAL_K), key=key)
    return result_of(found.text, is_error=found.is_error)


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
    return tuple(map(tool_of, offered_tools(offered, server)))


def _scope(context: Context) -> dict[str, Any]:
    assert context.request is not None, "every message comes in an HTTP request"
    scope: dict[str, Any] = context.request.scope
    return scope


def _entry(context: Context) -> Entry:
    entry: Entry = _scope(context)[_ENTRY]
    return entry
