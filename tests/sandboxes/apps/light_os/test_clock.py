"""The clock: seconds after each successful write and never otherwise; what is undone is gone."""

from __future__ import annotations

from datetime import datetime
from itertools import pairwise
from typing import Any, NamedTuple

import pytest

from sandboxes import World, catalogue, tools
from sandboxes.apps.light_shop import stage as shop_stage
from sandboxes.apps.light_talk import stage as talk_stage
from tests.sandboxes.apps.people import Person, ShopItem
from tests.sandboxes.calls import (
    NOBODY,
    PICTURE,
    STORM,
    faulted,
    not_understood,
    now,
    ok,
    overlay,
    refused,
)
from tests.sandboxes.scene import Scene

NAMES = {tool.name: tool.mutates for tool in tools()}


def seconds(before: str, after: str) -> float:
    """How long it is from one time to another."""
    return (datetime.fromisoformat(after) - datetime.fromisoformat(before)).total_seconds()


def test_the_device_is_well(world: World) -> None:
    assert ok(world, "health") is True


def test_the_clock_tells_date_and_time_of_2026(world: World) -> None:
    for seed in range(1, 30):
        time = now(World(seed))
        assert datetime.fromisoformat(time).strftime("2026-%m-%d %H:%M:%S") == time
    assert now(world) == world.state()["LightOS"]["clock"] == now(world)


@pytest.mark.parametrize("tool", NAMES)
def test_a_successful_write_takes_seconds_and_a_read_none(tool: str, scene: Scene) -> None:
    before = now(scene.world)
    scene.play(tool)
    passed = seconds(before, now(scene.world))
    assert passed in range(1, 11) if NAMES[tool] else passed == 0


def test_the_steps_depend_on_the_number_of_the_write_alone(
    world: World, friend: Person, shop_item: ShopItem
) -> None:
    other = World(world.seed, "harsh")
    for _ in range(10):
        ok(world, "star_shop", sid=shop_item.sid)
        ok(world, "unstar_shop", sid=shop_item.sid)
        for text in ("Hello", "again"):
            message = {"uid": friend.uid, "content": text}
            while not other.call("send_message", message).ok:
                other.call("get_all_contacts", {})
        assert other.timestamp() == world.timestamp()


def test_steps_lie_anywhere_from_one_to_ten_seconds(world: World, friend: Person) -> None:
    steps = set()
    for _ in range(200):
        before = world.timestamp()
        ok(world, "mark_as_read", uid=friend.uid)
        steps.add(seconds(before, world.timestamp()))
    assert steps == set(range(1, 11))


def test_other_seeds_take_other_steps() -> None:
    def three_steps(seed: int) -> tuple[float, ...]:
        world = World(seed)
        times = [world.timestamp()]
        for _ in range(3):
            ok(world, "acc_network")
            times.append(world.timestamp())
        return tuple(seconds(*pair) for pair in pairwise(times))

    assert len({three_steps(seed) for seed in range(1, 21)}) > 15


def test_neither_refusal_nor_fault_nor_error_takes_time(scene: Scene) -> None:
    before = now(scene.world)
    refused(scene.world, "send_message", uid=NOBODY, content="Hello")
    not_understood(scene.world, "send_message", {"uid": NOBODY})
    not_understood(scene.world, "send_massage", {})
    stormy = scene.world.fork(STORM)
    stormy.begin()
    faulted(stormy, "send_message", uid=NOBODY, content="Hello")
    faulted(stormy, "wait_payment_password")
    assert now(scene.world) == stormy.timestamp() == before


def test_a_day_lasts_through_an_attempt() -> None:
    starts = [World(seed).timestamp()[11:13] for seed in range(1, 301)]
    assert max(starts) == "22"
    assert min(starts) == "00"


def test_nothing_is_dated_after_the_clock() -> None:
    for seed in range(1, 11):
        world = World(seed)
        dated = times_in(world.state()["LightTalk"])
        assert dated
        assert max(dated) < now(world)


