"""Runs of the replanner at recovery, from a model's address to facts."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

import pytest

from agents.react import STRATEGIES
from sandboxes.workflows import ROUND_LIMIT, RecoveryInstance
from tests.agents.fake_openai import FakeOpenAI, Script, Step, calls, empty, says, status, usage
from tests.webapp.builders import public_instance
from tests.webapp.recovery.builders import recovery_instance_of
from tests.webapp.runs.sets import MODEL, asking, only_run, worked
from tests.webapp.runs.test_scripted_models import classes_of, recorded_kinds
from webapp.attempts.hot import made_instance
from webapp.attempts.models import Attempt
from webapp.benchmark.models import Instance
from webapp.runs.caps import used_by
from webapp.runs.making import Choice, NotChosen, Plan, make_set
from webapp.runs.models import Run, RunSet
from webapp.runs.results import results

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "http://127.0.0.1:9/v1"
REPLANNING = [name for name, one in STRATEGIES.items() if one.suites == ("recovery",)]
BROKEN = '<thought>I see it.</thought>\n<plan>{"nodes": [{"id": "ro'


def planned(*choices: Choice, instances: Sequence[Instance] = (), **more: Any) -> RunSet:
    """A set at recovery that a command would make; at one instance if nothing else is said."""
    chosen = list(instances) or [recovery_instance_of()]
    usual: dict[str, Any] = {"by_command": True, "concurrency": 2}
    return make_set(Plan(chosen[0].task.suite, chosen, choices, **{**usual, **more}), None)


def replanning(base_url: str, strategy: str = "replan", **more: Any) -> Choice:
    """A replanner that asks the model at an address."""
    return asking(base_url, strategy, conditions={}, **more)


def made() -> RecoveryInstance:
    """What is attempted."""
    instance = made_instance(recovery_instance_of())
    assert isinstance(instance, RecoveryInstance)
    return instance


def good(tokens: dict[str, Any] | None = None) -> Step:
    """The oracle's repair, as a model should write it."""
    plan = json.dumps(made().repairs[0].as_json())
    return says(f"<thought>I see it.</thought>\n<plan>{plan}</plan>", tokens)


def used(prompt: int = 1000, cached: int = 0) -> dict[str, Any]:
    return usage(prompt, cached, 100, 10)


def attempt_of(run: Run) -> Attempt:
    assert run.attempt is not None
    return run.attempt


def facts_of(run: Run) -> dict[str, Any]:
    """The facts by which a run is scored."""
    score = attempt_of(run).scores.get()
    assert score.evaluator == "plans"
    facts: dict[str, Any] = json.loads(score.body)
    return facts


@dataclass(frozen=True)
class Case:
    """A script, and what is recorded of an attempt under it; R* good replies reach the response.

    Args:
        before: What the model answers before the good replies; nothing but that if it is a script.
        classes: Calls by class besides the good ones.
        kinds: Replies by kind besides the good ones.
        invalid: How many submissions can't be read or run.
        ending: How the run ended, and what ended the attempt.
    """

    before: list[Step] | Script
    classes: dict[str, int]
    kinds: dict[str, int]
    invalid: int
    ending: str = "response"


CASES = {
    "good": Case([], {}, {}, 0),
    "429 then good": Case([status(429, retry_after=0)], {}, {}, 0),
    "malformed": Case([says("I'd try again.", used())], {"syntactic": 1}, {"malformed": 1}, 1),
    "truncated JSON": Case([says(BROKEN, used())], {"syntactic": 1}, {"malformed": 1}, 1),
    "no plan": Case(
        [says('<thought>a</thought><plan>{"nodes": []}</plan>', used())],
        {"failed": 1},
        {"calls": 1},
        1,
    ),
    "empty once": Case([empty(used())], {}, {"empty": 1}, 0),
    "endless refusal": Case(
        lambda body: says(BROKEN, used()), {"syntactic": 39}, {"malformed": 39}, 39, "rounds"
    ),
    "silence": Case(lambda body: empty(used()), {}, {"empty": 5}, 0, "silence"),
}


@pytest.mark.parametrize("name", CASES)
def test_what_is_recorded_is_what_was_scripted(name: str) -> None:
    case, left = CASES[name], made().rounds_left
    assert made().rounds_before == ROUND_LIMIT - 39
    before = case.before
    is_good = isinstance(before, list)
    script = [*before, *[good(used())] * left] if isinstance(before, list) else before
    with FakeOpenAI(script) as fake:
        run_set = worked(planned(replanning(fake.base_url)))
        assert all("tools" not in body for body in fake.bodies)

    run = only_run(run_set)
    assert (run.state, run.ending, run.error_class) == ("done", case.ending, "")
    assert attempt_of(run).ended_by == case.ending
    expected = {"valid": left if is_good else 0, **case.classes}
    assert classes_of(attempt_of(run)) == {kind: n for kind, n in expected.items() if n}
    kinds = dict(case.kinds)
    if is_good:
        kinds["calls"] = kinds.get("calls", 0) + left
    assert recorded_kinds(run_set) == kinds
    replies, costs = sum(kinds.values()), used_by(run_set)
    assert (costs.prompt, costs.output, costs.reasoning) == (
        1000 * replies,
        100 * replies,
        10 * replies,
    )
    assert costs.money == replies * Decimal("0.00021")
    facts = facts_of(run)
    assert (facts["solved"], facts["invalid"]) == (is_good, case.invalid)
    submissions = sum(case.classes.values()) + (left if is_good else 0)
    assert facts["submissions"] == submissions
    best = made().best_rounds
    wasted = sum(case.classes.values())
    assert facts["efficacy"] == (best / (best + wasted) if is_good else 0.0)


