"""Whoever comes back names the last number he saw, and is told the rest before anything else."""

from __future__ import annotations

import json
from typing import Any

import pytest

from tests.webapp.builders import entry_of, opened
from tests.webapp.live import LiveSite
from tests.webapp.socket_client import Refused, connected, kinds_and_numbers
from webapp.attempts import errors, services
from webapp.attempts.history import events_after
from webapp.attempts.models import Attempt, Event
from webapp.attempts.opening import renew_token

pytestmark = pytest.mark.django_db(transaction=True)


def attempt_with_calls(calls: int, **choices: Any) -> Attempt:
    """An attempt in which so many calls were made; the start is event 1."""
    attempt = opened(**choices)
    for number in range(calls):
        services.call_tool(entry_of(attempt), "get_my_uid", {}, key=f"k{number}").wait()
    return attempt


def test_events_after_the_named_one_come_in_order_and_before_any_answer(
    live_site: LiveSite,
) -> None:
    attempt = attempt_with_calls(4)
    with connected(live_site, attempt, "?after=2") as client:
        assert client.request("ping") == {}
        assert kinds_and_numbers(client) == [("call", 3), ("call", 4), ("call", 5)]
        assert client.told[-1] == ("events/complete", {"after": 2, "last": 5})
        assert len(client.told) == 4


@pytest.mark.parametrize("calls", [0, 19, 20, 45])
def test_a_gap_of_any_length_is_told_whole_and_once(live_site: LiveSite, calls: int) -> None:
    attempt = attempt_with_calls(calls)
    last = calls + 1 if calls else 0
    with connected(live_site, attempt, "?after=0") as client:
        client.request("ping")
        assert [number for _, number in kinds_and_numbers(client)] == [*range(1, last + 1)]
        assert client.told.pop() == ("events/complete", {"after": 0, "last": last})
        by_connecting, client.told = client.told, []
        assert client.request("events/list", after=0) == {"last": last}
        assert client.told.pop() == ("events/complete", {"after": 0, "last": last})
        assert client.told == by_connecting


def test_large_events_are_told_in_short_stretches_and_whole(live_site: LiveSite) -> None:
    attempt = opened()
    large = {"x": "x" * 400_000}
    for _ in range(5):
        services.call_tool(entry_of(attempt), "now", large).wait()
    stretch = events_after(entry_of(attempt), 0, 1_000).wait()
    assert [event["number"] for event in stretch.events] == [1, 2, 3]
    assert stretch.last == 6
    with connected(live_site, attempt, "?after=1") as client:
        client.request("ping")
        assert [number for _, number in kinds_and_numbers(client)] == [2, 3, 4, 5, 6]


def test_whoever_has_missed_nothing_is_told_so(live_site: LiveSite) -> None:
    attempt = attempt_with_calls(1)
    for after in (2, 3, 2**31 - 1):
        with connected(live_site, attempt, f"?after={after}") as client:
            client.request("ping")
            assert client.told == [("events/complete", {"after": after, "last": 2})]


def test_without_a_number_nothing_is_told(live_site: LiveSite) -> None:
    with connected(live_site, attempt_with_calls(1)) as client:
        client.request("ping")
        assert client.told == []


