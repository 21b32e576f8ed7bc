"""Tasks about other people's journeys: who comes, by which flight, and what they are told."""

from __future__ import annotations

from collections.abc import Sequence

from evaluators import Exact, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.corpus_reader import places
from sandboxes.apps.light_flight.stage import plant_booking, plant_passenger, set_seats
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import set_blocked
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.flight import (
    FLIGHT_PAYMENTS,
    Trip,
    added,
    book,
    cheapest_flight,
    days_ahead,
    drop_unpaid,
    first_with_seats,
    found_flights,
    fresh_account,
    pay_for_flights,
    star_airport,
    strangers,
    timetables,
    trips_from,
    upcoming,
)
from sandboxes.tasks.kit.general import one_of, ordinals, today
from sandboxes.tasks.kit.talk import MESSAGES, open_up, people, uid_of, write_to
from sandboxes.tasks.kit.weather import FARTHEST, forecast, forecast_on, set_weather_alert

_SEATS = 5


def _enlisted(do: Client, contact: Contact) -> int:
    """Put a contact on the passenger list, with the link to LightTalk; the place there."""
    return added(do, contact.name, uid_of(do, contact.name))


@template(
    level=2,
    apps=("LightTalk", "LightFlight"),
    traps=("recoverable_failure", "latent_prerequisite"),
    phrasings=(
        "{name} and I have made up at last, so lift my block on {name} for good. Then book and "
        "pay for one business seat for {name} from {origin} to {destination} on {day}: on the "
        "first flight of the day, or, if that has no business seat left, on the next one that "
        "has. Put {name} on the passenger list under that name, linked to the contact on "
        'LightTalk, and leave the entry there. Last, write to {name} exactly "Your seat is on '
        'flight XX000." with the number of the flight in place of XX000.',
        "{name} has to get from {origin} to {destination} on {day}, in business class, and I "
        "pay. Take the earliest flight of that day that still has a business seat. {name} must "
        "first be put on my passenger list, by this full name and linked to the LightTalk "
        "contact, and can stay on it. Once the seat is paid for, send {name} exactly this, with "
        'the real flight number for XX000: "Your seat is on flight XX000." I have blocked '
        "{name}, but that is over: take the block off and don't set it again.",
        "Please buy {name} a business seat from {origin} to {destination} on {day}, departing as "
        "early as possible on that day: if the first plane is full in business, take the next "
        "with a free seat in that class. Enter {name} in the passenger list with the full name "
        "and the link to LightTalk, for keeps. I blocked {name} long ago: lift that block, "
        'permanently, and send {name} the message "Your seat is on flight XX000.", word for word '
        "but with the flight's own number instead of XX000.",
    ),
    reading=Reading("2026-11-30", "2391c6c3db93"),
)
def first_free_business_seat(world: World, draw: Stream) -> Draft:
    """Book a blocked contact on the first flight of a day that has a business seat left."""
    tables = timetables(upcoming(world, draw), fewest=2)
    trips = one_of(draw, tables, "route with two flights on one day")
    (guest,) = people(world, draw, 1)
    taken = trips[1]

    def prepare(stage: Stage) -> None:
        set_blocked(stage.world, guest.uid, True)
        fresh_account(stage.world)
        for trip in trips:
            set_seats(stage.world, trip.fid, "business", _SEATS)
        if stage.traps:
            set_seats(stage.world, trips[0].fid, "business", 0)

    def gold(do: Client) -> None:
        details = first_with_seats(do, taken, "business", 1)
        do("ask_for_privilege")
        uid = uid_of(do, guest.name)
        do.steadily("unblock", uid=uid)
        book(do, details["fid"], added(do, guest.name, uid), "business")
        pay_for_flights(do)
        text = f"Your seat is on flight {details['flight_number']}."
        do.steadily("send_message", uid=uid, content=text)

    return Draft(
        {
            "name": guest.name,
            "origin": taken.origin,
            "destination": taken.destination,
            "day": taken.date,
        },
        gold,
        unique=(guest.name, taken.origin, taken.destination, taken.date),
        prepare=prepare,
        texts=((MESSAGES, Exact(f"Your seat is on flight {taken.flight.number}.")),),
        summed=(FLIGHT_PAYMENTS,),
    )


