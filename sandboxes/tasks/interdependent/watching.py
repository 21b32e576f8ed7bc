"""Tasks about stocks to keep an eye on, and long letters about a whole account."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_stock.corpus_reader import stock_corpus, tickers_by_sector
from sandboxes.apps.light_stock.records import BASIC, BUY, SELL
from sandboxes.apps.light_stock.seeding import Quote
from sandboxes.apps.light_stock.stage import plant_order, set_alert, set_watched
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import to_the_cent
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.news import link_to_newest, newest, newest_first, newest_link, sections
from sandboxes.tasks.kit.stock import (
    all_quotes,
    cancel_orders,
    fee_of,
    fresh_account,
    moves_clearly,
    save,
    shifted,
    some_quotes,
    spoken_name,
    stop_at,
    ticker_of,
    trade,
    upgrade,
)
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MESSAGES, gid_of, others, write_to

_PLAIN_WORDS = re.compile(r"[A-Za-z0-9,']+( [A-Za-z0-9,']+)+")
_KEPT = 10_000.0
_CLUBS = ("Rainy Day Fund", "The Patient Pennies", "Choir Loft Capital", "Uncle Emeka's Table")
_NOTES = (
    "Both purchases are done; the papers follow by post.",
    "We have bought. Please bring the ledger on Friday.",
    "The shares are ours. Put the kettle on!",
)


@template(
    level=1,
    apps=("LightStock",),
    traps=("clean_slate",),
    phrasings=(
        "{first}, {second} and {third} should all be on my LightStock watch list when you are "
        "done. Whatever else is on it stays there.",
        "I want to follow three companies on LightStock from now on: {first}, {second} and "
        "{third}. See to it that each of them is on my watch list, and take nothing off it.",
        "My daughter's class keeps a diary of share prices. Please make sure that {first}, "
        "{second} and {third} are on the watch list in LightStock, without removing any other "
        "company from the list.",
    ),
    reading=Reading("2026-11-30", "2473cb148478"),
)
def watch_three_companies(world: World, draw: Stream) -> Draft:
    """Have three companies on the watch list; the trap is that one of them is there already."""
    quotes = some_quotes(world, draw, 5)
    wanted, rest = quotes[:3], [quote.stock.ticker for quote in quotes[3:]]
    names = [spoken_name(quote) for quote in wanted]
    already = draw.choice(wanted).stock.ticker

    def prepare(stage: Stage) -> None:
        set_watched(stage.world, [*rest, already] if stage.traps else rest)

    def gold(do: Client) -> None:
        watched = set()
        if do.careful:
            watched = {entry["ticker"] for entry in do("get_watchlist_details")}
        for name in names:
            ticker = ticker_of(do, name)
            if ticker not in watched:
                do("toggle_watchlist", ticker=ticker)

    return Draft(
        ordinals(names),
        gold,
        unique=tuple(names),
        prepare=prepare,
    )


@template(
    level=2,
    apps=("LightStock", "LightNews"),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "I lost a bet, and now headlines decide what I buy. Take the newest LightNews article "
        "in {section_a}, in {section_b} and in {section_c}, split each title at its blanks and "
        "count the words that this gives. On LightStock, buy as many shares of "
        "{company_a} as the first title has words, of {company_b} as the second has and of "
        "{company_c} as the third has, at the current price and in one order per company. "
        "Whatever my account needs for these three orders, pay for it from my trading balance.",
        "My grandmother picks her lottery numbers from the paper, and I shall pick share numbers "
        "that way: {company_a} gets as many as there are words in the title of the newest "
        "{section_a} article on LightNews, {company_b} as many as in the newest {section_b} "
        "title, {company_c} as many as in the newest {section_c} title, where words are what "
        "blanks divide. Buy them on LightStock right away, one order for each company. If "
        "something is lacking in my account for that, buy that too, out of trading.",
        "Please play this game for me on LightStock: one order for {company_a}, one for "
        "{company_b} and one for {company_c}, each at today's price, and each for as many shares "
        "as a headline has words (split at the blanks). The headlines are those of the newest "
        "article on LightNews in {section_a} for {company_a}, in {section_b} for {company_b} and "
        "in {section_c} for {company_c}. I'm ready to pay, from trading, for what my account has "
        "to have so that all three go through.",
    ),
    reading=Reading("2026-11-30", "3aca5b0ccc30"),
)
def buy_by_headlines(world: World, draw: Stream) -> Draft:
    """Buy as many shares as headlines have words; the tier's quota of orders does not suffice."""
    plain = [
        name
        for name in sections(world)
        if _PLAIN_WORDS.fullmatch(newest_first(world, name)[0].story.title)
    ]
    chosen = some_of(draw, sorted(plain), 3, "sections whose newest title is made of plain words")
    quotes = some_quotes(world, draw, 3, most=300_00)
    names = [spoken_name(quote) for quote in quotes]
    orders_left = draw.between(0, 2)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, tier=BASIC, day_trades=orders_left)

    def gold(do: Client) -> None:
        left = do("get_day_trades_remaining")["day_trades_left"]
        if left != "unlimited" and left < len(names):
            upgrade(do)
        for section, name in zip(chosen, names, strict=True):
            count = do("count_words", text=newest(do, section)["title"])
            trade(do, BUY, ticker_of(do, name), count)

    words = {f"section_{x}": section for x, section in zip("abc", chosen, strict=True)}
    words |= {f"company_{x}": name for x, name in zip("abc", names, strict=True)}
    return Draft(words, gold, unique=(*chosen, *names), prepare=prepare)


