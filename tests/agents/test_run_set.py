"""Runs of the built-in agents: what they score, and that our errors are never theirs."""

from __future__ import annotations

import dataclasses
import logging
from typing import Any

import pytest

from agents import make_agent, run_attempt, run_set
from evaluators import TaskKind
from sandboxes import Environment, Stream, World
from sandboxes.tasks import Decline, Instance, TaskError, Template, find_instance, templates
from sandboxes.tasks._template import _TEMPLATES, Draft

SUITE = "interdependent"
PUBLIC, SAMPLE = range(1, 4), range(1, 2)
SAMPLED = sorted(templates(SUITE))[::4]
"""Every fourth template: all of them at all seeds are run by `make verify`."""
CLEAN_SLATE = [t.id for t in templates(SUITE).values() if "clean_slate" in t.traps]


def figures(agent: str, **options: Any) -> dict[str, Any]:
    """What an agent's attempts at the first seed of some tasks add up to."""
    return run_set(agent, SUITE, options.pop("tasks", SAMPLED), SAMPLE, **options).as_json()


def is_quiet(template: Template) -> bool:
    """Whether it may ask for nothing to be done."""
    return "do_nothing" in template.traps


def do_nothing_instances() -> int:
    """How many of these instances are solved by doing nothing and saying so."""
    count = 0
    for task, template in templates(SUITE).items():
        if is_quiet(template) and not declines(task, SAMPLE[0]):
            kind = find_instance(SUITE, task, SAMPLE[0]).draft.kind
            count += kind is TaskKind.DO_NOTHING
    return count


@pytest.mark.parametrize("profile", ["none", "default", "harsh"])
def test_the_oracle_solves_everything(profile: str) -> None:
    found = figures("oracle", profile=profile)
    assert found["attempts"] == found["scored"] == found["correct"] >= 0.8 * len(SAMPLED)
    assert found["success_rate"] == found["completion_rate"] == 1.0
    assert found["misbehaving_rate"] == 0.0
    assert found["calls"]["syntactic"] == 0
    assert found["calls"]["failed"] <= found["attempts"] // 50, "a day without a flight is refused"
    assert (found["calls"]["fault"] > 0) is (profile != "none")


def test_doing_nothing_solves_what_wants_nothing_done() -> None:
    tasks = sorted({*SAMPLED, *(t.id for t in templates(SUITE).values() if is_quiet(t))})
    found = figures("noop", tasks=tasks)
    assert found["correct"] == do_nothing_instances() > 0
    assert found["completion_rate"] == found["misbehaving_rate"] == 0.0
    assert found["calls"] == {"valid": 0, "failed": 0, "fault": 0, "syntactic": 0}


def test_random_repeats_to_the_byte_and_differs_between_repeats() -> None:
    first = run_set("random", SUITE, ["share_contact"], [1], repeats=2).results
    again = run_set("random", SUITE, ["share_contact"], [1], repeats=2).results
    assert first == again
    assert first[0].log != first[1].log
    assert len(first[0].log) == 30


@pytest.mark.parametrize(("agent", "solved"), [("oracle", 1.0), ("noop", 0.0)])
def test_recovery_is_run_in_process_by_agents_of_its_own(agent: str, solved: float) -> None:
    tasks = ["tell_two_travellers-1", "domains_to_renew-2"]
    found = run_set(agent, "recovery", tasks, PUBLIC).as_json()
    assert (found["attempts"], found["scored"], found["errored"]) == (6, 6, 0)
    assert (found["success_rate"], found["declined"]) == (solved, 0)
    assert (found["completion_rate"], found["rated_instances"]) == (None, 0)
    assert (found["calls"]["valid"] > 0) is (agent == "oracle")


def test_what_a_suite_does_not_have_is_refused_before_anything_is_run() -> None:
    with pytest.raises(KeyError, match="agents: oracle, naive, unchanged, noop"):
        run_set("greedy", "recovery", [], PUBLIC)
    with pytest.raises(TaskError, match="recovery sets no traps"):
        run_set("oracle", "recovery", [], PUBLIC, traps=False)


def test_greedy_breaks_down_nowhere() -> None:
    """Whatever a gold finds without its look-and-mend steps, it is refused and not at a loss."""
    assert figures("greedy")["errored"] == 0
    impossible = [t.id for t in templates(SUITE).values() if "impossible" in t.traps]
    assert run_set("greedy", SUITE, impossible, PUBLIC).as_json()["errored"] == 0


def test_greedy_fails_every_clean_slate_trap_and_passes_without_it() -> None:
    assert len(CLEAN_SLATE) >= 8
    trapped = figures("greedy", tasks=CLEAN_SLATE)
    free = figures("greedy", tasks=CLEAN_SLATE, traps=False)
    assert trapped["correct"] == 0 < trapped["scored"]
    assert free["correct"] == free["scored"] == trapped["scored"]


def test_call_classes_add_up_to_all_calls() -> None:
    runs = run_set("random", SUITE, ["share_contact", "buy_cheapest"], PUBLIC).results
    for result in runs:
        statuses = [call.outcome.status for call in result.log]
        assert list(result.calls.values()) == [
            statuses.count(status) for status in ("ok", "failed", "internal_error", "error")
        ]
        assert sum(result.calls.values()) == 30
        assert sum(count > 0 for count in result.calls.values()) > 1


