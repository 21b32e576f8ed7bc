"""What tasks and the gate ask of LightFlight's stage."""

from __future__ import annotations

import pytest

from sandboxes import World
from sandboxes.apps.light_flight import stage
from sandboxes.apps.light_flight.data_model import LightFlight
from tests.sandboxes.apps.light_flight.flights import book, pay
from tests.sandboxes.apps.people import Person
from tests.sandboxes.calls import State, ok


def near(world: World, argument: str, **arguments: object) -> list[str]:
    """What is near an argument."""
    found = stage.near(world, argument, arguments)
    assert found is not None
    return list(found)


def test_near_a_flight_are_a_few_of_its_route_then_of_its_airport(
    world: World, flight: State
) -> None:
    found = near(world, "fid", fid=flight["fid"], seat_class="first")
    details = [ok(world, "get_flight_details", fid=fid) for fid in found]
    assert len(set(found)) == len(found) == 8
    assert flight["fid"] not in found
    assert {f["departure"]["code"] for f in details} == {"OSL"}
    same_route = [f["arrival"]["code"] == flight["arrival"]["code"] for f in details]
    assert same_route == sorted(same_route, reverse=True)
    assert all(f["seats"]["first"] > 0 for f in details)
    assert near(world, "fid", fid="flight_unknown") == []


def test_near_a_class_are_those_with_seats(world: World, flight: State) -> None:
    stage.set_seats(world, flight["fid"], "business", 0)
    assert near(world, "seat_class", fid=flight["fid"]) == ["economy", "first"]


def test_near_bookings_are_those_that_can_be_meant(crewed: World, flight: State) -> None:
    paid = book(crewed, flight["fid"], 0)
    pay(crewed)
    unpaid = book(crewed, flight["fid"], 1)
    assert near(crewed, "bid", bid=unpaid) == [unpaid]
    assert near(crewed, "bids", bids=[paid]) == [paid]


def test_near_a_link_are_the_contacts_and_nobody(world: World, friend: Person) -> None:
    found = near(world, "light_talk_uid", name="Ann", light_talk_uid="")
    assert found[0] == ""
    assert friend.uid in found


def test_near_a_city_or_airport_are_all_others(world: World) -> None:
    assert len(near(world, "aid", aid="airport_1")) == 110
    for argument in ("city", "departure", "arrival"):
        assert near(world, argument) == ok(world, "list_all_cities")


@pytest.mark.parametrize("argument", ["name", "date", "airport_name", "passenger_idx"])
def test_free_texts_have_nothing_near(argument: str, world: World) -> None:
    assert stage.near(world, argument, {}) is None


def test_a_stray_write_succeeds_and_is_scored(world: World) -> None:
    tool, arguments = stage.stray_write(world)
    before = world.app(LightFlight).digest()
    ok(world, tool, **arguments)
    assert world.app(LightFlight).digest() != before