@template(
    level=2,
    apps=("LightOS", "LightTalk", "LightFlight"),
    traps=("impossible",),
    phrasings=(
        "{first}, {second} and {third} have to go from {origin} to {destination} tomorrow, on "
        "the day's first flight, and together in business class. Put the three on my passenger "
        "list under these names, each linked to the contact on LightTalk, then book and pay for "
        "their seats. It must be that flight and that class for all three, or it can't be done; "
        "then nothing is to be changed.",
        "Tomorrow's earliest flight from {origin} to {destination} is the one, and no other: I "
        "want a business seat on it for each of {first}, {second} and {third}, paid for. Enter "
        "them as passengers by their full names, linked to their LightTalk contacts. Should "
        "there not be three business seats left, then it can't be done, and everything is to "
        "stay as it is; no other class or flight will do.",
        "Please book {first}, {second} and {third} into business on the first plane that leaves "
        "{origin} for {destination} tomorrow, and pay. All three go on the passenger list with "
        "their full names and the links to LightTalk. No other flight, no other class, and none "
        "of them travels without the others: if there is no room for all three, it can't be "
        "done, and nothing is to be touched.",
    ),
    reading=Reading("2026-11-30", "7ff5ba004273"),
)
def three_together_tomorrow(world: World, draw: Stream) -> Draft:
    """Book three contacts on one flight in business; on half of the seeds it lacks the seats."""
    tables = timetables(upcoming(world, draw))
    tomorrow = [table for table in tables if days_ahead(world, table[0]) == 1]
    trip = one_of(draw, tomorrow, "route that is flown tomorrow")[0]
    guests = people(world, draw, 3)
    possible = draw.chance(0.5)
    left = draw.between(4, 7) if possible else draw.between(0, 2)

    def prepare(stage: Stage) -> None:
        open_up(stage.world, guests)
        fresh_account(stage.world)
        set_seats(stage.world, trip.fid, "business", left)

    def gold(do: Client) -> None:
        morrow = do("add_seconds_iso", t=do("now"), seconds=24 * 3600)[:10]
        fids = do("search_flights", departure=trip.origin, arrival=trip.destination, date=morrow)
        seats = do("get_flight_details", fid=fids[0])["seats"]["business"]
        if do.careful and seats < len(guests):
            raise CannotBeDone
        for guest in guests:
            book(do, fids[0], _enlisted(do, guest), "business")
        pay_for_flights(do)

    names = [guest.name for guest in guests]
    return Draft(
        {**ordinals(names), "origin": trip.origin, "destination": trip.destination},
        gold,
        unique=(*names, trip.origin, trip.destination),
        prepare=prepare,
        kind=TaskKind.CHANGE if possible else TaskKind.IMPOSSIBLE,
        summed=(FLIGHT_PAYMENTS,),
        obstacle=f"the flight has {left} business seats left, three are wanted",
        lift=lambda stage: set_seats(stage.world, trip.fid, "business", _SEATS),
    )


def _by_airline(world: World, draw: Stream) -> list[tuple[Trip, list[Trip]]]:
    """Flights that land in time for a forecast, the only ones of their airline that day."""
    found = []
    for trips in timetables(upcoming(world, draw), fewest=2):
        carriers = [trip.flight.airline for trip in trips]
        for trip in trips:
            landing = (trip.arrives.date() - today(world)).days
            if (
                trip.destination in cities()
                and carriers.count(trip.flight.airline) == 1
                and landing <= FARTHEST
                and not float(forecast(world, trip.destination, landing)["high"]).is_integer()
            ):
                found.append((trip, trips))
    return found


