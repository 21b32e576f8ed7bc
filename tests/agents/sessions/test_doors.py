"""Sessions over MCP and over a WebSocket: the same attempt as in process."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from agents.sessions import SessionError
from sandboxes import AttemptFinished, Outcome
from tests.agents.sessions.doors import Door, calls_of, never, oracle
from tests.agents.sessions.losing import losing_line
from tests.webapp.builders import entry_of, opened, public_instance
from tests.webapp.live import LiveSite
from webapp.attempts import services
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import EventKind
from webapp.attempts.opening import token_of

pytestmark = pytest.mark.django_db(transaction=True)

ODD = [
    ("now", {}),
    ("now", None),
    ("now", '{"truncated": '),
    ("now", [1]),
    ("no such\ntöol", {"a": None, "b": {"c": None}}),
    ("", {}),
    ("x" * 200, {"whole": 10**1000, "float": 1e300}),
    ("search_items", {"item_name": 16}),
]


@pytest.mark.parametrize(
    ("task", "profile"), [("share_contact", "default"), ("buy_cheapest", "harsh")]
)
def test_the_score_is_that_of_the_same_agent_in_process(
    task: str, profile: str, door: Callable[..., Door], live_site: LiveSite
) -> None:
    instance = public_instance(task)
    here, there = opened(instance, profile=profile), opened(instance, profile=profile)
    oracle(here, DoorEnvironment(entry_of(here)))

    with door(live_site.port, token_of(there), sleep=never) as session:
        assert session.finished is False
        oracle(there, session)
        assert session.finished is True

    assert calls_of(there) == calls_of(here) != []
    assert there.scores.get().body == here.scores.get().body
    assert there.scores.get().correct is True


def test_brief_and_tools_are_those_in_process(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    """To the byte, as they become a part of prompts."""
    for attempt in (opened(), opened(access="needed", distractors=3)):
        here = DoorEnvironment(entry_of(attempt))
        with door(live_site.port, token_of(attempt)) as session:
            assert session.brief == here.brief
            assert session.retrieves is False
            assert list(map(json.dumps, session.tools())) == [
                json.dumps({name: tool[name] for name in ("name", "description", "input_schema")})
                for tool in here.tools()
            ]


def test_tools_are_looked_for_as_in_process(door: Callable[..., Door], live_site: LiveSite) -> None:
    here, there = (opened(access="retrieval", retriever="bm25") for _ in range(2))
    inside = DoorEnvironment(entry_of(here))
    with door(live_site.port, token_of(there)) as session:
        assert session.retrieves is inside.retrieves is True
        assert session.tools() == inside.tools() == []
        found = session.retrieve_tools("the weather tomorrow", 4)
        assert found == inside.retrieve_tools("the weather tomorrow", 4)
        names = [tool["name"] for tool in found.output]
        assert len(names) == 4
        assert [tool["name"] for tool in session.tools()] == names
    with door(live_site.port, token_of(there)) as again:
        assert again.retrieve_tools("the weather tomorrow", 4) == found
    assert there.events.filter(kind=EventKind.RETRIEVE).count() == 1


def test_whatever_a_subject_writes_is_answered_as_in_process(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    here, there = opened(), opened()
    environment = DoorEnvironment(entry_of(here))
    expected = [environment.call(name, arguments) for name, arguments in ODD]

    with door(live_site.port, token_of(there), sleep=never) as session:
        assert [session.call(name, arguments) for name, arguments in ODD] == expected
        with pytest.raises(ValueError, match="cannot_be_done"):
            session.finish("finished")
        assert session.finished is False

    assert [outcome.status for outcome in expected] == ["ok"] + ["error"] * 7
    assert calls_of(there) == calls_of(here)


def test_a_control_tool_is_no_call(door: Callable[..., Door], live_site: LiveSite) -> None:
    attempt = opened()
    with door(live_site.port, token_of(attempt), sleep=never) as session:
        for name in ("get_task", "finish_task", "retrieve_tools"):
            assert session.call(name, {"outcome": "done"}) == Outcome(
                "error", f"{name} is no tool of this session, and nothing was called."
            )
        assert session.finished is False
    assert calls_of(attempt) == []


def test_a_session_that_is_opened_anew_is_answered_as_before(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    attempt = opened(profile="harsh")
    names = ["now", "get_all_contacts", "get_my_name"]
    with door(live_site.port, token_of(attempt)) as session:
        first = [session.call(name, {}) for name in names]
    with door(live_site.port, token_of(attempt)) as session:
        again = [session.call(name, {}) for name in names]
        session.finish("done", "x")
    with door(live_site.port, token_of(attempt)) as session:
        assert [session.call(name, {}) for name in names] == first
        session.finish("done", "x")

    assert again == first
    assert [key for *_, key in calls_of(attempt)] == ["call 1", "call 2", "call 3"]
    assert attempt.events.filter(kind="finish").count() == 1


@pytest.mark.parametrize("lost", [1, 3])
def test_what_was_lost_is_sent_again_and_done_once(
    lost: int, door: Callable[..., Door], live_site: LiveSite
) -> None:
    attempt = opened()
    waits: list[float] = []
    with (
        losing_line(live_site.port) as line,
        door(line.port, token_of(attempt), sleep=waits.append) as session,
    ):
        assert session.call("now", {}).ok
        before = line.connections
        line.lose(lost)
        assert session.call("get_my_name", {}).ok
        assert line.connections > before
        assert session.call("now", {}).ok
        line.lose(1)
        session.finish("done")
        assert session.finished is True

    assert [tool for tool, *_ in calls_of(attempt)] == ["now", "get_my_name", "now"]
    assert waits == [*[0.1, 0.5, 2.0][:lost], 0.1]


def test_what_has_ended_is_told_as_such(door: Callable[..., Door], live_site: LiveSite) -> None:
    attempt = opened(call_budget=1)
    with door(live_site.port, token_of(attempt), sleep=never) as session:
        assert session.brief.call_budget == 1
        assert session.call("now", {}).ok
        assert session.finished is True
        with pytest.raises(AttemptFinished):
            session.call("now", {})
        with pytest.raises(AttemptFinished):
            session.finish("done")


def test_what_is_no_fault_of_the_subjects_is_an_error_of_ours(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    with (
        door(live_site.port, "nothing", sleep=never) as session,
        pytest.raises(SessionError) as unknown,
    ):
        session.call("now", {})
    assert (unknown.value.reason, unknown.value.is_passing) == ("unknown_token", False)

    paused = opened()
    with door(live_site.port, token_of(paused), sleep=never) as session:
        session.call("now", {})
        services.pause(entry_of(paused), "tea").wait()
        with pytest.raises(SessionError, match="paused") as refused:
            session.call("now", {})
        assert refused.value.reason == "paused"


def test_a_door_that_is_not_there_is_tried_for_a_while(door: Callable[..., Door]) -> None:
    with losing_line(9) as line:
        port = line.port
    waits: list[float] = []
    with door(port, "token", sleep=waits.append) as session, pytest.raises(SessionError) as gone:
        session.brief  # noqa: B018 - reading it is the request
    assert (gone.value.reason, gone.value.is_passing) == ("connection", True)
    assert waits == [0.1, 0.5, 2.0, 5.0, 10.0, 10.0]
