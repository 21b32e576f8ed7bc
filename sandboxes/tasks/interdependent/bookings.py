"""Tasks about booking flights: one seat on the right flight, and nothing besides."""

from __future__ import annotations

from itertools import pairwise

from evaluators import TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.corpus_reader import airports_of_cities
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import SeatClass
from sandboxes.apps.light_flight.stage import plant_booking, set_seats, set_star
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.flight import (
    FLIGHT_PAYMENTS,
    Trip,
    added,
    book,
    by_route,
    cheapest_flight,
    drop_unpaid,
    flight_at,
    found_flights,
    fresh_account,
    pay_for_flights,
    place_of,
    searched,
    some_trips,
    strangers,
    timetables,
)
from sandboxes.tasks.kit.general import one_of, some_of

_DAYS = 3


@template(
    level=1,
    apps=("LightFlight",),
    phrasings=(
        "I have moved house, and {old} is no longer where I fly from. Take its airport off my "
        "favourites on LightFlight and make every airport of {new} a favourite instead. My other"
        " favourites stay.",
        "My favourite airports on LightFlight are out of date: {old} has to go, and all the "
        "airports that {new} has should be in. Leave the other favourites as they are.",
        "From next month I'll be flying from {new} rather than from {old}. Please see to it that "
        "each airport of {new} is a favourite of mine on LightFlight, that the one of {old} no "
        "longer is, and that the rest of my favourites remain.",
    ),
    reading=Reading("2026-11-30", "5e5e04b107cd"),
)
def swap_favourite_airports(world: World, draw: Stream) -> Draft:
    """Take one airport off the favourites and mark all airports of a city with two."""
    airports = list(world.app(LightFlight).airports.of().values())
    numbers = airports_of_cities()
    paired = sorted({a.city for a in airports if len(numbers[a.city.casefold()]) > 1})
    new = draw.choice(paired)
    single = [a for a in airports if a.city not in paired]
    favourites = some_of(draw, single, 3, "airports alone in their city")
    old = favourites[0]

    def prepare(stage: Stage) -> None:
        for airport in favourites:
            set_star(stage.world, airport.aid, True)

    def gold(do: Client) -> None:
        for airport in do("get_my_starred_airports"):
            if airport["city"] == old.city:
                do("unstar_airport", aid=airport["aid"])
        for airport in do("list_airports_by_city", city=new):
            do("star_airport", aid=airport["aid"])

    return Draft({"old": old.city, "new": new}, gold, unique=(old.city, new), prepare=prepare)


@template(
    level=1,
    apps=("LightFlight",),
    traps=("clean_slate",),
    phrasings=(
        "{name} has to get away from {origin} as early as possible on {date}. Book and pay for "
        "one economy seat on the first flight to {destination} that leaves that day. {name} is on "
        "my passenger list; pay for nothing else.",
        "On LightFlight, get {name}, who is on my passenger list, an economy seat on whichever "
        "flight is the first to leave {origin} for {destination} on {date}, and pay for that seat"
        " alone.",
        "Which flight from {origin} to {destination} leaves earliest on {date}? Please book one "
        "economy seat on it for {name} from my passenger list and pay. No other booking may be "
        "paid for along with it.",
    ),
    reading=Reading("2026-11-30", "8f20dac53cf9"),
)
def book_first_flight(world: World, draw: Stream) -> Draft:
    """Book the first flight of a day; the trap is another booking that waits to be paid."""
    trips = some_trips(world, draw)
    first = one_of(draw, timetables(trips, fewest=2), "day with several flights")[0]
    elsewhere = [trip for trip in trips if trip.destination != first.destination]
    stray = one_of(draw, elsewhere, "other flight")
    name, other = strangers(draw, 2)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, (other, name))
        if stage.traps:
            plant_booking(stage.world, stray.fid, "economy", 0)

    def gold(do: Client) -> None:
        if do.careful:
            drop_unpaid(do)
        book(do, searched(do, first)[0], place_of(do, name))
        pay_for_flights(do)

    def put_back(do: Client) -> None:
        waiting = [b for b in do("check_bookings") if not b["paid"]]
        gold(do)
        for booking in waiting:
            place = place_of(do, booking["passenger_name"])
            book(do, booking["fid"], place, booking["seat_class"])

    return Draft(
        {**first.words, "name": name},
        gold,
        unique=(name, first.origin, first.destination, first.date),
        prepare=prepare,
        other_ends=(put_back,),
        summed=(FLIGHT_PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightFlight",),
    traps=("recoverable_failure",),
    phrasings=(
        "{name}, who is on my passenger list, travels from {origin} to {destination} on the "
        "flight that leaves on {date} at {time}. Book and pay for one economy seat; should economy"
        " be sold out on that flight, take business class on the same one.",
        "I promised {name} a seat on the {time} flight from {origin} to {destination} on {date}: "
        "economy if there is any left, otherwise business on that very flight. {name} is on my "
        "passenger list. Please book one seat and pay.",
        "Please book and pay for one seat on LightFlight for {name} from my passenger list: "
        "{origin} to {destination} on {date}, departure at {time}. Only if economy has no seat "
        "left on it, make it business class on that same flight.",
    ),
    reading=Reading("2026-11-30", "56c18619c6cd"),
)
def book_or_upgrade(world: World, draw: Stream) -> Draft:
    """Book a flight whose economy class is sold out, so that business class has to do."""
    trip = _on_a_quiet_day(world, draw)
    name, *others = draw.shuffled(strangers(draw, 3))
    left = draw.between(2, 6)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, _with_others(name, others))
        set_seats(stage.world, trip.fid, "economy", 0)
        set_seats(stage.world, trip.fid, "business", left)
        set_seats(stage.world, trip.fid, "first", 2)

    def gold(do: Client) -> None:
        flight = flight_at(do, trip.origin, trip.destination, trip.day, trip.time)
        seat_class: SeatClass = "economy" if flight["seats"]["economy"] > 0 else "business"
        book(do, flight["fid"], place_of(do, name), seat_class)
        pay_for_flights(do)

    return Draft(
        {**trip.words, "name": name},
        gold,
        unique=(name, trip.origin, trip.destination, trip.date, trip.time),
        prepare=prepare,
        summed=(FLIGHT_PAYMENTS,),
    )


