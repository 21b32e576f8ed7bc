"""Tasks about stocks to keep an eye on, and long letters about a whole account."""

from __future__ import annotations

import re

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_news.data_model import LightNews
from sandboxes.apps.light_stock.corpus_reader import stock_corpus, tickers_by_sector
from sandboxes.apps.light_stock.records import BASIC, BUY, SELL
from sandboxes.apps.light_stock.seeding import Quote
from sandboxes.apps.light_stock.stage import plant_order, set_alert, set_watched
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of, some_of
from sandboxes.tasks.kit.stock import (
    all_quotes,
    fee_of,
    fresh_account,
    some_quotes,
    spoken_name,
    stop_at,
    ticker_of,
    trade,
    upgrade,
)
from sandboxes.tasks.kit.talk import MESSAGES, others, write_to

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
        dict(zip(("first", "second", "third"), names, strict=True)),
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
    paper = world.app(LightNews)
    newest = {name: list(paper.articles(name).values())[-1] for name in paper.sections()}
    plain = [name for name in sorted(newest) if _PLAIN_WORDS.fullmatch(newest[name].story.title)]
    sections = some_of(draw, plain, 3, "sections whose newest title is made of plain words")
    quotes = some_quotes(world, draw, 3, most=300_00)
    names = [spoken_name(quote) for quote in quotes]
    orders_left = draw.between(0, 2)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, tier=BASIC, day_trades=orders_left)

    def gold(do: Client) -> None:
        left = do("get_day_trades_remaining")["day_trades_left"]
        if left != "unlimited" and left < len(names):
            upgrade(do)
        for section, name in zip(sections, names, strict=True):
            (article,) = do("get_last_k_news", section=section, k=1)
            words = do("count_words", text=article["title"])
            trade(do, BUY, ticker_of(do, name), words)

    words = {f"section_{x}": section for x, section in zip("abc", sections, strict=True)}
    words |= {f"company_{x}": name for x, name in zip("abc", names, strict=True)}
    return Draft(words, gold, unique=(*sections, *names), prepare=prepare)


def _moved(price: int, percent: int) -> bool:
    """Whether a price moved by some per cent is no half cent."""
    return price * (100 + percent) % 100 != 50


def _shifted(do: Client, price: float, percent: int) -> float:
    """A price moved by some per cent, rounded to the cent."""
    moved = do("mul", a=price, b=(100 + percent) / 100)
    return float(do("round_val", a=moved, ndigits=2))


