"""Single calls with the SDK's own client, against the site and against a bare server in turn."""

from __future__ import annotations

import asyncio
import gc
import json
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from mcp.client.client import Client
from mcp_types import CallToolResult, TextContent

from tests.bench.calls import (
    KINDS,
    LARGEST_BLOCK,
    OWN_UID,
    READ,
    BadAnswer,
    Call,
    alternating,
    good,
    own_uid,
    write,
)
from tests.bench.figure import Figure, at_most, latency, percentile_95
from tests.bench.raw import VERSION
from tests.bench.serving import Launch, Server, python

BLOCKS = 10
WARM_UP, PAIRS = 4, 35
assert 1 + 2 * (WARM_UP + PAIRS) <= LARGEST_BLOCK
RATIO_LIMIT = 1.6

Times = dict[str, list[float]]
"""By kind of call, how long each one took, in seconds."""


def comparison(site: Server, tokens: Sequence[str], plain: Server) -> Iterator[Figure]:
    """One call's time at the site, at a bare server, and the ratio of their medians.

    Args:
        site: The site.
        tokens: BLOCKS attempts at it.
        plain: A bare server that gives the site's answers.
    """
    ours, theirs = asyncio.run(in_turn(site, tokens, plain))
    for kind in KINDS.values():
        name, site_times, bare_times = f"mcp.call.{kind}", ours[kind], theirs[kind]
        yield latency(name, site_times)
        middle, tail = 1e3 * median(bare_times), 1e3 * percentile_95(bare_times)
        yield Figure(f"{name}.bare", middle, "ms", len(bare_times), p95=tail)
        ratio = median(site_times) / median(bare_times)
        yield at_most(f"{name}.ratio", ratio, "x", len(site_times), RATIO_LIMIT)


@contextmanager
def bare(site: Server, token: str) -> Iterator[Server]:
    """A bare server that gives the answers of the site, to the byte.

    Args:
        site: The site.
        token: An attempt at it, to ask in.
    """
    answers = asyncio.run(texts(site.mcp_url(token)))
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "answers.json"
        path.write_text(json.dumps(answers), encoding="utf-8")
        with Launch(python("-m", "tests.bench.bare", "--answers", str(path))).running() as server:
            yield server


async def texts(url: str) -> dict[str, str]:
    """What is answered to each of the calls."""
    async with Client(url) as client:
        uid = await text(client, OWN_UID)
        calls = (READ, write(own_uid(uid)))
        return {OWN_UID[0]: uid, **{call[0]: await text(client, call) for call in calls}}


async def in_turn(site: Server, tokens: Sequence[str], plain: Server) -> tuple[Times, Times]:
    """Times of the site and of the bare server.

    They take turns pair by pair of calls, and in who begins: speeds of machines swing by a quarter
    within a second, and whatever slows one has to slow both. Every attempt is a new client with a
    connection of its own, at either.
    """
    ours: Times = defaultdict(list)
    theirs: Times = defaultdict(list)
    for token in tokens:
        async with Client(site.mcp_url(token)) as first, Client(plain.mcp_url(token)) as second:
            turns = [(first, await prepared(first), ours), (second, await prepared(second), theirs)]
            gc.collect()
            gc.disable()
            try:
                for _ in range(PAIRS):
                    turns.reverse()
                    for turn in turns:
                        await timed_pair(*turn)
            finally:
                gc.enable()
    return ours, theirs


async def prepared(client: Client) -> str:
    """Warm up a client and its server; returns the user's UID."""
    assert client.protocol_version == VERSION
    # The client looks a tool up before it believes its first answer; done here, not there.
    await client.list_tools()
    uid = own_uid(await text(client, OWN_UID))
    for call in alternating(uid, WARM_UP):
        await text(client, call)
    return uid


async def timed_pair(client: Client, uid: str, times: Times) -> None:
    """Time a read and a write."""
    for name, arguments in alternating(uid, 1):
        start = time.perf_counter()
        result = await client.call_tool(name, arguments)
        times[KINDS[name]].append(time.perf_counter() - start)
        checked(result)


async def text(client: Client, call: Call) -> str:
    """The text that a call is answered with."""
    return checked(await client.call_tool(*call))


def checked(result: CallToolResult) -> str:
    """The text of a result, which is all there may be in it: the bare server gives no more.

    Raises:
        BadAnswer: the call failed, or there is more in the result.
    """
    match result:
        case CallToolResult(
            content=[TextContent(text=str(content))], is_error=False, structured_content=None
        ):
            return good(content)
    raise BadAnswer(repr(result))
