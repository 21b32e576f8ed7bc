"""Tools about flights: finding them, their details and their seats."""

from __future__ import annotations

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Any

from sandboxes._outcome import Refused
from sandboxes._records import units
from sandboxes._tool import tool
from sandboxes._types import Identifier, Line
from sandboxes.apps.light_flight.checks import airports_of, day_of, known_flight, seats_left
from sandboxes.apps.light_flight.corpus_reader import places
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import SEAT_CLASSES, SeatClass


def _in_order(found: Iterable[tuple[int, str]]) -> list[str]:
    return [fid for _, fid in sorted(found)]


@tool(mutates=False, requires=("city",), provides=("flight",))
def search_flights(app: LightFlight, departure: Line, arrival: Line, date: Line) -> list[str]:
    """Find the flights from one city to another that depart on one day.

    Refused if a city has no airport, both are the same, the date can't be read, or no flight
    departs on that day.

    Args:
        departure: Name of the city where the flight starts.
        arrival: Name of the city where it lands.
        date: The day of departure as YYYY-MM-DD; a time after it, as in "2026-05-14 09:30:00", is
            allowed and means the same day.

    Returns:
        A list of fids, earliest departure first.
    """
    origins, destinations = airports_of(departure), airports_of(arrival)
    if origins == destinations:
        raise Refused("No flight goes from a city to itself; name two cities.")
    day = day_of(date)
    routes = app.departures(origins, destinations)
    found = _in_order((slot, fid) for slot, fid in routes if app.moment(slot).date() == day)
    if not found:
        raise Refused(f"There is no flight from {departure} to {arrival} on {day}.")
    return found


def _end(number: int, when: datetime, name: str) -> dict[str, Any]:
    place = places()[number]
    return {
        "airport": place.name,
        "code": place.code,
        "city": place.city,
        "country": place.country,
        name: when.isoformat(" "),
    }


@tool(mutates=False, requires=("flight",), provides=())
def get_flight_details(app: LightFlight, fid: Identifier) -> dict[str, Any]:
    """Describe a flight: its route, times, prices and the seats left.

    All times are of one clock, the one that the date and time of the day are told by.

    Refused if there is no such flight.

    Args:
        fid: Id of the flight.

    Returns:
        {fid, flight_number, airline, departure, arrival, distance_km, duration_minutes, price,
        seats}. Departure is {airport, code, city, country, departure_time}, arrival the same with
        arrival_time; price and seats are {economy, business, first}: the price of one seat and
        how many are left.
    """
    flight = known_flight(app, fid)
    takes_off = app.moment(flight.slot)
    lands = takes_off + timedelta(minutes=flight.minutes)
    return {
        "fid": fid,
        "flight_number": flight.number,
        "airline": flight.airline,
        "departure": _end(flight.origin, takes_off, "departure_time"),
        "arrival": _end(flight.destination, lands, "arrival_time"),
        "distance_km": flight.distance,
        "duration_minutes": flight.minutes,
        "price": {seat_class: units(flight.fare(seat_class)) for seat_class in SEAT_CLASSES},
        "seats": {seat_class: seats_left(app, fid, seat_class) for seat_class in SEAT_CLASSES},
    }


@tool(mutates=False, requires=("city",), provides=("flight",))
def get_fids_by_departure(app: LightFlight, departure: Line) -> list[str]:
    """List the flights that leave a city.

    Refused if the city has no airport.

    Args:
        departure: Name of the city.

    Returns:
        A list of fids, earliest departure first.
    """
    return _in_order(app.departures(airports_of(departure)))


@tool(mutates=False, requires=("city",), provides=("flight",))
def get_fids_by_arrival(app: LightFlight, arrival: Line) -> list[str]:
    """List the flights that reach a city.

    Refused if the city has no airport.

    Args:
        arrival: Name of the city.

    Returns:
        A list of fids, earliest departure first.
    """
    destinations = airports_of(arrival)
    return _in_order(app.departures(range(len(places())), destinations))


@tool(mutates=False, requires=("flight",), provides=())
def check_seat_availability(
    app: LightFlight, fid: Identifier, seat_class: SeatClass
) -> dict[str, Any]:
    """Tell how many seats of a class a flight has left; unpaid bookings hold none.

    Refused if there is no such flight.

    Args:
        fid: Id of the flight.
        seat_class: The class: "economy", "business" or "first".

    Returns:
        {fid, seat_class, seats_left}.
    """
    known_flight(app, fid)
    return {"fid": fid, "seat_class": seat_class, "seats_left": seats_left(app, fid, seat_class)}
