"""Payments: the password, the balance, the seats, what comes back and what is kept of it."""

from __future__ import annotations

import pytest

from sandboxes import FaultProfile, World
from sandboxes.apps.light_flight import stage
from tests.sandboxes.apps.light_flight.flights import (
    NO_PASSWORD,
    add_passenger,
    bids_of,
    book,
    cents,
    flight_state,
    pay,
    seats_of,
)
from tests.sandboxes.calls import (
    NOTHING,
    STORM,
    State,
    faulted,
    not_understood,
    now,
    ok,
    refused,
)


def balance(world: World) -> float:
    """What the account holds."""
    found = ok(world, "LightFlight_check_balance")
    assert type(found) is float
    return found


def test_the_balance_is_a_number(world: World) -> None:
    assert balance(world) == flight_state(world)["balance"]
    assert 15_000 <= balance(world) <= 60_000


def test_the_balance_is_not_that_of_the_shop(world: World) -> None:
    stage.set_balance(world, 123_45)
    assert balance(world) == 123.45
    assert ok(world, "check_balance") != 123.45


def test_the_password_lies_ready_once_entered(world: World) -> None:
    expected = flight_state(world)
    assert ok(world, "LightFlight_wait_payment_password") == {"password_ready": True}
    expected["password_ready"] = True
    assert flight_state(world) == expected
    world.begin()
    assert flight_state(world)["password_ready"] is False


def test_a_wrong_password_may_be_entered(world: World) -> None:
    stormy = world.fork(STORM)
    sentence = faulted(stormy, "LightFlight_wait_payment_password")
    assert sentence == "A wrong password was entered and nothing was changed. Ask for it again."
    calm = world.fork(FaultProfile("calm", unstable=(1.0, 1.0), elsewhere=1.0))
    ok(calm, "LightFlight_wait_payment_password")


def test_the_shops_password_pays_for_no_flight(crewed: World, flight: State) -> None:
    book(crewed, flight["fid"], 0)
    ok(crewed, "wait_payment_password")
    assert refused(crewed, "checkout_bookings") == NO_PASSWORD


def test_the_password_is_asked_for_before_the_bookings_are_looked_at(cleared: World) -> None:
    assert refused(cleared, "checkout_bookings") == NO_PASSWORD


def test_a_checkout_takes_money_and_seats_and_marks_all_bookings_paid(
    crewed: World, flight: State, other_flight: State
) -> None:
    bids = [
        book(crewed, flight["fid"], 0),
        book(crewed, flight["fid"], 1),
        book(crewed, flight["fid"], 0, "first"),
        book(crewed, other_flight["fid"], 1, "business"),
    ]
    ok(crewed, "LightFlight_wait_payment_password")
    expected, time = flight_state(crewed), now(crewed)
    total = 2 * flight["price"]["economy"] + flight["price"]["first"]
    total += other_flight["price"]["business"]
    paid = ok(crewed, "checkout_bookings")
    assert paid == {"brid": paid["brid"], "total": total, "bids": bids}
    expected["balance"] -= total
    expected["password_ready"] = False
    for booking in expected["bookings"]:
        booking["paid"] = True
    expected["flights"][flight["fid"]]["economy"] -= 2
    expected["flights"][flight["fid"]]["first"] -= 1
    expected["flights"][other_flight["fid"]]["business"] -= 1
    payment = {
        "brid": paid["brid"],
        "timestamp": time,
        "total": total,
        "bids": bids,
        "seats": {
            flight["fid"]: {"economy": 2, "first": 1},
            other_flight["fid"]: {"business": 1},
        },
    }
    expected["booking_history"] = [payment]
    assert flight_state(crewed) == expected
    assert ok(crewed, "get_booking_history") == {"payments": [payment], "refunds": []}
    assert seats_of(crewed, flight["fid"])["economy"] == flight["seats"]["economy"] - 2


def test_what_waited_at_the_start_is_paid_too() -> None:
    world = next(w for w in map(World, range(1, 11)) if ok(w, "check_bookings"))
    (booking,) = ok(world, "check_bookings")
    assert pay(world)["bids"] == [booking["bid"]]
    assert ok(world, "check_bookings") == [{**booking, "paid": True}]


