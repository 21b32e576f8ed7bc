"""A deadline over a whole exchange, from its connection to its last byte.

The time-outs of the client start anew with every byte that comes or goes: a server that sends one
now and then, of its headers or of whatever else, would never be given up.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterable
from ssl import SSLContext
from typing import Any

import httpcore2
import httpx2

_AT_ONCE = 64 * 1024


class Deadline:
    """Until when the exchange of a thread may take. Each thread that asks has its own.

    Args:
        clock: Seconds that only go forward.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._own = threading.local()

    def begin(self, seconds: float) -> None:
        """Let the next exchange of this thread take so many seconds from now on."""
        self._own.until = self._clock() + seconds

    def left(self, timeout: float | None, over: type[httpcore2.TimeoutException]) -> float:
        """Seconds that the next step of this thread's exchange may take.

        Args:
            timeout: What it may take anyway; None: as long as it likes.
            over: Raised when no time is left.
        """
        left: float = self._own.until - self._clock()
        if left <= 0:
            raise over("the time of the whole exchange is up")
        return left if timeout is None else min(left, timeout)


class _Stream(httpcore2.NetworkStream):
    """A connection on which no step goes beyond the deadline."""

    def __init__(self, inner: httpcore2.NetworkStream, deadline: Deadline) -> None:
        self._inner, self._deadline = inner, deadline

    def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        return self._inner.read(max_bytes, self._deadline.left(timeout, httpcore2.ReadTimeout))

    def write(self, buffer: bytes, timeout: float | None = None) -> None:
        for start in range(0, len(buffer), _AT_ONCE):
            left = self._deadline.left(timeout, httpcore2.WriteTimeout)
            self._inner.write(buffer[start : start + _AT_ONCE], left)

    def close(self) -> None:
        self._inner.close()

    def start_tls(
        self,
        ssl_context: SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.NetworkStream:
        left = self._deadline.left(timeout, httpcore2.ConnectTimeout)
        return _Stream(self._inner.start_tls(ssl_context, server_hostname, left), self._deadline)

    def get_extra_info(self, info: str) -> Any:
        return self._inner.get_extra_info(info)


class _Backend(httpcore2.SyncBackend):
    """Opens such connections."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline

    def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.NetworkStream:
        left = self._deadline.left(timeout, httpcore2.ConnectTimeout)
        opened = super().connect_tcp(host, port, left, local_address, socket_options)
        return _Stream(opened, self._deadline)


def bind(client: httpx2.Client, deadline: Deadline) -> httpx2.Client:
    """Let a client that has no connection yet keep to a deadline, through a proxy as well.

    Args:
        client: The client.
        deadline: Begun by each thread before it asks.

    Returns:
        The same client.
    """
    # What the client stands on takes a backend; the client has no argument to hand one down.
    found: Any = (client._transport, *client._mounts.values())
    for transport in found:
        if transport is not None:
            transport._pool._network_backend = _Backend(deadline)
    return client
