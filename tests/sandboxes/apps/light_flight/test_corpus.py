"""The airports, airlines and names: real or invented, distinct, and fit for their places."""

from __future__ import annotations

import re

import pytest

from sandboxes.apps.light_flight.corpus_reader import airlines, passenger_names, places
from sandboxes.apps.light_flight.timetable import kilometres
from sandboxes.apps.light_talk.corpus_reader import talk_corpus

KNOWN_DISTANCES = [
    ("LHR", "JFK", 5540),
    ("SYD", "SIN", 6300),
    ("FRA", "MUC", 300),
    ("GRU", "JNB", 7430),
    ("LAX", "NRT", 8770),
    ("AKL", "EZE", 10_340),
    ("CDG", "ORY", 35),
    ("BRU", "AMS", 158),
]
"""As almanacs give them, in kilometres."""


def test_there_are_110_airports_in_106_cities() -> None:
    codes = {place.code for place in places()}
    assert len(places()) == len(codes) == len({place.name for place in places()}) == 110
    assert len({place.city.casefold() for place in places()}) == 106
    assert all(re.fullmatch("[A-Z]{3}", code) for code in codes)


def test_airports_are_in_order_of_city_and_name() -> None:
    assert list(places()) == sorted(places(), key=lambda place: (place.city, place.name))


def test_a_city_lies_in_one_country() -> None:
    assert len({(place.city, place.country) for place in places()}) == 106


def test_airports_are_all_over_the_world() -> None:
    assert min(p.latitude for p in places()) < -35 < 60 < max(p.latitude for p in places())
    assert min(p.longitude for p in places()) < -150 < 170 < max(p.longitude for p in places())
    assert len({place.country for place in places()}) >= 60


@pytest.mark.parametrize(("one", "other", "distance"), KNOWN_DISTANCES)
def test_coordinates_give_the_distances_of_almanacs(one: str, other: str, distance: int) -> None:
    here, there = (next(p for p in places() if p.code == code) for code in (one, other))
    assert kilometres(here, there) == kilometres(there, here)
    assert kilometres(here, there) == pytest.approx(distance, rel=0.01, abs=3)


def test_names_can_be_typed_on_any_keyboard() -> None:
    texts = [text for place in places() for text in (place.name, place.city, place.country)]
    for text in (*texts, *passenger_names(), *(airline.name for airline in airlines())):
        assert text.isascii()
        assert text == text.strip()


def test_airlines_have_codes_of_their_own() -> None:
    assert len({a.code for a in airlines()}) == len({a.name for a in airlines()}) == 12
    assert all(re.fullmatch("[A-Z]{2}", airline.code) for airline in airlines())


def test_whoever_waits_at_the_start_is_no_contact_of_any_world() -> None:
    corpus = talk_corpus()
    first_names = {name for names in corpus.first_names.values() for name in names}
    assert len(set(passenger_names())) == len(passenger_names()) >= 20
    for name in passenger_names():
        first, last = name.split(" ")
        assert first not in first_names or last not in corpus.surnames
