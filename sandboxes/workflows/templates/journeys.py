"""Journeys: flights, the weather at their ends, and the people who fly, wait or stay at home."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from itertools import combinations
from typing import Any

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.corpus_reader import airports_of_cities
from sandboxes.apps.light_flight.records import SEAT_CLASSES
from sandboxes.apps.light_flight.stage import plant_booking, set_seats
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts, plant_alert, set_primary
from sandboxes.tasks import Decline
from sandboxes.tasks.kit.flight import (
    Trip,
    days_ahead,
    fresh_account,
    known_to_both,
    strangers,
    timetables,
    trips_from,
)
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.weather import FARTHEST, forecast
from sandboxes.workflows._template import Planner, Query, Step, workflow
from sandboxes.workflows.kit import tell, uid_of
from sandboxes.workflows.templates.flights import (
    arrivals,
    at,
    few_trips,
    flights_of,
    linked,
    open_people,
    seat,
    written,
)

_CLEARLY = 1.0
_LOOKED_AT = 12
_TITLES = ("Away with the Choir", "Four Corners Walkers", "Sketchbooks Abroad", "Slow Travel Club")
_POSTS = ("Next stop {city}!", "Bags packed for {city}.", "Somebody water my plants: {city} calls.")


def _with_weather(world: World, draw: Stream) -> list[Trip]:
    """Flights of the coming days to cities whose weather is known, of one airport each."""
    soon = [t for t in few_trips(world, draw) if 1 <= days_ahead(world, t) <= FARTHEST]
    known = set(known_to_both())
    return [trip for trip in soon if trip.destination in known]


def _forecast(plan: Planner, city: str, days: int, what: str) -> Step:
    """Add the forecast for a city up to a day so many days ahead."""
    return plan.call("get_forecast", f"See {what}", location=city, days=days + 1)


def _watch(plan: Planner, city: str, low: Any) -> None:
    """Add the alert on temperatures below a low."""
    limit = {"condition": "temperature below", "threshold": low}
    plan.call("create_alert", "Watch for temperatures below the low", location=city, **limit)


def _booked(plan: Planner, friends: Sequence[Contact]) -> tuple[list[str], list[Step]]:
    """Add the calls that find people's UIDs and the details of their flights."""
    bookings = plan.call("check_bookings", "See what is booked for whom")
    uids, flights = [], []
    for friend in friends:
        place, say = at(bookings, "passenger_name", friend.name), f"Look up {friend.name}'s flight"
        flights.append(plan.call("get_flight_details", say, fid=bookings[place, "fid"]))
        uids.append(bookings[place, "light_talk_uid"])
    return uids, flights


