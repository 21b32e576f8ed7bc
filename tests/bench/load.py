"""Concurrent callers in a process of their own, so that they and the server each have a core.

Reads a job from standard input and writes what came of it to standard output, both as JSON.
"""

from __future__ import annotations

import asyncio
import gc
import json
import sys
import time
from itertools import chain
from typing import TypedDict

import uvloop

from tests.bench.calls import OWN_UID, Call, alternating, own_uid
from tests.bench.raw import RawClient, succeeded


class Job(TypedDict):
    """What to do: each client makes so many pairs of a read and a write in each of its attempts."""

    port: int
    clients: list[list[str]]
    pairs: int


class Report(TypedDict):
    """What came of it: how long all of it took, and each call, in seconds."""

    seconds: float
    calls: list[float]


async def prepared(client: RawClient, tokens: list[str], pairs: int) -> dict[str, list[Call]]:
    """The calls in each attempt; it is looked at once, so nothing that is timed has to open it."""
    plan = {}
    for token in tokens:
        answer = await client.call(token, *OWN_UID)
        plan[token] = list(alternating(own_uid(succeeded(answer)), pairs))
    return plan


async def act(client: RawClient, attempts: dict[str, list[Call]]) -> list[float]:
    """Make all calls of one client, one after the other, and check every answer."""
    times = []
    for token, calls in attempts.items():
        for name, arguments in calls:
            start = time.perf_counter()
            answer = await client.call(token, name, arguments)
            times.append(time.perf_counter() - start)
            succeeded(answer)
    return times


async def run(job: Job) -> Report:
    """Do the job."""
    clients = [await RawClient.connect(job["port"]) for _ in job["clients"]]
    plans = await asyncio.gather(
        *(
            prepared(client, tokens, job["pairs"])
            for client, tokens in zip(clients, job["clients"], strict=True)
        )
    )
    gc.collect()
    gc.freeze()
    start = time.perf_counter()
    times = await asyncio.gather(*map(act, clients, plans))
    seconds = time.perf_counter() - start
    for client in clients:
        await client.close()
    return {"seconds": seconds, "calls": list(chain.from_iterable(times))}


if __name__ == "__main__":
    json.dump(uvloop.run(run(json.load(sys.stdin))), sys.stdout)
