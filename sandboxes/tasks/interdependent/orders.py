"""Tasks about orders for shares: placing, guarding and cancelling them."""

from __future__ import annotations

from evaluators import TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_stock.records import BASIC, BUY, VIP
from sandboxes.apps.light_stock.stage import plant_order, set_tier
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import to_the_cent
from sandboxes.tasks.kit.general import one_of
from sandboxes.tasks.kit.stock import (
    all_quotes,
    fee_of,
    fresh_account,
    money,
    moves_clearly,
    order_at,
    save,
    shifted,
    some_quotes,
    spoken_name,
    stop_at,
    ticker_of,
    trade,
)

_HUNDRED = 100_00  # cents
_HIGHEST_FEE = 100.0


@template(
    level=1,
    apps=("LightStock",),
    traps=("arithmetic_or_text",),
    phrasings=(
        "{company} looks too dear to me today. Leave one order on LightStock to buy {units} of "
        "its shares once the price has come down by {percent} per cent from where it stands "
        "now; round that price to the nearest cent.",
        "I'd like to own {units} shares of {company}, though not at this price. Please place a "
        "single order on LightStock that buys them at {percent} per cent below the current "
        "price or lower, the limit rounded to the nearest cent. It may wait as long as it takes.",
        "My cousin thinks that {company} will soon fall by {percent} per cent. Put in one order "
        "on LightStock for {units} shares, to be bought only when the price is that much "
        "lower than it is now (to the nearest cent) or lower still.",
    ),
    reading=Reading("2026-11-30", "1ea2fbb1af67"),
)
def bid_below_price(world: World, draw: Stream) -> Draft:
    """Leave a purchase waiting at some per cent below the quote."""
    percent = draw.choice((4, 5, 6, 8, 12, 15))
    fitting = [q for q in all_quotes(world, most=600_00) if moves_clearly(q.price, -percent)]
    quote = one_of(draw, fitting, "stock whose limit is no half cent")
    company, units = spoken_name(quote), draw.between(6, 40)

    def gold(do: Client) -> None:
        (found,) = do("search_stocks", query=company)
        order_at(do, BUY, found["ticker"], units, shifted(do, found["price"], -percent))

    return Draft(
        {"company": company, "units": str(units), "percent": str(percent)},
        gold,
        unique=(company, str(units), str(percent)),
        prepare=lambda stage: fresh_account(stage.world),
    )


@template(
    level=1,
    apps=("LightStock",),
    traps=("ambiguity",),
    phrasings=(
        "Two orders of mine for {company} shares are waiting on LightStock. Cancel the one that "
        "offers more per share and move exactly what it sets free from trading into my savings. "
        "All my other orders stay.",
        "I've been greedy with {company}: of the two orders I have pending there, call off the "
        "one with the higher price per share. The money it releases belongs in my savings, to "
        "the cent. Leave every other order as it is.",
        "Please withdraw one of my two waiting {company} orders on LightStock, namely the one "
        "whose limit for a single share is higher, and transfer the amount that it had frozen, "
        "no more and no less, to savings. Don't touch my remaining orders.",
    ),
    reading=Reading("2026-11-30", "71f42a37a5b7"),
)
def release_dearer_order(world: World, draw: Stream) -> Draft:
    """Cancel the dearer of two purchases that wait and save what it had frozen."""
    quote, other = some_quotes(world, draw, 2, most=300_00)
    company = spoken_name(quote)
    low, high = quote.price * draw.between(70, 79) // 100, quote.price * draw.between(84, 95) // 100
    few = draw.between(5, 15)
    plans = draw.shuffled(
        [
            (quote.stock.ticker, few, high),
            (quote.stock.ticker, few * 2 + draw.between(1, 9), low),
            (other.stock.ticker, draw.between(5, 20), other.price * 9 // 10),
        ]
    )

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world)
        for ticker, units, limit in plans:
            plant_order(stage.world, ticker, BUY, units, limit)

    def gold(do: Client) -> None:
        ticker = ticker_of(do, company)
        mine = [order for order in do("get_pending_orders") if order["ticker"] == ticker]
        dearer = max(mine, key=lambda order: float(order["limit_price"]))
        released = do("cancel_order", oid=dearer["oid"])["released"]
        save(do, released)

    return Draft({"company": company}, gold, unique=(company,), prepare=prepare)


