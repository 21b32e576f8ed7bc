"""A client of MCP over HTTP that costs little, so that load on a server is not load on its caller.

It sends what the SDK's client sends in the modern era (protocol version 2026-07-28), byte for byte
but for the name of the client.
"""

from __future__ import annotations

import asyncio
import json
from itertools import count
from typing import Any, Self

from tests.bench.calls import BadAnswer, good

HOST = "127.0.0.1"
VERSION = "2026-07-28"
ENVELOPE = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "0"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
HEAD_LIMIT = 2**16


class RawClient:
    """One keep-alive connection; requests on it go one after the other.

    Args:
        reader: What the server sends.
        writer: What it gets.
        port: Its port.
    """

    def __init__(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int
    ) -> None:
        self._reader = reader
        self._writer = writer
        self._port = port
        self._ids = count(1)

    @classmethod
    async def connect(cls, port: int) -> Self:
        """Open a connection.

        Raises:
            OSError: nobody listens.
        """
        return cls(*await asyncio.open_connection(HOST, port, limit=HEAD_LIMIT), port)

    async def close(self) -> None:
        """Close the connection."""
        self._writer.close()
        await self._writer.wait_closed()

    async def tools(self, token: str) -> list[dict[str, Any]]:
        """The tools that the server lists."""
        listed: list[dict[str, Any]] = checked(await self._request(token, "tools/list", {}))[
            "tools"
        ]
        return listed

    async def list_unread(self, token: str) -> bytes:
        """Ask for the list of tools and wait for the whole answer, as `call` does."""
        return await self._request(token, "tools/list", {})

    async def call(self, token: str, name: str, arguments: dict[str, Any]) -> bytes:
        """Call a tool and wait for the whole answer.

        Returns:
            The answer's body, unread: reading it is not the server's time.
        """
        return await self._request(token, "tools/call", {"name": name, "arguments": arguments})

    async def _request(self, token: str, method: str, params: dict[str, Any]) -> bytes:
        message = {
            "jsonrpc": "2.0",
            "id": next(self._ids),
            "method": method,
            "params": {**params, "_meta": ENVELOPE},
        }
        body = json.dumps(message, separators=(",", ":"), ensure_ascii=False).encode()
        name = f"mcp-name: {params['name']}\r\n" if "name" in params else ""
        head = (
            f"POST /mcp/{token} HTTP/1.1\r\n"
            f"host: {HOST}:{self._port}\r\n"
            "accept-encoding: gzip, deflate\r\n"
            "connection: keep-alive\r\n"
            "user-agent: bench\r\n"
            "accept: application/json, text/event-stream\r\n"
            "content-type: application/json\r\n"
            f"mcp-protocol-version: {VERSION}\r\n"
            f"mcp-method: {method}\r\n"
            f"{name}"
            f"content-length: {len(body)}\r\n\r\n"
        )
        self._writer.write(head.encode("latin-1") + body)
        return await self._answer()

    async def _answer(self) -> bytes:
        status, *lines = (await self._reader.readuntil(b"\r\n\r\n")).lower().split(b"\r\n")
        headers = dict(line.split(b": ", 1) for line in lines if line)
        body = await self._reader.readexactly(int(headers.get(b"content-length", 0)))
        if not status.startswith(b"http/1.1 200 "):
            raise BadAnswer(f"{status.decode()}: {body.decode(errors='replace')}")
        return body


def checked(body: bytes) -> dict[str, Any]:
    """The result in an answer's body.

    Raises:
        BadAnswer: it is an error of the protocol or of the tool.
    """
    result: dict[str, Any] | None = json.loads(body).get("result")
    if result is None or result.get("isError", False):
        raise BadAnswer(body.decode())
    return result


def succeeded(body: bytes) -> str:
    """The text of a tool's answer.

    Raises:
        BadAnswer: the call did not come to what the tool is for.
    """
    (content,) = checked(body)["content"]
    return good(content["text"])
