"""What is the same end for a score: ids, order and detours do not count, people and seats do."""

from __future__ import annotations

import pytest

from evaluators import Expectation, Score, score, spec_from_json
from sandboxes import World, declaration, evidence
from tests.sandboxes.apps.light_flight.flights import add_passenger, book, pay
from tests.sandboxes.calls import State, ok

HISTORY = "LightFlight/booking_history"


def scored(old: World, truth: World, new: World) -> Score:
    """The score of an end, the number of checkouts left free."""
    before, wanted, found = evidence(old, truth, new)
    spec = spec_from_json(declaration())
    return score(before, [Expectation(wanted, summed=(HISTORY,))], found, spec)


@pytest.fixture
def truth(crewed: World, flight: State, other_flight: State) -> World:
    """Ann and Bo fly together, on two flights, paid at once."""
    fork = crewed.fork()
    for fid in (flight["fid"], other_flight["fid"]):
        for idx in (0, 1):
            book(fork, fid, idx)
    pay(fork)
    return fork


def test_the_same_bookings_in_another_order_with_detours_and_two_payments_are_right(
    crewed: World, truth: World, flight: State, other_flight: State
) -> None:
    new = crewed.fork()
    ok(new, "remove_from_booking", bid=book(new, flight["fid"], 0, "first"))
    for idx in (1, 0):
        book(new, other_flight["fid"], idx)
    pay(new)
    for idx in (1, 0):
        book(new, flight["fid"], idx)
    pay(new)
    found = scored(crewed, truth, new)
    assert found.correct
    assert found.total > 20


@pytest.mark.parametrize("wrong", ["passenger", "class", "doubled"])
def test_another_passenger_or_class_or_a_doubled_booking_is_wrong(
    wrong: str, crewed: World, truth: World, flight: State, other_flight: State
) -> None:
    new = crewed.fork()
    book(new, other_flight["fid"], 0)
    book(new, other_flight["fid"], 0 if wrong == "passenger" else 1)
    book(new, flight["fid"], 0)
    book(new, flight["fid"], 1, "business" if wrong == "class" else "economy")
    if wrong == "doubled":
        book(new, flight["fid"], 1)
    pay(new)
    found = scored(crewed, truth, new)
    assert not found.correct
    assert found.misbehaving > 0


def test_what_is_dropped_and_put_back_is_the_same(crewed: World, flight: State) -> None:
    bid = book(crewed, flight["fid"], 0)
    new, truth = crewed.fork(), crewed.fork()
    ok(truth, "star_airport", aid="airport_1")
    ok(new, "star_airport", aid="airport_1")
    ok(new, "remove_from_booking", bid=bid)
    assert not scored(crewed, truth, new).correct
    ok(new, "remove_passenger", passenger_idx=0)
    ann = add_passenger(new, "Ann Example")
    assert ann == 1, "Bo moved up"
    again = book(new, flight["fid"], ann)
    assert again != bid
    assert scored(crewed, truth, new).correct
    ok(new, "remove_from_booking", bid=again)
    book(new, flight["fid"], 0)
    assert not scored(crewed, truth, new).correct


def test_a_cancellation_counts_money_seat_and_refund(crewed: World, flight: State) -> None:
    bids = [book(crewed, flight["fid"], idx) for idx in (0, 1)]
    pay(crewed)
    truth, late, wrong = crewed.fork(), crewed.fork(), crewed.fork()
    ok(truth, "cancel_booking", bids=bids)
    for bid in reversed(bids):
        ok(late, "cancel_booking", bids=[bid])
    ok(wrong, "cancel_booking", bids=bids[:1])
    assert scored(crewed, truth, late).correct
    assert scored(crewed, truth, wrong).correct_changes < scored(crewed, truth, truth).total
