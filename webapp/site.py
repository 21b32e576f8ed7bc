"""The site as one ASGI application, and what lives as long as it does."""

from __future__ import annotations

import functools
import gc
from typing import Any

from channels.routing import URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

from webapp.attempts.journal import journal
from webapp.attempts.mcp import McpDoor
from webapp.attempts.routing import websocket_urlpatterns
from webapp.beside import WorkBeside
from webapp.console.routing import console_sockets
from webapp.static_files import static_files

_COLLECTIONS = 20_000, 20, 100


class Site:
    """Sends each connection through its door."""

    def __init__(self) -> None:
        self._django = get_asgi_application()
        self._static = static_files()
        self._sockets = URLRouter([*console_sockets, *websocket_urlpatterns])

    @functools.cached_property
    def _mcp(self) -> McpDoor:
        return McpDoor()

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Serve one connection, or the life of the process."""
        if scope["type"] == "lifespan":
            await self._live(receive, send)
        elif scope["type"] == "websocket":
            await self._sockets(scope, receive, send)
        elif scope["path"].startswith("/mcp/"):
            await self._mcp(scope, receive, send)
        elif scope["path"].startswith(settings.STATIC_URL):
            await self._static(scope, receive, send)
        else:
            await self._django(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        await receive()
        await self._mcp.open()
        _collect_rarely()
        beside = WorkBeside()
        beside.start()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        beside.stop()
        await self._mcp.close()
        journal.close()
        await send({"type": "lifespan.shutdown.complete"})


def _collect_rarely() -> None:
    """Leave what is loaded by now, which lives for good, out of all later collections.

    A collection that walks it holds up every call for 40 ms. And what a call makes is freed by its
    reference counts: to look for cycles at the usual rate takes a sixth of all its time.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(*_COLLECTIONS)
    gc.enable()