@workflow(
    apps=("LightTalk", "LightWeather", "LightFlight"),
    phrasings=(
        "{first} and {second} don't fancy their trip any more: cancel the seats on the flight that "
        "I've booked and paid for them. See what weather is forecast where it goes for {date}, the "
        "day it leaves, and write to each of them on LightTalk that condition and what came back "
        'for their own seat: "Weather: rainy, refund: 1250.0". My weather alert for that city is '
        'to be deleted, and {keeper} wants the account\'s new balance: "Balance: 40000.0".',
        "Please call off the flight of {first} and {second} on {date}: both their paid seats are "
        "to be cancelled, and the alert I have set on LightWeather for the city where they would "
        'have landed should go. Each of the two gets a message such as "Weather: rainy, refund: '
        '1250.0", with the condition forecast there for that date and the refund for that '
        'person\'s seat. {keeper} gets "Balance: 40000.0", the balance of the account afterwards.',
    ),
    answer="Both seats are cancelled, the alert is gone, and all three know what they wanted.",
)
def call_off_a_trip(plan: Planner, draw: Stream) -> Query:
    """Two paid seats are cancelled; weather and refunds are told, an alert is deleted."""
    trip = one_of(draw, _with_weather(plan.world, draw), "flight to known weather")
    first, second, keeper = open_people(plan.world, draw, 3)
    fresh_account(plan.world, linked((first, second)))
    for place, seat_class in enumerate(draw.shuffled(SEAT_CLASSES)[:2]):
        set_seats(plan.world, trip.fid, seat_class, 3)
        plant_booking(plan.world, trip.fid, seat_class, place, paid=True)
    clear_alerts(plan.world)
    elsewhere = draw.choice([city for city in cities() if city != trip.destination])
    for city in draw.shuffled([trip.destination, elsewhere]):
        plant_alert(plan.world, city, "wind above", 60)
    bookings = plan.call("check_bookings", "Find the two paid seats")
    uid = uid_of(plan, keeper)
    bids = bookings[0, "bid"], bookings[1, "bid"]
    gone = plan.call("cancel_booking", "Cancel both seats", bids=[*bids])
    flight = plan.call("get_flight_details", "See where it goes", fid=bookings[0, "fid"])
    city, ahead = flight["arrival", "city"], days_ahead(plan.world, trip)
    days = _forecast(plan, city, ahead, f"what weather it will be on {trip.date}")
    alerts = plan.call("get_weather_alerts", "Find the alert for that city", location=city)
    left = plan.call("LightFlight_check_balance", "See the balance afterwards", after=[gone])
    for place, friend in enumerate((first, second)):
        text = f"Weather: {days[ahead, 'condition']}, refund: {gone['refunds', place, 'refund']}"
        tell(plan, friend.name, bookings[place, "light_talk_uid"], text)
    plan.call("delete_alert", "Delete the alert", alert_id=alerts[0, "aid"])
    tell(plan, keeper.name, uid, f"Balance: {left}")
    words = {"first": first.name, "second": second.name, "keeper": keeper.name}
    return Query({**words, "date": trip.date}, texts=written(plan))


@workflow(
    apps=("LightTalk", "LightWeather", "LightFlight"),
    phrasings=(
        "I've paid flights for {first}, {second} and {third}. The first two want the forecast for "
        "where they land, on the day their flight leaves. {first} thinks in Fahrenheit and gets "
        'the high, "Lisbon: up to 70.34 °F". {second} sails and gets the strongest wind in mph, '
        'to one decimal, "Lisbon: wind up to 12.4 mph". Write to them on LightTalk. I\'m going '
        "along with {third}, so make the city where we land my primary location.",
        "Look up on LightFlight where {first}, {second} and {third} are going; each has one paid "
        "booking. Write to {first} how hot it will get there on the date of departure, in degrees "
        'Fahrenheit: "Lisbon: up to 70.34 °F". Write to {second} how strong the wind will be at '
        'that other destination on the date of departure, in mph with one decimal: "Lisbon: '
        'wind up to 12.4 mph". The city that {third} flies to is to be my primary location.',
    ),
    answer="Two travellers know their weather, and the third one's city is the primary location.",
)
def weather_on_landing(plan: Planner, draw: Stream) -> Query:
    """Two travellers are told the weather where they land, each in other units."""
    known = {trip.destination: trip for trip in _with_weather(plan.world, draw)}
    trips = some_of(draw, list(known.values()), 3, "flights to known weather")
    friends = open_people(plan.world, draw, 3)
    fresh_account(plan.world, linked(friends))
    set_primary(plan.world, None)
    for place in draw.shuffled(range(3)):
        plant_booking(plan.world, trips[place].fid, "economy", place, paid=True)
    uids, flights = _booked(plan, friends)
    goals = [flight["arrival", "city"] for flight in flights]
    ahead = [days_ahead(plan.world, trip) for trip in trips]
    days = [_forecast(plan, goals[n], ahead[n], f"{friends[n].name}'s weather") for n in (0, 1)]
    plan.call("set_primary_location", "Make the third city the primary one", location=goals[2])
    units: dict[str, Any] = {"from_unit": "celsius", "to_unit": "fahrenheit"}
    high = days[0][ahead[0], "high"]
    warmth = plan.call("convert_temperature", "Convert the high", value=high, **units)
    units = {"from_unit": "kilometer_per_hour", "to_unit": "mile_per_hour"}
    most = days[1][ahead[1], "max_wind_speed"]
    wind = plan.call("convert_speed", "Convert the wind", value=most, **units)
    tell(plan, friends[0].name, uids[0], f"{goals[0]}: up to {warmth['value']} °F")
    speed = plan.call("round_val", "Round it to one decimal", a=str(wind), ndigits=1)
    tell(plan, friends[1].name, uids[1], f"{goals[1]}: wind up to {speed} mph")
    return Query(ordinals(friend.name for friend in friends), texts=written(plan))


