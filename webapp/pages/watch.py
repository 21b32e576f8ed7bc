"""The WebSocket at `/ws/attempts/<id>/watch`: a running attempt's trace as it grows, read-only.

Known by the session's cookie, which a browser sends along whoever made the page: so only pages of
this host may connect. Each message is JSON as htmx's extension reads it. The first one of a
connection replaces what an earlier one has shown, so that after a reconnection, which asks for the
same events again, nothing is missing and nothing there twice.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from contextlib import aclosing
from typing import Any, cast
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.template.loader import render_to_string

from webapp.accounts.sockets import user_at
from webapp.attempts.models import Attempt, Event
from webapp.attempts.watching import watched
from webapp.numbers import number_in
from webapp.pages.replay import replay_of
from webapp.pages.trace import trace_lines
from webapp.sockets import told_while_heard

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]

_ENDED, _NOT_FOUND = 1000, 4404  # with which htmx does not connect again


async def watch_socket(scope: Message, receive: Receive, send: Send) -> None:
    """Serve one connection."""
    await receive()  # the wish to connect
    attempt_id = scope["url_route"]["kwargs"]["attempt_id"]
    attempt = await database_sync_to_async(_watched_attempt)(scope, attempt_id)
    if attempt is None:
        await _refuse(scope, send)
        return
    await send({"type": "websocket.accept"})
    await told_while_heard(_tell(scope, attempt, send), _listen(receive))


async def _tell(scope: Message, attempt: Attempt, send: Send) -> None:
    """Send each event as it comes; a client that does not read is waited for, at no memory."""
    swap = "innerHTML"
    try:
        async with aclosing(cast(Any, watched(attempt.pk, _after(scope)))) as stretches:
            async for events in stretches:
                lines = await database_sync_to_async(_lines)(scope, attempt, events)
                if lines is None:
                    await send({"type": "websocket.close", "code": _NOT_FOUND})
                    return
                await send(_text(lines, swap))
                swap = "beforeend"
        ended = render_to_string("pages/trace_end.html", {"attempt": attempt})
        await send(_text(ended, swap))
        await send({"type": "websocket.close", "code": _ENDED, "reason": "ended"})
    except OSError:  # so ASGI says that nobody is there
        return


async def _listen(receive: Receive) -> None:
    """Return when the client has gone; what it may send is not looked at."""
    while (await receive())["type"] == "websocket.receive":
        await asyncio.sleep(0)


def _watched_attempt(scope: Message, attempt_id: int) -> Attempt | None:
    """The attempt, if whoever connects may watch it; asks the database."""
    user = user_at(scope)
    if user is None or not user.is_researcher:
        return None
    related = Attempt.objects.select_related("instance__task__suite", "conditions")
    return related.filter(pk=attempt_id).first()


async def _refuse(scope: Message, send: Send) -> None:
    """Say that there is nothing here, to whomever it is not for."""
    if "websocket.http.response" not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    await send({"type": "websocket.http.response.start", "status": 404, "headers": []})
    await send({"type": "websocket.http.response.body", "body": b""})


def _lines(scope: Message, attempt: Attempt, events: list[Event]) -> str | None:
    """The lines of events; None if whoever watches has signed out, or may watch no more."""
    if _watched_attempt(scope, attempt.pk) is None:
        return None
    lines = trace_lines(events, replay_of(attempt))
    parts = [
        render_to_string("pages/trace_line.html", {"attempt": attempt, "one": line})
        for line in lines
    ]
    return "".join(parts)


def _text(content: str, swap: str) -> Message:
    return {"type": "websocket.send", "text": json.dumps({"content": content, "swap": swap})}


def _after(scope: Message) -> int:
    """After which event to begin; all of them, if what was asked for is no number."""
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return number_in(query.get("after", [""])[-1]) or 0
