"""A client of the WebSocket door, as an agent would write it, and blunter where tests need it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from tests.bench.serving import Server
from webapp.attempts.models import Attempt
from webapp.attempts.opening import token_of

PATIENCE = 30.0


class Refused(Exception):
    """The door refused.

    Args:
        error: The error object.
    """

    def __init__(self, error: dict[str, Any]) -> None:
        super().__init__(error["message"])
        self.code: int = error["code"]
        self.reason: str = error["data"]["reason"]


class SocketClient:
    """One connection.

    Args:
        connection: The connection.

    Attributes:
        told: Notifications that came in so far, as (method, params).
    """

    def __init__(self, connection: ClientConnection) -> None:
        self.connection = connection
        self.told: list[tuple[str, dict[str, Any]]] = []
        self._ids = count(1)

    def send(self, method: str, **params: Any) -> int:
        """Send a request without waiting for the answer; gives its id."""
        id_ = next(self._ids)
        self.send_text(
            json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})
        )
        return id_

    def send_text(self, frame: str | bytes) -> None:
        """Send a frame as it is."""
        self.connection.send(frame)

    def receive(self) -> dict[str, Any]:
        """The next frame that is no notification, whole."""
        while True:
            message: dict[str, Any] = json.loads(self.connection.recv(PATIENCE))
            assert message["jsonrpc"] == "2.0"
            if "method" not in message:
                return message
            self.told.append((message["method"], message["params"]))

    def request(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and give its result.

        Raises:
            Refused: it was answered with an error.
        """
        id_ = self.send(method, **params)
        message = self.receive()
        assert message["id"] == id_
        if "error" in message:
            raise Refused(message["error"])
        result: dict[str, Any] = message["result"]
        return result

    def call(self, name: str, /, **arguments: Any) -> dict[str, Any]:
        """Call a tool."""
        return self.request("tools/call", name=name, arguments=arguments)

    def closed_with(self) -> tuple[int, str]:
        """Wait until the server has closed the connection; code and reason."""
        with pytest.raises(ConnectionClosed) as closed:
            self.connection.recv(PATIENCE)
        received = closed.value.rcvd
        assert received is not None, "cut off without a word"
        return received.code, received.reason


@contextmanager
def connected(
    site: Server, attempt: Attempt | str, query: str = "", **options: Any
) -> Iterator[SocketClient]:
    """A connection to an attempt, or to a token."""
    token = attempt if isinstance(attempt, str) else token_of(attempt)
    with connect(site.websocket_url(token) + query, **options) as connection:
        yield SocketClient(connection)


def kinds_and_numbers(client: SocketClient) -> list[tuple[str, int]]:
    """The events that a client was told."""
    return [(told["kind"], told["number"]) for method, told in client.told if method == "event"]
