"""`run_agent` at recovery: built-in agents in process, and replanners in a set."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.agents.fake_openai import FakeOpenAI
from tests.webapp import builders
from tests.webapp.live import LiveSite
from tests.webapp.recovery.builders import TASK, opened
from tests.webapp.runs.test_replanning import good, made, used
from webapp.attempts.opening import token_of
from webapp.runs.models import RunSet

pytestmark = pytest.mark.django_db(transaction=True)

TASKS = f"{TASK},domains_to_renew-2"
HERE = "http://127.0.0.1:9/v1"


def told(*arguments: str) -> dict[str, Any]:
    """What the command prints."""
    out = io.StringIO()
    call_command("run_agent", *arguments, "--json", stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


@pytest.mark.parametrize(("agent", "correct"), [("oracle", 6), ("noop", 0)])
def test_built_in_agents_run_in_process(agent: str, correct: int) -> None:
    found = told(agent, "--suite", "recovery", "--tasks", TASKS, "--seeds", "1-3")
    assert (found["attempts"], found["scored"], found["errored"]) == (6, 6, 0)
    assert (found["correct"], found["success_rate"]) == (correct, correct / 6)
    assert not RunSet.objects.exists()


@pytest.mark.parametrize("strategy", ["replan", "replan_few_shot"])
def test_a_replanner_makes_a_set_that_is_kept(strategy: str) -> None:
    with FakeOpenAI(lambda body: good(used())) as fake:
        found = told(
            *(strategy, "--suite", "recovery", "--tasks", TASK, "--seeds", "1"),
            *("--model", "gpt-4o-mini", "--base-url", fake.base_url),
        )
    assert (found["attempts"], found["scored"], found["correct"]) == (1, 1, 1)
    assert found["replies"] == {"calls": made().rounds_left}
    assert found["endings"] == {"response": 1}
    assert RunSet.objects.get().suite.name == "recovery"


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["greedy"], "--agent: Of the suite recovery there are the built-in agents oracle, naive"),
        (["oracle", "--profile", "harsh"], "--profile: In recovery nothing goes wrong but"),
        (["oracle", "--without-traps"], "suite recovery sets no traps"),
        (["oracle", "--tasks", "no_such_task-1"], "no task 'no_such_task-1' in suite recovery"),
        (["rag", "--model", "m", "--base-url", HERE], "--agent: rag is for the suite interdepend"),
        (["replan", "--dialect", "text", "--model", "m", "--base-url", HERE], "--dialect: replan"),
        (["replan"], "--model: replan asks a model"),
    ],
)
def test_what_recovery_has_no_use_for_is_refused_in_a_sentence(
    arguments: list[str], complaint: str
) -> None:
    with pytest.raises(CommandError) as caught:
        call_command("run_agent", *arguments, "--suite", "recovery")
    assert complaint in str(caught.value)
    assert not RunSet.objects.exists()


def test_a_replanner_is_refused_elsewhere_before_anything_is_loaded() -> None:
    with pytest.raises(CommandError, match=r"^--agent: replan is for the suite recovery"):
        call_command("run_agent", "replan", "--model", "m", "--base-url", HERE)


@pytest.mark.parametrize("way", ["http://{}/mcp/{}", "ws://{}/ws/attempts/{}"])
def test_a_replanner_acts_in_an_attempt_at_an_address(way: str, live_site: LiveSite) -> None:
    attempt = opened()
    address = way.format(f"127.0.0.1:{live_site.port}", token_of(attempt))
    with FakeOpenAI(lambda body: good(used())) as fake:
        found = told(
            *("replan", "--at", address, "--model", "gpt-4o-mini", "--base-url", fake.base_url)
        )
    assert (found["ending"], found["calls"]) == ("response", made().rounds_left)
    assert attempt.scores.get().correct is True


def test_a_replanner_submits_no_plans_where_none_are_taken(live_site: LiveSite) -> None:
    address = f"http://127.0.0.1:{live_site.port}/mcp/{token_of(builders.opened())}"
    with FakeOpenAI([]) as fake, pytest.raises(CommandError, match=r"^--at: replan submits plans"):
        told("replan", "--at", address, "--model", "m", "--base-url", fake.base_url)
    assert fake.requests == []
