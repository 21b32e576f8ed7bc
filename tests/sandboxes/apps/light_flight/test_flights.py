"""Flights: found by route and day, described in full, never from a city to itself."""

from __future__ import annotations

from datetime import date, datetime, timedelta
from math import acos, cos, radians, sin

import pytest

from sandboxes import World
from sandboxes.apps.light_flight import stage
from sandboxes.apps.light_flight.corpus_reader import places
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.seeding import FlightBase
from tests.sandboxes.apps.light_flight.flights import flight_state, flights_from, seats_of
from tests.sandboxes.calls import NOTHING, State, ok, overlay, refused

CITY_TOOLS = {"get_fids_by_departure": "departure", "get_fids_by_arrival": "arrival"}
SEAT_CLASSES = ["economy", "business", "first"]


def timetables_made(world: World) -> int:
    """Of how many airports the departures have been computed."""
    return len(world.base.part(FlightBase)._timetables)


def great_circle(one: str, other: str) -> float:
    """Kilometres between two airports, by the law of cosines."""
    here, there = (next(p for p in places() if p.code == code) for code in (one, other))
    north, other_north = radians(here.latitude), radians(there.latitude)
    turn = radians(here.longitude - there.longitude)
    along = sin(north) * sin(other_north) + cos(north) * cos(other_north) * cos(turn)
    return 6371 * acos(min(1.0, along))


def usual_minutes(flight: State) -> float:
    """How long the flight would take without its factor."""
    return float(flight["distance_km"]) / 800 * 60 + 45


@pytest.fixture(scope="module")
def from_london(untouched: World) -> list[State]:
    """All flights from both airports of London, in detail."""
    return flights_from(untouched, "London")


def test_a_flight_is_described_in_full(world: World, flight: State) -> None:
    assert list(flight) == [
        *("fid", "flight_number", "airline", "departure", "arrival"),
        *("distance_km", "duration_minutes", "price", "seats"),
    ]
    assert list(flight["departure"]) == ["airport", "code", "city", "country", "departure_time"]
    assert list(flight["arrival"]) == ["airport", "code", "city", "country", "arrival_time"]
    assert list(flight["price"]) == list(flight["seats"]) == SEAT_CLASSES
    assert flight["departure"]["city"] == "Oslo"
    for seat_class, left in flight["seats"].items():
        shown = ok(world, "check_seat_availability", fid=flight["fid"], seat_class=seat_class)
        assert shown == {"fid": flight["fid"], "seat_class": seat_class, "seats_left": left}


def test_a_flight_arrives_after_its_duration(from_london: list[State]) -> None:
    for flight in from_london:
        leaves = datetime.fromisoformat(flight["departure"]["departure_time"])
        lands = datetime.fromisoformat(flight["arrival"]["arrival_time"])
        assert lands - leaves == timedelta(minutes=flight["duration_minutes"])
        assert len(flight["departure"]["departure_time"]) == len("2026-05-14 09:30:00")


def test_distances_are_those_of_the_great_circle(from_london: list[State]) -> None:
    for flight in from_london:
        wanted = great_circle(flight["departure"]["code"], flight["arrival"]["code"])
        assert abs(flight["distance_km"] - wanted) < 1


def test_a_flight_takes_as_long_as_its_distance_needs(from_london: list[State]) -> None:
    for flight in from_london:
        minutes, usual = flight["duration_minutes"], usual_minutes(flight)
        assert minutes == 60 or 0.9 * usual - 1 <= minutes <= 1.1 * usual + 1
        assert minutes >= 60


def test_prices_rise_with_the_class_and_stay_in_their_limits(from_london: list[State]) -> None:
    for flight in from_london:
        economy = flight["price"]["economy"]
        assert flight["price"] == {
            "economy": economy,
            "business": 2 * economy,
            "first": 4.5 * economy,
        }
        assert 300 <= economy <= 10_000
        assert economy % 10 == 0
        haul = 1.5 if flight["duration_minutes"] < 120 else 1
        haul = 0.9 if flight["duration_minutes"] > 360 else haul
        most = max(300, flight["distance_km"] * 1.2 * 1.2 * haul)
        assert economy <= most + 5


