"""Faults: which call meets one depends on (seed, tool, number of the call) alone."""

from __future__ import annotations

from itertools import groupby

import pytest

from sandboxes import CallClass, Outcome, World, catalogue
from sandboxes._faults import FaultKind

CALLS = 200
NEVER = {
    "acc_network",
    "ask_for_privilege",
    "get_my_name",
    "get_shared_url_of_contact",
    "get_shared_url_of_moment",
}


def statuses(world: World, tool: str, calls: int = CALLS) -> list[str]:
    """The statuses of a tool's first calls."""
    return [world.call(tool, {}).status for _ in range(calls)]


def share(found: list[str]) -> float:
    """Share of faults."""
    return found.count("internal_error") / len(found)


def test_without_faults_no_call_meets_one() -> None:
    world = World(3, "none")
    assert share(statuses(world, "get_my_uid") + statuses(world, "wait_payment_password")) == 0


@pytest.mark.parametrize("seed", range(1, 21))
def test_by_default_lighttalk_faults_at_a_rate_of_the_world(seed: int) -> None:
    """U(0.1, 0.5) per world, less what the cap of three in a row takes off."""
    assert 0.03 <= share(statuses(World(seed, "default"), "get_my_uid")) <= 0.6


def test_the_rate_differs_from_world_to_world() -> None:
    shares = [share(statuses(World(n, "default"), "get_my_uid")) for n in range(1, 21)]
    assert min(shares) < 0.2
    assert max(shares) > 0.35


def test_by_default_only_passwords_fault_elsewhere() -> None:
    world = World(3, "default")
    assert share(statuses(world, "now") + statuses(world, "check_balance")) == 0
    passwords = [s for n in range(1, 11) for s in statuses(World(n), "wait_payment_password", 1)]
    assert set(passwords) == {"ok"}
    rates = [share(statuses(World(n, "default"), "wait_payment_password")) for n in range(1, 11)]
    assert 0.07 <= sum(rates) / len(rates) <= 0.13


def test_a_harsh_world_faults_everywhere() -> None:
    worlds = [World(n, "harsh") for n in range(1, 11)]
    means = {
        tool: sum(share(statuses(world, tool)) for world in worlds) / len(worlds)
        for tool in ("get_my_uid", "check_balance", "now", "wait_payment_password")
    }
    assert 0.42 <= means["get_my_uid"] <= 0.5
    assert 0.11 <= means["check_balance"] <= 0.19
    assert 0.11 <= means["now"] <= 0.19
    assert 0.24 <= means["wait_payment_password"] <= 0.33


@pytest.mark.parametrize("seed", range(1, 11))
def test_never_more_than_three_faults_in_a_row(seed: int) -> None:
    found = statuses(World(seed, "harsh"), "get_my_uid", 1000)
    runs = [len(list(group)) for status, group in groupby(found) if status == "internal_error"]
    assert max(runs) == 3


def test_other_calls_move_no_fault() -> None:
    plain = statuses(World(4, "harsh"), "list_all_groups")
    world = World(4, "harsh")
    mixed = []
    for _ in range(CALLS):
        world.call("get_all_contacts", {})
        world.call("check_balance", {})
        mixed.append(world.call("list_all_groups", {}).status)
    assert mixed == plain


def test_a_call_that_is_not_well_formed_is_not_counted() -> None:
    plain = statuses(World(4, "harsh"), "list_all_groups")
    world = World(4, "harsh")
    world.call("list_all_groups", {"page": 1})
    assert statuses(world, "list_all_groups") == plain


def test_acceleration_ends_lighttalk_faults_but_not_the_others() -> None:
    world = World(4, "harsh")
    assert world.call("acc_network", {}).ok
    assert share(statuses(world, "get_my_uid")) == 0
    assert share(statuses(world, "check_balance")) > 0


def test_five_lighttalk_tools_never_fault() -> None:
    declared = {
        tool.name
        for tool in catalogue().values()
        if tool.server == "LightTalk" and tool.faults is FaultKind.NEVER
    }
    assert declared == NEVER


def test_a_fault_says_what_to_do_and_is_classed_as_one() -> None:
    world = World(4, "harsh")
    outcomes = [world.call("get_my_uid", {}) for _ in range(20)]
    faults = {outcome for outcome in outcomes if outcome.call_class is CallClass.FAULT}
    assert faults == {
        Outcome(
            "internal_error",
            "Network fault: the request did not get through and nothing was changed. Try again.",
        )
    }


def test_a_fork_carries_the_count_on() -> None:
    world = World(4, "harsh")
    whole = statuses(World(4, "harsh"), "get_my_uid", 40)
    assert statuses(world, "get_my_uid", 20) + statuses(world.fork(), "get_my_uid", 20) == whole