@template(
    level=1,
    apps=("LightStock",),
    traps=("condition", "do_nothing"),
    phrasings=(
        "If a share of {company} costs less than {ceiling} on LightStock right now, buy {units} "
        "of them at once in one order. If it doesn't, leave everything as it is.",
        "I told my brother I'd get into {company} only below {ceiling} a share. Look at the "
        "current price on LightStock: if it is below that, buy {units} shares at it in a single "
        "order; otherwise do nothing at all, and leave no order waiting either.",
        "Check what one {company} share costs on LightStock. Under {ceiling}, I want {units} "
        "shares immediately, bought in one order; at {ceiling} or more, don't change anything, "
        "and don't place an order that waits.",
    ),
    reading=Reading("2026-11-30", "39a9c8d3cb2e"),
)
def buy_if_cheap_enough(world: World, draw: Stream) -> Draft:
    """Buy only below a price; on about half of the seeds nothing is to be done."""
    (quote,) = some_quotes(world, draw, 1, most=900_00)
    company, units = spoken_name(quote), draw.between(3, 20)
    cheap = draw.chance(0.5)
    step = max(50, quote.price * draw.between(2, 9) // 100)
    ceiling = (quote.price + (step if cheap else -step)) // 10 * 10
    tier = draw.choice((BASIC, VIP))

    def gold(do: Client) -> None:
        (found,) = do("search_stocks", query=company)
        if do.careful and found["price"] >= ceiling / 100:
            return
        trade(do, BUY, found["ticker"], units)

    return Draft(
        {"company": company, "units": str(units), "ceiling": money(ceiling)},
        gold,
        unique=(company, str(units), money(ceiling)),
        prepare=lambda stage: fresh_account(stage.world, tier=tier),
        kind=TaskKind.CHANGE if cheap else TaskKind.DO_NOTHING,
    )


@template(
    level=1,
    apps=("LightStock",),
    traps=("impossible",),
    phrasings=(
        "I'm off to the mountains without a phone. See to it that LightStock sells {units} of my "
        "{held} {company} shares by itself once their price has dropped to {floor}, with one "
        "order for all {units}. I won't pay for any upgrade of my account, and I don't want "
        "any sold before that.",
        "Protect {units} of the {held} {company} shares that I have on LightStock: when the price "
        "has fallen to {floor}, these {units} should be sold without my doing anything, all in "
        "one order. They must not be sold at today's price, and the account has to stay in the "
        "tier that it is in.",
        "I hold {held} shares of {company}. Please leave one order on LightStock that sells "
        "{units} of them as soon as the price has come down to {floor}, and not earlier. It must "
        "work with the account that I have; paying for a better one is out of the question.",
    ),
    reading=Reading("2026-11-30", "4c6d27e9e51e"),
)
def guard_without_upgrade(world: World, draw: Stream) -> Draft:
    """Place a stop-loss order; on about half of the seeds the tier does not allow it."""
    quote, other = some_quotes(world, draw, 2, most=800_00)
    company, units = spoken_name(quote), draw.between(4, 20)
    held = 2 * units + draw.between(1, 9)
    floor = quote.price * draw.between(72, 92) // 1000 * 10
    holdings = {quote.stock.ticker: held, other.stock.ticker: draw.between(3, 12)}
    possible = draw.chance(0.5)

    def gold(do: Client) -> None:
        ticker = ticker_of(do, company)
        if do.careful and do("get_account_summary")["tier"] == BASIC:
            raise CannotBeDone
        stop_at(do, ticker, units, floor / 100)

    return Draft(
        {"company": company, "units": str(units), "held": str(held), "floor": money(floor)},
        gold,
        unique=(company, str(units), money(floor)),
        prepare=lambda stage: fresh_account(
            stage.world, tier=VIP if possible else BASIC, holdings=holdings
        ),
        kind=TaskKind.CHANGE if possible else TaskKind.IMPOSSIBLE,
        obstacle="" if possible else "stop-loss orders need the VIP tier, which is not to be paid",
        lift=None if possible else lambda stage: set_tier(stage.world, VIP),
    )


@template(
    level=2,
    apps=("LightStock",),
    traps=("recoverable_failure", "arithmetic_or_text"),
    phrasings=(
        "Buy {units} shares of {company} on LightStock at the current price, in one order. "
        "Should my trading balance not cover that with the fee, first move over from savings, "
        "in one go, what is missing, rounded up to the next full hundred (for 230.10 that would "
        "be 300.00).",
        "I want {units} {company} shares today, bought in a single order at the present price. "
        "If price and fee together are more than there is in trading, take the difference from "
        "my savings before: one transfer, rounded up to a full hundred, so that 230.10 becomes "
        "300.00.",
        "Please get me {units} shares of {company} on LightStock right away, all in one order. "
        "Trading may hold too little for the price plus the fee; in that case top it up "
        "beforehand from savings by exactly the gap, rounded up to whole hundreds (a gap of "
        "230.10 means 300.00), in one transfer.",
    ),
    reading=Reading("2026-11-30", "841d26bb3de9"),
)
def top_up_and_buy(world: World, draw: Stream) -> Draft:
    """Buy what trading does not cover, after moving the gap, rounded up, from savings."""
    quotes = [quote for quote in all_quotes(world, most=900_00) if quote.price >= 60_00]
    quote = one_of(draw, quotes, "stock of middling price")
    company, units = spoken_name(quote), draw.between(9, 25)
    amount = units * quote.price
    gap = amount * draw.between(20, 70) // 100
    if not 1_00 <= gap % _HUNDRED <= 99_00:
        gap += 7_50
    trading = amount + fee_of(world, amount) - gap
    if gap < 0 or trading < 0:
        raise Decline("the gap is larger than the price")

    def gold(do: Client) -> None:
        (found,) = do("search_stocks", query=company)
        account = do("get_account_summary")
        price = do("mul", a=found["price"], b=units)
        fee = do("mul", a=price, b=account["fee_rate"])
        fee = do("min_val", a=_HIGHEST_FEE, b=to_the_cent(do, fee))
        missing = do("sub", a=do("add", a=price, b=fee), b=account["trading_balance"])
        hundreds = do("add", a=do("floor_div", a=missing, b=100), b=1)
        do("transfer_funds", amount=do("mul", a=hundreds, b=100), direction="s2t")
        trade(do, BUY, found["ticker"], units)

    return Draft(
        {"company": company, "units": str(units)},
        gold,
        unique=(company, str(units)),
        prepare=lambda stage: fresh_account(stage.world, trading=trading),
    )
