"""People and agents take the same test: over every door the same bytes and the same score."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from typing import Any

import pytest
from mcp.client.client import Client
from websockets.sync.client import connect

from agents import make_agent
from sandboxes import RecordedCall
from sandboxes.tasks import InterdependentEnvironment
from tests.webapp.builders import entry_of, opened, public_instance
from tests.webapp.live import LiveSite
from webapp.attempts.hot import known_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt
from webapp.attempts.opening import token_of
from webapp.attempts.stored import recorded

pytestmark = pytest.mark.django_db(transaction=True)

Calls = list[tuple[str, Any]]


def over_mcp(era: str) -> Callable[[LiveSite, Attempt, Calls], list[str]]:
    """The official client."""

    async def act(url: str, calls: Calls) -> list[str]:
        async with Client(url, mode=era) as client:
            answers = [await client.call_tool(name, arguments) for name, arguments in calls]
            await client.call_tool("finish_task", {"outcome": "done"})
            return [str(answer.content[0].text) for answer in answers]  # type: ignore[union-attr]

    return lambda site, attempt, calls: asyncio.run(act(site.mcp_url(token_of(attempt)), calls))


def over_websocket(site: LiveSite, attempt: Attempt, calls: Calls) -> list[str]:
    """A plain script."""
    answers = []
    with connect(site.websocket_url(token_of(attempt))) as socket:
        for number, (name, arguments) in enumerate(calls):
            params = {"name": name, "arguments": arguments}
            call = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
            socket.send(json.dumps(call))
            answers.append(json.loads(socket.recv())["result"]["text"])
        last = {"jsonrpc": "2.0", "id": 0, "method": "task/finish", "params": {"outcome": "done"}}
        socket.send(json.dumps(last))
        assert "result" in json.loads(socket.recv())
    return answers


def by_the_oracle(attempt: Attempt) -> Calls:
    """What the oracle calls, in process."""
    instance = known_instance(attempt.instance)
    assert instance is not None
    make_agent("oracle", instance).act(DoorEnvironment(entry_of(attempt)))
    calls = attempt.events.filter(kind="call")
    return [(call.tool, json.loads(call.arguments)) for call in calls]


@pytest.mark.parametrize(
    ("task", "profile"),
    [("share_contact", "default"), ("buy_cheapest", "harsh"), ("group_and_hand_over", "none")],
)
def test_every_door_gives_the_same_bytes_and_the_same_score(
    task: str, profile: str, live_site: LiveSite
) -> None:
    instance = public_instance(task)
    first = opened(instance, profile=profile)
    calls = by_the_oracle(first)
    expected = list(first.events.filter(kind="call").values_list("answer", flat=True))
    assert first.scores.get().correct is True

    for act in (over_mcp("auto"), over_mcp("legacy"), over_websocket):
        attempt = opened(instance, profile=profile)
        assert act(live_site, attempt, calls) == expected
        log = [
            list(a.events.filter(kind="call").values_list("number", "answer", "state_hash"))
            for a in (first, attempt)
        ]
        assert log[0] == log[1]
        assert attempt.scores.get().body == first.scores.get().body


def test_a_recorded_attempt_is_replayed_elsewhere_to_the_byte() -> None:
    attempt = opened(profile="harsh")
    by_the_oracle(attempt)
    instance = known_instance(attempt.instance)
    assert instance is not None
    elsewhere = InterdependentEnvironment(instance, "harsh")
    calls: list[RecordedCall] = [recorded(e) for e in attempt.events.filter(kind="call")]
    for call in calls:
        elsewhere.apply(call)

    assert elsewhere.state_hash == calls[-1].state_hash
