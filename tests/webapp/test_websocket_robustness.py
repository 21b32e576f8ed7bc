"""Whatever a client sends, sends too much of, or leaves undone: others and the log don't suffer."""

from __future__ import annotations

import json
import socket
import struct
import time
from contextlib import suppress
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed

from tests.bench.raw import HOST
from tests.bench.serving import resident_mib
from tests.webapp.builders import entry_of, opened
from tests.webapp.live import LiveSite
from tests.webapp.socket_client import SocketClient, connected, kinds_and_numbers
from webapp.attempts.hot import load
from webapp.attempts.models import Attempt, Event
from webapp.attempts.opening import renew_token, token_of

pytestmark = pytest.mark.django_db(transaction=True)

MEBI = 1024 * 1024
MOST_SENT = 100_000


def calls_in_log(attempt: Attempt) -> int:
    """How many calls were written down."""
    return Event.objects.filter(attempt=attempt, kind="call").count()


def refusal(client: SocketClient) -> tuple[Any, int, str]:
    """The refusal that comes next: id, code and reason."""
    message = client.receive()
    assert len(message["error"]["message"]) < 1_000
    return message["id"], message["error"]["code"], message["error"]["data"]["reason"]


def long_name(what: str) -> str:
    """A request with a very long name in it, which is not to come back."""
    name = "\x00" * 50_000
    method, params = (name, {}) if what == "method" else ("ping", {name: 1})
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": method, "params": params})


@pytest.mark.parametrize("path", ["nope", "", "a/b", "%00", "%ED%A0%80"])
def test_an_address_that_leads_nowhere_says_so_before_it_closes(
    live_site: LiveSite, path: str
) -> None:
    with connected(live_site, path) as client:
        assert refusal(client) == (None, 1001, "unknown_token")
        assert client.closed_with() == (4404, "unknown_token")


@pytest.mark.parametrize("query", ["", "?after=0"])
def test_a_revoked_address_says_so_before_it_closes(live_site: LiveSite, query: str) -> None:
    attempt = opened()
    old = token_of(attempt)
    with connected(live_site, attempt) as client:  # this process knows the address now
        client.request("ping")
    renew_token(entry_of(attempt)).wait()
    with connected(live_site, old, query) as client:
        assert refusal(client) == (None, 1002, "revoked_token")
        assert client.closed_with() == (4410, "revoked_token")


def test_a_malformed_frame_is_refused_and_the_connection_lives(live_site: LiveSite) -> None:
    attempt = opened()
    frames: list[tuple[str | bytes, tuple[Any, int, str]]] = [
        ("{", (None, -32700, "parse_error")),
        (
            '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":NaN}}',
            (None, -32700, "parse_error"),
        ),
        ("[" * 100_000, (None, -32700, "parse_error")),
        ("[]", (None, -32600, "invalid_request")),
        (b'{"jsonrpc":"2.0","id":7,"method":"ping"}', (None, -32600, "invalid_request")),
        (b"\xff\xfe", (None, -32600, "invalid_request")),
        ('{"jsonrpc":"2.0","id":1.5,"method":"ping"}', (None, -32600, "invalid_request")),
        ('{"jsonrpc":"2.0","id":"a"}', ("a", -32600, "invalid_request")),
        ('{"jsonrpc":"2.0","id":7,"method":"call"}', (7, -32601, "unknown_method")),
        (long_name("method"), (7, -32601, "unknown_method")),
        (long_name("parameter"), (7, -32602, "invalid_params")),
        ('{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}', (7, -32602, "invalid_params")),
        (
            '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"x":1}}',
            (7, -32602, "invalid_params"),
        ),
    ]
    with connected(live_site, attempt) as client:
        for frame, expected in frames:
            client.send_text(frame)
            assert refusal(client) == expected, frame
            assert client.request("ping") == {}
    assert Event.objects.filter(attempt=attempt).count() == 0


def test_a_call_sent_as_a_notification_is_not_made(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        client.send_text('{"jsonrpc":"2.0","method":"tools/call","params":{"name":"get_my_uid"}}')
        client.send_text('{"jsonrpc":"2.0","method":"task/finish","params":{"outcome":"done"}}')
        assert client.request("ping") == {}
    assert Event.objects.filter(attempt=attempt).count() == 0


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        ('{"uid":"\\ud800"}', "error"),
        ('{"\\ud800":1}', "error"),
        ('{"uid":"\\u0000"}', "error"),
        ('{"uid":1e400}', None),
        (f'{{"uid":{"9" * 4_000}}}', "error"),
        (f'{{"uid":"{"x" * 900_000}"}}', "error"),
        ("[" * 100 + "]" * 100, "error"),
        ("[" * 101 + "]" * 101, None),
        ("[" * 960 + "]" * 960, None),
    ],
)
def test_odd_arguments_are_a_call_or_none_but_break_nothing(
    live_site: LiveSite, arguments: str, status: str | None
) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        params = f'{{"name":"get_chat_history","arguments":{arguments}}}'
        client.send_text(
            f'{{"jsonrpc":"2.0","id":"\\ud800","method":"tools/call","params":{params}}}'
        )
        message = client.receive()
        assert message["id"] == "\ud800"
        if status is None:
            assert message["error"]["code"] == -32602
        else:
            assert message["result"]["status"] == status
        client.request("events/list")
        assert client.request("task/get")["task"]["status"] == "open"
    assert load(attempt.pk).calls == calls_in_log(attempt) == (status is not None)


