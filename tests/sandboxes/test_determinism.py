"""Same seed, same calls, same bytes: in every process, under every hash seed."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from sandboxes import Stream, World, sorted_json, world_version

ROOT = Path(__file__).parents[2]


def printed_world(hash_seed: int) -> bytes:
    """What the command prints in a process of its own."""
    return subprocess.run(
        [sys.executable, "manage.py", "world", "42", "--json"],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        check=True,
        capture_output=True,
    ).stdout


@pytest.mark.verify
def test_ten_processes_print_the_same_bytes() -> None:
    with ThreadPoolExecutor(2) as pool:
        prints = set(pool.map(printed_world, range(10)))

    assert len(prints) == 1
    assert prints.pop().decode() == sorted_json(World(42).state(whole=True)) + "\n"


ATTEMPT = """
from agents import make_agent, run_attempt
from sandboxes.tasks import find_instance
for agent in ("random", "oracle"):
    for task in ("buy_cheapest", "group_and_hand_over"):
        instance = find_instance("interdependent", task, 1)
        result = run_attempt(make_agent(agent, instance), instance)
        for call in result.log:
            print(call.tool, call.arguments, call.outcome.canonical(), call.state_hash)
        print(result.score.as_json())
"""


def played_attempts(hash_seed: int) -> bytes:
    """Every outcome, state hash and score of four attempts, in a process of its own."""
    return subprocess.run(
        [sys.executable, "-c", ATTEMPT],
        cwd=ROOT,
        env=os.environ | {"PYTHONHASHSEED": str(hash_seed)},
        check=True,
        capture_output=True,
    ).stdout


def test_attempts_come_out_the_same_in_every_process() -> None:
    found = {played_attempts(hash_seed) for hash_seed in (0, 1, 7)}
    assert len(found) == 1
    assert b"'correct': True" in found.pop()


def test_a_stream_depends_on_seed_and_name_alone() -> None:
    first = Stream(7, "shop", "price")
    Stream(7, "shop", "stock").bits()

    assert [first.below(100) for _ in range(5)] == [58, 65, 60, 44, 42]
    assert Stream(7, "shop", "price").below(100) == 58
    assert Stream(8, "shop", "price").below(1_000_000) != Stream(7, "shop", "price").below(
        1_000_000
    )


def test_what_an_app_is_asked_first_does_not_matter() -> None:
    forward, backward = World(5), World(5)
    for tool in ("get_all_contacts", "get_cart_summary", "get_my_moments"):
        forward.call(tool, {})
    for tool in ("get_my_moments", "get_cart_summary", "get_all_contacts"):
        backward.call(tool, {})

    assert forward.state() == backward.state()
    assert forward.state_hash == backward.state_hash


def test_writes_in_another_order_leave_the_same_hash() -> None:
    """Only the clock and the overlay count, and both are the same after the same writes."""
    one, other = World(5), World(5)
    sid = one.call("search_shops", {"shop_name": "a"}).output[0]["sid"]
    uid = one.call("get_my_uid", {}).output
    star, remark = ("star_shop", {"sid": sid}), ("edit_remark", {"uid": uid, "remark": "me"})
    for tool, arguments in (star, remark):
        assert one.call(tool, arguments).ok
    for tool, arguments in (remark, star):
        assert other.call(tool, arguments).ok

    assert one.state_hash == other.state_hash


def test_a_fork_goes_its_own_way() -> None:
    world = World(5)
    uid = world.call("get_my_uid", {}).output
    before = world.state_hash
    twin = world.fork()

    assert twin.call("send_message", {"uid": uid, "content": "note to self"}).ok
    assert world.state_hash == before != twin.state_hash
    assert world.call("get_chat_history", {"uid": uid}).output == []


def test_the_world_version_is_a_short_hash() -> None:
    assert len(bytes.fromhex(world_version())) == 8


@pytest.mark.parametrize("seed", [0, -3])
def test_a_seed_is_positive(seed: int) -> None:
    with pytest.raises(ValueError, match="positive integer"):
        World(seed)
