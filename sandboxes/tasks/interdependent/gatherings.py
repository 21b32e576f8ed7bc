"""Tasks about what several people have in common: a walk, an outing, a household."""

from __future__ import annotations

from typing import NamedTuple

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import fill_cart, set_stock
from sandboxes.apps.light_stock.records import BUY, SELL
from sandboxes.apps.light_stock.seeding import Quote
from sandboxes.apps.light_stock.stage import plant_order, set_alert, set_watched
from sandboxes.apps.light_talk.stage import found_group, set_group_read, set_read
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts, plant_alert, set_primary
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.interdependent.errands import (
    fifth_of,
    goods_of_shops,
    listed,
    order_list,
    share_out,
)
from sandboxes.tasks.interdependent.money import above, below
from sandboxes.tasks.kit.general import one_of
from sandboxes.tasks.kit.news import link_to, newest, newest_first, sections
from sandboxes.tasks.kit.shop import PAYMENTS, cart_holds, looked_up, pay
from sandboxes.tasks.kit.stock import (
    fresh_account,
    money,
    order_at,
    shares_held,
    some_quotes,
    spoken_name,
    ticker_of,
    trade,
)
from sandboxes.tasks.kit.talk import (
    GROUP_MESSAGES,
    MESSAGES,
    gid_of,
    open_up,
    people,
    uid_of,
    write_to,
)
from sandboxes.tasks.kit.weather import current, day_ahead, delete_alerts, foremost, told

_FRIENDS, _MATES = 3, 4
_APART = 1.7  # degrees: no station, which may be 0.8 off, says otherwise

_FOR_TRIP = frozenset(
    (
        *("fruit", "water bottle", "backpack", "sleeping bag", "headlamp", "trekking poles"),
        *("snorkel set", "swim goggles", "yoga mat", "badminton racket", "flying disc"),
        *("hammock", "sunglasses", "cap", "hat", "raincoat", "poncho", "slippers"),
        *("sandals", "bathrobe", "socks", "scarf", "power bank", "headphones", "charger", "camera"),
        *("travel", "language", "cookery"),
        *("kettle", "fan", "lamp", "potato", "tomato", "mushroom", "onion", "bean", "asparagus"),
    )
)
_FOR_HOME = frozenset(
    (
        *("home_appliances", "fruit", "vegetable", "smart plug", "LED strip", "surge protector"),
        *("cable", "charger", "clock radio", "speaker", "router", "photo frame", "video doorbell"),
        *("weather station", "slippers", "bathrobe", "pajamas", "cookery", "bike lock"),
        *("floor pump", "yoga mat", "hammock", "water bottle"),
    )
)
"""Kinds and categories that travellers, their hosts, or the people of a household may need."""


