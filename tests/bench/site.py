"""What a running site costs and bears, measured from outside, over its own transports."""

from __future__ import annotations

import asyncio
import json
import random
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain, count
from pathlib import Path
from statistics import median
from typing import Any

from websockets.asyncio.client import ClientConnection, connect
from websockets.typing import Origin

from sandboxes import World
from tests.bench.calls import (
    LARGEST_BLOCK,
    OWN_UID,
    READ,
    BadAnswer,
    Call,
    alternating,
    own_uid,
)
from tests.bench.crowd import Crowd
from tests.bench.figure import Figure, at_least, at_most, latency, percentile_95
from tests.bench.load import Job, Report
from tests.bench.official import BLOCKS, bare, comparison
from tests.bench.raw import RawClient, succeeded
from tests.bench.serving import (
    PATIENCE,
    POLL,
    ROOT,
    Launch,
    Server,
    check_alive,
    python,
    resident_mib,
    run,
)
from tests.sandboxes.conftest import SEED
from tests.sandboxes.scene import set_scene
from tests.webapp import outside

CLIENTS, ATTEMPTS_EACH, ROUNDS = 8, 2, 4
PAIRS = (LARGEST_BLOCK - 1) // 2  # one call of an attempt asks for the user's UID
SOCKET_ATTEMPTS = 8
STARTS = 5
CROWD, CROWD_PAIRS = 200, 10
FINISH = "finish_task"
MADE_UP = ("Sam", "banana", "family", "2", "https://example.org/a.png")

CALLS_PER_SECOND = 1200
SOCKET_MS = 3.0
CROWD_MS = 100.0
START_SECONDS = 3.0
RESIDENT_MIB = 250
LISTS = 60
LIST_RATIO = 1.6


def opened(site: Server, number: int) -> list[str]:
    """Open attempts, without faults, at the same task and seed each time.

    Args:
        site: A site that runs.
        number: How many.

    Returns:
        The tokens that they are reached by, over MCP and over a WebSocket.
    """
    tokens: list[str] = outside.run(site.environment, "open", str(number))
    return tokens


def open_attempt(site: Server) -> str:
    """Open one attempt."""
    return opened(site, 1)[0]


