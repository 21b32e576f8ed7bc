"""Tasks about what is held, and about telling others what was bought and sold."""

from __future__ import annotations

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_stock.records import BUY, SELL
from sandboxes.apps.light_stock.stage import give_shares, plant_order
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import found_group
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import to_the_cent
from sandboxes.tasks.kit.general import one_of, some_of
from sandboxes.tasks.kit.stock import (
    all_quotes,
    cancel_orders,
    fee_of,
    fresh_account,
    money,
    net_of,
    price_of,
    save,
    shares_held,
    some_quotes,
    spoken_name,
    ticker_of,
    trade,
)
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MESSAGES, others, write_to

_CLUBS = (
    "Tuesday Investors",
    "Sourdough Savings Circle",
    "The Cautious Bulls",
    "Seaview Share Club",
    "Aunties' Nest Egg",
    "Third Floor Pennies",
)


@template(
    level=1,
    apps=("LightTalk", "LightStock"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "Buy {units} shares of {company} on LightStock at the current price, in one order, and "
        "tell {name} on LightTalk what it came to in all, fee included, as a figure such as "
        "12.50. No other number may stand in the message, not even as part of a name.",
        "{name} keeps the books for my shares and wants to know every sum to the cent. "
        "First get {units} shares of {company} on LightStock right away, all in one order; then "
        "write to {name} what I paid for them altogether, with the fee, as a figure such as "
        "12.50. That must be the only number in your message, and digits in names count too.",
        "Get me {units} {company} shares in a single order at today's price on LightStock. After "
        "that {name} should hear from me how much left my account for it, the fee counted in, "
        "as a figure such as 12.50 and with no second number in the text, not even in a name.",
    ),
    reading=Reading("2026-11-30", "f1b8c38db959"),
)
def buy_and_tell_cost(world: World, draw: Stream) -> Draft:
    """Buy shares and tell a contact what they cost with the fee."""
    (quote,) = some_quotes(world, draw, 1, most=900_00)
    receiver = one_of(draw, others(world), "open contact")
    company, units = spoken_name(quote), draw.between(3, 24)
    amount = units * quote.price
    total = amount + fee_of(world, amount)

    def gold(do: Client) -> None:
        made = trade(do, BUY, ticker_of(do, company), units)
        paid = do("add", a=made["total_amount"], b=made["fee"])
        write_to(do, receiver.name, f"It came to {paid:.2f} in all.")

    return Draft(
        {"units": str(units), "company": company, "name": receiver.name},
        gold,
        unique=(str(units), company, receiver.name),
        prepare=lambda stage: fresh_account(stage.world),
        texts=((MESSAGES, Slot(total / 100)),),
    )