def test_no_two_flights_share_an_id_or_a_number(world: World) -> None:
    app = world.app(LightFlight)
    fids = [fid for _, fid in app.departures(range(len(places())))]
    assert sorted(fids) == sorted(flight_state(world)["flights"])
    assert len(set(fids)) == len(fids)
    found = [app.flight(fid) for fid in fids]
    assert len({flight.number for flight in found if flight}) == len(fids)


def test_no_flight_goes_from_a_city_to_itself(world: World) -> None:
    app = world.app(LightFlight)
    for number, place in enumerate(places()):
        same_city = [n for n, other in enumerate(places()) if other.city == place.city]
        assert list(app.departures((number,), same_city)) == []


@pytest.mark.parametrize("pair", [("Oslo", "Oslo"), ("London", "london")])
def test_a_city_is_not_flown_to_from_itself(pair: tuple[str, str], world: World) -> None:
    day = str(world.base.start.date())
    sentence = refused(world, "search_flights", departure=pair[0], arrival=pair[1], date=day)
    assert sentence == "No flight goes from a city to itself; name two cities."


def test_departures_and_arrivals_of_cities_are_the_same_flights(
    world: World, from_london: list[State]
) -> None:
    for city in ("Tokyo", "Oslo"):
        there = [f["fid"] for f in from_london if f["arrival"]["city"] == city]
        arriving = ok(world, "get_fids_by_arrival", arrival=city)
        assert [fid for fid in arriving if fid in {f["fid"] for f in from_london}] == there
    assert {f["departure"]["code"] for f in from_london} == {"LHR", "LGW"}


@pytest.mark.parametrize(("tool", "end"), CITY_TOOLS.items())
def test_flights_of_a_city_are_listed_earliest_first(tool: str, end: str, world: World) -> None:
    fids = ok(world, tool, **{end: "Paris"})
    details = [ok(world, "get_flight_details", fid=fid) for fid in fids]
    times = [flight["departure"]["departure_time"] for flight in details]
    assert times == sorted(times)
    assert {flight[end]["city"] for flight in details} == {"Paris"}
    assert {flight[end]["code"] for flight in details} == {"CDG", "ORY"}
    assert ok(world, tool, **{end: "pARIS"}) == fids


def test_a_search_finds_all_flights_of_a_route_on_a_day(
    world: World, from_london: list[State]
) -> None:
    route: dict[tuple[str, str], list[str]] = {}
    for flight in from_london:
        day = flight["departure"]["departure_time"][:10]
        route.setdefault((flight["arrival"]["city"], day), []).append(flight["fid"])
    assert max(map(len, route.values())) > 1
    for (city, day), fids in route.items():
        found = ok(world, "search_flights", departure="London", arrival=city, date=day)
        assert found == fids


@pytest.mark.parametrize("form", ["{}", "{} 09:30:00", "{}T23:59:59", "{} 00:00"])
def test_a_date_may_have_a_time_and_means_the_day(form: str, world: World, flight: State) -> None:
    leaves, lands = flight["departure"], flight["arrival"]
    day = form.format(leaves["departure_time"][:10])
    route = {"departure": leaves["city"], "arrival": lands["city"]}
    assert flight["fid"] in ok(world, "search_flights", **route, date=day)


@pytest.mark.parametrize(
    "text",
    [
        *("tomorrow", "2026", "2026-05", "14.05.2026", "2026-5-14", "20260514", "2026-W20-4"),
        *("2026-02-30", "2026-13-01", "0000-01-01", "2026-05-14 25:00:00", "2026-05-14 "),
        *("2026-05-14Z", "2026-05-14 09:30:00+02:00", "2026-05-14x09:30:00", "\uff12026-05-14"),
    ],
)
def test_a_date_that_cannot_be_read_is_refused(text: str, world: World) -> None:
    sentence = refused(world, "search_flights", departure="Oslo", arrival="Paris", date=text)
    assert sentence == (
        f'"{text}" is no date; write it as YYYY-MM-DD, such as 2026-05-14, or with a time, such '
        "as 2026-05-14 09:30:00."
    )


