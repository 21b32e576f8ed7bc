"""What tests of sessions share: the doors, and what came of attempts behind them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, cast

from agents import make_agent
from agents._session import RetrievingSession
from agents.sessions import McpSession, WebSocketSession
from sandboxes import Environment
from tests.bench.raw import HOST
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt

Door = McpSession | WebSocketSession

KINDS: tuple[type[RetrievingSession], ...] = (McpSession, WebSocketSession)


def mcp(port: int, token: str, **options: Any) -> Door:
    """A session over MCP."""
    return McpSession(f"http://{HOST}:{port}/mcp/{token}", **options)


def websocket(port: int, token: str, **options: Any) -> Door:
    """A session over a WebSocket."""
    return WebSocketSession(f"ws://{HOST}:{port}/ws/attempts/{token}", **options)


DOORS: dict[str, Callable[..., Door]] = {"mcp": mcp, "websocket": websocket}


def never(seconds: float) -> None:
    """A sleep that must not be needed."""
    raise AssertionError(f"waited {seconds} seconds")


def oracle(attempt: Attempt, session: Any) -> None:
    """Let the oracle act."""
    instance = known_instance(attempt.instance)
    assert instance is not None
    make_agent("oracle", instance).act(cast("Environment", session))


def calls_of(attempt: Attempt) -> list[tuple[str, str, str, str]]:
    """What is written down of an attempt's calls."""
    events = attempt.events.filter(kind="call")
    return list(events.values_list("tool", "arguments", "answer", "key"))
