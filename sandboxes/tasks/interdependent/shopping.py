"""Tasks about shopping."""

from __future__ import annotations

from evaluators import Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import empty_cart, set_stock
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of
from sandboxes.tasks.kit.shop import (
    CART,
    PAYMENTS,
    buy,
    cart_holds,
    clear_cart,
    looked_up,
    offers,
    pay,
    put_in_cart,
    putting_back,
    restocked,
    units_left,
)
from sandboxes.tasks.kit.shop_goods import (
    FOOD,
    MASS_NOUNS,
    cheapest,
    counted_as,
    grams,
    kind_of,
    offers_by_kind,
    on_offer,
    weight,
)
from sandboxes.tasks.kit.talk import MESSAGES, others, tags_of_size, write_to

_MOST_PACKS = 6
_DEAR = 500_00  # cents: nobody buys several of what costs more
_LEAST_BALANCE = 8_000_00  # cents: what every world's account holds


@template(
    level=1,
    apps=("LightShop",),
    traps=("ambiguity",),
    phrasings=(
        "Buy {amount} of {kind} on LightShop.",
        "I need {amount} of {kind}. Order it from LightShop and pay.",
        "Please order and pay for {amount} of {kind} from whichever shop on LightShop sells it.",
    ),
    reading=Reading("2026-11-29", "c67e25b2e706"),
)
def buy_by_weight(world: World, draw: Stream) -> Draft:
    """Buy a weight of a roughly named fruit or vegetable, sold by the pack."""
    single = [
        group[0]
        for kind, group in offers_by_kind(restocked(world)).items()
        if len(group) == 1 and kind in MASS_NOUNS and group[0][1].count > 2 * _MOST_PACKS
    ]
    _, item = one_of(draw, single, "good sold by weight in one shop only")
    unit = grams(item)
    if unit is None:
        raise Decline("not sold by weight")
    units = draw.between(2, _MOST_PACKS)
    kind = kind_of(item)

    def gold(do: Client) -> None:
        found = do("search_items", item_name=kind)[0]
        do("add_to_cart", sid=found["sid"], tid=found["tid"], cnt=units)
        pay(do)

    return Draft(
        {"amount": weight(units * unit), "kind": kind},
        gold,
        unique=(kind, weight(units * unit)),
        prepare=cart_holds(None),
        summed=(PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightShop",),
    traps=("clean_slate",),
    phrasings=(
        "Compare all the offers on LightShop and buy exactly {one}, the cheapest that is in "
        "stock in any shop. I don't want to pay for anything else.",
        "Find the lowest price on LightShop at which {one} is in stock, and buy exactly {one}"
        " at that price and nothing besides.",
        "Please order and pay for exactly {one} from LightShop: the least expensive in stock "
        "in any shop, and nothing else.",
    ),
    reading=Reading("2026-11-29", "77b6178a3c91"),
)
def buy_cheapest(world: World, draw: Stream) -> Draft:
    """Buy the cheapest of a kind; the trap is that something else lies in the cart."""
    groups = {
        kind: best
        for kind, group in offers_by_kind(restocked(world)).items()
        if len(group) >= 3 and counted_as(group) and (best := cheapest(group))
    }
    kind = one_of(draw, sorted(groups), "kind with three offers and one lowest price")
    _, item = groups[kind]
    if item.count < 3:
        raise Decline("too few in stock")
    foreign = [pair for pair in offers(world, in_stock=3) if kind_of(pair[1]) != kind]
    stray = one_of(draw, foreign, "other good in stock")
    units = draw.between(1, 3)

    def gold(do: Client) -> None:
        if do.careful:
            clear_cart(do)
        found = do("search_items", item_name=kind)
        for offer in sorted(found, key=lambda offer: float(offer["price"])):
            if units_left(do, offer["sid"], offer["tid"]) > 0:
                do("add_to_cart", sid=offer["sid"], tid=offer["tid"], cnt=1)
                break
        pay(do)

    return Draft(
        {"one": counted_as([groups[kind]])},
        gold,
        unique=(kind,),
        prepare=cart_holds(stray, units),
        other_ends=(putting_back(gold),),
        summed=(PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightShop",),
    traps=("clean_slate",),
    phrasings=(
        'Put {units} units of "{item}" from "{shop}" into my cart and make sure that nothing '
        "else is in it. Don't pay yet.",
        'My cart should hold {units} units of "{item}" from "{shop}" and nothing more. I will'
        " pay later myself.",
        'Get the cart ready: {units} units of "{item}" from "{shop}", no other goods, no payment.',
    ),
    reading=Reading("2026-11-29", "3b377c501657"),
)
def fill_cart_only(world: World, draw: Stream) -> Draft:
    """Leave exactly one good in the cart; the trap is what lies in it already."""
    shop, item = one_of(draw, on_offer(world, in_stock=8), "good with eight in stock")
    foreign = [pair for pair in offers(world, in_stock=3) if pair[1].tid != item.tid]
    stray = one_of(draw, foreign, "other good in stock")
    units = draw.between(2, 5)

    def gold(do: Client) -> None:
        if do.careful:
            clear_cart(do)
        put_in_cart(do, shop, item, units)

    return Draft(
        {"units": str(units), "item": item.name, "shop": shop.name},
        gold,
        unique=(item.name, shop.name, str(units)),
        prepare=cart_holds(stray),
        summed=(CART,),
    )


@template(
    level=1,
    apps=("LightShop",),
    phrasings=(
        'Mark the shop "{shop}" as a favourite, and also its "{item}".',
        'Add "{shop}" to my favourite shops and "{item}", as sold there, to my favourite items.',
        'I like "{shop}": make the shop a favourite, and its "{item}" too.',
    ),
    reading=Reading("2026-11-29", "205b3a02a960"),
)
def star_shop_and_item(world: World, draw: Stream) -> Draft:
    """Mark a shop and one of its goods as favourites."""
    shop, item = one_of(draw, offers(world, in_stock=0), "good")

    def gold(do: Client) -> None:
        sid = do("get_shop_id_by_name", shop_name=shop.name)
        do("star_shop", sid=sid)
        found = do("search_items_in_shop", sid=sid, item_name=item.name)
        tid = next(entry["tid"] for entry in found if entry["name"] == item.name)
        do("star_item", sid=sid, tid=tid)

    return Draft({"shop": shop.name, "item": item.name}, gold, unique=(shop.name, item.name))


@template(
    level=1,
    apps=("LightTalk", "LightShop"),
    traps=("arithmetic_or_text",),
    phrasings=(
        'Buy one unit of "{item}" from "{shop}" for each of my contacts tagged "{tag}", '
        "blocked or not, and one for myself.",
        'Everybody tagged "{tag}", blocked or not, is to get one unit of "{item}" from '
        '"{shop}", and so am I. Please order and pay.',
        'Order and pay for exactly as many units of "{item}" at "{shop}" as it takes for '
        'every contact with the tag "{tag}", blocked or not, and me to have one unit each.',
    ),
    reading=Reading("2026-11-29", "7dc612695f9c"),
)
def buy_for_tag(world: World, draw: Stream) -> Draft:
    """Buy as many of a good as there are contacts of a tag, and one more."""
    tag = one_of(draw, tags_of_size(world, 2, 9), "tag with two to nine contacts")
    count = sum(contact.tag == tag for contact in others(world, blocked=None)) + 1
    fitting = [pair for pair in offers(world, in_stock=2 * count) if pair[0].category not in FOOD]
    affordable = [pair for pair in fitting if pair[1].price * 2 * count <= _LEAST_BALANCE]
    shop, item = one_of(draw, affordable, "affordable good in stock")

    def gold(do: Client) -> None:
        wanted = len(do.steadily("get_contacts_by_tag", tag=tag)) + 1
        buy(do, shop, item, wanted)

    return Draft(
        {"item": item.name, "shop": shop.name, "tag": tag},
        gold,
        unique=(item.name, shop.name, tag),
        prepare=cart_holds(None),
        summed=(PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightTalk", "LightShop"),
    traps=("arithmetic_or_text",),
    phrasings=(
        'Buy {units} units of "{item}" from "{shop}", then send {name} what it cost in total,'
        " as a figure such as 12.50. No other number may stand in the message, not even as "
        "part of a name.",
        'Order {units} units of "{item}" at "{shop}" and pay. Afterwards tell {name} the '
        "total amount as a figure such as 12.50; it must be the only number in your message, "
        "and digits in names count too.",
        'Please order and pay for {units} units of "{item}" from "{shop}". Then write to '
        "{name} how much was paid in all, as a figure such as 12.50, with no second number in"
        " the text, not even in a name.",
    ),
    reading=Reading("2026-11-30", "fed85f967cff"),
)
def buy_and_report_total(world: World, draw: Stream) -> Draft:
    """Buy goods and send the amount paid to a contact."""
    shop, item = one_of(draw, offers(world, in_stock=9), "good with nine in stock")
    if item.price > _DEAR:
        raise Decline("too expensive for several units")
    receiver = one_of(draw, others(world), "open contact")
    units = draw.between(2, 6)

    def gold(do: Client) -> None:
        total = buy(do, shop, item, units)
        write_to(do, receiver.name, f"It came to {total:.2f} in all.")

    return Draft(
        {"units": str(units), "item": item.name, "shop": shop.name, "name": receiver.name},
        gold,
        unique=(item.name, shop.name, receiver.name, str(units)),
        prepare=cart_holds(None),
        texts=((MESSAGES, Slot(item.price * units / 100)),),
        summed=(PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightShop",),
    traps=("impossible",),
    phrasings=(
        'Buy exactly {units} units of "{item}" from "{shop}". It has to be that shop and that'
        " number.",
        'Order and pay for {units} units of "{item}" at "{shop}", not more, not fewer and not'
        " from anywhere else.",
        'I want exactly {units} units of "{item}", not fewer, all of them from "{shop}" and '
        "nowhere else. Please buy them.",
    ),
    reading=Reading("2026-11-29", "0f0c4f61936f"),
)
def buy_sold_out(world: World, draw: Stream) -> Draft:
    """Buy more of a good than the one shop that will do has left."""
    shop, item = one_of(draw, offers(world, in_stock=5), "good in stock")
    if item.price > _DEAR:
        raise Decline("too expensive for several units")
    units = draw.between(3, 8)
    left = draw.between(0, units - 1)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        set_stock(stage.world, shop.sid, item.tid, left)

    def gold(do: Client) -> None:
        sid, tid = looked_up(do, shop, item)
        if do.careful and units_left(do, sid, tid) < units:
            raise CannotBeDone
        do("add_to_cart", sid=sid, tid=tid, cnt=units)
        pay(do)

    return Draft(
        {"units": str(units), "item": item.name, "shop": shop.name},
        gold,
        unique=(item.name, shop.name, str(units)),
        prepare=prepare,
        kind=TaskKind.IMPOSSIBLE,
        summed=(PAYMENTS,),
        obstacle=f"{shop.name} has {left} units left, {units} are wanted",
        lift=lambda stage: set_stock(stage.world, shop.sid, item.tid, 20),
    )
