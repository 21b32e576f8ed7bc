"""Tasks about trips that are off: bookings dropped, cancelled and moved."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from evaluators import Exact, Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.stage import plant_booking, set_seats
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import KILOMETRES_PER_MILE, in_miles
from sandboxes.tasks.kit.flight import (
    FLIGHT_PAYMENTS,
    Trip,
    all_at_other_times,
    book,
    by_route,
    found_flights,
    fresh_account,
    pay_for_flights,
    some_trips,
    strangers,
)
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.talk import MESSAGES, open_up, others, write_to


@template(
    level=1,
    apps=("LightFlight",),
    traps=("ambiguity",),
    phrasings=(
        "{name} has changed plans and won't go to {city} after all. Cancel the seat that I paid "
        "for on the flight to {city} for {name}, and leave all other bookings as they are.",
        "The trip of {name} to {city} is off. I've paid for it on LightFlight already; cancel "
        "that one booking and no other.",
        "Please cancel my paid booking for {name} on the flight that goes to {city}, so that I "
        "get the refund. Every other trip, of {name} or of anybody else, still takes place.",
    ),
    reading=Reading("2026-11-30", "ddf59e4cd059"),
)
def cancel_trip_to_city(world: World, draw: Stream) -> Draft:
    """Cancel one of a passenger's trips, told from the others by where the flights go."""
    trips = draw.shuffled(some_trips(world, draw))
    target = trips[0]
    same_end = [t for t in trips if t.destination == target.destination and t.fid != target.fid]
    rival = one_of(draw, same_end, "other flight to the same city")
    elsewhere = [trip for trip in trips if trip.destination != target.destination]
    name, other = strangers(draw, 2)
    bookings = draw.shuffled([(target, 0), (elsewhere[0], 0), (elsewhere[1], 0), (rival, 1)])

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, (name, other))
        for trip, place in bookings:
            plant_booking(stage.world, trip.fid, "economy", place, paid=True)

    def gold(do: Client) -> None:
        for booking in do("check_bookings"):
            if booking["passenger_name"] == name:
                flight = do("get_flight_details", fid=booking["fid"])
                if flight["arrival"]["city"] == target.destination:
                    do("cancel_booking", bids=[booking["bid"]])

    return Draft(
        {"name": name, "city": target.destination},
        gold,
        unique=(name, target.destination),
        prepare=prepare,
    )


@template(
    level=2,
    apps=("LightFlight",),
    traps=("condition", "do_nothing", "arithmetic_or_text"),
    phrasings=(
        "We want to fly less. Add up the distances of all flights on my booking list that I have "
        "not paid for yet. Should they come to more than {cap} miles in all, drop the two bookings"
        " whose flights cover the longest distances. Otherwise leave everything as it is. Either "
        "way I'll pay myself.",
        "Before I pay for what waits on my LightFlight booking list: do these flights come to "
        "more than {cap} miles altogether? If so, take off the two bookings with the farthest to "
        "fly, and no others. If not, don't touch anything. In neither case pay for me.",
        "My limit is {cap} miles. If the flights of my unpaid bookings, taken together, are "
        "longer than that, remove the two bookings with the greatest distances; if they keep "
        "within the limit, change nothing. Leave the paying to me in any case.",
    ),
    reading=Reading("2026-11-30", "61fb079a3be7"),
)
def keep_within_miles(world: World, draw: Stream) -> Draft:
    """Drop the two longest of five flights if all exceed a limit in miles; else do nothing."""
    of_length = {trip.flight.distance: trip for trip in some_trips(world, draw)}
    trips = some_of(draw, list(of_length.values()), 5, "flights")
    distances = [trip.flight.distance for trip in trips]
    total = sum(distances) / KILOMETRES_PER_MILE
    too_far = draw.chance(0.5)
    factor = draw.uniform(0.75, 0.9) if too_far else draw.uniform(1.1, 1.25)
    cap = 100 * round(total * factor / 100)
    people = strangers(draw, 3)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, people)
        for number, trip in enumerate(trips):
            plant_booking(stage.world, trip.fid, "economy", number % len(people))

    def gold(do: Client) -> None:
        lengths = {}
        for booking in do("check_bookings"):
            flight = do("get_flight_details", fid=booking["fid"])
            lengths[booking["bid"]] = float(flight["distance_km"])
        kilometres = do("sum_of_list", numbers=list(lengths.values()))
        miles = in_miles(do, kilometres)
        if do.careful and miles <= cap:
            return
        for bid in sorted(lengths, key=lambda bid: lengths[bid])[-2:]:
            do("remove_from_booking", bid=bid)

    return Draft(
        {"cap": f"{cap:,}"},
        gold,
        unique=(f"{cap:,}",),
        prepare=prepare,
        kind=TaskKind.CHANGE if too_far else TaskKind.DO_NOTHING,
    )