@template(
    level=2,
    apps=("LightTalk", "LightWeather", "LightFlight"),
    traps=("ambiguity",),
    phrasings=(
        "{name} has a ticket for the {airline} flight from {origin} to {destination} on {day}, "
        "and I've promised to keep an eye on things. Mark the airport where that flight lands as "
        'a favourite. Set a weather alert for {destination} with the condition "{condition}" and '
        'the threshold {threshold}. And write to {name} exactly "You land at HH:MM, and the high '
        'is N degrees.": HH:MM is the time of landing on the 24-hour clock, and N the high that '
        "is forecast for {destination} on the day of the landing, in degrees Celsius with one "
        "decimal.",
        "On {day}, {name} takes {airline} from {origin} to {destination}. Please find out when "
        "the plane lands and what high the forecast for {destination} gives for that day (the "
        "day of the landing), then send {name} this text with HH:MM and N filled in, HH:MM on the "
        '24-hour clock and N in degrees Celsius with one decimal, and nothing else: "You land at '
        'HH:MM, and the high is N degrees." Also make the airport of arrival a favourite, and '
        'create an alert for {destination}, condition "{condition}", threshold {threshold}.',
        "My friend {name} is on the {airline} flight of {day} from {origin} to {destination}. I "
        "want the airport it flies to among my favourite airports, and an alert for "
        '{destination} whose condition reads "{condition}" and whose threshold is {threshold}. '
        "{name} should get exactly this message from me, where HH:MM stands for the landing time "
        "(24-hour clock) and N for the forecast high in {destination} on the date of landing, in "
        'degrees Celsius with one decimal: "You land at HH:MM, and the high is N degrees."',
    ),
    reading=Reading("2026-11-30", "4c103773a144"),
)
def watch_over_airline_ticket(world: World, draw: Stream) -> Draft:
    """Find a friend's flight by its airline, tell the landing and the weather, and set an alert."""
    trip, _ = one_of(draw, _by_airline(world, draw), "flight that its airline makes out")
    (friend,) = people(world, draw, 1)
    condition, threshold = draw.choice((("wind above", 60), ("rain above", 5), ("UV above", 7)))
    landing = (trip.arrives.date() - today(world)).days
    high = forecast(world, trip.destination, landing)["high"]

    def prepare(stage: Stage) -> None:
        open_up(stage.world, [friend])
        clear_alerts(stage.world)

    def gold(do: Client) -> None:
        flights = found_flights(do, trip.origin, trip.destination, trip.day)
        (flight,) = (f for f in flights if f["airline"] == trip.flight.airline)
        lands = flight["arrival"]["arrival_time"]
        weather = forecast_on(do, trip.destination, lands[:10])
        star_airport(do, flight["arrival"]["airport"])
        set_weather_alert(do, trip.destination, condition, threshold)
        text = f"You land at {lands[11:16]}, and the high is {weather['high']} degrees."
        write_to(do, friend.name, text)

    text = f"You land at {trip.arrives:%H:%M}, and the high is {high} degrees."
    return Draft(
        {
            "name": friend.name,
            "airline": trip.flight.airline,
            "origin": trip.origin,
            "destination": trip.destination,
            "day": trip.date,
            "condition": condition,
            "threshold": str(threshold),
        },
        gold,
        unique=(friend.name, trip.flight.airline, trip.origin, trip.destination, trip.date),
        prepare=prepare,
        texts=((MESSAGES, Exact(text)),),
    )


def _meetings(world: World, draw: Stream) -> list[list[list[Trip]]]:
    """Four routes each to one city on one day; two of the four are flown twice or more."""
    found = []
    arrivals = sorted({place.city for place in places()} & set(cities()))
    for city in draw.sample(arrivals, 4):
        everywhere = sorted({place.city for place in places() if place.city != city})
        flights = trips_from(world, everywhere, [city])
        trips = [trip for trip in flights if 1 <= days_ahead(world, trip) <= FARTHEST]
        groups = [table for table in timetables(trips) if cheapest_flight(table)]
        for day in sorted({trip.day for trip in trips}):
            daily = [group for group in groups if group[0].day == day]
            often = [group for group in daily if len(group) > 1]
            if len(often) >= 2 and len(daily) >= 4:
                chosen = draw.sample(often, 2)
                rest = [group for group in daily if group not in chosen]
                found.append(chosen + draw.sample(rest, 2))
    return found


def _cheapest(trips: Sequence[Trip]) -> Trip:
    best = cheapest_flight(trips)
    assert best is not None, "routes with a tie are not chosen"
    return best


