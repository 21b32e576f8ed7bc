"""The console's WebSocket: what has come meanwhile, also from elsewhere, and who acts now.

Calls don't come this way: they are sent as forms, and sent again until they are answered.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import aclosing
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import parse_qs

from channels.db import database_sync_to_async
from django.template.loader import render_to_string

from webapp.accounts.sockets import user_at
from webapp.attempts import services
from webapp.attempts.errors import DoorError
from webapp.attempts.models import Attempt, ContestantKind, Event, EventKind
from webapp.attempts.watching import watched
from webapp.console.access import entry_at
from webapp.console.calls import calls_after
from webapp.console.desk import look, standing_of
from webapp.console.recovery import course_of
from webapp.numbers import number_in
from webapp.sockets import told_while_heard

Message = dict[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
_NOT_FOUND = 4404
_MOST_OWN = 1_000
_ITS_OWN = 0.25
"""Seconds in which a window tells that it has seen an event, in answer to a call of its own."""


async def console_socket(scope: Message, receive: Receive, send: Send) -> None:
    """Serve one window."""
    await receive()
    attempt = await database_sync_to_async(_attempt)(scope)
    await send({"type": "websocket.accept"})
    if attempt is None:
        await send({"type": "websocket.close", "code": _NOT_FOUND, "reason": "not_found"})
        return
    window = _window(scope)
    await told_while_heard(_tell(scope, attempt, window, send), _listen(window, receive))


async def _listen(window: _Window, receive: Receive) -> None:
    """Hear which events the window has seen of itself; return when it has gone."""
    while (message := await receive())["type"] == "websocket.receive":
        number = number_in(message.get("text") or "")
        if number is not None and len(window.own) < _MOST_OWN:
            window.own.add(number)


@dataclass
class _Window:
    """A window of the console.

    Args:
        seat: By which it is known.
        takes: Whether it takes over.
        seen: Number of the last event that it had seen when it connected.
        own: Events that it has seen since, in answer to calls of its own.
    """

    seat: str
    takes: bool
    seen: int
    own: set[int] = field(default_factory=set)


def _window(scope: Message) -> _Window:
    query = parse_qs(scope["query_string"].decode("latin-1"))
    asked = {name: values[-1] for name, values in query.items()}
    return _Window(asked.get("seat", ""), "take" in asked, number_in(asked.get("after", "")) or 0)


def _attempt(scope: Message) -> Attempt | None:
    """The attempt that the window's user works at as a person; it asks the database."""
    user = user_at(scope)
    if user is None:
        return None
    mine = user.attempts.select_related("instance", "conditions")
    attempt_id = scope["url_route"]["kwargs"]["attempt_id"]
    return mine.filter(pk=attempt_id, contestant__kind=ContestantKind.PERSON).first()


async def _tell(scope: Message, attempt: Attempt, window: _Window, send: Send) -> None:
    try:
        if window.takes:
            await services.take_seat(entry_at(attempt), window.seat)
    except DoorError:
        pass  # over, or outdated: what comes next says so
    try:
        async with aclosing(_news(scope, attempt, window)) as news:
            async for text in news:
                await send({"type": "websocket.send", "text": text})
        await send({"type": "websocket.close", "code": 1000, "reason": "over"})
    except _SignedOut:
        await send({"type": "websocket.close", "code": _NOT_FOUND, "reason": "not_found"})
    except OSError:  # so ASGI says that nobody is there
        return


class _SignedOut(Exception):
    """Whoever opened the window may not work at the attempt any more."""


async def _news(scope: Message, attempt: Attempt, window: _Window) -> AsyncGenerator[str]:
    """What to tell: at once how it stands, then whatever comes that the window has not seen."""
    rendered = database_sync_to_async(_rendered)
    number, mine = window.seen, await _sits(attempt, window.seat)
    yield await rendered(scope, number, number, mine=mine)
    async with aclosing(cast(Any, watched(attempt.pk, number))) as stretches:
        async for events in stretches:
            last = events[-1].number
            taken = [event for event in events if event.kind == EventKind.TAKEOVER]
            mine = _seat(taken[-1]) == window.seat if taken else mine
            if not taken:
                await asyncio.sleep(_ITS_OWN)
            if taken or any(event.number not in window.own for event in events):
                yield await rendered(scope, number, last, mine=mine)
            window.own.difference_update(event.number for event in events)
            number = last
    yield json.dumps({"number": number, "news": "", "seat": mine, "over": True})


@database_sync_to_async
def _sits(attempt: Attempt, seat: str) -> bool:
    last = attempt.events.filter(kind=EventKind.TAKEOVER).order_by("number").last()
    return last is None or _seat(last) == seat


def _seat(event: Event) -> str:
    seat: str = json.loads(event.arguments)["seat"]
    return seat


def _rendered(scope: Message, after: int, number: int, *, mine: bool) -> str:
    attempt = _attempt(scope)
    if attempt is None:
        raise _SignedOut
    view = look(attempt)
    course = course_of(attempt, view)
    context = {
        "attempt": attempt,
        "calls": calls_after(attempt, after, course),
        "standing": None if view is None else standing_of(attempt, view, course),
    }
    news = render_to_string("console/news.html", context)
    return json.dumps({"number": number, "news": news, "seat": mine, "over": view is None})
