"""Network faults, the privilege and the place: what a LightTalk session is about."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from sandboxes import World, catalogue, tools
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import (
    NEEDS_PRIVILEGE,
    NOBODY,
    NOTHING,
    STORM,
    faulted,
    not_understood,
    ok,
    refused,
)
from tests.sandboxes.scene import Scene

NAMES = [tool.name for tool in tools() if tool.state]
PRIVILEGED = {
    "delete_message",
    "block",
    "unblock",
    "post_moment",
    "delete_moment",
    "delete_contact",
    "create_group_chat",
    "rename_group",
    "delete_group",
    "change_owner_of_group",
    "quit_group",
}
STEADY = {
    "acc_network",
    "ask_for_privilege",
    "get_my_name",
    "get_shared_url_of_contact",
    "get_shared_url_of_moment",
}

each_tool = pytest.mark.parametrize("tool", NAMES)


@pytest.fixture
def ordinary(scene: Scene) -> Scene:
    """The scene as a new session finds it: no privilege, no password."""
    scene.world.begin()
    return scene


@pytest.fixture
def stormy(ordinary: Scene) -> Scene:
    """Such a scene in which every call meets a fault that can meet one."""
    return Scene(ordinary.world.fork(STORM), ordinary.arguments)


def test_the_privilege_is_granted_always(world: World) -> None:
    assert ok(world, "ask_for_privilege") == {"has_privilege": True}
    assert ok(world, "ask_for_privilege") == {"has_privilege": True}
    assert world.state()["LightTalk"]["has_privilege"] is True


@each_tool
def test_eleven_tools_need_the_privilege_and_no_other(tool: str, ordinary: Scene) -> None:
    arguments = ordinary.ready(tool)
    if tool in PRIVILEGED:
        assert NEEDS_PRIVILEGE in refused(ordinary.world, tool, **arguments)
    elif any("password" in word for word in catalogue()[tool].requires):
        assert "password" in refused(ordinary.world, tool, **arguments)
    else:
        ordinary.play(tool)


@each_tool
def test_the_declaration_names_the_privilege_where_it_is_needed(tool: str) -> None:
    declared = catalogue()[tool]
    assert ("privilege" in declared.requires) is (tool in PRIVILEGED)
    assert ("privilege" in declared.description) is (tool in {*PRIVILEGED, "ask_for_privilege"})


def test_the_privilege_is_not_used_up(privileged: World, me: Person) -> None:
    for moid in me.moids:
        ok(privileged, "delete_moment", moid=moid)


@each_tool
def test_without_privilege_nobody_learns_what_is_there(tool: str, ordinary: Scene) -> None:
    """Privilege is checked before existence."""
    if tool in PRIVILEGED:
        unknown: dict[str, object] = {
            name: [NOBODY] if name == "uids" else value if isinstance(value, list) else NOTHING
            for name, value in ordinary.arguments[tool].items()
        }
        assert NEEDS_PRIVILEGE in refused(ordinary.world, tool, **unknown)


@each_tool
def test_every_other_call_meets_the_fault_of_its_kind(tool: str, stormy: Scene) -> None:
    arguments = stormy.arguments[tool]
    if tool in STEADY:
        assert ok(stormy.world, tool, **arguments)
        return
    sentence = faulted(stormy.world, tool, **arguments)
    if "password" in tool:
        assert sentence.startswith("A wrong password was entered and nothing was changed.")
    else:
        assert sentence.startswith("Network fault: the request did not get through")


def test_the_network_is_checked_before_privilege_and_existence(stormy: Scene) -> None:
    assert "Network fault" in faulted(stormy.world, "block", uid=NOBODY)
    assert "Network fault" in faulted(stormy.world, "get_contact_info", uid=NOBODY)
    assert "Network fault" in faulted(stormy.world, "checkout_all")


def test_the_arguments_are_checked_before_the_network(stormy: Scene) -> None:
    assert 'Argument "uid" is missing' in not_understood(stormy.world, "block", {})


def test_existence_is_checked_before_ownership_and_membership(privileged: World) -> None:
    handed = {"gid": NOTHING, "uid": NOBODY}
    assert "No group has the id" in refused(privileged, "change_owner_of_group", **handed)
    assert "No group has the id" in refused(privileged, "invite_new_member", **handed)


def test_no_tool_faults_more_than_three_times_in_a_row(stormy: Scene) -> None:
    statuses = [stormy.world.call("get_my_uid", {}).status for _ in range(8)]
    fault = "internal_error"
    assert statuses == [fault, fault, fault, "ok", fault, fault, fault, "ok"]


def test_calls_that_are_not_understood_bring_no_fault_nearer(stormy: Scene, me: Person) -> None:
    world = stormy.world
    for _ in range(3):
        faulted(world, "get_contact_info", uid=me.uid)
        not_understood(world, "get_contact_info", {"uid": 7})
        not_understood(world, "get_contact_info", None)
    ok(world, "get_contact_info", uid=me.uid)
    faulted(world, "get_contact_info", uid=me.uid)


def test_calls_of_other_tools_bring_no_fault_nearer(stormy: Scene) -> None:
    world = stormy.world
    for _ in range(3):
        faulted(world, "get_my_uid")
        world.call("list_all_tags", {})
        world.call("ask_for_privilege", {})
    assert ok(world, "get_my_uid")


def test_a_fork_goes_on_counting_where_its_world_stood(stormy: Scene) -> None:
    for _ in range(3):
        faulted(stormy.world, "get_my_uid")
    assert ok(stormy.world.fork(), "get_my_uid")


@each_tool
def test_acceleration_ends_the_network_faults_of_lighttalk(tool: str, stormy: Scene) -> None:
    assert ok(stormy.world, "acc_network") == {"network_accelerated": True}
    ok(stormy.world, "ask_for_privilege")
    talk = {declared.name for declared in tools("LightTalk")}
    if tool in talk:
        stormy.play(tool)
    else:
        faulted(stormy.world, tool, **stormy.arguments[tool])


def test_without_faults_acceleration_is_granted_all_the_same(world: World) -> None:
    assert ok(world, "acc_network") == {"network_accelerated": True}
    assert ok(world, "acc_network") == {"network_accelerated": True}
    assert world.state()["LightTalk"]["network_accelerated"] is True


def test_there_are_35_places_each_a_city_and_its_country(world: World) -> None:
    places = ok(world, "list_ip_choices")
    assert len(set(places)) == len(places) == 35
    assert all(len(place.split(", ")) == 2 for place in places)


def test_a_chosen_place_is_shown_on_later_moments_only(privileged: World) -> None:
    place, other = ok(privileged, "list_ip_choices")[:2]
    ok(privileged, "post_moment", content="One", img_urls=[])
    assert ok(privileged, "change_my_ip", where=place) == {"my_ip": place}
    ok(privileged, "post_moment", content="Two", img_urls=[])
    ok(privileged, "change_my_ip", where=other)
    ok(privileged, "post_moment", content="Three", img_urls=[])
    shown = [moment["ip"] for moment in ok(privileged, "get_my_moments")[-3:]]
    assert shown == ["unknown", place, other]
    assert privileged.state()["LightTalk"]["my_ip"] == other


@pytest.mark.parametrize("change", [str.lower, lambda place: place.split(",")[0], lambda _: "Moon"])
def test_only_listed_places_can_be_chosen(change: Callable[[str], str], world: World) -> None:
    where = change(ok(world, "list_ip_choices")[0])
    sentence = refused(world, "change_my_ip", where=where)
    assert sentence == f'"{where}" is not among the places that can be chosen.'