@workflow(
    apps=("LightTalk", "LightWeather", "LightFlight"),
    phrasings=(
        "{name} from my passenger list leaves {origin} on {date} for {one} or {other}. Take the "
        "one with the higher high forecast for that day, and add an economy seat on the first "
        "flight there to my booking list, without paying. Make the airport where it lands a "
        'favourite, and set a weather alert for the city: "temperature below" the low forecast for '
        "it that day. Then tell {friend} on LightTalk by how much it is the warmer, to one "
        'decimal, and the price: "Lisbon, 4.3 degrees warmer, 1510.0".',
        "Sun is all that matters to {name}: on {date} it's either {one} or {other} from {origin}, "
        "whichever has the higher forecast high that day. Reserve (don't pay) an economy seat on "
        "the day's first flight to the winner; {name} is on my passenger list. Star the airport of "
        'arrival, and have LightWeather watch there for "temperature below" the day\'s forecast '
        "low. {friend} should read on LightTalk the winner, its lead in highs rounded to one "
        'decimal, and the price of the seat, as in "Lisbon, 4.3 degrees warmer, 1510.0".',
    ),
    answer="A seat to the warmer city is reserved, its airport starred, its alert set.",
)
def fly_to_the_warmer(plan: Planner, draw: Stream) -> Query:
    """Of two cities the warmer one is flown to, starred and watched."""
    warm, cold = _warm_and_cold(plan.world, draw)
    friend, flyer = open_people(plan.world, draw, 2)
    fresh_account(plan.world, draw.shuffled([flyer.name, friend.name]))
    ahead = days_ahead(plan.world, warm)
    pair = (warm.destination, cold.destination)
    days = [_forecast(plan, city, ahead, f"how warm {city} will be") for city in pair]
    fids = flights_of(plan, warm)
    listed = plan.call("check_passengers", f"Find the place of {flyer.name} in the list")
    uid = uid_of(plan, friend)
    highs = [forecasts[ahead, "high"] for forecasts in days]
    lead = plan.call("sub", "See by how much it is the warmer", a=highs[0], b=highs[1])
    flight = plan.call("get_flight_details", "See where it lands", fid=fids[0])
    place = listed[at(listed, "name", flyer.name), "passenger_idx"]
    booked = seat(plan, f"Book a seat for {flyer.name}", fids[0], "economy", place)
    _watch(plan, warm.destination, days[0][ahead, "low"])
    tenths = plan.call("round_val", "Round the lead to one decimal", a=str(lead), ndigits=1)
    airport = flight["arrival", "airport"]
    found = plan.call("search_airports", "Find the airport it lands at", airport_name=airport)
    aid = found[at(found, "name", flight.output["arrival"]["airport"]), "aid"]
    plan.call("star_airport", "Make the airport a favourite", aid=aid)
    price = booked["total_price"]
    tell(plan, friend.name, uid, f"{warm.destination}, {tenths} degrees warmer, {price}")
    cities_named = dict(zip(("one", "other"), draw.shuffled(pair), strict=True))
    words = {**warm.words, **cities_named, "name": flyer.name, "friend": friend.name}
    return Query(words, texts=written(plan))


