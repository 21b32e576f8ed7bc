"""What must always hold in LightFlight: money and seats are conserved, nothing dangles."""

from __future__ import annotations

from collections import Counter
from typing import Any

from sandboxes import Outcome, World
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import SEAT_CLASSES, Booking
from sandboxes.apps.light_talk.data_model import LightTalk


class Watch:
    """Looks on while tools are called.

    Args:
        world: The world at its beginning.
    """

    def __init__(self, world: World) -> None:
        self._fresh = world.fork()
        self._start_balance = world.app(LightFlight).account.value.balance
        self._paid = self._refunded = 0
        self._touched: set[str] = set()

    def see(
        self, before: World, name: str, arguments: dict[str, Any], outcome: Outcome, world: World
    ) -> None:
        """Assert what must hold after a call."""
        if outcome.ok and name == "checkout_bookings":
            self._paid += sum(b.total_price for b in before.app(LightFlight).waiting())
        if outcome.ok and name == "cancel_booking":
            was = before.app(LightFlight).bookings
            prices = [_there(was.get(bid)).total_price for bid in arguments["bids"]]
            self._refunded += sum(round(0.95 * price) for price in prices)
        app = world.app(LightFlight)
        self._touched |= {booking.fid for booking in app.bookings.of().values()}
        self._money(app)
        self._seats(app)
        self._people(world)

    def _money(self, app: LightFlight) -> None:
        balance = app.account.value.balance
        assert balance == self._start_balance - self._paid + self._refunded
        assert balance >= 0
        payments = list(app.payments.of().values())
        for payment in payments:
            seats = [(f, c, n) for f, by in payment.seats.items() for c, n in by.items()]
            assert len(payment.bids) == sum(count for _, _, count in seats) > 0
            assert payment.total == sum(_fare(app, fid, c) * count for fid, c, count in seats)
        assert sum(payment.total for payment in payments) == self._paid
        assert sum(refund.refund for refund in app.refunds.of().values()) == self._refunded

    def _seats(self, app: LightFlight) -> None:
        fresh = self._fresh.app(LightFlight)
        bookings = app.bookings.of().values()
        taken = Counter((b.fid, b.seat_class) for b in bookings if b.paid)
        for fid in sorted(self._touched):
            now, start = app.seats.get(fid), fresh.seats.get(fid)
            assert now is not None, "every booking names a flight"
            assert start is not None
            for seat_class in SEAT_CLASSES:
                left = now.left(seat_class)
                assert left == start.left(seat_class) - taken[fid, seat_class] >= 0
        assert {path[0] for path, _ in app.seats.changes()} <= self._touched
        for booking in bookings:
            assert booking.total_price == _fare(app, booking.fid, booking.seat_class)

    def _people(self, world: World) -> None:
        app, contacts = world.app(LightFlight), world.app(LightTalk).contacts
        links = [passenger.light_talk_uid for passenger in app.passengers.of().values()]
        links += [booking.light_talk_uid for booking in app.bookings.of().values()]
        assert all(uid == "" or contacts.get(uid) is not None for uid in links)


def _there(booking: Booking | None) -> Booking:
    assert booking is not None, "only bookings that were there are cancelled"
    return booking


def _fare(app: LightFlight, fid: str, seat_class: Any) -> int:
    flight = app.flight(fid)
    assert flight is not None
    return flight.fare(seat_class)
