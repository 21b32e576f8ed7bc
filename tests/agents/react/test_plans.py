"""The replanner: what a reply is taken for, and how attempts at recovery go and end."""

from __future__ import annotations

import json
from typing import Any

import pytest

from agents import run_attempt
from agents.model import ErrorClass, ModelUnreachable, Reply
from agents.react import (
    DIALECTS,
    Caps,
    Dialect,
    Ending,
    EndingKind,
    MemoryLog,
    ReactAgent,
    ReplyKind,
)
from agents.react._reading import Call, Finish
from evaluators import CANNOT_BE_DONE, DONE
from evaluators.plans import PlanFacts, plan_facts
from sandboxes import canonical_json
from sandboxes.workflows import (
    ROUND_LIMIT,
    Plan,
    RecoveryEnvironment,
    RecoveryInstance,
    recovery_evidence,
    recovery_instance,
)
from tests.agents.react.scripted import NATIVE, TEXT, Line, ScriptedModel, answers, calls, says
from tests.agents.react.test_in_process import Subject

PLAN, SHOWN = DIALECTS["plan"], DIALECTS["plan_few_shot"]
THOUGHT = "Node 4 lacks an argument."
BROKEN = '<thought>Hm.</thought>\n<plan>{"nodes": [{"id": "ro'


@pytest.fixture(scope="module")
def instance() -> RecoveryInstance:
    return recovery_instance("tell_two_travellers", 1, 1)


def submits(plan: Plan, thought: str = THOUGHT) -> Reply:
    """A reply as it should be."""
    return says(f"<thought>{thought}</thought>\n<plan>{json.dumps(plan.as_json())}</plan>")


def repairs(instance: RecoveryInstance) -> list[Line]:
    """The replies of whoever knows what is wrong, up to the response."""
    return [submits(instance.repairs[0])] * instance.rounds_left


class Attempt:
    """An attempt of a scripted agent.

    Args:
        instance: At what.
        lines: What its model says.
        last: What it says when that is used up.
        dialect: In which dialect.
    """

    def __init__(
        self,
        instance: RecoveryInstance,
        lines: list[Line],
        last: Reply | None = None,
        dialect: Dialect = PLAN,
        **options: Any,
    ) -> None:
        self.log = MemoryLog()
        self.model = ScriptedModel(lines, last)
        self.environment = RecoveryEnvironment(instance)
        self.agent = ReactAgent(self.model, dialect, log=self.log, **options)
        self.ending: Ending = self.agent.act(self.environment)

    @property
    def facts(self) -> PlanFacts:
        """What came of it."""
        return plan_facts(recovery_evidence(self.environment))


@pytest.mark.parametrize(
    ("text", "thought", "plan"),
    [
        ('<thought>a\nb</thought>\n<plan>{"nodes": []}</plan>', "a\nb", {"nodes": []}),
        ('So.\n<thought> a </thought><plan>\n{"nodes": []}\n</plan>', "a", {"nodes": []}),
        ('<thought>the <plan> is</thought><plan>{"nodes": []}</plan>', "the <plan> is", {}),
        ('<thought>never closed <plan>{"nodes": []}</plan>', "never closed", {"nodes": []}),
        ('<plan>{"nodes": []}</plan>', "", {"nodes": []}),
        ('<thought>a</thought><plan>{"nodes": []}', "a", {"nodes": []}),
        ('{"nodes": []}', "", {"nodes": []}),
        ("<thought>a</thought><plan>[1]</plan>", "a", [1]),
    ],
)
def test_a_thought_and_a_plan_are_submitted(text: str, thought: str, plan: Any) -> None:
    reading = PLAN.read(says(text), 1)
    submitted = {"thought": thought, "plan": plan or {"nodes": []}}
    assert reading.kind is ReplyKind.CALLS
    assert reading.uses == (Call("", "submit_plan", submitted),)
    assert reading.message == {"role": "assistant", "content": text}


