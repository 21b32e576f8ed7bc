"""A real PostgreSQL server for tests: a folder and a port of its own, gone when they end."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg

HOST = "127.0.0.1"
ABSENT = "no PostgreSQL server on this machine: make postgres installs one"
DEBIAN = Path("/usr/lib/postgresql")
START_SECONDS, STOP_SECONDS = 60, 30
ACCOUNT = "postgres" if os.geteuid() == 0 else None  # the server refuses to run as root
GROUPS: list[str] | None = [] if ACCOUNT else None


class PostgresError(Exception):
    """The server could not be made or started; the message is what it said."""


def server_programs() -> Path | None:
    """The folder of initdb and postgres: the one in PATH, else the newest of Debian's."""
    if found := shutil.which("initdb"):
        return Path(found).resolve().parent
    debian = [path.parent for path in DEBIAN.glob("*/bin/initdb")]
    return max(debian, key=lambda folder: float(folder.parent.name), default=None)


class PostgresServer:
    """One server; what was committed is still there after a stop and a start.

    Start it in a thread that outlives it, best the main one: when that thread is gone, and be it
    because the tests were killed, the kernel stops the server.
    """

    def __init__(self, programs: Path, folder: Path, port: int) -> None:
        self.folder = folder
        self.url = f"postgres://touchstone@{HOST}:{port}/touchstone"
        self._programs = programs
        self._port = port
        self._data = folder / "data"
        self._log = folder / "log"
        self._process: subprocess.Popen[bytes] | None = None

    def create(self) -> None:
        """Make its files, start it, and make the role and the empty database of the URL.

        The role may create databases, as Django's tests do, but is no superuser; `postgres` is.
        """
        command: list[str | Path] = [self._programs / "initdb", "-D", self._data, "-U", "postgres"]
        command += ["--auth=trust", "--encoding=UTF8", "--locale=C.UTF-8", "--no-sync"]
        with self._launch(command) as initdb:
            if initdb.wait() != 0:
                raise PostgresError(self._log.read_text(encoding="utf-8"))
        self.start()
        url = f"postgres://postgres@{HOST}:{self._port}/postgres"
        with psycopg.connect(url, autocommit=True) as connection:
            connection.execute("CREATE ROLE touchstone LOGIN CREATEDB")
            connection.execute("CREATE DATABASE touchstone OWNER touchstone")

    def start(self) -> None:
        """Start it and wait until it accepts connections."""
        if self._process is not None:
            raise PostgresError("it runs already")
        command: list[str | Path] = ["setpriv", "--pdeathsig", "QUIT", self._programs / "postgres"]
        command += ["-D", self._data, "-h", HOST, "-p", str(self._port)]
        self._process = self._launch([*command, "-k", ""])  # no unix sockets
        deadline = time.monotonic() + START_SECONDS
        while not self._accepts(self._process.pid):
            if self._process.poll() is not None or time.monotonic() > deadline:
                self.stop()
                raise PostgresError(self._log.read_text(encoding="utf-8"))
            time.sleep(0.02)

    def stop(self) -> None:
        """Stop it as a crash would, without a checkpoint: what `pg_ctl -m immediate stop` does."""
        if self._process is None:
            return
        self._process.send_signal(signal.SIGQUIT)
        try:
            self._process.wait(STOP_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process = None

    def _launch(self, command: list[str | Path]) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                command,
                cwd=self.folder,
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                start_new_session=True,  # Ctrl-C is for the tests, which then stop it
                user=ACCOUNT,
                group=ACCOUNT,
                extra_groups=GROUPS,
            )

    def _accepts(self, pid: int) -> bool:
        """Whether its lock file says so, which unlike a connection can't be another server's."""
        try:
            lines = (self._data / "postmaster.pid").read_text(encoding="utf-8").splitlines()
        except FileNotFoundError:
            return False
        return len(lines) > 7 and lines[0] == str(pid) and lines[7].strip() == "ready"


@contextmanager
def postgres_server() -> Iterator[PostgresServer]:
    """A new server with an empty database; in the end it is stopped and its files are removed."""
    programs = server_programs()
    if programs is None:
        raise PostgresError(ABSENT)
    with (
        TemporaryDirectory(prefix="touchstone-postgres-", dir="/tmp") as name,
        socket.socket() as reserved,
    ):
        if ACCOUNT:
            shutil.chown(name, ACCOUNT, ACCOUNT)
        # Bound but not listening, it keeps the port from all but a server that reuses addresses,
        # as PostgreSQL does: nobody takes it between a stop and a start.
        reserved.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        reserved.bind((HOST, 0))
        server = PostgresServer(programs, Path(name), reserved.getsockname()[1])
        try:
            server.create()
            yield server
        finally:
            server.stop()


@contextmanager
def running_postgres() -> Iterator[str]:
    """The URL of a new server's empty database, for as long as the context lasts."""
    with postgres_server() as server:
        yield server.url
