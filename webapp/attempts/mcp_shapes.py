"""What the door says over MCP: its tools, results and refusals, in the shapes of the SDK.

Nothing here waits or knows of attempts; whatever looks like the door says the same.
"""

from __future__ import annotations

import json
from typing import Any

import mcp_types as types
import orjson
from asgiref.typing import ASGISendCallable
from mcp.server.context import ServerRequestContext
from mcp.shared.exceptions import MCPError
from mcp_types import SERVER_INFO_META_KEY

from webapp.attempts import errors
from webapp.attempts.retrieval import MOST_FOUND, USUAL_K
from webapp.attempts.telling import TaskView

Context = ServerRequestContext[Any, Any]
LARGEST_BODY = 1024 * 1024
KEY = "idempotencyKey"

TASK_URI = "touchstone://task"
INFO = {"name": "touchstone", "version": "1", "title": "Touchstone"}
GET_TASK, FINISH_TASK, RETRIEVE_TOOLS = "get_task", "finish_task", "retrieve_tools"


async def refuse(error: errors.DoorError, send: ASGISendCallable) -> None:
    """Tell why there is no way in, as JSON-RPC does."""
    body = {"jsonrpc": "2.0", "id": None, "error": _error_data(error).model_dump()}
    await respond(error.http_status, body, send)


async def respond(status: int, message: dict[str, Any], send: ASGISendCallable) -> None:
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


def has_object(context: Context) -> bool:
    """Whether the arguments are an object, as the SDK's models demand; else we answer ourselves."""
    params = context.params or {}
    named = isinstance(params.get("name"), str)
    return not named or isinstance(params.get("arguments", {}), dict)


def modern(result: dict[str, Any]) -> dict[str, Any]:
    """A result as the modern era wants it."""
    return {**result, "_meta": {SERVER_INFO_META_KEY: INFO}}


def ending_of(arguments: object) -> tuple[object, object]:
    """Outcome and answer as they were sent."""
    if not isinstance(arguments, dict) or not arguments.keys() <= {"outcome", "answer"}:
        raise errors.NotACall('arguments: an object with "outcome" and, if you like, "answer".')
    return arguments.get("outcome"), arguments.get("answer", "")


async def list_resources(
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


def tool_of(listed: dict[str, Any]) -> types.Tool:
    return types.Tool(
        name=listed["name"],
        description=listed["description"],
        input_schema=listed["inputSchema"],
        annotations=types.ToolAnnotations(read_only_hint=not listed["mutates"]),
    )


def control_tools(view: TaskView) -> list[types.Tool]:
    """The tools that are no calls. Many clients hide instructions, so they stand here as well."""
    return [
        types.Tool(
            name=GET_TASK,
            description="Read the task, its limits, and what is left of them. It is no call.",
            input_schema={"type": "object", "properties": {}, "additionalProperties": False},
            annotations=types.ToolAnnotations(read_only_hint=True),
        ),
        *([_retrieving_tool()] if view.retrieves else []),
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


def _retrieving_tool() -> types.Tool:
    """What looks for tools, where that is the subject's own business."""
    return types.Tool(
        name=RETRIEVE_TOOLS,
        description=(
            "Look for tools by what they do. Those that are found can be called from then on, and "
            "are listed. It is no call and uses up none."
        ),
        input_schema={
            "type": "object",
            "properties": {
                "query": {"type": "string", "description": "What the tools should do, in words."},
                "k": {
                    "type": "integer",
                    "minimum": 1,
                    "maximum": MOST_FOUND,
                    "default": USUAL_K,
                    "description": "How many tools to find.",
                },
            },
            "required": ["query"],
            "additionalProperties": False,
        },
        annotations=types.ToolAnnotations(read_only_hint=True),
    )


def result_of(text: str, *, is_error: bool) -> dict[str, Any]:
    content = [{"type": "text", "text": text}]
    return {"content": content, "isError": is_error, "resultType": "complete"}


def protocol_error(error: errors.DoorError) -> MCPError:
    data = _error_data(error)
    return MCPError(data.code, data.message, data.data)


def _error_data(error: errors.DoorError) -> types.ErrorData:
    return types.ErrorData(code=error.code, message=str(error), data={"reason": error.reason})