@template(
    level=2,
    apps=("LightTalk", "LightWeather"),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "Tomorrow I go walking near {city} with {walkers}. Make a group of the five of us with "
        'the name "{title}", and write to it, mentioning nobody, how warm it gets in {city} '
        "tomorrow at most, by the forecast of LightWeather, in degrees Fahrenheit and rounded to "
        "one decimal, as a figure such as 54.3. That must be the only number in the message, "
        'names included. For myself, set an alert for {city} with the condition "wind above" and '
        "the threshold {gust}.",
        'I want a new LightTalk group called "{title}" for tomorrow\'s walk around {city}, with '
        "{walkers} in it and nobody else but me. As they all come from America, tell the group, "
        "without a mention of anybody, tomorrow's highest temperature in {city} according to "
        "LightWeather's forecast in Fahrenheit, rounded to one decimal, as a figure such as 54.3 "
        "and with no second number in the message, not even in a name. Also let me have an alert "
        'on "wind above" {gust} for {city}: these two words are its condition, the number its '
        "threshold.",
        "Please organise our walk near {city}: I should be with {walkers} in a new group that "
        'bears exactly the name "{title}". Post there, with nobody mentioned, the high that '
        "LightWeather forecasts for {city} for tomorrow, in Fahrenheit to one decimal, as a "
        "figure such as 54.3; no other number may stand in the message, not even as part of a "
        'name. On LightWeather, add an alert for {city} whose condition reads "wind above" and '
        "whose threshold is {gust}.",
    ),
    reading=Reading("2026-11-30", "c0575576eeba"),
)
def gather_for_walk(world: World, draw: Stream) -> Draft:
    """Found a group, tell it tomorrow's high in another unit, and set an alert."""
    walkers = people(world, draw, _MATES)
    city, gust = draw.choice(list(cities())), draw.between(25, 60)
    title = draw.choice(
        ("Boots and Sandwiches", "Sunday Ramblers", "The Slow Walkers", "Over Hill and Dale")
    )
    high = told(world, "get_forecast", location=city, days=2)[1]["high"]
    names = listed([walker.name for walker in walkers])

    def prepare(stage: Stage) -> None:
        clear_alerts(stage.world)
        open_up(stage.world, walkers)

    def gold(do: Client) -> None:
        uids = [uid_of(do, walker.name) for walker in walkers]
        do("ask_for_privilege")
        gid = do.steadily("create_group_chat", uids=uids)["gid"]
        do.steadily("rename_group", gid=gid, name=title)
        top = day_ahead(do, city, 1)["high"]
        heat = do("Unit_convert_temperature", value=top, from_unit="celsius", to_unit="fahrenheit")
        shown = do("round_val", a=heat, ndigits=1)
        do.steadily("send_message_to_group", gid=gid, content=f"It gets up to {shown} tomorrow.")
        do("create_alert", location=city, condition="wind above", threshold=float(gust))

    return Draft(
        {"walkers": names, "city": city, "title": title, "gust": str(gust)},
        gold,
        unique=(names, city, title, str(gust)),
        prepare=prepare,
        texts=((GROUP_MESSAGES, Slot(round(high * 1.8 + 32, 1))),),
    )


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightWeather"),
    traps=("condition", "recoverable_failure", "latent_prerequisite"),
    phrasings=(
        "I will spend the weekend with {friends} in {cities}, whichever of them has the highest "
        "current temperature on LightWeather. Make that city my primary location and keep the "
        "alert that I have set for it, but delete those for the other two. Found a group of the "
        'four of us, called "Off to" and then the name of the city, such as "Off to Ghent", and '
        "tell it, mentioning nobody, tomorrow's highest temperature there by the forecast, in "
        "degrees Celsius as a figure such as 12.5, with no other number in the message, not even "
        'as part of a name. We need four units of "{item}" from "{shop}"; if fewer than four are '
        'left there, buy four units of "{other}" from "{other_shop}" instead. My remark on each '
        'of the three should be exactly "{remark}".',
        "Where do we go this weekend, to {cities}? See on LightWeather which of the three has the "
        "highest current temperature. That city becomes my primary location. I have an alert for "
        "each of these three; only the one for the chosen city may stay. {friends} come along: "
        'put them in a new group with me and name it "Off to", followed by the city, as in "Off '
        'to Ghent". Send the group, without mentions, the high that is forecast there for '
        "tomorrow, in Celsius as a figure such as 12.5; it must be the only number in the "
        'message, names included. Set my remark on all three of them to exactly "{remark}". Then '
        'buy four units of "{item}" at "{shop}" or, if that shop does not have four, four units '
        'of "{other}" at "{other_shop}" and none of the first.',
        "Please prepare the trip that I make with {friends}. For our hosts there, buy four units "
        'of "{item}" from "{shop}" if it has as many left, otherwise, in place of them, four '
        'units of "{other}" from "{other_shop}". We go to {cities}, whichever has the highest '
        "current temperature on LightWeather. Choose that city as my primary location, and of my "
        "three alerts, one for each of these cities, delete the two for the cities where we don't "
        'go. Create a group chat for the four of us whose name is "Off to" with the name of the '
        'city after it, for instance "Off to Ghent", and post, with nobody mentioned, tomorrow\'s '
        "forecast high for that city in it, in Celsius as a figure such as 12.5 and with no "
        "second number in the text, not even in a name. The remark on each of my three companions "
        'is to read exactly "{remark}".',
    ),
    reading=Reading("2026-11-30", "f928fe59c6df"),
)
def travel_where_it_is_warm(world: World, draw: Stream) -> Draft:
    """Choose the warmest city and prepare a trip there; the first shop has too few of a good."""
    degrees = {city: current(world, city).temperature for city in cities()}
    triples = [draw.sample(list(degrees), 3) for _ in range(9)]
    clear = [t for t in triples if foremost({city: degrees[city] for city in t}, apart=_APART)]
    places = one_of(draw, clear, "three cities of which one is clearly the warmest")
    warmest = max(places, key=lambda city: degrees[city])
    high = told(world, "get_forecast", location=warmest, days=2)[1]["high"]
    before = one_of(draw, [city for city in cities() if city not in places], "other city")
    friends = people(world, draw, _FRIENDS)
    first, second = goods_of_shops(world, draw, 2, _FOR_TRIP)
    left = draw.between(0, 3)
    remark = draw.choice(("Travels light", "Never misses a train", "Carries the map"))

    def prepare(stage: Stage) -> None:
        clear_alerts(stage.world)
        for city in sorted(places):
            plant_alert(stage.world, city, "rain above", 4.0)
        set_primary(stage.world, before)
        cart_holds(None)(stage)
        set_stock(stage.world, first[0].sid, first[1].tid, left)
        open_up(stage.world, friends)

    def gold(do: Client) -> None:
        now = {city: do("get_current_weather", location=city)["temperature"] for city in places}
        chosen = max(places, key=lambda city: float(now[city]))
        do("set_primary_location", location=chosen)
        for alert in do("list_alerts"):
            if alert["location"] != chosen:
                do("delete_alert", alert_id=alert["aid"])
        uids = [uid_of(do, friend.name) for friend in friends]
        do("ask_for_privilege")
        gid = do.steadily("create_group_chat", uids=uids)["gid"]
        do.steadily("rename_group", gid=gid, name=f"Off to {chosen}")
        top = day_ahead(do, chosen, 1)["high"]
        do.steadily("send_message_to_group", gid=gid, content=f"Tomorrow it has up to {top}.")
        sid, tid = looked_up(do, *first)
        if do("get_item_info", sid=sid, tid=tid)["count"] < 4:
            sid, tid = looked_up(do, *second)
        do("add_to_cart", sid=sid, tid=tid, cnt=4)
        pay(do)
        for uid in uids:
            do.steadily("edit_remark", uid=uid, remark=remark)

    words = {
        "friends": listed([friend.name for friend in friends]),
        "cities": f"{places[0]}, {places[1]} or {places[2]}",
        "item": first[1].name,
        "shop": first[0].name,
        "other": second[1].name,
        "other_shop": second[0].name,
        "remark": remark,
    }
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=((GROUP_MESSAGES, Slot(high)),),
        summed=(PAYMENTS,),
    )