@template(
    level=3,
    apps=("LightTalk", "LightWeather", "LightFlight"),
    traps=("clean_slate",),
    phrasings=(
        "My four friends and I haven't met since school, and I'm paying for the reunion in "
        "{city}. On {day}, {first} comes from {here}, {second} from {there}, {third} from "
        "{yonder} and {fourth} from {afar}, each in economy on the cheapest flight of that day "
        "to {city}. Put each of them on my passenger list under the name given, linked to the "
        "LightTalk contact, book the four seats and pay for these four and for nothing else. "
        'Then send each of them exactly "See you in {city}! Your flight is XX000." with their '
        "own flight number for XX000, and make {city} my primary location in LightWeather.",
        "Please get my old flatmates to {city} on {day}, by whichever flight of that day is "
        "cheapest in economy from where each of them lives: {first} starts from {here}, {second} "
        "from {there}, {third} from {yonder}, {fourth} from {afar}. They all belong on the "
        "passenger list, with these names and linked to their LightTalk contacts. Book and pay "
        "one economy seat for each; I won't pay for anything beyond these four. Each is to "
        "receive this message, word for word except that XX000 is their own flight's number: "
        '"See you in {city}! Your flight is XX000." And LightWeather should have {city} as my '
        "primary location.",
        "There's to be a reunion in {city}, and I buy the tickets, for {day}, economy, always "
        "the least expensive flight of the day: {here} to {city} for {first}, {there} to {city} "
        "for {second}, {yonder} to {city} for {third}, {afar} to {city} for {fourth}. Enter the "
        "four as passengers by these names, each with the link to their LightTalk contact. What "
        "I pay for must be these four seats only. Set {city} as the primary location in "
        'LightWeather, and tell each of the four exactly "See you in {city}! Your flight is '
        'XX000.", where XX000 is the number of the flight they are on.',
    ),
    reading=Reading("2026-11-30", "94f84fbbc992"),
)
def reunion_of_four(world: World, draw: Stream) -> Draft:
    """Book four cheapest flights to one city; the trap is an unpaid booking of somebody else."""
    routes = one_of(draw, _meetings(world, draw), "city with four routes on one day")
    guests = people(world, draw, 4)
    bests = [_cheapest(trips) for trips in routes]
    (stranger,) = strangers(draw, 1)
    other = one_of(draw, [t for t in upcoming(world, draw) if t not in bests], "other flight")
    city, day = bests[0].destination, bests[0].day

    def prepare(stage: Stage) -> None:
        open_up(stage.world, guests)
        fresh_account(stage.world)
        for best in bests:
            set_seats(stage.world, best.fid, "economy", 20)
        if stage.traps:
            place = plant_passenger(stage.world, stranger)
            plant_booking(stage.world, other.fid, "economy", place)

    def gold(do: Client) -> None:
        if do.careful:
            drop_unpaid(do)
        chosen = []
        for guest, best in zip(guests, bests, strict=True):
            flights = found_flights(do, best.origin, city, day)
            flight = min(flights, key=lambda f: float(f["price"]["economy"]))
            book(do, flight["fid"], _enlisted(do, guest))
            chosen.append(flight["flight_number"])
        pay_for_flights(do)
        for guest, number in zip(guests, chosen, strict=True):
            write_to(do, guest.name, f"See you in {city}! Your flight is {number}.")
        do("set_primary_location", location=city)

    def put_back(do: Client) -> None:
        waiting = do("check_bookings")
        gold(do)
        for booking in waiting:
            book(do, booking["fid"], 0, booking["seat_class"])

    words = {"city": city, "day": bests[0].date, **ordinals(guest.name for guest in guests)}
    origins = (best.origin for best in bests)
    words |= zip(("here", "there", "yonder", "afar"), origins, strict=True)
    texts = [f"See you in {city}! Your flight is {best.flight.number}." for best in bests]
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        other_ends=(put_back,),
        texts=tuple((MESSAGES, Exact(text)) for text in texts),
        summed=(FLIGHT_PAYMENTS,),
    )
