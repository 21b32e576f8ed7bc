"""Whether an agent can take a test: a mock task is served to it, and it is watched.

Nothing of the site is needed, and nothing stays.
"""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import httpx2
import uvicorn

from sandboxes import canonical_json
from webapp.doctor.agent_attempt import MockAttempt, Say, Seen
from webapp.doctor.agent_checks import Ending, agent_checks
from webapp.doctor.agent_door import AgentDoor
from webapp.doctor.agent_world import Errand, errand
from webapp.doctor.check import Check, missing, ok, one_line
from webapp.doctor.listening import HOST
from webapp.secrets import new_secret

_GOODBYE = 2.0
"""Seconds that an agent has to hang up after the end."""

_LOOK = 0.05
_STOPPING = (signal.SIGINT, signal.SIGTERM)

_CONNECTING = 5.0
_SHOWN = 200


class NoPort(Exception):
    """Nobody can listen where the mock task is to be served."""


@dataclass(frozen=True)
class AgentReport:
    """What an agent did at the mock task.

    Args:
        seed: Which task.
        instruction: What it was to do.
        checks: What was seen of it.
        calls: Every call with its answer.
        stopped_by: Number of the signal that ended it; 0 if none did.
    """

    seed: int
    instruction: str
    checks: list[Check]
    calls: list[dict[str, Any]]
    stopped_by: int


@dataclass
class _Start:
    """How an agent is started, by an HTTP request to its own address.

    Args:
        url: Its address; None if somebody else starts it.
        status: What it answered; 0 before that.
        trouble: Why it did not start; empty if it did.
    """

    url: str | None
    status: int = 0
    trouble: str = ""

    @property
    def shown(self) -> str:
        """The address without what may be secret in it."""
        parts = urlsplit(self.url or "")
        return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"

    def checks(self) -> list[Check]:
        """What came of it."""
        name = "agent's address"
        if self.url is None:
            return []
        if self.trouble:
            remedy = (
                "Start the agent's own HTTP service first. It takes a POST of the JSON "
                '{"mcp": address, "websocket": null}, starts the agent, and answers with 2xx.'
            )
            return [missing(name, self.trouble, remedy)]
        told = f"answered with {self.status}" if self.status else "has not answered yet: no matter"
        return [ok(name, f"{self.shown} {told}")]


@dataclass
class _Watch:
    """What ends the watching.

    Args:
        over: Set as soon as something does.
        ending: What did.
        stopped_by: Number of the signal that did; 0 if none did.
    """

    over: asyncio.Event = field(default_factory=asyncio.Event)
    ending: Ending = Ending.TIME
    stopped_by: int = 0

    def end(self, ending: Ending) -> None:
        """End it; the first ending holds."""
        if not self.over.is_set():
            self.ending = ending
            self.over.set()

    def stop(self, number: int) -> None:
        """End it by a signal."""
        self.stopped_by = number
        self.end(Ending.STOPPED)


