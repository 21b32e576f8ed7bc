"""Flights found and compared, seats that change hands, and people who are told about it."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

from evaluators import Exact, TextRule
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.corpus_reader import airports_of_cities, places
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.records import SEAT_CLASSES, SeatClass
from sandboxes.apps.light_flight.stage import plant_booking, set_seats, set_star
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.tasks import Decline
from sandboxes.tasks.kit.flight import (
    Trip,
    cheapest_flight,
    fresh_account,
    least,
    strangers,
    timetables,
    trips_from,
)
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MESSAGES, MOMENTS, open_up, people
from sandboxes.workflows._template import Planner, Query, Step, workflow
from sandboxes.workflows.kit import tell, uid_of

_HOMES = 5
_LOOKED_AT = 12
_GAP = (20, 240)  # minutes


def few_trips(world: World, draw: Stream) -> list[Trip]:
    """All flights from a handful of cities, some hundreds as a rule."""
    everywhere = sorted({place.city for place in places()})
    return trips_from(world, draw.sample(everywhere, _HOMES))


def at(step: Step, key: str, value: Any) -> int:
    """The place of the first entry with a value in the list that a call answers."""
    return next(place for place, entry in enumerate(step.output) if entry[key] == value)


def open_people(world: World, draw: Stream, count: int) -> list[Contact]:
    """So many contacts, none of whom is blocked in the world from now on."""
    found = people(world, draw, count)
    open_up(world, found)
    return found


def linked(contacts: Sequence[Contact]) -> list[tuple[str, str]]:
    """Contacts as passengers who are linked to them."""
    return [(contact.name, contact.uid) for contact in contacts]


def flights_of(plan: Planner, trip: Trip) -> Step:
    """Add the search that finds a flight and all others of its route and day."""
    say = f"Find the flights from {trip.origin} to {trip.destination} on {trip.date}"
    ends: dict[str, Any] = {"departure": trip.origin, "arrival": trip.destination}
    return plan.call("search_flights", say, **ends, date=trip.day)


def seat(
    plan: Planner, say: str, fid: str, seat_class: str, place: str, after: Sequence[Step] = ()
) -> Step:
    """Add the call that puts a seat on the booking list."""
    wanted: dict[str, Any] = {"fid": fid, "seat_class": seat_class, "passenger_idx": place}
    return plan.call("add_to_booking", say, after=after, **wanted)


def written(plan: Planner) -> tuple[tuple[str, TextRule], ...]:
    """All texts that the plan has written on LightTalk, as prescribed ones."""
    talk = plan.acting.app(LightTalk)
    tables = ((MESSAGES, talk.messages), (GROUP_MESSAGES, talk.group_messages))
    found: list[tuple[str, TextRule]] = []
    for path, table in (*tables, (MOMENTS, talk.moments)):
        found += [(path, Exact(new.content)) for _, new in table.changes() if new is not None]
    return tuple(found)


def arrivals(world: World, draw: Stream) -> tuple[Trip, Trip]:
    """Two flights that land in one city on one day, within some hours, the earlier one first."""
    order = sorted(few_trips(world, draw), key=lambda trip: (trip.destination, trip.arrives))
    near = [
        (one, other)
        for one, other in pairwise(order)
        if (one.destination, one.arrives.date()) == (other.destination, other.arrives.date())
        and _GAP[0] <= (other.arrives - one.arrives).total_seconds() / 60 <= _GAP[1]
    ]
    return one_of(draw, near, "two arrivals in one city")


@workflow(
    apps=("LightTalk", "LightFlight"),
    phrasings=(
        "{absent} has broken a leg and won't be flying. Please cancel the seat that is booked and "
        "paid for {absent} on LightFlight, and put the very same one, flight and class, on my "
        "booking list for {heir}, who is on my passenger list too. That class is sold out, so the "
        "cancellation has to come first; I'll pay for the new booking myself. Three LightTalk "
        "messages go with it, with the figures as LightFlight gives them: to {absent} "
        '"Seat cancelled, 1250.0 came back", to {heir} "You fly on KT123, price 1310.0" (flight '
        "number and price of the new booking), and to {keeper}, who minds our travel money, "
        '"Flight account: 40000.0", which is the balance after the refund.',
        "A seat has to change hands. {absent} gives up the one I have booked and paid for, and "
        "{heir} from my passenger list takes it over, in the same class of the same flight. No "
        "other is left there, so first cancel and then add the new booking, which stays unpaid for "
        "now. Let {absent} know on LightTalk what I got back, in the words "
        '"Seat cancelled, 1250.0 came back"; let {heir} know the flight number and what the new '
        'booking costs: "You fly on KT123, price 1310.0"; and report the balance that LightFlight '
        'shows once the refund is in to {keeper}: "Flight account: 40000.0".',
    ),
    answer="The seat is cancelled and booked anew for the other one, and all three know.",
)
def hand_over_full_flight(plan: Planner, draw: Stream) -> Query:
    """A paid seat of a full class is cancelled and booked for another passenger."""
    absent, heir, keeper = open_people(plan.world, draw, 3)
    trip, other = some_of(draw, few_trips(plan.world, draw), 2, "flights")
    seat_class: SeatClass = draw.choice(("economy", "business"))
    (stranger,) = strangers(draw, 1)
    fresh_account(plan.world, [stranger, *linked((absent, heir))])
    set_seats(plan.world, trip.fid, seat_class, 1)
    plant_booking(plan.world, other.fid, "economy", 0, paid=True)
    plant_booking(plan.world, trip.fid, seat_class, 1, paid=True)
    bookings = plan.call("check_bookings", f"Find the paid booking of {absent.name}")
    listed = plan.call("check_passengers", f"Find the place of {heir.name} in the passenger list")
    uid = uid_of(plan, keeper)
    old, new = at(bookings, "passenger_name", absent.name), at(listed, "name", heir.name)
    fid, bid = bookings[old, "fid"], bookings[old, "bid"]
    gone = plan.call("cancel_booking", f"Cancel the seat of {absent.name}", bids=[bid])
    flight = plan.call("get_flight_details", "Look up the flight's number", fid=fid)
    say = f"Book the seat that has come free for {heir.name}"
    same, place = bookings[old, "seat_class"], listed[new, "passenger_idx"]
    booked = seat(plan, say, fid, same, place, [gone])
    left = plan.call("LightFlight_check_balance", "See the balance after the refund", after=[gone])
    text = f"Seat cancelled, {gone['total']} came back"
    tell(plan, absent.name, bookings[old, "light_talk_uid"], text)
    text = f"You fly on {flight['flight_number']}, price {booked['total_price']}"
    tell(plan, heir.name, listed[new, "light_talk_uid"], text)
    tell(plan, keeper.name, uid, f"Flight account: {left}")
    words = {"absent": absent.name, "heir": heir.name, "keeper": keeper.name}
    return Query(words, texts=written(plan))


@workflow(
    apps=("LightFlight",),
    phrasings=(
        "The seat that waits, unpaid, on my booking list for {out} is to be {heir}'s instead: "
        "{heir} is on my passenger list and takes the same class of the same flight. It is the "
        "last seat in that class, so {out}'s booking has to be dropped first. Add an economy seat "
        "for {heir} for the way back as well, on the last flight that leaves on {back} from the "
        "city where the first one lands to the city it came from. The airport where {heir} lands "
        "on the way out should be one of my favourites. Pay for nothing yet.",
        "Please swap a passenger on LightFlight. {out} is not coming, so take {out}'s booking off "
        "my booking list, and then put {heir} from the passenger list on exactly that flight and "
        "class; there is just this one seat left in it. {heir} also needs a return in economy, on "
        "{back}, with whichever plane is the last that day to go back between the two cities. "
        "And mark the airport of arrival of the outward flight as a favourite. I'll pay later.",
    ),
    answer="The last seat is the other passenger's now, with a flight back; nothing is paid yet.",
)
def swap_last_seat(plan: Planner, draw: Stream) -> Query:
    """An unpaid booking of the last seat passes to another passenger, who gets a way back."""
    trip, back = _there_and_back(plan.world, draw)
    out, heir, other = strangers(draw, 3)
    fresh_account(plan.world, draw.shuffled([out, heir, other]))
    idle = one_of(draw, trips_from(plan.world, [trip.origin]), "other flight")
    names = [entry.name for entry in plan.world.app(LightFlight).passengers.of().values()]
    set_seats(plan.world, trip.fid, "business", 1)
    plant_booking(plan.world, idle.fid, "economy", names.index(other))
    plant_booking(plan.world, trip.fid, "business", names.index(out))
    bookings = plan.call("check_bookings", f"Find the unpaid booking of {out}")
    listed = plan.call("check_passengers", f"Find the place of {heir} in the passenger list")
    old = at(bookings, "passenger_name", out)
    place = listed[at(listed, "name", heir), "passenger_idx"]
    fid, bid = bookings[old, "fid"], bookings[old, "bid"]
    gone = plan.call("remove_from_booking", f"Drop the booking of {out}", bid=bid)
    flight = plan.call("get_flight_details", "Look up where that flight goes", fid=fid)
    seat(plan, f"Book the last seat for {heir}", fid, "business", place, [gone])
    landing = flight["arrival", "city"]
    returns = plan.call(
        "search_flights",
        f"Find the flights back on {back[0].date}",
        departure=landing,
        arrival=flight["departure", "city"],
        date=back[0].day,
    )
    seat(plan, f"Book the last flight back for {heir}", returns[len(back) - 1], "economy", place)
    found = plan.call("list_airports_by_city", "List the airports where it lands", city=landing)
    arrived = at(found, "code", flight.output["arrival"]["code"])
    plan.call("star_airport", "Make the airport a favourite", aid=found[arrived, "aid"])
    return Query({"out": out, "heir": heir, "back": back[0].date})


def _there_and_back(world: World, draw: Stream) -> tuple[Trip, list[Trip]]:
    """A flight, and all flights of a later day the other way round."""
    for trip in draw.shuffled(few_trips(world, draw))[:_LOOKED_AT]:
        ways = trips_from(world, [trip.destination], [trip.origin])
        later = [way for way in ways if way.departs.date() > trip.arrives.date()]
        if timetables(later):
            return trip, draw.choice(timetables(later))
    raise Decline("no flight with a way back")


@workflow(
    apps=("LightTalk", "LightFlight"),
    phrasings=(
        "The seats for our trip are waiting on my booking list: please pay for them. {first}, "
        "{second} and I go thirds, so work out a third of what was paid, rounded to a whole "
        'number, and write to each of the two on LightTalk "Your third: 1237.0" with that figure. '
        'Then tell {third} how much is left in the LightFlight account: "Still there: 1250.0".',
        "Settle everything that waits to be paid on LightFlight. Afterwards {third} wants a "
        'LightTalk message with the balance of the account, "Still there: 1250.0", and {first} '
        "and {second} each want to know what they owe me. We split what was paid three ways, "
        'rounded to a whole number; write it as "Your third: 1237.0".',
    ),
    answer="The bookings are paid; two know their thirds, one the balance.",
)
def pay_and_split(plan: Planner, draw: Stream) -> Query:
    """Waiting bookings are paid for, the total is split, and the balance reported."""
    friends = open_people(plan.world, draw, 3)
    trip = one_of(draw, few_trips(plan.world, draw), "flight")
    talk = plan.world.app(LightTalk)
    fresh_account(plan.world, linked([talk.directory()[talk.me], *friends[:2]]))
    for place in range(3):
        plant_booking(plan.world, trip.fid, "economy", place)
    ready = plan.call("LightFlight_wait_payment_password", "Have the payment password entered")
    uids = [uid_of(plan, friend) for friend in friends]
    paid = plan.call("checkout_bookings", "Pay for all that waits", after=[ready])
    third = plan.call("div", "Divide what was paid by three", a=paid["total"], b=3)
    left = plan.call("LightFlight_check_balance", "See what is left", after=[paid])
    share = plan.call("round_val", "Round the third to a whole number", a=str(third), ndigits=0)
    tell(plan, friends[2].name, uids[2], f"Still there: {left}")
    for friend, uid in zip(friends[:2], uids, strict=False):
        tell(plan, friend.name, uid, f"Your third: {share}")
    return Query(ordinals(friend.name for friend in friends), texts=written(plan))


@workflow(
    apps=("LightTalk", "LightFlight"),
    phrasings=(
        "Three planes go from {origin} to {destination} on {date}. Put {name} from my passenger "
        "list on the cheapest of them: an economy seat on my booking list, unpaid. {friend} bet "
        "me that it makes no difference, so work out the average economy fare of the three, take "
        "the cheapest fare from it, round the result to a whole number and send {friend} a "
        'LightTalk message like "KT123 saves 412.0", with the number of the cheapest flight.',
        "{name}, who is on my passenger list, wants to get from {origin} to {destination} on "
        "{date} for as little as possible. Compare the three flights of the day by their economy "
        "fares, and add an economy seat on the cheapest to my booking list (no payment yet). How "
        "far below the day's average fare is it? Tell {friend} on LightTalk, rounded to a whole "
        'number and together with the flight number, in the form "KT123 saves 412.0".',
    ),
    answer="The cheapest flight is on the booking list, and the friend knows what it saves.",
)
def cheapest_of_three(plan: Planner, draw: Stream) -> Query:
    """Three flights are compared; the cheapest is booked and set against the average."""
    groups = [g for g in timetables(few_trips(plan.world, draw), fewest=3) if len(g) == 3]
    group = one_of(draw, [g for g in groups if cheapest_flight(g)], "day with three flights")
    (friend,) = open_people(plan.world, draw, 1)
    name, *others = strangers(draw, 3)
    fresh_account(plan.world, [others[0], name, others[1]])
    fids = flights_of(plan, group[0])
    listed = plan.call("check_passengers", f"Find the place of {name} in the passenger list")
    uid = uid_of(plan, friend)
    flights = [
        plan.call("get_flight_details", f"Look up the {which} flight", fid=fids[place])
        for place, which in enumerate(("first", "second", "third"))
    ]
    best = flights[min(range(3), key=lambda place: group[place].fare())]
    fares = [flight["price", "economy"] for flight in flights]
    average = plan.call("mean", "Work out the average fare", numbers=fares)
    place = listed[at(listed, "name", name), "passenger_idx"]
    seat(plan, f"Book the cheapest flight for {name}", best["fid"], "economy", place)
    fare = best["price", "economy"]
    saved = plan.call("sub", "See how far below it the cheapest is", a=str(average), b=fare)
    whole = plan.call("round_val", "Round that to a whole number", a=str(saved), ndigits=0)
    tell(plan, friend.name, uid, f"{best['flight_number']} saves {whole}")
    words = {**group[0].words, "name": name, "friend": friend.name}
    return Query(words, texts=written(plan))


@workflow(
    apps=("LightTalk", "LightFlight"),
    phrasings=(
        "On {date} {first}, {second} and {third} take the earliest flight from {origin} to "
        "{destination}, and each has a taste of their own: {first} travels in {one} class, "
        "{second} in {two} and {third} in {three}. All are on my passenger list. Add the three "
        "seats to my booking list without paying. Each is to get a LightTalk message with the "
        "flight number, the time of departure as LightFlight shows it and the price of their own "
        'seat, in this form: "KT123, 2026-05-04 07:35:00, 1510.0".',
        "Please reserve, but don't pay for, three seats on the first flight that leaves {origin} "
        "for {destination} on {date}: {one} class for {first}, {two} class for {second}, {three} "
        "class for {third}; you'll find them on my passenger list. Then write to each of them on "
        "LightTalk which flight it is, when it departs and what their seat costs, just like "
        '"KT123, 2026-05-04 07:35:00, 1510.0".',
    ),
    answer="Three seats wait to be paid for, and each passenger knows flight, time and price.",
)
def one_plane_three_classes(plan: Planner, draw: Stream) -> Query:
    """Three passengers are booked on one flight in three classes and told what their seats cost."""
    group = one_of(draw, timetables(few_trips(plan.world, draw), fewest=2), "day with flights")
    trip, friends = group[0], open_people(plan.world, draw, 3)
    classes = draw.shuffled(SEAT_CLASSES)
    for seat_class in classes:
        set_seats(plan.world, trip.fid, seat_class, draw.between(2, 6))
    fresh_account(plan.world, [*draw.shuffled(linked(friends)), *strangers(draw, 1)])
    listed = plan.call("check_passengers", "See who is where in the passenger list")
    fids = flights_of(plan, trip)
    flight = plan.call("get_flight_details", "Look up number and time", fid=fids[0])
    places = [at(listed, "name", friend.name) for friend in friends]
    seats = [
        seat(
            plan,
            f"Book a seat in {seat_class} class for {friend.name}",
            fids[0],
            seat_class,
            listed[place, "passenger_idx"],
        )
        for friend, seat_class, place in zip(friends, classes, places, strict=True)
    ]
    when = f"{flight['flight_number']}, {flight['departure', 'departure_time']}"
    for friend, place, booked in zip(friends, places, seats, strict=True):
        uid = listed[place, "light_talk_uid"]
        tell(plan, friend.name, uid, f"{when}, {booked['total_price']}")
    chosen = dict(zip(("one", "two", "three"), classes, strict=True))
    words = {**trip.words, **ordinals(friend.name for friend in friends), **chosen}
    return Query(words, texts=written(plan))


@workflow(
    apps=("LightTalk", "LightFlight"),
    phrasings=(
        "I'm moving to {new}. On LightFlight take {first} and {second} off my favourite airports "
        "and make both airports of {new} favourites. Then look at the very next plane that leaves "
        "{new}: the airport it goes to becomes a favourite as well, and {friend}, who has dared "
        "me to be on it, gets a LightTalk message with its number, airline and place of arrival: "
        '"KT123 of Kestrel Air to Oslo".',
        "Update my favourites among the airports: {first} and {second} are out, the two of {new} "
        "are in, and so is the airport where the next flight out of {new} (to wherever it may "
        "be) lands. Please also write to {friend} on LightTalk which flight that is, with number, "
        'airline and city, in the form "KT123 of Kestrel Air to Oslo".',
    ),
    answer="The favourites are up to date, and the friend knows the next flight.",
)
def favourites_of_a_new_home(plan: Planner, draw: Stream) -> Query:
    """Old favourites go, two airports and the goal of the next flight from there come."""
    new, trip = _next_out_of_two(plan.world, draw)
    everywhere = plan.world.app(LightFlight).airports.of().values()
    known = [airport for airport in everywhere if airport.city != trip.destination]
    airports = [a for a in known if len(airports_of_cities()[a.city.casefold()]) == 1]
    old = some_of(draw, airports, 3, "airports alone in their city")
    for airport in old:
        set_star(plan.world, airport.aid, True)
    (friend,) = open_people(plan.world, draw, 1)
    found = [
        plan.call("search_airports", f"Find {airport.name}", airport_name=airport.name)
        for airport in old[:2]
    ]
    here = plan.call("list_airports_by_city", f"List the airports of {new}", city=new)
    fids = plan.call("get_fids_by_departure", f"List the flights out of {new}", departure=new)
    uid = uid_of(plan, friend)
    for airport, hits in zip(old, found, strict=False):
        aid = hits[at(hits, "aid", airport.aid), "aid"]
        plan.call("unstar_airport", f"Take {airport.name} off", aid=aid)
    for place, airport in enumerate(here.output):
        plan.call("star_airport", f"Make {airport['name']} a favourite", aid=here[place, "aid"])
    flight = plan.call("get_flight_details", "Look up the next flight", fid=fids[0])
    code = flight["arrival", "code"]
    hits = plan.call("search_airports", "Find the airport it goes to", airport_name=code)
    goal = at(hits, "code", flight.output["arrival"]["code"])
    plan.call("star_airport", "Make that airport a favourite", aid=hits[goal, "aid"])
    number, airline = flight["flight_number"], flight["airline"]
    tell(plan, friend.name, uid, f"{number} of {airline} to {flight['arrival', 'city']}")
    words = {"first": old[0].name, "second": old[1].name, "new": new, "friend": friend.name}
    return Query(words, texts=written(plan))


def _next_out_of_two(world: World, draw: Stream) -> tuple[str, Trip]:
    """A city with two airports, and the flight that leaves it before all others."""
    numbers = airports_of_cities()
    twins = sorted({p.city for p in places() if len(numbers[p.city.casefold()]) == 2})
    for city in draw.shuffled(twins):
        trip = least(trips_from(world, [city]), lambda trip: trip.departs)
        if trip is not None:
            return city, trip
    raise Decline("no city of two airports with one next flight")
