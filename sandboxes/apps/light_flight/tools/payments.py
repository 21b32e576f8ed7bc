"""Tools about money: the balance, the password, paying, and what was paid and came back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from sandboxes._faults import FaultKind
from sandboxes._outcome import Refused
from sandboxes._records import as_json, shown, units
from sandboxes._tool import tool
from sandboxes.apps.light_flight.checks import known_flight, seats_left
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import Booking, Payment, SeatClass

PASSWORD = "flight payment password"  # noqa: S105 - what the catalogue calls it, not a secret


@tool(mutates=False, requires=(), provides=())
def check_balance(app: LightFlight) -> float:
    """Tell the balance of the user's flight account.

    Returns:
        The balance, a number.
    """
    return units(app.account.value.balance)


@tool(mutates=True, requires=(), provides=(PASSWORD,), faults=FaultKind.PASSWORD)
def wait_payment_password(app: LightFlight) -> dict[str, Any]:
    """Ask the user to enter the flight payment password, which one payment needs and uses up.

    The user may mistype it; ask again then.

    Returns:
        {password_ready}.
    """
    app.account.set(app.account.value._replace(password_ready=True))
    return {"password_ready": True}


@tool(mutates=True, requires=(PASSWORD, "booking"), provides=("paid booking",))
def checkout_bookings(app: LightFlight) -> dict[str, Any]:
    """Pay for every unpaid booking, which takes the seats. Needs the password and uses it up.

    The password is the flight payment password.

    Refused, with nothing paid and the password kept, if no booking is unpaid, if a flight lacks a
    seat, or if the balance is too small.

    Returns:
        {brid, total, bids}, the id and amount of the payment and the bookings that it paid for.
    """
    account = app.account.value
    bookings = app.waiting()
    if not account.password_ready:
        raise Refused("The payment password has not been entered; ask the user for it first.")
    if not bookings:
        raise Refused("No booking is waiting to be paid.")
    wanted = Counter((booking.fid, booking.seat_class) for booking in bookings)
    _need_seats(app, wanted)
    total = sum(booking.total_price for booking in bookings)
    if total > account.balance:
        raise Refused(f"The bookings cost {shown(total)}, the balance is {shown(account.balance)}.")
    app.account.set(account._replace(balance=account.balance - total, password_ready=False))
    for (fid, seat_class), count in wanted.items():
        app.move_seats(fid, seat_class, -count)
    for booking in bookings:
        app.bookings.put(booking._replace(paid=True))
    payment = _recorded(app, bookings, total)
    return {"brid": payment.brid, "total": units(total), "bids": list(payment.bids)}


def _need_seats(app: LightFlight, wanted: Counter[tuple[str, SeatClass]]) -> None:
    for (fid, seat_class), count in wanted.items():
        left = seats_left(app, fid, seat_class)
        if count > left:
            raise Refused(
                f"Flight {known_flight(app, fid).number} lacks seats in {seat_class} class: {left} "
                f"left, {count} to be paid for; drop bookings of it first."
            )


def _recorded(app: LightFlight, bookings: Sequence[Booking], total: int) -> Payment:
    world = app.world
    seats: dict[str, dict[str, int]] = {}
    for booking in bookings:
        of_flight = seats.setdefault(booking.fid, {})
        of_flight[booking.seat_class] = of_flight.get(booking.seat_class, 0) + 1
    payment = Payment(
        brid=world.new_id("booking_rec"),
        timestamp=world.timestamp(),
        total=total,
        bids=tuple(booking.bid for booking in bookings),
        seats=seats,
    )
    app.payments.put(payment)
    return payment


@tool(mutates=False, requires=(), provides=())
def get_booking_history(app: LightFlight) -> dict[str, Any]:
    """List all payments and refunds.

    Returns:
        {payments, refunds}, the oldest first. A payment is {brid, timestamp, total, bids, seats};
        seats gives the number of seats paid for by fid and class. A refund is {rid, timestamp,
        bid, fid, seat_class, passenger_name, refund}. Both may name bookings that were cancelled
        later.
    """
    return {
        "payments": [as_json(payment) for payment in app.payments.of().values()],
        "refunds": [as_json(refund) for refund in app.refunds.of().values()],
    }
