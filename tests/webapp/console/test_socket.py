"""The console's WebSocket: the gap, what happens elsewhere, and which window acts."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from django.conf import settings
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from tests.webapp.builders import opened, opened_by_person
from tests.webapp.console.desk import Desk, texts
from tests.webapp.live import LiveSite
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role
from webapp.attempts import services
from webapp.attempts.models import Attempt, EventKind
from webapp.console.access import entry_at

PATIENCE = 10


@contextmanager
def listening(
    site: LiveSite, persona: Persona, attempt: Attempt, origin: str = "", **query: Any
) -> Iterator[ClientConnection]:
    """A window's socket."""
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    name = settings.SESSION_COOKIE_NAME
    cookie = persona.client.cookies.get(name)
    headers = {"Cookie": f"{name}={cookie.value}"} if cookie else {}
    url = f"ws://127.0.0.1:{site.port}/ws/attempts/{attempt.pk}/console?{asked}"
    with connect(url, origin=Origin(origin or site.origin), additional_headers=headers) as socket:
        yield socket


def heard(socket: ClientConnection) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(socket.recv(PATIENCE))
    return told


def closed_with(socket: ClientConnection) -> int | None:
    with pytest.raises(ConnectionClosed) as closed:
        socket.recv(PATIENCE)
    return None if closed.value.rcvd is None else closed.value.rcvd.code


def test_a_window_that_was_away_gets_what_it_missed_and_then_what_comes(
    live_site: LiveSite, person: Persona, attempt: Attempt
) -> None:
    desk = Desk(person, attempt)
    for _ in range(3):
        desk.call("get_my_name")
    second = attempt.events.filter(kind=EventKind.CALL)[1].number

    with listening(live_site, person, attempt, after=second, seat="s", take=1) as socket:
        assert (heard(socket)["seat"], texts(heard(socket)["news"], "raw")) == (
            True,
            [last(attempt)],
        )
        services.call_tool(entry_at(attempt), "get_my_uid", {}).wait()
        later = heard(socket)
        assert texts(later["news"], "raw") == [last(attempt)]
        assert "4 of 100" in later["news"]
        assert later["number"] == attempt.events.latest("number").number


def test_what_came_just_before_an_own_call_is_told_as_well(
    live_site: LiveSite, person: Persona, attempt: Attempt
) -> None:
    with listening(live_site, person, attempt, after=1, seat="s") as socket:
        heard(socket)
        services.call_tool(entry_at(attempt), "get_my_uid", {}).wait()
        own = services.call_tool(entry_at(attempt), "get_my_name", {}).wait()
        socket.send(str(own.number))

        told = texts(heard(socket)["news"], "raw")

    answers = attempt.events.filter(kind=EventKind.CALL).values_list("answer", flat=True)
    assert told[0] == answers[0]


def test_what_was_answered_to_this_window_is_not_told_again(
    live_site: LiveSite, person: Persona, attempt: Attempt
) -> None:
    with listening(live_site, person, attempt, after=1, seat="s") as socket:
        heard(socket)
        for odd in ("", "x", "9" * 50):
            socket.send(odd)
        own = services.call_tool(entry_at(attempt), "get_my_name", {}).wait()
        socket.send(str(own.number))
        with pytest.raises(TimeoutError):
            socket.recv(1.5)


def last(attempt: Attempt) -> str:
    return attempt.events.filter(kind=EventKind.CALL).latest("number").answer


def test_the_window_that_came_last_acts_and_the_other_is_told(
    live_site: LiveSite, person: Persona, attempt: Attempt
) -> None:
    with listening(live_site, person, attempt, after=1, seat="one", take=1) as one:
        assert heard(one)["seat"] is True
        assert heard(one)["seat"] is True  # its own taking over
        with listening(live_site, person, attempt, after=1, seat="two", take=1) as two:
            assert heard(two)["seat"] is True
            assert heard(one)["seat"] is False
        # Coming back does not take over again: only opening the console does.
        with listening(live_site, person, attempt, after=1, seat="one") as again:
            assert heard(again)["seat"] is False
    assert attempt.events.filter(kind=EventKind.TAKEOVER).count() == 2


def test_the_end_is_told(live_site: LiveSite, person: Persona, attempt: Attempt) -> None:
    with listening(live_site, person, attempt, after=1, seat="s") as socket:
        assert heard(socket)["over"] is False
        services.finish(entry_at(attempt), "done").wait()
        assert heard(socket)["over"] is True


def test_nobody_else_listens(live_site: LiveSite, person: Persona, attempt: Attempt) -> None:
    for persona in (Persona(), Persona("stranger"), Persona("boss", Role.RESEARCHER)):
        with listening(live_site, persona, attempt, after=0, seat="s", take=1) as socket:
            assert closed_with(socket) == 4404
    with listening(live_site, person, attempt, "http://elsewhere.example", take=1) as socket:
        assert closed_with(socket) == 4404
    assert not attempt.events.filter(kind=EventKind.TAKEOVER).exists()


def test_an_attempt_of_an_agent_has_none(live_site: LiveSite, person: Persona) -> None:
    with listening(live_site, person, opened(owner=person.user), after=0) as socket:
        assert closed_with(socket) == 4404


@pytest.mark.parametrize("query", [{}, {"after": "x", "seat": ""}, {"after": "9" * 40, "take": 1}])
def test_an_odd_question_is_answered_from_the_beginning(
    live_site: LiveSite, person: Persona, query: dict[str, Any]
) -> None:
    attempt = opened_by_person(person.user)
    person.post(f"/attempts/{attempt.pk}/console/start")
    with listening(live_site, person, attempt, **query) as socket:
        assert heard(socket)["over"] is False