def _warm_and_cold(world: World, draw: Stream) -> tuple[Trip, Trip]:
    """The first flights of a day from one city to two cities, the clearly warmer one first."""
    firsts = defaultdict(list)
    for first, *_ in timetables(_with_weather(world, draw)):
        firsts[first.origin, first.day].append(first)
    for trips in draw.shuffled(list(firsts.values())):
        for pair in combinations(trips, 2):
            highs = [forecast(world, t.destination, days_ahead(world, t))["high"] for t in pair]
            if abs(highs[0] - highs[1]) > _CLEARLY:
                return pair if highs[0] > highs[1] else pair[::-1]
    raise Decline("no two cities of which one is clearly warmer")


@workflow(
    apps=("LightTalk", "LightFlight"),
    phrasings=(
        "{name} from my passenger list goes from {origin} to {via} on {date} with the day's first "
        "flight, and on the day of landing there further to {goal}, with the first one that "
        "leaves after landing. Reserve economy seats on both, unpaid, and tell {host} on LightTalk "
        'when the second arrives and what both cost together: "2026-05-04 17:35:00, 2820.0".',
        "Get {name}, who is on my passenger list, to {goal} by way of {via}: first flight of "
        "{date} from {origin}, then the earliest onward flight that leaves after it has landed, "
        "still on that day. Economy on both, on the booking list only. {host} wants the final time "
        'of arrival and the price of both on LightTalk, as "2026-05-04 17:35:00, 2820.0".',
    ),
    answer="Both legs are reserved, and the host knows arrival and price.",
)
def fly_by_way_of(plan: Planner, draw: Stream) -> Query:
    """Two flights that connect are reserved one after the other, and the host is told."""
    leg, onward, chosen = _connection(plan.world, draw)
    name, other = strangers(draw, 2)
    fresh_account(plan.world, draw.shuffled([name, other]))
    (host,) = open_people(plan.world, draw, 1)
    fids = flights_of(plan, leg)
    listed = plan.call("check_passengers", f"Find the place of {name} in the list")
    uid = uid_of(plan, host)
    place = listed[at(listed, "name", name), "passenger_idx"]
    first = plan.call("get_flight_details", "See when the first flight lands", fid=fids[0])
    one = seat(plan, f"Book the first flight for {name}", fids[0], "economy", place)
    via, goal, lands = leg.destination, onward.destination, first["arrival", "arrival_time"]
    say = f"Find the flights from {via} to {goal} on the day of landing"
    found = plan.call("search_flights", say, departure=via, arrival=goal, date=lands)
    fid = found[chosen]
    second = plan.call("get_flight_details", "See when the second flight lands", fid=fid)
    two = seat(plan, f"Book the second flight for {name}", fid, "economy", place)
    total = plan.call("add", "Add up both prices", a=one["total_price"], b=two["total_price"])
    tell(plan, host.name, uid, f"{second['arrival', 'arrival_time']}, {total}")
    words = {"name": name, "host": host.name, "via": via, "goal": goal}
    return Query({**leg.words, **words}, texts=written(plan))


def _connection(world: World, draw: Stream) -> tuple[Trip, Trip, int]:
    """A day's first flight, the first that goes on after it lands, and its place in its day."""
    legs = [table[0] for table in timetables(few_trips(world, draw))]
    single = [leg for leg in legs if len(airports_of_cities()[leg.destination.casefold()]) == 1]
    for leg in draw.shuffled(single)[:_LOOKED_AT]:
        landing = f"{leg.arrives:%Y-%m-%d}"
        for group in draw.shuffled(timetables(trips_from(world, [leg.destination]))):
            later = [trip for trip in group if trip.departs > leg.arrives]
            if later and later[0].day == landing and later[0].destination != leg.origin:
                return leg, later[0], group.index(later[0])
    raise Decline("no two flights that connect")