def test_a_declined_seed_counts_as_declined_only() -> None:
    task, seed = next(
        (task, seed) for seed in range(1, 60) for task in templates(SUITE) if declines(task, seed)
    )
    found = run_set("noop", SUITE, [task], [seed], repeats=3).as_json()
    assert (found["attempts"], found["scored"], found["declined"]) == (0, 0, 1)
    assert found["success_rate"] is None
    assert found["bounds"] == [None, None]


def declines(task: str, seed: int) -> bool:
    """Whether a template does not fit a seed."""
    try:
        find_instance(SUITE, task, seed)
    except Decline:
        return True
    return False


@pytest.fixture
def instance() -> Instance:
    return find_instance(SUITE, "share_contact", 1)


def test_a_bug_of_ours_is_logged_and_never_scored(
    instance: Instance, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def break_down(world: World) -> str:
        raise KeyError("a bug")

    assert instance.call_budget == 100
    monkeypatch.setattr(World, "timestamp", break_down)
    with caplog.at_level(logging.ERROR):
        result = run_attempt(make_agent("oracle", instance), instance, "none")
    assert result.errored
    assert result.score is None
    assert [call.tool for call in result.log] == [
        "get_uid_from_name",
        "get_shared_url_of_contact",
        "get_uid_from_name",
    ]
    assert "share_contact.v1/1 errored" in caplog.text
    assert "KeyError: 'a bug'" in caplog.text


def test_an_errored_attempt_is_left_out_of_the_rates(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def break_down(world: World) -> str:
        raise KeyError("a bug")

    monkeypatch.setattr(World, "timestamp", break_down)
    found = run_set("oracle", SUITE, ["share_contact", "star_shop_and_item"], [1]).as_json()
    assert (found["attempts"], found["scored"], found["errored"]) == (2, 1, 1)
    assert (found["success_rate"], found["bounds"]) == (1.0, [0.5, 1.0])


def test_a_template_that_breaks_down_errors_its_attempts_and_no_others(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def break_down(world: World, draw: Stream) -> Draft:
        """Break down."""
        raise KeyError("a bug")

    broken = dataclasses.replace(templates(SUITE)["share_contact"], make=break_down)
    monkeypatch.setitem(_TEMPLATES[SUITE], "share_contact", broken)
    found = run_set("oracle", SUITE, ["share_contact", "star_shop_and_item"], [1]).as_json()
    assert (found["attempts"], found["correct"], found["errored"]) == (2, 1, 1)


def test_means_are_over_instances_that_ask_for_a_change() -> None:
    tasks = ["buy_sold_out", "nudge_if_silent", "share_contact"]
    found = run_set("noop", SUITE, tasks, [1, 2], repeats=3).as_json()
    assert found["rated_instances"] == 2
    assert (found["completion_rate"], found["damaged"]) == (0.0, 0.0)


def test_the_claim_is_recorded() -> None:
    claims = {
        task: run_set("oracle", SUITE, [task], [1]).results[0].claim
        for task in ("buy_sold_out", "share_contact")
    }
    assert claims == {"buy_sold_out": "cannot_be_done", "share_contact": "done"}


def test_an_unknown_agent_or_profile_is_refused_at_once() -> None:
    with pytest.raises(KeyError, match="agents: oracle, greedy, noop, random"):
        run_set("nobody", SUITE, [], [1])
    with pytest.raises(KeyError, match="profiles: none, default, harsh"):
        run_set("noop", SUITE, [], [1], profile="calm")


@pytest.mark.verify
def test_the_oracle_solves_the_public_split_and_greedy_no_trap_in_it() -> None:
    for profile in ("none", "default", "harsh"):
        oracle = run_set("oracle", SUITE, [], PUBLIC, profile=profile).as_json()
        assert oracle["attempts"] == oracle["correct"] >= 350
    assert run_set("greedy", SUITE, [], PUBLIC).as_json()["errored"] == 0
    trapped = run_set("greedy", SUITE, CLEAN_SLATE, range(1, 21)).as_json()
    free = run_set("greedy", SUITE, CLEAN_SLATE, range(1, 21), traps=False).as_json()
    assert trapped["correct"] == 0 < trapped["scored"]
    assert free["correct"] == free["scored"] == trapped["scored"]


@pytest.mark.verify
def test_the_oracle_is_right_everywhere_and_doing_nothing_where_nothing_is_asked() -> None:
    oracle = run_set("oracle", SUITE, [], range(1, 21)).as_json()
    assert oracle["attempts"] == oracle["correct"] >= 1_900
    noop = run_set("noop", SUITE, [], range(1, 21)).results
    solved = {r.instance.split(".")[0] for r in noop if r.score is not None and r.score.correct}
    assert solved == {t.id for t in templates(SUITE).values() if "do_nothing" in t.traps}


def test_the_budget_ends_an_endless_agent_and_it_is_scored(instance: Instance) -> None:
    class Endless:
        def act(self, environment: Environment) -> None:
            while True:
                environment.call("now", {})

    result = run_attempt(Endless(), instance, "none")
    assert result.score is not None
    assert result.score.correct is False
    assert len(result.log) == instance.call_budget == 100
