"""Tasks about whom to fly with: the passenger list, and friends who are told about their flight."""

from __future__ import annotations

from collections import defaultdict

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.stage import plant_booking, plant_passenger
from sandboxes.apps.light_news.articles import day_in_words
from sandboxes.apps.light_talk.stage import set_blocked
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.flight import (
    FLIGHT_PAYMENTS,
    Trip,
    added,
    book,
    by_route_and_day,
    cheapest_flight,
    drop_unpaid,
    found_flights,
    fresh_account,
    least,
    pay_for_flights,
    place_of,
    some_trips,
    strangers,
    timetables,
)
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MESSAGES, new_group, open_up, others, uid_of
from sandboxes.tasks.kit.weather import current

_CLUBS = (
    "Chess Club Away Days",
    "Choir on Tour",
    "Old Town Sketchers",
    "The Tuesday Walkers",
    "Film Circle Abroad",
    "Allotment Excursion",
)


@template(
    level=1,
    apps=("LightTalk", "LightFlight"),
    traps=("clean_slate",),
    phrasings=(
        "Before I book anything for {name} again, see to it that {name} is on my LightFlight "
        "passenger list once and only once, linked to the LightTalk contact of that name. "
        "Everybody else on the list stays as they are.",
        "{name} must be on my passenger list in LightFlight exactly one time, under that name and"
        " linked to my LightTalk contact {name}. Don't change anything about the other "
        "passengers.",
        "I want a single entry for {name} on the passenger list of LightFlight, and it should be "
        "linked to the LightTalk contact with the same name. The other entries must remain.",
    ),
    reading=Reading("2026-11-30", "ecb69bc91ca0"),
)
def link_passenger(world: World, draw: Stream) -> Draft:
    """Have a passenger linked to a contact; the trap is an entry of that name without a link."""
    contact = one_of(draw, others(world, blocked=None), "contact")
    before, after = strangers(draw, 2)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, (before,))
        if stage.traps:
            plant_passenger(stage.world, contact.name)
        plant_passenger(stage.world, after)

    def gold(do: Client) -> None:
        uid = uid_of(do, contact.name)
        if do.careful:
            for entry in do("check_passengers"):
                if entry["name"] == contact.name:
                    do("remove_passenger", passenger_idx=entry["passenger_idx"])
        added(do, contact.name, uid)

    return Draft({"name": contact.name}, gold, unique=(contact.name,), prepare=prepare)


