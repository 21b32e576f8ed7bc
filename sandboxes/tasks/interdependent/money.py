"""Tasks about shares and what they are to pay for."""

from __future__ import annotations

from evaluators import Exact, Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import empty_cart, set_stock
from sandboxes.apps.light_stock.corpus_reader import tickers_by_sector
from sandboxes.apps.light_stock.records import BUY, SELL
from sandboxes.apps.light_stock.seeding import Quote
from sandboxes.apps.light_stock.stage import plant_order, set_watched
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import set_primary
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of, some_of
from sandboxes.tasks.kit.shop import PAYMENTS, buy, looked_up, offers, pay, star_shop, units_left
from sandboxes.tasks.kit.shop_goods import everyday_goods, goods_of_shops, suitable
from sandboxes.tasks.kit.stock import (
    above,
    all_quotes,
    below,
    cancel_orders,
    fee_of,
    fresh_account,
    money,
    net_of,
    order_at,
    save,
    shares_held,
    some_quotes,
    spoken_name,
    ticker_of,
    trade,
)
from sandboxes.tasks.kit.talk import MESSAGES, open_up, people, uid_of, write_to

_REMARKS = (
    "Keeps an eye on my savings",
    "Talked me out of day trading",
    "Head of our savings club",
)
_MODEST = 150_00  # cents: a handful of such shares pays for a handful of goods
_PLENTY_LEFT = 40

_FOR_CLUB = frozenset(
    (
        *("sports_equipment", "e-reader", "tablet", "camera", "headphones", "microphone"),
        *("speaker", "keyboard", "webcam", "power bank", "walkie-talkies", "books", "t-shirt"),
        *("shirt", "hoodie", "jacket", "sneakers", "waistcoat", "hat", "coffee maker", "lamp"),
        *("kettle", "fan", "blender", "sewing machine"),
    )
)
_PRIZES = frozenset(
    (
        *("fruit", "vegetable", "socks", "tie", "bow tie", "t-shirt", "cap", "hat", "flying disc"),
        *("soccer ball", "basketball", "volleyball", "takraw ball", "darts", "jump rope", "mouse"),
        *("water bottle", "flash drive", "power bank", "earbuds", "cable", "kettle", "can opener"),
        *("memory card", "egg boiler", "crime", "poetry", "short stories"),
    )
)
_TREATS = frozenset(
    (
        *("books", "fruit", "headphones", "earbuds", "speaker", "turntable", "e-reader", "camera"),
        *("game console", "coffee maker", "ice cream machine", "waffle maker", "popcorn machine"),
        *("raclette grill", "foot spa", "scarf", "hat", "tie", "sunglasses", "wallet", "earrings"),
        *("necklace", "bathrobe", "croquet set", "petanque set", "hammock", "fishing rod", "darts"),
        *("tennis racket", "badminton racket", "asparagus"),
    )
)
"""Kinds and categories for a club, for a lost bet, and for a small treat."""


@template(
    level=1,
    apps=("LightTalk", "LightStock"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "{name} is thinking of buying {shares} shares of {company} at today's quote. Write to "
        "{name} what they come to all together, as a figure such as 12.50, without any fee. No "
        "other number may stand in the message, not even as part of a name.",
        "What do {shares} shares of {company} come to at their quote on LightStock, fees left "
        "out? {name} wants to know: send the amount as a figure such as 12.50, and let it be the "
        "only number in your message, and digits in names count too.",
        "Work out how much {shares} shares of {company} cost at the current quote, not counting "
        "any fee, and let {name} know the sum as a figure such as 12.50. There must be no second "
        "number in the text, not even in a name.",
    ),
    reading=Reading("2026-11-30", "72020c8b04f2"),
)
def tell_worth_of_shares(world: World, draw: Stream) -> Draft:
    """Multiply a quote by a number of shares and send the sum."""
    (quote,) = some_quotes(world, draw, 1)
    (receiver,) = people(world, draw, 1)
    shares = draw.between(3, 60)
    company = spoken_name(quote)

    def gold(do: Client) -> None:
        (found,) = do("search_stocks", query=company)
        worth = do("mul", a=found["price"], b=shares)
        write_to(do, receiver.name, f"They are worth {worth:.2f} at the moment.")

    return Draft(
        {"name": receiver.name, "shares": str(shares), "company": company},
        gold,
        unique=(receiver.name, str(shares), company),
        prepare=lambda stage: open_up(stage.world, [receiver]),
        texts=((MESSAGES, Slot(quote.price * shares / 100)),),
    )


