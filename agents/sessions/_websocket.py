"""An attempt over a WebSocket."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from contextlib import ExitStack
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import ClientConnection, connect

from agents.sessions._door import PATIENCE, RETRIEVE_TOOLS, DoorSession
from agents.sessions._errors import ConnectionLost, Refusal

_LARGEST = 64 * 1024 * 1024
_FAREWELL = 2.0
_DEAD_END = 4000
"""Codes from here on say that there is nothing at the address any more."""
_GONE = (InvalidHandshake, EOFError, OSError)


class WebSocketSession(DoorSession):
    """An attempt over a WebSocket (docs/protocol.md).

    Args:
        address: Its address, ``ws://HOST/ws/attempts/TOKEN``.
        sleep: Waits so many seconds before a request is sent again.
    """

    def __init__(self, address: str, *, sleep: Callable[[float], None] = time.sleep) -> None:
        super().__init__(address, sleep=sleep)
        self._ids = count(1)
        self._open = ExitStack()
        self._socket: ClientConnection | None = None

    def _drop(self) -> None:
        self._socket = None
        self._open.close()

    def _connected(self) -> ClientConnection:
        """The connection that there is, or a new one."""
        if self._socket is None:
            opening = connect(
                self._address, max_size=_LARGEST, open_timeout=PATIENCE, close_timeout=_FAREWELL
            )
            self._socket = self._open.enter_context(opening)
        return self._socket

    def _task(self) -> dict[str, Any]:
        task: dict[str, Any] = self._result("task/get")["task"]
        return task

    def _listed(self) -> list[dict[str, Any]]:
        result = self._result("tools/list")
        listed = [
            {
                "name": tool["name"],
                "description": tool["description"],
                "input_schema": tool["inputSchema"],
            }
            for tool in result["tools"]
        ]
        # What is a method here is a tool elsewhere.
        return [*listed, {"name": RETRIEVE_TOOLS}] if result["retrieves"] else listed

    def _called(self, name: str, arguments: object, key: str) -> str:
        return self._text("tools/call", name=name, arguments=arguments, idempotencyKey=key)

    def _ended(self, outcome: str, answer: str, key: str) -> str:
        try:
            return self._text("task/finish", outcome=outcome, answer=answer, idempotencyKey=key)
        except Refusal as refusal:
            if refusal.reason != "not_a_call":
                raise
            return json.dumps({"status": "error", "output": refusal.message})

    def _found(self, query: str, k: int, key: str) -> str:
        return self._text("tools/retrieve", query=query, k=k, idempotencyKey=key)

    def _text(self, method: str, **params: Any) -> str:
        return str(self._result(method, **params)["text"])

    def _result(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and wait for its answer, past all that answers nothing."""
        id_ = next(self._ids)
        request = {"jsonrpc": "2.0", "id": id_, "method": method, "params": params}
        try:
            socket = self._connected()
            socket.send(json.dumps(request))
            while True:
                frame = json.loads(socket.recv(PATIENCE))
                if "error" in frame and frame["id"] in (id_, None):
                    error = frame["error"]
                    raise Refusal(error["data"]["reason"], error["message"])
                if frame.get("id") == id_:
                    result: dict[str, Any] = frame["result"]
                    return result
        except ConnectionClosed as closed:
            raise _told(closed) from closed
        except _GONE as error:
            raise ConnectionLost(str(error) or type(error).__name__) from error


def _told(closed: ConnectionClosed) -> Refusal | ConnectionLost:
    """What the end of a connection says."""
    received = closed.rcvd
    if received is not None and received.code >= _DEAD_END:
        return Refusal(received.reason, "There is nothing at this address any more.")
    return ConnectionLost(str(closed))
