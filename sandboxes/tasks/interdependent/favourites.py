"""Tasks about favourite goods and shops."""

from __future__ import annotations

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Shop
from sandboxes.apps.light_shop.stage import set_favourite, set_stock
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import found_group, set_blocked
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import equal_part
from sandboxes.tasks.kit.general import listed, one_of, some_of
from sandboxes.tasks.kit.news import link_to_newest, newest_link, sections
from sandboxes.tasks.kit.shop import (
    PAYMENTS,
    Offer,
    cart_holds,
    clear_cart,
    equal_share,
    pay,
    units_left,
)
from sandboxes.tasks.kit.shop_goods import DEAR, of_different_names, on_offer
from sandboxes.tasks.kit.talk import GROUP_MESSAGES, MESSAGES, gid_of, others, uid_of, write_to

_PLENTY = 60  # units in stock
_FEWEST_SHOPS = 4  # fewer are marked in less than twenty calls
_GROUP_NAMES = (
    "Rosenhof Tenants",
    "Fourth Floor Left",
    "Riverside Choir Altos",
    "Sunday Cricket Eleven",
    "Allotment Row C",
)


def _affordable(world: World) -> list[Offer]:
    """One offer in stock of each good, where that one is not dear."""
    stocked = of_different_names(on_offer(world, in_stock=3))
    return [offer for offer in stocked if offer[1].price <= DEAR]


@template(
    level=2,
    apps=("LightTalk", "LightShop"),
    traps=("clean_slate", "condition"),
    phrasings=(
        "It is payday: buy one unit of each of my favourite goods on LightShop that is in stock. "
        "Each one that was bought is then to leave my favourites; the sold-out ones stay. Whatever "
        "lies in my cart now I no longer want, so it is to be neither bought nor left there. Last,"
        " send {name} one message with the total you paid, as a figure such as 12.50; no other "
        "number may stand in it, not even as part of a name.",
        "Of all my favourite goods on LightShop, order and pay for one unit each, but only of "
        "those that are in stock. What was bought should then no longer be a favourite; what is "
        "sold out should remain one. Throw out what is in my cart at the moment; I don't want to "
        "buy that. When all is paid for, let {name} know the sum in a single message, as a figure "
        "such as 12.50, with no further number in the text, and digits in names count too.",
        "Please empty my cart on LightShop, I have changed my mind about what is in it. Then go "
        "through my favourite goods there: buy one unit of every one that is in stock and remove "
        "it from the favourites, and leave the sold-out ones marked. {name} is paying me back and "
        "should get one message that says what it all came to, as a figure such as 12.50; it must "
        "be the only number in the message, not even a name may hold another.",
    ),
    reading=Reading("2026-11-30", "d8bc0c58909d"),
)
def buy_favourites_in_stock(world: World, draw: Stream) -> Draft:
    """Buy those favourite goods that are in stock; the trap is what lies in the cart."""
    affordable = _affordable(world)
    *favourites, stray = some_of(draw, affordable, 5, "affordable goods in stock")
    bought = favourites[: draw.between(2, 3)]
    receiver = one_of(draw, others(world), "open contact")
    total = sum(item.price for _, item in bought)
    clear = cart_holds(stray, draw.between(1, 3))

    def prepare(stage: Stage) -> None:
        clear(stage)
        for offer in favourites:
            set_favourite(stage.world, offer[0].sid, offer[1].tid, True)
            if offer not in bought:
                set_stock(stage.world, offer[0].sid, offer[1].tid, 0)

    def gold(do: Client) -> None:
        if do.careful:
            clear_cart(do)
        wanted = []
        for entry in do("get_my_starred_items"):
            if units_left(do, entry["sid"], entry["tid"]) > 0:
                do("add_to_cart", sid=entry["sid"], tid=entry["tid"], cnt=1)
                wanted.append(entry)
        paid = pay(do)
        for entry in wanted:
            do("unstar_item", sid=entry["sid"], tid=entry["tid"])
        write_to(do, receiver.name, f"I have paid {paid:.2f} for all of it.")

    return Draft(
        {"name": receiver.name},
        gold,
        unique=(receiver.name,),
        prepare=prepare,
        texts=((MESSAGES, Slot(total / 100)),),
        summed=(PAYMENTS,),
    )


