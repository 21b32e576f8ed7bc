"""Tasks about whole plans of a journey: packing, leaving, and travelling together."""

from __future__ import annotations

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.stage import set_seats
from sandboxes.apps.light_shop.stage import empty_cart
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import (
    clear_to_round,
    equal_part,
    fahrenheit,
    in_fahrenheit,
    to_the_cent,
    whole,
)
from sandboxes.tasks.kit.flight import (
    FLIGHT_PAYMENTS,
    Trip,
    added,
    book,
    days_ahead,
    first_with_seats,
    fresh_account,
    pay_for_flights,
    plant_own_flight,
    star_airport,
    timetables,
    upcoming,
)
from sandboxes.tasks.kit.general import date_in, in_words, one_of, ordinals
from sandboxes.tasks.kit.news import link_to_newest, newest_link, sections
from sandboxes.tasks.kit.shop import PAYMENTS, buy
from sandboxes.tasks.kit.shop_goods import presents
from sandboxes.tasks.kit.talk import (
    GROUP_MESSAGES,
    MESSAGES,
    new_group,
    open_up,
    people,
    uid_of,
    write_to,
)
from sandboxes.tasks.kit.weather import FARTHEST, forecast, forecast_on, set_weather_alert

_TITLES = ("Four Off the Map", "Window Seats Only", "No Checked Bags", "The Slow Lane Abroad")


@template(
    level=2,
    apps=("LightTalk", "LightWeather"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "{first}, {second}, {third} and I are going to {city} from {start} to {end} and are "
        "already quarrelling about suitcases. Take the high that LightWeather forecasts for "
        "{city} on each day from the first to the last, work out the average of these highs and "
        "round it to a whole number of degrees Celsius. Then write to each of the three exactly "
        '"Pack for N degrees." with that number, in figures, for N.',
        "What should we pack for {city}? We're there from {start} to {end}, both days included. "
        "Average the daily highs that are forecast for it over that stay, round to whole degrees "
        'Celsius, and let {first}, {second} and {third} each have the message "Pack for N '
        'degrees.", word for word, with the rounded figure in place of N.',
        "Please send {first}, {second} and {third}, each on their own, this sentence, exactly: "
        '"Pack for N degrees." N is a whole number of degrees Celsius, in figures: the mean of '
        "the highs in the forecast for {city}, day by day from {start} up to and including "
        "{end}, rounded. That is how long the four of us will be staying there.",
    ),
    reading=Reading("2026-11-30", "d4c8903045c1"),
)
def pack_for_average(world: World, draw: Stream) -> Draft:
    """Average the forecast highs of a stay and tell three fellow travellers."""
    first_day = draw.between(1, 3)
    last_day = draw.between(first_day + 2, FARTHEST)
    stay = range(first_day, last_day + 1)
    start, end = date_in(world, first_day), date_in(world, last_day)

    def average(city: str) -> float:
        highs = [float(forecast(world, city, day)["high"]) for day in stay]
        return sum(highs) / len(highs)

    fitting = [city for city in draw.sample(list(cities()), 12) if clear_to_round(average(city))]
    city = one_of(draw, [c for c in fitting if average(c) > 1.5], "city with such an average")
    friends = people(world, draw, 3)

    def gold(do: Client) -> None:
        days = do("get_forecast", location=city, days=last_day + 1)
        highs = [day["high"] for day in days if str(start) <= day["date"] <= str(end)]
        degrees = whole(do, do("mean", numbers=highs))
        for friend in friends:
            write_to(do, friend.name, f"Pack for {degrees} degrees.")

    names = [friend.name for friend in friends]
    words = {"city": city, "start": in_words(start), "end": in_words(end), **ordinals(names)}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=lambda stage: open_up(stage.world, friends),
        texts=((MESSAGES, Exact(f"Pack for {round(average(city))} degrees.")),),
    )


def _clear_trips(world: World, trips: list[Trip]) -> list[Trip]:
    """The flights to cities whose high on the day of departure is clear to round."""
    return [
        trip
        for trip in trips
        if trip.destination in cities()
        and clear_to_round(_high(world, trip))
        and clear_to_round(fahrenheit(_high(world, trip)))
    ]


def _mild_tables(world: World, draw: Stream) -> list[list[Trip]]:
    """Two flights or more of a route and day, with a clear high above freezing at its end."""
    tables = timetables(upcoming(world, draw), fewest=2)
    known = [table for table in tables if table[0].destination in cities()]
    highs = [_high(world, table[0]) for table in known]
    pairs = zip(known, highs, strict=True)
    return [table for table, high in pairs if clear_to_round(high) and high > 1.5]


def _high(world: World, trip: Trip) -> float:
    """The high that is forecast for where a flight goes, on the day when it departs."""
    return float(forecast(world, trip.destination, days_ahead(world, trip))["high"])