class _Shares(NamedTuple):
    """What is to become of the user's shares: figures, and stocks by what is done with them."""

    sold: Quote
    kept: Quote
    wanted: Quote
    hoped: Quote
    old: list[Quote]
    held: int
    ordered: int
    moved: int

    def prepare(self, world: World) -> None:
        """Let the user hold, watch and have ordered what is to go."""
        holdings = {self.sold.stock.ticker: self.held, self.kept.stock.ticker: 5}
        fresh_account(world, holdings=holdings)
        for quote in self.old:
            plant_order(world, quote.stock.ticker, BUY, 10, below(quote))
        set_watched(world, [q.stock.ticker for q in (self.sold, self.kept, self.old[0])])
        set_alert(world, self.sold.stock.ticker, above(self.sold))

    def settle(self, do: Client) -> None:
        """Sell, order, watch and move money as told."""
        for order in do("get_pending_orders"):
            do("cancel_order", oid=order["oid"])
        ticker = ticker_of(do, spoken_name(self.sold))
        trade(do, SELL, ticker, shares_held(do, ticker))
        do("remove_price_alert", ticker=ticker)
        do("transfer_funds", amount=self.moved / 100, direction="t2s")
        for entry in do("get_watchlist_details"):
            do("toggle_watchlist", ticker=entry["ticker"])
        wanted = ticker_of(do, spoken_name(self.wanted))
        order_at(do, BUY, wanted, self.ordered, below(self.wanted) / 100)
        do("toggle_watchlist", ticker=wanted)
        hoped = ticker_of(do, spoken_name(self.hoped))
        do("set_price_alert", ticker=hoped, price=above(self.hoped) / 100)


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightWeather", "LightStock", "LightNews"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I move from {old} to {new} tomorrow and leave you my affairs. First, LightStock. Cancel "
        "every order that still waits. Sell all my shares of {sold} in one market order, remove "
        "the price alert for {sold}, and move exactly {moved} from trading to savings. Place one "
        "limit order to buy {ordered} shares of {wanted} at {limit} each; it will wait. In the "
        "end {wanted} is to be the only stock on my watch list, where it is not yet. I also want "
        "a price alert for {hoped} at {alert}. Now the flat: whatever lies in my cart is no "
        "longer needed, so take it out for good, then buy {goods}, and nothing else. Make the "
        'shop "{shop}" a favourite, and of "{second_shop}" the item "{second}". What was paid in '
        "total is borne in fifths by me, {mates}: write to each of these four others, in one "
        "message each, what a fifth comes to, rounded to the cent, as a figure such as 12.50. My "
        'remark on {mate} and that on {other} should both read exactly "{remark}", and the chat '
        'with {unread} is to be marked as read. In our group "{group}" post the bare link of the '
        'newest article in the section "{section}" of LightNews, mentioning nobody, and mark the '
        "group's chat as read. {mover} carries my boxes, {pounds} pounds of them: tell {mover}, "
        "in one message, how many kilograms that is, rounded to one decimal, as a figure such as "
        "80.5. The five messages with figures may hold no other number, not even as part of a "
        "name. Lastly, on LightWeather, make {new} my primary location, delete all my alerts for "
        '{old}, keep the others, and set an alert for {new} with the condition "wind above" and '
        "the threshold {gust}.",
        "Tomorrow I shall live in {new} instead of {old}, and much is still to be settled. On "
        "LightWeather, {new} becomes my primary location and gets an alert with the condition "
        '"wind above" and the threshold {gust}; my alerts for {old} go, all of them, and any '
        "others stay. {mover}, who drives the van, wants to know in kilograms what my {pounds} "
        "pounds of boxes weigh: send one message with the weight, rounded to one decimal, as a "
        'figure such as 80.5. To the group "{group}", send the link of the newest article in the '
        'LightNews section "{section}", just the link and no mentions; then mark that group as '
        "read, and likewise my chat with {unread}. As for the flat, empty my cart, of which I "
        "want nothing any more, and order and pay for exactly {goods}. Among my favourites I want "
        'the shop "{shop}" and the item "{second}" of "{second_shop}". The whole sum is shared '
        "equally by five, me, {mates}; tell each of the four others, in a single message, the "
        "fifth part, rounded to the cent, as a figure such as 12.50. In these four messages and "
        "the one to {mover} the figure must be the only number, names included. Set the remark on "
        '{mate} to exactly "{remark}", and the one on {other} too. On LightStock, finally: cancel '
        "all orders that are pending; sell every share of {sold} that I hold with one market "
        "order and remove its price alert; transfer exactly {moved} from trading to savings; "
        "place one limit order to buy {ordered} shares of {wanted} at {limit} each, which will "
        "stay pending; clear my watch list, then put {wanted} on it, which is not there now; and "
        "set a price alert at {alert} for {hoped}.",
        "Dear friend, as I leave {old} for {new} tomorrow, please wind up our household for me. I "
        "share it with {mates}, and the five of us still need {goods}. Buy that on LightShop, but "
        "first take everything out of my cart; I don't want it back, nor anything else. Then let "
        "each of the four know by one message what a fifth of the total payment is, rounded to "
        'the cent, as a figure such as 12.50. I liked the shop "{shop}", so make it a favourite, '
        'and do the same for the item "{second}" at "{second_shop}". {mate} and {other} get the '
        'same remark, exactly "{remark}". Mark as read my chat with {unread} as well as the group '
        '"{group}", and post in that group, mentioning nobody, the link of the newest article '
        'from the section "{section}" of LightNews, without a word besides. Write once to '
        "{mover}, who takes {pounds} pounds of boxes for me, what they weigh in kilograms, to one "
        "decimal, as a figure such as 80.5. None of the five messages with a figure may contain a "
        "second number, not even in a name. My shares: all pending orders on LightStock are to be "
        "cancelled, my whole holding of {sold} sold by one market order, and the price alert for "
        "{sold} removed. Move exactly {moved} from my trading to my savings balance. Order "
        "{ordered} shares of {wanted} by one limit order to buy at {limit} each, which will have "
        "to wait. {wanted} is not on my watch list yet; it should be there, and everything that "
        "is there now should not. For {hoped}, set a price alert at {alert}. And the weather: my "
        'primary location is to be {new}; for {new} I want an alert with "wind above" as its '
        "condition and {gust} as its threshold, all alerts for {old} are to be deleted, and those "
        "for other places stay.",
    ),
    reading=Reading("2026-11-30", "ad16556c4d35"),
)
def wind_up_household(world: World, draw: Stream) -> Draft:
    """Settle shares, purchases, people, alerts and a group before somebody moves away."""
    sold, kept, wanted, hoped, *waiting = some_quotes(world, draw, 6)
    held, ordered, moved = draw.between(3, 12), draw.between(5, 20), draw.between(11, 49) * 100_00
    stocks = _Shares(sold, kept, wanted, hoped, waiting, held, ordered, moved)
    *goods, cable, lamp = goods_of_shops(world, draw, 6, _FOR_HOME)
    units = [draw.between(2, 5) for _ in goods]
    *mates, mover = people(world, draw, _MATES + 1)
    old, new, elsewhere = draw.sample(list(cities()), 3)
    section = draw.choice(sections(world))
    pounds, gust = draw.between(61, 240), draw.between(30, 70)
    group = draw.choice(("The Third Floor", "Kitchen Parliament", "Casa Nostra", "Pots and Pans"))
    remark = draw.choice(("Has my spare key", "Waters my plants", "Forwards my post"))

    def prepare(stage: Stage) -> None:
        stocks.prepare(stage.world)
        cart_holds(None)(stage)
        for number, (shop, item) in enumerate((cable, lamp), start=1):
            fill_cart(stage.world, shop.sid, item.tid, number)
        open_up(stage.world, [*mates, mover])
        set_read(stage.world, mates[2].uid, False)
        gid = found_group(stage.world, mates[3].uid, [mate.uid for mate in mates], group)
        set_group_read(stage.world, gid, False)
        clear_alerts(stage.world)
        plant_alert(stage.world, old, "rain above", 6.0)
        plant_alert(stage.world, elsewhere, "temperature below", 1.0)
        plant_alert(stage.world, old, "wind above", 50.0)

    def gold(do: Client) -> None:
        stocks.settle(do)
        part = share_out(do, goods, units)
        uids = [uid_of(do, mate.name) for mate in mates]
        for uid in uids:
            do.steadily("send_message", uid=uid, content=f"Your fifth is {part:.2f}.")
        for uid in uids[:2]:
            do.steadily("edit_remark", uid=uid, remark=remark)
        do.steadily("mark_as_read", uid=uids[2])
        gid = gid_of(do, group)
        shared = do("get_news_url", nid=newest(do, section)["nid"])
        do.steadily("send_message_to_group", gid=gid, content=shared)
        do.steadily("mark_as_read_in_group", gid=gid)
        mass = do("convert_mass", value=float(pounds), from_unit="pound", to_unit="kilogram")
        heavy = do("round_val", a=mass, ndigits=1)
        write_to(do, mover.name, f"All the boxes together: {heavy} kg")
        do("set_primary_location", location=new)
        delete_alerts(do, old)
        do("create_alert", location=new, condition="wind above", threshold=float(gust))

    words = {
        "old": old,
        "new": new,
        "sold": spoken_name(sold),
        "moved": money(moved),
        "ordered": str(ordered),
        "wanted": spoken_name(wanted),
        "limit": money(below(wanted)),
        "hoped": spoken_name(hoped),
        "alert": money(above(hoped)),
        "goods": listed(order_list(goods, units)),
        "shop": goods[0][0].name,
        "second": goods[1][1].name,
        "second_shop": goods[1][0].name,
        "mates": listed([mate.name for mate in mates]),
        "mate": mates[0].name,
        "other": mates[1].name,
        "unread": mates[2].name,
        "remark": remark,
        "group": group,
        "section": section,
        "mover": mover.name,
        "pounds": str(pounds),
        "gust": str(gust),
    }
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=(
            (MESSAGES, Slot(fifth_of(goods, units))),
            (MESSAGES, Slot(round(pounds * 0.45359237, 1))),
            (GROUP_MESSAGES, Exact(link_to(newest_first(world, section)[0]))),
        ),
        summed=(PAYMENTS,),
    )
