"""A long letter about a family's journey to a celebration."""

from __future__ import annotations

from typing import Any, NamedTuple

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.corpus_reader import places
from sandboxes.apps.light_flight.stage import plant_booking, plant_passenger, set_seats
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import set_blocked
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit import figures, weather
from sandboxes.tasks.kit.flight import (
    FLIGHT_PAYMENTS,
    Trip,
    added,
    book,
    days_ahead,
    drop_unpaid,
    first_flight,
    fresh_account,
    known_to_both,
    pay_for_flights,
    strangers,
    timetables,
    trips_from,
    upcoming,
)
from sandboxes.tasks.kit.general import one_of, ordinals
from sandboxes.tasks.kit.news import link_to_newest, newest_link, sections
from sandboxes.tasks.kit.shop import (
    PAYMENTS,
    Offer,
    cart_holds,
    clear_cart,
    cost_of,
    looked_up,
    pay,
)
from sandboxes.tasks.kit.shop_goods import presents
from sandboxes.tasks.kit.talk import (
    GROUP_MESSAGES,
    MESSAGES,
    MOMENTS,
    new_group,
    open_up,
    people,
    uid_of,
)

_TITLES = ("Fifty Years of Gold", "Grandma Turns Eighty", "Two Rings and a Boat", "The Big Supper")
_ERRANDS = (
    "Waters the plants while we are away",
    "Takes in the post during the feast",
    "Has the spare key for the week of the feast",
)
_ROUTES = 3


