"""Our own worlds: the evidence of three forks scores as their whole states do."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from evaluators import Expectation, Score, score, spec_from_json
from sandboxes import World, declaration, evidence
from sandboxes.apps.light_os.data_model import LightOS
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_talk.data_model import LightTalk

SPEC = spec_from_json(declaration())
Step = Callable[[World, int], None]


def whole(world: World) -> dict[str, Any]:
    """The whole states of the apps that the steps are taken in."""
    return {app.server: world.app(app).export() for app in (LightOS, LightTalk, LightShop)}


def people(world: World) -> list[dict[str, Any]]:
    """The contacts that one can write to, the user last."""
    contacts = world.app(LightTalk).export()["contacts"].values()
    free = [contact for contact in contacts if not contact["blocked"]]
    return sorted(free, key=lambda contact: (contact["tag"] == "me", contact["uid"]))


def say(world: World, k: int) -> None:
    world.call("send_message", {"uid": people(world)[k]["uid"], "content": "See you at eight"})


def share(world: World, k: int) -> None:
    """Send somebody the link to the user's latest moment, if there is one."""
    me = people(world)[-1]
    link = f"light://moment.talk.so?uid={me['uid']}&moid={(me['moments'] or [{}])[-1].get('moid')}"
    world.call("send_message", {"uid": people(world)[k]["uid"], "content": link})


def post(world: World, k: int) -> None:
    world.call("post_moment", {"content": f"Sun, day {k}", "img_urls": []})


def comment(world: World, k: int) -> None:
    owner = next(person for person in people(world)[k:] if person["moments"])
    moid = owner["moments"][0]["moid"]
    world.call("comment_moment", {"uid": owner["uid"], "moid": moid, "content": "Nice"})
    world.call("like_moment", {"uid": owner["uid"], "moid": moid})


def group(world: World, k: int) -> None:
    world.call("create_group_chat", {"uids": [p["uid"] for p in people(world)[k : k + 2]]})


def group_say(world: World, k: int) -> None:
    for each in world.app(LightTalk).export()["groups"][k:]:
        arguments = {"gid": each["gid"], "content": "Hello all", "at": []}
        world.call("send_message_to_group", arguments)


def remark(world: World, k: int) -> None:
    world.call("edit_remark", {"uid": people(world)[k]["uid"], "remark": "Sister"})


def delete(world: World, k: int) -> None:
    world.call("delete_contact", {"uid": people(world)[k]["uid"]})


def forget(world: World, k: int) -> None:
    world.call("delete_chat_history", {"uid": people(world)[k]["uid"]})


def fill(world: World, k: int) -> None:
    shop = next(iter(world.app(LightShop).export()["shops"].values()))
    item = list(shop["items"].values())[k]
    world.call("add_to_cart", {"sid": shop["sid"], "tid": item["tid"], "cnt": 1})
    world.call("star_item", {"sid": shop["sid"], "tid": item["tid"]})


def empty(world: World, k: int) -> None:
    for line in world.app(LightShop).export()["cart"][k:]:
        world.call("delete_item_in_cart", {"caid": line["caid"]})


def pay(world: World, _: int) -> None:
    world.call("wait_payment_password", {})
    world.call("checkout_all", {})


STEPS: tuple[Step, ...] = (
    say, share, post, comment, group, group_say, remark, delete, forget, fill, empty, pay,
)  # fmt: skip
series = st.lists(st.tuples(st.sampled_from(STEPS), st.integers(0, 2)), max_size=5)
WORLDS = {seed: World(seed) for seed in (1, 2, 3)}
Series = list[tuple[Step, int]]
ORDERED = ("LightTalk/**/chat_history", "LightTalk/**/comments", "LightTalk/groups")
SUMMED = ("LightShop/cart", "LightShop/trans_history")
sampled = settings(
    max_examples=25,
    derandomize=True,
    database=None,
    deadline=None,
    phases=[Phase.generate],  # worlds shrink slowly, and five steps are read easily
)


def after(world: World, steps: Series) -> World:
    """A fork of the world after some steps, the rights for all of them asked for."""
    fork = world.fork()
    fork.call("ask_for_privilege", {})
    for step, k in steps:
        step(fork, k)
    return fork


def scored(old: Any, truth: Any, new: Any, *, strict: bool = False) -> Score:
    """The score with its changes sorted; strict where orders are prescribed and nothing is summed.

    Evidence leaves out what is the same everywhere, and so has an order of its own at the top.
    """
    wanted = Expectation(truth, ordered=ORDERED) if strict else Expectation(truth, summed=SUMMED)
    found = score(old, [wanted], new, SPEC)
    changes = sorted(found.changes, key=lambda change: (change.path, change.sentence))
    return dataclasses.replace(found, changes=tuple(changes))


@sampled
@given(
    seed=st.sampled_from(sorted(WORLDS)),
    before=series,
    wanted=series,
    done=series,
    strict=st.booleans(),
)
@pytest.mark.verify
def test_evidence_scores_as_the_whole_states_do(
    seed: int, before: Series, wanted: Series, done: Series, *, strict: bool
) -> None:
    old = after(WORLDS[seed], before)
    truth, new = after(old, wanted), after(old, done)
    expected = scored(*map(whole, (old, truth, new)), strict=strict)
    assert scored(*evidence(old, truth, new), strict=strict) == expected


@sampled
@given(seed=st.sampled_from(sorted(WORLDS)), before=series, done=series)
def test_the_truth_of_a_world_is_right_by_its_evidence(
    seed: int, before: Series, done: Series
) -> None:
    old = after(WORLDS[seed], before)
    found = scored(*evidence(old, after(old, done), after(old, done)))
    assert (found.correct_changes, found.misbehaving) == (found.total, 0)


@pytest.mark.parametrize("step", STEPS)
def test_every_step_leaves_differences_to_score(step: Step) -> None:
    # Guards the properties above against steps that are all refused.
    old = after(WORLDS[1], [(say, 0), (post, 0), (group, 0), (fill, 0)])
    found = scored(*evidence(old, after(old, [(step, 0)]), old))
    assert found.total > 0
    assert (found.correct_changes, found.misbehaving) == (0, 0)
