"""Tasks about visits and clubs, which cross several apps."""

from __future__ import annotations

from evaluators import Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_flight.stage import set_seats
from sandboxes.apps.light_shop.stage import empty_cart
from sandboxes.apps.light_stock.records import BASIC, SELL
from sandboxes.apps.light_stock.stage import plant_order, set_watched
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import found_group, set_blocked, set_remark
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit import flight as flights
from sandboxes.tasks.kit import stock as stocks
from sandboxes.tasks.kit.figures import equal_part, in_fahrenheit, tenths
from sandboxes.tasks.kit.general import asking, one_of
from sandboxes.tasks.kit.shop import PAYMENTS, buy
from sandboxes.tasks.kit.shop_goods import small_good
from sandboxes.tasks.kit.talk import MESSAGES, gid_of, open_up, people, uid_of, write_to
from sandboxes.tasks.kit.weather import current

_SEATS = 6
_RISE = 10  # per cent


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightWeather", "LightFlight"),
    traps=("recoverable_failure", "latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "{guest} and I have made up. Lift my block on LightTalk for good, and bring {guest} over "
        "from {origin} to {goal}: book and pay for one economy seat on the first flight of "
        "{date} that still has one; if the earliest is full, take the next, and so on. {guest} "
        "is not on my passenger list, so put them there under their full name, linked to the "
        'LightTalk contact. Then send {guest} exactly "Your flight leaves at ...!" with the '
        "departure time, as in 07:35, in place of the dots, and in another message how warm it "
        "is in {goal} now, in degrees Fahrenheit, rounded to one decimal place, with no other "
        "number in that message, not even in a name. My remark on {guest} should be the number "
        "of that flight, such as NW1127, and nothing else. {host} lends us a bed: send {host} "
        'exactly "We come on ...!" with the English weekday of the landing. And as a present buy '
        'one unit of "{item}" from "{shop}" on LightShop.',
        "On {date} my cousin {guest} flies from {origin} to {goal}, in economy, on the earliest "
        "flight of that day on which there is a seat left in that class; please book it and pay. "
        "Add {guest} to the passengers first, by the full name and with the link to the contact "
        "on LightTalk. I had blocked {guest} there; that ends today and for good. Write to "
        '{guest} twice: exactly "Your flight leaves at ...!", the dots being the time of '
        "departure in the style of 07:35; and, with that as the only number (digits in names "
        "count too), the "
        "temperature in {goal} at this hour in degrees Fahrenheit to one decimal place. Replace "
        "my remark on {guest} by the bare flight number (it looks like NW1127). {host}, who will "
        'put us up, gets exactly "We come on ...!" with the weekday, in English, on which the '
        'flight lands. Last, one unit of "{item}" from the LightShop shop "{shop}", paid for, as '
        "a welcome.",
        'Please get things ready for {guest}: buy one unit of "{item}" at "{shop}" on LightShop; '
        "take the block off {guest} on LightTalk and leave it off; put {guest} on the "
        "passenger list of LightFlight (full name, linked with that contact); and pay for an "
        "economy seat from {origin} to {goal} on {date}. I want the day's first flight, or if "
        "it has no economy seat left, the first one after it that has. Afterwards: the flight's "
        'number, like NW1127, alone as my private remark on {guest}; to {guest} exactly "Your '
        'flight leaves at ...!", filled in with the departure time like 07:35; to {guest} also '
        "the present temperature of {goal}, converted to degrees Fahrenheit and rounded to one "
        "decimal, in a message without any further number, even inside a name; and to {host} "
        'exactly "We come on ...!", filled in with the English name of the weekday of arrival.',
    ),
    reading=Reading("2026-11-30", "d82857dbc1fd"),
)
def bring_guest_over(world: World, draw: Stream) -> Draft:
    """Fly a blocked contact in on the first flight with a seat, and tell people of it."""
    guest, host = friends = people(world, draw, 2)
    tables = flights.timetables(flights.some_trips(world, draw), fewest=3)
    known = [table for table in tables if table[0].destination in cities()]
    table = one_of(draw, known, "route with three flights on one day")
    full = draw.between(1, len(table) - 2)
    trip = table[full]
    shop, item = small_good(world, draw, in_stock=4)
    warmth = in_fahrenheit(asking(world), current(world, trip.destination).temperature)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        flights.fresh_account(stage.world)
        open_up(stage.world, friends)
        set_blocked(stage.world, guest.uid, True)
        set_remark(stage.world, guest.uid, "owes me an apology")
        for number, other in enumerate(table):
            set_seats(stage.world, other.fid, "economy", _SEATS if number >= full else 0)

    def gold(do: Client) -> None:
        uid = uid_of(do, guest.name)
        do("ask_for_privilege")
        do.steadily("unblock", uid=uid)
        place = flights.added(do, guest.name, uid)
        details = flights.first_with_seats(do, trip, "economy", 1)
        flights.book(do, details["fid"], place)
        flights.pay_for_flights(do)
        leaves = details["departure"]["departure_time"][11:16]
        do.steadily("send_message", uid=uid, content=f"Your flight leaves at {leaves}!")
        now = do("get_current_weather", location=trip.destination)["temperature"]
        text = f"It is {tenths(do, in_fahrenheit(do, now))} degrees Fahrenheit here."
        do.steadily("send_message", uid=uid, content=text)
        do.steadily("edit_remark", uid=uid, remark=details["flight_number"])
        weekday = do("date_to_weekday", d=details["arrival"]["arrival_time"])
        write_to(do, host.name, f"We come on {weekday}!")
        buy(do, shop, item, 1)

    words = {"guest": guest.name, "host": host.name, "origin": trip.origin}
    words |= {"goal": trip.destination, "date": trip.date, "item": item.name, "shop": shop.name}
    return Draft(
        words,
        gold,
        unique=(guest.name, host.name, trip.origin, trip.destination, trip.date, item.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(round(warmth, 1))),),
        summed=(PAYMENTS, flights.FLIGHT_PAYMENTS),
    )