@pytest.mark.parametrize("strategy", REPLANNING)
def test_a_set_of_replanners_is_scored_by_facts_and_shown(strategy: str) -> None:
    with FakeOpenAI(lambda body: good(used(2000, 500))) as fake:
        run_set = worked(planned(replanning(fake.base_url, strategy), Choice("oracle"), repeats=2))
        shown = fake.bodies[0]["messages"][0]["content"].count("\n\nExample ")

    assert shown == (3 if strategy == "replan_few_shot" else 0)
    found = results(run_set)
    assert (found["attempts"], found["scored"], found["correct"]) == (4, 4, 4)
    assert found["endings"] == {"response": 4}
    assert found["calls"]["valid"] == 4 * made().rounds_left
    for run in run_set.runs.select_related("attempt"):
        assert facts_of(run)["efficacy"] == 1.0


def test_a_contestant_is_known_by_model_strategy_prompts_and_sampling() -> None:
    plain, shown, warm = (
        planned(choice).entrants.get().contestant
        for choice in (
            replanning(HERE),
            replanning(HERE, "replan_few_shot"),
            replanning(HERE, sampling={"temperature": 0.7}),
        )
    )
    assert [one.name for one in (plain, shown, warm)] == [
        f"{MODEL}, replan",
        f"{MODEL}, replan few shot",
        f"{MODEL}, replan, temperature 0.7",
    ]
    assert (plain.details["strategy"], plain.details["dialect"]) == ("replan", "plan")
    assert set(plain.details["prompts"]) == {"plan_system.txt", "task.txt", "told_ended.txt"}
    assert set(shown.details["prompts"]) - set(plain.details["prompts"]) == {
        "plan_demonstrations.txt"
    }


@pytest.mark.parametrize("code", [401, 404])
def test_an_endpoint_that_is_dead_is_no_failure_of_the_subject(code: int) -> None:
    with FakeOpenAI([good(used()), *[status(code)] * 9]) as fake:
        run_set = worked(planned(replanning(fake.base_url)))
    run = only_run(run_set)
    assert run.state == "failed"
    assert run.error_class == {401: "credentials", 404: "refused"}[code]
    assert not attempt_of(run).scores.exists()
    assert classes_of(attempt_of(run)) == {"valid": 1}
    assert (results(run_set)["scored"], results(run_set)["success_rate"]) == (0, None)


def test_an_agent_that_calls_tools_may_submit_plans_too() -> None:
    submitted = {"thought": "I see it.", "plan": made().repairs[0].as_json()}
    with FakeOpenAI(lambda body: calls(("submit_plan", submitted), usage=used())) as fake:
        run_set = worked(planned(asking(fake.base_url, conditions={})))
        asked = fake.bodies[0]["messages"][1]["content"]
        assert "What there is before the first call, as JSON:\n" in asked
    run = only_run(run_set)
    assert (run.ending, facts_of(run)["efficacy"]) == ("response", 1.0)


@pytest.mark.parametrize(
    ("choice", "field", "words"),
    [
        (asking(HERE, "rag"), "agent", "which has one tool that is always listed"),
        (asking(HERE, "iterative_rag"), "agent", "iterative_rag is for the suite interdependent"),
        (asking(HERE, "distractors"), "agent", "there are full_context, replan, replan_few_shot"),
        (replanning(HERE, dialect="text"), "dialect", "has one of its own"),
        (asking(HERE, "replan", conditions={"profile": "harsh"}), "profile", "choose none"),
        (asking(HERE, "replan", conditions={"top_k": 3}), "top_k", "takes no options"),
        (Choice("greedy"), "agent", "oracle, naive, unchanged, noop"),
        (replanning(HERE, model=""), "model", "its name and its address"),
    ],
)
def test_what_recovery_has_no_use_for_is_refused(choice: Choice, field: str, words: str) -> None:
    with pytest.raises(NotChosen) as caught:
        planned(choice)
    assert caught.value.field == field
    assert words in str(caught.value)
    assert not RunSet.objects.exists()


@pytest.mark.parametrize("strategy", REPLANNING)
def test_a_replanner_is_refused_where_there_is_no_plan(strategy: str) -> None:
    with pytest.raises(NotChosen, match=f"^{strategy} is for the suite recovery") as caught:
        planned(replanning(HERE, strategy), instances=[public_instance()])
    assert caught.value.field == "agent"


def test_changed_examples_are_another_contestant_and_make_no_further_run() -> None:
    with FakeOpenAI(lambda body: good(used())) as fake:
        run_set = planned(replanning(fake.base_url, "replan_few_shot"))
        contestant = run_set.entrants.get().contestant
        contestant.details["prompts"]["plan_demonstrations.txt"] = "0" * 16
        contestant.save()
        run = only_run(worked(run_set))
        assert fake.requests == []
    assert (run.state, run.error_class) == ("failed", "outdated")
