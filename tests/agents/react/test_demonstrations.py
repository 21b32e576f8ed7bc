"""The examples that a model is shown are true today, and are nothing that is attempted."""

from __future__ import annotations

import re

import pytest

from agents.react import DIALECTS, EndingKind, ReactAgent
from agents.react._demonstrations import DEMONSTRATIONS, FILE, Demonstration, demonstrations
from agents.react._prompts import prompt
from evaluators.plans import plan_facts
from sandboxes.workflows import LONGEST_THOUGHT, RecoveryEnvironment, recovery_evidence
from tests.agents.react.scripted import ScriptedModel, says

each = pytest.mark.parametrize("one", DEMONSTRATIONS, ids=lambda one: one.error)
_REPLY = re.compile(r"Reply:\n\n(<thought>.*?</plan>)", re.DOTALL)
LARGEST_PUBLIC = 3


def test_the_prompt_is_what_the_code_makes() -> None:
    """If not: `python -m agents.react`, and read whether the thoughts still hold."""
    assert prompt(FILE) == demonstrations().removesuffix("\n")


def test_they_show_errors_of_three_kinds_at_seeds_of_no_suite() -> None:
    assert len({one.error for one in DEMONSTRATIONS}) == len(DEMONSTRATIONS) == 3
    assert all(one.seed > 1_000_000 > LARGEST_PUBLIC for one in DEMONSTRATIONS)


@each
def test_a_reply_as_it_is_shown_solves_the_task_in_the_fewest_rounds(one: Demonstration) -> None:
    instance = one.instance()
    [reply] = _REPLY.findall(one.text(1))
    environment = RecoveryEnvironment(instance)
    model = ScriptedModel([says(reply)] * instance.rounds_left)

    assert ReactAgent(model, DIALECTS["plan"]).act(environment).kind is EndingKind.RESPONSE
    facts = plan_facts(recovery_evidence(environment))
    assert (facts.solved, facts.efficacy, facts.onward) == (True, 1.0, 1.0)
    assert {name: rule.value for name, rule in facts.rules.items()} == dict.fromkeys(
        ("S2", "S3", "S4", "S5", "E1"), 1.0
    )


@each
def test_a_thought_is_short_enough_and_speaks_of_what_there_is(one: Demonstration) -> None:
    instance = one.instance()
    [label] = instance.labels
    nodes = {name for plan in (instance.plan, *instance.repairs) for name in plan.by_id}
    spoken = set(re.findall(r"[Nn]odes? (\d\w*)", one.thought))
    assert label.node in spoken <= nodes
    assert len(one.thought.split()) <= LONGEST_THOUGHT
    assert set(one.tools) <= set(instance.offered)


def test_a_thought_about_another_error_is_refused() -> None:
    first, second, _ = DEMONSTRATIONS
    wrong = Demonstration(first.workflow, first.seed, second.error, first.thought, first.tools)
    with pytest.raises(ValueError, match=f"the thought is about {second.error}"):
        wrong.text(1)
