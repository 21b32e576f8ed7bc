"""A long letter of somebody who goes away and leaves everything in order."""

from __future__ import annotations

from datetime import date
from typing import NamedTuple

from evaluators import Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.stage import set_seats
from sandboxes.apps.light_shop.stage import empty_cart
from sandboxes.apps.light_stock.records import BUY
from sandboxes.apps.light_stock.stage import set_watched
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import set_read, set_remark
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts, set_primary
from sandboxes.stateless.network.corpus_reader import network_corpus
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit import flight as flights
from sandboxes.tasks.kit import stock as stocks
from sandboxes.tasks.kit.figures import Roads, in_fahrenheit, in_miles, moles_of, tenths, weekday_in
from sandboxes.tasks.kit.general import Ask, asking, in_words, one_of, some_of, today, told
from sandboxes.tasks.kit.news import newest_link, sections
from sandboxes.tasks.kit.shop import PAYMENTS, Offer, cost_of, pay, put_in_cart, star_shop
from sandboxes.tasks.kit.shop_goods import AFFORDABLE, on_offer
from sandboxes.tasks.kit.talk import MESSAGES, new_group, open_up, people, uid_of
from sandboxes.tasks.kit.weather import current, set_weather_alert

_SEATS = 6
_AFTER_FLIGHTS = 11  # days from today on which no flight departs any more
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
_FAR_DAY = date(2028, 3, 1)
_RISE = 10  # per cent


class _Letter(NamedTuple):
    """Who and what a letter is about."""

    friends: list[Contact]
    duties: list[str]
    title: str
    farewell: str
    secret: str
    phrase: str
    salt: tuple[str, str]
    place: str
    section: str
    days: int
    shift: int
    shares: int
    units: int
    moles: float
    amount: int
    threshold: int
    domain: str
    goods: list[Offer]
    trip: flights.Trip
    company: str
    roads: Roads

    @property
    def city(self) -> str:
        """Where the flight goes, and whose weather is asked for."""
        return self.trip.destination

    def prepare(self, stage: Stage) -> None:
        """Let everything be as it is before somebody puts it in order."""
        now = stage.world
        open_up(now, self.friends)
        for friend in self.friends:
            set_remark(now, friend.uid, "from the evening class")
            set_read(now, friend.uid, friend not in self.friends[2:])
        empty_cart(now)
        set_primary(now, None)
        clear_alerts(now)
        flights.fresh_account(now)
        set_seats(now, self.trip.fid, "economy", _SEATS)
        stocks.fresh_account(now)
        set_watched(now, [])

    def way(self, ask: Ask) -> float:
        """The length of the shortest way from home to the harbour, in miles."""
        return in_miles(ask, self.roads.shortest(ask, _VILLAGES[0], _VILLAGES[-1]))

    @property
    def words(self) -> dict[str, str]:
        """What fills the letter."""
        (shop, item), (other_shop, other_item) = self.goods
        salt, formula = self.salt
        names = (friend.name for friend in self.friends)
        words = dict(zip("abcd", names, strict=True))
        words |= zip(("duty_a", "duty_b", "duty_c", "duty_d"), self.duties, strict=True)
        words |= {"days": str(self.days), "title": self.title, "place": self.place}
        words |= {"farewell": self.farewell, "far_day": in_words(_FAR_DAY)}
        words |= {"section": self.section, "shift": str(self.shift), "secret": self.secret}
        words |= {"units": str(self.units), "item": item.name, "shop": shop.name}
        words |= {"other_item": other_item.name, "other_shop": other_shop.name}
        words |= {"domain": self.domain, "phrase": self.phrase, "city": self.city}
        words |= {"threshold": str(self.threshold), "moles": f"{self.moles:g}"}
        words |= {"salt": salt, "formula": formula, "date": self.trip.date}
        words |= {"origin": self.trip.origin, "roads": str(self.roads)}
        words |= {"amount": str(self.amount), "shares": str(self.shares), "company": self.company}
        return words


def _letter(world: World, draw: Stream) -> _Letter:
    return _Letter(
        friends=people(world, draw, 4),
        duties=draw.shuffled(_DUTIES),
        title=draw.choice(_TITLES),
        farewell=draw.choice(_FAREWELLS),
        secret=draw.choice(_SECRETS),
        phrase=draw.choice(_PHRASES),
        salt=(salt := draw.choice(_SALTS)),
        place=draw.choice(talk_corpus().places),
        section=draw.choice(sections(world)),
        days=draw.between(_AFTER_FLIGHTS, 60),
        shift=draw.between(3, 20),
        shares=draw.between(4, 15),
        units=draw.between(2, 4),
        moles=moles_of(world, draw, salt[1]),
        amount=50 * draw.between(10, 60),
        threshold=draw.between(-5, 15),
        domain=_domain(world, draw),
        goods=some_of(draw, on_offer(world, in_stock=8, most=AFFORDABLE), 2, "goods in stock"),
        trip=_trip(world, draw),
        company=_company(world, draw),
        roads=Roads([(_VILLAGES[a], _VILLAGES[b], draw.between(3, 25)) for a, b in _ROADS]),
    )


def _domain(world: World, draw: Stream) -> str:
    """A domain that is registered."""
    known = [one.domain for one in network_corpus().organisations.values()]
    found = {domain: told(world, "whois_lookup", target=domain)["status"] for domain in known}
    registered = [domain for domain, status in found.items() if status == "registered"]
    return one_of(draw, registered, "registered domain")


