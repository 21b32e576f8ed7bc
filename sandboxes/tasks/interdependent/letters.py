"""A long letter of somebody who goes away and leaves everything in order."""

from __future__ import annotations

from evaluators import Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.stage import set_seats
from sandboxes.apps.light_shop.stage import empty_cart
from sandboxes.apps.light_stock.records import BUY
from sandboxes.apps.light_stock.stage import set_watched
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.stage import set_read, set_remark
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts, set_primary
from sandboxes.stateless.network.corpus_reader import network_corpus
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.interdependent.classroom import moles_of
from sandboxes.tasks.interdependent.puzzles import today
from sandboxes.tasks.kit import flight as flights
from sandboxes.tasks.kit import stock as stocks
from sandboxes.tasks.kit.general import one_of, some_of
from sandboxes.tasks.kit.news import newest, sections
from sandboxes.tasks.kit.shop import PAYMENTS, looked_up, offers, pay, restocked
from sandboxes.tasks.kit.talk import MESSAGES, open_up, people, uid_of
from sandboxes.tasks.kit.weather import current, told

_AFFORDABLE = 120_00  # cents
_SEATS = 6
_AFTER_FLIGHTS = 11  # days from today on which no flight departs any more
_CONDITION = "temperature below"
_TITLES = (
    "House on the Hill",
    "Keepers of Number Nine",
    "Cat, Post and Plants",
    "Lamp in the Hall",
)
_DUTIES = ("waters the plants", "has the spare key", "reads the post", "may use the boat")
_FAREWELLS = (
    "The suitcase closes at last, if the cat gets out of it.",
    "Last evening on the balcony. The swifts have left before me.",
    "One year, two bags and far too many books.",
)
_SECRETS = (
    "The good tea is behind the flour.",
    "Nobody may tell my landlord about the bees.",
    "The piano is for you if I stay away.",
)
_PHRASES = ("seven grey geese", "no rest for the kettle", "almonds and thunder", "left of the moon")
_SALTS = (("baking soda", "NaHCO3"), ("washing soda", "Na2CO3·10H2O"), ("citric acid", "C6H8O7"))
_VILLAGES = ("Home", "Birch Lane", "Old Ferry", "Stony Ford", "Kingsmoor", "the harbour")
_ROADS = ((0, 1), (0, 2), (1, 2), (1, 3), (2, 4), (3, 4), (3, 5), (4, 5))
_FAR_DAY = ("2028-03-01", "1 March 2028")


