"""Many callers at their own pace, a call a second each, in a process of their own.

Reads a job from standard input and writes the seconds of each call to standard output, as JSON.
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

from tests.bench.calls import OWN_UID, alternating, own_uid
from tests.bench.raw import RawClient, succeeded


class Crowd(TypedDict):
    """Who calls: one client in each attempt, reads and writes taking turns, so many pairs."""

    port: int
    tokens: list[str]
    pairs: int


async def act(port: int, token: str, pairs: int, begin: float) -> list[float]:
    """Make the calls of one client, each a second after the one before was due."""
    client = await RawClient.connect(port)
    uid = own_uid(succeeded(await client.call(token, *OWN_UID)))
    await client.close()  # servers close what is idle for some seconds
    await asyncio.sleep(begin - time.perf_counter())
    client = await RawClient.connect(port)
    times = []
    for number, (name, arguments) in enumerate(alternating(uid, pairs)):
        await asyncio.sleep(begin + number - time.perf_counter())
        start = time.perf_counter()
        answer = await client.call(token, name, arguments)
        times.append(time.perf_counter() - start)
        succeeded(answer)
    await client.close()
    return times


async def run(job: Crowd) -> list[float]:
    """Do the job; the clients' seconds begin spread over one second."""
    gc.collect()
    gc.freeze()
    tokens = job["tokens"]
    begin = time.perf_counter() + 10.0  # by then all are connected, and their attempts live
    acting = (
        act(job["port"], token, job["pairs"], begin + place / len(tokens))
        for place, token in enumerate(tokens)
    )
    return list(chain.from_iterable(await asyncio.gather(*acting)))


if __name__ == "__main__":
    json.dump(uvloop.run(run(json.load(sys.stdin))), sys.stdout)
