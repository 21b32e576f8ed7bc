"""An agent over a WebSocket: python websocket_agent.py ws://HOST/ws/attempts/TOKEN."""

import json
import sys
from itertools import count
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect


class Attempt:
    """An attempt that outlives its connections.

    Args:
        address: Its WebSocket address.
    """

    def __init__(self, address: str) -> None:
        self._address = address
        self._ids = count(1)
        self._seen = 0
        self._socket = connect(address)

    def call(self, name: str, **arguments: Any) -> Any:
        """Call a tool; the key makes sure that it is made once, however often it is sent."""
        key = f"call-{next(self._ids)}"
        answer = self.ask("tools/call", name=name, arguments=arguments, idempotencyKey=key)
        return json.loads(answer["text"])

    def ask(self, method: str, **params: Any) -> Any:
        """Send a request, again over a new connection if the old one breaks, and wait."""
        while True:
            try:
                return self._asked(method, params)
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code >= 4000:
                    raise  # there is nothing at this address any more
                self._socket = connect(f"{self._address}?after={self._seen}")

    def _asked(self, method: str, params: dict[str, Any]) -> Any:
        id_ = next(self._ids)
        self._socket.send(
            json.dumps({"jsonrpc": "2.0", "id": id_, "method": method, "params": params})
        )
        while True:
            message = json.loads(self._socket.recv())
            if message.get("method") == "event":
                self._seen = message["params"]["number"]
                print("missed:", message["params"])
            elif message.get("id") == id_:
                if "error" in message:
                    raise RuntimeError(message["error"]["message"])
                self._seen = message["result"].get("number", self._seen)
                return message["result"]


attempt = Attempt(sys.argv[1])
task = attempt.ask("task/get")["task"]
print(task["instruction"])
print(len(attempt.ask("tools/list", server="LightTalk")["tools"]), "tools of LightTalk")
print(attempt.call("get_my_name"))
print(attempt.ask("task/finish", outcome="cannot_be_done", answer="I am but an example.")["text"])