def _lowest(world: World, value: Callable[[Quote], int], rise: int) -> dict[str, Quote]:
    """By sector, the stock with the lowest value, if no other has that and its price moves clearly.

    Args:
        world: The world.
        value: What of a quote is compared.
        rise: By how many per cent the price is going to be moved.
    """
    best = {}
    for sector in tickers_by_sector():
        first, second = sorted(all_quotes(world, sector=sector, digits=True), key=value)[:2]
        if value(first) < value(second) and moves_clearly(first.price, rise):
            best[sector] = first
    return best


def _guard(do: Client, names: list[str], held: dict[str, int], fall: int) -> None:
    """Have all shares of some companies sold once their prices have fallen by some per cent."""
    for name in names:
        (found,) = do("search_stocks", query=name)
        stop_at(do, found["ticker"], held[found["ticker"]], shifted(do, found["price"], -fall))


def _plant_bids(world: World, quotes: list[Quote], units: int) -> None:
    """Let orders to buy so many shares, or as many as 2000.00 pay for, wait below the quotes."""
    for quote in quotes:
        limit = quote.price * 9 // 10
        plant_order(world, quote.stock.ticker, BUY, min(units, 2000_00 // limit), limit)


def _of_sector(do: Client, sector: str) -> list[dict[str, Any]]:
    """Details of all stocks of a sector."""
    tickers = do("list_all_tickers_by_sector", sector=sector)
    return [do("get_stock_details", ticker=ticker) for ticker in tickers]


@template(
    level=3,
    apps=("LightStock",),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "I'm leaving on a long voyage, and LightStock must be in order before that. Cancel every "
        "order of mine that is still waiting. Sell all my {gone} shares at the current price, in "
        "one order. For {first} and for {second}, leave one order each that sells, by itself, "
        "all the shares I hold of it once the price has fallen to {fall} per cent below the "
        "current one, rounded to the nearest cent. Then buy {units} shares, in one order, of the "
        "company in the {sector} sector whose share costs least, and have me alerted when its "
        "price reaches {rise} per cent above the current one, again rounded to the nearest "
        "cent. The alert for {silent} has to go. My watch list should hold exactly the companies "
        "of which I own shares after all this. Whatever my account needs for it, pay for it; "
        "you may use my savings. At the very end, exactly 10000.00 is to be in my trading "
        "balance: move what is over that into savings.",
        "My new job leaves me no time for LightStock, so please settle it once and for all. All "
        "orders that wait are to be withdrawn first. {gone} is finished for me: sell every share "
        "I have of it, now, with a single order. {first} and {second} stay, but protect them: one "
        "order for each, for all that I hold of it, that sells automatically if the price comes "
        "down by {fall} per cent from where it stands (to the nearest cent). Look through the "
        "sector {sector} for the company with the lowest share price and get me {units} of its "
        "shares right away, in one order; set an alert for that company at its current price "
        "plus {rise} per cent, to the nearest cent as well. Remove the alert on {silent}. The "
        "watch list is to show the companies that I hold shares of in the end, all of these "
        "and no others. If my account lacks something for this, pay what it costs, with money "
        "from savings if need be. When everything is done, transfer so much from trading to "
        "savings that the trading balance is exactly 10000.00.",
        "Here is what I'd like done on LightStock before the baby comes. 1. None of the orders "
        "that wait now is kept: cancel them all. 2. The {gone} shares are sold, all of them, in "
        "one order at today's price. 3. For all my {first} shares there is one order, and for all "
        "my {second} shares another, to sell them without my help as soon as the price "
        "has come down to {fall} per cent less than today's, rounded to the nearest cent. 4. I own "
        "{units} shares, bought in one order at today's price, of the company in the "
        "{sector} sector that has the cheapest share, and I am alerted when that share costs "
        "{rise} per cent more than today, rounded to the nearest cent. 5. There is no alert for "
        "{silent} any more. 6. Exactly those companies whose shares I then hold are on the watch "
        "list. 7. Anything that my account must have for all this is paid for, and savings may "
        "be used for it. 8. Last of all, the trading balance is exactly 10000.00, and the rest "
        "of what was in it has been moved to savings.",
    ),
    reading=Reading("2026-11-30", "7bca785c5bc0"),
)
def settle_whole_account(world: World, draw: Stream) -> Draft:
    """Settle an account by a long letter; stop-loss orders and the quota need an upgrade."""
    rise, fall = draw.choice((8, 12, 15, 18)), draw.choice((9, 11, 14, 16))
    best = _lowest(world, lambda quote: quote.price, rise)
    sector = one_of(draw, sorted(best), "sector with one cheapest stock")
    elsewhere = [q for q in all_quotes(world, most=400_00) if q.stock.sector != sector]
    clear = [quote for quote in elsewhere if moves_clearly(quote.price, -fall)]
    guarded = some_of(draw, clear, 2, "stocks to guard")
    rest = some_of(draw, [q for q in elsewhere if q not in guarded], 5, "other stocks")
    gone, silent, unwatched, *waiting = rest
    names = [spoken_name(quote) for quote in (gone, *guarded, silent)]
    holdings = {gone.stock.ticker: 20_000_00 // gone.price + draw.between(3, 15)}
    for quote in guarded:
        holdings[quote.stock.ticker] = draw.between(5, 20)
    units, waiting_units = draw.between(5, 15), draw.between(3, 7)
    if best[sector].stock.ticker in holdings:
        raise Decline("the cheapest stock is held already")

    def prepare(stage: Stage) -> None:
        now = stage.world
        fresh_account(now, tier=BASIC, day_trades=0, trading=5_000_00, holdings=holdings)
        _plant_bids(now, waiting, waiting_units)
        set_watched(now, [quote.stock.ticker for quote in (gone, guarded[0], unwatched)])
        set_alert(now, silent.stock.ticker, silent.price * 5 // 4)
        set_alert(now, unwatched.stock.ticker, unwatched.price * 6 // 5)

    def gold(do: Client) -> None:
        cancel_orders(do)
        do("transfer_funds", amount=do("check_vip_price"), direction="s2t")
        upgrade(do)
        held = {entry["ticker"]: entry["quantity"] for entry in do("get_portfolio")}
        sold = ticker_of(do, names[0])
        trade(do, SELL, sold, held.pop(sold))
        _guard(do, names[1:3], held, fall)
        least = min(_of_sector(do, sector), key=lambda stock: float(stock["price"]))
        trade(do, BUY, least["ticker"], units)
        do("set_price_alert", ticker=least["ticker"], price=shifted(do, least["price"], rise))
        do("remove_price_alert", ticker=ticker_of(do, names[3]))
        watched = {entry["ticker"] for entry in do("get_watchlist_details")}
        for ticker in sorted(watched ^ {*held, least["ticker"]}):
            do("toggle_watchlist", ticker=ticker)
        balance = do("get_account_summary")["trading_balance"]
        save(do, to_the_cent(do, do("sub", a=balance, b=_KEPT)))

    words = dict(zip(("gone", "first", "second", "silent"), names, strict=True))
    words |= {"sector": sector, "units": str(units), "rise": str(rise), "fall": str(fall)}
    return Draft(
        words,
        gold,
        unique=(*names, sector, str(units), str(rise), str(fall), "10000.00"),
        prepare=prepare,
    )


@template(
    level=3,
    apps=("LightTalk", "LightStock", "LightNews"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "Our share club meets tonight, and I've promised to have everything done. In each of "
        "two sectors on LightStock, {sector_a} and {sector_b}, find the company with the lowest "
        "ratio of price to earnings and buy {units} shares of it at the current price, in one "
        "order per company. Put both companies on my watch list (neither is there yet), and set an "
        "alert for each of them at {rise} per cent above its current price, rounded to the "
        'nearest cent. Send our LightTalk group "{club}" the link to the newest article in '
        "{section} on LightNews, as a message that is the bare link and mentions nobody. {name} "
        "should learn from me what the two purchases cost altogether with the fees, as a figure "
        "such as 12.50, with no other number in the message, not even as part of a name. And "
        'write {second} exactly this: "{note}"',
        "It's my turn to invest for the club. Of all {sector_a} companies on LightStock, take the "
        "one whose price is lowest in relation to its earnings, and the same for the sector "
        "{sector_b}: buy {units} shares of each, right now, one order per company. Watch both from "
        "now on; they aren't on my watch list so far. For both I also want an alert at today's "
        "price plus {rise} per cent, rounded to the nearest cent. Then tell {name} on LightTalk "
        "the total that I paid for the two, fees included, as a figure such as 12.50 and the "
        "only number in the message, and digits in names count too; send {second} exactly "
        '"{note}"; and post in '
        'the group "{club}" nothing but the link to the newest LightNews article in {section}, '
        "mentioning nobody.",
        "Please prepare the meeting of my club for me. {name} needs one figure on LightTalk, such "
        "as 12.50 and with no second number in the text, not even in a name: what it costs in "
        "all, fees included, to buy, in each of two sectors of LightStock, {sector_a} and "
        "{sector_b}, {units} shares of the company with the lowest price-to-earnings ratio. "
        "So buy them first, at the current price, with one order for each company. Both belong "
        "on my watch list, where neither is yet, and for each an alert has to be set at "
        "{rise} per cent above the current price, to the nearest cent. {second} is to get this "
        'message, word for word: "{note}" And the club\'s group, "{club}", gets the bare link to '
        "the newest article in {section} on LightNews, with no other text and no mention.",
    ),
    reading=Reading("2026-11-30", "b80a1d709399"),
)
def invest_for_club_meeting(world: World, draw: Stream) -> Draft:
    """Buy the stocks of two sectors that are lowest by earnings, watch them and tell the club."""
    rise = draw.choice((7, 10, 12, 20))
    best = _lowest(world, lambda quote: quote.pe_hundredths, rise)
    pair = some_of(draw, sorted(best), 2, "sectors with one lowest ratio")
    bought = [best[sector] for sector in pair]
    teller, friend, *members = some_of(draw, others(world), 4, "open contacts")
    club, note, units = draw.choice(_CLUBS), draw.choice(_NOTES), draw.between(3, 12)
    amounts = [units * quote.price for quote in bought]
    total = sum(amount + fee_of(world, amount) for amount in amounts)
    section = draw.choice(sections(world))
    held = {quote.stock.ticker for quote in bought}
    watched = some_of(draw, [t for t in stock_corpus() if t not in held], 2, "stocks")

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world)
        set_watched(stage.world, watched)
        uids = [contact.uid for contact in (teller, friend, *members)]
        found_group(stage.world, stage.world.app(LightTalk).me, uids, club)

    def gold(do: Client) -> None:
        sums = []
        for sector in pair:
            chosen = min(_of_sector(do, sector), key=lambda stock: float(stock["pe_ratio"]))
            ticker = chosen["ticker"]
            made = trade(do, BUY, ticker, units)
            sums += [made["total_amount"], made["fee"]]
            do("toggle_watchlist", ticker=ticker)
            do("set_price_alert", ticker=ticker, price=shifted(do, chosen["price"], rise))
        paid = to_the_cent(do, do("sum_of_list", numbers=sums))
        write_to(do, teller.name, f"The two purchases cost {paid:.2f} with the fees.")
        write_to(do, friend.name, note)
        shared = newest_link(do, section)
        do.steadily("send_message_to_group", gid=gid_of(do, club), content=shared, at=[])

    words = {"sector_a": pair[0], "sector_b": pair[1], "section": section, "club": club}
    words |= {"name": teller.name, "second": friend.name, "note": note}
    words |= {"units": str(units), "rise": str(rise)}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=(
            (MESSAGES, Slot(total / 100)),
            (MESSAGES, Exact(note)),
            (GROUP_MESSAGES, Exact(link_to_newest(world, section))),
        ),
    )
