"""What the WebSockets of the pages share."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any


async def told_while_heard(
    telling: Coroutine[Any, Any, None], listening: Coroutine[Any, Any, None]
) -> None:
    """Tell a client what there is until all is told or it has gone; what broke is raised."""
    told, heard = asyncio.ensure_future(telling), asyncio.ensure_future(listening)
    try:
        await asyncio.wait((told, heard), return_when=asyncio.FIRST_COMPLETED)
    finally:
        heard.cancel()
        told.cancel()
    if told.done() and not told.cancelled():
        told.result()
