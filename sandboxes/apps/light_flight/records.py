"""The records of LightFlight, each field declared scored, neutral or id/time."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from sandboxes._records import Cents, Collection, IdTime, Neutral, Scored

SeatClass = Literal["economy", "business", "first"]
SEAT_CLASSES: tuple[SeatClass, ...] = ("economy", "business", "first")


class Account(NamedTuple):
    """The user's money, and whether a payment password lies ready."""

    balance: Scored[Cents]
    password_ready: Neutral[bool] = False


class Airport(NamedTuple):
    """An airport, the same in every world but for the favourite mark."""

    aid: Scored[str]
    code: Scored[str]
    name: Scored[str]
    city: Scored[str]
    country: Scored[str]
    star: Scored[bool]


class Seats(NamedTuple):
    """The seats that a flight has left; all else of a flight never changes."""

    fid: Scored[str]
    economy: Scored[int]
    business: Scored[int]
    first: Scored[int]

    def left(self, seat_class: SeatClass) -> int:
        """How many seats of a class are left."""
        by_class = {"economy": self.economy, "business": self.business, "first": self.first}
        return by_class[seat_class]

    def changed(self, seat_class: SeatClass, by: int) -> Seats:
        """The same with more seats of a class, or fewer if negative."""
        named: dict[str, Any] = {seat_class: self.left(seat_class) + by}
        return self._replace(**named)


class Passenger(NamedTuple):
    """Somebody for whom flights can be booked; the UID is empty where nobody is linked."""

    pid: IdTime[str]
    name: Scored[str]
    light_talk_uid: Scored[str]


class Booking(NamedTuple):
    """A seat for a passenger, who is written down as the passenger list had him then."""

    bid: IdTime[str]
    fid: Scored[str]
    seat_class: Scored[SeatClass]
    total_price: Scored[Cents]
    passenger_name: Scored[str]
    light_talk_uid: Scored[str]
    paid: Scored[bool]


class Payment(NamedTuple):
    """One checkout: its total, and the seats paid for by flight and class."""

    brid: IdTime[str]
    timestamp: IdTime[str]
    total: Scored[Cents]
    bids: IdTime[tuple[str, ...]]
    seats: Scored[Mapping[str, Mapping[str, int]]]


class Refund(NamedTuple):
    """What came back for one cancelled booking."""

    rid: IdTime[str]
    timestamp: IdTime[str]
    bid: IdTime[str]
    fid: Scored[str]
    seat_class: Scored[SeatClass]
    passenger_name: Scored[str]
    refund: Scored[Cents]


AIRPORTS = Collection("airports", Airport, "aid", keyed=True)
FLIGHTS = Collection("flights", Seats, "fid", keyed=True, lazy=True)
PASSENGERS = Collection(
    "passengers", Passenger, "pid", keys=("name", "light_talk_uid"), restores=True
)
BOOKINGS = Collection(
    "bookings",
    Booking,
    "bid",
    keys=("fid", "seat_class", "passenger_name", "light_talk_uid"),
    restores=True,
)
PAYMENTS = Collection("booking_history", Payment, "brid", sum_by=())
REFUNDS = Collection("refunds", Refund, "rid", keys=("fid", "seat_class", "passenger_name"))
