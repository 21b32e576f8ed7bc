"""Recovery over every door: what there is before the first call is told, and plans are taken."""

from __future__ import annotations

import json
from collections.abc import Callable

import pytest

from agents.react import DIALECTS, EndingKind, ReactAgent
from sandboxes.workflows import RecoveryInstance
from tests.agents.react.scripted import Line, ScriptedModel, says
from tests.agents.sessions.doors import Door, calls_of, never
from tests.webapp import builders
from tests.webapp.builders import entry_of
from tests.webapp.live import LiveSite
from tests.webapp.recovery.builders import opened
from webapp.attempts.hot import made_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt
from webapp.attempts.opening import token_of

pytestmark = pytest.mark.django_db(transaction=True)


def instance_of(attempt: Attempt) -> RecoveryInstance:
    instance = made_instance(attempt.instance)
    assert isinstance(instance, RecoveryInstance)
    return instance


def script(instance: RecoveryInstance) -> list[Line]:
    """A reply that can't be read, then the repair until its response."""
    plan = json.dumps(instance.repairs[0].as_json())
    good = says(f"<thought>I know it.</thought><plan>{plan}</plan>")
    return [says("Let me see."), *[good] * instance.rounds_left]


def test_a_replanner_has_the_same_conversation_and_score_over_every_door(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    here, there = opened(), opened()
    lines = script(instance_of(here))
    in_process = ReactAgent(ScriptedModel(lines), DIALECTS["plan"])
    assert in_process.act(DoorEnvironment(entry_of(here))).kind is EndingKind.RESPONSE

    agent = ReactAgent(ScriptedModel(lines), DIALECTS["plan"])
    with door(live_site.port, token_of(there), sleep=never) as session:
        assert agent.act(session).kind is EndingKind.RESPONSE

    assert agent.conversation == in_process.conversation
    assert calls_of(there) == calls_of(here)
    score = there.scores.get()
    assert score.correct is True
    assert score.body == here.scores.get().body
    there.refresh_from_db()
    assert there.ended_by == "response"


def test_what_there_is_before_the_first_call_is_told_over_every_door(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    attempt = opened()
    with door(live_site.port, token_of(attempt), sleep=never) as session:
        seen = session.first_observation
        assert [tool["name"] for tool in session.tools()] == ["submit_plan"]
    assert seen == DoorEnvironment(entry_of(attempt)).first_observation
    assert seen["plan"] == instance_of(attempt).plan.as_json()


def test_where_there_is_nothing_to_see_nothing_is_told(
    door: Callable[..., Door], live_site: LiveSite
) -> None:
    attempt = builders.opened()
    with door(live_site.port, token_of(attempt), sleep=never) as session:
        assert session.first_observation is None