@template(
    level=2,
    apps=("LightTalk", "LightStock"),
    traps=("clean_slate", "arithmetic_or_text"),
    phrasings=(
        "I owe {name} money, so my {company} shares have to go: sell all of them on LightStock "
        "at the current price, in one order. If an order of mine that is waiting still keeps "
        "some of them, cancel it. Move exactly what the sale brings after the fee into my "
        "savings, and send {name} that sum on LightTalk as a figure such as 12.50, with no "
        "other number in the message, not even as part of a name. Any other order stays.",
        "Please turn every {company} share that I have into money on LightStock, right now and "
        "with a single order. A waiting order that holds some of them back may be called off, "
        "but no other. What comes in, less the fee, goes to savings to the cent; tell {name} "
        "how much that was, as a figure such as 12.50, the only number in the message, and "
        "digits in "
        "names count too.",
        "{name} and I are splitting up what we bought together. Sell my whole {company} holding "
        "on LightStock in one order at today's price (withdraw the order that keeps some of the "
        "shares, if there is one, and leave the rest of my orders alone). Put the proceeds after "
        "the fee, exactly, into savings. Then let {name} know that amount on LightTalk, as a "
        "figure such as 12.50 and without any further number, not even in a name.",
    ),
    reading=Reading("2026-11-30", "01d1843b462e"),
)
def sell_holding_and_settle(world: World, draw: Stream) -> Draft:
    """Sell a holding, save and tell what it brought; the trap is an order that keeps shares."""
    quote, other, third = some_quotes(world, draw, 3, most=700_00)
    receiver = one_of(draw, others(world), "open contact")
    company, held = spoken_name(quote), draw.between(8, 40)
    kept = draw.between(2, held - 2)
    amount = held * quote.price
    proceeds = amount - fee_of(world, amount)
    holdings = {quote.stock.ticker: held, other.stock.ticker: draw.between(5, 15)}

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world, holdings=holdings)
        plant_order(stage.world, third.stock.ticker, BUY, 4, third.price * 9 // 10)
        if stage.traps:
            plant_order(stage.world, quote.stock.ticker, SELL, kept, quote.price * 6 // 5)

    def gold(do: Client) -> None:
        ticker = ticker_of(do, company)
        if do.careful:
            cancel_orders(do, ticker)
        brought = net_of(do, trade(do, SELL, ticker, shares_held(do, ticker)))
        save(do, brought)
        write_to(do, receiver.name, f"The shares brought {brought:.2f} after the fee.")

    return Draft(
        {"company": company, "name": receiver.name},
        gold,
        unique=(company, receiver.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(proceeds / 100)),),
    )


@template(
    level=2,
    apps=("LightTalk", "LightStock"),
    traps=("arithmetic_or_text",),
    phrasings=(
        'Each member of my LightTalk group "{club}", me included, has paid {share} into a pot. '
        "Buy as many whole shares of {company} on LightStock as the pot covers at the current "
        "price, in one order; the fee is on me and does not count. Move what is left of the pot "
        "from trading to savings. Then write to the group, mentioning nobody, exactly this, "
        'with the figure in place of N: "Our pot bought N shares of {company}."',
        'The group "{club}" on LightTalk is buying {company} together: {share} from every '
        "member, I'm one of them. See how many whole shares all that money pays for at today's "
        "price on LightStock, leaving the fee aside, which I bear, and buy them in a single "
        "order. The remainder of the money goes from trading into my savings. Post in the group "
        'exactly "Our pot bought N shares of {company}.", N being that number in figures; '
        "mention nobody in it.",
        'Count the members of "{club}", our group on LightTalk, with me among them; everybody '
        "has put in {share}. For that sum, please get as many whole {company} shares as it buys "
        "at the present price on LightStock (I pay the fee on top myself), all in "
        "one order, and transfer the rest of the sum from trading to my savings. Afterwards tell "
        'the group exactly "Our pot bought N shares of {company}." with N replaced by the number '
        "in figures, and with nobody mentioned.",
    ),
    reading=Reading("2026-11-30", "c9c00b912ae6"),
)
def invest_club_pot(world: World, draw: Stream) -> Draft:
    """Buy for a group's pot as many shares as it covers, save the rest and tell the group."""
    people = others(world)
    members = some_of(draw, people, draw.between(3, max(3, min(6, len(people)))), "open contacts")
    club = draw.choice(_CLUBS)
    share = draw.between(12, 29) * 10_00
    pot = share * (len(members) + 1)
    fitting = [q for q in all_quotes(world, most=pot // 3) if pot % q.price >= 1_00]
    quote = one_of(draw, fitting, "stock of which the pot buys three")
    company, units = spoken_name(quote), pot // quote.price
    text = f"Our pot bought {units} shares of {company}."

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world)
        me = stage.world.app(LightTalk).me
        found_group(stage.world, members[0].uid, [me, *(m.uid for m in members)], club)

    def gold(do: Client) -> None:
        (group,) = (g for g in do.steadily("list_all_groups") if g["name"] == club)
        paid_in = do("mul", a=float(share / 100), b=len(group["uids"]))
        (found,) = do("search_stocks", query=company)
        bought = int(do("floor_div", a=paid_in, b=found["price"]))
        trade(do, BUY, found["ticker"], bought)
        left = do("sub", a=paid_in, b=do("mul", a=bought, b=found["price"]))
        save(do, to_the_cent(do, left))
        said = f"Our pot bought {bought} shares of {company}."
        do.steadily("send_message_to_group", gid=group["gid"], content=said, at=[])

    return Draft(
        {"club": club, "share": money(share), "company": company},
        gold,
        unique=(club, money(share), company),
        prepare=prepare,
        texts=((GROUP_MESSAGES, Exact(text)),),
    )


@template(
    level=2,
    apps=("LightTalk", "LightStock"),
    traps=("condition", "arithmetic_or_text"),
    phrasings=(
        "My late aunt's shares have been moved into my LightStock portfolio, which holds nothing "
        "else. Of each company whose price is now below what a share cost on average, sell all "
        "shares, in one order per company; keep the others untouched. Then tell {name} on "
        "LightTalk how much the sales brought altogether after the fees, as a figure such as "
        "12.50, with no other number in the message, not even as part of a name.",
        "{name} helps me to sort out what I inherited. Go through my holdings on LightStock: "
        "whatever stands at a loss, that is, where one share is now worth less than its average "
        "purchase price, goes completely, one order for each company, and the rest stays. "
        "Afterwards send {name} the sum of all that came in, less the fees, as a figure such as "
        "12.50; it has to be the only number in the message, and digits in names count too.",
        "Please weed my LightStock portfolio. Where the current price of a share is lower than "
        "the average price that was paid for it, sell everything I hold of that company, with a "
        "single order each time. Don't sell anything else. Write to {name} what I got for all "
        "of it together once the fees are taken off, as a figure such as 12.50 and with no "
        "second number in the text, not even in a name.",
    ),
    reading=Reading("2026-11-30", "d5f07859f5a1"),
)
def sell_what_stands_at_a_loss(world: World, draw: Stream) -> Draft:
    """Sell the holdings that stand at a loss and tell a contact what they brought."""
    quotes = some_quotes(world, draw, 5, most=600_00)
    receiver = one_of(draw, others(world), "open contact")
    losers = quotes[: draw.between(2, 3)]
    plans = []
    for quote in quotes:
        held = draw.between(3, 25)
        percent = draw.between(106, 140) if quote in losers else draw.between(55, 94)
        plans.append((quote, held, held * quote.price * percent // 100))
    amounts = [held * quote.price for quote, held, _ in plans if quote in losers]
    brought = sum(amount - fee_of(world, amount) for amount in amounts)

    def prepare(stage: Stage) -> None:
        fresh_account(stage.world)
        for quote, held, cost in plans:
            give_shares(stage.world, quote.stock.ticker, held, cost)

    def gold(do: Client) -> None:
        sums = []
        for entry in do("get_portfolio"):
            if price_of(do, entry["ticker"]) < entry["avg_price"]:
                sold = trade(do, SELL, entry["ticker"], entry["quantity"])
                sums += [sold["total_amount"], -sold["fee"]]
        total = to_the_cent(do, do("sum_of_list", numbers=sums))
        write_to(do, receiver.name, f"The sales brought {total:.2f} after the fees.")

    return Draft(
        {"name": receiver.name},
        gold,
        unique=(receiver.name,),
        prepare=prepare,
        texts=((MESSAGES, Slot(brought / 100)),),
    )
