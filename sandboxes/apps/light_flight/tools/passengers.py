"""Tools about the list of passengers."""

from __future__ import annotations

from typing import Any

from sandboxes._outcome import Refused
from sandboxes._tool import tool
from sandboxes._types import Index, Line, OptionalIdentifier
from sandboxes.apps.light_flight.checks import known_passenger
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import Passenger
from sandboxes.apps.light_talk.data_model import LightTalk


@tool(mutates=False, requires=(), provides=("passenger",))
def check_passengers(app: LightFlight) -> list[dict[str, Any]]:
    """List the passengers for whom flights can be booked.

    Returns:
        A list of {passenger_idx, name, light_talk_uid} in order of passenger_idx, which counts
        from 0; light_talk_uid is empty where no contact is linked.
    """
    return [
        {
            "passenger_idx": index,
            "name": passenger.name,
            "light_talk_uid": passenger.light_talk_uid,
        }
        for index, passenger in enumerate(app.passengers.of().values())
    ]


@tool(mutates=True, requires=("contact",), provides=("passenger",))
def add_passenger(
    app: LightFlight, name: Line, light_talk_uid: OptionalIdentifier
) -> dict[str, Any]:
    """Put somebody on the passenger list, perhaps linked to a contact of LightTalk.

    The contact may be blocked or the user, and may have another name. When a contact is deleted,
    the link is cleared.

    Refused if there is no such contact, or if a passenger of this name and link is there already.

    Args:
        name: The passenger's name.
        light_talk_uid: UID of the contact to link; an empty text links nobody.

    Returns:
        {passenger_idx, name, light_talk_uid}; the passenger is the last of the list.
    """
    world = app.world
    if light_talk_uid and world.app(LightTalk).contacts.get(light_talk_uid) is None:
        raise Refused(
            f"No contact of LightTalk has the UID {light_talk_uid}; give an empty text to link "
            "nobody."
        )
    listed = app.passengers.of().values()
    if any((p.name, p.light_talk_uid) == (name, light_talk_uid) for p in listed):
        link = f"the UID {light_talk_uid}" if light_talk_uid else "no UID"
        raise Refused(f"{name} with {link} is on the passenger list already.")
    index = len(listed)
    app.passengers.put(Passenger(world.new_id("passenger"), name, light_talk_uid))
    return {"passenger_idx": index, "name": name, "light_talk_uid": light_talk_uid}


@tool(mutates=True, requires=("passenger",), provides=())
def remove_passenger(app: LightFlight, passenger_idx: Index) -> dict[str, Any]:
    """Take somebody off the passenger list; those after move up, bookings stay as they are.

    Refused if the list has no such place.

    Args:
        passenger_idx: The passenger's place in the list, counted from 0.

    Returns:
        {name, light_talk_uid, deleted}.
    """
    passenger = known_passenger(app, passenger_idx)
    app.passengers.remove(passenger.pid)
    return {
        "name": passenger.name,
        "light_talk_uid": passenger.light_talk_uid,
        "deleted": True,
    }