def test_a_day_without_a_flight_is_refused(world: World) -> None:
    day = date(2031, 1, 1)
    sentence = refused(world, "search_flights", departure="Oslo", arrival="paris", date=str(day))
    assert sentence == "There is no flight from Oslo to paris on 2031-01-01."


def test_a_search_needs_two_known_cities(world: World) -> None:
    for route in (("Oslo", NOTHING), (NOTHING, "Oslo")):
        arguments = dict(zip(("departure", "arrival"), route, strict=True))
        sentence = refused(world, "search_flights", **arguments, date="2026-05-14")
        assert sentence.startswith(f'No airport is in a city called "{NOTHING}"')


@pytest.mark.parametrize(
    ("tool", "more"),
    [
        ("get_flight_details", {}),
        ("check_seat_availability", {"seat_class": "economy"}),
        ("add_to_booking", {"seat_class": "economy", "passenger_idx": 0}),
    ],
)
def test_an_unknown_flight_is_refused(tool: str, more: State, world: World, flight: State) -> None:
    fid = flight["fid"]
    wrong = [NOTHING, "x", "flight_", fid[:-1], fid[:-1] + "_", "flight_zz" + fid[9:]]
    wrong += [f"flight_{symbols}{fid[9:]}" for symbols in ("22", "0O", "é2")]
    for other in (*wrong, fid.upper(), f"flight-{fid[7:]}", fid + "2"):
        assert refused(world, tool, fid=other, **more) == f"No flight has the id {other}."


def test_other_worlds_have_other_flights(world: World, flight: State) -> None:
    other = World(world.seed + 1)
    assert refused(other, "get_flight_details", fid=flight["fid"])


def test_one_flight_is_looked_up_without_computing_the_others(flight: State) -> None:
    fresh = World(2)
    assert ok(fresh, "get_flight_details", fid=flight["fid"]) == flight
    assert timetables_made(fresh) == 1


def test_a_route_is_searched_without_computing_other_airports(flight: State) -> None:
    fresh = World(2)
    arguments = {
        "departure": "Oslo",
        "arrival": flight["arrival"]["city"],
        "date": flight["departure"]["departure_time"],
    }
    assert flight["fid"] in ok(fresh, "search_flights", **arguments)
    assert timetables_made(fresh) == 1


def test_what_was_looked_at_first_changes_no_flight(flight: State) -> None:
    forward, backward = World(2), World(2)
    cities = ["Oslo", "Tokyo", "Lima"]
    found = {city: flights_from(forward, city) for city in cities}
    ok(backward, "get_fids_by_arrival", arrival="Oslo")
    assert {city: flights_from(backward, city) for city in reversed(cities)} == found
    assert flight_state(forward) == flight_state(backward)


def test_the_state_holds_the_seats_of_every_flight(world: World, flight: State) -> None:
    fid = flight["fid"]
    stage.set_seats(world, fid, "business", 1)
    flights = flight_state(world)["flights"]
    assert flights[fid] == {"fid": fid, **flight["seats"], "business": 1}
    for listed in ok(world, "get_fids_by_departure", departure="Lima"):
        assert flights[listed] == {"fid": listed, **seats_of(world, listed)}
    app = world.app(LightFlight)
    plainly = {fid: seats._asdict() for fid, seats in app.seats.of().items()}
    assert flights == plainly
    assert list(flights) == list(plainly)


def test_seats_set_back_leave_no_trace(world: World, flight: State) -> None:
    before = overlay(world)
    stage.set_seats(world, flight["fid"], "economy", 0)
    assert overlay(world) != before
    stage.set_seats(world, flight["fid"], "economy", flight["seats"]["economy"])
    assert overlay(world) == before