def _on_a_quiet_day(world: World, draw: Stream) -> Trip:
    """A flight whose time tells it from up to two others of its route and day."""
    few = [table for table in timetables(some_trips(world, draw)) if len(table) <= 3]
    return draw.choice(one_of(draw, few, "day with up to three flights"))


def _with_others(name: str, others: list[str]) -> tuple[str, ...]:
    """The people of a passenger list, with one of them between the others."""
    return (*others[:1], name, *others[1:])


@template(
    level=1,
    apps=("LightFlight",),
    traps=("impossible",),
    phrasings=(
        "It is {name}'s big birthday, and it must be first class: book and pay for one first "
        "class seat for {name}, who is on my passenger list, on the flight from {origin} to "
        "{destination} that leaves on {date} at {time}. No other class and no other flight will "
        "do.",
        "Get {name} from my passenger list a first class seat on the {time} flight from {origin} "
        "to {destination} on {date}, and pay for it. I don't want any other class, nor any other "
        "flight.",
        "On {date} at {time} a flight leaves {origin} for {destination}. I want one seat in first"
        " class on it for {name}, who is on my passenger list, booked and paid. It has to be that"
        " flight and that class.",
    ),
    reading=Reading("2026-11-30", "7fa429713f3c"),
)
def book_first_class_only(world: World, draw: Stream) -> Draft:
    """Book first class on one flight; on half of the seeds no such seat is left."""
    trip = _on_a_quiet_day(world, draw)
    name, other = strangers(draw, 2)
    full = draw.chance(0.5)
    left = 0 if full else draw.between(2, 5)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, (name, other))
        set_seats(stage.world, trip.fid, "first", left)

    def gold(do: Client) -> None:
        flight = flight_at(do, trip.origin, trip.destination, trip.day, trip.time)
        if do.careful and flight["seats"]["first"] == 0:
            raise CannotBeDone
        book(do, flight["fid"], place_of(do, name), "first")
        pay_for_flights(do)

    return Draft(
        {**trip.words, "name": name},
        gold,
        unique=(name, trip.origin, trip.destination, trip.date, trip.time),
        prepare=prepare,
        kind=TaskKind.IMPOSSIBLE if full else TaskKind.CHANGE,
        summed=(FLIGHT_PAYMENTS,),
        obstacle="first class is sold out on the only flight that will do",
        lift=lambda stage: set_seats(stage.world, trip.fid, "first", 2),
    )


@template(
    level=2,
    apps=("LightFlight",),
    phrasings=(
        "My colleague {name} can fly from {origin} to {destination} on any day from {start} to "
        "{end}, both included. Put {name} on my passenger list, linked to nobody on LightTalk, "
        "and book and pay for one economy seat on the cheapest flight of those days.",
        "Find the flight from {origin} to {destination} with the lowest economy fare among all "
        "that leave between {start} and {end}, these two days included, and book and pay for one "
        "economy seat on it. It is for {name}: add that name to my passenger list, without any "
        "contact from LightTalk.",
        "{name} doesn't mind the day, only the price: one economy seat from {origin} to "
        "{destination}, leaving on {start} at the earliest and on {end} at the latest, as cheap "
        "as LightFlight has it. Please enter {name} in my passenger list (there is no LightTalk "
        "contact to link), book that seat and pay.",
    ),
    reading=Reading("2026-11-30", "2121e89f5d83"),
)
def book_cheapest_of_days(world: World, draw: Stream) -> Draft:
    """Compare all flights of three days and book the cheapest for a new passenger."""
    windows = []
    for route in by_route(some_trips(world, draw)):
        for days in _runs_of_days(route):
            group = [trip for trip in route if trip.day in days]
            if len(group) <= 7 and cheapest_flight(group):
                windows.append(group)
    group = one_of(draw, windows, "three days in a row with flights")
    days = sorted({trip.day for trip in group})
    first, last = group[0], group[-1]
    name, other = strangers(draw, 2)

    def gold(do: Client) -> None:
        found = []
        for day in days:
            found += found_flights(do, first.origin, first.destination, day)
        best = min(found, key=lambda flight: float(flight["price"]["economy"]))
        book(do, best["fid"], added(do, name))
        pay_for_flights(do)

    return Draft(
        {
            "origin": first.origin,
            "destination": first.destination,
            "start": first.date,
            "end": last.date,
            "name": name,
        },
        gold,
        unique=(name, first.origin, first.destination, first.date, last.date),
        prepare=lambda stage: fresh_account(stage.world, (other,)),
        summed=(FLIGHT_PAYMENTS,),
    )


def _runs_of_days(route: list[Trip]) -> list[list[str]]:
    """Days in a row, three at a time, on each of which the route is flown."""
    by_day = {trip.departs.date(): trip.day for trip in route}
    days = sorted(by_day)
    runs = [days[at : at + _DAYS] for at in range(len(days) - _DAYS + 1)]
    return [
        [by_day[day] for day in run]
        for run in runs
        if all((later - day).days == 1 for day, later in pairwise(run))
    ]