class _Feast(NamedTuple):
    """Who and what a letter is about."""

    trips: list[Trip]
    guests: list[Contact]
    neighbour: Contact
    goods: list[Offer]
    units: tuple[int, int]
    title: str
    errand: str
    section: str
    place: str
    alert: weather.WantedAlert

    @property
    def city(self) -> str:
        """Where the guests fly to."""
        return self.trips[0].destination

    @property
    def pairs(self) -> list[tuple[Contact, Trip]]:
        """The guests, each with the flight; two and two take the same."""
        return [(guest, self.trips[place // 2]) for place, guest in enumerate(self.guests)]


def _gatherings(world: World, draw: Stream) -> list[list[Trip]]:
    """The first flights of one day from three cities to a fourth, whose weather rounds well."""
    found = []
    for city in draw.sample(known_to_both(), 4):
        everywhere = sorted({place.city for place in places() if place.city != city})
        flights = trips_from(world, everywhere, [city])
        ahead = [trip for trip in flights if 2 <= days_ahead(world, trip) <= weather.FARTHEST]
        firsts = [table[0] for table in timetables(ahead)]
        for day in sorted({trip.day for trip in firsts}):
            daily = [trip for trip in firsts if trip.day == day]
            if len(daily) >= _ROUTES:
                chosen = draw.sample(daily, _ROUTES)
                if all(map(figures.clear_to_round, _degrees_and_miles(world, chosen))):
                    found.append(chosen)
    return found


def _degrees_and_miles(world: World, trips: list[Trip]) -> tuple[float, float]:
    """The high at the end of the flights, in Fahrenheit, and the longest of them."""
    day = weather.forecast(world, trips[0].destination, days_ahead(world, trips[0]))
    farthest = max(trip.flight.distance for trip in trips)
    return figures.fahrenheit(day["high"]), farthest / figures.KILOMETRES_PER_MILE


def _feast(world: World, draw: Stream) -> _Feast:
    *guests, neighbour = people(world, draw, 2 * _ROUTES + 1)
    trips = one_of(draw, _gatherings(world, draw), "city with three routes on one day")
    condition, threshold = draw.choice((("wind above", 50), ("rain above", 4)))
    stock = presents(world, units=12)
    shop, item = one_of(draw, stock, "present in stock")
    others = [pair for pair in stock if pair[0].sid != shop.sid and pair[1].name != item.name]
    return _Feast(
        trips=trips,
        guests=guests,
        neighbour=neighbour,
        goods=[(shop, item), one_of(draw, others, "present in stock at another shop")],
        units=(draw.between(2, 3), draw.between(4, 5)),
        title=draw.choice(_TITLES),
        errand=draw.choice(_ERRANDS),
        section=draw.choice(sections(world)),
        place=draw.choice(talk_corpus().places),
        alert=weather.WantedAlert(trips[0].destination, condition, float(threshold)),
    )


def _fly(do: Client, feast: _Feast) -> tuple[dict[str, str], list[dict[str, Any]], float]:
    """Book and pay; the guests' UIDs, the flights, and what they cost."""
    flights = [first_flight(do, trip) for trip in feast.trips]
    if do.careful:
        drop_unpaid(do)
    uids = {}
    for place, guest in enumerate(feast.guests):
        uids[guest.name] = uid_of(do, guest.name)
        seat = added(do, guest.name, uids[guest.name])
        book(do, flights[place // 2]["fid"], seat)
    return uids, flights, pay_for_flights(do)


def _shop(do: Client, feast: _Feast) -> float:
    """Buy the presents and mark the first shop; what they cost."""
    if do.careful:
        clear_cart(do)
    sids = []
    for (shop, item), units in zip(feast.goods, feast.units, strict=True):
        sid, tid = looked_up(do, shop, item)
        do("add_to_cart", sid=sid, tid=tid, cnt=units)
        sids.append(sid)
    total = pay(do)
    do("star_shop", sid=sids[0])
    return total


def _mind_the_weather(do: Client, feast: _Feast) -> None:
    do("set_primary_location", location=feast.city)
    if do.careful:
        weather.delete_all_alerts(do)
    weather.set_weather_alert(do, *feast.alert)


def _tell_guests(
    do: Client, feast: _Feast, uids: dict[str, str], flights: list[dict[str, Any]]
) -> None:
    do("ask_for_privilege")
    do.steadily("unblock", uid=uids[feast.guests[-1].name])
    for place, uid in enumerate(uids.values()):
        flight = flights[place // 2]
        lands = flight["arrival"]["arrival_time"][11:16]
        text = f"Flight {flight['flight_number']} lands at {lands}."
        do.steadily("send_message", uid=uid, content=text)


def _figures(
    do: Client, feast: _Feast, flights: list[dict[str, Any]], seats: float, goods: float
) -> list[str]:
    """What the group is told."""
    day = flights[0]["departure"]["departure_time"][:10]
    days = do("days_diff", t1=do("now")[:10], t2=day)
    warm = figures.in_fahrenheit(do, weather.forecast_on(do, feast.city, day)["high"])
    first, second, third = (flight["distance_km"] for flight in flights)
    farthest = do("max_val", a=do("max_val", a=first, b=second), b=third)
    miles = figures.in_miles(do, farthest)
    share = figures.equal_part(do, do("add", a=seats, b=goods), 3)
    return [
        f"{days} to go!",
        f"It will be {figures.whole(do, warm)} degrees Fahrenheit.",
        f"The longest way is {figures.whole(do, miles)} miles.",
        f"Each family pays {share:.2f}.",
    ]


def _gather(do: Client, feast: _Feast, uids: dict[str, str], texts: list[str]) -> None:
    gid = new_group(do, list(uids.values()), feast.title)
    for text in texts:
        do.steadily("send_message_to_group", gid=gid, content=text)
    do.steadily("change_my_ip", where=feast.place)
    do.steadily("post_moment", content=do("to_upper", text=feast.title), img_urls=[])


def _ask_neighbour(do: Client, feast: _Feast) -> None:
    uid = uid_of(do, feast.neighbour.name)
    do.steadily("send_message", uid=uid, content=newest_link(do, feast.section))
    do.steadily("edit_remark", uid=uid, remark=feast.errand)


def _expected(world: World, feast: _Feast) -> tuple[tuple[str, Exact], ...]:
    """The texts that the letter prescribes."""
    high, farthest = _degrees_and_miles(world, feast.trips)
    seats = 2 * sum(trip.fare() for trip in feast.trips)
    goods = cost_of(feast.goods, feast.units)
    group = (
        f"{days_ahead(world, feast.trips[0])} days to go!",
        f"It will be {round(high)} degrees Fahrenheit.",
        f"The longest way is {round(farthest)} miles.",
        f"Each family pays {(seats + goods) / 300:.2f}.",
    )
    single = [
        f"Flight {trip.flight.number} lands at {trip.arrives:%H:%M}." for _, trip in feast.pairs
    ]
    link = link_to_newest(world, feast.section)
    return (
        *((MESSAGES, Exact(text)) for text in dict.fromkeys((*single, link))),
        *((GROUP_MESSAGES, Exact(text)) for text in group),
        (MOMENTS, Exact(feast.title.upper())),
    )


def _words(feast: _Feast) -> dict[str, str]:
    (first_shop, first_item), (second_shop, second_item) = feast.goods
    origins = (trip.origin for trip in feast.trips)
    return {
        "city": feast.city,
        "day": feast.trips[0].date,
        **ordinals(guest.name for guest in feast.guests),
        **dict(zip(("here", "there", "yonder"), origins, strict=True)),
        "neighbour": feast.neighbour.name,
        "title": feast.title,
        "errand": feast.errand,
        "section": feast.section,
        "place": feast.place,
        "condition": feast.alert.condition,
        "threshold": f"{feast.alert.threshold:g}",
        **dict(zip(("few", "many"), map(str, feast.units), strict=True)),
        **{"item": first_item.name, "shop": first_shop.name},
        **{"other_item": second_item.name, "other_shop": second_shop.name},
    }


@template(
    level=3,
    apps=("LightOS", "LightTalk", "LightShop", "LightWeather", "LightFlight", "LightNews"),
    traps=("clean_slate", "latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "Dear helper, our family is flying to {city} for a big feast, on {day}, and all of it "
        "has landed on my desk. Please see to the whole list for me.\n\n"
        "The flights. {first} and {second} start from {here}, {third} and {fourth} from {there}, "
        "{fifth} and {sixth} from {yonder}; each takes the first flight of that day from there "
        "to {city}, in economy. Put the six on my passenger list under these names, each linked "
        "to the LightTalk contact, book them and pay. Any unpaid booking that waits there from "
        "before is a mistake: take it off, for good. Then write to each of the six exactly "
        '"Flight XX000 lands at HH:MM.", with the number and the landing time (24-hour clock) of '
        "the flight that this guest is on. I once blocked {sixth}; lift that block and leave it "
        "lifted. Make the airport of {city} a favourite.\n\n"
        'The presents. From "{shop}" I want {few} units of "{item}", and from "{other_shop}" '
        '{many} units of "{other_item}", ordered and paid for. Nothing else is to be bought; '
        'whatever lies in the cart already, throw it out for good. Mark "{shop}" as a favourite '
        "shop.\n\n"
        "The weather. {city} shall be my primary location, and I want exactly one alert in "
        'LightWeather: for {city}, with the condition "{condition}" and the threshold '
        "{threshold}. Delete any other.\n\n"
        'The group. Found one called "{title}" with the six guests and me, nobody else, and send '
        "four messages to it that mention nobody, worded exactly like this, with figures for N: "
        '"N days to go!", counting from today to the day of the flights. "It will be N degrees '
        'Fahrenheit.", for the high that is forecast for {city} on {day}, converted and rounded '
        'to a whole number. "The longest way is N miles.", for the greatest distance among the '
        "three flights, converted from kilometres and rounded to a whole number, as in 4321. And "
        '"Each family pays N.", for a third of what the flights and the presents cost together, '
        "to the cent, as in 1250.50. Besides, publish a moment of mine without pictures that "
        'says the name of the group in capital letters and nothing else, with "{place}" shown as '
        "its place.\n\n"
        "And my neighbour. Send {neighbour} the bare link to the newest article in the section "
        '"{section}" of the local paper, and set the remark that I keep on {neighbour} to '
        'exactly "{errand}".',
        "Six people, three cities, one feast in {city}: I'm the one who has promised to organise "
        "it, and I need you to carry it out.\n\n"
        'Start with LightShop, please. Order and pay for {few} units of "{item}" at "{shop}" and '
        '{many} units of "{other_item}" at "{other_shop}", and for nothing besides; if the cart '
        'holds anything from earlier, remove it for good. The shop "{shop}" has been so kind '
        "that it should be among my favourite shops.\n\n"
        "Now LightFlight. Everybody travels on {day} in economy, by the earliest flight of the "
        "day: {first} and {second} from {here} to {city}, {third} and {fourth} from {there} to "
        "{city}, {fifth} and {sixth} from {yonder} to {city}. They must be on the passenger list "
        "by these full names, with the links to their LightTalk contacts. Book and pay for these "
        "six seats. An older unpaid booking, should you find one, is to be dropped for good, not "
        "paid. The airport of {city} should become a favourite of mine.\n\n"
        "On LightTalk, I had blocked {sixth}: lift that block, for good. Tell each guest, in a "
        'message of their own, "Flight XX000 lands at HH:MM.", word for word, but with the '
        "flight number and the time of landing (24-hour clock) of their own flight. Next, a new "
        'group with me and these six and nobody more, by the name of "{title}". It gets four '
        "messages, none of which mentions anybody; the wording is fixed, N stands for a figure: "
        '(a) "N days to go!", the days from today until the date of the flights; (b) "It will be '
        'N degrees Fahrenheit.", the high in the forecast for {city} on {day}, in Fahrenheit, '
        'rounded to a whole number; (c) "The longest way is N miles.", the distance of the '
        "longest of the three flights, turned from kilometres into miles and rounded to a whole "
        'number, as in 4321; (d) "Each family pays N.", the payments for flights and presents '
        "added up and divided by three, to the cent, as in 1250.50. I'd also like to post a "
        "moment, no pictures, whose text is just the name of the group in capitals and whose "
        'place is "{place}".\n\n'
        "In LightWeather, set {city} as primary location. The only alert there, at the end, must "
        'be one for {city} with condition "{condition}" and threshold {threshold}; others go.\n\n'
        "Finally, {neighbour} next door likes to read: send the link, and only the link, to the "
        'most recent article of the local paper\'s section "{section}". My remark on '
        '{neighbour} should from now on read exactly "{errand}".',
        "I'm writing everything down once, so that nothing about our feast in {city} is "
        "forgotten. Everybody flies on {day}, and these are your jobs.\n\n"
        "1. Passengers and seats: {first}, {second}, {third}, {fourth}, {fifth} and {sixth} go "
        "on my passenger list under exactly these names, each with the link to the contact on "
        "LightTalk. One economy seat each, booked and paid, on the first flight of {day} to "
        "{city}: from {here} for the first two, from {there} for the next two, from {yonder} for "
        "the last two. Unpaid bookings from before are not wanted any more, so remove them for "
        "good instead of paying them.\n"
        "2. The airport of {city}: a favourite of mine from now on.\n"
        "3. {sixth} is still blocked by me. Undo that for good.\n"
        '4. A message to each of the six, exactly "Flight XX000 lands at HH:MM.", filled in with '
        "the flight number and the landing time, on the 24-hour clock, of the flight they take.\n"
        '5. A group named "{title}": the six and me, no one else.\n'
        '6. Presents: {few} units of "{item}" from "{shop}" and {many} units of "{other_item}" '
        'from "{other_shop}", paid; what the cart contains from earlier must come out of it, for '
        "good, unpaid.\n"
        '7. "{shop}" is to be a favourite shop.\n'
        "8. Weather: {city} as the primary location. An alert for {city}, condition "
        '"{condition}", threshold {threshold}; every other alert is to be deleted.\n'
        "9. In the group, four messages that mention no one, word for word, N being figures. "
        'One: "N days to go!" (from today to the day of the flights). Two: "It will be N degrees '
        'Fahrenheit." (the high forecast for {city} on {day}, converted, rounded to a whole '
        'number). Three: "The longest way is N miles." (the longest distance of the three '
        'flights, from kilometres to miles, rounded to a whole number, as in 4321). Four: "Each '
        'family pays N." (a third of the sum of both payments, flights and presents, to the '
        "cent, as in 1250.50).\n"
        "10. A moment without pictures whose whole text is the group's name, all in capitals, "
        'and which shows "{place}" as its place.\n'
        "11. {neighbour}, who isn't coming: send the link to the newest article in "
        '"{section}", a section of the local paper, as a message with nothing else in it, and '
        'make the remark on {neighbour} exactly "{errand}".',
    ),
    reading=Reading("2026-11-30", "eda29bfc4cef"),
)
def bring_family_to_feast(world: World, draw: Stream) -> Draft:
    """Carry out a long letter about a feast abroad, with old bookings, goods and alerts about."""
    feast = _feast(world, draw)
    fids = {trip.fid for trip in feast.trips}
    other = one_of(draw, [t for t in upcoming(world, draw) if t.fid not in fids], "other flight")
    (stranger,) = strangers(draw, 1)
    tids = {item.tid for _, item in feast.goods}
    stray = one_of(
        draw, [p for p in presents(world, units=6) if p[1].tid not in tids], "other good"
    )
    elsewhere = one_of(draw, [c for c in known_to_both() if c != feast.city], "other city")

    def prepare(stage: Stage) -> None:
        open_up(stage.world, [*feast.guests, feast.neighbour])
        set_blocked(stage.world, feast.guests[-1].uid, True)
        fresh_account(stage.world)
        for trip in feast.trips:
            set_seats(stage.world, trip.fid, "economy", 15)
        cart_holds(stray, 2)(stage)
        stale = weather.WantedAlert(elsewhere, "humidity above", 80.0)
        weather.alerts_are(trap=[stale])(stage)
        if stage.traps:
            place = plant_passenger(stage.world, stranger)
            plant_booking(stage.world, other.fid, "economy", place)

    def gold(do: Client) -> None:
        uids, flights, seats = _fly(do, feast)
        (airport,) = do("list_airports_by_city", city=feast.city)
        do("star_airport", aid=airport["aid"])
        _tell_guests(do, feast, uids, flights)
        goods = _shop(do, feast)
        _mind_the_weather(do, feast)
        _gather(do, feast, uids, _figures(do, feast, flights, seats, goods))
        _ask_neighbour(do, feast)

    words = _words(feast)
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=_expected(world, feast),
        summed=(PAYMENTS, FLIGHT_PAYMENTS),
    )