@template(
    level=1,
    apps=("LightShop", "LightWeather", "LightStock"),
    phrasings=(
        "I am to write about {topic} for our parish magazine and want things close at hand: make "
        '"{shop}" on LightShop a favourite shop of mine, put {company} on my watch list on '
        "LightStock, where it is not yet, and let {city} be my primary location on LightWeather.",
        "For an essay on {topic} I need three things set up. On LightWeather, {city} should be my "
        "primary location; on LightStock, I want to watch {company}, which I don't so far; and on "
        'LightShop, the shop "{shop}" should be among my favourites.',
        'Please help me get ready for my talk on {topic}. The shop "{shop}" becomes a favourite '
        "on LightShop, {city} becomes the primary location on LightWeather, and {company} joins "
        "the stocks that I watch on LightStock; it is not among them yet.",
    ),
    reading=Reading("2026-11-30", "78443d69d352"),
)
def set_up_for_essay(world: World, draw: Stream) -> Draft:
    """Mark a shop, watch a stock and choose a city, all of it named in full."""
    topic = draw.choice(
        ("tea houses", "street markets", "old harbours", "winter gardens", "tram lines", "bakers")
    )
    shop = one_of(draw, sorted({shop for shop, _ in offers(world) if not shop.star}), "plain shop")
    quote, *watched = some_of(draw, all_quotes(world), 3, "stocks")
    company = spoken_name(quote)
    city, before = draw.sample(list(cities()), 2)

    def prepare(stage: Stage) -> None:
        set_watched(stage.world, [q.stock.ticker for q in watched])
        set_primary(stage.world, before)

    def gold(do: Client) -> None:
        star_shop(do, shop.name)
        do("toggle_watchlist", ticker=ticker_of(do, company))
        do("set_primary_location", location=city)

    return Draft(
        {"topic": topic, "shop": shop.name, "company": company, "city": city},
        gold,
        unique=(shop.name, company, city),
        prepare=prepare,
    )


