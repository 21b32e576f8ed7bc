"""An agent that asks a model, over every door: the same conversation and the same score."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from agents.react import (
    Dialect,
    EndingKind,
    Interrupted,
    MemoryLog,
    ReactAgent,
    ReplyKind,
)
from tests.agents.react.scripted import (
    DIALECTS,
    NATIVE,
    Line,
    ScriptedModel,
    after,
    calls,
    finishes,
    native,
    says,
)
from tests.agents.sessions.doors import Door, calls_of, never, oracle
from tests.webapp.builders import entry_of, opened, public_instance
from tests.webapp.live import LiveSite
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt
from webapp.attempts.opening import token_of

pytestmark = pytest.mark.django_db(transaction=True)

ODD: list[Line] = [
    native(("no such\ntöol", "{}"), ("", "null"), ("now", "[]")),
    native(("x" * 3000, "{}"), ("now", '{"a": ' + "1" * 5000 + "}")),
    native(("now", '{"a": "\\ud800"}'), ("now", '{"a": ' + "[" * 99 + "]" * 99 + "}")),
    native(("lo\ud800k", '{"\udc00": 1}'), ("get_task", "{}"), ("retrieve_tools", "{}")),
    native(("now", json.dumps({"a": "x" * 2_000_000}))),
    native(("now", "y" * 2_000_000), ("finish_task", '{"outcome": "finished"}')),
    native(("finish_task", json.dumps({"outcome": "done", "answer": "x" * 200_000}))),
    says("Hm."),
]
"""Replies that no session may take amiss."""


def solution() -> list[tuple[str, object]]:
    """What solves the task, faults and all."""
    attempt = opened(profile="default")
    oracle(attempt, DoorEnvironment(entry_of(attempt)))
    assert attempt.scores.get().correct is True
    return [(tool, json.loads(arguments)) for tool, arguments, *_ in calls_of(attempt)]


def scored(attempt: Attempt) -> object:
    """The score of an attempt, whole."""
    return attempt.scores.get().body


@pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)
def test_an_agent_has_the_same_conversation_and_score_over_every_door(
    dialect: Dialect, door: Callable[..., Door], live_site: LiveSite
) -> None:
    odd = ODD if dialect is NATIVE else [says("<tool>now()</tool>"), says("<tool>{\ud800</tool>")]
    script = [*odd, *calls(dialect, *solution()), finishes(dialect)]
    instance = public_instance()
    here, there = opened(instance, profile="default"), opened(instance, profile="default")
    in_process = ReactAgent(ScriptedModel(script), dialect)
    assert in_process.act(DoorEnvironment(entry_of(here))).kind is EndingKind.FINISHED

    agent = ReactAgent(ScriptedModel(script), dialect)
    with door(live_site.port, token_of(there), sleep=never) as session:
        assert agent.act(session).kind is EndingKind.FINISHED

    assert agent.conversation == in_process.conversation
    assert calls_of(there) == calls_of(here)
    assert scored(there) == scored(here)
    there.refresh_from_db()
    assert there.claim == "done"


def test_an_interrupted_agent_goes_on_over_another_session(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    script = [*calls(NATIVE, *solution()), finishes(NATIVE)]
    there = opened(profile="default")
    first = MemoryLog()
    for cut in range(len(script)):
        log = MemoryLog(first.replies)
        stopped = ReactAgent(ScriptedModel(script[cut:]), NATIVE, log=log, stop=after(1))
        with door(live_site.port, token_of(there), sleep=never) as session:
            if cut < len(script) - 1:
                with pytest.raises(Interrupted):
                    stopped.act(session)
            else:
                assert stopped.act(session).kind is EndingKind.FINISHED
        assert log.kinds == [ReplyKind.CALLS if cut < len(script) - 1 else ReplyKind.FINISH]
        first = log

    assert [key for *_, key in calls_of(there)] == [f"call {n}" for n in range(1, len(script))]
    assert there.scores.get().correct is True


def test_the_budget_of_the_site_ends_an_agent(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    there = opened(call_budget=3)
    agent = ReactAgent(ScriptedModel([], calls(NATIVE, ("now", {}))[0]), NATIVE)
    with door(live_site.port, token_of(there), sleep=never) as session:
        assert agent.act(session).kind is EndingKind.BUDGET
    there.refresh_from_db()
    assert (there.status, len(calls_of(there))) == ("finished", 3)