def _trip(world: World, draw: Stream) -> flights.Trip:
    """The first flight of a day to a city with weather."""
    tables = flights.timetables(flights.some_trips(world, draw))
    known = [table for table in tables if table[0].destination in cities()]
    return one_of(draw, known, "route to a city with weather")[0]


def _company(world: World, draw: Stream) -> str:
    """A company whose quote can be raised without half a cent."""
    quotes = stocks.all_quotes(world, most=600_00)
    clear = [quote for quote in quotes if stocks.moves_clearly(quote.price, _RISE)]
    return stocks.spoken_name(one_of(draw, clear, "stock"))


def _send(do: Client, uid: str, text: str) -> None:
    do.steadily("send_message", uid=uid, content=text)


def _settle_people(do: Client, letter: _Letter, uids: list[str]) -> None:
    """Found the group, replace remarks, mark chats as read, and publish the moment."""
    weekday = weekday_in(do, letter.days)
    do("ask_for_privilege")
    gid = new_group(do, uids, letter.title)
    do.steadily("send_message_to_group", gid=gid, content=f"I leave on {weekday}!")
    for uid, duty in zip(uids, letter.duties, strict=True):
        do.steadily("edit_remark", uid=uid, remark=duty)
    for uid in uids[2:]:
        do.steadily("mark_as_read", uid=uid)
    do.steadily("change_my_ip", where=letter.place)
    do.steadily("post_moment", content=letter.farewell, img_urls=[])


def _tell_first(do: Client, letter: _Letter, uid: str) -> None:
    """Send a count of days, a link and a secret."""
    left = do("days_diff", t1=do("now"), t2=str(_FAR_DAY)).split()[0]
    _send(do, uid, f"It is {left} days until then.")
    _send(do, uid, newest_link(do, letter.section))
    _send(do, uid, do("simple_caesar", text=letter.secret, shift=letter.shift))


def _shop_and_tell_second(do: Client, letter: _Letter, uid: str) -> None:
    """Buy, mark the shop, and send the total, a registrar and a checksum."""
    for offer, count in zip(letter.goods, (letter.units, 1), strict=True):
        put_in_cart(do, *offer, count)
    _send(do, uid, f"It came to {pay(do):.2f} in all.")
    star_shop(do, letter.goods[0][0].name)
    _send(do, uid, do("whois_lookup", target=letter.domain)["registrar"])
    _send(do, uid, do("sha256", text=letter.phrase))


def _mind_weather_and_tell_third(do: Client, letter: _Letter, uid: str) -> None:
    """Choose a city, set an alert, and send a temperature, a mass and a slug."""
    do("set_primary_location", location=letter.city)
    set_weather_alert(do, letter.city, "temperature below", letter.threshold)
    celsius = do("get_current_weather", location=letter.city)["temperature"]
    _send(do, uid, f"It is {tenths(do, in_fahrenheit(do, celsius))} degrees there.")
    mass = do("convert_moles_to_grams", moles=letter.moles, formula=letter.salt[1])
    _send(do, uid, f"Please weigh out {tenths(do, mass)} grams.")
    _send(do, uid, do("slugify", text=letter.title))


def _fly_and_tell_fourth(do: Client, letter: _Letter, uid: str) -> None:
    """Book, pay, mark where the flight lands, and send its time and the length of a way."""
    seat = flights.added(do, letter.friends[3].name, uid)
    details = flights.first_flight(do, letter.trip)
    flights.book(do, details["fid"], seat)
    flights.pay_for_flights(do)
    code = details["arrival"]["code"]
    found = do("search_airports", airport_name=code)
    do("star_airport", aid=next(entry["aid"] for entry in found if entry["code"] == code))
    _send(do, uid, f"Your flight leaves at {details['departure']['departure_time'][11:16]}!")
    _send(do, uid, f"The shortest way has {tenths(do, letter.way(do))} miles.")


def _invest(do: Client, letter: _Letter) -> None:
    """Move money, buy shares, watch the stock and set its alert."""
    do("transfer_funds", amount=float(letter.amount), direction="s2t")
    ticker = stocks.ticker_of(do, letter.company)
    stocks.trade(do, BUY, ticker, letter.shares)
    do("toggle_watchlist", ticker=ticker)
    raised = stocks.shifted(do, stocks.price_of(do, ticker), _RISE)
    do("set_price_alert", ticker=ticker, price=raised)


def _figures(world: World, letter: _Letter) -> tuple[float, ...]:
    """The figures that the letter prescribes."""
    celsius = current(world, letter.city).temperature
    grams = told(world, "convert_moles_to_grams", moles=letter.moles, formula=letter.salt[1])
    return (
        (_FAR_DAY - today(world)).days,
        cost_of(letter.goods, (letter.units, 1)) / 100,
        round(in_fahrenheit(asking(world), celsius), 1),
        round(grams, 1),
        round(letter.way(asking(world)), 1),
    )


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
    letter = _letter(world, draw)

    def gold(do: Client) -> None:
        uids = [uid_of(do, friend.name) for friend in letter.friends]
        _settle_people(do, letter, uids)
        _tell_first(do, letter, uids[0])
        _shop_and_tell_second(do, letter, uids[1])
        _mind_weather_and_tell_third(do, letter, uids[2])
        _fly_and_tell_fourth(do, letter, uids[3])
        _invest(do, letter)

    words = letter.words
    told_apart = (*"abcd", "title", "item", "shop", "domain", "date", "company")
    return Draft(
        words,
        gold,
        unique=tuple(words[key] for key in told_apart),
        prepare=letter.prepare,
        texts=tuple((MESSAGES, Slot(figure)) for figure in _figures(world, letter)),
        summed=(PAYMENTS, flights.FLIGHT_PAYMENTS),
    )