@workflow(
    apps=("LightTalk", "LightFlight"),
    phrasings=(
        "{first} and {second} each have a paid booking and land in {city} on the same day. Tell "
        "{first}, who comes in earlier, on LightTalk how many minutes later {second} lands: "
        '"Wait 95.0 minutes". Tell {second} the other flight\'s number and time of arrival: '
        '"KT123 lands 2026-05-04 17:35:00". And tell {driver}, who fetches both forty minutes '
        'after the second landing, that time in the form "Be there at 2026-05-04T19:50:00".',
        "Help me get {first} and {second} met in {city}: their flights are booked and paid on "
        'LightFlight. On LightTalk, message {driver} "Be there at 2026-05-04T19:50:00" with the '
        "time 40 minutes after {second}, who is the later one, has landed; message {first} the "
        'minutes between the two landings, "Wait 95.0 minutes"; message {second} which flight '
        '{first} is on and when it lands, "KT123 lands 2026-05-04 17:35:00".',
    ),
    answer="The driver knows when to come, the two know of each other.",
)
def meet_two_arrivals(plan: Planner, draw: Stream) -> Query:
    """The arrivals of two booked flights are set against each other and told to three people."""
    trips = arrivals(plan.world, draw)
    friends = open_people(plan.world, draw, 3)
    fresh_account(plan.world, linked(friends[:2]))
    for place in draw.shuffled(range(2)):
        plant_booking(plan.world, trips[place].fid, "economy", place, paid=True)
    uids, flights = _booked(plan, friends[:2])
    uid = uid_of(plan, friends[2])
    lands = [flight["arrival", "arrival_time"] for flight in flights]
    gap = plan.call("iso_seconds_diff", "Measure the time between", t1=lands[0], t2=lands[1])
    say = "Add forty minutes to the second landing"
    fetch = plan.call("add_seconds_iso", say, t=lands[1], seconds=40 * 60)
    units: dict[str, Any] = {"value": str(gap), "from_unit": "s", "to_unit": "min"}
    minutes = plan.call("convert_time_units", "Put the time between in minutes", **units)
    tell(plan, friends[0].name, uids[0], f"Wait {minutes} minutes")
    tell(plan, friends[1].name, uids[1], f"{flights[0]['flight_number']} lands {lands[0]}")
    tell(plan, friends[2].name, uid, f"Be there at {fetch}")
    words = {**ordinals(f.name for f in friends[:2]), "driver": friends[2].name}
    return Query({**words, "city": trips[0].destination}, texts=written(plan))


@workflow(
    apps=("LightTalk", "LightWeather", "LightFlight"),
    phrasings=(
        "Nearly off to {city}! Pay for what waits on my booking list and tell {friend} on "
        'LightTalk what that cost and what is left: "Paid 3020.0, left 1250.0". Publish a moment '
        'without pictures, saying just "{post}". Make the airport of {city} a favourite, and '
        'set an alert there: "temperature below" the low that is forecast for {date}.',
        "We fly to {city} on {date}. The alert I'd like on LightWeather is for {city}, condition "
        '"temperature below", threshold the forecast low of that date. On LightFlight, star the '
        "airport of {city} and pay for all that is waiting; {friend} gets the amount paid and the "
        'balance after it on LightTalk, as "Paid 3020.0, left 1250.0". And "{post}" should '
        "be a new moment of mine, exactly so and without a picture.",
    ),
    answer="All is paid, told, published, starred and watched.",
)
def nearly_off(plan: Planner, draw: Stream) -> Query:
    """What is left to do before a journey: pay, tell, publish, star and watch."""
    trip = one_of(draw, _with_weather(plan.world, draw), "flight to known weather")
    (friend,), flyers = open_people(plan.world, draw, 1), strangers(draw, 2)
    fresh_account(plan.world, flyers)
    for place in range(len(flyers)):
        plant_booking(plan.world, trip.fid, "economy", place)
    city, ahead = trip.destination, days_ahead(plan.world, trip)
    post = draw.choice(_POSTS).format(city=city)
    asked = plan.call("ask_for_privilege", "Get the privilege that a moment needs")
    ready = plan.call("LightFlight_wait_payment_password", "Have the payment password entered")
    uid = uid_of(plan, friend)
    found = plan.call("list_airports_by_city", f"Find the airport of {city}", city=city)
    days = _forecast(plan, city, ahead, f"how cold {city} will be on {trip.date}")
    plan.call("post_moment", "Publish the moment", after=[asked], content=post, img_urls=[])
    paid = plan.call("checkout_bookings", "Pay for all that waits", after=[ready])
    plan.call("star_airport", "Make the airport a favourite", aid=found[0, "aid"])
    _watch(plan, city, days[ahead, "low"])
    left = plan.call("LightFlight_check_balance", "See what is left", after=[paid])
    tell(plan, friend.name, uid, f"Paid {paid['total']}, left {left}")
    words = {"city": city, "date": trip.date, "post": post, "friend": friend.name}
    return Query(words, texts=written(plan))