@template(
    level=2,
    apps=("LightTalk", "LightFlight"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "Our reunion in {city} is called off. Cancel all my paid bookings on flights to {city} "
        "and keep the others. They are for {first}, {second} and {third}: write to each of them "
        "on LightTalk how much came back for his or her seat, and to {keeper}, who keeps our "
        "accounts, how much was lost in all, that is, what the cancelled seats had cost less what"
        " came back. Each of these messages holds its one amount as a figure such as 812.50, and "
        "no other number, not even as part of a name.",
        "Nobody is going to {city} now. Whatever I have paid for on flights to {city} must be "
        "cancelled, nothing else. Then let {first}, {second} and {third} know, each in a message "
        "of their own, what was refunded for their own seat, and tell {keeper} the whole loss: "
        "the price of all the cancelled seats minus all that was refunded. Every message should "
        "give just that amount, as a figure such as 812.50, and no further number, and digits in "
        "names count too.",
        "Please cancel the seats to {city} that I bought on LightFlight for {first}, {second} and"
        " {third}; all my bookings to other cities stay. On LightTalk, {first}, {second} and "
        "{third} each get a message with the refund for their seat, and {keeper} gets one with "
        "the total that the cancelling cost us (prices paid for those seats less the refunds). "
        "Give one figure per message, such as 812.50, and let no other number stand in it, not "
        "even in a name.",
    ),
    reading=Reading("2026-11-30", "39db0e0208f8"),
)
def refund_reunion(world: World, draw: Stream) -> Draft:
    """Cancel all trips to one city, and tell everybody their refund and one friend the loss."""
    *guests, keeper = some_of(draw, others(world, blocked=None), 4, "contacts")
    trips = draw.shuffled(some_trips(world, draw))
    reunions = [by for by in _by_destination(trips).values() if len(by) >= len(guests)]
    there = one_of(draw, reunions, "city with three flights to it")[: len(guests)]
    city = there[0].destination
    elsewhere = [trip for trip in trips if trip.destination != city][:2]
    seats = [*zip(there, range(len(guests)), strict=True), (elsewhere[0], 1), (elsewhere[1], 3)]
    order = draw.shuffled(seats)
    [stranger] = strangers(draw, 1)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, (*((g.name, g.uid) for g in guests), stranger))
        open_up(stage.world, (*guests, keeper))
        for trip, place in order:
            plant_booking(stage.world, trip.fid, "economy", place, paid=True)

    def gold(do: Client) -> None:
        cancelled = []
        for booking in do("check_bookings"):
            flight = do("get_flight_details", fid=booking["fid"])
            if flight["arrival"]["city"] == city:
                cancelled.append(booking)
        answer = do("cancel_booking", bids=[booking["bid"] for booking in cancelled])
        cost = do("sum_of_list", numbers=[booking["total_price"] for booking in cancelled])
        loss = do("sub", a=cost, b=answer["total"])
        for booking, refund in zip(cancelled, answer["refunds"], strict=True):
            note = f"For your seat {refund['refund']:.2f} came back."
            do.steadily("send_message", uid=booking["light_talk_uid"], content=note)
        write_to(do, keeper.name, f"All in all we lost {loss:.2f}.")

    refunds = [trip.fare() * 95 / 100 / 100 for trip in there]
    loss = sum(trip.fare() for trip in there) * 5 / 100 / 100
    words = {"city": city, **ordinals(guest.name for guest in guests), "keeper": keeper.name}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=tuple((MESSAGES, Slot(value)) for value in (*refunds, loss)),
    )


def _by_destination(trips: list[Trip]) -> dict[str, list[Trip]]:
    found: dict[str, list[Trip]] = {}
    for trip in trips:
        found.setdefault(trip.destination, []).append(trip)
    return found


_NEWS = "Change of plan: our new flight leaves on [date] at [time]."


