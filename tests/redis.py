"""A real Redis server for tests: a port of its own, nothing on the disk, gone when they end."""

from __future__ import annotations

import shutil
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager

import redis

from tests.bench.serving import free_port

HOST = "127.0.0.1"
ABSENT = "no Redis server on this machine: make redis installs one"
START_SECONDS = 30


def is_there() -> bool:
    """Whether this machine has a Redis server."""
    return shutil.which("redis-server") is not None


@contextmanager
def running_redis() -> Iterator[str]:
    """A server of one's own, empty; gives its URL."""
    port = free_port()
    command = ["redis-server", "--bind", HOST, "--port", str(port), "--save", "", "--daemonize"]
    process = subprocess.Popen([*command, "no"], stdout=subprocess.DEVNULL)
    try:
        _wait_until_it_answers(process, port)
        yield f"redis://{HOST}:{port}/0"
    finally:
        process.terminate()
        process.wait()


def _wait_until_it_answers(process: subprocess.Popen[bytes], port: int) -> None:
    deadline = time.monotonic() + START_SECONDS
    with redis.Redis(HOST, port) as client:
        while True:
            assert process.poll() is None, "the Redis server has ended"
            try:
                client.ping()
            except redis.ConnectionError:
                assert time.monotonic() < deadline, "the Redis server does not answer"
                time.sleep(0.05)
            else:
                return
