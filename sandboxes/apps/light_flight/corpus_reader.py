"""The airports, airlines and names that LightFlight's worlds are made of, read once per process."""

from __future__ import annotations

import functools
import json
from collections import defaultdict
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

_FOLDER = Path(__file__).parent / "corpus"


class Place(NamedTuple):
    """A real airport; its number is its place in the corpus, counted from 0."""

    code: str
    name: str
    city: str
    country: str
    latitude: float
    longitude: float


class Airline(NamedTuple):
    """An invented airline."""

    code: str
    name: str


@functools.cache
def places() -> tuple[Place, ...]:
    """All airports in order of city and name."""
    return tuple(Place(**entry) for entry in _read("airports.json"))


@functools.cache
def airlines() -> tuple[Airline, ...]:
    """All airlines in order of name."""
    return tuple(Airline(**entry) for entry in _read("airlines.json"))


@functools.cache
def passenger_names() -> tuple[str, ...]:
    """Full names that no contact of LightTalk has."""
    return tuple(_read("passengers.json"))


@functools.cache
def airports_of_cities() -> Mapping[str, tuple[int, ...]]:
    """The numbers of each city's airports, by its name without regard to case."""
    found = defaultdict(list)
    for number, place in enumerate(places()):
        found[place.city.casefold()].append(number)
    return {city: tuple(numbers) for city, numbers in found.items()}


@functools.cache
def out_of_town(home: int) -> tuple[int, ...]:
    """The airports that flights from an airport can go to: those of all other cities."""
    city = places()[home].city
    return tuple(number for number, place in enumerate(places()) if place.city != city)


def _read(name: str) -> Any:
    return json.loads((_FOLDER / name).read_text(encoding="utf-8"))