@template(
    level=3,
    apps=("LightTalk", "LightFlight"),
    traps=("recoverable_failure", "arithmetic_or_text"),
    phrasings=(
        "Our match has been put off. Cancel all the seats that I have paid for on the flight from"
        " {origin} to {destination} that leaves on {date} at {time}; they are for {first}, "
        "{second}, {third} and {fourth}. Then book the same four in economy on the first flight "
        "from {origin} to {destination} after that one which still has an economy seat for each "
        "of them, all on the same flight, and pay. They are all on my passenger list, and all my "
        "other bookings stay. Send each of the four exactly this on LightTalk, with [date] and "
        "[time] replaced by those of the new departure, written as in 2026-05-04 and 07:35: "
        '"{note}" And tell {first}, our captain, in one more message how much the cancelling '
        "cost us, which is what the four seats had cost less what came back, as a figure such as "
        "812.50 and with no other number in the message, not even as part of a name.",
        "{first}, {second}, {third} and {fourth} can't take the {time} flight from {origin} to "
        "{destination} on {date} for which I bought them seats. Give those four seats back (only "
        "those; my other trips remain) and move the four, who are on my passenger list, to the "
        "next later flight on the same route that has economy seats left for all four of them "
        "together: book economy and pay. Everybody who moves is to get exactly this message on "
        'LightTalk: "{note}" For [date] and [time] put those of the new departure, as in '
        "2026-05-04 and 07:35. {first} keeps the books, so write {first} a second message with"
        " the loss, the price of the four old seats minus the refunds for them, as a figure such "
        "as 812.50; it must hold no other number, and digits in names count too.",
        "The {time} departure from {origin} to {destination} on {date} is too early for our team."
        " I have paid for {first}, {second}, {third} and {fourth} on it: cancel these four "
        "bookings, and none besides. All four then need economy seats, booked and paid, on one "
        "and the same flight, namely the earliest one from {origin} to {destination} that leaves "
        "later than the old one and has at least four economy seats left. You'll find them on my "
        'passenger list. On LightTalk, write to each of them exactly "{note}" where [date] '
        "and [time] become those of the new departure, as in 2026-05-04 and 07:35. In one more "
        "message tell {first} what we lost by cancelling, i.e. the cost of the four cancelled "
        "seats less their refunds: a figure such as 812.50, and no other number in that message, "
        "not even in a name.",
    ),
    reading=Reading("2026-11-30", "d1dc5f2c34ee"),
)
def move_team_to_later_flight(world: World, draw: Stream) -> Draft:
    """Move four people to a later flight; the next one has too few seats, the one after enough."""
    team = some_of(draw, others(world, blocked=None), 4, "contacts")
    trips = some_trips(world, draw)
    old, full, free = one_of(draw, _chains(trips), "three flights of a route within some days")
    elsewhere = [trip for trip in trips if trip.destination != old.destination]
    others_paid = some_of(draw, elsewhere, 2, "other flights")
    left = draw.between(1, 3)
    [stranger] = strangers(draw, 1)
    names = [member.name for member in team]
    text = _NEWS.replace("[date]", free.day).replace("[time]", free.time)

    def prepare(stage: Stage) -> None:
        listed = [(member.name, member.uid) for member in team]
        fresh_account(stage.world, ((stranger, ""), *listed))
        open_up(stage.world, team)
        for trip, places in ((others_paid[0], (0,)), (old, (1, 2, 3, 4)), (others_paid[1], (2,))):
            for place in places:
                plant_booking(stage.world, trip.fid, "economy", place, paid=True)
        set_seats(stage.world, full.fid, "economy", left)

    def gold(do: Client) -> None:
        bookings = do("check_bookings")
        fids = dict.fromkeys(booking["fid"] for booking in bookings)
        flights = {fid: do("get_flight_details", fid=fid) for fid in fids}
        on_it = [b for b in bookings if _is(flights[b["fid"]], old)]
        answer = do("cancel_booking", bids=[booking["bid"] for booking in on_it])
        cost = do("sum_of_list", numbers=[booking["total_price"] for booking in on_it])
        loss = do("sub", a=cost, b=answer["total"])
        flight = _next_with_room(do, flights[on_it[0]["fid"]], len(names))
        theirs = [entry for entry in do("check_passengers") if entry["name"] in names]
        for entry in theirs:
            book(do, flight["fid"], entry["passenger_idx"])
        pay_for_flights(do)
        day, time = flight["departure"]["departure_time"].split(" ")
        note = _NEWS.replace("[date]", day).replace("[time]", time[:5])
        for entry in theirs:
            do.steadily("send_message", uid=entry["light_talk_uid"], content=note)
        write_to(do, names[0], f"The cancelling cost us {loss:.2f}.")

    words = {**old.words, **ordinals(names), "note": _NEWS}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=((MESSAGES, Exact(text)), (MESSAGES, Slot(4 * old.fare() * 5 / 100 / 100))),
        summed=(FLIGHT_PAYMENTS,),
    )


def _chains(trips: list[Trip]) -> list[tuple[Trip, Trip, Trip]]:
    """Three flights of a route one after another, the last one to three days after the first."""
    return [
        chain
        for route in by_route(trips)
        if all_at_other_times(route)
        for chain in zip(route, route[1:], route[2:], strict=False)
        if 1 <= (chain[2].departs.date() - chain[0].departs.date()).days <= 3
    ]


def _is(flight: dict[str, Any], trip: Trip) -> bool:
    """Whether these are the details of what the instruction calls the old flight."""
    start = flight["departure"]
    return (start["city"], flight["arrival"]["city"], start["departure_time"][:16]) == (
        trip.origin,
        trip.destination,
        f"{trip.day} {trip.time}",
    )


def _next_with_room(do: Client, old: dict[str, Any], seats: int) -> dict[str, Any]:
    """Details of the first later flight of a route that has so many economy seats."""
    start, end = old["departure"], old["arrival"]
    moment = start["departure_time"]
    day = moment
    while True:
        for flight in found_flights(do, start["city"], end["city"], day[:10]):
            later = flight["departure"]["departure_time"] > moment
            if later and flight["seats"]["economy"] >= seats:
                return flight
        day = do("add_seconds_iso", t=day, seconds=int(timedelta(days=1).total_seconds()))
