"""One airport's departures: all that a seed decides about flights, in parts and on demand."""

from __future__ import annotations

from functools import cached_property
from math import asin, cos, radians, sin, sqrt
from typing import NamedTuple

from sandboxes._streams import ID_ALPHABET, Stream, make_ids
from sandboxes.apps.light_flight.corpus_reader import Place, airlines, out_of_town, places
from sandboxes.apps.light_flight.records import SeatClass, Seats

APP = "LightFlight"
SLOT_MINUTES = 5
FLIGHTS_PER_ROUTE = 4
_SLOTS = (10 * 24 - 4) * 60 // SLOT_MINUTES  # departures from 4 hours to 10 days ahead
_NUMBERS_PER_AIRPORT = 20  # of each airline; the busiest airport needs 17
_EARTH_RADIUS = 6371.0
_SPEED = 800
_ON_THE_GROUND = 45
_SHORTEST = 60
_DURATION_FACTOR = (0.9, 1.1)
_DISTANCE_FACTOR = (0.8, 1.2)
_FARE_FACTOR = (0.3, 1.2)
_SHORT_HAUL, _SHORT_HAUL_FACTOR = 120, 1.5
_LONG_HAUL, _LONG_HAUL_FACTOR = 360, 0.9
_CHEAPEST, _DEAREST, _STEP = 300, 10_000, 10
_ECONOMY_SEATS, _MOST_BUSINESS_SEATS, _MOST_FIRST_SEATS = (10, 50), 20, 7
_HALF_FARES: dict[SeatClass, int] = {"economy": 2, "business": 4, "first": 9}
_KIND = "flight"
_HEAD = len(_KIND) + 1


class Flight(NamedTuple):
    """What never changes about a flight.

    Args:
        fid: Its id.
        number: What the airline calls it; no two flights of a world share one.
        airline: Name of the airline.
        origin: Number of the airport of departure.
        destination: Number of the airport of arrival.
        slot: When it departs, in steps of five minutes from the world's first departure time.
        distance: In kilometres along the great circle.
        minutes: How long it takes.
        price: Of an economy seat, in cents.
    """

    fid: str
    number: str
    airline: str
    origin: int
    destination: int
    slot: int
    distance: int
    minutes: int
    price: int

    def fare(self, seat_class: SeatClass) -> int:
        """Price of a seat, in cents: business costs 2 times economy, first 4.5 times."""
        return self.price * _HALF_FARES[seat_class] // 2


class Timetable:
    """The flights that leave one airport; they are counted from 0 in the order of drawing.

    Args:
        seed: The world's seed.
        home: Number of the airport.
        routes: How many airports can be reached from it.
    """

    def __init__(self, seed: int, home: int, routes: int) -> None:
        self._seed = seed
        self._home = home
        self._size = routes * FLIGHTS_PER_ROUTE
        first = self._stream("destinations").sample(out_of_town(home), routes)
        further = self._stream("more flights").units(self._size - routes)
        self.destinations: list[int] = first + [first[int(unit * routes)] for unit in further]
        self.slots = [int(unit * _SLOTS) for unit in self._stream("departures").units(self._size)]

    @cached_property
    def fids(self) -> list[str]:
        """The ids of the flights; their first two symbols tell the airport."""
        high, low = divmod(self._home, len(ID_ALPHABET))
        start = f"{_KIND}_{ID_ALPHABET[high]}{ID_ALPHABET[low]}"
        made = make_ids(self._seed, _KIND, self._size, "base", self._code)
        return [start + fid[len(start) :] for fid in made]

    @cached_property
    def numbers(self) -> dict[str, int]:
        """Which flight an id belongs to."""
        return {fid: number for number, fid in enumerate(self.fids)}

    @cached_property
    def seats(self) -> list[Seats]:
        """The seats that the flights have at the start."""
        fewest, most = _ECONOMY_SEATS
        units = self._stream("seats").units(3 * self._size)
        return [
            Seats(
                fid,
                fewest + int(economy * (most - fewest + 1)),
                int(business * (_MOST_BUSINESS_SEATS + 1)),
                int(first * (_MOST_FIRST_SEATS + 1)),
            )
            for fid, economy, business, first in zip(
                self.fids, units[::3], units[1::3], units[2::3], strict=True
            )
        ]

    def flight(self, number: int) -> Flight:
        """One of the flights in full."""
        carriers = airlines()
        carrier = carriers[number % len(carriers)]
        designation = 100 + _NUMBERS_PER_AIRPORT * self._home + number // len(carriers)
        lasting, dear, cheap = self._factors[number]
        origin, destination = places()[self._home], places()[self.destinations[number]]
        distance = kilometres(origin, destination)
        minutes = _minutes(distance, lasting)
        return Flight(
            fid=self.fids[number],
            number=f"{carrier.code}{designation}",
            airline=carrier.name,
            origin=self._home,
            destination=self.destinations[number],
            slot=self.slots[number],
            distance=distance,
            minutes=minutes,
            price=_price(distance, minutes, dear, cheap),
        )

    @cached_property
    def _factors(self) -> list[tuple[float, float, float]]:
        units = self._stream("fares").units(3 * self._size)
        return list(zip(units[::3], units[1::3], units[2::3], strict=True))

    @property
    def _code(self) -> str:
        return places()[self._home].code

    def _stream(self, purpose: str) -> Stream:
        return Stream(self._seed, APP, purpose, self._code)


def home_of(fid: str) -> int | None:
    """The number of the airport that a flight leaves, if the id is one of a flight."""
    symbols = fid[_HEAD : _HEAD + 2]
    if len(symbols) < 2 or not all(symbol in ID_ALPHABET for symbol in symbols):
        return None
    high, low = map(ID_ALPHABET.index, symbols)
    home = high * len(ID_ALPHABET) + low
    return home if home < len(places()) else None


def kilometres(one: Place, other: Place) -> int:
    """The distance of two airports along the great circle, by the haversine formula.

    Whole kilometres, so that all that is computed from it comes out the same on every machine.
    """
    north, other_north = radians(one.latitude), radians(other.latitude)
    turn = radians(other.longitude - one.longitude)
    chord = sin((other_north - north) / 2) ** 2 + cos(north) * cos(other_north) * sin(turn / 2) ** 2
    return round(2 * _EARTH_RADIUS * asin(sqrt(chord)))


def _between(limits: tuple[float, float], unit: float) -> float:
    low, high = limits
    return low + (high - low) * unit


def _minutes(distance: int, lasting: float) -> int:
    usual = distance / _SPEED * 60 + _ON_THE_GROUND
    return max(_SHORTEST, round(usual * _between(_DURATION_FACTOR, lasting)))


def _price(distance: int, minutes: int, dear: float, cheap: float) -> int:
    """Price of an economy seat in cents: about a unit of money per kilometre, within limits."""
    price = distance * _between(_DISTANCE_FACTOR, dear) * _between(_FARE_FACTOR, cheap)
    if minutes < _SHORT_HAUL:
        price *= _SHORT_HAUL_FACTOR
    elif minutes > _LONG_HAUL:
        price *= _LONG_HAUL_FACTOR
    return 100 * _STEP * round(min(max(price, _CHEAPEST), _DEAREST) / _STEP)