@workflow(
    apps=("LightTalk", "LightWeather", "LightFlight"),
    phrasings=(
        'Our group "{title}" flies from {origin} to {city} on {date}, and {friend} is coming. Let '
        "{friend} in and write there, with a mention of the newcomer, what the weather in {city} "
        'is now: "Welcome! In {city}: sunny, 21.3 °C". Put {friend} on my LightFlight passenger '
        "list, linked to the contact, and reserve, unpaid, a seat in {class_} on the day's first "
        'flight. Then tell the group, mentioning nobody, "KT123 it is, {class_} at 1510.0".',
        'Our tour to {city} grows: invite {friend} to "{title}" on LightTalk, then write there, '
        'mentioning {friend} alone, "Welcome! In {city}: sunny, 21.3 °C", with the weather of this '
        "hour. As a new passenger of mine, under the full name and linked to LightTalk, {friend} "
        "gets a seat in {class_} on the first flight from {origin} on {date}; book it, don't pay. "
        'The group should also read, with no mention, "KT123 it is, {class_} at 1510.0".',
    ),
    answer="The newcomer is in the group, is greeted and has a seat that the group knows of.",
)
def newcomer_on_tour(plan: Planner, draw: Stream) -> Query:
    """A contact joins a group and its flight; the group hears of both."""
    trip = one_of(draw, timetables(_with_weather(plan.world, draw)), "day with flights")[0]
    friend, *others = open_people(plan.world, draw, 3)
    title, seat_class = draw.choice(_TITLES), draw.choice(("economy", "business"))
    me = plan.world.app(LightTalk).me
    found_group(plan.world, me, [other.uid for other in others], title)
    set_seats(plan.world, trip.fid, "business", 4)
    fresh_account(plan.world, strangers(draw, 2))
    groups = plan.call("list_all_groups", f'Find the group "{title}"')
    uid = uid_of(plan, friend)
    city = trip.destination
    now = plan.call("get_current_weather", f"See the weather in {city}", location=city)
    fids = flights_of(plan, trip)
    gid = groups[at(groups, "name", title), "gid"]
    inside = plan.call("invite_new_member", f"Let {friend.name} in", gid=gid, uid=uid)
    say = f"Put {friend.name} on the passenger list"
    added = plan.call("add_passenger", say, name=friend.name, light_talk_uid=uid)
    flight = plan.call("get_flight_details", "Look up the flight's number", fid=fids[0])
    text = f"Welcome! In {city}: {now['condition']}, {now['temperature']} °C"
    send, say = "send_message_to_group", f"Greet {friend.name} in the group"
    plan.call(send, say, after=[inside], gid=gid, content=text, at=[uid])
    place = added["passenger_idx"]
    booked = seat(plan, f"Book a seat for {friend.name}", fids[0], seat_class, place)
    text = f"{flight['flight_number']} it is, {seat_class} at {booked['total_price']}"
    plan.call(send, "Tell the group about the seat", gid=gid, content=text)
    words = {**trip.words, "city": city, "title": title, "class_": seat_class}
    return Query({**words, "friend": friend.name}, texts=written(plan))