@pytest.mark.parametrize(
    ("text", "thought", "plan"),
    [
        (BROKEN, "Hm.", '{"nodes": [{"id": "ro'),
        ("I would try node 4 again.", "", "I would try node 4 again."),
        ("<thought>cut off here", "cut off here", ""),
        ("<thought>a</thought> That is all.", "a", "That is all."),
        ('<plan>```json\n{"nodes": []}\n```</plan>', "", '```json\n{"nodes": []}\n```'),
        ('<plan>{"nodes": NaN}</plan>', "", '{"nodes": NaN}'),
        ("<plan>" + "[" * 99 + "]" * 99 + "</plan>", "", "[" * 99 + "]" * 99),
        ("<plan>" + "x" * 50_000, "", "x" * 40_000),
        ("<plan>\ud800</plan>", "", "?"),
        ("<plan>\n[END]", "", "[END]"),
    ],
)
def test_what_can_not_be_read_is_submitted_as_it_is(text: str, thought: str, plan: str) -> None:
    reading = PLAN.read(says(text), 1)
    assert reading.kind is ReplyKind.MALFORMED
    assert reading.uses == (Call("", "submit_plan", {"thought": thought, "plan": plan}),)


def test_what_stands_behind_a_plan_is_cut_off() -> None:
    whole = '<thought>a</thought><plan>{"nodes": []}</plan>'
    reading = PLAN.read(says(f"{whole}<response>all is done</response><plan>[]</plan>"), 1)
    assert reading.message == {"role": "assistant", "content": whole}
    assert len(reading.uses) == 1


@pytest.mark.parametrize(
    ("text", "outcome"),
    [
        ("[END]", DONE),
        ("<thought>Nothing helps.</thought>\n[END] cannot_be_done\n", CANNOT_BE_DONE),
    ],
)
def test_a_reply_without_a_plan_may_end_the_attempt(text: str, outcome: str) -> None:
    reading = PLAN.read(says(text), 1)
    [use] = reading.uses
    assert reading.kind is ReplyKind.FINISH
    assert isinstance(use, Finish)
    assert use.outcome == outcome


@pytest.mark.parametrize("dialect", [PLAN, SHOWN], ids=lambda dialect: dialect.name)
def test_the_oracles_repair_reaches_the_response_in_the_fewest_rounds(
    dialect: Dialect, instance: RecoveryInstance
) -> None:
    done = Attempt(instance, repairs(instance), dialect=dialect)

    assert done.ending == Ending(
        EndingKind.RESPONSE, f"the response was reached in round {instance.best_rounds}"
    )
    assert done.log.kinds == [ReplyKind.CALLS] * instance.rounds_left
    assert (done.facts.solved, done.facts.efficacy, done.facts.invalid) == (True, 1.0, 0)
    assert {one.thought for one in done.environment.submissions} == {THOUGHT}
    told = [answer["output"]["completed"] for answer in answers(done.agent.conversation)]
    assert told == [False] * (instance.rounds_left - 1) + [True]


def test_a_model_sees_the_task_plan_tools_and_what_came_back_and_no_tool_of_ours(
    instance: RecoveryInstance,
) -> None:
    done = Attempt(instance, repairs(instance))

    messages, functions = done.model.asked[0]
    assert functions == []
    assert [message["role"] for message in messages] == ["system", "user"]
    task, seen = messages[1]["content"].split("\n\nWhat there is before the first call, as JSON:\n")
    assert task.startswith(instance.instruction)
    assert seen == canonical_json(done.environment.first_observation)
    assert list(json.loads(seen)) == ["round", "plan", "observations", "history", "tools"]
    later = done.model.asked[1][0]
    assert [message["role"] for message in later[2:]] == ["assistant", "user"]
    assert later[:2] == messages


def test_examples_stand_below_the_same_instructions() -> None:
    plain, shown = (dialect.opening("It.", [])[0]["content"] for dialect in (PLAN, SHOWN))
    assert shown.startswith(f"{plain}\n\nThree examples.")
    assert shown.count("<response>{") == 3


