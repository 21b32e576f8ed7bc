"""Flights and a world in which nothing waits to be paid."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_flight import stage
from tests.sandboxes.apps.light_flight.flights import add_passenger, cheap_flights
from tests.sandboxes.calls import State


@pytest.fixture(scope="session")
def cheap(untouched: World) -> list[State]:
    """Three cheap flights with seats in every class, in detail."""
    return cheap_flights(untouched, 3)


@pytest.fixture(scope="session")
def flight(cheap: list[State]) -> State:
    """One of them."""
    return cheap[0]


@pytest.fixture(scope="session")
def other_flight(cheap: list[State]) -> State:
    """Another one."""
    return cheap[1]


@pytest.fixture
def cleared(world: World) -> World:
    """A world with money, in which no booking waits and nobody is on the passenger list."""
    stage.clear_bookings(world)
    stage.clear_passengers(world)
    stage.set_balance(world, 100_000_00)
    return world


@pytest.fixture
def crewed(cleared: World) -> World:
    """The same with two passengers, Ann and Bo."""
    add_passenger(cleared, "Ann Example")
    add_passenger(cleared, "Bo Example")
    return cleared
