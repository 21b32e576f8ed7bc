"""What LightFlight looks like over many seeds: the ranges that tasks and readers rely on."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from statistics import mean, median
from typing import NamedTuple

import pytest

from sandboxes import World
from sandboxes.apps.light_flight.corpus_reader import places
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import Seats
from sandboxes.apps.light_flight.seeding import FlightBase
from sandboxes.apps.light_flight.timetable import Flight

SEEDS = range(1, 301)
AIRPORTS = range(len(places()))


class Sampled(NamedTuple):
    """What is looked at in one world: three airports' departures, others in each world."""

    world: World
    routes: list[int]
    flights: list[Flight]
    seats: list[Seats]
    airports: list[int]


@pytest.fixture(scope="module")
def worlds() -> list[Sampled]:
    """Three hundred worlds."""
    return [sampled(seed) for seed in SEEDS]


def sampled(seed: int) -> Sampled:
    """One world's figures."""
    world = World(seed)
    base = world.base.part(FlightBase)
    airports = [(3 * seed + offset) % len(places()) for offset in range(3)]
    tables = [base.timetable(home) for home in airports]
    flights = [table.flight(number) for table in tables for number in range(len(table.fids))]
    seats = [seats for table in tables for seats in table.seats]
    return Sampled(world, base.routes, flights, seats, airports)


def every_flight(worlds: list[Sampled]) -> Iterator[Flight]:
    """All sampled flights."""
    for sample in worlds:
        yield from sample.flights


def test_the_number_of_flights(worlds: list[Sampled]) -> None:
    counts = [4 * sum(sample.routes) for sample in worlds]
    assert min(counts) >= 8_000
    assert max(counts) <= 14_000
    assert 11_700 <= median(counts) <= 12_500
    world = worlds[0].world
    assert len(list(world.app(LightFlight).departures(AIRPORTS))) == counts[0]


def test_each_airport_reaches_five_to_fifty_others(worlds: list[Sampled]) -> None:
    routes = [count for sample in worlds for count in sample.routes]
    assert (min(routes), max(routes)) == (5, 50)
    assert 26.5 <= mean(routes) <= 28.5
    for sample in worlds:
        for home in sample.airports:
            reached = {f.destination for f in sample.flights if f.origin == home}
            assert len(reached) == sample.routes[home]


def test_flights_depart_from_four_hours_to_ten_days_ahead(worlds: list[Sampled]) -> None:
    ahead = []
    for sample in worlds:
        app = sample.world.app(LightFlight)
        moments = [app.moment(flight.slot) for flight in sample.flights]
        ahead += [moment - sample.world.base.start for moment in moments]
        assert {(moment.minute % 5, moment.second) for moment in moments} == {(0, 0)}
    assert timedelta(hours=4) <= min(ahead) <= timedelta(hours=4, minutes=10)
    assert timedelta(days=9, hours=23, minutes=50) <= max(ahead) <= timedelta(days=10)
    assert 4.9 <= median(lead / timedelta(days=1) for lead in ahead) <= 5.25


def test_flights_take_an_hour_or_more(worlds: list[Sampled]) -> None:
    lasting = [flight.minutes for flight in every_flight(worlds)]
    assert min(lasting) == 60
    assert max(lasting) <= (20_015 / 800 * 60 + 45) * 1.1 + 1
    factors = [f.minutes / (f.distance / 800 * 60 + 45) for f in every_flight(worlds)]
    assert 0.99 <= mean(factors) <= 1.01


def test_prices_keep_to_their_limits_and_seldom_touch_them(worlds: list[Sampled]) -> None:
    prices = [flight.price for flight in every_flight(worlds)]
    assert (min(prices), max(prices)) == (300_00, 10_000_00)
    assert {price % 10_00 for price in prices} == {0}
    assert 0.05 <= prices.count(10_000_00) / len(prices) <= 0.22
    assert 0.003 <= prices.count(300_00) / len(prices) <= 0.02


def test_the_seats(worlds: list[Sampled]) -> None:
    seats = [entry for sample in worlds for entry in sample.seats]
    assert {entry.economy for entry in seats} == set(range(10, 51))
    assert {entry.business for entry in seats} == set(range(21))
    assert {entry.first for entry in seats} == set(range(8))
    assert 0.04 <= [entry.business for entry in seats].count(0) / len(seats) <= 0.06
    assert 0.11 <= [entry.first for entry in seats].count(0) / len(seats) <= 0.14


def test_the_balance(worlds: list[Sampled]) -> None:
    balances = [sample.world.app(LightFlight).account.value.balance for sample in worlds]
    assert 15_000_00 <= min(balances) <= 16_000_00
    assert 59_000_00 <= max(balances) <= 60_000_00


def test_in_half_of_the_worlds_an_unpaid_booking_waits(worlds: list[Sampled]) -> None:
    apps = [sample.world.app(LightFlight) for sample in worlds]
    waiting = [len(app.waiting()) for app in apps]
    assert set(waiting) == {0, 1}
    assert 0.45 <= mean(waiting) <= 0.55
    assert [len(app.passengers.of()) for app in apps] == waiting
    names = {p.name for app in apps for p in app.passengers.of().values()}
    assert len(names) >= 20