def test_a_malformed_reply_costs_a_round_and_is_told_in_the_environments_words(
    instance: RecoveryInstance,
) -> None:
    done = Attempt(instance, [says(BROKEN), *repairs(instance)])

    assert done.log.kinds == [ReplyKind.MALFORMED] + [ReplyKind.CALLS] * instance.rounds_left
    assert done.ending.kind is EndingKind.RESPONSE
    first, *_ = answers(done.agent.conversation)
    assert first["status"] == "error"
    assert "plan" in first["output"]
    assert first["output"] == done.environment.submissions[0].refusal
    facts = done.facts
    assert (facts.solved, facts.invalid, facts.first_invalid) == (True, 1, True)
    assert facts.efficacy == instance.best_rounds / (instance.best_rounds + 1)


def test_endless_refusals_end_with_the_last_round(instance: RecoveryInstance) -> None:
    done = Attempt(instance, [], says("I am at a loss."))

    left = ROUND_LIMIT - instance.rounds_before
    assert done.ending == Ending(EndingKind.ROUNDS, "all 40 rounds are used up")
    assert done.log.kinds == [ReplyKind.MALFORMED] * left
    assert done.environment.finished
    assert (done.facts.solved, done.facts.submissions) == (False, left)
    assert done.facts.invalid == left


def test_a_plan_that_never_moves_on_ends_with_the_last_round(instance: RecoveryInstance) -> None:
    done = Attempt(instance, [], submits(instance.plan))
    assert done.ending.kind is EndingKind.ROUNDS
    assert done.environment.executor.rounds == ROUND_LIMIT
    assert (done.facts.solved, done.facts.invalid) == (False, 0)


def test_five_empty_replies_in_a_row_are_silence_and_submit_nothing(
    instance: RecoveryInstance,
) -> None:
    done = Attempt(instance, [], says(" \n"))
    assert done.ending.kind is EndingKind.SILENCE
    assert done.log.kinds == [ReplyKind.EMPTY] * 5
    assert done.environment.submissions == []


def test_caps_end_it_as_they_end_others(instance: RecoveryInstance) -> None:
    done = Attempt(instance, repairs(instance), caps=Caps(calls=1))
    assert done.ending == Ending(EndingKind.CAP_CALLS, "1 calls of 1")


def test_a_model_that_is_not_to_be_had_is_no_failure_of_the_subject(
    instance: RecoveryInstance,
) -> None:
    gone = ModelUnreachable(ErrorClass.SERVER, "HTTP 500")
    with pytest.raises(ModelUnreachable):
        Attempt(instance, [*repairs(instance)[:1], gone])


def test_an_attempt_is_gone_on_with_from_its_replies(instance: RecoveryInstance) -> None:
    whole = Attempt(instance, [says(BROKEN), *repairs(instance)])
    model = ScriptedModel(repairs(instance)[1:])
    agent = ReactAgent(model, PLAN, log=MemoryLog(whole.log.replies[:2]))

    assert agent.act(RecoveryEnvironment(instance)) == whole.ending
    assert agent.conversation == whole.agent.conversation
    assert len(model.asked) == instance.rounds_left - 1


@pytest.mark.parametrize("dialect", [NATIVE, TEXT], ids=lambda dialect: dialect.name)
def test_agents_that_call_tools_see_the_same_and_end_with_the_response(
    dialect: Dialect, instance: RecoveryInstance
) -> None:
    submitted = {"thought": THOUGHT, "plan": instance.repairs[0].as_json()}
    lines: list[Line] = [*calls(dialect, ("submit_plan", submitted))] * instance.rounds_left
    done = Attempt(instance, lines, dialect=dialect)

    assert done.ending.kind is EndingKind.RESPONSE
    assert done.facts.efficacy == 1.0
    asked = done.model.asked[0][0][1]["content"]
    assert asked.endswith(canonical_json(done.environment.first_observation))


def test_its_attempts_are_scored_like_those_of_others(instance: RecoveryInstance) -> None:
    result = run_attempt(Subject(PLAN, repairs(instance)), instance)
    assert result.score is not None
    assert result.score.correct
    assert result.calls == {"valid": instance.rounds_left, "failed": 0, "fault": 0, "syntactic": 0}
