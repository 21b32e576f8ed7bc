"""Attempts behind an address, as sessions: over MCP, and over a WebSocket."""

from agents.sessions._errors import SessionError
from agents.sessions._mcp import McpSession
from agents.sessions._websocket import WebSocketSession

__all__ = ["McpSession", "SessionError", "WebSocketSession"]