_CLUBS = ("Harbour Rowers", "Dockside Choir", "Quiet Chess Club", "Hill Walkers")
_SOLD = "The shares are sold and the money is safe in our savings."


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightStock"),
    traps=("clean_slate", "arithmetic_or_text"),
    phrasings=(
        "As treasurer of the {title} I end our outing to the stock market. Sell all our shares of "
        "{company} on LightStock in one market order; any order of mine that still waits for "
        "{company} is to be cancelled. What the sale brought, less its fee, moves to savings to "
        "the cent. The {members} members share it equally: tell {name} what falls to one of "
        "them, rounded to the cent, as a figure such as 12.50 and with no other number in the "
        'message, not even in a name. Write exactly "{sold}" in our LightTalk group "{title}" '
        "without mentioning anyone. I am curious all the same, so put {company} on the watch "
        "list and set an alert for a price 10 percent above its quote, rounded to the cent. From "
        'my own LightShop money buy one unit of "{item}" from "{shop}" for the next evening.',
        "Our club, the {title}, wants its money back. On LightStock cancel whatever order is "
        "pending for {company}, then sell every share of it that we hold, at the market and in a "
        "single order. Transfer exactly what came in, after the fee, from trading to savings. "
        "There are {members} of us, so send {name} that amount divided by {members} and rounded "
        "to the cent, as a figure such as 12.50; it must be the only number in the message, "
        'and digits in names count too. The group "{title}" on LightTalk should read exactly '
        '"{sold}" from me, '
        "nobody being mentioned. Then have {company} watched: on the watch list, and with a "
        "price alert at 110 percent of the quote, to the nearest cent. Also order and pay for "
        'one unit of "{item}" at "{shop}" on LightShop.',
        'Please order one unit of "{item}" from "{shop}" on LightShop and pay for it; it is for '
        "the last meeting of the {title} before we share out. To do that, sell what we have in "
        "{company}, all of it, in one order at the quote. If an order for {company} is pending "
        "from earlier, cancel it, as no order may stay open for it. The sum received once the "
        "fee is off goes into savings. Divide it by {members}, round to the cent, and message "
        "{name} the result as a figure such as 12.50, without any second number, even in a name. "
        'To the LightTalk group "{title}" goes exactly "{sold}", with no mention of anybody. '
        "Finally add {company} to the watch list and ask to be told when it reaches its quote "
        "plus 10 percent (rounded to the cent).",
    ),
    reading=Reading("2026-11-30", "a86e7ded54bb"),
)
def share_out_club_money(world: World, draw: Stream) -> Draft:
    """Sell shares and divide the proceeds; the trap is an order that keeps some of the shares."""
    name, *rest = members = people(world, draw, 3)
    title = draw.choice(_CLUBS)
    quotes = stocks.all_quotes(world, most=600_00)
    quote = one_of(draw, [q for q in quotes if stocks.moves_clearly(q.price, _RISE)], "stock")
    ticker, company = quote.stock.ticker, stocks.spoken_name(quote)
    shares, count = draw.between(12, 40), draw.choice((3, 7, 9, 11))
    brought = shares * quote.price
    net = brought - stocks.fee_of(world, brought)
    shop, item = small_good(world, draw, in_stock=4)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        stocks.fresh_account(stage.world, tier=BASIC, holdings={ticker: shares})
        set_watched(stage.world, [])
        open_up(stage.world, members)
        me = stage.world.app(LightTalk).me
        found_group(stage.world, rest[0].uid, [member.uid for member in members], title)
        found_group(stage.world, me, [rest[1].uid], f"{title} (old)")
        if stage.traps:
            plant_order(stage.world, ticker, SELL, shares // 2, round(quote.price * 1.4))

    def gold(do: Client) -> None:
        found = stocks.ticker_of(do, company)
        if do.careful:
            stocks.cancel_orders(do, found)
        sold = stocks.trade(do, SELL, found, stocks.shares_held(do, found))
        amount = stocks.net_of(do, sold)
        stocks.save(do, amount)
        each = equal_part(do, amount, count)
        write_to(do, name.name, f"Each of us gets {each:.2f}.")
        do.steadily("send_message_to_group", gid=gid_of(do, title), content=_SOLD)
        do("toggle_watchlist", ticker=found)
        raised = stocks.shifted(do, stocks.price_of(do, found), _RISE)
        do("set_price_alert", ticker=found, price=raised)
        buy(do, shop, item, 1)

    words = {"title": title, "company": company, "members": str(count), "name": name.name}
    words |= {"sold": _SOLD, "item": item.name, "shop": shop.name}
    return Draft(
        words,
        gold,
        unique=(title, company, name.name, item.name, shop.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(round(net / count) / 100)),),
        summed=(PAYMENTS,),
    )