@template(
    level=3,
    apps=("LightShop",),
    phrasings=(
        "I am comparing prices on LightShop. In these categories, make every shop a favourite of "
        "mine: {categories}. In each of those shops, mark the two cheapest goods and the most "
        "expensive one as favourites too, by the price of one unit and no matter whether they are "
        "in stock.",
        "For my market survey, mark on LightShop all the shops in the following categories as "
        "favourites: {categories}. Of the goods in each of these shops, the one with the highest "
        "price per unit and the two with the lowest should become favourites as well, in stock or "
        "not.",
        "Please go through all shops on LightShop in the categories {categories}. Each of them "
        "should end up among my favourite shops, and its two lowest-priced goods and its "
        "highest-priced one among my favourite goods. Price means that of one unit; being sold out"
        " doesn't matter.",
    ),
    reading=Reading("2026-11-30", "ce3851d7dc65"),
)
def mark_price_extremes(world: World, draw: Stream) -> Draft:
    """Mark the shops of some categories, and the two cheapest and the dearest goods of each."""
    by_category: dict[str, list[Shop]] = {}
    for shop in world.app(LightShop).shops.of().values():
        by_category.setdefault(shop.category, []).append(shop)
    clear = sorted(
        category
        for category, shops in by_category.items()
        if all(_has_clear_extremes(world, shop) for shop in shops)
    )
    chosen: list[str] = []
    for category in draw.shuffled(clear):
        if sum(len(by_category[name]) for name in chosen) < _FEWEST_SHOPS:
            chosen.append(category)
    some_of(draw, [s for name in chosen for s in by_category[name]], _FEWEST_SHOPS, "shops")
    chosen.sort()

    def gold(do: Client) -> None:
        for category in chosen:
            for shop in do("list_all_shops_by_category", category=category):
                do("star_shop", sid=shop["sid"])
                goods = sorted(do("list_items", sid=shop["sid"]), key=lambda g: float(g["price"]))
                for good in (goods[0], goods[1], goods[-1]):
                    do("star_item", sid=shop["sid"], tid=good["tid"])

    spoken = [name.replace("_", " ") for name in chosen]
    return Draft(
        {"categories": listed(spoken)},
        gold,
        unique=tuple(spoken),
    )


def _has_clear_extremes(world: World, shop: Shop) -> bool:
    """Whether no other good of a shop costs as much as the two cheapest, or as the dearest."""
    prices = sorted(item.price for item in world.app(LightShop).items.of(shop.sid).values())
    return prices[0] < prices[1] < prices[2] and prices[-2] < prices[-1]


