"""The checks that LightFlight's tools share."""

from __future__ import annotations

import re
from datetime import date, datetime

from sandboxes._outcome import Refused
from sandboxes.apps.light_flight.corpus_reader import airports_of_cities
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import Airport, Booking, Passenger, SeatClass
from sandboxes.apps.light_flight.timetable import Flight

_DATE = re.compile("[0-9]{4}-[0-9]{2}-[0-9]{2}(?:[ T][0-9]{2}:[0-9]{2}(?::[0-9]{2})?)?")


def airports_of(city: str) -> tuple[int, ...]:
    """The numbers of a city's airports."""
    found = airports_of_cities().get(city.casefold())
    if found is None:
        raise Refused(f'No airport is in a city called "{city}"; list the cities to see them all.')
    return found


def known_airport(app: LightFlight, aid: str) -> Airport:
    """The airport."""
    airport = app.airports.get(aid)
    if airport is None:
        raise Refused(f"No airport has the id {aid}.")
    return airport


def known_flight(app: LightFlight, fid: str) -> Flight:
    """The flight."""
    flight = app.flight(fid)
    if flight is None:
        raise Refused(f"No flight has the id {fid}.")
    return flight


def seats_left(app: LightFlight, fid: str, seat_class: SeatClass) -> int:
    """How many seats of a class a known flight has left."""
    seats = app.seats.get(fid)
    assert seats is not None, "every flight has seats"
    return seats.left(seat_class)


def known_passenger(app: LightFlight, passenger_idx: int) -> Passenger:
    """The passenger at a place of the list."""
    listed = list(app.passengers.of().values())
    if passenger_idx >= len(listed):
        there = f"has {len(listed)}, counted from 0" if listed else "is empty"
        raise Refused(f"There is no passenger {passenger_idx}; the passenger list {there}.")
    return listed[passenger_idx]


def known_booking(app: LightFlight, bid: str) -> Booking:
    """The booking, paid or not."""
    booking = app.bookings.get(bid)
    if booking is None:
        raise Refused(f"There is no booking {bid}.")
    return booking


def day_of(text: str) -> date:
    """The day that a date, perhaps with a time, names."""
    if _DATE.fullmatch(text):
        try:
            return datetime.fromisoformat(text).date()
        except ValueError:
            pass  # such as the 30th of February
    raise Refused(
        f'"{text}" is no date; write it as YYYY-MM-DD, such as 2026-05-14, or with a time, such '
        "as 2026-05-14 09:30:00."
    )
