"""The console's WebSocket: what has come meanwhile, also from elsewhere, and who acts now.

Calls don't come this way: they are sent as forms, and sent again until they are answered.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.template.loader import render_to_string

from webapp.accounts.models import User
from webapp.accounts.sockets import user_at
from webapp.attempts import services
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Attempt, ContestantKind, Event, EventKind
from webapp.attempts.watching import watched
from webapp.console.access import entry_at
from webapp.console.calls import calls_after
from webapp.console.desk import look, standing_of

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
NOT_FOUND = 4404


async def console_socket(scope: Message, receive: Receive, send: Send) -> None:
    """Serve one window."""
    await receive()
    attempt = await _attempt(scope)
    await send({"type": "websocket.accept"})
    if attempt is None:
        await send({"type": "websocket.close", "code": NOT_FOUND, "reason": "not_found"})
        return
    telling = asyncio.create_task(_tell(attempt, _asked(scope), send))
    try:
        while (await receive())["type"] != "websocket.disconnect":
            pass
    finally:
        telling.cancel()


async def _attempt(scope: Message) -> Attempt | None:
    """The attempt that the window's user works at as a person."""
    user = await user_at(scope)
    return None if user is None else await _desk(user, scope["url_route"]["kwargs"]["attempt_id"])


@database_sync_to_async
def _desk(user: User, attempt_id: int) -> Attempt | None:
    mine = user.attempts.select_related("instance__task__suite", "conditions")
    return mine.filter(pk=attempt_id, contestant__kind=ContestantKind.PERSON).first()


def _asked(scope: Message) -> dict[str, str]:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    return {name: values[-1] for name, values in query.items()}


async def _tell(attempt: Attempt, asked: dict[str, str], send: Send) -> None:
    seat, after = asked.get("seat", ""), asked.get("after", "")
    number = int(after) if after.isascii() and after.isdecimal() and len(after) < 10 else 0
    try:
        if "take" in asked:
            await services.take_seat(entry_at(attempt), seat)
    except DoorError:
        pass  # over, or outdated: what comes next says so
    try:
        async for text in _news(attempt, seat, number):
            await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": 1000, "reason": "over"})
    except OSError:  # so ASGI says that nobody is there
        return


async def _news(attempt: Attempt, seat: str, number: int) -> AsyncIterator[str]:
    """What to tell: at once how it stands, then whatever comes."""
    mine = await _sits(attempt, seat)
    yield await _rendered(attempt, number, number, mine=mine)
    async for events in watched(attempt.pk, number):
        for event in events:
            mine = _seat(event) == seat if event.kind == EventKind.TAKEOVER else mine
        yield await _rendered(attempt, number, events[-1].number, mine=mine)
        number = events[-1].number
    yield json.dumps({"number": number, "news": "", "seat": mine, "over": True})


@database_sync_to_async
def _sits(attempt: Attempt, seat: str) -> bool:
    last = attempt.events.filter(kind=EventKind.TAKEOVER).order_by("number").last()
    return last is None or _seat(last) == seat


def _seat(event: Event) -> str:
    seat: str = json.loads(event.arguments)["seat"]
    return seat


@database_sync_to_async
def _rendered(attempt: Attempt, after: int, number: int, *, mine: bool) -> str:
    attempt = Attempt.objects.select_related("instance", "conditions").get(pk=attempt.pk)
    view = look(attempt)
    context = {
        "attempt": attempt,
        "calls": calls_after(attempt, after),
        "standing": None if view is None else standing_of(attempt, view),
    }
    news = render_to_string("console/news.html", context)
    return json.dumps({"number": number, "news": news, "seat": mine, "over": view is None})
