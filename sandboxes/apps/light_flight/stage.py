"""What a world can do to LightFlight before an attempt and no tool can: seats, money, bookings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandboxes._world import World
from sandboxes.apps.light_flight.corpus_reader import places
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import (
    SEAT_CLASSES,
    Booking,
    Passenger,
    SeatClass,
)
from sandboxes.apps.light_flight.timetable import Flight
from sandboxes.apps.light_talk.data_model import LightTalk

_FEW = 8


def set_seats(world: World, fid: str, seat_class: SeatClass, seats: int) -> None:
    """Let a flight have so many seats left in a class."""
    app = world.app(LightFlight)
    left = app.seats.get(fid)
    assert left is not None, "only flights have seats"
    app.move_seats(fid, seat_class, seats - left.left(seat_class))


def set_balance(world: World, cents: int) -> None:
    """Let the user have so many cents."""
    account = world.app(LightFlight).account
    account.set(account.value._replace(balance=cents))


def set_star(world: World, aid: str, star: bool) -> None:
    """Let an airport be a favourite or not."""
    airports = world.app(LightFlight).airports
    airports.put(airports.of()[aid]._replace(star=star))


def clear_bookings(world: World) -> None:
    """Let no unpaid booking wait in the booking list."""
    app = world.app(LightFlight)
    for booking in app.waiting():
        app.bookings.remove(booking.bid)


def clear_passengers(world: World) -> None:
    """Let nobody be on the passenger list."""
    app = world.app(LightFlight)
    for pid in list(app.passengers.of()):
        app.passengers.remove(pid)


def plant_passenger(world: World, name: str, light_talk_uid: str = "") -> int:
    """Let somebody be on the passenger list already.

    Returns:
        The place in the list.
    """
    app = world.app(LightFlight)
    app.passengers.put(Passenger(world.new_id("passenger"), name, light_talk_uid))
    return len(app.passengers.of()) - 1


def plant_booking(
    world: World, fid: str, seat_class: SeatClass, passenger_idx: int, *, paid: bool = False
) -> str:
    """Let a flight be booked for a passenger already; if paid, it took its seat and no money.

    Returns:
        The id of the booking.
    """
    app = world.app(LightFlight)
    flight = app.flight(fid)
    assert flight is not None, "only flights are booked"
    passenger = list(app.passengers.of().values())[passenger_idx]
    booking = Booking(
        bid=world.new_id("booking"),
        fid=fid,
        seat_class=seat_class,
        total_price=flight.fare(seat_class),
        passenger_name=passenger.name,
        light_talk_uid=passenger.light_talk_uid,
        paid=paid,
    )
    app.bookings.put(booking)
    if paid:
        app.move_seats(fid, seat_class, -1)
    return booking.bid


def near(world: World, argument: str, arguments: Mapping[str, Any]) -> Sequence[str] | None:
    """What somebody might have taken an argument of a tool for.

    Args:
        world: The world before the call.
        argument: Name of the argument.
        arguments: All arguments of the call.

    Returns:
        Values that mean something there, the likeliest first; None for free text and for places
        in the passenger list, whose neighbours are near.
    """
    app = world.app(LightFlight)
    if argument == "fid":
        return _near_flights(app, arguments)
    if argument == "seat_class":
        return [c for c in SEAT_CLASSES if _has_seat(app, arguments["fid"], c)]
    if argument == "bid":
        return [booking.bid for booking in app.waiting()]
    if argument == "bids":
        return [booking.bid for booking in app.bookings.of().values() if booking.paid]
    if argument == "aid":
        return list(app.airports.of())
    if argument == "light_talk_uid":
        return ["", *world.app(LightTalk).directory()]
    if argument in ("city", "departure", "arrival"):
        return list(dict.fromkeys(place.city for place in places()))
    return None


def _near_flights(app: LightFlight, arguments: Mapping[str, Any]) -> list[str]:
    """A few flights of the same route, then others from the same airport, with seats as wanted."""
    flight = app.flight(arguments["fid"])
    if flight is None:
        return []
    seat_class = arguments.get("seat_class", SEAT_CLASSES[0])
    found: dict[str, None] = {}
    for fid in (*_along(app, flight), *_along(app, flight, anywhere=True)):
        if len(found) < _FEW and fid != flight.fid and _has_seat(app, fid, seat_class):
            found[fid] = None
    return list(found)


def _along(app: LightFlight, flight: Flight, *, anywhere: bool = False) -> list[str]:
    destinations = None if anywhere else (flight.destination,)
    return [fid for _, fid in sorted(app.departures((flight.origin,), destinations))]


def _has_seat(app: LightFlight, fid: str, seat_class: SeatClass) -> bool:
    seats = app.seats.get(fid)
    return seats is not None and seats.left(seat_class) > 0


def stray_write(world: World) -> tuple[str, dict[str, object]]:
    """A scored write that no task asks for: a favourite mark on the last airport without one."""
    app = world.app(LightFlight)
    aid = [airport.aid for airport in app.airports.of().values() if not airport.star][-1]
    return "star_airport", {"aid": aid}
