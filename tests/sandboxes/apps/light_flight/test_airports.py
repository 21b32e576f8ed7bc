"""Airports: the same real ones in every world, found by name, city or code."""

from __future__ import annotations

import pytest

from sandboxes import World
from tests.sandboxes.apps.light_flight.flights import flight_state
from tests.sandboxes.calls import NOTHING, State, ok, overlay, refused

HEATHROW = {
    "aid": "airport_54",
    "code": "LHR",
    "name": "London Heathrow Airport",
    "city": "London",
    "country": "United Kingdom",
    "star": False,
}


def codes(found: list[State]) -> list[str]:
    """The codes of airports."""
    return [airport["code"] for airport in found]


def test_the_cities_are_sorted_and_each_has_an_airport(world: World) -> None:
    cities = ok(world, "list_all_cities")
    assert cities == sorted(set(cities))
    assert len(cities) == 106
    airports = [a for city in cities for a in ok(world, "list_airports_by_city", city=city)]
    assert len({airport["aid"] for airport in airports}) == 110
    assert airports == list(flight_state(world)["airports"].values())


def test_four_cities_have_two_airports(world: World) -> None:
    two = [
        city
        for city in ok(world, "list_all_cities")
        if len(ok(world, "list_airports_by_city", city=city)) == 2
    ]
    assert two == ["London", "New York", "Paris", "Tokyo"]


@pytest.mark.parametrize("city", ["London", "london", "LONDON"])
def test_a_city_lists_its_airports_in_order_of_name(city: str, world: World) -> None:
    found = ok(world, "list_airports_by_city", city=city)
    assert codes(found) == ["LGW", "LHR"]
    assert found[1] == HEATHROW


@pytest.mark.parametrize("fragment", ["LHR", "lhr", "heathrow", "Heathrow Air"])
def test_an_airport_is_found_by_name_or_code(fragment: str, world: World) -> None:
    assert ok(world, "search_airports", airport_name=fragment) == [HEATHROW]


def test_an_airport_is_found_by_its_city(world: World) -> None:
    """None of its own name holds it: Keflavik is where Reykjavik flies from."""
    assert codes(ok(world, "search_airports", airport_name="reykja")) == ["KEF"]


def test_every_airport_is_found_by_its_code(world: World) -> None:
    for aid, airport in flight_state(world)["airports"].items():
        found = ok(world, "search_airports", airport_name=airport["code"])
        assert aid in [other["aid"] for other in found]


def test_what_nothing_holds_finds_nothing(world: World) -> None:
    assert ok(world, "search_airports", airport_name="qqq") == []


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("list_airports_by_city", "city"),
        ("get_fids_by_departure", "departure"),
        ("get_fids_by_arrival", "arrival"),
    ],
)
def test_a_city_without_an_airport_is_refused(tool: str, more: str, world: World) -> None:
    for city in (NOTHING, "Lond", "United Kingdom", "London "):
        sentence = refused(world, tool, **{more: city})
        assert sentence.startswith(f'No airport is in a city called "{city}"')


def test_airports_are_numbered_the_same_in_every_world() -> None:
    first, second = (flight_state(World(seed))["airports"] for seed in (1, 2))
    assert first == second
    assert list(first) == [f"airport_{number}" for number in range(1, 111)]


def test_an_airport_becomes_a_favourite(world: World) -> None:
    assert ok(world, "get_my_starred_airports") == []
    expected = flight_state(world)
    assert ok(world, "star_airport", aid="airport_54") == {"aid": "airport_54", "star": True}
    expected["airports"]["airport_54"]["star"] = True
    assert flight_state(world) == expected
    assert ok(world, "search_airports", airport_name="LHR") == [{**HEATHROW, "star": True}]


def test_favourites_are_listed_in_order_of_city(world: World) -> None:
    for aid in ("airport_54", "airport_1", "airport_53"):
        ok(world, "star_airport", aid=aid)
    assert codes(ok(world, "get_my_starred_airports")) == ["AUH", "LGW", "LHR"]


def test_an_airport_is_a_favourite_once(world: World) -> None:
    ok(world, "star_airport", aid="airport_54")
    sentence = refused(world, "star_airport", aid="airport_54")
    assert sentence == "London Heathrow Airport is already a favourite."


def test_an_airport_is_taken_off_the_favourites_without_trace(world: World) -> None:
    before = overlay(world)
    ok(world, "star_airport", aid="airport_54")
    assert ok(world, "unstar_airport", aid="airport_54") == {"aid": "airport_54", "star": False}
    assert overlay(world)[1:] == before[1:]


def test_an_airport_that_is_no_favourite_is_not_taken_off(world: World) -> None:
    ok(world, "star_airport", aid="airport_53")
    sentence = refused(world, "unstar_airport", aid="airport_54")
    assert sentence == "London Heathrow Airport is not a favourite."


@pytest.mark.parametrize("tool", ["star_airport", "unstar_airport"])
def test_an_unknown_airport_is_refused(tool: str, world: World) -> None:
    for aid in (NOTHING, "LHR", "airport_0", "airport_111"):
        assert refused(world, tool, aid=aid) == f"No airport has the id {aid}."