class _Quiet(uvicorn.Server):
    """A server that leaves Ctrl-C to whoever watches."""

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Capture none."""
        yield


def examine_agent(
    url: str | None,
    *,
    port: int,
    seconds: float,
    seed: int,
    say: Say,
    clock: Callable[[], float] = time.monotonic,
) -> AgentReport:
    """Serve a mock task, start an agent or wait for one, and tell what it did.

    Args:
        url: Where a POST starts the agent; None: somebody connects it by hand.
        port: Where to serve the task; 0: anywhere.
        seconds: How long to watch.
        seed: Which task.
        say: Gets a line for whoever watches, as things happen.
        clock: Gives seconds that never go back.

    Raises:
        NoPort: nobody can listen at the port.
    """
    with _listening(port) as listener:
        return asyncio.run(_examined(listener, _Start(url), seconds, seed, say, clock))


async def _examined(
    listener: socket.socket,
    start: _Start,
    seconds: float,
    seed: int,
    say: Say,
    clock: Callable[[], float],
) -> AgentReport:
    task, watch, token = errand(seed), _Watch(), new_secret()

    def told(line: str) -> None:
        say(one_line(line)[:_SHOWN])

    attempt = MockAttempt(
        task, seconds, clock=clock, say=told, end=lambda: watch.end(Ending.BY_ITSELF)
    )
    address = f"http://{HOST}:{listener.getsockname()[1]}/mcp/{token}"
    say(_invitation(address, seed, start, seconds))
    with _heeding(watch.stop):
        await _served(listener, AgentDoor(attempt, token), address, start, watch, seconds)
    seen = attempt.seen
    seen.ended = clock() if seen.ended is None else seen.ended
    return _report(seed, task, seen, start, watch)


async def _served(
    listener: socket.socket,
    app: AgentDoor,
    address: str,
    start: _Start,
    watch: _Watch,
    seconds: float,
) -> None:
    """Serve until something ends it, then let the agent say goodbye."""
    server = _Quiet(
        uvicorn.Config(
            app,
            log_config=None,
            access_log=False,
            lifespan="off",
            ws="none",
            server_header=False,
            timeout_graceful_shutdown=1,
        )
    )
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    starting = asyncio.create_task(_started(start, address, watch))
    try:
        async with app.open():
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await watch.over.wait()
            if watch.ending is Ending.BY_ITSELF:
                await _goodbye(server, starting)
    finally:
        starting.cancel()
        server.should_exit = True
        await asyncio.wait({starting, serving})
    serving.result()


async def _goodbye(server: uvicorn.Server, starting: asyncio.Task[None]) -> None:
    """Wait until the agent has hung up and has answered the request that started it."""
    with suppress(TimeoutError):
        async with asyncio.timeout(_GOODBYE):
            while server.server_state.connections:
                await asyncio.sleep(_LOOK)
            await asyncio.wait({starting})


async def _started(start: _Start, address: str, watch: _Watch) -> None:
    """Send the request that starts an agent; it may be answered at once or when all is over."""
    if start.url is None:
        return
    body = {"mcp": address, "websocket": None}
    limits = httpx2.Timeout(None, connect=_CONNECTING)
    try:
        async with httpx2.AsyncClient(timeout=limits, trust_env=False) as client:
            answer = await client.post(start.url, json=body)
    except (httpx2.ConnectError, httpx2.ConnectTimeout):
        start.trouble = f"nobody listens at {start.shown}"
    except (httpx2.HTTPError, httpx2.InvalidURL) as error:
        start.trouble = f"{start.shown} broke off ({type(error).__name__})"
    else:
        start.status = answer.status_code
        if not answer.is_success:
            said = one_line(answer.text)[:_SHOWN] or "an empty text"
            start.trouble = f"{start.shown} answered with {answer.status_code}: {said}"
    if start.trouble:
        watch.end(Ending.NOT_STARTED)


@contextmanager
def _listening(port: int) -> Iterator[socket.socket]:
    """A socket that is listened at already, so that an early client waits and is not refused."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((HOST, port))
            listener.listen()
        except OSError as error:
            raise NoPort(
                f"Port {port} at {HOST} is taken or can't be used ({error.strerror}). "
                "Choose another --agent-port, or 0 for any."
            ) from error
        yield listener


@contextmanager
def _heeding(stop: Callable[[int], None]) -> Iterator[None]:
    """Let Ctrl-C and SIGTERM end the watching in good order; other threads aren't told of them."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    loop = asyncio.get_running_loop()
    before = {number: signal.getsignal(number) for number in _STOPPING}
    for number in _STOPPING:
        loop.add_signal_handler(number, stop, number)
    try:
        yield
    finally:
        for number, handler in before.items():
            loop.remove_signal_handler(number)
            signal.signal(number, handler)


def _invitation(address: str, seed: int, start: _Start, seconds: float) -> str:
    """What people read while nothing has happened yet."""
    if start.url is not None:
        return f"Mock task {seed} at {address}; starting the agent at {start.shown} ..."
    entry = {"mcpServers": {"touchstone": {"type": "http", "url": address}}}
    return (
        f"Mock task {seed}. Connect your agent within {seconds:g} seconds (Ctrl-C ends it) to\n"
        f"  {address}\n"
        f"or with a configuration file that holds\n"
        f"  {canonical_json(entry)}\n"
        "and let it do what the server's instructions say."
    )


def _report(seed: int, task: Errand, seen: Seen, start: _Start, watch: _Watch) -> AgentReport:
    calls = [
        {
            "tool": call.tool,
            "arguments": call.arguments,
            "status": call.outcome.status,
            "output": call.outcome.output,
        }
        for call in seen.calls
    ]
    return AgentReport(
        seed,
        task.instruction(),
        checks=[*start.checks(), *agent_checks(seen, task, watch.ending)],
        calls=json.loads(canonical_json(calls).encode(errors="replace")),  # half a surrogate pair
        stopped_by=watch.stopped_by,
    )
