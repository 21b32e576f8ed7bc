"""Messages in groups: texts and pictures, and whom they mention."""

from __future__ import annotations

from typing import Any

import pytest

from sandboxes import World
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import PICTURE, State, now, ok, refused, talk_state

SENT = {
    "send_message_to_group": ({"content": "Rehearsal at six"}, "Rehearsal at six"),
    "send_image_to_group": ({"img_url": PICTURE}, f'<img src="{PICTURE}">'),
}
each_way = pytest.mark.parametrize("tool", SENT)


def sent(world: World, tool: str, gid: str, **at: Any) -> State:
    """Send something to a group: the message as its history shows it."""
    answer = ok(world, tool, gid=gid, **SENT[tool][0], **at)
    message: State = ok(world, "get_group_chat_history", gid=gid)[-1]
    assert answer == {"mid": message["mid"]}
    return message


@each_way
def test_a_message_is_appended_to_the_group(
    tool: str, their_group: str, world: World, me: Person
) -> None:
    expected, time = talk_state(world), now(world)
    message = sent(world, tool, their_group)
    assert message == {
        "mid": message["mid"],
        "send_uid": me.uid,
        "at": [],
        "timestamp": time,
        "content": SENT[tool][1],
    }
    expected["groups"][0]["chat_history"] = [message]
    assert talk_state(world) == expected


def test_the_history_is_whole_and_oldest_first(their_group: str, world: World) -> None:
    assert ok(world, "get_group_chat_history", gid=their_group) == []
    messages = [sent(world, tool, their_group) for tool in (*SENT, *SENT)]
    assert ok(world, "get_group_chat_history", gid=their_group) == messages
    assert len({message["mid"] for message in messages}) == 4


@each_way
def test_mentioned_members_are_sorted_and_named_once(
    tool: str, their_group: str, world: World, friend: Person, other_friend: Person
) -> None:
    both = sorted([friend.uid, other_friend.uid])
    for at in (both, both[::-1], [*both, *both]):
        assert sent(world, tool, their_group, at=at)["at"] == both


@each_way
def test_all_may_be_mentioned(tool: str, their_group: str, world: World) -> None:
    assert sent(world, tool, their_group, at="all")["at"] == ["all"]


@each_way
def test_to_mention_nobody_is_the_default(tool: str, their_group: str, world: World) -> None:
    assert sent(world, tool, their_group, at=[])["at"] == []


@each_way
def test_a_stranger_is_not_mentioned(
    tool: str, their_group: str, world: World, friend: Person, stranger: Person
) -> None:
    arguments = {"gid": their_group, **SENT[tool][0], "at": [friend.uid, stranger.uid]}
    sentence = refused(world, tool, **arguments)
    assert sentence == f"Not in the group, so not to be mentioned: {stranger.uid}."


@each_way
@pytest.mark.parametrize("others", [0, 1], ids=["alone", "beside a member"])
def test_all_is_no_member_in_a_list_of_members(
    others: int, tool: str, their_group: str, world: World, friend: Person
) -> None:
    at = ["all", friend.uid][: others + 1]
    assert "not to be mentioned" in refused(world, tool, gid=their_group, **SENT[tool][0], at=at)


@each_way
def test_who_joined_may_be_mentioned_and_who_was_deleted_not(
    tool: str, their_group: str, privileged: World, stranger: Person
) -> None:
    ok(privileged, "invite_new_member", gid=their_group, uid=stranger.uid)
    assert sent(privileged, tool, their_group, at=[stranger.uid])["at"] == [stranger.uid]
    ok(privileged, "delete_contact", uid=stranger.uid)
    arguments = {"gid": their_group, **SENT[tool][0], "at": [stranger.uid]}
    assert "not to be mentioned" in refused(privileged, tool, **arguments)
    assert ok(privileged, "get_group_chat_history", gid=their_group)[-1]["at"] == [stranger.uid]


def test_group_messages_stay_out_of_the_chats_of_members(
    their_group: str, world: World, friend: Person
) -> None:
    before = ok(world, "get_chat_history", uid=friend.uid)
    sent(world, "send_message_to_group", their_group, at=[friend.uid])
    assert ok(world, "get_chat_history", uid=friend.uid) == before
