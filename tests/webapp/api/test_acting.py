"""The HTTP door: task, tools, calls, the log, and the end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sandboxes import Outcome, tools
from tests.webapp.api.personas import Persona, content, refusal
from tests.webapp.builders import opened
from webapp.attempts import services
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, Event
from webapp.attempts.turns import Entry

OWN_UID = {"tool": "get_my_uid", "arguments": {}}


def call(persona: Persona, attempt: Attempt, body: Any = OWN_UID, **headers: str) -> Any:
    """The answer to a call."""
    return content(persona.post(f"attempts/{attempt.pk}/calls", body, **headers))


def test_reading_the_task_starts_the_clock_once(owner: Persona, attempt: Attempt) -> None:
    first = content(owner.get(f"attempts/{attempt.pk}/task"))
    second = content(owner.get(f"attempts/{attempt.pk}/task"))
    view = services.peek(Entry(attempt.pk, None, "agent")).wait()
    assert first == {**json.loads(view.text()), "seconds_left": first["seconds_left"]}
    assert first["instruction"] == second["instruction"] == attempt.instance.instruction
    assert [event.kind for event in Event.objects.all()] == ["start"]


def test_a_head_request_starts_no_clock(owner: Persona, attempt: Attempt) -> None:
    response = owner.send("head", f"attempts/{attempt.pk}/task", "")
    assert (response.status_code, response["Allow"]) == (405, "GET")
    assert not Event.objects.exists()


def test_the_tools_are_those_on_offer_in_the_words_of_all(owner: Persona) -> None:
    attempt = opened(owner=owner.user, access="needed", distractors=1)
    told = content(owner.get(f"attempts/{attempt.pk}/tools"))["tools"]
    assert [tool["name"] for tool in told] == attempt.offered
    shop = content(owner.get(f"attempts/{attempt.pk}/tools", server="LightTalk"))["tools"]
    assert {tool["server"] for tool in shop} == {"LightTalk"}
    plain = next(tool.documentation() for tool in tools() if tool.name == told[0]["name"])
    assert told[0] == {
        "name": plain["name"],
        "description": plain["description"],
        "inputSchema": plain["input_schema"],
        "server": plain["server"],
        "mutates": plain["mutates"],
    }
    assert (
        refusal(owner.get(f"attempts/{attempt.pk}/tools", server="Dark"), 400)[0]
        == "invalid_params"
    )


def test_an_answer_is_the_canonical_text_to_the_byte(owner: Persona, attempt: Attempt) -> None:
    instance = known_instance(attempt.instance)
    assert instance is not None
    expected = instance.world.fork("none").call("get_all_contacts", {})
    answer = call(owner, attempt, {"tool": "get_all_contacts", "arguments": {}})
    assert answer == {"number": 2, "status": "ok", "text": expected.canonical()}
    assert Event.objects.get(number=2).answer == expected.canonical()


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ({"tool": "get_my_uid"}, "ok"),
        ({"tool": "get_my_uid", "arguments": None}, "error"),
        ({"tool": "get_my_uid", "arguments": [1]}, "error"),
        ({"tool": "get_my_uid", "arguments": "{}"}, "error"),
        ({"tool": "get_my_uid", "arguments": {"x": 10**300}}, "error"),
        ({"tool": "send_message", "arguments": {"uid": "\x00", "content": "\x00"}}, "error"),
        ({"tool": "send_message", "arguments": {"uid": "nobody", "content": "hi"}}, "failed"),
        ({"tool": "no_such_tool"}, "error"),
        ({"tool": "tool\x00"}, "error"),
        ({"tool": ""}, "error"),
    ],
)
def test_whatever_is_a_call_is_answered_and_counts(
    owner: Persona, attempt: Attempt, body: Any, status: str
) -> None:
    answer = call(owner, attempt, body)
    assert answer["status"] == json.loads(answer["text"])["status"] == status
    logged = content(owner.get(f"attempts/{attempt.pk}/calls", after=1))["results"]
    assert [(e["tool"], e["arguments"]) for e in logged] == [
        (body["tool"], body.get("arguments", {}))
    ]
    assert content(owner.get(f"attempts/{attempt.pk}"))["progress"]["calls_left"] == 99


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ({}, "tool: This field is required."),
        ({"tool": None}, "tool: This field may not be null."),
        ({"tool": 7}, "tool: The name of a tool is a text."),
        ([], "A JSON object is expected."),
        (
            {"tool": "now", "args": {}},
            "args: There is no such field; there are: tool, arguments.",
        ),
    ],
)
def test_what_is_no_call_is_refused_and_does_not_count(
    owner: Persona, attempt: Attempt, body: Any, message: str
) -> None:
    response = owner.post(f"attempts/{attempt.pk}/calls", body)
    assert refusal(response, 400) == ("invalid_params", message)
    assert not Event.objects.exists()


def test_the_same_key_and_call_is_answered_as_before(owner: Persona, attempt: Attempt) -> None:
    first = call(owner, attempt, Idempotency_Key="k1")
    assert call(owner, attempt, Idempotency_Key="k1") == first
    assert call(owner, attempt, Idempotency_Key="k2")["number"] == first["number"] + 1
    assert call(owner, attempt)["number"] == first["number"] + 2
    assert Event.objects.filter(kind="call").count() == 3


def test_the_same_key_with_something_else_is_refused(owner: Persona, attempt: Attempt) -> None:
    call(owner, attempt, Idempotency_Key="k1")
    other = {"tool": "get_my_uid", "arguments": {"x": 1}}
    path = f"attempts/{attempt.pk}/calls"
    reason, message = refusal(owner.post(path, other, Idempotency_Key="k1"), 409)
    assert (reason, "'k1' was used for another call" in message) == ("key_reused", True)
    assert Event.objects.filter(kind="call").count() == 1


@pytest.mark.parametrize("key", ["", "x" * 201, "a\x7f"])
def test_a_key_that_can_not_be_is_refused(owner: Persona, attempt: Attempt, key: str) -> None:
    response = owner.post(f"attempts/{attempt.pk}/calls", OWN_UID, Idempotency_Key=key)
    assert refusal(response, 400)[0] == "not_a_call"
    assert not Event.objects.exists()


def test_after_the_end_nothing_more_is_done(owner: Persona, attempt: Attempt) -> None:
    path = f"attempts/{attempt.pk}"
    done = content(owner.post(f"{path}/finish", {"outcome": "done"}, Idempotency_Key="end"))
    assert done == {
        "number": 2,
        "status": "ok",
        "text": Outcome("ok", "The attempt is finished.").canonical(),
    }
    message = "The attempt has been finished. No further call can be made."
    for action, body in (
        ("calls", OWN_UID),
        ("finish", {"outcome": "done"}),
        ("pause", {"reason": "lunch"}),
        ("resume", None),
    ):
        assert refusal(owner.post(f"{path}/{action}", body), 409) == ("ended", message)
    again = owner.post(f"{path}/finish", {"outcome": "done"}, Idempotency_Key="end")
    assert content(again) == done
    assert content(owner.get(f"{path}/task"))["status"] == "finished"


def test_the_last_call_of_the_budget_ends_the_attempt(owner: Persona) -> None:
    attempt = opened(owner=owner.user, call_budget=1)
    assert call(owner, attempt)["status"] == "ok"
    reason, message = refusal(owner.post(f"attempts/{attempt.pk}/calls", OWN_UID), 409)
    assert (reason, "all 1 calls" in message) == ("ended", True)


def test_a_pause_stops_calls_until_it_is_over(owner: Persona, attempt: Attempt) -> None:
    path = f"attempts/{attempt.pk}"
    assert refusal(owner.post(f"{path}/pause", {"reason": "lunch"}), 409)[0] == "paused"
    call(owner, attempt)
    assert owner.post(f"{path}/pause", {"reason": "lunch"}).status_code == 204
    assert refusal(owner.post(f"{path}/calls", OWN_UID), 409) == (
        "paused",
        "The attempt is paused. Resume it first.",
    )
    assert content(owner.get(path))["progress"]["status"] == "paused"
    assert owner.post(f"{path}/resume").status_code == 204
    assert refusal(owner.post(f"{path}/resume"), 409)[0] == "paused"
    assert call(owner, attempt)["status"] == "ok"
    kinds = [e["kind"] for e in content(owner.get(f"{path}/calls"))["results"]]
    assert kinds == ["start", "call", "pause", "resume", "call"]


def test_the_log_tells_all_that_happened(owner: Persona, attempt: Attempt) -> None:
    path = f"attempts/{attempt.pk}"
    call(owner, attempt, Idempotency_Key="k1")
    owner.post(f"{path}/token")
    open_log = content(owner.get(f"{path}/calls"))["results"]
    assert {event["state_hash"] for event in open_log} == {""}
    owner.post(f"{path}/finish", {"outcome": "done"})
    start, made, renewed, end = content(owner.get(f"{path}/calls"))["results"]
    stored = Event.objects.get(kind="call")
    assert made == {
        "number": 2,
        "kind": "call",
        "at": stored.at.isoformat().replace("+00:00", "Z"),
        "channel": "rest",
        "key": "k1",
        "tool": "get_my_uid",
        "arguments": {},
        "status": "ok",
        "answer": stored.answer,
        "state_hash": stored.state_hash,
        "unlisted": False,
        "seconds": stored.seconds,
    }
    assert (start["kind"], renewed["kind"], end["kind"]) == ("start", "token", "finish")
    assert renewed["arguments"] is None
    assert end["arguments"] == {"outcome": "done", "answer": "", "ended_by": "subject"}
    part = content(owner.get(f"{path}/calls", after=2, per_page=1))
    assert (part["count"], [event["number"] for event in part["results"]]) == (2, [3])


def test_what_another_way_in_let_through_can_be_read(owner: Persona, attempt: Attempt) -> None:
    """Half a surrogate pair is no text that could be sent in UTF-8, but it was a call."""
    services.call_tool(Entry(attempt.pk, None, "agent"), "\ud800", {"\udfff": "\ud800"}).wait()
    event = content(owner.get(f"attempts/{attempt.pk}/calls", after=1))["results"][0]
    assert (event["tool"], event["arguments"]) == ("\ud800", {"\udfff": "\ud800"})


@pytest.mark.parametrize("after", ["-1", "x", "1e3", "9223372036854775808"])
def test_a_place_in_the_log_that_can_not_be_is_refused(
    owner: Persona, attempt: Attempt, after: str
) -> None:
    response = owner.get(f"attempts/{attempt.pk}/calls?after={after}")
    assert refusal(response, 400)[0] == "invalid_params"


@pytest.mark.parametrize(
    ("action", "body", "message"),
    [
        ("finish", {}, "outcome: This field is required."),
        ("finish", {"outcome": "Done"}, 'outcome: "Done" is not a valid choice.'),
        ("finish", {"outcome": "done", "answer": None}, "answer: This field may not be null."),
        ("finish", {"outcome": "done", "answer": "\x00"}, "answer: It holds NUL."),
        (
            "finish",
            {"outcome": "done", "answer": "x" * 100_001},
            "answer: Ensure this field has no more than 100000 characters.",
        ),
        ("pause", {}, "reason: This field is required."),
        ("pause", {"reason": ""}, "reason: This field may not be blank."),
        ("pause", {"reason": "\x00"}, "reason: It holds NUL."),
        (
            "pause",
            {"reason": "x" * 1001},
            "reason: Ensure this field has no more than 1000 characters.",
        ),
    ],
)
def test_an_end_or_pause_that_can_not_be_is_refused(
    owner: Persona, attempt: Attempt, action: str, body: Any, message: str
) -> None:
    call(owner, attempt)
    response = owner.post(f"attempts/{attempt.pk}/{action}", body)
    assert refusal(response, 400) == ("invalid_params", message)
    assert content(owner.get(f"attempts/{attempt.pk}"))["progress"]["status"] == "open"
