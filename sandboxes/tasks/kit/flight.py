"""LightFlight: flights to pick, accounts to prepare, and how golds fly."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Any, NamedTuple

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.corpus_reader import airports_of_cities, passenger_names, places
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import SeatClass
from sandboxes.apps.light_flight.stage import (
    clear_bookings,
    clear_passengers,
    plant_booking,
    plant_passenger,
    set_balance,
)
from sandboxes.apps.light_flight.timetable import Flight
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client, GoldRefused
from sandboxes.tasks.kit.general import in_words, some_of, today
from sandboxes.tasks.kit.weather import FARTHEST

FLIGHT_PAYMENTS = "LightFlight/booking_history"
"""Collection of payments for flights, for `Draft.summed`."""

_HOMES = 14
_AMPLE = 90_000_00  # cents: more than most bookings of a task cost together


class Trip(NamedTuple):
    """A flight as its passengers see it; times are of the world's one clock."""

    fid: str
    origin: str
    destination: str
    departs: datetime
    arrives: datetime
    flight: Flight

    @property
    def day(self) -> str:
        """The day of departure as tools write it, such as 2026-05-04."""
        return self.departs.date().isoformat()

    @property
    def date(self) -> str:
        """The day of departure as people write it, such as 4 May 2026."""
        return in_words(self.departs)

    @property
    def time(self) -> str:
        """The time of departure, such as 07:35."""
        return f"{self.departs:%H:%M}"

    @property
    def words(self) -> dict[str, str]:
        """What fills {origin}, {destination}, {date} and {time} of an instruction."""
        return {
            "origin": self.origin,
            "destination": self.destination,
            "date": self.date,
            "time": self.time,
        }

    def fare(self, seat_class: SeatClass = "economy") -> int:
        """Price of a seat in cents."""
        return self.flight.fare(seat_class)


def trips_from(world: World, origins: Iterable[str], to: Sequence[str] = ()) -> list[Trip]:
    """All flights from some cities, perhaps only to some others, earliest departure first."""
    app = world.app(LightFlight)
    known = airports_of_cities()
    homes = [number for city in origins for number in known[city.casefold()]]
    ends = [number for city in to for number in known[city.casefold()]]
    found = [_trip(world, fid) for _, fid in app.departures(homes, ends if to else None)]
    return sorted(found, key=lambda trip: (trip.departs, trip.fid))


def some_trips(world: World, draw: Stream) -> list[Trip]:
    """All flights from some cities drawn at random, more than a thousand as a rule."""
    everywhere = sorted({place.city for place in places()})
    return trips_from(world, draw.sample(everywhere, _HOMES))


def by_route(trips: Iterable[Trip]) -> list[list[Trip]]:
    """Flights grouped by the two cities, earliest departure first."""
    return _grouped(trips, lambda trip: (trip.origin, trip.destination))


def by_route_and_day(trips: Iterable[Trip]) -> list[list[Trip]]:
    """Flights grouped by the two cities and the day of departure: what one search finds."""
    return _grouped(trips, lambda trip: (trip.origin, trip.destination, trip.day))


def _trip(world: World, fid: str) -> Trip:
    """The flight with an id."""
    app = world.app(LightFlight)
    flight = app.flight(fid)
    assert flight is not None, "ids of flights come from timetables"
    departs = app.moment(flight.slot)
    return Trip(
        fid=fid,
        origin=places()[flight.origin].city,
        destination=places()[flight.destination].city,
        departs=departs,
        arrives=departs + timedelta(minutes=flight.minutes),
        flight=flight,
    )


def _grouped(trips: Iterable[Trip], key: Callable[[Trip], Any]) -> list[list[Trip]]:
    groups: dict[Any, list[Trip]] = defaultdict(list)
    for trip in trips:
        groups[key(trip)].append(trip)
    return [sorted(groups[name], key=lambda trip: (trip.departs, trip.fid)) for name in groups]


def timetables(trips: Iterable[Trip], *, fewest: int = 1) -> list[list[Trip]]:
    """Flights by route and day: so many of each at least, no two of them at the same time."""
    groups = by_route_and_day(trips)
    return [group for group in groups if len(group) >= fewest and all_at_other_times(group)]


def days_ahead(world: World, trip: Trip) -> int:
    """How many days from today a flight departs."""
    return (trip.departs.date() - today(world)).days


def upcoming(world: World, draw: Stream, *, soonest: int = 1) -> list[Trip]:
    """Many flights within the days that a forecast tells of, so many days from today or later."""
    trips = some_trips(world, draw)
    return [trip for trip in trips if soonest <= days_ahead(world, trip) <= FARTHEST]


def known_to_both() -> list[str]:
    """Cities with one airport, of which LightWeather knows the weather."""
    return [city for city in cities() if len(airports_of_cities().get(city.casefold(), ())) == 1]