def test_what_is_paid_is_not_paid_again(crewed: World, flight: State) -> None:
    book(crewed, flight["fid"], 0)
    pay(crewed)
    before = balance(crewed)
    second = book(crewed, flight["fid"], 1)
    assert pay(crewed)["bids"] == [second]
    assert balance(crewed) == before - flight["price"]["economy"]


def test_the_password_is_used_up_by_one_checkout(crewed: World, flight: State) -> None:
    book(crewed, flight["fid"], 0)
    pay(crewed)
    book(crewed, flight["fid"], 0)
    assert refused(crewed, "checkout_bookings") == NO_PASSWORD


def test_nothing_to_pay_is_refused_and_the_password_kept(crewed: World, flight: State) -> None:
    book(crewed, flight["fid"], 0)
    pay(crewed)
    ok(crewed, "LightFlight_wait_payment_password")
    assert refused(crewed, "checkout_bookings") == "No booking is waiting to be paid."
    book(crewed, flight["fid"], 0)
    ok(crewed, "checkout_bookings")


def test_too_little_money_is_refused_and_the_password_kept(crewed: World, flight: State) -> None:
    price = cents(flight["price"]["economy"])
    stage.set_balance(crewed, 2 * price - 1)
    bids = [book(crewed, flight["fid"], idx) for idx in (0, 1)]
    ok(crewed, "LightFlight_wait_payment_password")
    assert refused(crewed, "checkout_bookings") == (
        f"The bookings cost {2 * price / 100:.2f}, the balance is {(2 * price - 1) / 100:.2f}."
    )
    ok(crewed, "remove_from_booking", bid=bids[0])
    ok(crewed, "checkout_bookings")
    assert balance(crewed) == (price - 1) / 100


def test_the_last_cent_can_be_spent(crewed: World, flight: State) -> None:
    stage.set_balance(crewed, cents(flight["price"]["first"]))
    book(crewed, flight["fid"], 0, "first")
    pay(crewed)
    assert balance(crewed) == 0


def test_a_flight_that_lacks_seats_is_refused_whole_and_the_password_kept(
    crewed: World, flight: State, other_flight: State
) -> None:
    """Somebody else took the seats in the meantime."""
    book(crewed, other_flight["fid"], 0)
    bids = [book(crewed, flight["fid"], idx, "business") for idx in (0, 1)]
    stage.set_seats(crewed, flight["fid"], "business", 1)
    ok(crewed, "LightFlight_wait_payment_password")
    assert refused(crewed, "checkout_bookings") == (
        f"Flight {flight['flight_number']} lacks seats in business class: 1 left, 2 to be paid "
        "for; drop bookings of it first."
    )
    ok(crewed, "remove_from_booking", bid=bids[1])
    ok(crewed, "checkout_bookings")
    assert seats_of(crewed, flight["fid"])["business"] == 0


@pytest.mark.parametrize("seat_class", ["economy", "business", "first"])
def test_a_cancelled_booking_gives_its_seat_and_most_of_its_price_back(
    seat_class: str, crewed: World, flight: State
) -> None:
    bid = book(crewed, flight["fid"], 1, seat_class)
    pay(crewed)
    expected, time = flight_state(crewed), now(crewed)
    refund = 95 * cents(flight["price"][seat_class]) / 10_000
    answer = ok(crewed, "cancel_booking", bids=[bid])
    assert answer == {"refunds": [{"bid": bid, "refund": refund}], "total": refund}
    expected["balance"] = (cents(expected["balance"]) + cents(refund)) / 100
    expected["bookings"] = []
    expected["flights"][flight["fid"]][seat_class] += 1
    state = flight_state(crewed)
    expected["refunds"] = [
        {
            "rid": state["refunds"][0]["rid"],
            "timestamp": time,
            "bid": bid,
            "fid": flight["fid"],
            "seat_class": seat_class,
            "passenger_name": "Bo Example",
            "refund": refund,
        }
    ]
    assert state == expected
    assert ok(crewed, "get_booking_history")["refunds"] == expected["refunds"]
    assert seats_of(crewed, flight["fid"]) == flight["seats"]