@template(
    level=3,
    apps=(
        "LightOS",
        "LightTalk",
        "LightShop",
        "LightWeather",
        "LightFlight",
        "LightStock",
        "LightNews",
    ),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "I go away for a year, {days} days from today, and ask you to put my things in order. "
        "Where I say that a message holds one figure, let no other number stand in it, not even "
        "in a name; where I call it bare, add nothing; each is a message of its own, and all "
        'are for LightTalk. Found a group "{title}" there with {a}, {b}, {c} and {d}, nobody '
        'else, and write in it, mentioning nobody, exactly "I leave on ...!" with the English '
        "weekday of the day I go in place of the dots. In place of my earlier remarks on them, "
        'let the one on {a} read exactly "{duty_a}", on {b} "{duty_b}", on {c} "{duty_c}" and on '
        '{d} "{duty_d}". Mark my chats with {c} and {d} as read. Publish a moment, without '
        'pictures and with {place} shown as its place, that says exactly "{farewell}"\n\n'
        "{a} should hear how many days there are from today to {far_day}, by the calendar, as "
        'one figure; should get the bare link to the newest article in "{section}" on LightNews; '
        "and, bare, this in our cipher, every letter a to z moved {shift} places forward in the "
        'alphabet, round its end, capitals staying capitals: "{secret}"\n\n'
        'On LightShop, buy {units} units of "{item}" from "{shop}" and one unit of '
        '"{other_item}" from "{other_shop}", pay, make "{shop}" a favourite shop, and tell {b} '
        "what it all came to, as one figure such as 12.50. {b} also gets, bare, the name of the "
        'registrar of the domain {domain}, and the bare SHA-256 checksum of "{phrase}" in '
        "lower-case hexadecimal.\n\n"
        "{city} will be my primary location on LightWeather, with one alert for it: condition "
        'exactly "temperature below", threshold {threshold}. Tell {c} the temperature there at '
        "this hour, in degrees Fahrenheit to one decimal place, as one figure; how many grams "
        "{moles} mol of {salt} ({formula}) are, to one decimal place, as one figure; and, bare, "
        'the name of the group as a slug for web addresses, such as "new-year-party".\n\n'
        "{d} goes ahead of me to {city}: put {d} on the LightFlight passenger list under the "
        "full name, linked to the contact, book the first flight of {date} from {origin} to "
        "{city} in economy for {d}, and pay. Make the airport it lands at a favourite. Send {d} "
        'exactly "Your flight leaves at ...!" with the departure time, as in 07:35, for the '
        "dots; and, as one figure, how many miles it is (to one decimal place) from Home to the "
        "harbour by the shortest way along these roads, open both ways, in kilometres: "
        "{roads}.\n\n"
        "Last, on LightStock, move {amount} from savings to trading, buy {shares} shares of "
        "{company} in one market order, put {company} on the watch list and set its price alert "
        "10 percent above the quote, rounded to the cent.",
        "Dear helper, a research station will be my home for a year. Please see to all this "
        "before I leave, which is {days} days after today. Every message I ask for goes by "
        'LightTalk and stands alone; "figure only" means that no second number occurs in it, be '
        'it in a name, and "plain" means that there is nothing else in it at all.\n\n'
        "Money first. Take {amount} out of my LightStock savings into trading. In a single "
        "market order buy {shares} shares of {company}, which also belongs on the watch list, "
        "and have an alert set at its quote plus 10 percent, rounded to the cent.\n\n"
        'Then shopping on LightShop: {units} units of "{item}" at "{shop}", a shop that should '
        'become a favourite, and one unit of "{other_item}" at "{other_shop}", all paid.\n\n'
        "Then the journey. {d} flies to {city} with the first flight from {origin} on {date}, in "
        "economy, and I pay; put {d} among the passengers with full name and link to the "
        "LightTalk contact first. The airport of arrival becomes a favourite. On LightWeather "
        "{city} becomes the primary location, and gets one alert whose condition reads exactly "
        '"temperature below" and whose threshold is {threshold}.\n\n'
        'Then people. {a}, {b}, {c}, {d} and I, nobody more, form a new group called "{title}". '
        'My word to it, with no mention: exactly "I leave on ...!", the dots being the weekday, '
        "in English, of my departure. My private remarks on them are replaced: for {a} exactly "
        '"{duty_a}", for {b} exactly "{duty_b}", for {c} exactly "{duty_c}", for {d} exactly '
        '"{duty_d}". The chats with {c} and with {d} count as read from now on. A moment goes '
        'out, no pictures, from {place} as the place shown: exactly "{farewell}"\n\n'
        "Then the messages. {a}: the number of calendar days from today to {far_day} (figure "
        'only); the link to the latest LightNews article in "{section}" (plain); and "{secret}" '
        "with each letter a to z pushed on by {shift} in the alphabet, beginning again after z, "
        "capitals kept (plain). {b}: the total of the LightShop purchase, like 12.50 (figure "
        "only); who the registrar of {domain} is, by name (plain); the SHA-256 checksum of "
        '"{phrase}" in small hexadecimal letters (plain). {c}: the temperature in {city} at '
        "this hour, in degrees Fahrenheit with one decimal (figure only); the mass of {moles} "
        "mol of {salt}, {formula}, in grams with one decimal (figure only); the slug, as used in "
        'web addresses ("new-year-party" is one), of the name of the new group (plain). {d}: '
        'exactly "Your flight leaves at ...!", the dots being the departure time in the style '
        "of 07:35; the length, in miles with one decimal, of the shortest way from Home to the "
        "harbour (figure only), where these roads lead in both directions and are measured in "
        "kilometres: {roads}.",
        "When I am gone, {days} days from now, everything should run by itself for a year. So:\n\n"
        'For {a}. Replace my remark on {a} with exactly "{duty_a}". Send {a} three LightTalk '
        "messages: one with the count of days by the calendar from today to {far_day}, and "
        "no number but that, even in a name; one that is just the link to the newest article of "
        'the LightNews section "{section}"; one that is just the following, its letters a to z '
        "shifted forward by {shift} places (after z comes a again, capitals remain capitals): "
        '"{secret}"\n\n'
        'For {b}. New remark, exactly "{duty_b}". Buy on LightShop one unit of '
        '"{other_item}" from "{other_shop}" and {units} units of "{item}" from "{shop}", pay for '
        'them, and add "{shop}" to my favourite shops. Three messages to {b}: the sum of it all, '
        "such as 12.50, with no number but that, even in a name; just the name of the registrar "
        'with whom {domain} is registered; just the SHA-256 checksum of "{phrase}", in '
        "hexadecimal with lower-case letters.\n\n"
        'For {c}. New remark, exactly "{duty_c}", and set our chat to read. Make {city} the '
        "primary location of LightWeather and add one alert for {city}, its condition exactly "
        '"temperature below", its threshold {threshold}. Three messages to {c}: the temperature '
        "of {city} in this hour, turned into degrees Fahrenheit, one decimal; the grams that "
        "{moles} mol of {salt} ({formula}) weigh, one decimal; in either of them no number but "
        'that, even in a name. The third is just the slug of the group name "{title}", as '
        '"new-year-party" would be one for a web address.\n\n'
        'For {d}. New remark, exactly "{duty_d}", and set our chat to read, too. Enter {d} as a '
        "passenger on LightFlight, full name, linked with the contact; book and pay an economy "
        "seat for {d} on the earliest flight from {origin} to {city} on {date}; mark the "
        'airport where that flight lands as a favourite. Two messages to {d}: exactly "Your '
        'flight leaves at ...!" with the time of departure, like 07:35, instead of the dots; and '
        "the miles, to one decimal and with no number but that, even in a name, of the shortest "
        "way from Home to the harbour on these two-way roads, given in kilometres: {roads}.\n\n"
        'For all four: a group named "{title}", of them and me and no others, and in it, without '
        'a mention, exactly "I leave on ...!" with the weekday of my leaving, in English, '
        'instead of the dots. For everybody else: a moment with exactly the text "{farewell}", '
        "no picture, its place shown as {place}.\n\n"
        "For myself: on LightStock transfer {amount} from savings to trading and buy {shares} "
        "shares of {company} at the market, in one order; have {company} on the watch list and "
        "an alert on it at 110 percent of the quote, rounded to the cent.",
    ),
    reading=Reading("2026-11-30", "2a73c8838f13"),
)
def leave_for_a_year(world: World, draw: Stream) -> Draft:
    """Put everything in order before a year away: a long letter that crosses all apps."""
    day = today(world, gold_calls=100)
    friends = people(world, draw, 4)
    names = dict(zip("abcd", (friend.name for friend in friends), strict=True))
    duties = draw.shuffled(_DUTIES)
    title, farewell = draw.choice(_TITLES), draw.choice(_FAREWELLS)
    secret, phrase = draw.choice(_SECRETS), draw.choice(_PHRASES)
    salt, formula = draw.choice(_SALTS)
    place, section = draw.choice(talk_corpus().places), draw.choice(sections(world))
    days, shift, shares = draw.between(_AFTER_FLIGHTS, 60), draw.between(3, 20), draw.between(4, 15)
    units, moles = draw.between(2, 4), moles_of(world, draw, formula)
    amount, threshold = 50 * draw.between(10, 60), draw.between(-5, 15)
    domain = one_of(
        draw,
        [
            one.domain
            for one in network_corpus().organisations.values()
            if told(world, "whois_lookup", target=one.domain)["status"] == "registered"
        ],
        "registered domain",
    )
    affordable = [
        pair for pair in offers(restocked(world), in_stock=8) if pair[1].price <= _AFFORDABLE
    ]
    (shop, item), (other_shop, other_item) = some_of(draw, affordable, 2, "goods in stock")
    total = item.price * units + other_item.price
    known = set(cities())
    groups = [
        group
        for group in flights.by_route_and_day(flights.some_trips(world, draw))
        if group[0].destination in known and flights.all_at_other_times(group)
    ]
    trip = one_of(draw, groups, "route to a city with weather")[0]
    quotes = [q for q in stocks.all_quotes(world, most=600_00) if q.price % 10 != 5]
    company = stocks.spoken_name(one_of(draw, quotes, "stock"))
    adjacent: dict[str, dict[str, int]] = {village: {} for village in _VILLAGES}
    roads = [(_VILLAGES[one], _VILLAGES[other], draw.between(3, 25)) for one, other in _ROADS]
    for one, other, length in roads:
        adjacent[one][other] = adjacent[other][one] = length

    def prepare(stage: Stage) -> None:
        now = stage.world
        open_up(now, friends)
        for friend in friends:
            set_remark(now, friend.uid, "from the evening class")
            set_read(now, friend.uid, friend not in friends[2:])
        empty_cart(now)
        set_primary(now, None)
        clear_alerts(now)
        flights.fresh_account(now)
        set_seats(now, trip.fid, "economy", _SEATS)
        stocks.fresh_account(now)
        set_watched(now, [])

    def gold(do: Client) -> None:
        uids = [uid_of(do, friend.name) for friend in friends]
        _gather(do, uids, title, days)
        for uid, duty in zip(uids, duties, strict=True):
            do.steadily("edit_remark", uid=uid, remark=duty)
        for uid in uids[2:]:
            do.steadily("mark_as_read", uid=uid)
        do.steadily("change_my_ip", where=place)
        do.steadily("post_moment", content=farewell, img_urls=[])

        def send(number: int, text: str) -> None:
            do.steadily("send_message", uid=uids[number], content=text)

        left = do("days_diff", t1=do("now"), t2=_FAR_DAY[0]).split()[0]
        send(0, f"It is {left} days until then.")
        send(0, do("get_news_url", nid=newest(do, section)["nid"]))
        send(0, do("simple_caesar", text=secret, shift=shift))
        for (seller, good), count in (((shop, item), units), ((other_shop, other_item), 1)):
            sid, tid = looked_up(do, seller, good)
            do("add_to_cart", sid=sid, tid=tid, cnt=count)
        send(1, f"It came to {pay(do):.2f} in all.")
        do("star_shop", sid=do("get_shop_id_by_name", shop_name=shop.name))
        send(1, do("whois_lookup", target=domain)["registrar"])
        send(1, do("sha256", text=phrase))
        do("set_primary_location", location=trip.destination)
        do(
            "create_alert",
            location=trip.destination,
            condition=_CONDITION,
            threshold=float(threshold),
        )
        celsius = do("get_current_weather", location=trip.destination)["temperature"]
        send(2, f"It is {_rounded(do, _fahrenheit(do, celsius))} degrees there.")
        mass = do("convert_moles_to_grams", moles=moles, formula=formula)
        send(2, f"Please weigh out {_rounded(do, mass)} grams.")
        send(2, do("slugify", text=title))
        departs = _fly(do, trip, names["d"], uids[3])
        send(3, f"Your flight leaves at {departs}!")
        way = do("shortest_path_dijkstra", adj=adjacent, source=_VILLAGES[0])[_VILLAGES[-1]]
        miles = do("convert_length", value=way, from_unit="kilometer", to_unit="mile")
        send(3, f"The shortest way has {_rounded(do, miles)} miles.")
        do("transfer_funds", amount=float(amount), direction="s2t")
        ticker = stocks.ticker_of(do, company)
        stocks.trade(do, BUY, ticker, shares)
        do("toggle_watchlist", ticker=ticker)
        raised = do("mul", a=stocks.price_of(do, ticker), b=1.1)
        do("set_price_alert", ticker=ticker, price=do("round_val", a=raised, ndigits=2))

    warm = told(
        world,
        "Unit_convert_temperature",
        value=current(world, trip.destination).temperature,
        from_unit="celsius",
        to_unit="fahrenheit",
    )
    grams = told(world, "convert_moles_to_grams", moles=moles, formula=formula)
    way = told(world, "shortest_path_dijkstra", adj=adjacent, source=_VILLAGES[0])[_VILLAGES[-1]]
    miles = told(world, "convert_length", value=way, from_unit="kilometer", to_unit="mile")
    left = int(told(world, "days_diff", t1=day, t2=_FAR_DAY[0]).split()[0])
    figures = (left, total / 100, round(warm, 1), round(grams, 1), round(miles, 1))
    return Draft(
        {
            **names,
            **{f"duty_{letter}": duty for letter, duty in zip("abcd", duties, strict=True)},
            "days": str(days),
            "title": title,
            "place": place,
            "farewell": farewell,
            "far_day": _FAR_DAY[1],
            "section": section,
            "shift": str(shift),
            "secret": secret,
            "units": str(units),
            "item": item.name,
            "shop": shop.name,
            "other_item": other_item.name,
            "other_shop": other_shop.name,
            "domain": domain,
            "phrase": phrase,
            "city": trip.destination,
            "threshold": str(threshold),
            "moles": f"{moles:g}",
            "salt": salt,
            "formula": formula,
            "date": trip.date,
            "origin": trip.origin,
            "roads": "; ".join(f"{one} to {other} {length}" for one, other, length in roads),
            "amount": str(amount),
            "shares": str(shares),
            "company": company,
        },
        gold,
        unique=(*names.values(), title, item.name, shop.name, domain, trip.date, company),
        prepare=prepare,
        texts=tuple((MESSAGES, Slot(figure)) for figure in figures),
        summed=(PAYMENTS, flights.FLIGHT_PAYMENTS),
    )


