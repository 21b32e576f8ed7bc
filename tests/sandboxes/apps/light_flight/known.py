"""Values that mean something to LightFlight's tools."""

from __future__ import annotations

from typing import Any

from sandboxes import World
from sandboxes.apps.light_flight.corpus_reader import airports_of_cities
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_talk.data_model import LightTalk

_OSLO = airports_of_cities()["oslo"]


def known_values(world: World) -> dict[str, list[Any]]:
    """Values by argument name that mean something in the world as it is now.

    Few flights, some with hardly a seat in first class, so that seats run out.
    """
    app, talk = world.app(LightFlight), world.app(LightTalk)
    fids = [fid for _, fid in sorted(app.departures(_OSLO))[:12]]
    scarce = sorted(fids, key=lambda fid: _first_class_seats(app, fid))[:3]
    flight = app.flight(scarce[0])
    assert flight is not None
    bids = list(app.bookings.of())[-6:]
    return {
        "fid": scarce,
        "seat_class": ["first", "first", "business", "economy"],
        "passenger_idx": [0, 0, 1, 2],
        "name": ["Ann Example", "Bo Example"],
        "light_talk_uid": ["", talk.me, *list(talk.directory())[:3]],
        "bid": bids,
        "bids": [[bid] for bid in bids] + ([bids[:2], bids[:1] * 2] if bids else []),
        "aid": ["airport_1", "airport_2"],
        "airport_name": ["osl", "London"],
        "city": ["Oslo", "London"],
        "departure": ["Oslo", "london"],
        "arrival": ["Tokyo", "Oslo"],
        "date": [str(app.moment(flight.slot)), str(app.moment(0).date())],
    }


def _first_class_seats(app: LightFlight, fid: str) -> int:
    seats = app.seats.get(fid)
    assert seats is not None
    return seats.first
