"""What a seed makes of LightFlight: airport by airport, when somebody looks."""

from __future__ import annotations

import functools
from collections.abc import Iterator, Mapping
from functools import cached_property

from sandboxes._streams import Stream, make_id
from sandboxes.apps.light_flight.corpus_reader import passenger_names, places
from sandboxes.apps.light_flight.records import Account, Airport, Booking, Passenger, Seats
from sandboxes.apps.light_flight.timetable import (
    APP,
    FLIGHTS_PER_ROUTE,
    Flight,
    Timetable,
    home_of,
)

_ROUTES = (5, 50)
_FLIGHTS = (8_000, 14_000)
_BALANCE = (15_000, 60_000)
_WAITING = 0.5


@functools.cache
def airports() -> Mapping[str, Airport]:
    """All airports by id, in order of city and name."""
    numbered = enumerate(places(), start=1)
    found = [
        Airport(f"airport_{number}", place.code, place.name, place.city, place.country, False)
        for number, place in numbered
    ]
    return {airport.aid: airport for airport in found}


class FlightBase:
    """The flights, money, passengers and bookings that a world starts with.

    Args:
        seed: The world's seed.
    """

    def __init__(self, seed: int) -> None:
        self._seed = seed
        self._timetables: dict[int, Timetable] = {}
        self.seats = StartingSeats(self)

    @cached_property
    def account(self) -> Account:
        """The user's money."""
        return Account(balance=100 * self._stream("balance").between(*_BALANCE))

    def timetable(self, home: int) -> Timetable:
        """The flights that leave an airport."""
        found = self._timetables.get(home)
        if found is None:
            found = self._timetables[home] = Timetable(self._seed, home, self.routes[home])
        return found

    @cached_property
    def routes(self) -> list[int]:
        """To how many airports one can fly from each; drawn again until the whole is in range."""
        stream = self._stream("routes")
        fewest, most = _ROUTES
        while True:
            drawn = stream.units(len(places()))
            routes = [fewest + int(unit * (most - fewest + 1)) for unit in drawn]
            if _FLIGHTS[0] <= FLIGHTS_PER_ROUTE * sum(routes) <= _FLIGHTS[1]:
                return routes

    def find(self, fid: str) -> tuple[Timetable, int] | None:
        """The timetable that an id of a flight is in, and which of its flights it is."""
        home = home_of(fid)
        if home is None:
            return None
        timetable = self.timetable(home)
        number = timetable.numbers.get(fid)
        return None if number is None else (timetable, number)

    def flight(self, fid: str) -> Flight | None:
        """What never changes about a flight, if there is one with this id."""
        found = self.find(fid)
        return None if found is None else found[0].flight(found[1])

    @cached_property
    def passengers(self) -> Mapping[str, Passenger]:
        """In half of the worlds, somebody whom the user did not name."""
        stream = self._stream("waiting")
        if not stream.chance(_WAITING):
            return {}
        pid = make_id(self._seed, "passenger", "base")
        return {pid: Passenger(pid, stream.choice(passenger_names()), "")}

    @cached_property
    def bookings(self) -> Mapping[str, Booking]:
        """The unpaid economy booking of whoever is on the passenger list at the start."""
        made = {}
        for passenger in self.passengers.values():
            stream = self._stream("waiting booking")
            timetable = self.timetable(stream.below(len(places())))
            flight = timetable.flight(stream.below(len(timetable.fids)))
            bid = make_id(self._seed, "booking", "base")
            fare = flight.fare("economy")
            made[bid] = Booking(bid, flight.fid, "economy", fare, passenger.name, "", False)
        return made

    def _stream(self, *purpose: str | int) -> Stream:
        return Stream(self._seed, APP, *purpose)


class StartingSeats(Mapping[str, Seats]):
    """The seats of all flights by id; one flight is looked up without making the others.

    Args:
        base: The world's flights.
    """

    def __init__(self, base: FlightBase) -> None:
        self._base = base

    def __getitem__(self, fid: str) -> Seats:
        found = self._base.find(fid)
        if found is None:
            raise KeyError(fid)
        timetable, number = found
        return timetable.seats[number]

    def __iter__(self) -> Iterator[str]:
        return (seats.fid for seats in self.every())

    def __len__(self) -> int:
        return FLIGHTS_PER_ROUTE * sum(self._base.routes)

    def every(self) -> Iterator[Seats]:
        """The seats of every flight, by airport."""
        for home in range(len(places())):
            yield from self._base.timetable(home).seats
