"""Chats with one contact: sending, reading, deleting, marking."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import (
    NOBODY,
    NOTHING,
    PICTURE,
    State,
    now,
    ok,
    overlay,
    refused,
    talk_state,
)

HARD_TEXT = 'Über 3 < 4 & "quoted" \\n 🍌 שלום\nsecond line\u2028{"a": null}'


def chat(world: World, person: Person) -> list[State]:
    """The chat with somebody as it stands in the state."""
    messages: list[State] = talk_state(world)["contacts"][person.uid]["chat_history"]
    return messages


@pytest.mark.parametrize("content", ["Good morning", HARD_TEXT])
def test_a_message_is_appended_word_for_word(
    content: str, world: World, chatter: Person, me: Person
) -> None:
    expected, time = talk_state(world), now(world)
    sent = ok(world, "send_message", uid=chatter.uid, content=content)
    message = {
        "mid": sent["mid"],
        "send_uid": me.uid,
        "receive_uid": chatter.uid,
        "timestamp": time,
        "content": content,
    }
    expected["contacts"][chatter.uid]["chat_history"].append(message)
    assert sent == {"mid": message["mid"]}
    assert sent["mid"].startswith("msg_")
    assert talk_state(world) == expected
    assert ok(world, "get_chat_history", uid=chatter.uid) == chat(world, chatter)


def test_a_picture_stands_in_the_chat_as_an_img_tag(
    world: World, friend: Person, me: Person
) -> None:
    expected, time = talk_state(world), now(world)
    sent = ok(world, "send_image", uid=friend.uid, img_url=PICTURE)
    message = {
        "mid": sent["mid"],
        "send_uid": me.uid,
        "receive_uid": friend.uid,
        "timestamp": time,
        "content": f'<img src="{PICTURE}">',
    }
    expected["contacts"][friend.uid]["chat_history"].append(message)
    assert talk_state(world) == expected


def test_users_may_write_to_themselves(world: World, me: Person) -> None:
    before = chat(world, me)
    sent = ok(world, "send_message", uid=me.uid, content="Buy bread")
    *earlier, message = ok(world, "get_chat_history", uid=me.uid)
    assert earlier == before
    assert (message["mid"], message["send_uid"], message["receive_uid"]) == (
        sent["mid"],
        me.uid,
        me.uid,
    )


def test_a_message_sent_twice_is_two_messages(world: World, friend: Person) -> None:
    first, second = (ok(world, "send_message", uid=friend.uid, content="Hello") for _ in range(2))
    assert first["mid"] != second["mid"]
    assert [m["mid"] for m in chat(world, friend)][-2:] == [first["mid"], second["mid"]]


def test_the_history_is_the_whole_chat_oldest_first(world: World, contacts: list[State]) -> None:
    for contact in contacts:
        history = ok(world, "get_chat_history", uid=contact["uid"])
        assert history == contact["chat_history"]
        times = [message["timestamp"] for message in history]
        assert times == sorted(times)


def test_one_message_is_deleted_and_the_others_stay(privileged: World, chatter: Person) -> None:
    expected = talk_state(privileged)
    mid = chatter.mids[0]
    answer = ok(privileged, "delete_message", uid=chatter.uid, mid=mid)
    assert answer == {"mid": mid, "deleted": True}
    del expected["contacts"][chatter.uid]["chat_history"][0]
    assert talk_state(privileged) == expected


def test_a_sent_message_that_is_deleted_leaves_no_trace(privileged: World, friend: Person) -> None:
    before = overlay(privileged)
    mid = ok(privileged, "send_message", uid=friend.uid, content="Hello")["mid"]
    ok(privileged, "delete_message", uid=friend.uid, mid=mid)
    assert overlay(privileged)[1:] == before[1:]


def test_a_message_is_deleted_only_from_its_own_chat(
    privileged: World, chatter: Person, poster: Person
) -> None:
    sentence = refused(privileged, "delete_message", uid=poster.uid, mid=chatter.mids[0])
    assert f"The chat with {poster.name} has no message {chatter.mids[0]}." in sentence


def test_a_message_is_deleted_once(privileged: World, chatter: Person) -> None:
    gone = {"uid": chatter.uid, "mid": chatter.mids[0]}
    ok(privileged, "delete_message", **gone)
    assert "has no message" in refused(privileged, "delete_message", **gone)


def test_deleting_a_history_empties_one_chat(world: World, chatter: Person) -> None:
    expected = talk_state(world)
    answer = ok(world, "delete_chat_history", uid=chatter.uid)
    assert answer == {"uid": chatter.uid, "deleted": len(chatter.mids)}
    expected["contacts"][chatter.uid]["chat_history"] = []
    assert talk_state(world) == expected
    assert ok(world, "get_chat_history", uid=chatter.uid) == []
    assert ok(world, "delete_chat_history", uid=chatter.uid) == {"uid": chatter.uid, "deleted": 0}


@pytest.mark.parametrize(("tool", "read"), [("mark_as_read", True), ("mark_as_unread", False)])
def test_a_chat_is_marked(tool: str, read: bool, world: World, chatter: Person) -> None:
    expected = talk_state(world)
    answer = ok(world, tool, uid=chatter.uid)
    assert answer == {"uid": chatter.uid, "read_new_message": read}
    expected["contacts"][chatter.uid]["read_new_message"] = read
    assert talk_state(world) == expected
    assert ok(world, "get_contact_info", uid=chatter.uid)["read_new_message"] is read
    assert ok(world, tool, uid=chatter.uid) == answer


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("send_message", {"content": "Hello"}),
        ("send_image", {"img_url": PICTURE}),
        ("get_chat_history", {}),
        ("delete_message", {"mid": NOTHING}),
        ("delete_chat_history", {}),
        ("mark_as_read", {}),
        ("mark_as_unread", {}),
    ],
)
def test_nobody_has_no_chat(tool: str, more: dict[str, str], privileged: World) -> None:
    sentence = refused(privileged, tool, uid=NOBODY, **more)
    assert sentence == f"No contact has the UID {NOBODY}."
