"""Groups: founding, naming, owning, joining and leaving them."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import NOBODY, NOTHING, State, now, ok, overlay, refused, talk_state


@pytest.fixture
def members(friend: Person, other_friend: Person, me: Person) -> list[str]:
    """The UIDs in both groups."""
    return sorted([friend.uid, other_friend.uid, me.uid])


def groups(world: World) -> list[State]:
    """The groups as they stand in the state."""
    found: list[State] = talk_state(world)["groups"]
    return found


def test_at_the_start_there_are_no_groups(world: World) -> None:
    assert ok(world, "list_all_groups") == groups(world) == []


def test_a_group_is_founded_under_a_generated_name(
    privileged: World, members: list[str], friend: Person, other_friend: Person, me: Person
) -> None:
    expected, time = talk_state(privileged), now(privileged)
    uids = [other_friend.uid, friend.uid, other_friend.uid, me.uid]
    made = ok(privileged, "create_group_chat", uids=uids)
    assert made == {"gid": made["gid"], "name": "Group Chat 1"}
    expected["groups"] = [
        {
            "gid": made["gid"],
            "generated_name": "Group Chat 1",
            "name": "",
            "owner_id": me.uid,
            "uids": members,
            "created": time,
            "read_new_message": True,
            "chat_history": [],
        }
    ]
    assert talk_state(privileged) == expected


def test_a_group_needs_known_members(privileged: World, friend: Person) -> None:
    sentence = refused(privileged, "create_group_chat", uids=[friend.uid, NOBODY])
    assert f"No contact has the UID {NOBODY}." in sentence


def test_groups_are_listed_and_described(
    their_group: str,
    group: str,
    privileged: World,
    friend: Person,
    other_friend: Person,
    me: Person,
) -> None:
    members = sorted([friend.uid, other_friend.uid, me.uid])
    theirs = {"gid": their_group, "name": "Choir", "owner_id": friend.uid, "uids": members}
    mine = {"gid": group, "name": "Group Chat 2", "owner_id": me.uid, "uids": members}
    assert ok(privileged, "list_all_groups") == [theirs, mine]
    for shown in (theirs, mine):
        described = ok(privileged, "get_group_info", gid=shown["gid"])
        assert described == {**shown, "read_new_message": True}


def test_a_group_is_renamed_by_its_owner(group: str, privileged: World) -> None:
    expected = talk_state(privileged)
    answer = ok(privileged, "rename_group", gid=group, name="Quartet")
    assert answer == {"gid": group, "name": "Quartet"}
    expected["groups"][0]["name"] = "Quartet"
    assert talk_state(privileged) == expected
    assert [g["name"] for g in ok(privileged, "list_all_groups")] == ["Quartet"]


def test_a_group_is_renamed_by_any_member(their_group: str, privileged: World) -> None:
    ok(privileged, "rename_group", gid=their_group, name="Octet")
    assert ok(privileged, "get_group_info", gid=their_group)["name"] == "Octet"


def test_a_member_may_become_the_owner(group: str, privileged: World, friend: Person) -> None:
    expected = talk_state(privileged)
    answer = ok(privileged, "change_owner_of_group", gid=group, uid=friend.uid)
    assert answer == {"gid": group, "owner_id": friend.uid}
    expected["groups"][0]["owner_id"] = friend.uid
    assert talk_state(privileged) == expected


def test_only_a_member_may_become_the_owner(
    group: str, privileged: World, stranger: Person
) -> None:
    handed = {"gid": group, "uid": stranger.uid}
    assert "is not in the group" in refused(privileged, "change_owner_of_group", **handed)
    ok(privileged, "invite_new_member", **handed)
    ok(privileged, "change_owner_of_group", **handed)


def test_an_unknown_contact_does_not_become_the_owner(group: str, privileged: World) -> None:
    sentence = refused(privileged, "change_owner_of_group", gid=group, uid=NOBODY)
    assert f"No contact has the UID {NOBODY}." in sentence


def test_owners_do_not_hand_over_to_themselves(group: str, privileged: World, me: Person) -> None:
    sentence = refused(privileged, "change_owner_of_group", gid=group, uid=me.uid)
    assert "You own this group already." in sentence


def test_only_the_owner_hands_over_or_deletes(
    their_group: str, privileged: World, other_friend: Person
) -> None:
    handed = {"gid": their_group, "uid": other_friend.uid}
    assert "you are not its owner" in refused(privileged, "change_owner_of_group", **handed)
    assert "you are not its owner" in refused(privileged, "delete_group", gid=their_group)


def test_who_handed_a_group_over_can_no_longer_delete_it_but_quit(
    group: str, privileged: World, friend: Person
) -> None:
    ok(privileged, "change_owner_of_group", gid=group, uid=friend.uid)
    assert "you are not its owner" in refused(privileged, "delete_group", gid=group)
    ok(privileged, "quit_group", gid=group)


def test_an_invited_contact_joins_in_order(
    group: str,
    privileged: World,
    friend: Person,
    other_friend: Person,
    stranger: Person,
    me: Person,
) -> None:
    expected = talk_state(privileged)
    members = sorted([friend.uid, other_friend.uid, stranger.uid, me.uid])
    answer = ok(privileged, "invite_new_member", gid=group, uid=stranger.uid)
    assert answer == {"gid": group, "uids": members}
    expected["groups"][0]["uids"] = members
    assert talk_state(privileged) == expected


def test_any_member_may_invite_without_privilege(
    their_group: str, world: World, stranger: Person
) -> None:
    answer = ok(world, "invite_new_member", gid=their_group, uid=stranger.uid)
    assert stranger.uid in answer["uids"]


def test_a_member_is_not_invited_again(
    group: str, privileged: World, friend: Person, me: Person
) -> None:
    for member in (friend, me):
        sentence = refused(privileged, "invite_new_member", gid=group, uid=member.uid)
        assert f"{member.name} is in the group already." in sentence


def test_nobody_is_not_invited(group: str, privileged: World) -> None:
    sentence = refused(privileged, "invite_new_member", gid=group, uid=NOBODY)
    assert f"No contact has the UID {NOBODY}." in sentence


def test_who_does_not_own_a_group_may_quit_it(
    their_group: str, group: str, privileged: World
) -> None:
    ok(privileged, "send_message_to_group", gid=their_group, content="Goodbye")
    answer = ok(privileged, "quit_group", gid=their_group)
    assert answer == {"gid": their_group, "left": True}
    assert [entry["gid"] for entry in ok(privileged, "list_all_groups")] == [group]
    assert "No group has the id" in refused(privileged, "get_group_info", gid=their_group)
    left = next(entry for entry in groups(privileged) if entry["gid"] == their_group)
    assert ok(privileged, "get_my_uid") not in left["uids"]
    assert left["chat_history"][-1]["content"] == "Goodbye"


def test_a_group_that_was_founded_handed_over_and_left_leaves_its_trace(
    group: str, friend: Person, privileged: World
) -> None:
    """It is there for the others: whoever did not ask for it has been done a disservice."""
    if friend.uid not in next(g for g in groups(privileged) if g["gid"] == group)["uids"]:
        ok(privileged, "invite_new_member", gid=group, uid=friend.uid)
    ok(privileged, "change_owner_of_group", gid=group, uid=friend.uid)
    ok(privileged, "quit_group", gid=group)
    assert group in [entry["gid"] for entry in groups(privileged)]


def test_the_owner_does_not_quit(group: str, privileged: World) -> None:
    assert "You own this group" in refused(privileged, "quit_group", gid=group)


def test_a_deleted_group_is_gone_with_its_messages(privileged: World, friend: Person) -> None:
    before, untouched = talk_state(privileged), overlay(privileged)
    gid = ok(privileged, "create_group_chat", uids=[friend.uid])["gid"]
    ok(privileged, "send_message_to_group", gid=gid, content="Hello")
    assert ok(privileged, "delete_group", gid=gid) == {"gid": gid, "deleted": True}
    assert talk_state(privileged) == before
    assert overlay(privileged)[1:] == untouched[1:]


def test_the_next_group_does_not_take_the_name_of_a_deleted_one(
    group: str, privileged: World, friend: Person
) -> None:
    ok(privileged, "delete_group", gid=group)
    made = ok(privileged, "create_group_chat", uids=[friend.uid])
    assert made["name"] == "Group Chat 2"
    assert made["gid"] != group


@pytest.mark.parametrize(
    ("tool", "read"), [("mark_as_read_in_group", True), ("mark_as_unread_in_group", False)]
)
def test_a_group_chat_is_marked(tool: str, read: bool, their_group: str, world: World) -> None:
    expected = talk_state(world)
    assert ok(world, tool, gid=their_group) == {"gid": their_group, "read_new_message": read}
    expected["groups"][0]["read_new_message"] = read
    assert talk_state(world) == expected
    assert ok(world, "get_group_info", gid=their_group)["read_new_message"] is read


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("get_group_info", {}),
        ("get_group_chat_history", {}),
        ("send_message_to_group", {"content": "Hello"}),
        ("send_image_to_group", {"img_url": "https://pictures.example/a.jpg"}),
        ("rename_group", {"name": "Quartet"}),
        ("change_owner_of_group", {"uid": NOBODY}),
        ("invite_new_member", {"uid": NOBODY}),
        ("quit_group", {}),
        ("delete_group", {}),
        ("mark_as_read_in_group", {}),
        ("mark_as_unread_in_group", {}),
    ],
)
def test_an_unknown_group_is_refused(tool: str, more: dict[str, str], privileged: World) -> None:
    sentence = refused(privileged, tool, gid=NOTHING, **more)
    assert sentence == f"No group has the id {NOTHING}."