@contextmanager
def prepared_site() -> Iterator[Launch]:
    """How the site is started on a database of its own, that is up to date."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            "DATABASE_FILE": str(Path(folder) / "site.sqlite3"),
            "SECRET_KEY": "known to everybody: " + "measured" * 5,
            "DEBUG": "false",
        }
        run(python("manage.py", "migrate"), environment)
        yield Launch(python("manage.py", "serve"), environment)


def figures() -> Iterator[Figure]:
    """All measurements of a running site."""
    with prepared_site() as launch:
        with launch.running() as site:
            with bare(site, open_attempt(site)) as plain:
                yield from comparison(site, opened(site, BLOCKS), plain)
                yield from calls_per_second(site, plain)
                yield from tools_list(site, open_attempt(site), plain)
            yield socket_call(site)
            yield crowded(site)
            token = open_attempt(site)
        yield start(launch, token)
        yield resident(launch)


def calls_per_second(site: Server, plain: Server) -> Iterator[Figure]:
    """Concurrent callers of the site and, taking turns with it, of a bare server.

    The bare server tells what the machine gives at the time; nothing is promised of it.
    """
    ours, theirs = [], []
    for _ in range(ROUNDS):
        fresh = opened(site, CLIENTS * ATTEMPTS_EACH)
        tokens = [fresh[place::CLIENTS] for place in range(CLIENTS)]
        ours.append(loaded(site, tokens))
        theirs.append(loaded(plain, tokens))
    name = "mcp.calls_per_s"
    calls, rate = totals(ours)
    yield at_least(name, rate, "calls/s", len(calls), CALLS_PER_SECOND)
    yield latency(f"{name}.latency", calls)
    calls, rate = totals(theirs)
    yield Figure(f"{name}.bare", rate, "calls/s", len(calls))


def tools_list(site: Server, token: str, plain: Server) -> Iterator[Figure]:
    """A list of all tools, at the site and at a bare server that lists the same, in turn."""
    ours, theirs = asyncio.run(listed_in_turn(site, token, plain))
    name = "mcp.tools_list"
    yield latency(name, ours)
    yield Figure(f"{name}.bare", 1e3 * median(theirs), "ms", len(theirs))
    yield at_most(f"{name}.ratio", median(ours) / median(theirs), "x", len(ours), LIST_RATIO)


async def listed_in_turn(
    site: Server, token: str, plain: Server
) -> tuple[list[float], list[float]]:
    """Seconds that each list took, at the site and at the bare server."""
    turns = [(site, await RawClient.connect(site.port), list[float]())]
    turns.append((plain, await RawClient.connect(plain.port), []))
    names = [[tool["name"] for tool in await client.tools(token)] for _, client, _ in turns]
    if sorted(names[0]) != sorted(names[1]):
        raise BadAnswer("the bare server lists other tools")
    for _ in range(LISTS):
        for _, client, times in turns:
            begin = time.perf_counter()
            await client.list_unread(token)
            times.append(time.perf_counter() - begin)
    for _, client, _ in turns:
        await client.close()
    return turns[0][2], turns[1][2]


def crowded(site: Server) -> Figure:
    """Many attempts at once, a call a second each."""
    job: Crowd = {"port": site.port, "tokens": opened(site, CROWD), "pairs": CROWD_PAIRS}
    done = subprocess.run(
        python("-m", "tests.bench.crowd"),
        cwd=ROOT,
        input=json.dumps(job),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=10 * PATIENCE,
    )
    times = json.loads(done.stdout)
    tail = 1e3 * percentile_95(times)
    return at_most(f"mcp.{CROWD}_attempts.p95", tail, "ms", len(times), CROWD_MS)


def totals(reports: list[Report]) -> tuple[list[float], float]:
    """All calls of some rounds, and how many there were in a second."""
    calls = list(chain.from_iterable(report["calls"] for report in reports))
    return calls, len(calls) / sum(report["seconds"] for report in reports)


def loaded(server: Server, clients: list[list[str]]) -> Report:
    """Let clients call in a process of their own.

    Args:
        server: Whom they call.
        clients: The tokens of each one's attempts.
    """
    job: Job = {"port": server.port, "clients": clients, "pairs": PAIRS}
    done = subprocess.run(
        python("-m", "tests.bench.load"),
        cwd=ROOT,
        input=json.dumps(job),
        stdout=subprocess.PIPE,
        text=True,
        check=True,
        timeout=10 * PATIENCE,
    )
    report: Report = json.loads(done.stdout)
    return report


def socket_call(site: Server) -> Figure:
    """Reads and writes over a WebSocket, one after the other."""
    times: list[float] = []
    for token in opened(site, SOCKET_ATTEMPTS):
        asyncio.run(asyncio.wait_for(over_socket(site, token, times), PATIENCE))
    return latency("ws.call", times, SOCKET_MS)


async def over_socket(site: Server, token: str, times: list[float]) -> None:
    """Use up an attempt over one WebSocket."""
    ids = count(1)
    # A page of the site connects with its origin, and the site may insist on it.
    async with connect(site.websocket_url(token), origin=Origin(site.origin)) as socket:
        answer = await exchange(socket, next(ids), OWN_UID)
        for call in alternating(own_uid(told(answer)), PAIRS):
            start = time.perf_counter()
            answer = await exchange(socket, next(ids), call)
            times.append(time.perf_counter() - start)
            told(answer)


def told(frame: bytes) -> str:
    """The text of an answer over a WebSocket.

    Raises:
        BadAnswer: the call was not made, or did not do what it says.
    """
    result = json.loads(frame).get("result", {})
    if result.get("status") != "ok":
        raise BadAnswer(frame.decode())
    return str(result["text"])


async def exchange(socket: ClientConnection, number: int, call: Call) -> bytes:
    """Send a call and wait for its answer; whatever else comes meanwhile is passed over."""
    params = {"name": call[0], "arguments": call[1]}
    request = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    await socket.send(json.dumps(request))
    while True:
        frame = await socket.recv(decode=False)
        if json.loads(frame).get("id") == number:
            return frame


def start(launch: Launch, token: str) -> Figure:
    """From the start of the process to the first answer, on an attempt that was opened before."""
    times = [asyncio.run(first_answer(launch, token)) for _ in range(STARTS)]
    return at_most("site.start", median(times), "s", STARTS, START_SECONDS)


async def first_answer(launch: Launch, token: str) -> float:
    """Seconds until a call is answered."""
    begin = time.perf_counter()
    with launch.started() as server:
        async with asyncio.timeout(PATIENCE):
            while True:
                check_alive(server)
                try:
                    client = await RawClient.connect(server.port)
                except OSError:
                    await asyncio.sleep(POLL)
                else:
                    break
            succeeded(await client.call(token, *READ))
            seconds = time.perf_counter() - begin
            await client.close()
    return seconds


def resident(launch: Launch) -> Figure:
    """Memory of the site's processes when every tool has been called."""
    with launch.running() as site:
        called = asyncio.run(call_every_tool(site))
        size = resident_mib(site.process.pid)
    return at_most("site.rss", size, "MiB", called, RESIDENT_MIB)


async def call_every_tool(site: Server) -> int:
    """Call each tool once, whatever comes of it, and finish the task at last; returns how many.

    The arguments are such that stateless tools succeed, and so come to load their libraries.
    """
    known = set_scene(World(SEED)).arguments
    client = await RawClient.connect(site.port)
    token = open_attempt(site)
    tools = sorted(await client.tools(token), key=lambda tool: str(tool["name"]) == FINISH)
    draw = random.Random(1)
    for number, tool in enumerate(tools, start=1):
        if number % LARGEST_BLOCK == 0:  # before its budget ends it
            token = open_attempt(site)
        name = tool["name"]
        arguments = known[name] if name in known else made_up(tool["inputSchema"], draw)
        answer = await client.call(token, name, arguments)
        if "result" not in json.loads(answer):
            raise BadAnswer(answer.decode())
    await client.close()
    return len(tools)


def made_up(schema: dict[str, Any], draw: random.Random) -> Any:
    """A value of about the type that a schema asks for."""
    if "anyOf" in schema:
        return made_up(draw.choice(schema["anyOf"]), draw)
    if "enum" in schema:
        return draw.choice(schema["enum"])
    if "const" in schema:
        return schema["const"]
    match schema.get("type"):
        case "object":
            properties = schema.get("properties", {})
            return {name: made_up(of, draw) for name, of in properties.items()}
        case "array":
            return [made_up(schema["items"], draw)]
        case "integer" | "number":
            return schema.get("minimum", 1)
        case "boolean":
            return draw.choice((True, False))
        case "null":
            return None
        case _:
            return draw.choice(MADE_UP)
