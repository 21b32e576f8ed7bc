"""The site as one ASGI application, and what lives as long as it does."""

from __future__ import annotations

import asyncio
import functools
import gc
import logging
from typing import Any

from channels.routing import URLRouter
from django.conf import settings
from django.core.asgi import get_asgi_application

from webapp.attempts.journal import journal
from webapp.attempts.mcp import McpDoor
from webapp.attempts.offers import offered_tools
from webapp.attempts.routing import websocket_urlpatterns
from webapp.attempts.sweep import sweep
from webapp.attempts.turns import in_worker
from webapp.celery import EmbeddedWorker

logger = logging.getLogger(__name__)
_SWEEP_SECONDS = 60


class Site:
    """Sends each connection through its door."""

    def __init__(self) -> None:
        self._django = get_asgi_application()
        self._sockets = URLRouter(websocket_urlpatterns)

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
        else:
            await self._django(scope, receive, send)

    async def _live(self, receive: Any, send: Any) -> None:
        await receive()
        await self._mcp.open()
        offered_tools(None)
        worker = _embedded_worker()
        sweeper = asyncio.create_task(_sweep_for_ever())
        # What is loaded by now lives for good: a collection that walks it all would hold up every
        # call for 40 ms.
        gc.collect()
        gc.freeze()
        await send({"type": "lifespan.startup.complete"})
        await receive()
        sweeper.cancel()
        if worker is not None:
            worker.stop()
        await self._mcp.close()
        journal.close()
        await send({"type": "lifespan.shutdown.complete"})


def _embedded_worker() -> EmbeddedWorker | None:
    """A worker inside this process, unless Redis hands the work to others."""
    if settings.REDIS_URL is not None:
        return None
    worker = EmbeddedWorker()
    worker.start()
    return worker


async def _sweep_for_ever() -> None:
    """What an end of the process has interrupted first; then, now and then, what is overdue."""
    await asyncio.wrap_future(in_worker(_take_up))
    while True:
        await asyncio.wrap_future(in_worker(_swept))
        await asyncio.sleep(_SWEEP_SECONDS)


def _take_up() -> None:
    from webapp.runs.tasks import take_up_unfinished

    take_up_unfinished()


def _swept() -> None:
    try:
        sweep()
    except Exception:
        logger.exception("the sweep failed; it is tried again")
