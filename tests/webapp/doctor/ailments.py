"""What the tests of the doctor make go wrong, and how they ask it."""

from __future__ import annotations

import os
import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path

from webapp.doctor.check import Check, State

ROOT = Path(__file__).parents[3]
OK, WARNING, MISSING = State.OK, State.WARNING, State.MISSING
HOST = "127.0.0.1"
PASSWORD = "hunter2-hunter2"
NOBODY = 65534
Examined = Callable[[Path], list[Check]]
HOLD = """
import sqlite3, sys, time
connection = sqlite3.connect({path!r}, isolation_level=None)
connection.execute("BEGIN IMMEDIATE")
print("ready", flush=True)
time.sleep(600)
"""
ExaminedUrl = Callable[[str], list[Check]]
SERVE = """
import http.server
class Handler(http.server.BaseHTTPRequestHandler):
    def do_GET(self):
        self.send_response(404)
        self.end_headers()
        self.wfile.write({answer!r})
    def log_message(self, *words):
        pass
server = http.server.HTTPServer(("", {port}), Handler)
print("ready", flush=True)
server.serve_forever()
"""


def run(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run manage.py doctor in a process of its own, as a user would."""
    inherited = {name: value for name, value in os.environ.items() if name != "DATABASE_URL"}
    return subprocess.run(
        [sys.executable, str(ROOT / "manage.py"), "doctor", *arguments],
        env=inherited | environment,
        capture_output=True,
        text=True,
    )


def states(checks: list[Check]) -> dict[str, State]:
    return {check.name: check.state for check in checks}


def free_port() -> int:
    with socket.socket() as tried:
        tried.bind((HOST, 0))
        return int(tried.getsockname()[1])


@contextmanager
def server(answer: Callable[[socket.socket], None]) -> Iterator[int]:
    """The port of a real server in this process, which answers each connection in turn."""

    def serve() -> None:
        with suppress(OSError):  # shut down: the test has ended
            while True:
                connection, _ = sockets[0].accept()
                sockets.append(connection)
                with connection, suppress(OSError):
                    answer(connection)

    sockets = [socket.create_server((HOST, 0))]
    thread = threading.Thread(target=serve)
    with sockets[0]:
        thread.start()
        try:
            yield int(sockets[0].getsockname()[1])
        finally:
            for opened in sockets:  # a client may have forgotten to close its end
                with suppress(OSError):
                    opened.shutdown(socket.SHUT_RDWR)
            thread.join()


def silent(connection: socket.socket) -> None:
    """Say nothing until the other side has lost its patience."""
    while connection.recv(4096):
        pass


@contextmanager
def process(code: str, folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A process that runs a piece of code, once it has said that it is ready."""
    command = [os.path.realpath(sys.executable), "-c", code]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as started:
        try:
            assert started.stdout is not None
            assert started.stdout.readline() == "ready\n"
            yield started
        finally:
            started.kill()


def table(path: Path, statement: str) -> None:
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute(statement)


def make_folder(path: Path) -> None:
    path.mkdir()


def make_loop(path: Path) -> None:
    path.symlink_to(path)


def make_garbage(path: Path) -> None:
    path.write_bytes(b"no database at all, and longer than a header of SQLite is" * 100)


def old_postgres(connection: socket.socket) -> None:
    """Say what a PostgreSQL 13 says until a client may ask."""

    def message(kind: bytes, body: bytes) -> bytes:
        return kind + (len(body) + 4).to_bytes(4, "big") + body

    while (request := connection.recv(4096))[4:8] != (3 << 16).to_bytes(4, "big"):
        if not request:
            return
        connection.sendall(b"N")  # no encryption
    connection.sendall(message(b"R", bytes(4)))
    for name, value in (
        (b"server_version", b"13.4"),
        (b"client_encoding", b"UTF8"),
        (b"TimeZone", b"UTC"),
    ):
        connection.sendall(message(b"S", name + b"\0" + value + b"\0"))
    connection.sendall(message(b"Z", b"I"))
    silent(connection)


def redis_server(answer: bytes) -> Callable[[socket.socket], None]:
    """Answer every command of Redis's protocol with the same; a command is an array of strings."""

    def serve(connection: socket.socket) -> None:
        with connection.makefile("rb") as read:
            while head := read.readline():
                for _ in range(int(head[1:])):
                    read.read(int(read.readline()[1:]) + 2)
                connection.sendall(answer)

    return serve


def program(path: Path, script: str) -> None:
    path.write_text(f"#!/bin/sh\n{script}\n")
    path.chmod(0o755)
