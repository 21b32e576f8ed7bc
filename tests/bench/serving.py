"""Servers as processes: started, waited for, looked at and stopped."""

from __future__ import annotations

import http.client
import os
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.bench.raw import HOST

ROOT = Path(__file__).parents[2]
POLL = 0.005
PATIENCE = 60.0


@dataclass(frozen=True)
class Server:
    """A server that runs.

    Args:
        port: Where it listens.
        process: Its process.
        environment: What was added to its environment; a command that gets the same sees the same
            database.
    """

    port: int
    process: subprocess.Popen[bytes]
    environment: dict[str, str]

    def mcp_url(self, token: str) -> str:
        """Where an attempt is reached over MCP."""
        return f"http://{HOST}:{self.port}/mcp/{token}"

    def websocket_url(self, token: str) -> str:
        """Where an attempt is reached over a WebSocket."""
        return f"ws://{HOST}:{self.port}/ws/attempts/{token}"

    @property
    def origin(self) -> str:
        """The origin of its pages."""
        return f"http://{HOST}:{self.port}"


@dataclass(frozen=True)
class Launch:
    """How a server is started: everything but the port, which is a free one each time.

    Args:
        command: The command without the port.
        environment: What is added to the environment.
    """

    command: tuple[str, ...]
    environment: dict[str, str] = field(default_factory=dict)

    @contextmanager
    def started(self) -> Iterator[Server]:
        """Start it, and stop it at the end; it may not listen yet.

        What it says is told only if the block fails: a measurement prints nothing but figures.
        """
        port = free_port()
        with tempfile.TemporaryFile() as log:
            process = subprocess.Popen(
                [*self.command, "--port", str(port)],
                cwd=ROOT,
                env={**os.environ, **self.environment},
                stdout=log,
                stderr=subprocess.STDOUT,
            )
            try:
                yield Server(port, process, self.environment)
            except Exception:
                log.seek(0)
                sys.stderr.write(log.read().decode(errors="replace"))
                raise
            finally:
                stop(process)

    @contextmanager
    def running(self) -> Iterator[Server]:
        """Start it, wait until it answers, and stop it at the end."""
        with self.started() as server:
            wait_until_ready(server)
            yield server


def python(*arguments: str) -> tuple[str, ...]:
    """A command of this very interpreter."""
    return (sys.executable, *arguments)


def run(command: Sequence[str], environment: dict[str, str]) -> None:
    """Run a command to its end.

    Raises:
        RuntimeError: it failed.
    """
    done = subprocess.run(
        command, cwd=ROOT, env={**os.environ, **environment}, capture_output=True, text=True
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout}{done.stderr}")


def free_port() -> int:
    """A port that nobody listens at."""
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        port: int = probe.getsockname()[1]
        return port


def wait_until_ready(server: Server) -> None:
    """Return when GET / is answered.

    Raises:
        RuntimeError: the server ended.
        TimeoutError: it took too long.
    """
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        check_alive(server)
        connection = http.client.HTTPConnection(HOST, server.port, timeout=PATIENCE)
        try:
            connection.request("GET", "/")
            connection.getresponse().read()
        except OSError:
            time.sleep(POLL)
        else:
            return
        finally:
            connection.close()
    raise TimeoutError(f"no answer at port {server.port} after {PATIENCE:.0f} s")


def check_alive(server: Server) -> None:
    """Raise RuntimeError if the server has ended."""
    if server.process.poll() is not None:
        raise RuntimeError(f"the server ended with {server.process.returncode}")


def stop(process: subprocess.Popen[bytes]) -> None:
    """Ask a process to end, and make it."""
    process.terminate()
    try:
        process.wait(timeout=10)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def resident_mib(pid: int) -> float:
    """Resident memory of a process and all that it has started, in MiB."""
    parents, sizes = {}, {}
    for path in Path("/proc").glob("[0-9]*/status"):
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
        except OSError:  # it has just ended
            continue
        facts = dict(line.split(":", 1) for line in lines)
        number = int(path.parent.name)
        parents[number] = int(facts["PPid"])
        sizes[number] = int(facts.get("VmRSS", "0 kB").split()[0])
    family = {pid}
    while more := {child for child, parent in parents.items() if parent in family} - family:
        family |= more
    return sum(sizes[member] for member in family) / 1024