@pytest.mark.parametrize("compression", [None, "deflate"])
def test_a_frame_over_the_limit_ends_its_connection_alone(
    live_site: LiveSite, compression: str | None
) -> None:
    attempt = opened()
    with (
        connected(live_site, attempt) as other,
        connected(live_site, attempt, compression=compression) as client,
    ):
        with suppress(OSError, ConnectionClosed):  # closed while it is still being sent
            client.send_text("x" * (MEBI + 1))
        assert client.closed_with()[0] == 1009
        assert other.request("ping") == {}


class Deaf:
    """A client that sends requests and never reads an answer.

    Args:
        site: The site.
        attempt: The attempt.
    """

    def __init__(self, site: LiveSite, attempt: Attempt) -> None:
        self._socket = socket.socket()
        # Little room for what it doesn't read, so that the site has to keep it, or to stop.
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        self._socket.settimeout(2)
        self._socket.connect((HOST, site.port))
        self._socket.sendall(
            f"GET /ws/attempts/{token_of(attempt)} HTTP/1.1\r\nHost: localhost\r\n"
            "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
        )
        assert self._socket.recv(12) == b"HTTP/1.1 101"

    def call(self, name: str, arguments: dict[str, Any], times: int) -> None:
        """Send a call many times over.

        Raises:
            TimeoutError: the site takes no more.
        """
        params = {"name": name, "arguments": arguments}
        message = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        body = json.dumps(message).encode()
        # Masked with zeroes, so that the payload stands there as it is.
        frame = struct.pack("!BBH4x", 0x81, 0x80 | 126, len(body)) + body
        self._socket.sendall(frame * times)

    def call_until_stopped(self, name: str, most: int) -> int:
        """Send calls until no more are taken; how many were sent."""
        for sent in range(0, most, 100):
            try:
                self.call(name, {}, times=100)
            except TimeoutError:
                return sent
        return most

    def reset(self) -> None:
        """Cut the connection, as when a network breaks down."""
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        self._socket.close()


def quiet(attempt: Attempt) -> int:
    """How many calls were written down, when there were no more for a second."""
    before, now = -1, calls_in_log(attempt)
    while now != before:
        time.sleep(1)
        before, now = now, calls_in_log(attempt)
    return now


def test_whoever_never_reads_is_stopped_at_little_cost(live_site: LiveSite) -> None:
    attempt, beside = opened(call_budget=10_000), opened()
    with connected(live_site, attempt) as same, connected(live_site, beside) as other:
        same.call("get_all_contacts")
        other.call("get_my_uid")
        before = resident_mib(live_site.process.pid)
        deaf = [Deaf(live_site, attempt) for _ in range(2)]
        sent = [client.call_until_stopped("get_all_contacts", MOST_SENT) for client in deaf]
        made = quiet(attempt)
        grown = resident_mib(live_site.process.pid) - before
        print(f"{made} of {sum(sent)} calls made, {grown:.1f} MiB more")
        assert all(number < MOST_SENT for number in sent)
        assert made < sum(sent) / 2
        assert grown < 64
        assert same.call("get_my_uid")["status"] == "ok"
        assert other.call("get_my_uid")["status"] == "ok"
        for one in deaf:
            one.reset()
        assert same.call("get_my_uid")["status"] == "ok"
    assert load(attempt.pk).calls == quiet(attempt)


def test_a_connection_cut_in_the_middle_of_calls_leaves_the_log_whole(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        uid = json.loads(client.call("get_my_uid")["text"])["output"]
    for _ in range(5):
        deaf = Deaf(live_site, attempt)
        deaf.call("send_message", {"uid": uid, "content": "hello"}, times=10)
        deaf.reset()
    made = quiet(attempt)
    with connected(live_site, attempt, "?after=0") as client:
        answer = client.call("get_my_uid")
        assert (answer["status"], answer["number"]) == ("ok", made + 2)
        numbers = [number for _, number in kinds_and_numbers(client)]
        assert numbers == [*range(1, made + 2)]
        view = client.request("task/get")["task"]
    assert view["calls_left"] == view["call_budget"] - made - 1
    # Every call comes out as it was written down, its state's hash included.
    assert load(attempt.pk).calls == made + 1
