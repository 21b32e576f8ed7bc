"""An attempt over a WebSocket: the same calls, texts and numbers as over any other transport."""

from __future__ import annotations

import asyncio
import itertools
import json
from typing import Any

import pytest

from sandboxes import servers
from tests.bench.raw import RawClient
from tests.webapp.builders import entry_of, opened
from tests.webapp.live import LiveSite
from tests.webapp.socket_client import Refused, SocketClient, connected
from webapp.attempts import services
from webapp.attempts.hot import load
from webapp.attempts.models import Attempt, Event, EventKind, Status
from webapp.attempts.opening import renew_token, token_of

pytestmark = pytest.mark.django_db(transaction=True)

CALLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("get_my_uid", {}),
    ("get_all_contacts", {}),
    ("fuzzy_search_uids_from_name", {"name": "a"}),
    ("block", {"uid": "nobody"}),
    ("get_my_uid", {"surplus": "ü 😀 \x00"}),
    ("no_such_tool", {}),
)


def events(attempt: Attempt) -> list[tuple[int, str, str]]:
    """The log: number, kind, tool."""
    return list(Event.objects.filter(attempt=attempt).values_list("number", "kind", "tool"))


def over_mcp(site: LiveSite, attempt: Attempt) -> tuple[list[str], list[dict[str, Any]]]:
    """What MCP answers to the calls and lists, to the byte."""

    async def ask(token: str) -> tuple[list[str], list[dict[str, Any]]]:
        client = await RawClient.connect(site.port)
        answers = [json.loads(await client.call(token, *call)) for call in CALLS]
        listed = await client.tools(token)
        await client.close()
        return [answer["result"]["content"][0]["text"] for answer in answers], listed

    return asyncio.run(ask(token_of(attempt)))


def test_calls_are_answered_with_the_texts_of_mcp_to_the_byte(live_site: LiveSite) -> None:
    texts, _ = over_mcp(live_site, opened())
    with connected(live_site, opened()) as client:
        answers = [client.call(name, **arguments) for name, arguments in CALLS]
    assert [answer["text"] for answer in answers] == texts
    # The first call starts the attempt, which is event 1.
    assert [answer["number"] for answer in answers] == [2, 3, 4, 5, 6, 7]
    for answer, text in zip(answers, texts, strict=True):
        assert answer["status"] == json.loads(text)["status"]
        assert answer["isError"] is (answer["status"] != "ok")
    assert [answer["status"] for answer in answers] == ["ok"] * 3 + ["failed", "error", "error"]


@pytest.mark.parametrize("choices", [{}, {"access": "needed", "distractors": 2}])
def test_tools_are_listed_as_over_mcp_with_their_servers(
    live_site: LiveSite, choices: dict[str, Any]
) -> None:
    attempt = opened(**choices)
    _, over = over_mcp(live_site, attempt)
    with connected(live_site, attempt) as client:
        listed = client.request("tools/list")["tools"]
        servers = {tool["server"] for tool in listed}
        for server in servers:
            of_server = client.request("tools/list", server=server)["tools"]
            assert of_server == [tool for tool in listed if tool["server"] == server]
    fields = ("name", "description", "inputSchema", "annotations")
    controls = ("get_task", "finish_task")
    assert [{field: tool[field] for field in fields} for tool in listed] == [
        {field: tool[field] for field in fields} for tool in over if tool["name"] not in controls
    ]
    assert {frozenset(tool) for tool in listed} == {frozenset((*fields, "server"))}
    if choices:
        assert {tool["name"] for tool in listed} == set(attempt.offered or [])


def test_listing_an_unknown_server_names_those_there_are(live_site: LiveSite) -> None:
    with connected(live_site, opened()) as client:
        with pytest.raises(Refused, match=", ".join(s.name for s in servers())) as unknown:
            client.request("tools/list", server="Nope")
        assert (unknown.value.code, unknown.value.reason) == (-32602, "not_offered")
        with pytest.raises(Refused, match="server: the name of a server, a text"):
            client.request("tools/list", server=7)