def times_in(node: Any) -> list[str]:
    """Every timestamp in a state."""
    if isinstance(node, list):
        return [time for entry in node for time in times_in(entry)]
    if not isinstance(node, dict):
        return []
    own = [node["timestamp"]] if "timestamp" in node else []
    return own + [time for entry in node.values() for time in times_in(entry)]


def test_a_thing_is_dated_by_the_clock_before_its_own_step(world: World, friend: Person) -> None:
    times = [now(world)]
    for _ in range(3):
        ok(world, "send_message", uid=friend.uid, content="Hello")
        times.append(now(world))
    sent = ok(world, "get_chat_history", uid=friend.uid)[-3:]
    assert [message["timestamp"] for message in sent] == times[:3]


class Undo(NamedTuple):
    """A tool, the tool that undoes it, and how the id it made is called by each."""

    done: str
    undone: str
    made: str = ""
    named: str = ""


UNDONE = [
    Undo("edit_remark", "delete_remark"),
    Undo("block", "unblock"),
    Undo("like_moment", "unlike_moment"),
    Undo("star_shop", "unstar_shop"),
    Undo("star_item", "unstar_item"),
    Undo("mark_as_unread", "mark_as_read"),
    Undo("send_message", "delete_message", "mid", "mid"),
    Undo("send_image", "delete_message", "mid", "mid"),
    Undo("post_moment", "delete_moment", "moid", "moid"),
    Undo("comment_moment", "withdraw_comment_moment", "cid", "my_cid"),
    Undo("create_group_chat", "delete_group", "gid", "gid"),
    Undo("add_to_cart", "delete_item_in_cart", "caid", "caid"),
]


@pytest.mark.parametrize("undo", UNDONE, ids=[f"{u.done}-{u.undone}" for u in UNDONE])
def test_what_is_undone_leaves_no_trace_but_the_clock(
    undo: Undo, privileged: World, poster: Person, shop_item: ShopItem
) -> None:
    talk_stage.set_read(privileged, poster.uid, True)
    known = {
        "uid": poster.uid,
        "moid": poster.moids[0],
        "uids": [poster.uid],
        "content": "Hello",
        "remark": "Tall",
        "img_url": PICTURE,
        "img_urls": [],
        "sid": shop_item.sid,
        "tid": shop_item.tid,
        "cnt": 2,
    }
    before, state = overlay(privileged), privileged.state()
    answer = ok(privileged, undo.done, **taken(undo.done, known))
    assert overlay(privileged)[1:] != before[1:]
    if undo.made:
        known[undo.named] = answer[undo.made]
    ok(privileged, undo.undone, **taken(undo.undone, known))
    state["LightOS"] = privileged.state()["LightOS"]
    assert privileged.state() == state
    assert overlay(privileged)[1:] == before[1:]


def taken(tool: str, known: dict[str, Any]) -> dict[str, Any]:
    """Those of the known arguments that a tool takes."""
    return {name: known[name] for name in catalogue()[tool].input_schema["properties"]}


def test_the_same_calls_make_the_same_state_and_the_hash_tells_others(
    world: World, friend: Person
) -> None:
    twin = World(world.seed)
    assert twin.state_hash == world.state_hash
    for each in (world, twin):
        ok(each, "send_message", uid=friend.uid, content="Hello")
    assert twin.state_hash == world.state_hash
    ok(twin, "send_message", uid=friend.uid, content="again")
    assert twin.state_hash != world.state_hash != World(world.seed).state_hash


def test_a_fork_and_its_world_go_separate_ways(world: World, friend: Person) -> None:
    before, twin = world.state(), world.fork()
    ok(twin, "send_message", uid=friend.uid, content="Hello")
    assert world.state() == before
    twin_state = twin.state()
    ok(world, "delete_chat_history", uid=friend.uid)
    assert twin.state() == twin_state


def test_the_hash_tells_what_others_did_in_the_world(
    world: World, friend: Person, shop_item: ShopItem
) -> None:
    hashes = [world.state_hash]
    talk_stage.set_blocked(world, friend.uid, True)
    hashes.append(world.state_hash)
    shop_stage.set_stock(world, shop_item.sid, shop_item.tid, 0)
    hashes.append(world.state_hash)
    assert len(set(hashes)) == 3
