"""Where an attempt is reached, as absolute addresses."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest


@dataclass(frozen=True)
class Addresses:
    """The addresses of one attempt.

    Args:
        mcp: MCP Streamable HTTP.
        websocket: JSON-RPC over WebSocket.
    """

    mcp: str
    websocket: str


def addresses(request: HttpRequest, token: str) -> Addresses:
    """The addresses of an attempt, on the host that the request came to."""
    mcp = request.build_absolute_uri(f"/mcp/{token}")
    websocket = request.build_absolute_uri(f"/ws/attempts/{token}")
    return Addresses(mcp, "ws" + websocket.removeprefix("http"))