@template(
    level=2,
    apps=("LightTalk", "LightFlight"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "{first}, {second} and {third} are coming to my sister's wedding. They are on my "
        "passenger list, linked to their LightTalk contacts. Book all three in economy on the "
        "cheapest flight that leaves {origin} for {destination} on {date}, and pay. {percent} % "
        "of the total is on me, they split the rest evenly: write to each of the three how much "
        "he or she owes me, as a figure such as 812.50, with no other number in the message, not "
        "even as part of a name.",
        "On {date}, {first}, {second} and {third} fly from {origin} to {destination}. Find the "
        "flight of that day with the lowest economy fare, book one economy seat on it for each of"
        " them (they are passengers of mine already, linked to LightTalk) and pay. Of what the "
        "three seats cost together I bear {percent} %, and the remainder is shared equally by the"
        " three. Send each of them the amount of one share, as a figure such as 812.50; no "
        "further number may stand in the message, and digits in names count too.",
        "Please buy economy seats on LightFlight for {first}, {second} and {third}, who are on my"
        " passenger list with their LightTalk contacts: {origin} to {destination} on {date}, all "
        "three on the cheapest flight of the day. {percent} % of the sum is my present to them; "
        "they pay back the rest in three equal parts. Let each of them know on LightTalk what his"
        " or her part is, as a figure such as 812.50 and without any second number in the text, "
        "not even in a name.",
    ),
    reading=Reading("2026-11-30", "3e6fe3aaf263"),
)
def split_fares(world: World, draw: Stream) -> Draft:
    """Book three friends on the cheapest flight of a day and tell each what they owe."""
    friends = some_of(draw, others(world, blocked=None), 3, "contacts")
    groups = [g for g in by_route_and_day(some_trips(world, draw)) if 2 <= len(g) <= 4]
    cheap = [best for group in groups if (best := cheapest_flight(group))]
    trip = one_of(draw, cheap, "day with several flights and one lowest fare")
    percent = draw.choice((10, 15, 20, 25, 30, 40))
    [stranger] = strangers(draw, 1)

    def prepare(stage: Stage) -> None:
        first, *rest = [(friend.name, friend.uid) for friend in friends]
        fresh_account(stage.world, (first, stranger, *rest))
        open_up(stage.world, friends)

    def gold(do: Client) -> None:
        flights = found_flights(do, trip.origin, trip.destination, trip.day)
        best = min(flights, key=lambda flight: float(flight["price"]["economy"]))
        theirs = [entry for entry in do("check_passengers") if entry["name"] in names]
        for entry in theirs:
            book(do, best["fid"], entry["passenger_idx"])
        total = pay_for_flights(do)
        rest = do("mul", a=total, b=do("div", a=100 - percent, b=100))
        share = do("div", a=rest, b=len(theirs))
        for entry in theirs:
            note = f"Your share of the flights: {share:.2f}"
            do.steadily("send_message", uid=entry["light_talk_uid"], content=note)

    names = [friend.name for friend in friends]
    share = trip.fare() * (100 - percent) / 100 / 100
    return Draft(
        {**trip.words, "percent": str(percent), **ordinals(names)},
        gold,
        unique=(*names, trip.origin, trip.destination, trip.date, str(percent)),
        prepare=prepare,
        texts=((MESSAGES, Slot(share)),),
        summed=(FLIGHT_PAYMENTS,),
    )


@template(
    level=2,
    apps=("LightTalk", "LightFlight"),
    traps=("latent_prerequisite",),
    phrasings=(
        "{name} and I have made up. Lift my block on {name} in LightTalk and leave it lifted. "
        "Then put {name} on my passenger list, linked to that contact, and book and pay for one "
        "economy seat on whichever flight leaving {origin} on {date} is the first to land in "
        "{destination}. At the end send {name} exactly this, with the time of arrival in place of"
        ' [time], written as in 07:35: "{note}"',
        "After a long silence {name} is going to visit me in {destination}. I still have {name} "
        "blocked on LightTalk; unblock {name} for good. Enter {name} in my LightFlight passenger "
        "list, linked to the contact, and book one economy seat for {name}: of the flights that "
        "leave {origin} on {date}, on the one that arrives in {destination} earliest. Please pay "
        'for it as well. Then {name} should get exactly this message from me: "{note}" Instead of '
        "[time] it says when the flight arrives, as in 07:35.",
        "Of all flights that leave {origin} for {destination} on {date}, take the one with the "
        "earliest arrival and book and pay for an economy seat on it for {name}. {name} is not on"
        " my passenger list yet and belongs there under that name, linked to my contact on "
        "LightTalk. That contact is blocked: lift the block and don't set it again. Write to "
        '{name} exactly "{note}", where [time] is replaced by the time of arrival in the form '
        "07:35.",
    ),
    reading=Reading("2026-11-30", "8bb17281e293"),
)
def invite_blocked_friend(world: World, draw: Stream) -> Draft:
    """Unblock somebody, which needs the privilege, and send when the flight booked will land."""
    contact = one_of(draw, others(world, blocked=None), "contact")
    groups = [g for g in by_route_and_day(some_trips(world, draw)) if 2 <= len(g) <= 4]
    soonest = [best for g in groups if (best := least(g, lambda trip: trip.arrives))]
    trip = one_of(draw, soonest, "day with several flights and one earliest arrival")
    note = draw.choice(
        (
            "Your seat is booked. You land at [time], and I'll be waiting by the exit.",
            "I got you a flight that arrives at [time]. Let's talk it all over then!",
            "It is settled: you land at [time]. Thank you for coming.",
        )
    )
    [stranger] = strangers(draw, 1)
    text = note.replace("[time]", f"{trip.arrives:%H:%M}")

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, (stranger,))
        set_blocked(stage.world, contact.uid, True)

    def gold(do: Client) -> None:
        uid = uid_of(do, contact.name)
        do.steadily("ask_for_privilege")
        do.steadily("unblock", uid=uid)
        flights = found_flights(do, trip.origin, trip.destination, trip.day)
        best = min(flights, key=lambda flight: str(flight["arrival"]["arrival_time"]))
        book(do, best["fid"], added(do, contact.name, uid))
        pay_for_flights(do)
        landing = best["arrival"]["arrival_time"][11:16]
        do.steadily("send_message", uid=uid, content=note.replace("[time]", landing))

    return Draft(
        {**trip.words, "name": contact.name, "note": note},
        gold,
        unique=(contact.name, trip.origin, trip.destination, trip.date, note),
        prepare=prepare,
        texts=((MESSAGES, Exact(text)),),
        summed=(FLIGHT_PAYMENTS,),
    )