def least(trips: Sequence[Trip], key: Callable[[Trip], Any]) -> Trip | None:
    """The flight with the lowest value of a key, if no other has that value."""
    ranked = sorted(trips, key=key)
    if not ranked or (len(ranked) > 1 and key(ranked[0]) == key(ranked[1])):
        return None
    return ranked[0]


def cheapest_flight(trips: Sequence[Trip]) -> Trip | None:
    """The flight with the lowest fare, which is so in every class, if it is the only one."""
    return least(trips, Trip.fare)


def all_at_other_times(trips: Sequence[Trip]) -> bool:
    """Whether no two of the flights depart at the same time."""
    return len({trip.departs for trip in trips}) == len(trips)


def strangers(draw: Stream, count: int) -> list[str]:
    """Full names of different people who are no contacts of LightTalk."""
    return some_of(draw, passenger_names(), count, "names of passengers")


def fresh_account(
    world: World, passengers: Sequence[str | tuple[str, str]] = (), cents: int = _AMPLE
) -> None:
    """Let no booking wait, so much money be there, and just these people be on the list.

    Args:
        world: The world before the attempt.
        passengers: Names, or names and the UIDs that they are linked to, in order.
        cents: The balance.
    """
    clear_bookings(world)
    clear_passengers(world)
    set_balance(world, cents)
    for passenger in passengers:
        name, uid = (passenger, "") if isinstance(passenger, str) else passenger
        plant_passenger(world, name, uid)


def plant_own_flight(world: World, trip: Trip) -> None:
    """Let one booking be there, paid, in the user's own name; nobody else is on the list."""
    talk = world.app(LightTalk)
    fresh_account(world, [(talk.directory()[talk.me].name, talk.me)])
    plant_booking(world, trip.fid, "economy", 0, paid=True)


def searched(do: Client, trip: Trip) -> list[str]:
    """The ids of all flights of a flight's route and day, earliest departure first."""
    fids: list[str] = do(
        "search_flights", departure=trip.origin, arrival=trip.destination, date=trip.day
    )
    return fids


def first_flight(do: Client, trip: Trip) -> dict[str, Any]:
    """Details of the first flight of a flight's route and day."""
    details: dict[str, Any] = do("get_flight_details", fid=searched(do, trip)[0])
    return details


def first_with_seats(do: Client, trip: Trip, seat_class: SeatClass, seats: int) -> dict[str, Any]:
    """Details of the first flight of a flight's route and day that has so many seats of a class."""
    for fid in searched(do, trip):
        details: dict[str, Any] = do("get_flight_details", fid=fid)
        if details["seats"][seat_class] >= seats:
            return details
    raise AssertionError(f"no flight from {trip.origin} has {seats} seats")


def found_flights(do: Client, origin: str, destination: str, day: str) -> list[dict[str, Any]]:
    """Details of the flights of a route and day, earliest departure first; none if none goes."""
    try:
        fids = do("search_flights", departure=origin, arrival=destination, date=day)
    except GoldRefused:
        return []
    return [do("get_flight_details", fid=fid) for fid in fids]


def flight_at(do: Client, origin: str, destination: str, day: str, time: str) -> dict[str, Any]:
    """Details of the flight of a route and day that departs at a time such as 07:35."""
    for fid in do("search_flights", departure=origin, arrival=destination, date=day):
        details: dict[str, Any] = do("get_flight_details", fid=fid)
        if details["departure"]["departure_time"][11:16] == time:
            return details
    raise AssertionError(f"no flight from {origin} departs at {time}")


def place_of(do: Client, name: str) -> int:
    """The place in the passenger list of whoever has a name."""
    listed = do("check_passengers")
    return next(int(entry["passenger_idx"]) for entry in listed if entry["name"] == name)


def added(do: Client, name: str, uid: str = "") -> int:
    """Put somebody on the passenger list; the place there."""
    return int(do("add_passenger", name=name, light_talk_uid=uid)["passenger_idx"])


def book(do: Client, fid: str, place: int, seat_class: SeatClass = "economy") -> str:
    """Put a seat for a passenger on the booking list; the id of the booking."""
    return str(do("add_to_booking", fid=fid, seat_class=seat_class, passenger_idx=place)["bid"])


def drop_unpaid(do: Client) -> None:
    """Take every unpaid booking off the booking list."""
    for booking in do("check_bookings"):
        if not booking["paid"]:
            do("remove_from_booking", bid=booking["bid"])


def pay_for_flights(do: Client) -> float:
    """Pay for every unpaid booking; the total."""
    do("LightFlight_wait_payment_password")
    return float(do("checkout_bookings")["total"])


def star_airport(do: Client, name: str) -> None:
    """Mark the airport with a full name as a favourite."""
    found = do("search_airports", airport_name=name)
    do("star_airport", aid=next(a["aid"] for a in found if a["name"] == name))