@template(
    level=3,
    apps=("LightOS", "LightTalk", "LightShop", "LightWeather", "LightFlight", "LightNews"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I'm off soon: there is one booking of mine in LightFlight, paid, and before that flight "
        "leaves a few things have to be settled. {sitter} looks after my flat and should get two "
        'messages: exactly "I leave in N days." with the number of days, in figures, from today '
        "to the day on which my flight departs, and, as a message of its own, the bare link to "
        'the newest article in the section "{section}" of the local paper. Tell {host}, with '
        "whom I'll stay and who thinks in Fahrenheit, exactly \"The high will be N degrees "
        'Fahrenheit.", N being the high that is forecast, on my day of departure, for the city '
        "where I land, converted and rounded to a whole number. Make that city my primary "
        'location in LightWeather and set an alert for it with the condition "{condition}" and '
        'the threshold {threshold}. Buy {units} units of "{item}" from "{shop}" as a present; it '
        'comes from {one}, {other} and me, so send each of those two exactly "Your share is N.", '
        "N being a third of what I paid in the shop, to the cent, as in 1250.50.",
        "Before my trip (see my only booking in LightFlight; it is paid) please do the "
        'following. First the present: {units} units of "{item}" at "{shop}", ordered and paid. '
        '{one} and {other} go thirds with me, so both should get the message "Your share is N.", '
        "exactly that, where N is one third of the amount paid for the present, rounded to two "
        "decimals, as in 1250.50. Then the weather: take the high that is forecast for my city "
        "of arrival on the date of departure, turn it into Fahrenheit, round it to a whole "
        'number and write to {host}, word for word, "The high will be N degrees Fahrenheit." The '
        "same city is to become my primary location, and I want an alert for it: condition "
        '"{condition}", threshold {threshold}. Last, {sitter}, who feeds the cat. Send {sitter} '
        '"I leave in N days.", just so, N standing for the days in figures from today\'s date '
        "to that of the departure, and in a second message nothing but the link to the latest "
        'article of the paper\'s section "{section}".',
        "Here is what is left to do before I fly; which flight it is, my one and paid booking "
        "tells you. (1) Count the days from today until its day of departure and tell {sitter} "
        'exactly "I leave in N days.", N in figures. (2) {sitter} also gets, on its own, the '
        'link to the most recent article in the section "{section}" of the local paper, without '
        "any other text. (3) LightWeather: my city of arrival becomes the primary location, and "
        'gets an alert with condition "{condition}" and threshold {threshold}. (4) Its forecast '
        "high for the day on which I depart, in Fahrenheit and rounded to a whole number, goes "
        'to {host} as exactly "The high will be N degrees Fahrenheit." (5) In LightShop buy and '
        'pay for {units} units of "{item}" from "{shop}". (6) Divide what that came to by three, '
        'round it to the cent, and let {one} and {other} each know, word for word, "Your share '
        'is N.", with two decimals as in 1250.50.',
    ),
    reading=Reading("2026-11-30", "426cadf2df0d"),
)
def before_i_leave(world: World, draw: Stream) -> Draft:
    """Settle all that is left before a booked journey: the sitter, the host, a shared present."""
    ahead = _clear_trips(world, upcoming(world, draw, soonest=2))
    trip = one_of(draw, ahead, "flight to a city with a clear forecast")
    sitter, host, one, other = people(world, draw, 4)
    section = draw.choice(sections(world))
    shop, item = one_of(draw, presents(world, units=8), "present in stock")
    units = draw.between(2, 4)
    condition, threshold = draw.choice((("wind above", 45), ("temperature below", 4)))

    def prepare(stage: Stage) -> None:
        open_up(stage.world, [sitter, host, one, other])
        empty_cart(stage.world)
        clear_alerts(stage.world)
        plant_own_flight(stage.world, trip)

    def gold(do: Client) -> None:
        now = do("now")
        (booking,) = do("check_bookings")
        details = do("get_flight_details", fid=booking["fid"])
        day, city = details["departure"]["departure_time"][:10], details["arrival"]["city"]
        days = do("days_diff", t1=now[:10], t2=day)
        uid = uid_of(do, sitter.name)
        do.steadily("send_message", uid=uid, content=f"I leave in {days}.")
        do.steadily("send_message", uid=uid, content=newest_link(do, section))
        do("set_primary_location", location=city)
        set_weather_alert(do, city, condition, threshold)
        high = in_fahrenheit(do, forecast_on(do, city, day)["high"])
        write_to(do, host.name, f"The high will be {whole(do, high)} degrees Fahrenheit.")
        share = equal_part(do, buy(do, shop, item, units), 3)
        for payer in (one, other):
            write_to(do, payer.name, f"Your share is {share:.2f}.")

    texts = (
        f"I leave in {days_ahead(world, trip)} days.",
        link_to_newest(world, section),
        f"The high will be {round(fahrenheit(_high(world, trip)))} degrees Fahrenheit.",
        f"Your share is {units * item.price / 300:.2f}.",
    )
    words = {"sitter": sitter.name, "host": host.name, "one": one.name, "other": other.name}
    words |= {"section": section, "condition": condition, "threshold": str(threshold)}
    words |= {"units": str(units), "item": item.name, "shop": shop.name}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=tuple((MESSAGES, Exact(text)) for text in texts),
        summed=(PAYMENTS,),
    )


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightWeather", "LightFlight"),
    traps=("recoverable_failure", "latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "Our little tour to {city} is on! {first}, {second}, {third} and I fly from {origin} on "
        "{day}, in economy and all on one plane: the first flight of that day that has at least "
        "four economy seats left. Put the four of us on my passenger list by our full names, "
        "each linked to the LightTalk contact (me to my own), book the seats and pay. The "
        "airport where we land should be a favourite of mine. Also order and pay for one unit of "
        '"{item}" from "{shop}", for all of us. Found a group called "{title}" with the other '
        'three and me, and write two messages there that mention nobody. One reads exactly "Each '
        'of us owes N.": N is what the seats and the shopping came to together, divided by four, '
        'to the cent, as in 1250.50. The other reads exactly "It will be N degrees." with the '
        "high forecast for {city} on {day}, rounded to whole degrees Celsius.",
        'Please arrange the tour of "{title}". That is the name to give a new group of {first}, '
        "{second}, {third} and me. We travel on {day}, the four of us, economy, from {origin} to "
        "{city}, together on the earliest flight of the day with at least four seats left in "
        "that class. We all need to be on my passenger list first, under our full names and with "
        "the links to LightTalk, mine to my own contact; then book and pay. Mark the airport we "
        'arrive at as a favourite. From "{shop}" get one unit of "{item}", paid for as well. Add '
        "up both payments, divide by four, round to the cent, and tell the group, word for word "
        'and without mentioning anybody, "Each of us owes N.", with the result for N, as in '
        '1250.50. A second message to the group, again without mentioning anybody: "It will be N '
        'degrees.", exactly so, N being the high in the forecast for {city} on {day}, rounded to '
        "whole degrees Celsius.",
        "Four seats in economy on {day} from {origin} to {city}, for {first}, {second}, {third} "
        "and myself, on one and the same flight: if the first of that day has fewer than four "
        "left, the next that has enough. Enter each of us as a passenger with the full name and "
        "the link to LightTalk (I'm linked to myself), book and pay. Next, one unit of "
        '"{item}" from "{shop}": order it and pay. Make our airport of arrival a favourite. Then '
        'open a group for the four of us, me included, named "{title}", and post in it, '
        'mentioning no one, exactly these two messages: "Each of us owes N.", with a quarter of '
        "what the seats and the shopping cost together (rounded to the cent, two decimals, as in "
        '1250.50), and "It will be N degrees.", with the high that is forecast for {city} on '
        "{day}, rounded to whole degrees Celsius.",
    ),
    reading=Reading("2026-11-30", "9eeb832c3331"),
)
def tour_of_four(world: World, draw: Stream) -> Draft:
    """Fly four people on the first flight with room for all, share the cost and tell a group."""
    trips = one_of(draw, _mild_tables(world, draw), "route with two flights on one day")
    taken = trips[1]
    friends = people(world, draw, 3)
    few = draw.between(1, 3)
    goods = [pair for pair in presents(world, units=4) if pair[1].price % 4 != 2]
    shop, item = one_of(draw, goods, "good in stock")
    title = draw.choice(_TITLES)

    def prepare(stage: Stage) -> None:
        open_up(stage.world, friends)
        empty_cart(stage.world)
        fresh_account(stage.world)
        for trip in trips:
            set_seats(stage.world, trip.fid, "economy", 12)
        if stage.traps:
            set_seats(stage.world, trips[0].fid, "economy", few)

    def gold(do: Client) -> None:
        flight = first_with_seats(do, taken, "economy", 4)
        uids = {friend.name: uid_of(do, friend.name) for friend in friends}
        mine = do.steadily("get_my_uid")
        for name, uid in (*uids.items(), (do("get_my_name"), mine)):
            book(do, flight["fid"], added(do, name, uid))
        seats = pay_for_flights(do)
        star_airport(do, flight["arrival"]["airport"])
        share = do("div", a=do("add", a=seats, b=buy(do, shop, item, 1)), b=4)
        do("ask_for_privilege")
        gid = new_group(do, list(uids.values()), title)
        text = f"Each of us owes {to_the_cent(do, share):.2f}."
        do.steadily("send_message_to_group", gid=gid, content=text)
        high = forecast_on(do, taken.destination, taken.day)["high"]
        text = f"It will be {whole(do, high)} degrees."
        do.steadily("send_message_to_group", gid=gid, content=text)

    owed = (4 * taken.fare() + item.price) / 400
    texts = (f"Each of us owes {owed:.2f}.", f"It will be {round(_high(world, taken))} degrees.")
    words = {"city": taken.destination, "origin": taken.origin, "day": taken.date}
    words |= {"item": item.name, "shop": shop.name, "title": title}
    words |= ordinals(friend.name for friend in friends)
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=tuple((GROUP_MESSAGES, Exact(text)) for text in texts),
        summed=(PAYMENTS, FLIGHT_PAYMENTS),
    )