def _cheapest(quotes: list[Quote]) -> Quote | None:
    """The stock with the lowest price, if no other has that price."""
    first, second = sorted(quotes, key=lambda quote: quote.price)[:2]
    return None if first.price == second.price else first


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
    sectors = {}
    rise, fall = draw.choice((8, 12, 15, 18)), draw.choice((9, 11, 14, 16))
    for sector in tickers_by_sector():
        best = _cheapest(all_quotes(world, sector=sector, digits=True))
        if best is not None and _moved(best.price, rise):
            sectors[sector] = best
    sector = one_of(draw, sorted(sectors), "sector with one cheapest stock")
    target = sectors[sector].stock.ticker
    elsewhere = [q for q in all_quotes(world, most=400_00) if q.stock.sector != sector]
    guarded = some_of(draw, [q for q in elsewhere if _moved(q.price, -fall)], 2, "stocks to guard")
    rest = some_of(draw, [q for q in elsewhere if q not in guarded], 5, "other stocks")
    gone, silent, unwatched, *waiting = rest
    names = [spoken_name(quote) for quote in (gone, *guarded, silent)]
    holdings = {
        gone.stock.ticker: 20_000_00 // gone.price + draw.between(3, 15),
        guarded[0].stock.ticker: draw.between(5, 20),
        guarded[1].stock.ticker: draw.between(5, 20),
    }
    units, waiting_units = draw.between(5, 15), draw.between(3, 7)

    def prepare(stage: Stage) -> None:
        staged = stage.world
        fresh_account(staged, tier=BASIC, day_trades=0, trading=5_000_00, holdings=holdings)
        for quote in waiting:
            limit = quote.price * 9 // 10
            plant_order(
                staged, quote.stock.ticker, BUY, min(waiting_units, 2000_00 // limit), limit
            )
        watched = (gone, guarded[0], unwatched)
        set_watched(staged, [quote.stock.ticker for quote in watched])
        set_alert(staged, silent.stock.ticker, silent.price * 5 // 4)
        set_alert(staged, unwatched.stock.ticker, unwatched.price * 6 // 5)

    def gold(do: Client) -> None:
        for order in do("get_pending_orders"):
            do("cancel_order", oid=order["oid"])
        do("transfer_funds", amount=do("check_vip_price"), direction="s2t")
        upgrade(do)
        held = {entry["ticker"]: entry["quantity"] for entry in do("get_portfolio")}
        sold = ticker_of(do, names[0])
        trade(do, SELL, sold, held.pop(sold))
        for name in names[1:3]:
            (found,) = do("search_stocks", query=name)
            stop = _shifted(do, found["price"], -fall)
            stop_at(do, found["ticker"], held[found["ticker"]], stop)
        tickers = do("list_all_tickers_by_sector", sector=sector)
        details = [do("get_stock_details", ticker=ticker) for ticker in tickers]
        least = min(details, key=lambda stock: float(stock["price"]))
        trade(do, BUY, least["ticker"], units)
        do("set_price_alert", ticker=least["ticker"], price=_shifted(do, least["price"], rise))
        do("remove_price_alert", ticker=ticker_of(do, names[3]))
        watched = {entry["ticker"] for entry in do("get_watchlist_details")}
        for ticker in sorted(watched ^ {*held, least["ticker"]}):
            do("toggle_watchlist", ticker=ticker)
        balance = do("get_account_summary")["trading_balance"]
        over = do("round_val", a=do("sub", a=balance, b=_KEPT), ndigits=2)
        do("transfer_funds", amount=over, direction="t2s")

    if target in holdings:
        raise Decline("the cheapest stock is held already")
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
        'only number in the message, names included; send {second} exactly "{note}"; and post in '
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
    reading=Reading("2026-11-30", "d65dc4577bdc"),
)
def invest_for_club_meeting(world: World, draw: Stream) -> Draft:
    """Buy the stocks of two sectors that are lowest by earnings, watch them and tell the club."""
    rise = draw.choice((7, 10, 12, 20))
    best = {}
    for sector in tickers_by_sector():
        first, second = sorted(
            all_quotes(world, sector=sector, digits=True), key=lambda quote: quote.pe_hundredths
        )[:2]
        if first.pe_hundredths < second.pe_hundredths and _moved(first.price, rise):
            best[sector] = first
    sectors = some_of(draw, sorted(best), 2, "sectors with one lowest ratio")
    bought = [best[sector] for sector in sectors]
    teller, friend, *members = some_of(draw, others(world), 4, "open contacts")
    club, note, units = draw.choice(_CLUBS), draw.choice(_NOTES), draw.between(3, 12)
    amounts = [units * quote.price for quote in bought]
    total = sum(amount + fee_of(world, amount) for amount in amounts)
    paper = world.app(LightNews)
    section = draw.choice(paper.sections())
    link = f"light://news?nid={list(paper.articles(section).values())[-1].nid}"
    held = {quote.stock.ticker for quote in bought}
    watched = some_of(draw, [t for t in stock_corpus() if t not in held], 2, "stocks")

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world)
        set_watched(stage.world, watched)
        uids = [contact.uid for contact in (teller, friend, *members)]
        found_group(stage.world, stage.world.app(LightTalk).me, uids, club)

    def gold(do: Client) -> None:
        sums = []
        for sector in sectors:
            tickers = do("list_all_tickers_by_sector", sector=sector)
            details = [do("get_stock_details", ticker=ticker) for ticker in tickers]
            chosen = min(details, key=lambda stock: float(stock["pe_ratio"]))
            ticker = chosen["ticker"]
            made = trade(do, BUY, ticker, units)
            sums += [made["total_amount"], made["fee"]]
            do("toggle_watchlist", ticker=ticker)
            do("set_price_alert", ticker=ticker, price=_shifted(do, chosen["price"], rise))
        paid = do("round_val", a=do("sum_of_list", numbers=sums), ndigits=2)
        write_to(do, teller.name, f"The two purchases cost {paid:.2f} with the fees.")
        write_to(do, friend.name, note)
        (article,) = do("get_last_k_news", section=section, k=1)
        shared = do("get_news_url", nid=article["nid"])
        (group,) = (g for g in do.steadily("list_all_groups") if g["name"] == club)
        do.steadily("send_message_to_group", gid=group["gid"], content=shared, at=[])

    words = {"sector_a": sectors[0], "sector_b": sectors[1], "section": section, "club": club}
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
            ("LightTalk/groups/*/chat_history/*/content", Exact(link)),
        ),
    )
