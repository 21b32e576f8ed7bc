"""Tasks about journeys of one's own: where to, whether at all, and who is told."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

from evaluators import Exact, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.data_model import LightFlight
from sandboxes.apps.light_flight.stage import set_star
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.flight import (
    Trip,
    days_ahead,
    first_flight,
    known_to_both,
    plant_own_flight,
    star_airport,
    timetables,
    upcoming,
)
from sandboxes.tasks.kit.general import date_in, in_words, one_of, ordinals, some_of
from sandboxes.tasks.kit.shop import PAYMENTS, buy, cart_holds
from sandboxes.tasks.kit.shop_goods import presents
from sandboxes.tasks.kit.talk import MESSAGES, open_up, people, write_to
from sandboxes.tasks.kit.weather import FARTHEST, WET, forecast, forecast_on, foremost


@template(
    level=1,
    apps=("LightTalk", "LightFlight"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I'm on the first flight from {origin} to {destination} on {day}, and it takes me "
        "{minutes} minutes from the landing to the exit. Work out when I shall be there and "
        'write to {name} exactly "I\'ll be at the exit at HH:MM.", with that time of the '
        "24-hour clock in place of HH:MM.",
        "{name} is going to fetch me from the airport. I come with the earliest flight of {day} "
        "from {origin} to {destination}, and get to the exit {minutes} minutes after it has "
        "landed. Send {name} exactly this, with the right time for HH:MM (24 hours): \"I'll be "
        'at the exit at HH:MM."',
        'Please tell {name}, word for word, "I\'ll be at the exit at HH:MM." For HH:MM put the '
        "time, on the 24-hour clock, that is {minutes} minutes after the landing of the first "
        "flight that leaves {origin} for {destination} on {day}; that is the one I'm on.",
    ),
    reading=Reading("2026-11-30", "ee104aed376c"),
)
def announce_arrival(world: World, draw: Stream) -> Draft:
    """Tell who fetches the user when to be at the exit, some minutes after the landing."""
    tables = timetables(upcoming(world, draw), fewest=2)
    trip = one_of(draw, tables, "route with two flights on one day")[0]
    (host,) = people(world, draw, 1)
    minutes = draw.between(5, 11) * 5 + draw.choice((0, 2, 4))
    ready = trip.arrives + timedelta(minutes=minutes)

    def gold(do: Client) -> None:
        landing = first_flight(do, trip)["arrival"]["arrival_time"]
        moment = do("add_seconds_iso", t=landing, seconds=60 * minutes)
        write_to(do, host.name, f"I'll be at the exit at {moment[11:16]}.")

    return Draft(
        {
            "origin": trip.origin,
            "destination": trip.destination,
            "day": trip.date,
            "minutes": str(minutes),
            "name": host.name,
        },
        gold,
        unique=(trip.origin, trip.destination, trip.date, host.name, str(minutes)),
        prepare=lambda stage: open_up(stage.world, [host]),
        texts=((MESSAGES, Exact(f"I'll be at the exit at {ready:%H:%M}.")),),
    )


@template(
    level=1,
    apps=("LightWeather", "LightFlight"),
    traps=("clean_slate", "condition"),
    phrasings=(
        "We can't agree on where to fly on {day}: {first}, {second} or {third}. Let the forecast "
        "decide: whichever city has the highest daily high on that day. Make that city my "
        "primary location in LightWeather, and see to it that in LightFlight its airport is a "
        "favourite of mine and no other airport is.",
        "Of {first}, {second} and {third}, I'm going to the one for which the highest daily high "
        "is forecast on {day}. It should become my primary location in LightWeather, and its "
        "airport my one and only favourite in LightFlight.",
        "Look up the forecast highs of {first}, {second} and {third} for {day}. The hottest of "
        "the three wins: set it as the primary location in LightWeather, and have exactly one "
        "favourite airport in LightFlight, namely its airport.",
    ),
    reading=Reading("2026-11-30", "9481afdf0bff"),
)
def fly_to_the_warmest(world: World, draw: Stream) -> Draft:
    """Choose the warmest of three cities; the trap is a favourite airport from before."""
    days = draw.between(1, FARTHEST)
    day = date_in(world, days)
    named = some_of(draw, known_to_both(), 3, "cities that both apps know")
    best = foremost({city: forecast(world, city, days)["high"] for city in named})
    if best is None:
        raise Decline("two of the cities are equally warm")
    elsewhere = [a for a in world.app(LightFlight).airports.of().values() if a.city not in named]
    earlier = one_of(draw, elsewhere, "airport elsewhere")

    def prepare(stage: Stage) -> None:
        if stage.traps:
            set_star(stage.world, earlier.aid, True)

    def gold(do: Client) -> None:
        highs = {city: forecast_on(do, city, str(day))["high"] for city in named}
        warmest = max(named, key=lambda city: float(highs[city]))
        do("set_primary_location", location=warmest)
        if do.careful:
            for airport in do("get_my_starred_airports"):
                do("unstar_airport", aid=airport["aid"])
        do("star_airport", aid=do("list_airports_by_city", city=warmest)[0]["aid"])

    first, second, third = named
    return Draft(
        {"first": first, "second": second, "third": third, "day": in_words(day)},
        gold,
        unique=(*named, in_words(day)),
        prepare=prepare,
    )


@template(
    level=1,
    apps=("LightShop", "LightWeather"),
    traps=("condition", "do_nothing"),
    phrasings=(
        "On {day} I'm going to {city}. If LightWeather's forecast calls that day rainy, stormy "
        "or snowy there, my host will have to drive me about all day and deserves a present: "
        'then order and pay for one unit of "{item}" from "{shop}". Otherwise leave everything '
        "as it is.",
        "Have a look at how LightWeather forecasts {day} in {city}, where I'm invited. Only if "
        'it is a rainy, stormy or snowy day by that forecast, buy one unit of "{item}" at '
        "\"{shop}\" for my host, as I'll be in the way indoors. If not, don't change anything.",
        'Should the condition forecast for {city} on {day} be "rainy", "stormy" or "snowy", '
        "we'll be sitting inside at my host's, and I want to bring something along: one unit of "
        '"{item}" from "{shop}", ordered and paid for. With any other weather, do nothing.',
    ),
    reading=Reading("2026-11-30", "061da82fe453"),
)
def present_if_wet(world: World, draw: Stream) -> Draft:
    """Buy a present only if the day will be wet; on half of the seeds it will not."""
    wanted = draw.chance(0.5)
    days = draw.between(1, FARTHEST)
    day = date_in(world, days)
    fitting = [
        city for city in cities() if (forecast(world, city, days)["condition"] in WET) is wanted
    ]
    city = one_of(draw, fitting, "city with such weather")
    shop, item = one_of(draw, presents(world, units=4), "present in stock")

    def gold(do: Client) -> None:
        condition = forecast_on(do, city, str(day))["condition"]
        if do.careful and condition not in WET:
            return
        buy(do, shop, item, 1)

    return Draft(
        {"city": city, "day": in_words(day), "item": item.name, "shop": shop.name},
        gold,
        unique=(city, in_words(day), item.name, shop.name),
        prepare=cart_holds(None),
        kind=TaskKind.CHANGE if wanted else TaskKind.DO_NOTHING,
        summed=(PAYMENTS,),
    )


def _weathered(world: World, trips: Sequence[Trip], wet: bool) -> list[Trip]:
    """The flights to where it is wet on the day of departure, or to where it is not."""
    return [
        trip
        for trip in trips
        if trip.destination in cities()
        and (forecast(world, trip.destination, days_ahead(world, trip))["condition"] in WET) is wet
    ]


@template(
    level=1,
    apps=("LightWeather", "LightFlight"),
    traps=("condition",),
    phrasings=(
        "I have one paid flight coming up. See what LightWeather forecasts for the city it goes "
        "to, on the day of its departure. If that day is called rainy, stormy or snowy, cancel "
        "the booking; if not, keep it and make the airport where it lands a favourite.",
        "Should I go on the trip that I have booked and paid? If the forecast for its "
        "destination, on the day that the flight leaves, says rainy, stormy or snowy, cancel my "
        "booking, the only one there is. With any other weather it stays, and the airport of "
        "arrival is to be marked as a favourite.",
        "Check my only booking, which is paid, against the weather. The condition forecast for "
        "the city of arrival on the date of departure decides: rainy, stormy or snowy, and the "
        "booking is to be cancelled; anything else, and I'll fly, so mark the airport it flies "
        "to as a favourite then and leave the booking alone.",
    ),
    reading=Reading("2026-11-30", "52aaec101104"),
)
def cancel_trip_if_wet(world: World, draw: Stream) -> Draft:
    """Cancel the paid flight if it will be wet there, else mark the airport as a favourite."""
    wet = draw.chance(0.5)
    trip = one_of(draw, _weathered(world, upcoming(world, draw), wet), "flight to such weather")

    def gold(do: Client) -> None:
        (booking,) = do("check_bookings")
        details = do("get_flight_details", fid=booking["fid"])
        day = details["departure"]["departure_time"][:10]
        if forecast_on(do, details["arrival"]["city"], day)["condition"] in WET:
            do("cancel_booking", bids=[booking["bid"]])
            return
        star_airport(do, details["arrival"]["airport"])

    return Draft(
        {},
        gold,
        unique=("paid", "favourite"),
        prepare=lambda stage: plant_own_flight(stage.world, trip),
    )


@template(
    level=2,
    apps=("LightOS", "LightTalk", "LightFlight"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I've booked and paid for a flight, just the one, and {first}, {second}, {third} and "
        "{fourth} keep asking when I'll come to see them. Count the days from today to the day "
        "of its departure and send each of the four exactly this message, with the number, in "
        "figures, in place of N and the flight's city of arrival in place of CITY: \"N days "
        'until I fly to CITY!"',
        "How many days are left, from today's date, until the date on which my only booked "
        'flight departs? Write to {first}, {second}, {third} and {fourth}, to each of them: "N '
        'days until I fly to CITY!" Those exact words, but with the number of days in figures '
        "for N, and for CITY the city where the flight lands.",
        'A countdown for those who expect me: "N days until I fly to CITY!" shall go to {first}, '
        "{second}, {third} and {fourth}, one message each, word for word. N is to be replaced by "
        "the number of days, as a figure, from today to the departure date of my one paid "
        "booking, CITY by the city that it goes to.",
    ),
    reading=Reading("2026-11-30", "5dd403809681"),
)
def countdown_for_friends(world: World, draw: Stream) -> Draft:
    """Tell four contacts how many days are left until the user's booked flight."""
    trip = one_of(draw, upcoming(world, draw, soonest=2), "flight in some days")
    friends = people(world, draw, 4)

    def prepare(stage: Stage) -> None:
        open_up(stage.world, friends)
        plant_own_flight(stage.world, trip)

    def gold(do: Client) -> None:
        now = do("now")
        (booking,) = do("check_bookings")
        details = do("get_flight_details", fid=booking["fid"])
        leaves = details["departure"]["departure_time"]
        days = do("days_diff", t1=now[:10], t2=leaves[:10])
        for friend in friends:
            write_to(do, friend.name, f"{days} until I fly to {details['arrival']['city']}!")

    names = [friend.name for friend in friends]
    text = f"{days_ahead(world, trip)} days until I fly to {trip.destination}!"
    return Draft(
        ordinals(names),
        gold,
        unique=tuple(names),
        prepare=prepare,
        texts=((MESSAGES, Exact(text)),),
    )
