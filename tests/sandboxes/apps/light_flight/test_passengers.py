"""Passengers: a list by place, each perhaps linked to a contact of LightTalk."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.apps.light_flight.flights import add_passenger, book, flight_state, pay
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import NOBODY, State, ok, overlay, refused, talk_state


def listed(world: World) -> list[tuple[str, str]]:
    """Names and links in order; the places are those of the order."""
    passengers = ok(world, "check_passengers")
    assert [p["passenger_idx"] for p in passengers] == list(range(len(passengers)))
    return [(p["name"], p["light_talk_uid"]) for p in passengers]


def links(world: World) -> list[str]:
    """Every link to a contact in the state."""
    state = flight_state(world)
    return [entry["light_talk_uid"] for entry in (*state["passengers"], *state["bookings"])]


def test_a_passenger_is_added_at_the_end(cleared: World, friend: Person) -> None:
    expected = flight_state(cleared)
    first = ok(cleared, "add_passenger", name="Ann Example", light_talk_uid="")
    second = ok(cleared, "add_passenger", name="Bo Example", light_talk_uid=friend.uid)
    assert first == {"passenger_idx": 0, "name": "Ann Example", "light_talk_uid": ""}
    assert second == {"passenger_idx": 1, "name": "Bo Example", "light_talk_uid": friend.uid}
    assert listed(cleared) == [("Ann Example", ""), ("Bo Example", friend.uid)]
    state = flight_state(cleared)
    expected["passengers"] = [
        {"pid": entry["pid"], "name": name, "light_talk_uid": uid}
        for entry, (name, uid) in zip(state["passengers"], listed(cleared), strict=True)
    ]
    assert state == expected


def test_a_link_may_be_to_somebody_blocked_or_oneself(
    cleared: World, blocked_friend: Person, me: Person
) -> None:
    add_passenger(cleared, "Ann Example", blocked_friend.uid)
    add_passenger(cleared, "Bo Example", me.uid)
    assert [uid for _, uid in listed(cleared)] == [blocked_friend.uid, me.uid]


@pytest.mark.parametrize("uid", [NOBODY, "empty", "null", " "])
def test_a_link_to_nobody_known_is_refused(uid: str, cleared: World) -> None:
    sentence = refused(cleared, "add_passenger", name="Ann Example", light_talk_uid=uid)
    assert sentence == (
        f"No contact of LightTalk has the UID {uid}; give an empty text to link nobody."
    )


def test_the_same_passenger_is_added_once(cleared: World, friend: Person) -> None:
    add_passenger(cleared, "Ann Example")
    add_passenger(cleared, "Ann Example", friend.uid)
    sentence = refused(cleared, "add_passenger", name="Ann Example", light_talk_uid="")
    assert sentence == "Ann Example with no UID is on the passenger list already."
    sentence = refused(cleared, "add_passenger", name="Ann Example", light_talk_uid=friend.uid)
    assert f"Ann Example with the UID {friend.uid} is on" in sentence


def test_those_after_a_removed_passenger_move_up(crewed: World) -> None:
    add_passenger(crewed, "Cy Example")
    answer = ok(crewed, "remove_passenger", passenger_idx=1)
    assert answer == {"name": "Bo Example", "light_talk_uid": "", "deleted": True}
    assert listed(crewed) == [("Ann Example", ""), ("Cy Example", "")]


def test_a_passenger_added_and_removed_leaves_no_trace(world: World) -> None:
    before = overlay(world)
    idx = add_passenger(world, "Ann Example")
    ok(world, "remove_passenger", passenger_idx=idx)
    assert overlay(world)[1:] == before[1:]


def test_bookings_stay_as_they_are_when_their_passenger_is_removed(
    crewed: World, flight: State
) -> None:
    book(crewed, flight["fid"], 0)
    bookings = ok(crewed, "check_bookings")
    ok(crewed, "remove_passenger", passenger_idx=0)
    assert ok(crewed, "check_bookings") == bookings
    assert bookings[0]["passenger_name"] == "Ann Example"
    pay(crewed)


def test_a_place_that_the_list_does_not_have_is_refused(crewed: World, flight: State) -> None:
    booking = {"fid": flight["fid"], "seat_class": "economy"}
    for idx in (2, 3, 1_000_000):
        sentence = f"There is no passenger {idx}; the passenger list has 2, counted from 0."
        assert refused(crewed, "remove_passenger", passenger_idx=idx) == sentence
        assert refused(crewed, "add_to_booking", **booking, passenger_idx=idx) == sentence


def test_of_an_empty_list_no_place_is_there(cleared: World, flight: State) -> None:
    sentence = "There is no passenger 0; the passenger list is empty."
    booking = {"fid": flight["fid"], "seat_class": "economy"}
    assert refused(cleared, "remove_passenger", passenger_idx=0) == sentence
    assert refused(cleared, "add_to_booking", **booking, passenger_idx=0) == sentence


def test_deleting_a_contact_clears_its_links_and_nothing_else(
    cleared: World, friend: Person, other_friend: Person, flight: State
) -> None:
    add_passenger(cleared, "Ann Example", friend.uid)
    add_passenger(cleared, "Bo Example", other_friend.uid)
    book(cleared, flight["fid"], 0)
    pay(cleared)
    book(cleared, flight["fid"], 0, "business")
    book(cleared, flight["fid"], 1)
    expected = flight_state(cleared)
    ok(cleared, "ask_for_privilege")
    ok(cleared, "delete_contact", uid=friend.uid)
    for entry in (*expected["passengers"], *expected["bookings"]):
        if entry["light_talk_uid"] == friend.uid:
            entry["light_talk_uid"] = ""
    assert flight_state(cleared) == expected
    assert set(links(cleared)) == {"", other_friend.uid}
    assert friend.uid not in talk_state(cleared)["contacts"]


def test_two_passengers_of_one_name_may_stay_when_a_link_is_cleared(
    cleared: World, friend: Person
) -> None:
    add_passenger(cleared, "Ann Example")
    add_passenger(cleared, "Ann Example", friend.uid)
    ok(cleared, "ask_for_privilege")
    ok(cleared, "delete_contact", uid=friend.uid)
    assert listed(cleared) == [("Ann Example", "")] * 2
    ok(cleared, "remove_passenger", passenger_idx=1)
    assert listed(cleared) == [("Ann Example", "")]
