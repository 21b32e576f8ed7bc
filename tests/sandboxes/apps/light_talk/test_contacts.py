"""Contacts: finding and describing them, notes on them, links to them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from sandboxes import World
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import NOBODY, State, ok, refused, talk_state


def entries(contacts: list[State]) -> list[State]:
    """Contacts as the directory lists them."""
    return [{"uid": c["uid"], "name": c["name"], "tag": c["tag"]} for c in contacts]


def gendered(contacts: list[State]) -> list[State]:
    """Contacts as lists by tag and gender show them."""
    return [{**entries([c])[0], "gender": c["gender"]} for c in contacts]


def found(*people: Person, blocked: bool = False) -> list[State]:
    """People as searches by name show them."""
    return [{"uid": p.uid, "name": p.name, "blocked": blocked} for p in people]


def test_the_user_has_a_uid_and_a_name(world: World, me: Person) -> None:
    assert ok(world, "get_my_uid") == me.uid
    assert ok(world, "get_my_name") == me.name


def test_the_directory_lists_everybody_in_order_of_name(
    world: World, contacts: list[State], me: Person
) -> None:
    directory = ok(world, "get_all_contacts")
    assert directory == entries(contacts)
    assert [e for e in directory if e["tag"] == "me"] == [
        {"uid": me.uid, "name": me.name, "tag": "me"}
    ]


def test_no_two_contacts_have_one_name(world: World) -> None:
    names = [entry["name"] for entry in ok(world, "get_all_contacts")]
    assert len(set(names)) == len(names)


def test_pages_hold_ten_entries_each_and_the_last_one_the_rest(
    world: World, contacts: list[State]
) -> None:
    last = (len(contacts) - 1) // 10
    for page in range(last + 1):
        expected = entries(contacts[10 * page : 10 * page + 10])
        assert ok(world, "get_contacts", page=page) == expected
    assert 0 < len(ok(world, "get_contacts", page=last)) <= 10


def test_there_is_no_page_after_the_last(world: World, contacts: list[State]) -> None:
    last = (len(contacts) - 1) // 10
    sentence = refused(world, "get_contacts", page=last + 1)
    assert f"There is no page {last + 1}; the last one is {last}." in sentence


def test_a_full_name_finds_its_contact(world: World, friend: Person) -> None:
    assert ok(world, "get_uid_from_name", name=friend.name) == found(friend)[0]


def test_a_blocked_contact_is_found_and_marked(world: World, blocked_friend: Person) -> None:
    expected = found(blocked_friend, blocked=True)
    assert ok(world, "get_uid_from_name", name=blocked_friend.name) == expected[0]
    assert ok(world, "fuzzy_search_uids_from_name", name=blocked_friend.name) == expected


@pytest.mark.parametrize(
    "change", [str.lower, str.upper, lambda n: n.split()[0], lambda n: n + " "]
)
def test_a_name_that_is_not_exact_finds_nobody(
    change: Callable[[str], str], world: World, friend: Person
) -> None:
    name = change(friend.name)
    assert f'No contact is called "{name}".' in refused(world, "get_uid_from_name", name=name)


def test_the_users_own_name_is_not_looked_up(world: World, me: Person) -> None:
    assert "No contact is called" in refused(world, "get_uid_from_name", name=me.name)
    assert ok(world, "fuzzy_search_uids_from_name", name=me.name) == []


@pytest.mark.parametrize("fragment", ["an", "AN", "ñ", " S", "a"])
def test_a_fragment_finds_all_names_that_hold_it(
    fragment: str, world: World, contacts: list[State], me: Person
) -> None:
    expected = [
        {"uid": c["uid"], "name": c["name"], "blocked": c["blocked"]}
        for c in contacts
        if fragment.lower() in c["name"].lower() and c["uid"] != me.uid
    ]
    assert ok(world, "fuzzy_search_uids_from_name", name=fragment) == expected


def test_a_fragment_of_no_name_finds_an_empty_list(world: World) -> None:
    assert ok(world, "fuzzy_search_uids_from_name", name="qqq") == []


def test_everything_known_of_anybody_is_told(world: World, contacts: list[State]) -> None:
    told = ["uid", "name", "tag", "gender", "online", "blocked", "remark", "read_new_message"]
    for contact in contacts:
        expected = {field: contact[field] for field in told}
        assert ok(world, "get_contact_info", uid=contact["uid"]) == expected


def test_tags_are_counted(world: World, contacts: list[State]) -> None:
    counted = sorted(Counter(c["tag"] for c in contacts).items())
    tags = ok(world, "list_all_tags")
    assert tags == [{"tag": tag, "count": count} for tag, count in counted]
    assert {"tag": "me", "count": 1} in tags


def test_a_tag_lists_its_contacts_blocked_ones_included(
    world: World, contacts: list[State], blocked_friend: Person
) -> None:
    expected = gendered([c for c in contacts if c["tag"] == blocked_friend.tag])
    assert ok(world, "get_contacts_by_tag", tag=blocked_friend.tag) == expected
    assert blocked_friend.uid in [entry["uid"] for entry in expected]


@pytest.mark.parametrize("tag", ["Family", "fam", "strangers"])
def test_a_tag_that_nobody_carries_is_refused(tag: str, world: World) -> None:
    assert f'No contact carries the tag "{tag}".' in refused(world, "get_contacts_by_tag", tag=tag)


@pytest.mark.parametrize("gender", ["female", "male"])
def test_a_gender_lists_its_contacts(gender: str, world: World, contacts: list[State]) -> None:
    expected = gendered([c for c in contacts if c["gender"] == gender])
    assert ok(world, "get_contacts_by_gender", gender=gender) == expected


def test_a_remark_takes_the_place_of_the_one_before(world: World, friend: Person) -> None:
    expected = talk_state(world)
    for remark in ("Tall", "Brings the keys"):
        answer = ok(world, "edit_remark", uid=friend.uid, remark=remark)
        assert answer == {"uid": friend.uid, "remark": remark}
    expected["contacts"][friend.uid]["remark"] = "Brings the keys"
    assert talk_state(world) == expected


def test_a_deleted_remark_is_empty(world: World, friend: Person) -> None:
    before = talk_state(world)
    ok(world, "edit_remark", uid=friend.uid, remark="Tall")
    assert ok(world, "delete_remark", uid=friend.uid) == {"uid": friend.uid, "remark": ""}
    assert talk_state(world) == before


def test_a_blocked_contact_may_have_a_remark(world: World, blocked_friend: Person) -> None:
    uid = blocked_friend.uid
    assert ok(world, "edit_remark", uid=uid, remark="Tall") == {"uid": uid, "remark": "Tall"}
    assert ok(world, "get_contact_info", uid=uid)["remark"] == "Tall"
    assert ok(world, "delete_remark", uid=uid) == {"uid": uid, "remark": ""}


def test_a_link_shares_a_contact_blocked_or_not(
    world: World, friend: Person, blocked_friend: Person
) -> None:
    for person in (friend, blocked_friend):
        link = ok(world, "get_shared_url_of_contact", uid=person.uid)
        assert link == f"light://contact.talk.so?uid={person.uid}"


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("get_contact_info", {}),
        ("edit_remark", {"remark": "Tall"}),
        ("delete_remark", {}),
        ("get_shared_url_of_contact", {}),
        ("block", {}),
        ("unblock", {}),
        ("delete_contact", {}),
    ],
)
def test_an_unknown_contact_is_refused(tool: str, more: dict[str, str], privileged: World) -> None:
    sentence = refused(privileged, tool, uid=NOBODY, **more)
    assert sentence == f"No contact has the UID {NOBODY}."