def test_an_event_tells_the_call_and_its_answer_to_the_byte(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        arguments = {"a": [1.0, "ü", None]}
        answer = client.request(
            "tools/call", name="get_my_uid", arguments=arguments, idempotencyKey="k"
        )
    with connected(live_site, attempt, "?after=1") as client:
        client.request("ping")
        (_, told), _ = client.told
    event = Event.objects.get(attempt=attempt, number=2)
    assert told == {
        "number": 2,
        "kind": "call",
        "at": event.at.isoformat(),
        "tool": "get_my_uid",
        "arguments": arguments,
        "idempotencyKey": "k",
        "status": "error",
        "text": answer["text"],
    }


def test_a_call_whose_answer_was_lost_is_found_and_never_made_twice(live_site: LiveSite) -> None:
    attempt = opened()
    call = {"name": "get_my_uid", "arguments": {}, "idempotencyKey": "k"}
    with connected(live_site, attempt) as client:
        client.request("task/get")
        client.send("tools/call", **call)
        client.connection.socket.close()  # before the answer is read
    with connected(live_site, attempt, "?after=1") as client:
        answer = client.request("tools/call", **call)
        told = [told for method, told in client.told if method == "event"]
    assert answer["number"] == 2
    assert [event["idempotencyKey"] for event in told] in ([], ["k"])  # before, or only now
    assert Event.objects.filter(attempt=attempt, kind="call").count() == 1


def test_all_kinds_of_events_are_told_without_secrets(live_site: LiveSite) -> None:
    attempt = attempt_with_calls(1)
    services.pause(entry_of(attempt), "lunch").wait()
    services.resume(entry_of(attempt)).wait()
    renew_token(entry_of(attempt)).wait()
    services.finish(entry_of(attempt), "cannot_be_done", "why", key="end").wait()
    with connected(live_site, attempt, "?after=2") as client:
        client.request("ping")
        told = [dict(event) for method, event in client.told if method == "event"]
    assert all(event.pop("at") for event in told)
    finished = '{"status":"ok","output":"The attempt is finished."}'
    assert told == [
        {"number": 3, "kind": "pause", "arguments": {"reason": "lunch"}},
        {"number": 4, "kind": "resume"},
        {"number": 5, "kind": "token"},
        {
            "number": 6,
            "kind": "finish",
            "arguments": {"outcome": "cannot_be_done", "answer": "why", "ended_by": "subject"},
            "idempotencyKey": "end",
            "status": "ok",
            "text": finished,
        },
    ]


@pytest.mark.parametrize("after", ["", "x", "-1", "1.5", "²", "9" * 5000, str(2**31), " 1", "null"])
def test_a_number_that_is_none_is_refused_when_connecting(live_site: LiveSite, after: str) -> None:
    with connected(live_site, opened(), f"?after={after.replace(' ', '%20')}") as client:
        message = client.receive()
        assert message["id"] is None
        assert message["error"]["code"] == -32602
        assert "after: a whole number from 0" in message["error"]["message"]
        assert client.closed_with() == (4400, "not_a_call")


@pytest.mark.parametrize("after", ["2", -1, 1.5, None, True, 2**31, 10**400, [0]])
def test_a_number_that_is_none_is_refused_and_the_connection_lives(
    live_site: LiveSite, after: object
) -> None:
    with connected(live_site, opened()) as client:
        with pytest.raises(Refused, match="after: a whole number") as refused:
            client.request("events/list", after=after)
        assert (refused.value.code, refused.value.reason) == (-32602, "not_a_call")
        assert client.request("ping") == {}


def test_the_log_is_read_in_stretches() -> None:
    attempt = attempt_with_calls(5)
    entry = entry_of(attempt)
    past = events_after(entry, 2, 3).wait()
    assert [event["number"] for event in past.events] == [3, 4, 5]
    assert past.last == 6
    assert json.loads(json.dumps(past.events)) == list(past.events)
    assert [event["number"] for event in events_after(entry, 5, 1_000).wait().events] == [6]
    for after, limit in ((0, 0), (0, 1_001), (0, "5"), (None, 5), (0, True)):
        with pytest.raises(errors.NotACall):
            events_after(entry, after, limit).wait()


def test_the_log_is_not_read_by_an_address_that_was_revoked() -> None:
    attempt = attempt_with_calls(1)
    old = entry_of(attempt)
    renew_token(old).wait()
    with pytest.raises(errors.RevokedToken):
        events_after(old, 0, 10).wait()
    assert len(events_after(entry_of(attempt), 0, 10).wait().events) == 3
