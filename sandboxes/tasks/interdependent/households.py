"""A long letter of somebody who moves away from a household."""

from __future__ import annotations

from typing import NamedTuple

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import empty_cart, fill_cart
from sandboxes.apps.light_stock.records import BUY, SELL
from sandboxes.apps.light_stock.seeding import Quote
from sandboxes.apps.light_stock.stage import plant_order, set_alert, set_watched
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import found_group, set_group_read, set_read
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import equal_part, tenths
from sandboxes.tasks.kit.general import listed
from sandboxes.tasks.kit.news import link_to_newest, newest_link, sections
from sandboxes.tasks.kit.shop import (
    PAYMENTS,
    Offer,
    clear_cart,
    cost_of,
    equal_share,
    looked_up,
    order_list,
    pay,
)
from sandboxes.tasks.kit.shop_goods import goods_of_shops
from sandboxes.tasks.kit.stock import (
    above,
    below,
    cancel_orders,
    fresh_account,
    money,
    order_at,
    save,
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
from sandboxes.tasks.kit.weather import WantedAlert, alerts_are, delete_alerts, set_weather_alert

_MATES = 4
_POUND = 0.45359237  # kilograms
_GROUPS = ("The Third Floor", "Kitchen Parliament", "Casa Nostra", "Pots and Pans")
_REMARKS = ("Has my spare key", "Waters my plants", "Forwards my post")
_FOR_HOME = frozenset(
    (
        *("home_appliances", "fruit", "vegetable", "smart plug", "LED strip", "surge protector"),
        *("cable", "charger", "clock radio", "speaker", "router", "photo frame", "video doorbell"),
        *("weather station", "slippers", "bathrobe", "pajamas", "cookery", "bike lock"),
        *("floor pump", "yoga mat", "hammock", "water bottle"),
    )
)
"""Kinds and categories that the people of a household may need."""


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
        cancel_orders(do)
        ticker = ticker_of(do, spoken_name(self.sold))
        trade(do, SELL, ticker, shares_held(do, ticker))
        do("remove_price_alert", ticker=ticker)
        save(do, self.moved / 100)
        for entry in do("get_watchlist_details"):
            do("toggle_watchlist", ticker=entry["ticker"])
        wanted = ticker_of(do, spoken_name(self.wanted))
        order_at(do, BUY, wanted, self.ordered, below(self.wanted) / 100)
        do("toggle_watchlist", ticker=wanted)
        hoped = ticker_of(do, spoken_name(self.hoped))
        do("set_price_alert", ticker=hoped, price=above(self.hoped) / 100)

    @property
    def words(self) -> dict[str, str]:
        """What fills the letter."""
        return {
            "sold": spoken_name(self.sold),
            "moved": money(self.moved),
            "ordered": str(self.ordered),
            "wanted": spoken_name(self.wanted),
            "limit": money(below(self.wanted)),
            "hoped": spoken_name(self.hoped),
            "alert": money(above(self.hoped)),
        }


class _Home(NamedTuple):
    """The household, and what is to be bought, told and set for it."""

    goods: list[Offer]
    units: list[int]
    in_cart: list[Offer]
    mates: list[Contact]
    mover: Contact
    cities: list[str]
    section: str
    pounds: int
    gust: int
    group: str
    remark: str

    def prepare(self, stage: Stage) -> None:
        """Let goods lie in the cart, chats be unread, and alerts be set for two cities."""
        empty_cart(stage.world)
        for number, (shop, item) in enumerate(self.in_cart, start=1):
            fill_cart(stage.world, shop.sid, item.tid, number)
        open_up(stage.world, [*self.mates, self.mover])
        set_read(stage.world, self.mates[2].uid, False)
        uids = [mate.uid for mate in self.mates]
        gid = found_group(stage.world, uids[3], uids, self.group)
        set_group_read(stage.world, gid, False)
        old, _, elsewhere = self.cities
        alerts_are(
            WantedAlert(old, "rain above", 6.0),
            WantedAlert(elsewhere, "temperature below", 1.0),
            WantedAlert(old, "wind above", 50.0),
        )(stage)

    def share_out(self, do: Client) -> float:
        """Empty the cart, buy goods, mark a shop and an item; a fifth of what was paid."""
        clear_cart(do)
        found = [looked_up(do, *offer) for offer in self.goods]
        for (sid, tid), count in zip(found, self.units, strict=True):
            do("add_to_cart", sid=sid, tid=tid, cnt=count)
        total = pay(do)
        do("star_shop", sid=found[0][0])
        do("star_item", sid=found[1][0], tid=found[1][1])
        return equal_part(do, total, _MATES + 1)

    def settle(self, do: Client) -> None:
        """Buy, tell, mark and set what the letter asks for beside the shares."""
        fifth = self.share_out(do)
        uids = [uid_of(do, mate.name) for mate in self.mates]
        for uid in uids:
            do.steadily("send_message", uid=uid, content=f"Your fifth is {fifth:.2f}.")
        for uid in uids[:2]:
            do.steadily("edit_remark", uid=uid, remark=self.remark)
        do.steadily("mark_as_read", uid=uids[2])
        gid = gid_of(do, self.group)
        link = newest_link(do, self.section)
        do.steadily("send_message_to_group", gid=gid, content=link)
        do.steadily("mark_as_read_in_group", gid=gid)
        mass = do("convert_mass", value=float(self.pounds), from_unit="pound", to_unit="kilogram")
        write_to(do, self.mover.name, f"All the boxes together: {tenths(do, mass)} kg")
        old, new, _ = self.cities
        do("set_primary_location", location=new)
        delete_alerts(do, old)
        set_weather_alert(do, new, "wind above", self.gust)

    @property
    def words(self) -> dict[str, str]:
        """What fills the letter."""
        (shop, _), (second_shop, second), *_ = self.goods
        return {
            "old": self.cities[0],
            "new": self.cities[1],
            "goods": listed(order_list(self.goods, self.units)),
            "shop": shop.name,
            "second": second.name,
            "second_shop": second_shop.name,
            "mates": listed([mate.name for mate in self.mates]),
            "mate": self.mates[0].name,
            "other": self.mates[1].name,
            "unread": self.mates[2].name,
            "remark": self.remark,
            "group": self.group,
            "section": self.section,
            "mover": self.mover.name,
            "pounds": str(self.pounds),
            "gust": str(self.gust),
        }


def _home(world: World, draw: Stream) -> _Home:
    *goods, cable, lamp = goods_of_shops(world, draw, 6, _FOR_HOME)
    units = [draw.between(2, 5) for _ in goods]
    *mates, mover = people(world, draw, _MATES + 1)
    return _Home(
        goods=goods,
        units=units,
        in_cart=[cable, lamp],
        mates=mates,
        mover=mover,
        cities=draw.sample(list(cities()), 3),
        section=draw.choice(sections(world)),
        pounds=draw.between(61, 240),
        gust=draw.between(30, 70),
        group=draw.choice(_GROUPS),
        remark=draw.choice(_REMARKS),
    )


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
        "the one to {mover} the figure must be the only number, and digits in names count too. "
        "Set the remark on "
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
    reading=Reading("2026-11-30", "aed99731e529"),
)
def wind_up_household(world: World, draw: Stream) -> Draft:
    """Settle shares, purchases, people, alerts and a group before somebody moves away."""
    sold, kept, wanted, hoped, *waiting = some_quotes(world, draw, 6)
    held, ordered, moved = draw.between(3, 12), draw.between(5, 20), draw.between(11, 49) * 100_00
    stocks = _Shares(sold, kept, wanted, hoped, waiting, held, ordered, moved)
    home = _home(world, draw)

    def prepare(stage: Stage) -> None:
        stocks.prepare(stage.world)
        home.prepare(stage)

    def gold(do: Client) -> None:
        stocks.settle(do)
        home.settle(do)

    fifth = equal_share(cost_of(home.goods, home.units), _MATES + 1)
    words = stocks.words | home.words
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=(
            (MESSAGES, Slot(fifth)),
            (MESSAGES, Slot(round(home.pounds * _POUND, 1))),
            (GROUP_MESSAGES, Exact(link_to_newest(world, home.section))),
        ),
        summed=(PAYMENTS,),
    )
