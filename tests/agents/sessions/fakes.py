"""Doors that answer as they are told, for what a real one does rarely or not yet."""

from __future__ import annotations

import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from websockets.sync.server import ServerConnection, serve

from tests.bench.raw import HOST

Answer = Callable[[str, dict[str, Any]], dict[str, Any]]
"""By method and parameters: members of a JSON-RPC answer, "result" or "error"."""

NO_SUCH_METHOD: dict[str, Any] = {"error": {"code": -32601, "message": "no such method"}}
HELLO: dict[str, Any] = {
    "result": {
        "protocolVersion": "2025-11-25",
        "capabilities": {"tools": {}},
        "serverInfo": {"name": "fake", "version": "1"},
    }
}


@contextmanager
def fake_mcp(answer: Answer) -> Iterator[int]:
    """An MCP server of the handshake era; gives its port."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_POST(self) -> None:
            request = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            if "id" not in request:
                self._send(202, b"")
                return
            greetings = {"server/discover": NO_SUCH_METHOD, "initialize": HELLO}
            method = request["method"]
            told = greetings.get(method) or answer(method, request.get("params") or {})
            message = {"jsonrpc": "2.0", "id": request["id"], **told}
            self._send(200, json.dumps(message).encode())

        def do_GET(self) -> None:
            self._send(405, b"")

        def _send(self, status: int, body: bytes) -> None:
            self.send_response(status)
            self.send_header("Content-Type", "application/json")
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, format: str, *args: object) -> None:
            """Nobody reads it."""

    server = ThreadingHTTPServer((HOST, 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,))
    thread.start()
    try:
        yield server.server_address[1]
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


@contextmanager
def fake_websocket(answer: Answer) -> Iterator[int]:
    """A WebSocket door; gives its port."""

    def talk(connection: ServerConnection) -> None:
        for frame in connection:
            request = json.loads(frame)
            told = answer(request["method"], request["params"])
            connection.send(json.dumps({"jsonrpc": "2.0", "id": request["id"], **told}))

    with serve(talk, HOST, 0) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield server.socket.getsockname()[1]
        finally:
            server.shutdown()
            thread.join()
