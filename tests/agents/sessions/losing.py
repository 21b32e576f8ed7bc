"""A line to a server that can be told to lose answers."""

from __future__ import annotations

import contextlib
import socket
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from tests.bench.raw import HOST

_CHUNK = 65536


class LosingLine:
    """Passes bytes on, both ways, until it is told to lose an answer.

    Args:
        port: Where the server listens.

    Attributes:
        port: Where the line begins.
        connections: How many were made.
    """

    def __init__(self, port: int) -> None:
        self._server = port
        self._listening = socket.create_server((HOST, 0))
        self.port: int = self._listening.getsockname()[1]
        self.connections = 0
        self._to_lose = 0

    def lose(self, answers: int) -> None:
        """Cut the connection instead of passing the next answers on; the server has sent them."""
        self._to_lose = answers

    def serve(self) -> None:
        """Take connections until the line is closed."""
        while True:
            try:
                near, _ = self._listening.accept()
            except OSError:
                return
            self.connections += 1
            far = socket.create_connection((HOST, self._server))
            for way in (self._ask, self._answer):
                threading.Thread(target=way, args=(near, far), daemon=True).start()

    def close(self) -> None:
        """Take no more connections."""
        self._listening.shutdown(socket.SHUT_RDWR)
        self._listening.close()

    def _ask(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := near.recv(_CHUNK):
                far.sendall(data)
        _cut(near, far)

    def _answer(self, near: socket.socket, far: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while data := far.recv(_CHUNK):
                if self._to_lose:
                    self._to_lose -= 1
                    break
                near.sendall(data)
        _cut(near, far)


def _cut(*ends: socket.socket) -> None:
    for end in ends:
        with contextlib.suppress(OSError):
            end.shutdown(socket.SHUT_RDWR)
        end.close()


@contextmanager
def losing_line(port: int) -> Iterator[LosingLine]:
    """A line to a server on this machine."""
    line = LosingLine(port)
    thread = threading.Thread(target=line.serve)
    thread.start()
    try:
        yield line
    finally:
        line.close()
        thread.join()
