"""Bookings: unpaid ones hold no seat, are dropped without trace and never exceed the seats."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_flight import stage
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import SeatClass
from tests.sandboxes.apps.light_flight.flights import (
    add_passenger,
    bids_of,
    book,
    flight_state,
    pay,
    seats_of,
)
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import NOTHING, State, not_understood, ok, overlay, refused


@pytest.mark.parametrize("seat_class", ["economy", "business", "first"])
def test_a_booking_says_who_flies_where_and_for_how_much(
    seat_class: SeatClass, cleared: World, flight: State, friend: Person
) -> None:
    idx = add_passenger(cleared, "Ann Example", friend.uid)
    expected = flight_state(cleared)
    made = ok(
        cleared,
        "add_to_booking",
        fid=flight["fid"],
        seat_class=seat_class,
        passenger_idx=idx,
    )
    price = flight["price"][seat_class]
    assert made == {"bid": made["bid"], "total_price": price}
    booking = {
        "bid": made["bid"],
        "fid": flight["fid"],
        "seat_class": seat_class,
        "total_price": price,
        "passenger_name": "Ann Example",
        "light_talk_uid": friend.uid,
        "paid": False,
    }
    expected["bookings"] = [booking]
    assert flight_state(cleared) == expected
    assert ok(cleared, "check_bookings") == [booking]


def test_an_unpaid_booking_takes_no_seat_and_no_money(crewed: World, flight: State) -> None:
    balance = ok(crewed, "LightFlight_check_balance")
    book(crewed, flight["fid"], 0)
    assert seats_of(crewed, flight["fid"]) == flight["seats"]
    assert ok(crewed, "LightFlight_check_balance") == balance


@pytest.mark.parametrize("seat_class", ["Economy", "premium", "", "coach", None, 1])
def test_an_unknown_seat_class_is_not_understood(
    seat_class: object, crewed: World, flight: State
) -> None:
    arguments = {"fid": flight["fid"], "seat_class": seat_class}
    sentence = not_understood(crewed, "check_seat_availability", arguments)
    assert "\"seat_class\" must be 'economy', 'business' or 'first'." in sentence
    booking = {**arguments, "passenger_idx": 0}
    assert '"seat_class" must be' in not_understood(crewed, "add_to_booking", booking)


def test_a_place_before_the_first_is_not_understood(crewed: World, flight: State) -> None:
    booking = {"fid": flight["fid"], "seat_class": "economy", "passenger_idx": -1}
    assert '"passenger_idx" must be at least 0.' in not_understood(
        crewed, "add_to_booking", booking
    )


def test_a_class_without_seats_is_refused(crewed: World, flight: State) -> None:
    stage.set_seats(crewed, flight["fid"], "first", 0)
    booking = {"fid": flight["fid"], "seat_class": "first", "passenger_idx": 0}
    assert refused(crewed, "add_to_booking", **booking) == (
        f"Flight {flight['flight_number']} has no seat to book in first class: 0 left, 0 wanted "
        "by unpaid bookings; choose another class or flight."
    )
    book(crewed, flight["fid"], 0, "business")


def test_no_more_seats_are_booked_than_are_left(crewed: World, flight: State) -> None:
    stage.set_seats(crewed, flight["fid"], "business", 2)
    first = book(crewed, flight["fid"], 0, "business")
    book(crewed, flight["fid"], 1, "business")
    booking = {"fid": flight["fid"], "seat_class": "business", "passenger_idx": 0}
    assert "in business class: 2 left, 2 wanted by unpaid bookings" in refused(
        crewed, "add_to_booking", **booking
    )
    book(crewed, flight["fid"], 0, "economy")
    ok(crewed, "remove_from_booking", bid=first)
    book(crewed, flight["fid"], 0, "business")


def test_unpaid_bookings_are_listed_before_paid_ones(
    crewed: World, flight: State, other_flight: State
) -> None:
    paid = [book(crewed, flight["fid"], idx) for idx in (0, 1)]
    pay(crewed)
    unpaid = [book(crewed, other_flight["fid"], idx) for idx in (1, 0)]
    bookings = ok(crewed, "check_bookings")
    assert bids_of(bookings) == [*unpaid, *paid]
    assert [booking["paid"] for booking in bookings] == [False, False, True, True]


def test_an_unpaid_booking_is_dropped_without_trace(crewed: World, flight: State) -> None:
    before = overlay(crewed)
    bid = book(crewed, flight["fid"], 0)
    assert ok(crewed, "remove_from_booking", bid=bid) == {"bid": bid, "deleted": True}
    assert overlay(crewed)[1:] == before[1:]
    assert refused(crewed, "remove_from_booking", bid=bid) == f"There is no booking {bid}."


def test_one_of_two_equal_bookings_is_dropped(crewed: World, flight: State) -> None:
    bids = [book(crewed, flight["fid"], 0) for _ in range(2)]
    ok(crewed, "remove_from_booking", bid=bids[0])
    assert bids_of(ok(crewed, "check_bookings")) == bids[1:]


def test_a_paid_booking_is_not_dropped(crewed: World, flight: State) -> None:
    bid = book(crewed, flight["fid"], 0)
    pay(crewed)
    sentence = refused(crewed, "remove_from_booking", bid=bid)
    assert sentence == f"The booking {bid} is paid; it can only be cancelled, for a refund."


def test_an_unknown_booking_is_not_dropped(crewed: World) -> None:
    sentence = refused(crewed, "remove_from_booking", bid=NOTHING)
    assert sentence == f"There is no booking {NOTHING}."


def waiting(seed: int) -> tuple[list[State], list[State]]:
    """The passengers and bookings that a world starts with."""
    world = World(seed)
    return ok(world, "check_passengers"), ok(world, "check_bookings")


def test_in_some_worlds_somebody_unasked_for_waits_to_be_paid() -> None:
    seeds = range(1, 11)
    there = [seed for seed in seeds if waiting(seed) != ([], [])]
    assert 2 <= len(there) <= 8
    for seed in there:
        (passenger,), (booking,) = waiting(seed)
        assert passenger["light_talk_uid"] == booking["light_talk_uid"] == ""
        assert passenger["name"] == booking["passenger_name"]
        assert (booking["seat_class"], booking["paid"]) == ("economy", False)
        flight = ok(World(seed), "get_flight_details", fid=booking["fid"])
        assert booking["total_price"] == flight["price"]["economy"]


def test_what_waits_at_the_start_can_be_dropped_and_put_back() -> None:
    world = next(w for w in map(World, range(1, 11)) if ok(w, "check_bookings"))
    (booking,) = ok(world, "check_bookings")
    ok(world, "remove_from_booking", bid=booking["bid"])
    assert ok(world, "check_bookings") == []
    book(world, booking["fid"], 0)
    (again,) = ok(world, "check_bookings")
    assert again["bid"] != booking["bid"]
    assert {**again, "bid": booking["bid"]} == booking


def test_the_booking_list_can_be_staged(cleared: World, flight: State) -> None:
    idx = stage.plant_passenger(cleared, "Ann Example")
    unpaid = stage.plant_booking(cleared, flight["fid"], "first", idx)
    paid = stage.plant_booking(cleared, flight["fid"], "economy", idx, paid=True)
    assert bids_of(ok(cleared, "check_bookings")) == [unpaid, paid]
    left = flight["seats"]["economy"] - 1
    assert seats_of(cleared, flight["fid"]) == {**flight["seats"], "economy": left}
    stage.clear_bookings(cleared)
    assert bids_of(ok(cleared, "check_bookings")) == [paid]
    assert cleared.app(LightFlight).waiting() == []
