"""Agents that ask a model, in a world of its own: no site is needed."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from typing import Any

import pytest

from agents import AttemptResult, make_agent, run_attempt
from agents.model import Reply
from agents.react import (
    Dialect,
    Ending,
    EndingKind,
    MemoryLog,
    NativeDialect,
    ReactAgent,
    ReplyKind,
)
from evaluators import CANNOT_BE_DONE, DONE, TaskKind
from sandboxes import Environment, tools
from sandboxes.tasks import Instance, find_instance, templates
from tests.agents.react.scripted import (
    DIALECTS,
    NATIVE,
    TEXT,
    Line,
    ScriptedModel,
    calls,
    finishes,
    native,
    says,
)

SUITE = "interdependent"
both = pytest.mark.parametrize("dialect", DIALECTS, ids=lambda dialect: dialect.name)


class Subject:
    """A scripted agent, as something that attempts an instance.

    Args:
        dialect: Its dialect.
        script: What its model says.
        last: What it says when that is used up.

    Attributes:
        log: Its replies.
        ending: How it ended.
    """

    def __init__(self, dialect: Dialect, script: Sequence[Line], last: Reply | None = None) -> None:
        self.log = MemoryLog()
        self.model = ScriptedModel(script, last)
        self._agent = ReactAgent(self.model, dialect, log=self.log)
        self.ending: Ending | None = None

    def act(self, environment: Environment) -> None:
        self.ending = self._agent.act(environment)


def attempt(subject: Subject, task: str = "share_contact", **options: Any) -> AttemptResult:
    """Let a subject attempt a task."""
    return run_attempt(subject, find_instance(SUITE, task, 1), **options)


def by_the_oracle(instance: Instance, profile: str) -> list[tuple[str, Any]]:
    """What the oracle calls, faults and all."""
    done = run_attempt(make_agent("oracle", instance), instance, profile)
    assert done.score is not None
    assert done.score.correct
    return [(call.tool, call.arguments) for call in done.log]


@both
@pytest.mark.parametrize(
    ("task", "profile"), [("share_contact", "default"), ("buy_cheapest", "harsh")]
)
def test_a_model_that_does_what_is_right_is_scored_correct(
    dialect: Dialect, task: str, profile: str
) -> None:
    instance = find_instance(SUITE, task, 1)
    made = by_the_oracle(instance, profile)
    subject = Subject(dialect, [*calls(dialect, *made), finishes(dialect)])

    result = run_attempt(subject, instance, profile)

    assert subject.ending == Ending(EndingKind.FINISHED, DONE)
    assert result.score is not None
    assert result.score.correct
    assert [(call.tool, call.arguments) for call in result.log] == made
    assert result.claim == DONE
    assert subject.log.kinds == [ReplyKind.CALLS] * len(made) + [ReplyKind.FINISH]


@both
def test_a_model_that_says_rightly_that_it_cannot_be_done_is_scored_correct(
    dialect: Dialect,
) -> None:
    task = next(t.id for t in templates(SUITE).values() if "impossible" in t.traps)
    instance = find_instance(SUITE, task, 1)
    assert instance.draft.kind is TaskKind.IMPOSSIBLE
    subject = Subject(dialect, [finishes(dialect, CANNOT_BE_DONE)])
    result = run_attempt(subject, instance)
    assert result.score is not None
    assert result.score.correct


def test_all_calls_may_stand_in_one_native_reply() -> None:
    instance = find_instance(SUITE, "share_contact", 1)
    made = by_the_oracle(instance, "none")
    uses = [(name, json.dumps(arguments)) for name, arguments in made]
    subject = Subject(NATIVE, [native(*uses, ("finish_task", '{"outcome": "done"}'))])
    result = run_attempt(subject, instance, "none")
    assert result.score is not None
    assert result.score.correct
    assert len(subject.model.asked) == 1


def classes(**counted: int) -> dict[str, int]:
    """Calls by class."""
    return {"valid": 0, "failed": 0, "fault": 0, "syntactic": 0} | counted


def hallucinated(dialect: Dialect) -> list[Line]:
    return [*calls(dialect, ("send_telepathy", {"to": "Sam"}), ("now", {})), finishes(dialect)]


def surplus(dialect: Dialect) -> list[Line]:
    return [*calls(dialect, ("now", {"zone": "UTC"}), ("now", [])), finishes(dialect)]


def truncated(dialect: Dialect) -> list[Line]:
    if isinstance(dialect, NativeDialect):
        return [native(("search_items", '{"item_name": "ban')), finishes(dialect)]
    broken = '<tool>{"name": "search_items", "arguments": {"item_name": "ban'
    return [says(broken), finishes(dialect)]


@both
@pytest.mark.parametrize(
    ("script", "counted", "kinds"),
    [
        (hallucinated, classes(syntactic=1, valid=1), [ReplyKind.CALLS] * 2),
        (surplus, classes(syntactic=2), [ReplyKind.CALLS] * 2),
        (truncated, classes(syntactic=1), [ReplyKind.MALFORMED]),
    ],
)
def test_what_a_model_gets_wrong_is_counted_in_its_class(
    dialect: Dialect,
    script: Callable[[Dialect], list[Line]],
    counted: dict[str, int],
    kinds: list[ReplyKind],
) -> None:
    subject = Subject(dialect, script(dialect))
    result = attempt(subject, profile="none")
    assert result.calls == counted
    assert subject.log.kinds == [*kinds, ReplyKind.FINISH]
    assert result.score is not None
    assert not result.score.correct


def test_broken_arguments_are_told_of_in_the_doors_own_words() -> None:
    subject = Subject(NATIVE, truncated(NATIVE))
    result = attempt(subject, profile="none")
    told = json.loads(subject.model.asked[-1][0][-1]["content"])
    assert told == {"status": "error", "output": result.log[0].outcome.output}
    assert "search_items takes its arguments as one JSON object" in told["output"]
    assert result.log[0].arguments == '{"item_name": "ban'


@both
def test_an_endless_loop_is_scored_when_the_budget_is_used_up(dialect: Dialect) -> None:
    budget = find_instance(SUITE, "share_contact", 1).call_budget
    subject = Subject(dialect, [], calls(dialect, ("now", {}))[0])
    result = attempt(subject, profile="none")
    assert subject.ending is not None
    assert subject.ending.kind is EndingKind.BUDGET
    assert result.calls == classes(valid=budget)
    assert result.claim is None
    assert result.score is not None
    assert (result.score.correct, result.score.completion_rate) == (False, 0.0)


@both
@pytest.mark.parametrize(
    ("said", "kind"),
    [("", ReplyKind.EMPTY), ("I call search_items(item_name='x').", ReplyKind.NO_CALL)],
)
def test_a_model_that_calls_nothing_falls_silent(
    dialect: Dialect, said: str, kind: ReplyKind
) -> None:
    subject = Subject(dialect, [], says(said))
    result = attempt(subject)
    assert subject.ending is not None
    assert subject.ending.kind is EndingKind.SILENCE
    assert subject.log.kinds == [kind] * 5
    assert result.calls == classes()
    assert (result.claim, result.errored) == (None, False)


def test_a_call_of_the_text_dialect_is_prose_in_the_native_one_and_the_other_way_round() -> None:
    in_text = Subject(NATIVE, calls(TEXT, ("now", {})), says(""))
    in_native = Subject(TEXT, calls(NATIVE, ("now", {})), says(""))
    for subject, kind in ((in_text, ReplyKind.NO_CALL), (in_native, ReplyKind.EMPTY)):
        assert attempt(subject).calls == classes()
        assert subject.log.kinds == [kind] + [ReplyKind.EMPTY] * 4


@both
def test_all_tools_and_the_task_stand_before_the_first_reply(dialect: Dialect) -> None:
    instance = find_instance(SUITE, "share_contact", 1)
    subject = Subject(dialect, [finishes(dialect)])
    run_attempt(subject, instance)
    messages, functions = subject.model.asked[0]
    assert [message["role"] for message in messages] == ["system", "user"]
    assert messages[1]["content"] == (
        f"{instance.instruction}\n\nWhen you are finished, finish the task with "
        '"done". If you are sure that it cannot be done, change nothing and finish it with '
        f'"cannot_be_done". At most {instance.call_budget} calls can be made.'
    )
    if dialect is NATIVE:
        listed = [function["function"] for function in functions]
    else:
        assert functions == []
        lines = messages[0]["content"].splitlines()
        listed = [json.loads(line) for line in lines if line.startswith('{"name"')]
    assert [tool["name"] for tool in listed] == [tool.name for tool in tools()] + ["finish_task"]
    assert listed[:-1] == [
        {"name": t.name, "description": t.description, "parameters": t.input_schema}
        for t in tools()
    ]