def test_several_bookings_are_cancelled_at_once_and_the_others_stay(
    crewed: World, flight: State, other_flight: State
) -> None:
    bids = [
        book(crewed, flight["fid"], 0),
        book(crewed, flight["fid"], 1),
        book(crewed, other_flight["fid"], 0),
    ]
    pay(crewed)
    before = balance(crewed)
    refunds = [0.95 * f["price"]["economy"] for f in (other_flight, flight)]
    answer = ok(crewed, "cancel_booking", bids=[bids[2], bids[0]])
    assert [entry["bid"] for entry in answer["refunds"]] == [bids[2], bids[0]]
    assert [entry["refund"] for entry in answer["refunds"]] == pytest.approx(refunds)
    assert answer["total"] == pytest.approx(sum(refunds))
    assert cents(balance(crewed)) == cents(before) + cents(sum(refunds))
    assert bids_of(ok(crewed, "check_bookings")) == [bids[1]]


def test_one_call_or_several_cancel_to_the_same_end(
    crewed: World, flight: State, other_flight: State
) -> None:
    bids = [book(crewed, f["fid"], 0) for f in (flight, other_flight)]
    pay(crewed)
    once, twice = crewed.fork(), crewed.fork()
    ok(once, "cancel_booking", bids=bids)
    for bid in bids:
        ok(twice, "cancel_booking", bids=[bid])
    states = flight_state(once), flight_state(twice)
    for state in states:
        for refund in state["refunds"]:
            refund["timestamp"] = ""
    assert states[0] == states[1]


def test_one_wrong_booking_refuses_the_whole_cancellation(crewed: World, flight: State) -> None:
    paid = [book(crewed, flight["fid"], idx) for idx in (0, 1)]
    pay(crewed)
    unpaid = book(crewed, flight["fid"], 0, "business")
    gone = paid.pop()
    ok(crewed, "cancel_booking", bids=[gone])
    wrong = {
        NOTHING: f"There is no booking {NOTHING}.",
        gone: f"There is no booking {gone}.",
        unpaid: f"The booking {unpaid} is not paid; take it off the booking list instead.",
        paid[0]: f"The booking {paid[0]} is named twice; name each one once.",
    }
    for bid, sentence in wrong.items():
        assert refused(crewed, "cancel_booking", bids=[*paid, bid]) == sentence
        assert refused(crewed, "cancel_booking", bids=[bid, *paid]) == sentence
    ok(crewed, "cancel_booking", bids=paid)


def test_a_cancellation_names_one_to_a_hundred_bookings(crewed: World) -> None:
    assert "at least 1 element" in not_understood(crewed, "cancel_booking", {"bids": []})
    many = {"bids": [NOTHING] * 101}
    assert "at most 100 elements" in not_understood(crewed, "cancel_booking", many)


def test_a_cancelled_seat_can_be_booked_again(crewed: World, flight: State) -> None:
    stage.set_seats(crewed, flight["fid"], "first", 1)
    bid = book(crewed, flight["fid"], 0, "first")
    pay(crewed)
    booking = {"fid": flight["fid"], "seat_class": "first", "passenger_idx": 1}
    assert "no seat to book in first class" in refused(crewed, "add_to_booking", **booking)
    ok(crewed, "cancel_booking", bids=[bid])
    book(crewed, flight["fid"], 1, "first")


def test_payments_and_refunds_are_listed_oldest_first(crewed: World, flight: State) -> None:
    assert ok(crewed, "get_booking_history") == {"payments": [], "refunds": []}
    bids, brids = [], []
    for idx in (0, 1, 0):
        bids.append(book(crewed, flight["fid"], idx))
        brids.append(pay(crewed)["brid"])
    for bid in bids[1:]:
        ok(crewed, "cancel_booking", bids=[bid])
    history = ok(crewed, "get_booking_history")
    assert [payment["brid"] for payment in history["payments"]] == brids
    assert [refund["bid"] for refund in history["refunds"]] == bids[1:]


def test_who_is_no_longer_a_passenger_can_still_be_refunded(cleared: World, flight: State) -> None:
    bid = book(cleared, flight["fid"], add_passenger(cleared, "Ann Example"))
    pay(cleared)
    ok(cleared, "remove_passenger", passenger_idx=0)
    ok(cleared, "cancel_booking", bids=[bid])
    (refund,) = ok(cleared, "get_booking_history")["refunds"]
    assert refund["passenger_name"] == "Ann Example"
