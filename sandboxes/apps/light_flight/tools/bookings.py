"""Tools about bookings: making, listing, dropping and cancelling them."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._records import as_json, units
from sandboxes._tool import tool
from sandboxes._types import Identifier, Index
from sandboxes.apps.light_flight.checks import (
    known_booking,
    known_flight,
    known_passenger,
    seats_left,
)
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import Booking, Refund, SeatClass

REFUNDED_PERCENT = 95
Bookings = Annotated[list[Identifier], Field(min_length=1, max_length=100)]


@tool(mutates=True, requires=("flight", "passenger"), provides=("booking",))
def add_to_booking(
    app: LightFlight, fid: Identifier, seat_class: SeatClass, passenger_idx: Index
) -> dict[str, Any]:
    """Put an unpaid booking of one seat for a passenger on the booking list.

    It holds no seat until it is paid for.

    Refused if there is no such flight or passenger, or if the class has no seat left besides
    those that unpaid bookings are waiting for.

    Args:
        fid: Id of the flight.
        seat_class: The class: "economy", "business" or "first".
        passenger_idx: The passenger's place in the passenger list, counted from 0.

    Returns:
        {bid, total_price}, the id of the booking and what it costs.
    """
    flight = known_flight(app, fid)
    passenger = known_passenger(app, passenger_idx)
    left = seats_left(app, fid, seat_class)
    wanted = sum(1 for b in app.waiting() if (b.fid, b.seat_class) == (fid, seat_class))
    if wanted >= left:
        raise Refused(
            f"Flight {flight.number} has no seat to book in {seat_class} class: {left} left, "
            f"{wanted} wanted by unpaid bookings; choose another class or flight."
        )
    booking = Booking(
        bid=app.world.new_id("booking"),
        fid=fid,
        seat_class=seat_class,
        total_price=flight.fare(seat_class),
        passenger_name=passenger.name,
        light_talk_uid=passenger.light_talk_uid,
        paid=False,
    )
    app.bookings.put(booking)
    return {"bid": booking.bid, "total_price": units(booking.total_price)}


@tool(mutates=False, requires=(), provides=("booking", "paid booking", "flight"))
def check_bookings(app: LightFlight) -> list[dict[str, Any]]:
    """List all bookings, the unpaid ones first.

    Returns:
        A list of {bid, fid, seat_class, total_price, passenger_name, light_talk_uid, paid}; of the
        unpaid and of the paid ones, the oldest first.
    """
    listed = sorted(app.bookings.of().values(), key=lambda booking: booking.paid)
    return [as_json(booking) for booking in listed]


@tool(mutates=True, requires=("booking",), provides=())
def remove_from_booking(app: LightFlight, bid: Identifier) -> dict[str, Any]:
    """Drop an unpaid booking.

    Refused if there is no such booking or it is paid.

    Args:
        bid: Id of the booking.

    Returns:
        {bid, deleted}.
    """
    if known_booking(app, bid).paid:
        raise Refused(f"The booking {bid} is paid; it can only be cancelled, for a refund.")
    app.bookings.remove(bid)
    return {"bid": bid, "deleted": True}


@tool(mutates=True, requires=("paid booking",), provides=())
def cancel_booking(app: LightFlight, bids: Bookings) -> dict[str, Any]:
    """Cancel paid bookings: 95 % of the price comes back, the seats are free again.

    Refused whole, with nothing cancelled, if one of them is unknown, not paid or named twice.

    Args:
        bids: Ids of the bookings.

    Returns:
        {refunds, total}; refunds is a list of {bid, refund} in the order asked for, total is what
        came back in all.
    """
    if len(set(bids)) < len(bids):
        twice = next(bid for bid in bids if bids.count(bid) > 1)
        raise Refused(f"The booking {twice} is named twice; name each one once.")
    bookings = [known_booking(app, bid) for bid in bids]
    for booking in bookings:
        if not booking.paid:
            raise Refused(
                f"The booking {booking.bid} is not paid; take it off the booking list instead."
            )
    refunds = [_cancelled(app, booking) for booking in bookings]
    total = sum(refund.refund for refund in refunds)
    account = app.account.value
    app.account.set(account._replace(balance=account.balance + total))
    return {
        "refunds": [{"bid": r.bid, "refund": units(r.refund)} for r in refunds],
        "total": units(total),
    }


def _cancelled(app: LightFlight, booking: Booking) -> Refund:
    world = app.world
    refund = Refund(
        rid=world.new_id("refund_rec"),
        timestamp=world.timestamp(),
        bid=booking.bid,
        fid=booking.fid,
        seat_class=booking.seat_class,
        passenger_name=booking.passenger_name,
        refund=(booking.total_price * REFUNDED_PERCENT + 50) // 100,
    )
    app.bookings.remove(booking.bid)
    app.move_seats(booking.fid, booking.seat_class, +1)
    app.refunds.put(refund)
    return refund
