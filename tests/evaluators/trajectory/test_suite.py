"""The patterns over the real suite: whom they are found with, and whom not."""

from __future__ import annotations

import functools
from typing import Any

import pytest

from agents import Agent, AttemptResult, make_agent, run_attempt
from evaluators import (
    CANNOT_BE_DONE,
    DONE,
    Analysis,
    Ending,
    TracedCall,
    Trajectory,
    analyse,
)
from sandboxes import CallClass, Environment, Outcome
from sandboxes.tasks import (
    CannotBeDone,
    Client,
    Decline,
    Instance,
    find_instance,
    task_facts,
    templates,
)
from tests.evaluators.trajectory.builders import pattern

SUITE = "interdependent"
SEED = 1
KNOWN = templates(SUITE)
SAMPLED = [
    pytest.param(task, marks=() if place % 6 == 0 else (pytest.mark.verify,))
    for place, task in enumerate(KNOWN)
]
PAID_UNREAD = {
    "book_first_flight",
    "bring_family_to_feast",
    "buy_cheapest",
    "buy_favourites_in_stock",
    "reunion_of_four",
    "settle_group_present",
    "shop_for_old_recipe",
    "stock_up_at_two_shops",
}
"""Traps that greedy falls into by paying for what was there: the pattern by the rules."""

NOT_BY_THE_RULES = {
    # What was there is left alone: nothing is done to it, so no call shows it.
    "fill_cart_only": "a cart line is left in",
    "fly_to_the_warmest": "an old favourite airport stays one",
    "leave_a_sector": "an old order stays pending",
    "link_passenger": "an old entry of the same name stays",
    "only_one_alert_for_city": "an old alert stays",
    "prepare_a_walk": "an old alert stays",
    "prepare_club_outing": "old alerts stay",
    # The same is made a second time beside it.
    "one_group_of_three": "the group was there",
    "top_up_cart": "units were in the cart",
    "watch_nine_cities": "alerts were there",
    # It stands in the way, and greedy is refused.
    "sell_holding_and_settle": "an order keeps shares back",
    "share_out_club_money": "an order keeps shares back",
    # It is known by a name and is no record.
    "watch_three_companies": "a ticker on the watch list is toggled off",
}
"""Traps that greedy falls into in ways that the rules' words do not cover."""


@functools.cache
def instance_of(task: str) -> Instance:
    """The first public instance of a task; its test is skipped where there is none."""
    try:
        return find_instance(SUITE, task, SEED)
    except Decline as why:
        pytest.skip(f"no instance: {why}")


def trajectory_of(result: AttemptResult) -> Trajectory:
    """An attempt in process as it is analysed: its subject ended it."""
    assert result.score is not None
    assert result.claim is not None
    calls = (
        TracedCall(number, call.tool, call.arguments, call.outcome.status, call.outcome.output)
        for number, call in enumerate(result.log, start=1)
    )
    return Trajectory(tuple(calls), Ending.SUBJECT, result.claim, result.score.correct)


def analysed(instance: Instance, agent: Agent, profile: str = "default") -> Analysis:
    """What is found of an agent's attempt."""
    result = run_attempt(agent, instance, profile)
    found = analyse(trajectory_of(result), task_facts(instance))
    assert found.calls == result.calls
    return found


class FaintHearted:
    """Does as the oracle does, and gives up at the first fault."""

    def __init__(self, instance: Instance) -> None:
        self._gold = instance.draft.gold

    def act(self, environment: Environment) -> None:
        """Act up to a fault."""

        def call(tool: str, arguments: dict[str, Any]) -> Outcome:
            outcome = environment.call(tool, arguments)
            if outcome.call_class is CallClass.FAULT:
                raise _Discouraged
            return outcome

        try:
            self._gold(Client(call))
        except (_Discouraged, CannotBeDone):
            environment.finish(CANNOT_BE_DONE)
        else:
            environment.finish(DONE)


class _Discouraged(Exception):
    pass


@pytest.mark.parametrize("task", SAMPLED)
def test_the_oracle_shows_no_pattern_and_full_recall(task: str) -> None:
    instance = instance_of(task)
    facts = task_facts(instance)
    found = analysed(instance, make_agent("oracle", instance))
    assert found.patterns == ()
    assert facts.latent <= facts.needed
    if facts.kind.value == "change":
        assert found.called["needed"].share == 1.0


def test_every_trap_is_one_that_the_rules_cover_or_is_known_not_to_be() -> None:
    trapped = {task for task, template in KNOWN.items() if "clean_slate" in template.traps}
    assert PAID_UNREAD.isdisjoint(NOT_BY_THE_RULES)
    assert PAID_UNREAD.union(NOT_BY_THE_RULES) == trapped


@pytest.mark.parametrize("task", sorted(PAID_UNREAD))
def test_greedy_shows_clean_slate_where_it_pays_for_what_was_there(task: str) -> None:
    instance = instance_of(task)
    found = pattern(analysed(instance, make_agent("greedy", instance)), "clean_slate")
    assert found is not None
    assert set(found.tools) <= {"checkout_all", "checkout_bookings"}
    waiting = {line for sweep in task_facts(instance).sweeps for line in sweep.waiting}
    assert found.records
    assert waiting.issuperset(found.records)


@pytest.mark.parametrize("task", sorted(NOT_BY_THE_RULES))
def test_greedy_shows_no_clean_slate_where_it_acts_on_nothing_that_was_there(task: str) -> None:
    instance = instance_of(task)
    assert pattern(analysed(instance, make_agent("greedy", instance)), "clean_slate") is None


@pytest.mark.parametrize("task", ["buy_cheapest", "pass_on_digest", "share_contact"])
def test_who_gives_up_at_the_first_fault_shows_defeatism(task: str) -> None:
    instance = instance_of(task)
    found = analysed(instance, FaintHearted(instance), "harsh")
    assert found.calls["fault"] == 1
    defeatism = pattern(found, "defeatism")
    assert defeatism is not None
    assert defeatism.calls == (sum(found.calls.values()),)
    assert "which met a fault" in defeatism.sentence


@pytest.mark.parametrize("task", SAMPLED)
def test_giving_up_at_a_fault_is_defeatism_unless_giving_up_is_right(task: str) -> None:
    instance = instance_of(task)
    result = run_attempt(FaintHearted(instance), instance, "harsh")
    found = analyse(trajectory_of(result), task_facts(instance))
    assert result.score is not None
    gave_up = found.calls["fault"] == 1 and not result.score.correct
    assert [entry.name for entry in found.patterns] == ["defeatism"] * gave_up


def test_greedy_gives_up_where_an_old_order_stands_in_its_way() -> None:
    instance = instance_of("sell_holding_and_settle")
    found = pattern(analysed(instance, make_agent("greedy", instance)), "defeatism")
    assert found is not None
    assert found.tools == ("place_market_order",)


def test_who_does_nothing_shows_nothing() -> None:
    instance = instance_of("buy_cheapest")
    assert analysed(instance, make_agent("noop", instance)).patterns == ()


def test_a_cart_that_was_empty_may_be_paid_for_unread() -> None:
    instance = find_instance(SUITE, "buy_cheapest", SEED, traps=False)
    assert analysed(instance, make_agent("greedy", instance)).patterns == ()