def test_the_task_is_told_as_text_and_as_data_and_starts_the_clock(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        assert client.request("ping") == {}
        client.request("tools/list")
        assert events(attempt) == []
        told = client.request("task/get")
    assert events(attempt) == [(1, EventKind.START, "")]
    assert told["number"] == 1
    assert told["task"] == json.loads(told["text"])
    view = services.peek(entry_of(attempt)).wait()
    expected = json.loads(view.text())
    assert {**told["task"], "seconds_left": 0} == {**expected, "seconds_left": 0}


def test_an_answer_comes_when_its_call_is_written_down(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        answer = client.request(
            "tools/call", name="get_my_uid", arguments={"a": 1}, idempotencyKey="k"
        )
        event = Event.objects.get(attempt=attempt, number=answer["number"])
    assert (event.tool, event.arguments, event.key) == ("get_my_uid", '{"a":1}', "k")
    assert (event.status, event.answer) == (answer["status"], answer["text"])
    assert event.channel == "websocket"


def test_arguments_left_out_are_none_and_null_is_an_error_that_counts(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        assert client.request("tools/call", name="get_my_uid")["status"] == "ok"
        odds: tuple[object, ...] = (None, 7, [], "{}")
        for odd in odds:
            answer = client.request("tools/call", name="get_my_uid", arguments=odd)
            assert answer["status"] == "error"
    assert services.peek(entry_of(attempt)).wait().calls_left == 95


@pytest.mark.parametrize(
    ("params", "expected"),
    [
        ({}, "name: the name of a tool is a text"),
        ({"name": 7}, "name: the name of a tool is a text"),
        ({"name": "now", "idempotencyKey": ""}, "1 to 200 characters"),
        ({"name": "now", "idempotencyKey": 7}, "1 to 200 characters"),
        ({"name": "now", "idempotency_key": "a"}, "it takes name, arguments, idempotencyKey"),
        ({"name": "now", "_meta": {"idempotencyKey": "a"}}, "has no parameter '_meta'"),
        ({"name": "get_task"}, "Use the method task/get"),
        ({"name": "finish_task", "arguments": {"outcome": "done"}}, "Use the method task/finish"),
    ],
)
def test_what_is_no_call_is_refused_and_not_counted(
    live_site: LiveSite, params: dict[str, Any], expected: str
) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        with pytest.raises(Refused, match=expected) as refused:
            client.request("tools/call", **params)
        assert refused.value.code == -32602
        assert client.request("ping") == {}
    assert events(attempt) == []


def test_the_same_key_is_answered_as_before_and_not_called_again(live_site: LiveSite) -> None:
    attempt = opened()
    call = {"name": "get_my_uid", "arguments": {}, "idempotencyKey": "one"}
    with connected(live_site, attempt) as client:
        first = client.request("tools/call", **call)
        assert client.request("tools/call", **call) == first
        with pytest.raises(Refused, match="Take a new key") as reused:
            client.request("tools/call", **{**call, "arguments": {"a": 1}})
        assert (reused.value.code, reused.value.reason) == (1006, "key_reused")
        assert client.request("tools/call", **{**call, "idempotencyKey": "two"})["number"] == 3
    with connected(live_site, attempt) as client:
        assert client.request("tools/call", **call) == first
    assert [number for number, _, _ in events(attempt)] == [1, 2, 3]


def test_after_the_end_no_call_is_made_but_the_task_can_be_read(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        ending = {"outcome": "done", "answer": "so", "idempotencyKey": "end"}
        done = client.request("task/finish", **ending)
        assert done["text"] == '{"status":"ok","output":"The attempt is finished."}'
        assert client.request("task/finish", **ending) == done
        for method, params in (
            ("tools/call", {"name": "now"}),
            ("task/finish", {"outcome": "cannot_be_done"}),
        ):
            with pytest.raises(Refused) as ended:
                client.request(method, **params)
            assert (ended.value.code, ended.value.reason) == (1003, "ended")
        assert client.request("task/get")["task"]["status"] == "finished"
    attempt.refresh_from_db()
    assert (attempt.status, attempt.claim, attempt.answer) == (Status.FINISHED, "done", "so")
    assert attempt.scores.count() == 1


@pytest.mark.parametrize(
    "params", [{}, {"outcome": "Done"}, {"outcome": ["done"]}, {"outcome": "done", "answer": 7}]
)
def test_a_wrong_ending_is_refused_and_ends_nothing(
    live_site: LiveSite, params: dict[str, Any]
) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        with pytest.raises(Refused) as refused:
            client.request("task/finish", **params)
        assert (refused.value.code, refused.value.reason) == (-32602, "not_a_call")
        assert client.call("get_my_uid")["status"] == "ok"


def test_the_last_call_of_the_budget_is_answered_and_ends_the_attempt(live_site: LiveSite) -> None:
    with connected(live_site, opened(call_budget=1)) as client:
        assert client.call("get_my_uid")["status"] == "ok"
        with pytest.raises(Refused, match="all 1 calls of its budget"):
            client.call("get_my_uid")


def test_calls_sent_at_once_on_one_socket_are_answered_in_their_order(
    live_site: LiveSite,
) -> None:
    attempt = opened()
    names = ["get_my_uid", "now", "no_such_tool"] * 30
    with connected(live_site, attempt) as client:
        ids = [client.send("tools/call", name=name) for name in names]
        answers = [client.receive() for _ in names]
    assert [answer["id"] for answer in answers] == ids
    assert [answer["result"]["number"] for answer in answers] == [*range(2, len(names) + 2)]
    assert [tool for _, kind, tool in events(attempt) if kind == EventKind.CALL] == names


def test_calls_sent_at_once_on_several_sockets_are_all_answered(live_site: LiveSite) -> None:
    attempt = opened()

    def numbers(client: SocketClient, ids: list[int]) -> list[int]:
        answers = [client.receive() for _ in ids]
        assert [answer["id"] for answer in answers] == ids
        return [answer["result"]["number"] for answer in answers]

    with connected(live_site, attempt) as one, connected(live_site, attempt) as other:
        ids = [
            [client.send("tools/call", name="get_my_uid") for _ in range(20)]
            for client in (one, other)
        ]
        got = [numbers(client, sent) for client, sent in zip((one, other), ids, strict=True)]
    for of_one in got:
        assert of_one == sorted(of_one)
    assert sorted(itertools.chain(*got)) == [*range(2, 42)]
    assert load(attempt.pk).calls == 40


def test_two_clients_act_in_one_world(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as one, connected(live_site, attempt) as other:
        uid = json.loads(one.call("get_my_uid")["text"])["output"]
        sent = one.call("send_message", uid=uid, content="a note to myself")
        assert sent["status"] == "ok"
        seen = other.call("get_chat_history", uid=uid)
        assert "a note to myself" in seen["text"]


def test_a_renewed_address_ends_the_connections_of_the_old_one(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as idle, connected(live_site, attempt) as client:
        client.call("get_my_uid")
        renew_token(entry_of(attempt, "rest")).wait()
        before = events(attempt)
        for old, method in ((client, "tools/call"), (idle, "task/get")):
            params = {"name": "now"} if method == "tools/call" else {}
            with pytest.raises(Refused, match="was revoked") as revoked:
                old.request(method, **params)
            assert (revoked.value.code, revoked.value.reason) == (1002, "revoked_token")
            assert old.closed_with() == (4410, "revoked_token")
    assert events(attempt) == before
    with connected(live_site, attempt) as renewed:
        assert renewed.call("get_my_uid")["number"] == 4


def test_a_paused_attempt_refuses_calls_until_it_is_resumed(live_site: LiveSite) -> None:
    attempt = opened()
    with connected(live_site, attempt) as client:
        client.call("get_my_uid")
        services.pause(entry_of(attempt), "lunch").wait()
        with pytest.raises(Refused) as paused:
            client.call("get_my_uid")
        assert (paused.value.code, paused.value.reason) == (1004, "paused")
        services.resume(entry_of(attempt)).wait()
        assert client.call("get_my_uid")["number"] == 5
