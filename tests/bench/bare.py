"""A server with the site's tools and nothing behind them, to measure what the site adds to the SDK.

It lists what the site lists and answers each tool with a fixed text, under the options the site
runs with: so state, log and durability are the whole difference.
"""

from __future__ import annotations

import argparse
import gc
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import uvicorn
from mcp.server.context import ServerRequestContext
from mcp.server.lowlevel import Server
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ListToolsResult,
    PaginatedRequestParams,
    TextContent,
    Tool,
)
from starlette.types import Receive, Scope, Send

from sandboxes import tools

UNKNOWN = '{"status":"ok","output":null}'
"""What tools answer that no answer was given for."""

CONTROLS = (
    Tool(
        name="get_task",
        description="Tell the task, how many calls may still be made and how the task is finished.",
        input_schema={"type": "object", "properties": {}, "additionalProperties": False},
    ),
    Tool(
        name="finish_task",
        description='Finish the task with "done". If you are sure that it cannot be done, change '
        'nothing and finish it with "cannot_be_done". No call can be made afterwards.',
        input_schema={
            "type": "object",
            "properties": {
                "outcome": {
                    "type": "string",
                    "enum": ["done", "cannot_be_done"],
                    "description": "How it ended.",
                },
                "answer": {
                    "type": "string",
                    "maxLength": 4000,
                    "default": "",
                    "description": "What the task asked to be told, if it asked anything.",
                },
            },
            "required": ["outcome"],
            "additionalProperties": False,
        },
    ),
)


def offered() -> list[Tool]:
    """All tools, as the SDK lists them."""
    documented = [tool.documentation() for tool in tools()]
    return [
        *CONTROLS,
        *(
            Tool(name=d["name"], description=d["description"], input_schema=d["input_schema"])
            for d in documented
        ),
    ]


def bare_server(answers: dict[str, str]) -> Server[Any]:
    """The server.

    Args:
        answers: By tool, the text that it answers with.
    """
    listing = offered()

    async def list_tools(
        context: ServerRequestContext[Any], params: PaginatedRequestParams | None
    ) -> ListToolsResult:
        return ListToolsResult(tools=listing)

    async def call_tool(
        context: ServerRequestContext[Any], params: CallToolRequestParams
    ) -> CallToolResult:
        text = answers.get(params.name, UNKNOWN)
        return CallToolResult(content=[TextContent(type="text", text=text)])

    server: Server[Any] = Server(
        "bare",
        version="1",
        get_tool_input_schema=lambda name: None,
        on_list_tools=list_tools,
        on_call_tool=call_tool,
    )
    # Spans that nobody collects cost a tenth of a call; a comparison must not be won with them.
    server.middleware.clear()
    return server


class BareApp:
    """The server as an ASGI application; any path that begins with /mcp/ is served.

    Args:
        server: The server.
    """

    def __init__(self, server: Server[Any]) -> None:
        self._sessions = StreamableHTTPSessionManager(server, json_response=True)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one connection's scope."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["path"].startswith("/mcp/"):
            await self._sessions.handle_request(scope, receive, send)
        else:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await send({"type": "http.response.body", "body": b"ready"})

    async def _live(self, receive: Receive, send: Send) -> None:
        await receive()
        async with self._sessions.run():
            gc.collect()
            gc.freeze()
            await send({"type": "lifespan.startup.complete"})
            await receive()
        await send({"type": "lifespan.shutdown.complete"})


def main(arguments: Sequence[str] | None = None) -> None:
    """Serve until terminated."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench.bare", description=__doc__)
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--answers", type=Path, help="a JSON file: tool name -> text")
    chosen = parser.parse_args(arguments)
    answers = json.loads(chosen.answers.read_text(encoding="utf-8")) if chosen.answers else {}
    uvicorn.run(
        BareApp(bare_server(answers)),
        port=chosen.port,
        loop="uvloop",
        http="httptools",
        ws="none",
        access_log=False,
        log_level="warning",
    )


if __name__ == "__main__":
    main()
