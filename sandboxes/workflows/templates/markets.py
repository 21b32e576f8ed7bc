"""Shares traded, protected and watched on LightStock, with word of it on LightTalk."""

from __future__ import annotations

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_stock.records import BASIC, BUY
from sandboxes.apps.light_stock.seeding import VIP_PRICE, Quote
from sandboxes.apps.light_stock.stage import give_shares, plant_order, set_watched
from sandboxes.apps.light_talk.records import Contact
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.stock import (
    all_quotes,
    below,
    fee_of,
    fresh_account,
    money,
    moves_clearly,
    spoken_name,
)
from sandboxes.tasks.kit.talk import MESSAGES, others
from sandboxes.workflows._template import Planner, Query, Step, workflow
from sandboxes.workflows.kit import find_person


def _shown_alike(cents: int) -> bool:
    """Whether an amount looks the same as a number and as money: 12.34, but not 12.30."""
    return cents % 10 != 0


def _quotes(world: World, draw: Stream, count: int, most: int = 700_00) -> list[Quote]:
    """So many stocks whose quotes look the same as numbers and as money."""
    fitting = [quote for quote in all_quotes(world, most=most) if _shown_alike(quote.price)]
    return some_of(draw, fitting, count, "stocks")


def _friends(world: World, draw: Stream, count: int) -> list[Contact]:
    return some_of(draw, others(world), count, "open contacts")


def _search(plan: Planner, quote: Quote) -> Step:
    name = spoken_name(quote)
    return plan.call("search_stocks", f"Look up {name} and its price", query=name)


def _password(plan: Planner, purpose: str, *after: Step) -> Step:
    say = f"Have the trade password entered for the {purpose}"
    return plan.call("wait_trade_password", say, after=after)


@workflow(
    apps=("LightStock", "LightTalk"),
    phrasings=(
        "{first}, {second} and I own my {ticker} shares in equal parts. Sell {shares} of them on "
        "LightStock right away, at the market. What comes in after the fee is to be split in "
        "three, to the cent: my own third goes from trading to savings, and the other two each "
        'get a LightTalk message in this form: "Your third of the sale is 123.45".',
        "Please turn {shares} {ticker} shares into money with a market order. A third of the "
        "proceeds less the fee, rounded to the cent, moves over into my savings; {first} and "
        "{second} are owed a third each and should read on LightTalk how much it is, in exactly "
        'these words: "Your third of the sale is 123.45".',
    ),
    answer="The shares are sold, a third is saved, and both partners know what they are owed.",
)
def split_a_sale_in_three(plan: Planner, draw: Stream) -> Query:
    """A sale, its net proceeds divided by three, one part saved and two announced."""
    world, call = plan.world, plan.call
    partners = _friends(world, draw, 2)
    (quote,) = _quotes(world, draw, 1)
    ticker = quote.stock.ticker
    amounts = {count: count * quote.price for count in range(5, 40)}
    fitting = [
        count
        for count, amount in amounts.items()
        if _shown_alike(round((amount - fee_of(world, amount)) / 3))
    ]
    shares = one_of(draw, fitting, "number of shares")
    fresh_account(world, holdings={ticker: shares + draw.between(1, 9)})
    uids = [find_person(plan, partner.name) for partner in partners]
    ready = _password(plan, "sale")
    sold = call(
        "place_market_order",
        f"Sell {shares} shares of {ticker}",
        after=[ready],
        ticker=ticker,
        side="sell",
        quantity=shares,
    )
    net = call("sub", "Take the fee off", a=sold["total_amount"], b=sold["fee"])
    part = call("div", "Divide the proceeds by three", a=str(net), b=3)
    third = call("round_val", "Round the third to the cent", a=str(part), ndigits=2)
    call("transfer_funds", "Save my third", amount=str(third), direction="t2s")
    for uid, partner in zip(uids, partners, strict=True):
        text = f"Your third of the sale is {third}"
        call("send_message", f"Tell {partner.name} the sum", uid=uid["uid"], content=text)
    words = ordinals(partner.name for partner in partners)
    told = Exact(f"Your third of the sale is {third.output}")
    return Query({**words, "ticker": ticker, "shares": str(shares)}, texts=((MESSAGES, told),) * 2)


