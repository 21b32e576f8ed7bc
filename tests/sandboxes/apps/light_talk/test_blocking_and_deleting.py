"""Blocking contacts, and deleting them with all that hangs on them."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_talk import stage
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import NOBODY, PICTURE, State, ok, overlay, refused, talk_state


def test_a_contact_can_be_blocked(privileged: World, friend: Person) -> None:
    expected = talk_state(privileged)
    assert ok(privileged, "block", uid=friend.uid) == {"uid": friend.uid, "blocked": True}
    expected["contacts"][friend.uid]["blocked"] = True
    assert talk_state(privileged) == expected


def test_a_block_can_be_lifted(privileged: World, blocked_friend: Person) -> None:
    expected = talk_state(privileged)
    uid = blocked_friend.uid
    assert ok(privileged, "unblock", uid=uid) == {"uid": uid, "blocked": False}
    expected["contacts"][uid]["blocked"] = False
    assert talk_state(privileged) == expected
    ok(privileged, "send_message", uid=uid, content="Welcome back")


def test_a_blocked_contact_is_not_blocked_again(privileged: World, blocked_friend: Person) -> None:
    sentence = refused(privileged, "block", uid=blocked_friend.uid)
    assert f"{blocked_friend.name} is already blocked." in sentence


def test_an_open_contact_is_not_unblocked(privileged: World, friend: Person) -> None:
    assert f"{friend.name} is not blocked." in refused(privileged, "unblock", uid=friend.uid)


@pytest.mark.parametrize("tool", ["block", "unblock"])
def test_users_cannot_block_themselves(tool: str, privileged: World, me: Person) -> None:
    assert "can't block or unblock yourself" in refused(privileged, tool, uid=me.uid)


CLOSED: dict[str, dict[str, object]] = {
    "send_message": {"content": "Good morning"},
    "send_image": {"img_url": PICTURE},
    "mark_as_read": {},
    "mark_as_unread": {},
    "get_all_moments": {},
    "get_last_k_moments": {"k": 1},
    "get_moment": {"index": 0},
    "like_moment": {"moid": "first"},
    "unlike_moment": {"moid": "second"},
    "comment_moment": {"moid": "first", "content": "Lovely"},
    "comment_comment": {"moid": "first", "cid": "comment", "content": "Where is it?"},
    "withdraw_comment_moment": {"moid": "first", "my_cid": "comment"},
    "withdraw_comment_comment": {"moid": "first", "cid": "comment", "my_cid": "reply"},
    "get_shared_url_of_moment": {"moid": "first"},
}


@pytest.mark.parametrize("tool", CLOSED)
def test_a_block_closes_chat_and_moments(tool: str, world: World, poster: Person) -> None:
    first, second = poster.moids[:2]
    post = {"uid": poster.uid, "moid": first}
    ok(world, "like_moment", uid=poster.uid, moid=second)
    comment = ok(world, "comment_moment", **post, content="Lovely")["cid"]
    reply = ok(world, "comment_comment", **post, cid=comment, content="Where is it?")["cid"]
    places = {"first": first, "second": second, "comment": comment, "reply": reply}
    arguments = {k: places.get(str(v), v) for k, v in CLOSED[tool].items()}
    ok(world.fork(), tool, uid=poster.uid, **arguments)
    stage.set_blocked(world, poster.uid, True)
    sentence = refused(world, tool, uid=poster.uid, **arguments)
    assert f"{poster.name} is blocked; unblock this contact first." in sentence


def test_a_block_leaves_the_past_chat_open(privileged: World, blocked_friend: Person) -> None:
    uid = blocked_friend.uid
    chat = talk_state(privileged)["contacts"][uid]["chat_history"]
    assert ok(privileged, "get_chat_history", uid=uid) == chat
    mid = blocked_friend.mids[0]
    assert ok(privileged, "delete_message", uid=uid, mid=mid) == {"mid": mid, "deleted": True}
    assert ok(privileged, "delete_chat_history", uid=uid) == {"uid": uid, "deleted": len(chat) - 1}


def test_a_blocked_contact_may_be_in_groups(privileged: World, blocked_friend: Person) -> None:
    gid = ok(privileged, "create_group_chat", uids=[blocked_friend.uid])["gid"]
    ok(privileged, "send_message_to_group", gid=gid, content="Hello", at=[blocked_friend.uid])


def test_a_deleted_contact_leaves_the_state_with_chat_and_moments(
    privileged: World, poster: Person
) -> None:
    expected = talk_state(privileged)
    assert ok(privileged, "delete_contact", uid=poster.uid) == {"uid": poster.uid, "deleted": True}
    del expected["contacts"][poster.uid]
    assert talk_state(privileged) == expected


def test_what_was_changed_on_a_deleted_contact_leaves_no_trace(
    privileged: World, poster: Person
) -> None:
    plain = privileged.fork()
    post = {"uid": poster.uid, "moid": poster.moids[0]}
    ok(privileged, "send_message", uid=poster.uid, content="Good morning")
    ok(privileged, "edit_remark", uid=poster.uid, remark="Tall")
    ok(privileged, "like_moment", **post)
    cid = ok(privileged, "comment_moment", **post, content="Lovely")["cid"]
    ok(privileged, "comment_comment", **post, cid=cid, content="Where is it?")
    for world in (plain, privileged):
        ok(world, "delete_contact", uid=poster.uid)
    assert overlay(privileged)[1:] == overlay(plain)[1:]


def test_a_deleted_contact_is_unknown_to_every_tool(privileged: World, poster: Person) -> None:
    ok(privileged, "delete_contact", uid=poster.uid)
    calls = {
        "get_contact_info": {},
        "get_chat_history": {},
        "get_all_moments": {},
        "send_message": {"content": "Good morning"},
        "like_moment": {"moid": poster.moids[0]},
        "delete_message": {"mid": poster.mids[0]},
        "delete_chat_history": {},
        "delete_contact": {},
        "get_shared_url_of_contact": {},
    }
    for tool, more in calls.items():
        assert "No contact has the UID" in refused(privileged, tool, uid=poster.uid, **more)
    assert "No contact is called" in refused(privileged, "get_uid_from_name", name=poster.name)
    assert ok(privileged, "fuzzy_search_uids_from_name", name=poster.name) == []
    assert poster.uid not in [entry["uid"] for entry in ok(privileged, "get_all_contacts")]


def test_a_deleted_contact_leaves_all_groups(
    group: str, their_group: str, privileged: World, other_friend: Person
) -> None:
    expected = talk_state(privileged)
    ok(privileged, "delete_contact", uid=other_friend.uid)
    del expected["contacts"][other_friend.uid]
    for entry in expected["groups"]:
        entry["uids"].remove(other_friend.uid)
    assert talk_state(privileged) == expected
    assert [entry["gid"] for entry in expected["groups"]] == [group, their_group]


def test_the_group_of_a_deleted_owner_passes_to_the_user(
    their_group: str, privileged: World, friend: Person, other_friend: Person, me: Person
) -> None:
    ok(privileged, "delete_contact", uid=friend.uid)
    assert ok(privileged, "get_group_info", gid=their_group) == {
        "gid": their_group,
        "name": "Choir",
        "owner_id": me.uid,
        "uids": sorted([other_friend.uid, me.uid]),
        "read_new_message": True,
    }
    ok(privileged, "delete_group", gid=their_group)


def test_likes_comments_and_mentions_go_on_naming_a_deleted_contact(
    privileged: World, contacts: list[State]
) -> None:
    names = [c["send_uid"] for p in contacts for m in p["moments"] for c in m["comments"]]
    liked = {uid for p in contacts for m in p["moments"] for uid in m["who_likes"]}
    gone = next(uid for uid in names if uid in liked)
    gid = ok(privileged, "create_group_chat", uids=[gone])["gid"]
    ok(privileged, "send_message_to_group", gid=gid, content="Hello", at=[gone])
    expected = talk_state(privileged)
    ok(privileged, "delete_contact", uid=gone)
    del expected["contacts"][gone]
    expected["groups"][0]["uids"].remove(gone)
    assert talk_state(privileged) == expected
    assert expected["groups"][0]["chat_history"][0]["at"] == [gone]


def test_users_cannot_delete_themselves(privileged: World, me: Person) -> None:
    assert "can't delete yourself" in refused(privileged, "delete_contact", uid=me.uid)


def test_nobody_is_not_deleted(privileged: World) -> None:
    assert "No contact has the UID" in refused(privileged, "delete_contact", uid=NOBODY)
