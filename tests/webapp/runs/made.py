"""Sets of runs in any state, for tests and pictures; their attempts are real ones."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import timedelta
from typing import Any

from agents.model import Reply, ToolUse, Usage
from webapp import clock
from webapp.accounts.models import User
from webapp.attempts.models import Attempt, Contestant
from webapp.attempts.opening import conditions_for, open_attempt
from webapp.attempts.stored import stored_json
from webapp.benchmark.models import Instance
from webapp.runs.builtin import run as run_builtin
from webapp.runs.models import Entrant, ReplyRecord, Run, RunSet, RunState

TRACEBACK = 'Traceback (most recent call last):\n  File "<b>", line 1\nRuntimeError: broken'


def made_set(
    owner: User | None,
    instances: Iterable[Instance],
    *contestants: Contestant,
    repeats: int = 1,
    conditions: dict[str, Any] | None = None,
    **facts: Any,
) -> RunSet:
    """A set with all its runs waiting. A command works on it: so nothing is queued for workers."""
    known = list(instances)
    told = {"profile": "none"} if conditions is None else conditions
    usual = {"name": "A set", "by_command": True, "made_at": clock.now()}
    made = RunSet.objects.create(owner=owner, suite=known[0].task.suite, **{**usual, **facts})
    for contestant in contestants:
        entrant = Entrant.objects.create(run_set=made, contestant=contestant, conditions=told)
        Run.objects.bulk_create(
            Run(run_set=made, entrant=entrant, instance=instance, repeat=repeat)
            for repeat in range(1, repeats + 1)
            for instance in known
        )
    return made


def begin(run: Run) -> Attempt:
    """Take a run in hand: its attempt is open."""
    conditions = conditions_for(run.instance, **run.entrant.conditions)
    attempt = open_attempt(run.instance, run.entrant.contestant, conditions, run.run_set.owner)
    settle(run, RunState.RUNNING, attempt=attempt, lease_owner="tests/1/x", tries=1)
    Run.objects.filter(pk=run.pk).update(lease_until=clock.now() + timedelta(days=1))
    return attempt


def settle(run: Run, state: RunState, **facts: Any) -> None:
    """Let a run be so far."""
    ended = clock.now() if state in (RunState.DONE, RunState.FAILED) else None
    usual = {"ended_at": ended, "lease_owner": "", "lease_until": None}
    for name, value in {**usual, **facts, "state": state}.items():
        setattr(run, name, value)
    run.save()


def finish(run: Run, ending: str = "finished") -> Attempt:
    """Let a built-in agent make a run whole."""
    attempt = begin(run)
    run_builtin(attempt.pk)
    settle(run, RunState.DONE, ending=ending)
    attempt.refresh_from_db()
    return attempt


def fail(run: Run, error_class: str, error: str = TRACEBACK) -> None:
    """Let a run fail for a reason of ours."""
    settle(run, RunState.FAILED, error_class=error_class, error=error, tries=4)


def put_off(run: Run, error_class: str, **span: float) -> None:
    """Let a run wait for another try."""
    later = clock.now() + timedelta(**span)
    settle(run, RunState.WAITING, error_class=error_class, error="Slow down.", not_before=later)


def reply(attempt: Attempt, number: int, kind: str = "calls", **facts: Any) -> ReplyRecord:
    """A reply of a model, as one is kept."""
    said: dict[str, Any] = {"text": "", "tool_uses": (), "usage": Usage(1_000, 400, 50, 20)}
    said.update({name: facts.pop(name) for name in ("text", "tool_uses", "usage") if name in facts})
    whole = Reply(**said, finish_reason="stop", model="m", seconds=1.5)
    usage = whole.usage
    tokens = {} if usage is None else {name: getattr(usage, name) for name in _TOKENS}
    usual = {"cost": 2_500_000_000, "seconds": 1.5, "retries": [], "at": clock.now()}
    return ReplyRecord.objects.create(
        attempt=attempt,
        number=number,
        kind=kind,
        body=stored_json(whole.as_json()),
        **{**usual, **tokens, **facts},
    )


_TOKENS = ("prompt", "cached", "output", "reasoning")


def asks_for(tool: str, arguments: str = "{}") -> tuple[ToolUse, ...]:
    """One call that a reply asks for."""
    return (ToolUse("call-1", tool, arguments),)