def _gather(do: Client, uids: list[str], title: str, days: int) -> None:
    """Found the group and tell it the weekday of the day so many days from today."""
    day = do("add_seconds_iso", t=do("now"), seconds=days * 24 * 3600)
    weekday = do("date_to_weekday", d=day)
    do("ask_for_privilege")
    gid = do.steadily("create_group_chat", uids=uids)["gid"]
    do.steadily("rename_group", gid=gid, name=title)
    do.steadily("send_message_to_group", gid=gid, content=f"I leave on {weekday}!")


def _fly(do: Client, trip: flights.Trip, name: str, uid: str) -> str:
    """Book and pay the day's first flight and mark where it lands; the time of departure."""
    seat = flights.added(do, name, uid)
    fids = do("search_flights", departure=trip.origin, arrival=trip.destination, date=trip.day)
    details = do("get_flight_details", fid=fids[0])
    flights.book(do, fids[0], seat)
    flights.pay_for_flights(do)
    code = details["arrival"]["code"]
    found = do("search_airports", airport_name=code)
    do("star_airport", aid=next(entry["aid"] for entry in found if entry["code"] == code))
    return str(details["departure"]["departure_time"][11:16])


def _fahrenheit(do: Client, celsius: float) -> float:
    converted = do(
        "Unit_convert_temperature", value=celsius, from_unit="celsius", to_unit="fahrenheit"
    )
    return float(converted)


def _rounded(do: Client, value: float) -> str:
    return f"{do('round_val', a=value, ndigits=1):.1f}"
