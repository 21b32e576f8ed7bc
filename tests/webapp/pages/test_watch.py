"""A running attempt is watched over a WebSocket: by researchers, from pages of this host."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.webapp.builders import entry_of, opened
from tests.webapp.live import LiveSite
from tests.webapp.pages.markup import Markup
from tests.webapp.pages.personas import Persona
from webapp.attempts import services
from webapp.attempts.models import Attempt

PATIENCE = 20.0


def call(attempt: Attempt, times: int = 1) -> None:
    """Make calls."""
    for _ in range(times):
        services.call_tool(entry_of(attempt), "acc_network", {}).wait()


@contextmanager
def watching(
    site: LiveSite, attempt: Attempt, persona: Persona, query: str = "", **options: Any
) -> Iterator[ClientConnection]:
    """A connection as a browser makes it from a page of the site."""
    host = f"127.0.0.1:{site.port}"
    cookie = "; ".join(f"{key}={one.value}" for key, one in persona.client.cookies.items())
    options = {"origin": f"http://{host}", "additional_headers": {"Cookie": cookie}} | options
    with connect(f"ws://{host}/ws/attempts/{attempt.pk}/watch{query}", **options) as connection:
        yield connection


def lines(message: str | bytes) -> tuple[str, list[str]]:
    """How a message is to be swapped, and the ids of its lines."""
    told = json.loads(message)
    items = [tag.get("id", "") for tag in Markup(told["content"]).all("li")]
    return told["swap"], [id_ for id_ in items if id_.startswith("event-")]


def test_what_happens_is_told_line_by_line(
    live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    call(attempt, 2)
    with watching(live_site, attempt, researcher, "?after=1") as connection:
        assert lines(connection.recv(PATIENCE)) == ("innerHTML", ["event-2", "event-3"])
        call(attempt)
        message = connection.recv(PATIENCE)
        assert lines(message) == ("beforeend", ["event-4"])
        assert "acc_network" in json.loads(message)["content"]


def test_who_comes_back_is_told_the_same_again_in_place_of_it(
    live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    call(attempt, 3)
    for _ in range(2):
        with watching(live_site, attempt, researcher, "?after=2") as connection:
            told = lines(connection.recv(PATIENCE))
            assert told == ("innerHTML", ["event-3", "event-4"])


def test_a_line_says_what_the_call_changed(
    live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    call(attempt)
    with watching(live_site, attempt, researcher) as connection:
        content = json.loads(connection.recv(PATIENCE))["content"]
    assert "Network accelerated:" in content
    page = researcher.page(f"/attempts/{attempt.pk}/trace")
    assert Markup(content).all("li")[1]["id"] == "event-2"
    assert "Network accelerated:" in page


def test_at_the_end_the_way_to_the_verdict_is_told_and_the_connection_closed(
    live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    with watching(live_site, attempt, researcher) as connection:
        services.finish(entry_of(attempt), "done").wait()
        messages = [connection.recv(PATIENCE) for _ in range(2)]
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(PATIENCE)
    assert [lines(message)[1] for message in messages] == [["event-1", "event-2"], []]
    assert f'href="/attempts/{attempt.pk}"' in json.loads(messages[-1])["content"]
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 1000  # with which htmx does not come again


def test_what_one_may_not_watch_is_not_there(
    live_site: LiveSite,
    attempt: Attempt,
    nobody: Persona,
    owner: Persona,
    stranger: Persona,
    researcher: Persona,
) -> None:
    for persona in (nobody, owner, stranger):
        with (
            pytest.raises(InvalidStatus) as refused,
            watching(live_site, attempt, persona),
        ):
            raise AssertionError
        assert refused.value.response.status_code == 404
    with (
        pytest.raises(InvalidStatus) as missing,
        watching(live_site, Attempt(pk=2**31), researcher),
    ):
        raise AssertionError
    assert missing.value.response.status_code == 404


def test_who_signs_out_is_told_no_more(
    live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    with watching(live_site, attempt, researcher) as connection:
        call(attempt)
        connection.recv(PATIENCE)
        researcher.client.logout()
        call(attempt)
        with pytest.raises(ConnectionClosed) as closed:
            connection.recv(PATIENCE)
    assert closed.value.rcvd is not None
    assert closed.value.rcvd.code == 4404


@pytest.mark.parametrize("origin", [None, "http://elsewhere.example", "null", "http://127.0.0.1:1"])
def test_pages_from_elsewhere_can_not_watch(
    origin: str | None, live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    with (
        pytest.raises(InvalidStatus) as refused,
        watching(live_site, attempt, researcher, origin=origin),
    ):
        raise AssertionError
    assert refused.value.response.status_code == 404


@pytest.mark.parametrize("query", ["", "?after=x", "?after=-1", f"?after={'9' * 30}", "?after="])
def test_a_number_that_is_none_begins_at_the_start(
    query: str, live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    call(attempt)
    with watching(live_site, attempt, researcher, query) as connection:
        assert lines(connection.recv(PATIENCE))[1] == ["event-1", "event-2"]


def test_whatever_a_client_sends_is_not_looked_at(
    live_site: LiveSite, attempt: Attempt, researcher: Persona
) -> None:
    with watching(live_site, attempt, researcher) as connection:
        for frame in ("x", b"\x00", '{"jsonrpc": "2.0"}'):
            connection.send(frame)
        call(attempt)
        assert lines(connection.recv(PATIENCE))[1] == ["event-1", "event-2"]


def test_what_a_subject_wrote_stays_text_in_a_line(
    live_site: LiveSite, owner: Persona, researcher: Persona
) -> None:
    attempt = opened(owner=owner.user)
    html = "</li><script>alert(1)</script>"
    services.call_tool(entry_of(attempt), html, {html: html}).wait()
    with watching(live_site, attempt, researcher) as connection:
        content = json.loads(connection.recv(PATIENCE))["content"]
    assert "<script>" not in content
    assert Markup(content).complaints == []
