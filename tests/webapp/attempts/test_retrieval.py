"""Looking for tools at the door: what is found is listed from then on, and no call is used up."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest
from mcp.client.client import Client

from agents.retrieval import make_retriever
from sandboxes import catalogue
from tests.webapp.builders import entry_of, opened, public_instance
from tests.webapp.live import LiveSite
from tests.webapp.socket_client import Refused, connected
from webapp.accounts.models import User
from webapp.attempts import errors, services
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EventKind
from webapp.attempts.opening import conditions_for, open_attempt, person, token_of
from webapp.attempts.retrieval import retrieve_tools

pytestmark = pytest.mark.django_db(transaction=True)


def searching(**choices: Any) -> Attempt:
    """An attempt whose subject looks for tools itself."""
    return opened(access="retrieval", retriever="bm25", **choices)


def found(attempt: Attempt, query: object, k: object = 5, **more: Any) -> Any:
    answer = retrieve_tools(entry_of(attempt), query, k, **more).wait()
    return json.loads(answer.text)


def listed(attempt: Attempt) -> list[str]:
    return [tool["name"] for tool in DoorEnvironment(entry_of(attempt)).tools()]


def test_nothing_is_listed_until_it_was_looked_for() -> None:
    attempt = searching()
    assert listed(attempt) == []

    answer = found(attempt, "send a message to a contact")

    names = [tool["name"] for tool in answer["output"]]
    assert answer["status"] == "ok"
    assert len(names) == 5
    assert "send_message" in names
    assert listed(attempt) == names
    described = catalogue()["send_message"].documentation()
    told = next(tool for tool in answer["output"] if tool["name"] == "send_message")
    assert told == {key: described[key] for key in ("name", "description", "input_schema")}


def test_a_search_is_no_call_and_what_was_found_is_not_unlisted() -> None:
    attempt = searching()
    names = [tool["name"] for tool in found(attempt, "current date and time", 20)["output"]]
    assert "now" in names
    services.call_tool(entry_of(attempt), "now", {}).wait()
    services.call_tool(entry_of(attempt), "get_all_contacts", {}).wait()

    view = services.peek(entry_of(attempt)).wait()
    assert view.calls_left == view.brief.call_budget - 2
    calls = attempt.events.filter(kind=EventKind.CALL)
    assert list(calls.values_list("tool", "unlisted")) == [
        ("now", False),
        ("get_all_contacts", True),
    ]
    assert attempt.events.filter(kind=EventKind.RETRIEVE).count() == 1


def test_what_was_found_stays_listed_when_the_attempt_is_folded_anew() -> None:
    attempt = searching()
    found(attempt, "weather forecast")
    before = listed(attempt)
    services.forget()
    assert listed(attempt) == before
    services.call_tool(entry_of(attempt), before[0], {}).wait()
    assert attempt.events.get(kind=EventKind.CALL).unlisted is False


def test_the_same_key_finds_once() -> None:
    attempt = searching()
    first = found(attempt, "buy", key="one")
    assert found(attempt, "buy", key="one") == first
    assert attempt.events.filter(kind=EventKind.RETRIEVE).count() == 1
    with pytest.raises(errors.KeyReused):
        found(attempt, "sell", key="one")


@pytest.mark.parametrize(
    ("query", "k", "sentence"),
    [
        ("", 5, "query: a text of 1 to 2,000 characters."),
        (7, 5, "query: a text of 1 to 2,000 characters."),
        ("x" * 2001, 5, "query: a text of 1 to 2,000 characters."),
        ("buy", 0, "k: a whole number from 1 to 100."),
        ("buy", 101, "k: a whole number from 1 to 100."),
        ("buy", True, "k: a whole number from 1 to 100."),
        ("buy", "5", "k: a whole number from 1 to 100."),
    ],
)
def test_what_can_not_be_looked_for_is_answered_and_lists_nothing(
    query: object, k: object, sentence: str
) -> None:
    attempt = searching()
    assert found(attempt, query, k) == {"status": "error", "output": sentence}
    assert listed(attempt) == []


def test_there_are_as_many_searches_as_calls() -> None:
    attempt = searching(call_budget=2)
    assert [found(attempt, "buy")["status"] for _ in range(3)] == ["ok", "ok", "error"]


def test_with_top_k_the_nearest_to_the_instruction_are_listed_and_nothing_is_looked_for() -> None:
    attempt = searching(top_k=30)
    nearest = make_retriever("bm25").best(attempt.instance.instruction, 30)
    assert listed(attempt) == nearest
    with pytest.raises(errors.NotOffered, match="nothing to be retrieved"):
        found(attempt, "buy")


def test_where_all_tools_are_listed_nothing_is_looked_for() -> None:
    attempt = opened()
    with pytest.raises(errors.NotOffered):
        found(attempt, "buy")
    assert not attempt.events.filter(kind=EventKind.RETRIEVE).exists()


def test_the_retrievers_version_is_one_of_the_conditions() -> None:
    conditions = conditions_for(public_instance(), access="retrieval", retriever="bm25")
    assert conditions.retriever == f"bm25 {make_retriever('bm25').version}"
    assert conditions.digest != conditions_for(public_instance()).digest
    with pytest.raises(errors.NotACall, match="retriever"):
        conditions_for(public_instance(), access="retrieval")
    with pytest.raises(errors.NotACall, match="top_k"):
        conditions_for(public_instance(), top_k=30)
    with pytest.raises(errors.NotOffered, match="retriever"):
        conditions_for(public_instance(), access="retrieval", retriever="guess")


def test_people_search_the_palette_instead() -> None:
    user = User.objects.create_user("somebody")
    conditions = conditions_for(public_instance(), access="retrieval", retriever="bm25")
    with pytest.raises(errors.NotACall, match="people search the palette"):
        open_attempt(public_instance(), person(user), conditions, user)


def test_over_mcp_the_search_is_a_control_tool_and_its_findings_are_listed(
    live_site: LiveSite,
) -> None:
    attempt, plain = searching(), opened()
    address, other = (live_site.mcp_url(token_of(each)) for each in (attempt, plain))

    async def act() -> None:
        async with Client(address) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert sorted(names) == ["finish_task", "get_task", "retrieve_tools"]
            result = await client.call_tool("retrieve_tools", {"query": "the time now", "k": 2})
            answer = json.loads(result.content[0].text)  # type: ignore[union-attr]
            assert len(answer["output"]) == 2
            after = [tool.name for tool in (await client.list_tools()).tools]
            assert set(after) == {*names, *(tool["name"] for tool in answer["output"])}
            wrong = await client.call_tool("retrieve_tools", {"words": "the time now"})
            assert wrong.is_error
        async with Client(other) as client:
            assert "retrieve_tools" not in [t.name for t in (await client.list_tools()).tools]
            unknown = await client.call_tool("retrieve_tools", {"query": "the time now"})
            assert unknown.is_error, "no such tool: a call like any other"

    asyncio.run(act())
    assert attempt.events.filter(kind=EventKind.CALL).count() == 0
    assert plain.events.get(kind=EventKind.CALL).status == "error"


def test_over_a_websocket_the_search_is_a_method(live_site: LiveSite) -> None:
    attempt, plain = searching(), opened()
    with connected(live_site, attempt) as client:
        told = client.request("tools/retrieve", query="the time now", k=2)
        names = [tool["name"] for tool in json.loads(told["text"])["output"]]
        assert [tool["name"] for tool in client.request("tools/list")["tools"]] == names
    with connected(live_site, plain) as client, pytest.raises(Refused) as refused:
        client.request("tools/retrieve", query="the time now")
    assert refused.value.reason == "not_offered"
