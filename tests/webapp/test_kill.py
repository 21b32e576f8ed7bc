"""A server is killed in the middle of calls: what was answered is there, and nothing twice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import subprocess
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Protocol, cast

import httpx2
import pytest
from mcp.client.client import Client
from mcp.shared.exceptions import MCPError
from mcp_types import RequestParamsMeta
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

from tests.bench.serving import ROOT, Server, free_port, python, stop, wait_until_ready
from tests.postgres import running_postgres
from tests.webapp import outside

CLIENTS = 8
CALLS = 63  # of each client: 504 in all
KILLS = (90, 230, 400)  # after so many answers
ENDED_BY_A_KILL = (OSError, httpx2.HTTPError, MCPError, WebSocketException)


class Door(Protocol):
    """A connection over one of the transports."""

    async def call(self, name: str, arguments: dict[str, Any], key: str) -> str:
        """The text of the answer."""


class McpDoor:
    """The official MCP client."""

    def __init__(self, client: Client) -> None:
        self._client = client

    async def call(self, name: str, arguments: dict[str, Any], key: str) -> str:
        """The text of the answer."""
        meta = cast("RequestParamsMeta", {"idempotencyKey": key})
        answer = await self._client.call_tool(name, arguments, meta=meta)
        return str(answer.content[0].text)  # type: ignore[union-attr]


class SocketDoor:
    """A plain WebSocket."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket

    async def call(self, name: str, arguments: dict[str, Any], key: str) -> str:
        """The text of the answer."""
        params = {"name": name, "arguments": arguments, "idempotencyKey": key}
        method = "tools/call"
        if name == "finish_task":
            method, params = "task/finish", {**arguments, "idempotencyKey": key}
        await self._socket.send(
            json.dumps({"jsonrpc": "2.0", "id": key, "method": method, "params": params})
        )
        while True:
            frame = json.loads(await self._socket.recv())
            if frame.get("id") == key:
                return str(frame["result"]["text"])


@asynccontextmanager
async def door(server: Server, token: str, over_mcp: bool) -> AsyncIterator[Door]:
    """A fresh connection."""
    if over_mcp:
        async with Client(server.mcp_url(token)) as client:
            yield McpDoor(client)
    else:
        async with connect(server.websocket_url(token)) as socket:
            yield SocketDoor(socket)


class Cluster:
    """Servers over one database, of which any may be killed and started again.

    Args:
        environment: Which database.
        size: How many servers.
    """

    def __init__(self, environment: dict[str, str], size: int) -> None:
        self._environment = environment
        self.servers = [self._started(free_port()) for _ in range(size)]
        self.answered = 0
        self.killed: list[int] = []

    def ready(self) -> None:
        """Wait until all answer."""
        for server in self.servers:
            wait_until_ready(server)

    def kill_next(self) -> None:
        """Kill one server on the spot, and start it again at the same port."""
        place = len(self.killed) % len(self.servers)
        victim = self.servers[place]
        victim.process.send_signal(signal.SIGKILL)
        victim.process.wait()
        self.killed.append(self.answered)
        self.servers[place] = self._started(victim.port)
        wait_until_ready(self.servers[place])

    def stop(self) -> None:
        """Stop all."""
        for server in self.servers:
            stop(server.process)

    def _started(self, port: int) -> Server:
        process = subprocess.Popen(
            python("manage.py", "serve", "--port", str(port)),
            cwd=ROOT,
            env=os.environ | self._environment | {"LOG_LEVEL": "WARNING"},
        )
        return Server(port, process, self._environment)


async def killer(cluster: Cluster) -> None:
    """Kill a server after so many answers, again and again."""
    for answers in KILLS:
        while cluster.answered < answers:
            await asyncio.sleep(0.001)
        await asyncio.to_thread(cluster.kill_next)


async def client(cluster: Cluster, number: int, token: str) -> dict[str, str]:
    """Make the calls of one client, each until it is answered, then finish.

    Returns:
        What was answered, by key.
    """
    answers: dict[str, str] = {}
    turn = number
    while len(answers) <= CALLS:
        # A few calls to one server, then to the next: they serve one attempt in turns.
        server = cluster.servers[turn % len(cluster.servers)]
        try:
            async with door(server, token, over_mcp=number % 2 == 0) as way:
                for _ in range(3):
                    await _next_call(way, answers)
                    cluster.answered += 1
        except* ENDED_BY_A_KILL:
            await asyncio.sleep(0.05)
        turn += 1
    return answers


async def _next_call(way: Door, answers: dict[str, str]) -> None:
    key = f"call {len(answers)}"
    if len(answers) > CALLS:
        return
    if len(answers) == CALLS:
        text = await way.call("finish_task", {"outcome": "done"}, key)
    elif len(answers) % 3 == 0:
        text = await way.call("get_all_contacts", {}, key)
    else:
        uid = json.loads(answers["call 0"])["output"][0]["uid"]
        text = await way.call("send_message", {"uid": uid, "content": key}, key)
    answers[key] = text


async def _act(cluster: Cluster, tokens: list[str]) -> list[dict[str, str]]:
    acting = [client(cluster, number, token) for number, token in enumerate(tokens)]
    killing = asyncio.create_task(killer(cluster))
    answers = await asyncio.gather(*acting)
    await killing
    return answers


def survive(environment: dict[str, str], servers: int) -> None:
    """Let clients call while servers are killed, then compare what they were told with the log."""
    tokens = outside.run(environment, "open", str(CLIENTS))
    cluster = Cluster(environment, servers)
    try:
        cluster.ready()
        answers = asyncio.run(_act(cluster, tokens))
    finally:
        cluster.stop()

    assert len(cluster.killed) == len(KILLS)
    for told, log in zip(answers, outside.run(environment, "logs"), strict=True):
        assert log["numbers"] == list(range(1, len(log["numbers"]) + 1))
        written = {key: answer for key, _, answer in log["calls"]}
        assert len(written) == len(log["calls"]) == CALLS, "none twice"
        assert {key: text for key, text in told.items() if key in written} == written
        assert len(told) == CALLS + 1
        assert (log["status"], log["scores"]) == ("finished", 1)


def test_a_killed_server_loses_nothing_that_was_answered(tmp_path: Path) -> None:
    survive({"DATABASE_FILE": str(tmp_path / "site.sqlite3")}, servers=1)


@pytest.mark.verify
def test_two_servers_on_postgresql_serve_the_same_attempts_and_survive_kills() -> None:
    with running_postgres() as url:
        survive({"DATABASE_URL": url}, servers=2)
