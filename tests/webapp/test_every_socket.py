"""Every door beside the pages, as everybody: the WebSockets and MCP.

An attempt's address is a secret that lets in whoever knows it; what goes by the session is there
for those who may see it.
"""

from __future__ import annotations

import json
from collections.abc import Callable

import httpx2
import pytest
from django.conf import settings
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from tests.bench.serving import Server
from tests.webapp.live import LiveSite
from tests.webapp.routes import filled, socket_routes
from tests.webapp.scene import (
    ABSENT,
    ARGUMENT,
    NOBODY,
    OWNER,
    PERSONAS,
    RESEARCHER,
    Scene,
    set_up,
)
from webapp.attempts.opening import token_of

pytestmark = pytest.mark.django_db(transaction=True)

IN, NOT_THERE = "is let in", "finds nothing"
Holders = frozenset[str]

SOCKETS: dict[str, tuple[Callable[[Scene], dict[str, object]], Holders]] = {
    "ws/attempts/<int:attempt_id>/watch": (
        lambda scene: {"attempt_id": scene.running.pk},
        frozenset({RESEARCHER}),
    ),
    "ws/attempts/<int:attempt_id>/console": (
        lambda scene: {"attempt_id": scene.running.pk},
        frozenset({OWNER}),
    ),
    "ws/attempts/<str:token>": (
        lambda scene: {"token": token_of(scene.running)},
        frozenset(PERSONAS),
    ),
    "": (lambda scene: {}, frozenset()),
}
"""Where each is looked at, and who is let in."""
_WHY_CLOSED = {4404: NOT_THERE}
_HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "tests", "version": "1"},
    },
}


@pytest.fixture
def scene() -> Scene:
    """One of everything."""
    return set_up()


def visit(site: Server, scene: Scene, persona: str, path: str, origin: str = "") -> tuple[str, str]:
    """Connect as somebody; whether that was let in, and all that was told at once."""
    headers = {}
    if persona != NOBODY:
        session = scene.clients[persona].cookies[settings.SESSION_COOKIE_NAME].value
        headers["Cookie"] = f"{settings.SESSION_COOKIE_NAME}={session}"
    url = f"ws://{site.origin.removeprefix('http://')}{path}"
    told: list[str] = []
    try:
        with connect(
            url, additional_headers=headers, origin=Origin(origin or site.origin)
        ) as socket:
            told = read(socket.recv)
            return IN, "".join(told)
    except InvalidStatus as refused:
        return NOT_THERE, f"{refused.response.status_code} {bytes(refused.response.body)!r}"
    except ConnectionClosed as closed:
        code, reason = (0, "") if closed.rcvd is None else (closed.rcvd.code, closed.rcvd.reason)
        return _WHY_CLOSED.get(code, str(code)), reason


def read(receive: Callable[..., str | bytes]) -> list[str]:
    """What is told until nothing comes for a moment."""
    told: list[str] = []
    while True:
        try:
            told.append(str(receive(0.5)))
        except TimeoutError:
            return told
        except ConnectionClosed:
            if told and '"error"' not in told[-1]:
                return told
            raise


def test_every_socket_has_a_rule_and_every_rule_a_socket() -> None:
    assert set(socket_routes()) == set(SOCKETS)


@pytest.mark.parametrize("route", sorted(SOCKETS))
def test_sockets_are_there_for_those_who_may(route: str, live_site: LiveSite, scene: Scene) -> None:
    place, holders = SOCKETS[route]
    for persona in PERSONAS:
        found, told = visit(live_site, scene, persona, filled(route, place(scene)))
        assert found == (IN if persona in holders else NOT_THERE), f"{persona}: {told}"
        if found == NOT_THERE:
            assert ARGUMENT not in told
            if "attempt_id" in route:
                absent = filled(route, {"attempt_id": ABSENT})
                assert (found, told) == visit(live_site, scene, persona, absent)


@pytest.mark.parametrize("route", [route for route in sorted(SOCKETS) if "attempt_id" in route])
def test_another_site_connects_nobody(route: str, live_site: LiveSite, scene: Scene) -> None:
    place, holders = SOCKETS[route]
    path = filled(route, place(scene))
    for persona in holders:
        for origin in ("https://example.org", "null"):
            assert visit(live_site, scene, persona, path, origin)[0] == NOT_THERE


def test_an_unknown_address_leads_to_no_attempt(live_site: LiveSite, scene: Scene) -> None:
    unknown, known = "/mcp/none", f"/mcp/{token_of(scene.running)}"
    accept = {"Accept": "application/json, text/event-stream"}
    for path, status in ((unknown, 404), (known, 200), (f"/mcp/{scene.running.pk}", 404)):
        answer = httpx2.post(
            live_site.origin + path,
            content=json.dumps(_HELLO),
            headers=accept | {"Content-Type": "application/json"},
            timeout=30,
        )
        assert answer.status_code == status, answer.text
        assert ARGUMENT not in answer.text
