"""Agents to be examined: the official client, and what different makers do with it."""

from __future__ import annotations

import asyncio
import functools
import json
import re
import threading
from collections.abc import Awaitable, Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2
from mcp.client.client import Client

from webapp.doctor.agent import AgentReport, examine_agent
from webapp.doctor.check import Check

PATIENCE = 60
SEED = 5

Act = Callable[[Client], Awaitable[None]]


async def ask(client: Client, tool: str, **arguments: Any) -> Any:
    """Call a tool, and give the answer as it is."""
    result = await client.call_tool(tool, arguments)
    return json.loads(result.content[0].text)  # type: ignore[union-attr]


async def find(client: Client) -> Any:
    """Read the instruction, and do its first step."""
    await client.list_tools()
    told = client.instructions or ""
    word = re.search(r'word "([^"]+)"', told)
    assert word
    found = await ask(client, "find_locker", name=told.partition(" has ")[0], word=word[1])
    return found["output"]


async def open_in_the_end(client: Client, found: Any) -> Any:
    """Open the locker, trying again after a fault."""
    while True:
        opened = await ask(client, "open_locker", **found)
        if opened["status"] != "internal_error":
            return opened["output"]


async def sign_out(client: Client, found: Any, opened: Any) -> Any:
    receipt = {"locker": found["locker"], "seal": opened["seal"]}
    return await ask(client, "sign_out_parcels", parcels=opened["parcels"], receipt=receipt)


async def solve(client: Client) -> None:
    """All but the end."""
    found = await find(client)
    await sign_out(client, found, await open_in_the_end(client, found))


async def right(client: Client) -> None:
    await solve(client)
    await ask(client, "finish_task", outcome="done")


async def ignore_results(client: Client) -> None:
    found = await find(client)
    await open_in_the_end(client, {"locker": found["locker"], "code": "0000"})
    await sign_out(client, found, {"parcels": [1], "seal": "none"})
    await ask(client, "finish_task", outcome="done")


async def send_numbers_as_texts(client: Client) -> None:
    found = await find(client)
    for _ in range(2):
        await ask(client, "open_locker", locker=str(found["locker"]), code=found["code"])
    await ask(client, "finish_task", outcome="cannot_be_done")


async def mend_the_numbers(client: Client) -> None:
    found = await find(client)
    await ask(client, "open_locker", locker=str(found["locker"]), code=found["code"])
    await sign_out(client, found, await open_in_the_end(client, found))
    await ask(client, "finish_task", outcome="done")


async def give_up_at_the_fault(client: Client) -> None:
    await ask(client, "open_locker", **await find(client))
    await ask(client, "finish_task", outcome="cannot_be_done")


async def see_no_instruction(client: Client) -> None:
    await client.list_tools()
    await ask(client, "list_lockers")
    await ask(client, "finish_task", outcome="cannot_be_done")


async def fetch_and_forget(client: Client) -> None:
    await ask(client, "get_task")
    await client.read_resource("touchstone://task")
    await see_no_instruction(client)


async def call_other_names(client: Client) -> None:
    await client.list_tools()
    await ask(client, "touchstone__list_lockers")
    await ask(client, "finish_task", outcome="done")


async def go_on_after_the_end(client: Client) -> None:
    await right(client)
    try:
        await ask(client, "list_lockers")
    except Exception as error:  # noqa: BLE001 - as careless agents do
        print(error)


def run(address: str, act: Act, mode: str = "auto") -> None:
    """What an agent's process does."""

    async def connected() -> None:
        async with Client(address, mode=mode) as client:
            await act(client)

    asyncio.run(connected())


def post_call(address: str, name: str, arguments: object) -> httpx2.Response:
    """A call as a client without a name makes it, in the modern era."""
    meta = {
        "io.modelcontextprotocol/protocolVersion": "2026-07-28",
        "io.modelcontextprotocol/clientCapabilities": {},
    }
    params = {"name": name, "arguments": arguments, "_meta": meta}
    headers = {
        "Accept": "application/json, text/event-stream",
        "Content-Type": "application/json",
        "MCP-Protocol-Version": "2026-07-28",
        "Mcp-Method": "tools/call",
        "Mcp-Name": name,
    }
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    content = json.dumps(call).encode()
    # Nothing is encrypted here; without certificates to load, a call takes no time.
    return httpx2.post(address, content=content, headers=headers, timeout=PATIENCE, verify=False)


def address_in(lines: list[str]) -> str:
    """The address that somebody who connects an agent by hand copies."""
    found = re.search(r"http://\S+/mcp/[\w-]+", "\n".join(lines))
    assert found
    return found[0]


def examined(agent: Callable[[str], None], seconds: float = PATIENCE) -> AgentReport:
    """The doctor's report on an agent that somebody connects by hand once the address is there."""
    running: list[Future[None]] = []

    def say(line: str) -> None:
        if not running:
            running.append(pool.submit(agent, address_in([line])))

    with ThreadPoolExecutor(1) as pool:
        report = examine_agent(None, port=0, seconds=seconds, seed=SEED, say=say)
        running[0].result(timeout=PATIENCE)
    return report


def examined_acting(act: Act, mode: str = "auto", seconds: float = PATIENCE) -> AgentReport:
    """The doctor's report on an agent that uses the official client."""
    return examined(functools.partial(run, act=act, mode=mode), seconds)


def examined_at(url: str) -> AgentReport:
    """The doctor's report on an agent that is started by a POST."""
    return examine_agent(url, port=0, seconds=PATIENCE, seed=SEED, say=lambda line: None)


def by_name(report: AgentReport) -> dict[str, Check]:
    return {check.name: check for check in report.checks}


def states(report: AgentReport) -> dict[str, str]:
    """What is not as it should be."""
    return {check.name: str(check.state) for check in report.checks if check.state != "ok"}


@contextmanager
def service(answer: Callable[[BaseHTTPRequestHandler, dict[str, Any]], None]) -> Iterator[str]:
    """The URL of an agent's own HTTP service.

    Args:
        answer: What it does with the JSON of a POST.
    """

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            length = int(self.headers["Content-Length"])
            answer(self, json.loads(self.rfile.read(length)))

        def log_message(self, format: str, *args: Any) -> None:
            """Say nothing."""

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/start"
        finally:
            server.shutdown()
            thread.join()


def reply(handler: BaseHTTPRequestHandler, status: int, body: bytes = b"") -> None:
    handler.send_response(status)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
