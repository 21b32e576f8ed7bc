"""How the site is served: the options that were measured."""

from __future__ import annotations

import uvicorn

LARGEST_FRAME = 1024 * 1024


def server(host: str, port: int) -> uvicorn.Server:
    """A server of the site, not yet started."""
    config = uvicorn.Config(
        "webapp.asgi:application",
        host=host,
        port=port,
        loop="uvloop",
        http="httptools",
        ws="websockets-sansio",
        ws_max_size=LARGEST_FRAME,
        ws_per_message_deflate=False,  # costs more time than it saves bytes on a loopback
        lifespan="on",
        # The tokens in the addresses are secrets: they don't belong into a log.
        access_log=False,
        log_config=None,
        server_header=False,
        timeout_graceful_shutdown=5,
    )
    return uvicorn.Server(config)