@workflow(
    apps=("LightStock", "LightTalk"),
    phrasings=(
        "I can't afford new shares before old ones are gone. Sell all my {shares} {ticker} shares "
        "on LightStock at the market, then buy {wanted} shares of whichever is cheapest per share "
        "among {first}, {second} and {third}, at the market, too. The dearest of the three goes "
        "on my watch list, where it isn't yet, and the middle one gets a price alert at the price "
        "that the dearest has now. {name} wants to see the comparison; write on LightTalk "
        '"{first} 12.34, {second} 12.34, {third} 12.34" with the real prices.',
        "Compare the share prices of {first}, {second} and {third}. Send them to {name} on "
        'LightTalk as "{first} 12.34, {second} 12.34, {third} 12.34", start watching the dearest '
        "company (I don't yet), and set an alert for the one in between at the present price of "
        "the dearest. The cheapest is for me: {wanted} shares by market order, once a market "
        "order has sold my {shares} shares of {ticker}, without which the money won't do.",
    ),
    answer="The old shares are sold and the cheapest of the three companies is bought instead.",
)
def swap_into_the_cheapest(plan: Planner, draw: Stream) -> Query:
    """Three quotes compared, and the cheapest bought for what another holding brings."""
    world, call = plan.world, plan.call
    (friend,) = _friends(world, draw, 1)
    old, *rivals = _quotes(world, draw, 4, most=500_00)
    cheap, middle, dear = sorted(range(3), key=lambda place: rivals[place].price)
    wanted, ticker = draw.between(3, 9), old.stock.ticker
    cost = wanted * rivals[cheap].price * 11 // 10
    shares = cost // old.price + 1
    fresh_account(world, trading=min(cost // 2, 60_35), holdings={ticker: shares})
    set_watched(world, [ticker])
    found = [_search(plan, rival) for rival in rivals]
    uid = find_person(plan, friend.name)
    ready = _password(plan, "sale")
    order = "place_market_order"
    say = f"Sell the {ticker} shares"
    sold = call(order, say, after=[ready], ticker=ticker, side="sell", quantity=shares)
    names = [spoken_name(rival) for rival in rivals]
    rows = [f"{name} {step[0, 'price']}" for name, step in zip(names, found, strict=True)]
    call("send_message", f"Send {friend.name} the prices", uid=uid["uid"], content=", ".join(rows))
    call("toggle_watchlist", f"Watch {names[dear]}", ticker=found[dear][0, "ticker"])
    call(
        "set_price_alert",
        f"Set an alert for {names[middle]}",
        ticker=found[middle][0, "ticker"],
        price=found[dear][0, "price"],
    )
    again = _password(plan, "purchase", sold)
    best = found[cheap][0, "ticker"]
    say = f"Buy {wanted} shares of {names[cheap]}"
    call(order, say, after=[again], ticker=best, side="buy", quantity=wanted)
    words = {**ordinals(names), "ticker": ticker, "shares": str(shares), "wanted": str(wanted)}
    text = ", ".join(f"{spoken_name(rival)} {money(rival.price)}" for rival in rivals)
    return Query({**words, "name": friend.name}, texts=((MESSAGES, Exact(text)),))


@workflow(
    apps=("LightStock", "LightTalk"),
    phrasings=(
        "Make me a VIP on LightStock. Then protect the two companies of which I hold the most "
        "shares: a stop-loss order on all shares of each, at just the average price that I paid "
        "for one. The third company that I hold, where I have the fewest shares, has lost since I "
        "bought it: set a price alert at its average price. Tell {name} on LightTalk what the "
        'upgrade has left in my trading balance: "VIP now, with 1234.56 left to trade".',
        "My portfolio has three companies in it. I want stop-loss orders on the two larger "
        "holdings by number of shares, each for the whole holding, and for the smallest, which is "
        "in the red, just a price alert; the price is in every case what a share of it cost me on "
        "average. Stops are for VIPs only, so pay for the upgrade first, and write to {name} on "
        "LightTalk what is in the trading balance right after it, like so: "
        '"VIP now, with 1234.56 left to trade".',
    ),
    answer="The tier is VIP, two holdings have stops, the third has an alert.",
)
def vip_for_two_stops(plan: Planner, draw: Stream) -> Query:
    """An upgrade, then two stop-loss orders in turn, each with a password of its own."""
    world, call = plan.world, plan.call
    (friend,) = _friends(world, draw, 1)
    held = sorted(_quotes(world, draw, 3), key=lambda quote: quote.stock.ticker)
    counts = draw.sample(range(4, 40), 3)
    trading = VIP_PRICE + draw.between(200_00, 900_00) // 10 * 10 + draw.between(1, 9)
    fresh_account(world, tier=BASIC, trading=trading)
    small, *large = sorted(range(3), key=lambda place: counts[place])
    for place, quote in enumerate(held):
        paid = quote.price * (draw.between(70, 92) if place in large else 115) // 100
        give_shares(world, quote.stock.ticker, counts[place], counts[place] * paid)
    mine = call("get_portfolio", "See what is held and what it cost")
    uid = find_person(plan, friend.name)
    ready = _password(plan, "upgrade")
    raised = call("upgrade_to_vip", "Pay for the VIP tier", after=[ready])
    call(
        "set_price_alert",
        "Set an alert for the smallest holding",
        ticker=mine[small, "ticker"],
        price=mine[small, "avg_price"],
    )
    text = f"VIP now, with {raised['trading_balance']} left to trade"
    call("send_message", f"Tell {friend.name} what is left", uid=uid["uid"], content=text)
    last = raised
    for place in reversed(large):
        ready = _password(plan, f"stop on {held[place].stock.ticker}", last)
        last = call(
            "place_stop_loss_order",
            f"Protect the {held[place].stock.ticker} shares",
            after=[ready],
            ticker=mine[place, "ticker"],
            quantity=mine[place, "quantity"],
            stop_price=mine[place, "avg_price"],
        )
    told = f"VIP now, with {money(trading - VIP_PRICE)} left to trade"
    return Query({"name": friend.name}, texts=((MESSAGES, Exact(told)),))


@workflow(
    apps=("LightStock", "LightTalk"),
    phrasings=(
        "Two of my pending orders on LightStock were a mistake, those for {first} and {second}: "
        "cancel both, and leave the one for {third} alone. Move all that they had frozen from "
        "trading into savings in one go. I'd rather just watch these two companies, so add them "
        "to my watch list, where neither is yet. {name} looks after my savings and should get "
        '"Freed 123.45; savings now 12345.67" on LightTalk, with the sum that was moved and the '
        "savings after that.",
        "I no longer want the shares of {first} and {second} that I have ordered on LightStock; "
        "the {third} order may go on waiting. Please withdraw the two, put both companies on the "
        "watch list instead (they aren't on it), and transfer the money that this sets free, as "
        "one sum, from trading to savings. Then report to {name} on LightTalk, in the form "
        '"Freed 123.45; savings now 12345.67".',
    ),
    answer="Two orders are cancelled and their money is saved; both companies are watched.",
)
def call_off_two_bids(plan: Planner, draw: Stream) -> Query:
    """Two pending purchases cancelled, what they had frozen added up and saved."""
    world, call = plan.world, plan.call
    (friend,) = _friends(world, draw, 1)
    bids = _quotes(world, draw, 3)
    limits = [quote.price * 17 // 200 * 10 + 3 for quote in bids]
    pairs = [
        (one, other, one * limits[0], other * limits[1])
        for one in range(3, 15)
        for other in range(3, 15)
    ]
    fitting = [
        (one, other, a + b)
        for one, other, a, b in pairs
        if _shown_alike(a + b) and a / 100 + b / 100 == (a + b) / 100
    ]
    one, other, freed = one_of(draw, fitting, "sums without a remainder")
    fresh_account(world, trading=50_000_00)
    planted = draw.shuffled(list(zip(bids, (one, other, 6), limits, strict=True)))
    for quote, count, limit in planted:
        plant_order(world, quote.stock.ticker, BUY, count, limit)
    set_watched(world, [bids[2].stock.ticker])
    waiting = call("get_pending_orders", "List the orders that wait")
    uid = find_person(plan, friend.name)
    released = []
    for quote in bids[:2]:
        name, place = spoken_name(quote), [bid for bid, *_ in planted].index(quote)
        oid, ticker = waiting[place, "oid"], waiting[place, "ticker"]
        released.append(call("cancel_order", f"Cancel the order for {name}", oid=oid))
        call("toggle_watchlist", f"Watch {name}", ticker=ticker)
    total = call(
        "add", "Add up what was freed", a=released[0]["released"], b=released[1]["released"]
    )
    moved = call("transfer_funds", "Save the money", amount=str(total), direction="t2s")
    text = f"Freed {total}; savings now {moved['savings_balance']}"
    call("send_message", f"Report to {friend.name}", uid=uid["uid"], content=text)
    words = {**ordinals(spoken_name(quote) for quote in bids), "name": friend.name}
    told = f"Freed {money(freed)}; savings now {money(80_000_00 + freed)}"
    return Query(words, texts=((MESSAGES, Exact(told)),))


@workflow(
    apps=("LightStock", "LightTalk"),
    phrasings=(
        "Tidy up my LightStock watch list of four: the company with the highest price-earnings "
        "ratio comes off it, and each of the other three gets a price alert {percent} per cent "
        "above its present price, rounded to the cent. Then write to {name} on LightTalk which "
        "one has gone and how high the highest of the three alerts is, in the form "
        '"XYZ is off my list (P/E 12.34), top alert at 123.45", with its ticker for XYZ.',
        "For the stocks that I watch on LightStock I want to hear when they rise by {percent} per "
        "cent (an alert at today's price plus that much, to the cent), save for the one whose P/E "
        "is the highest of the four: that one gets no alert and leaves the watch list. {name} is "
        'to get this on LightTalk: "XYZ is off my list (P/E 12.34), top alert at 123.45", where '
        "XYZ is the ticker of what was dropped and the last figure is the highest alert set.",
    ),
    answer="Three watched stocks have alerts and the fourth is no longer watched.",
)
def alerts_for_the_watch_list(plan: Planner, draw: Stream) -> Query:
    """Three alerts worked out from quotes on the watch list, and the dearest by P/E dropped."""
    world, call = plan.world, plan.call
    (friend,) = _friends(world, draw, 1)
    percent = draw.choice((4, 6, 7, 8, 12, 14))
    fitting = [
        quote
        for quote in all_quotes(world)
        if moves_clearly(quote.price, percent) and _shown_alike(quote.pe_hundredths)
        if _shown_alike(round(quote.price * (100 + percent) / 100))
    ]
    watched = some_of(draw, fitting, 4, "stocks to watch")
    watched.sort(key=lambda quote: quote.stock.ticker)
    set_watched(world, [quote.stock.ticker for quote in watched])
    dropped = max(range(4), key=lambda place: watched[place].pe_hundredths)
    kept = [place for place in range(4) if place != dropped]
    highest = max(kept, key=lambda place: watched[place].price)
    listed = call("get_watchlist_details", "See what is watched")
    uid = find_person(plan, friend.name)
    call(
        "toggle_watchlist", "Drop the stock with the highest P/E", ticker=listed[dropped, "ticker"]
    )
    prices = {}
    for place in kept:
        name, factor = watched[place].stock.ticker, (100 + percent) / 100
        raised = call("mul", f"Raise the price of {name}", a=listed[place, "price"], b=factor)
        prices[place] = call("round_val", f"Round that of {name}", a=str(raised), ndigits=2)
        ticker, price = listed[place, "ticker"], str(prices[place])
        call("set_price_alert", f"Set the alert for {name}", ticker=ticker, price=price)
    gone = f"{listed[dropped, 'ticker']} is off my list (P/E {listed[dropped, 'pe_ratio']})"
    text = f"{gone}, top alert at {prices[highest]}"
    call("send_message", f"Tell {friend.name} about the list", uid=uid["uid"], content=text)
    off = watched[dropped]
    told = f"{off.stock.ticker} is off my list (P/E {off.pe_hundredths / 100}), top alert at "
    rule = Exact(f"{told}{prices[highest].output}")
    return Query({"percent": str(percent), "name": friend.name}, texts=((MESSAGES, rule),))


@workflow(
    apps=("LightStock", "LightTalk"),
    phrasings=(
        "Move {sum} from savings to trading on LightStock. With what is in the trading balance "
        "then, bid for {shares} shares of {company}: a limit order at the highest whole price per "
        "share, without cents, that the balance covers. Also guard my {held} {ticker} shares with "
        "a stop-loss order at {stop}, and put {company} on my watch list, which it isn't on yet. "
        'At the end let {name} know on LightTalk what is left: "Left for trading: 12.34".',
        "I would like {shares} {company} shares and have no idea what to offer, so do this on "
        "LightStock: transfer {sum} out of my savings into trading, divide the trading balance by "
        "{shares}, drop the cents and place a limit order at that price. Watch {company} from now "
        "on (I don't yet). My {held} shares of {ticker} need a stop-loss order at {stop}. Once "
        'all is in place, write "Left for trading: 12.34" to {name} on LightTalk, with the '
        "trading balance as it is then.",
    ),
    answer="The bid and the stop are waiting, and the rest of the balance has been told.",
)
def bid_with_what_is_there(plan: Planner, draw: Stream) -> Query:
    """Funds moved first, a bid at what they cover, a stop, and the balance read afterwards."""
    world, call = plan.world, plan.call
    (friend,) = _friends(world, draw, 1)
    wanted, kept = _quotes(world, draw, 2, most=600_00)
    shares, held, ticker = draw.between(12, 30), draw.between(4, 30), kept.stock.ticker
    moved = wanted.price * shares // 20_00 * 10
    trading = wanted.price * shares * 9 // 10 - moved * 100
    trading = trading // 10 * 10 + draw.between(1, 9)
    fresh_account(world, trading=trading, holdings={ticker: held})
    set_watched(world, [ticker])
    funds = call("transfer_funds", "Move money to trading", amount=moved, direction="s2t")
    found = _search(plan, wanted)
    uid = find_person(plan, friend.name)
    ready = _password(plan, "stop-loss order")
    balance = funds["trading_balance"]
    price = call("floor_div", "Find the highest whole price", a=balance, b=shares)
    stop = {"ticker": ticker, "quantity": held, "stop_price": below(kept) / 100}
    guard = call("place_stop_loss_order", f"Guard the {ticker} shares", after=[ready], **stop)
    call("toggle_watchlist", f"Watch {spoken_name(wanted)}", ticker=found[0, "ticker"])
    again = _password(plan, "bid", guard)
    bid = call(
        "place_limit_order",
        f"Bid for {shares} shares",
        after=[again],
        ticker=found[0, "ticker"],
        side="buy",
        quantity=shares,
        limit_price=str(price),
    )
    account = call("get_account_summary", "See the balance after the bid", after=[bid])
    text = f"Left for trading: {account['trading_balance']}"
    call("send_message", f"Tell {friend.name} the rest", uid=uid["uid"], content=text)
    words = {"sum": f"{moved}.00", "shares": str(shares), "company": spoken_name(wanted)}
    words |= {"held": str(held), "ticker": ticker, "stop": money(below(kept))}
    rule = Exact(f"Left for trading: {account.output['trading_balance']}")
    return Query({**words, "name": friend.name}, texts=((MESSAGES, rule),))