@template(
    level=2,
    apps=("LightTalk", "LightShop", "LightStock"),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "I am done with {company}: sell all my shares of it in one market order, so that neither "
        'shares nor pending orders of it are left. Buy as many units of "{item}" from "{shop}" as '
        "what the sale brings after its fee would pay for, though the money itself stays where it "
        "is. Then write to {name} how many units you bought, in figures; no other number may "
        "stand in the message, not even as part of a name.",
        "Sell every share of {company} that I have, all in a single market order; nothing of it, "
        "share or pending order, may remain. Take what comes in after the fee as my budget, leave "
        'the money on LightStock, and order and pay for as many units of "{item}" at "{shop}" as '
        "the budget covers. {name} gets the number of units from me, in figures, as the only "
        "number in the message, and digits in names count too.",
        '{name} and I agreed that my shares of {company} turn into "{item}". Get rid of all these '
        "shares with one market order, and see that no order for {company} is waiting afterwards. "
        'From the shop "{shop}", buy and pay for the largest number of units whose price does not '
        "exceed the proceeds less the fee; the proceeds are not to be moved. Send {name} that "
        "number in figures, with no second number in the text, not even in a name.",
    ),
    reading=Reading("2026-11-30", "4409be823079"),
)
def turn_shares_into_goods(world: World, draw: Stream) -> Draft:
    """Sell shares of which some are kept for an order, and buy as much as they bring."""
    sold, kept = some_quotes(world, draw, 2, most=_MODEST)
    shares = draw.between(4, 9)
    promised = draw.between(1, shares - 1)
    amount = shares * sold.price
    budget = amount - fee_of(world, amount)
    fitting = [
        offer
        for offer in everyday_goods(world)
        if 2 <= budget // offer[1].price <= 9 and budget % offer[1].price
    ]
    fitting = suitable(fitting, _FOR_CLUB)
    shop, item = one_of(draw, fitting, "good of which the sale pays for two to nine")
    (receiver,) = people(world, draw, 1)
    company = spoken_name(sold)
    ticker = sold.stock.ticker

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, holdings={ticker: shares, kept.stock.ticker: 6})
        plant_order(stage.world, ticker, SELL, promised, above(sold))
        empty_cart(stage.world)
        open_up(stage.world, [receiver])

    def gold(do: Client) -> None:
        found = ticker_of(do, company)
        held = shares_held(do, found)
        cancel_orders(do, found)
        made = trade(do, SELL, found, held)
        brought = do("sub", a=made["total_amount"], b=made["fee"])
        sid, tid = looked_up(do, shop, item)
        price = do("get_item_info", sid=sid, tid=tid)["price"]
        units = int(do("floor_div", a=brought, b=price))
        do("add_to_cart", sid=sid, tid=tid, cnt=units)
        pay(do)
        write_to(do, receiver.name, f"Our shares have become these: {units}")

    return Draft(
        {"company": company, "item": item.name, "shop": shop.name, "name": receiver.name},
        gold,
        unique=(company, item.name, shop.name, receiver.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(budget // item.price)),),
        summed=(PAYMENTS,),
    )


@template(
    level=2,
    apps=("LightTalk", "LightShop", "LightStock"),
    traps=("impossible",),
    phrasings=(
        'I lost a bet: {name} gets exactly as many units of "{item}" as I hold shares of '
        '{company}, every one of them bought at "{shop}", not one fewer and none from another '
        'shop. Once they are all paid for, and not before, write to {name} exactly this: "{note}"',
        'Count my shares of {company} on LightStock and buy just that number of units of "{item}" '
        'from "{shop}". It has to be the full number from that very shop; a part of it is of no '
        "use to me. As soon as everything is paid for, and only then, send {name} the message "
        '"{note}", exactly so.',
        'For every share of {company} that I hold, {name} is to have one unit of "{item}" from '
        '"{shop}", and nothing from elsewhere. Please buy and pay for the full number; fewer will '
        "not do. When they are all paid for, and no earlier, {name} should get exactly the text "
        '"{note}" from me.',
    ),
    reading=Reading("2026-11-30", "dd28187e3cfd"),
)
def pay_bet_in_goods(world: World, draw: Stream) -> Draft:
    """Buy one good per share held; on half of the seeds the only shop has too few."""
    held, other = some_quotes(world, draw, 2)
    ((shop, item),) = goods_of_shops(world, draw, 1, _PRIZES)
    (receiver,) = people(world, draw, 1)
    note = draw.choice(
        (
            "A bet is a bet. Your prize is on its way.",
            "You were right and I was wrong. Look out for a parcel.",
            "I pay my debts: the parcel has been ordered.",
        )
    )
    company = spoken_name(held)
    shares = draw.between(4, 9)
    is_short = draw.chance(0.5)
    left = draw.between(1, shares - 1) if is_short else _PLENTY_LEFT

    def prepare(stage: Stage) -> None:
        holdings = {held.stock.ticker: shares, other.stock.ticker: shares + 2}
        fresh_account(stage.world, holdings=holdings)
        empty_cart(stage.world)
        set_stock(stage.world, shop.sid, item.tid, left)
        open_up(stage.world, [receiver])

    def gold(do: Client) -> None:
        wanted = shares_held(do, ticker_of(do, company))
        sid, tid = looked_up(do, shop, item)
        if units_left(do, sid, tid) < wanted and do.careful:
            raise CannotBeDone
        do("add_to_cart", sid=sid, tid=tid, cnt=wanted)
        pay(do)
        write_to(do, receiver.name, note)

    return Draft(
        {
            "name": receiver.name,
            "item": item.name,
            "company": company,
            "shop": shop.name,
            "note": note,
        },
        gold,
        unique=(receiver.name, item.name, company, shop.name, note),
        prepare=prepare,
        kind=TaskKind.IMPOSSIBLE if is_short else TaskKind.CHANGE,
        texts=((MESSAGES, Exact(note)),),
        summed=(PAYMENTS,),
        obstacle=f"{shop.name} has {left} units left, {shares} are wanted" if is_short else "",
        lift=lambda stage: set_stock(stage.world, shop.sid, item.tid, _PLENTY_LEFT),
    )


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightStock"),
    traps=("ambiguity", "clean_slate", "arithmetic_or_text"),
    phrasings=(
        "My {sector} days are over. I hold shares of one company of that sector only: sell all of "
        "them in one market order and move what this brings, less the fee, from trading to "
        "savings. Instead I want to buy {shares} shares of {wanted} at {limit} each, by a limit "
        "order that will wait; it must be the only order that waits for me in the end. Put "
        "{wanted} on my watch list too, where it is not yet, and set a price alert at {alert} for "
        '{hoped}. To celebrate, buy one unit of "{item}" from "{shop}" and make the shop a '
        'favourite. Finally, the remark on {name} should read exactly "{remark}", and {name} '
        "should hear from me how much went to my savings, as a figure such as 12.50, with no "
        "other number in the message, not even as part of a name.",
        "Please put my LightStock account in order. Among my holdings there is a single company "
        "from the {sector} sector; sell all its shares in one market order, then transfer exactly "
        "the proceeds less the fee from my trading to my savings balance. Place a limit order to "
        "buy {shares} shares of {wanted} at {limit} each and see that no other order of mine is "
        "pending at the end. {wanted} also belongs on my watch list, where it is missing so far, "
        "and for {hoped} I want a price alert at {alert}. On LightShop, buy and pay for one unit "
        'of "{item}" at "{shop}" and mark this shop as a favourite. On LightTalk, set my remark '
        'on {name} to exactly "{remark}", and send {name} the amount that was transferred, as a '
        "figure such as 12.50; it must be the only number in the message, and digits in names "
        "count too.",
        "{name} looks after my savings, and I have some news for {name}. First sell my shares of "
        "the one {sector} company that I hold, all in one market order. Move what comes in, after "
        "the fee, from trading to savings, and write to {name} how much that was, as a figure "
        "such as 12.50, with no second number in the text, not even in a name; my remark on "
        '{name} is to be exactly "{remark}" from now on. Then let one limit order wait for me, '
        "and not any other: {shares} shares of {wanted} to be bought at {limit} each. Add "
        "{wanted}, which I don't watch yet, to my watch list. Set a price alert for {hoped} at "
        '{alert}. From "{shop}", which shall be one of my favourite shops as well, buy and pay '
        'for one unit of "{item}".',
    ),
    reading=Reading("2026-11-30", "e328d1c688f8"),
)
def leave_a_sector(world: World, draw: Stream) -> Draft:
    """Sell what is held of a sector and settle the rest; an old order is still waiting."""
    sold, second, third, wanted, hoped, old = _of_different_sectors(world, draw)
    ((shop, item),) = goods_of_shops(world, draw, 1, _TREATS)
    (receiver,) = people(world, draw, 1)
    shares, ordered = draw.between(3, 12), draw.between(5, 20)
    remark = draw.choice(_REMARKS)
    net = shares * sold.price - fee_of(world, shares * sold.price)
    held = {sold: shares, second: draw.between(3, 12), third: draw.between(3, 12)}
    holdings = dict(sorted((quote.stock.ticker, count) for quote, count in held.items()))

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, holdings=holdings)
        set_watched(stage.world, [second.stock.ticker, old.stock.ticker])
        if stage.traps:
            plant_order(stage.world, old.stock.ticker, BUY, 10, below(old))
        empty_cart(stage.world)
        open_up(stage.world, [receiver])

    def gold(do: Client) -> None:
        of_sector = do("list_all_tickers_by_sector", sector=sold.stock.sector)
        (mine,) = (entry for entry in do("get_portfolio") if entry["ticker"] in of_sector)
        brought = net_of(do, trade(do, SELL, mine["ticker"], mine["quantity"]))
        save(do, brought)
        if do.careful:
            cancel_orders(do)
        ticker = ticker_of(do, spoken_name(wanted))
        order_at(do, BUY, ticker, ordered, below(wanted) / 100)
        do("toggle_watchlist", ticker=ticker)
        do("set_price_alert", ticker=ticker_of(do, spoken_name(hoped)), price=above(hoped) / 100)
        buy(do, shop, item, 1)
        star_shop(do, shop.name)
        uid = uid_of(do, receiver.name)
        do.steadily("edit_remark", uid=uid, remark=remark)
        do.steadily("send_message", uid=uid, content=f"I have put {brought:.2f} aside.")

    words = {
        "sector": sold.stock.sector,
        "shares": str(ordered),
        "wanted": spoken_name(wanted),
        "limit": money(below(wanted)),
        "alert": money(above(hoped)),
        "hoped": spoken_name(hoped),
    }
    words |= {"item": item.name, "shop": shop.name, "name": receiver.name, "remark": remark}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=((MESSAGES, Slot(net / 100)),),
    )


def _of_different_sectors(world: World, draw: Stream) -> list[Quote]:
    """Six stocks of six sectors."""
    chosen = draw.sample(list(tickers_by_sector()), 6)
    by_sector = {quote.stock.sector: quote for quote in draw.shuffled(all_quotes(world))}
    return [by_sector[sector] for sector in chosen]