_CLEARLY = 2.0  # degrees: stations of two cities may be off by 0.8 each
_INVITATION = "We are going to [city] on [weekday], and our flight leaves at [time]."


@template(
    level=3,
    apps=("LightTalk", "LightWeather", "LightFlight"),
    traps=("condition", "latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "Our club flies out from {origin} on {date}, and the weather decides where to: {one} or "
        "{two}, whichever is warmer at the moment according to LightWeather. Clear up LightFlight "
        "first: drop all unpaid bookings, as nobody wants them any more, and take {gone} off my "
        "passenger list, as {gone} has left the club. Then enter {first}, {second}, {third} and "
        "{fourth}, each under the full name and linked to the LightTalk contact of that name, and "
        "book and pay for one economy seat for each of the four on the flight to the city chosen "
        "that is the first to leave that day. Make all the airports of that city favourites of "
        "mine in LightFlight, and the city itself my primary location in LightWeather. Start a "
        'LightTalk group of the four and me, call it "{title}", and send it exactly this message, '
        'mentioning everyone (all): "{note}" In it, [city] is the city chosen, [weekday] the day '
        "of the week in English, and [time] the time of departure as in 07:35. Last, tell "
        "{treasurer} in our private chat what the four seats cost in all, as a figure such as "
        "1812.50; no other number may be in that message, not even as part of a name.",
        'Please organise the outing of "{title}" for me. We leave {origin} on {date}. The '
        "destination is {one} if it is warmer there right now than in {two} according to "
        "LightWeather, else {two}. Travellers are {first}, {second}, {third} and {fourth}: add "
        "each of them to my passenger list with full name and the link to the LightTalk contact "
        "of that name. {gone} won't come any more and must leave the passenger list, and what "
        "waits unpaid among my bookings is to be dropped. Get the four an economy seat each on "
        "the first flight of that day to the destination, and pay. Every airport of the "
        "destination should become a favourite of mine, and the destination my primary location "
        "in LightWeather. On LightTalk, create a group with these four and me under the name "
        '"{title}" and post exactly this in it, with a mention of everybody (all): "{note}" Put '
        "the destination for [city], the English name of the day of the week for [weekday] and "
        "the departure, in the form 07:35, for [time]. Then send {treasurer}, in our private "
        "chat, the sum paid for the four seats, as a figure such as 1812.50 and with no other "
        "number in the text, and digits in names count too.",
        "Here is all that has to be done for our trip on {date}. 1. Look up in LightWeather which"
        " of {one} and {two} is warmer now; that is where we go, from {origin}. 2. In "
        "LightFlight, remove all unpaid bookings and delete {gone} from my passenger list; "
        "instead {first}, {second}, {third} and {fourth} come onto it by their full names, each "
        "linked to the contact of the same name on LightTalk. 3. Book and pay for an economy seat"
        " for each of these four on the flight that leaves earliest that day for our city. 4. "
        "Mark all airports of our city as favourites, and make it the primary location in "
        'LightWeather. 5. Found a group on LightTalk named "{title}" with the four and me, and '
        'send to it, mentioning everyone (all), exactly "{note}" Here [city] stands for our '
        "city, [weekday] for the day of the week in English, [time] for the departure, such as "
        "07:35. 6. Write to {treasurer} directly how much was paid for the four seats together, "
        "as a figure such as 1812.50, without any other number in the message, not even in a "
        "name.",
    ),
    reading=Reading("2026-11-30", "5ad0ddcd7f36"),
)
def fly_where_it_is_warmer(world: World, draw: Stream) -> Draft:
    """Let the weather choose a city, and arrange a flight and a group for four friends."""
    friends = some_of(draw, others(world, blocked=None), 4, "contacts")
    treasurer = friends[3]
    one, two = one_of(draw, _forks(world, draw), "two destinations on one day")
    chosen = max(one, two, key=lambda trip: current(world, trip.destination).temperature)
    gone, late = strangers(draw, 2)
    title = draw.choice(_CLUBS)
    weekday = day_in_words(chosen.departs).split()[0]
    text = _invitation(chosen.destination, weekday, chosen.time)
    names = [friend.name for friend in friends]

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, (late, gone))
        open_up(stage.world, friends)
        for place, trip in enumerate((two, one)):
            plant_booking(stage.world, trip.fid, "economy", place)

    def gold(do: Client) -> None:
        city = _warmer(do, one.destination, two.destination)
        drop_unpaid(do)
        do("remove_passenger", passenger_idx=place_of(do, gone))
        flight = found_flights(do, one.origin, city, one.day)[0]
        uids = [uid_of(do, name) for name in names]
        for name, uid in zip(names, uids, strict=True):
            book(do, flight["fid"], added(do, name, uid))
        total = pay_for_flights(do)
        for airport in do("list_airports_by_city", city=city):
            do("star_airport", aid=airport["aid"])
        do("set_primary_location", location=city)
        weekday = do("date_to_weekday", d=one.day)
        note = _invitation(city, weekday, flight["departure"]["departure_time"][11:16])
        do.steadily("ask_for_privilege")
        gid = new_group(do, uids, title)
        do.steadily("send_message_to_group", gid=gid, content=note, at="all")
        do.steadily("send_message", uid=uids[3], content=f"The seats cost {total:.2f} in all.")

    words = {"origin": one.origin, "date": one.date}
    words |= {"one": one.destination, "two": two.destination, "gone": gone, **ordinals(names)}
    words |= {"title": title, "note": _INVITATION, "treasurer": treasurer.name}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=((MESSAGES, Slot(4 * chosen.fare() / 100)), (GROUP_MESSAGES, Exact(text))),
        summed=(FLIGHT_PAYMENTS,),
    )


def _invitation(city: str, weekday: str, time: str) -> str:
    text = _INVITATION.replace("[city]", city)
    return text.replace("[weekday]", weekday).replace("[time]", time)


def _warmer(do: Client, *names: str) -> str:
    """The city that is warmest now."""
    degrees = {city: do("get_current_weather", location=city)["temperature"] for city in names}
    return max(names, key=lambda city: float(degrees[city]))


def _forks(world: World, draw: Stream) -> list[tuple[Trip, Trip]]:
    """First flights of one day from one city to two cities of which one is clearly warmer."""
    known = set(cities())
    firsts: dict[tuple[str, str], list[Trip]] = defaultdict(list)
    for first, *_ in timetables(some_trips(world, draw)):
        if first.destination in known:
            firsts[first.origin, first.day].append(first)
    found = []
    for trips in firsts.values():
        one, two, *_ = draw.shuffled(trips) if len(trips) > 1 else (trips[0], trips[0])
        degrees = [current(world, trip.destination).temperature for trip in (one, two)]
        if abs(degrees[0] - degrees[1]) > _CLEARLY:
            found.append((one, two))
    return found