@template(
    level=3,
    apps=("LightTalk", "LightShop", "LightNews"),
    traps=("clean_slate", "latent_prerequisite", "condition", "arithmetic_or_text"),
    phrasings=(
        'Our caretaker is retiring, and my LightTalk group "{title}" collects for a present. {new} '
        "is to join that group; lift my block on {new} for good. Then look at my favourite goods "
        "on LightShop: of those with at least {units} units in stock, buy {units} units of the one "
        "with the lowest price per unit, and nothing else. What lies in my cart now is to be "
        "thrown out, I don't want it any more. After buying the present, take it off my favourites"
        " and make the shop that sold it a favourite instead. The amount paid is split evenly "
        "among all members of the group, {new} and me included. Send each of them except me, in "
        "private, one message with the share of one person, rounded to the cent (half a cent goes "
        "up), as a figure such as 12.50; no other number may stand in it, not even as part of a "
        "name. In the group, post the bare link to the newest article in the paper's {section} "
        "section, mentioning nobody: that is where the farewell was announced.",
        'Please settle the farewell present with the people in my LightTalk group "{title}". First'
        " unblock {new}, for good, and add {new} to the group. The present is whichever of my "
        "favourite goods on LightShop costs least per unit among those of which {units} or more "
        "are in stock: order and pay for {units} units of it and for nothing else, after emptying "
        "my cart of whatever is in it, which I don't need any more. Then take it off my "
        "favourites and make the shop it came from a favourite. Everybody in the group, with {new} "
        "and me, bears an equal share of what was paid. Write to each of them except me privately,"
        " in one message, how much one share is, rounded to the cent with half a cent going up, as"
        " a figure such as 12.50; that has to be the only number in the message, and digits in "
        "names count too. "
        "Finally, send the group the link to the newest article of the {section} section in the "
        "paper, just the link and without mentioning anybody.",
        "{new} and I have made up: lift my block on {new} for good and let {new} into my LightTalk"
        ' group "{title}". The group gives a present together, {units} units of one of my '
        "favourite goods on LightShop, namely of that with the lowest unit price among those that "
        "have at least {units} units in stock. Buy these units and nothing else; the things that "
        "are in the cart at the moment have to go, I no longer want them. Afterwards, remove the "
        "present from my favourites and mark the shop it came from as a favourite. Divide what"
        " was paid by the number of people in the group, {new} and me among them, and round to the"
        " cent, half a cent up. Each of them except me gets one private message with that "
        "share, as a figure such as 12.50, and with no other number in it, not even in a name. The"
        " group itself gets one message, which mentions nobody: only the link to the newest "
        "article in the {section} section of the paper.",
    ),
    reading=Reading("2026-11-30", "0b2f58de5f63"),
)
def settle_group_present(world: World, draw: Stream) -> Draft:
    """Let somebody into a group, buy a present, split the cost; the trap is what is in the cart."""
    givers = some_of(draw, others(world, blocked=None), draw.between(3, 4), "contacts")
    new, *members = givers
    title = draw.choice(_GROUP_NAMES)
    section = draw.choice(sections(world))
    units = draw.between(2, 5)
    affordable = _affordable(world)
    by_price = {pair[1].price: pair for pair in affordable}
    *favourites, stray = some_of(draw, list(by_price.values()), 5, "goods of different prices")
    cheapest, present, *_ = sorted(favourites, key=lambda offer: offer[1].price)
    left, lying = draw.between(0, units - 1), draw.between(1, 2)
    share = equal_share(present[1].price * units, len(givers) + 1)
    me = world.app(LightTalk).me

    def prepare(stage: Stage) -> None:
        cart_holds(stray, lying)(stage)
        for shop, item in favourites:
            set_favourite(stage.world, shop.sid, item.tid, True)
            set_stock(stage.world, shop.sid, item.tid, _PLENTY)
        set_stock(stage.world, cheapest[0].sid, cheapest[1].tid, left)
        for contact in givers:
            set_blocked(stage.world, contact.uid, contact is new)
        found_group(stage.world, me, [contact.uid for contact in members], title)

    def gold(do: Client) -> None:
        uid = uid_of(do, new.name)
        do("ask_for_privilege")
        do.steadily("unblock", uid=uid)
        gid = gid_of(do, title)
        uids = do.steadily("invite_new_member", gid=gid, uid=uid)["uids"]
        one = equal_part(do, _buy_favourite(do, units), len(uids))
        my_uid = do.steadily("get_my_uid")
        for receiver in uids:
            if receiver != my_uid:
                do.steadily("send_message", uid=receiver, content=f"Your share is {one:.2f}.")
        link = newest_link(do, section)
        do.steadily("send_message_to_group", gid=gid, content=link, at=[])

    return Draft(
        {"title": title, "new": new.name, "units": str(units), "section": section},
        gold,
        unique=(title, new.name, str(units), section),
        prepare=prepare,
        texts=(
            (MESSAGES, Slot(share)),
            (GROUP_MESSAGES, Exact(link_to_newest(world, section))),
        ),
        summed=(PAYMENTS,),
    )


def _buy_favourite(do: Client, units: int) -> float:
    """Buy units of the cheapest favourite that has so many, and mark its shop; what was paid."""
    if do.careful:
        clear_cart(do)
    marked = sorted(do("get_my_starred_items"), key=lambda entry: float(entry["price"]))
    pairs = ((entry["sid"], entry["tid"]) for entry in marked)
    sid, tid = next(pair for pair in pairs if units_left(do, *pair) >= units)
    do("add_to_cart", sid=sid, tid=tid, cnt=units)
    paid = pay(do)
    do("unstar_item", sid=sid, tid=tid)
    do("star_shop", sid=sid)
    return paid
