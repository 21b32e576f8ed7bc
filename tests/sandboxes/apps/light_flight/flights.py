"""Flights and passengers as the tests speak of them."""

from __future__ import annotations

from collections.abc import Sequence

from sandboxes import World
from sandboxes.apps.light_flight.data_model import LightFlight
from tests.sandboxes.calls import State, ok

NO_PASSWORD = "The payment password has not been entered; ask the user for it first."


def cents(amount: float) -> int:
    """An amount of money in whole cents."""
    return round(100 * amount)


def flight_state(world: World) -> State:
    """The state of LightFlight as fresh JSON."""
    return world.app(LightFlight).export(whole=True)


def flights_from(world: World, city: str) -> list[State]:
    """The details of a city's departures, earliest first."""
    fids = ok(world, "get_fids_by_departure", departure=city)
    return [ok(world, "get_flight_details", fid=fid) for fid in fids]


def cheap_flights(world: World, count: int) -> list[State]:
    """Flights from Oslo with seats in every class, the cheapest first."""
    roomy = [f for f in flights_from(world, "Oslo") if min(f["seats"].values()) >= 2]
    found = sorted(roomy, key=lambda flight: float(flight["price"]["economy"]))[:count]
    assert len(found) == count
    return found


def add_passenger(world: World, name: str, uid: str = "") -> int:
    """Put somebody on the passenger list: the place there."""
    return int(ok(world, "add_passenger", name=name, light_talk_uid=uid)["passenger_idx"])


def book(world: World, fid: str, idx: int, seat_class: str = "economy") -> str:
    """Book a seat, unpaid: the id of the booking."""
    made = ok(world, "add_to_booking", fid=fid, seat_class=seat_class, passenger_idx=idx)
    return str(made["bid"])


def pay(world: World) -> State:
    """Enter the password and pay for all unpaid bookings."""
    ok(world, "LightFlight_wait_payment_password")
    paid: State = ok(world, "checkout_bookings")
    return paid


def seats_of(world: World, fid: str) -> State:
    """The seats that a flight has left, by class."""
    seats: State = ok(world, "get_flight_details", fid=fid)["seats"]
    return seats


def bids_of(bookings: Sequence[State]) -> list[str]:
    """The ids of bookings."""
    return [str(booking["bid"]) for booking in bookings]
