"""Sets of runs for the prepared site: one goes on, one is paused, one is finished."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from datetime import timedelta
from typing import Any

from agents import AGENTS
from agents.model import Usage
from tests.webapp.runs.made import asks_for, begin, fail, finish, made_set, put_off, reply, settle
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts import services
from webapp.attempts.ending import end_unclaimed
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, EndedBy
from webapp.attempts.opening import agent
from webapp.attempts.turns import Entry
from webapp.benchmark.models import Instance
from webapp.runs.builtin import builtin_agent
from webapp.runs.models import Run, RunSet, RunSetStatus, RunState

_MODEL = {"model": "model-c-2026-02", "temperature": None}
_DETAILS = {"strategy": "rag", "dialect": "native", "prompts": {}, "model": _MODEL}
_SERVER_SAID = (
    'HTTP 503 from https://models.lab.example/v1: {"error": {"message": "The engine is currently '
    'overloaded, please try again later", "type": "server_error"}}'
)

Passes = Callable[..., None]


def run_sets(passes: Passes, owner: User, instances: list[Instance]) -> dict[str, Any]:
    """Make them.

    Args:
        passes: Lets time pass.
        owner: Whose they are.
        instances: What is attempted.

    Returns:
        The sets by their state, and the number of an attempt with replies.
    """
    passes(hours=2)
    finished = _finished(passes, owner, instances)
    passes(hours=3)
    paused = _paused(passes, owner, instances)
    passes(minutes=25)
    running, attempt = _running(passes, owner, instances)
    sets = {"running": running, "paused": paused, "finished": finished}
    return {"sets": {name: made.pk for name, made in sets.items()}, "replied": attempt.pk}


def _finished(passes: Passes, owner: User, instances: list[Instance]) -> RunSet:
    """All built-in agents, made whole."""
    agents = [builtin_agent(name) for name in AGENTS["interdependent"]]
    made = made_set(
        owner, instances[:8], *agents, name="Floors and ceiling", conditions={}, by_command=False
    )
    for run in made.runs.all():
        finish(run)
        passes(seconds=3)
    return made


def _paused(passes: Passes, owner: User, instances: list[Instance]) -> RunSet:
    """Stopped by its cap on money."""
    contestant = agent(
        "model-c-2026-02, rag", {**_DETAILS, "model": {**_MODEL, "temperature": 1}}, owner
    )
    why = "The cap of 0.50 US dollars is reached."
    made = made_set(
        owner,
        instances[:6],
        contestant,
        name="Pilot with a small budget",
        conditions={},
        by_command=False,
        caps={"money": "0.50", "tokens": 2_000_000},
        status=RunSetStatus.PAUSED,
        why=why,
    )
    for number, run in enumerate(made.runs.all()[:3]):
        _by_model(passes, run, whole=number != 1, cost=30_000_000_000)
    return made


def _running(passes: Passes, owner: User, instances: list[Instance]) -> tuple[RunSet, Attempt]:
    """In the middle of it, with everything that may go wrong."""
    contestant = agent("model-c-2026-02, rag", _DETAILS, owner)
    made = made_set(
        owner,
        instances,
        contestant,
        name="Model C with the 30 nearest tools, three repeats",
        repeats=3,
        conditions={},
        by_command=False,
        concurrency=6,
        caps={"tokens": 20_000_000, "money": "25.00"},
    )
    runs = list(made.runs.select_related("run_set", "entrant__contestant", "instance__task__suite"))
    first, rest = runs[: len(runs) // 2], iter(runs[len(runs) // 2 :])
    attempts = [_by_model(passes, run, whole=place % 3 > 0) for place, run in enumerate(first)]
    for error_class, run in zip(("server", "server", "credentials"), rest, strict=False):
        fail(run, error_class, _SERVER_SAID if error_class == "server" else "HTTP 401: no such key")
    for run in itertools.islice(rest, 1):
        put_off(run, "rate_limit", minutes=2)
    for run in itertools.islice(rest, 4):
        _look_around(passes, begin(run))
    for run in itertools.islice(rest, 1):
        settle(run, RunState.QUEUED, lease_until=clock.now() + timedelta(days=9))
    return made, attempts[0]


def _by_model(passes: Passes, run: Run, *, whole: bool, cost: int = 4_300_000_000) -> Attempt:
    """An attempt with a reply for each call; one that is not whole falls silent before the last."""
    attempt = begin(run)
    known = known_instance(run.instance)
    assert known is not None
    entry, numbers = Entry(attempt.pk, None, "agent"), itertools.count(1)
    services.get_task(entry).wait()
    prompt = 9_400
    calls = [call for call in known.gold.trace if call.outcome.ok]
    for call in calls if whole else calls[:-1]:
        number = next(numbers)
        use = asks_for(call.tool, _text(call.arguments))
        text = "First I look around, before I change anything." if number == 1 else ""
        usage = Usage(prompt, 0 if number == 1 else prompt - 380, 64 + number, 21)
        retries = ["rate_limit", "rate_limit"] if number == 2 else []
        reply(attempt, number, text=text, tool_uses=use, usage=usage, cost=cost, retries=retries)
        services.call_tool(entry, call.tool, call.arguments).wait()
        prompt += 380
        passes(seconds=2)
    if not whole:
        text = "I believe that everything is done by now."
        reply(attempt, next(numbers), "no_call", text=text, cost=cost)
        reply(attempt, next(numbers), "malformed", tool_uses=asks_for("send_message", '{"uid": '))
        reply(attempt, next(numbers), "empty", usage=None, cost=None)
    else:
        use = asks_for("finish_task", '{"outcome": "done"}')
        reply(attempt, next(numbers), "finish", tool_uses=use, cost=cost)
    if whole:
        services.finish(entry, "done").wait()
    else:
        end_unclaimed(entry, EndedBy.SILENCE).wait()
    settle(run, RunState.DONE, ending="finished" if whole else "silence")
    return attempt


def _text(arguments: dict[str, Any]) -> str:
    """Arguments as a model writes them."""
    return json.dumps(arguments, ensure_ascii=False)


def _look_around(passes: Passes, attempt: Attempt) -> None:
    entry = Entry(attempt.pk, None, "agent")
    for _ in range(1 + attempt.pk % 3):
        services.call_tool(entry, "get_cart_summary", {}).wait()
        passes(seconds=9)
