"""How the site is served: the options that were measured."""

from __future__ import annotations

import uvicorn
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

LARGEST_FRAME = 1024 * 1024
_MOST_FRAGMENTS = 1_000


class BoundedWebSocket(WebSocketsSansIOProtocol):
    """Uvicorn's WebSocket, which counts the bytes of a message but not its empty fragments."""

    def handle_cont(self, event: Frame) -> None:
        """Take a fragment; hang up on a message without end."""
        if len(self.frames) >= _MOST_FRAGMENTS:
            self.transport.abort()
            return
        super().handle_cont(event)


def server(host: str, port: int) -> uvicorn.Server:
    """A server of the site, not yet started."""
    config = uvicorn.Config(
        "webapp.asgi:application",
        host=host,
        port=port,
        loop="uvloop",
        http="httptools",
        ws=BoundedWebSocket,
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # costs more time than it saves bytes on a loopback
        lifespan="on",
        # The tokens in the addresses are secrets: they don't belong into a log. (Uvicorn tells of
        # WebSockets at INFO: see LOGGING.)
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)
