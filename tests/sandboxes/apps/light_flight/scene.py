"""One call of each LightFlight tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.apps.light_flight.flights import add_passenger, book, cheap_flights, pay
from tests.sandboxes.calls import ok
from tests.sandboxes.walking import Calls


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    return {**_without_arguments(), **_airports(world), **_flights(world), **_bookings(world)}


def _without_arguments() -> Calls:
    names = """
        list_all_cities get_my_starred_airports check_passengers check_bookings
        LightFlight_check_balance LightFlight_wait_payment_password checkout_bookings
        get_booking_history
    """
    return {name: {} for name in names.split()}


def _airports(world: World) -> Calls:
    ok(world, "star_airport", aid="airport_2")
    return {
        "list_airports_by_city": {"city": "London"},
        "search_airports": {"airport_name": "LHR"},
        "star_airport": {"aid": "airport_1"},
        "unstar_airport": {"aid": "airport_2"},
    }


def _flights(world: World) -> Calls:
    flight = cheap_flights(world, 1)[0]
    fid, leaves, lands = flight["fid"], flight["departure"], flight["arrival"]
    return {
        "search_flights": {
            "departure": leaves["city"],
            "arrival": lands["city"],
            "date": leaves["departure_time"][:10],
        },
        "get_flight_details": {"fid": fid},
        "get_fids_by_departure": {"departure": leaves["city"]},
        "get_fids_by_arrival": {"arrival": lands["city"]},
        "check_seat_availability": {"fid": fid, "seat_class": "first"},
    }


def _bookings(world: World) -> Calls:
    fid = cheap_flights(world, 1)[0]["fid"]
    idx = add_passenger(world, "Ann Example")
    bid = book(world, fid, idx)
    pay(world)
    waiting = book(world, fid, idx)
    ok(world, "LightFlight_wait_payment_password")
    return {
        "add_passenger": {"name": "Bo Example", "light_talk_uid": ok(world, "get_my_uid")},
        "remove_passenger": {"passenger_idx": idx},
        "add_to_booking": {"fid": fid, "seat_class": "business", "passenger_idx": idx},
        "remove_from_booking": {"bid": waiting},
        "cancel_booking": {"bids": [bid]},
    }
