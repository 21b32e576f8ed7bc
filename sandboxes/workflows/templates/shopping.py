"""Goods found, compared, put into the cart and paid for; people told what they cost."""

from __future__ import annotations

from itertools import combinations

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.records import Item, Shop
from sandboxes.apps.light_shop.stage import empty_cart, fill_cart, set_favourite, set_stock
from sandboxes.tasks import Decline
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.shop import Offer
from sandboxes.tasks.kit.shop_goods import FOOD
from sandboxes.tasks.kit.talk import MESSAGES, others
from sandboxes.workflows._template import Planner, Query, Step, workflow
from sandboxes.workflows.kit import filled, find_person, tell

_DEAREST = 150_00  # cents
_PLENTY = 60
_TRIED = 40


def place_of(found: Step, item: Item) -> int:
    """Where an item stands in what a search found."""
    return next(place for place, entry in enumerate(found.output) if entry["tid"] == item.tid)


def unmistakable(cents: int) -> bool:
    """Whether an amount is written with two decimal places by everybody."""
    return cents % 10 != 0


def goods_to_find(world: World, draw: Stream, *, food: bool | None = None) -> list[Offer]:
    """Goods in random order that one shop alone sells, whose name finds nothing else.

    The cart is emptied before, and there is plenty of each.
    """
    empty_cart(world)
    everything = list(world.app(LightShop).all_items())
    names = "\n".join(item.name for _, item in everything).casefold()
    offered = [
        (shop, item)
        for shop, item in everything
        if item.count >= _PLENTY
        and item.price <= _DEAREST
        and unmistakable(item.price)
        and food in (None, shop.category in FOOD)
    ]
    drawn = draw.sample(offered, min(_TRIED, len(offered)))
    return [(shop, item) for shop, item in drawn if names.count(item.name.casefold()) == 1]


def find_in_shop(plan: Planner, shop: Shop, item: Item) -> tuple[Step, Step]:
    """Calls that find a shop and an item there by their names."""
    sid = plan.call("get_shop_id_by_name", f"Find the shop {shop.name}", shop_name=shop.name)
    say = f"Look for {item.name} in {shop.name}"
    found = plan.call("search_items_in_shop", say, sid=str(sid), item_name=item.name)
    return sid, found


def put_in_cart(plan: Planner, found: Step, item: Item, units: int) -> Step:
    """The call that puts units of the only good that a search found into the cart."""
    say = f"Put {units} units of {item.name} into the cart"
    return plan.call("add_to_cart", say, sid=found[0, "sid"], tid=found[0, "tid"], cnt=units)


def pay_after(plan: Planner, added: Step) -> Step:
    """Calls that pay for the cart once something lies in it."""
    password = plan.call("wait_payment_password", "Ask for the payment password", after=[added])
    return plan.call("checkout_all", "Pay for what is in the cart", after=[password])


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        "We are {units} families who order together this time. Get my LightShop cart ready, but "
        'don\'t pay yet: {units} units of "{a}", {units} of "{b}" from "{shop_b}" and {units} of '
        '"{c}" from "{shop_c}". {name} wants to know what one family will owe, so add up the price '
        "of a single unit of each of the three and send {name} that sum, to the cent, like this: "
        '"Per family: 12.34".',
        'Put {units} units each of three goods into my cart on LightShop: "{a}", then "{b}" from '
        '"{shop_b}", and "{c}" from "{shop_c}". I will pay later. Also write to {name} on '
        'LightTalk what one unit of each comes to altogether, rounded to the cent: "Per family: '
        '12.34".',
    ),
    answer="The cart is filled and not paid; the contact knows what one family owes.",
)
def basket_for_families(plan: Planner, draw: Stream) -> Query:
    """Three goods found in different ways and put into the cart; the sum of their prices told."""
    friend = one_of(draw, others(plan.world), "open contact")
    triples = [
        goods
        for goods in combinations(goods_to_find(plan.world, draw)[:12], 3)
        if len({shop.sid for shop, _ in goods}) == len(goods)
        and unmistakable(sum(item.price for _, item in goods))
    ]
    goods = one_of(draw, triples, "goods of three shops")
    units = draw.between(3, 6)
    (_, first), *rest = goods
    uid = find_person(plan, friend.name)
    found = plan.call("search_items", f"Look for {first.name} in all shops", item_name=first.name)
    finds = [(found[0, "sid"], found)]
    for shop, item in rest:
        sid, in_shop = find_in_shop(plan, shop, item)
        finds.append((str(sid), in_shop))
    prices = []
    for (_, item), (shop_id, hits) in zip(goods, finds, strict=True):
        place = place_of(hits, item)
        say = f"Put {units} units of {item.name} into the cart"
        plan.call("add_to_cart", say, sid=shop_id, tid=hits[place, "tid"], cnt=units)
        prices.append(hits[place, "price"])
    added = plan.call("sum_of_list", "Add up the prices of one unit of each", numbers=prices)
    rounded = plan.call("round_val", "Round the sum to the cent", a=str(added), ndigits=2)
    text = f"Per family: {rounded}"
    tell(plan, friend.name, uid, text)
    words = {"name": friend.name, "units": str(units)}
    for (shop, item), letter in zip(goods, "abc", strict=True):
        words |= {letter: item.name, f"shop_{letter}": shop.name}
    return Query(words, texts=((MESSAGES, Exact(filled(text, rounded))),))


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        "Go through my favourite items on LightShop: the most expensive one is beyond me, so take "
        "it off the list, and make the shop that sells the cheapest one a favourite shop. Then "
        "write to {first} about the cheapest one with its price and what a unit of it is, and to "
        '{second} about the remaining one, both as LightShop gives them: "Rye Bread: 4.56 for 1 '
        'loaf" to {first}, "Rye Bread: 4.56" to {second}.',
        "Of the three items I have starred on LightShop, unstar the dearest and star the shop of "
        "the cheapest. {first} may be interested in the cheapest: send a message of the form "
        '"Rye Bread: 4.56 for 1 loaf", with the name, the price and the unit that the shop states. '
        '{second} gets "Rye Bread: 4.56" with name and price of the one in between.',
    ),
    answer="The favourites are as wished, and both contacts know the goods and their prices.",
)
def weed_out_favourites(plan: Planner, draw: Stream) -> Query:
    """Take the dearest favourite off the list, mark a shop and recommend the other two."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    goods = some_of(draw, goods_to_find(plan.world, draw), 3, "goods")
    if len({item.price for _, item in goods}) < len(goods):
        raise Decline("two goods at the same price")
    for shop, item in goods:
        set_favourite(plan.world, shop.sid, item.tid, True)
    people = [find_person(plan, friend.name) for friend in (first, second)]
    starred = plan.call("get_my_starred_items", "List the favourite items with their prices")
    low, middle, high = (
        place_of(starred, item) for _, item in sorted(goods, key=lambda offer: offer[1].price)
    )
    plan.call(
        "unstar_item",
        "Take the dearest off the favourites",
        sid=starred[high, "sid"],
        tid=starred[high, "tid"],
    )
    plan.call("star_shop", "Mark the shop of the cheapest", sid=starred[low, "sid"])
    about = plan.call(
        "get_item_info",
        "Look up what a unit of the cheapest is",
        sid=starred[low, "sid"],
        tid=starred[low, "tid"],
    )
    texts = (
        f"{about['name']}: {about['price']} for {about['unit']}",
        f"{starred[middle, 'name']}: {starred[middle, 'price']}",
    )
    for friend, uid, text in zip((first, second), people, texts, strict=True):
        tell(plan, friend.name, uid, text)
    return Query(
        ordinals([first.name, second.name]),
        texts=tuple((MESSAGES, Exact(filled(text, about, starred))) for text in texts),
    )


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        'Buy {units} units of "{now}" on LightShop now. Once that is paid, put {more} units of '
        '"{later}" from "{shop}" into the cart, to be paid next month and not before. Then tell '
        "{first} what today's order cost and {second} what is left on my account there: \"Paid "
        'today: 12.34" and "Left on the account: 1234.56", each with the figure as LightShop '
        "shows it.",
        'I need {units} units of "{now}" from LightShop, ordered and paid. Only after paying, '
        'place {more} units of "{later}" from "{shop}" in my cart and leave them there unpaid. '
        '{first} is to get the message "Paid today: 12.34" with the total, and {second} "Left on '
        'the account: 1234.56" with the balance that remains after paying.',
    ),
    answer="One order is paid, another waits in the cart, and both contacts have their figures.",
)
def now_and_next_month(plan: Planner, draw: Stream) -> Query:
    """Pay for one good, leave another in the cart, and report total and balance."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    (_, now), (shop, later) = some_of(draw, goods_to_find(plan.world, draw), 2, "goods")
    units = draw.choice([n for n in range(2, 10) if unmistakable(n * now.price)])
    more = draw.between(2, 9)
    found = plan.call("search_items", f"Look for {now.name}", item_name=now.name)
    sid, in_shop = find_in_shop(plan, shop, later)
    people = [find_person(plan, friend.name) for friend in (first, second)]
    added = put_in_cart(plan, found, now, units)
    paid = pay_after(plan, added)
    plan.call(
        "add_to_cart",
        f"Put {more} units of {later.name} into the cart for later",
        sid=str(sid),
        tid=in_shop[place_of(in_shop, later), "tid"],
        cnt=more,
        after=[paid],
    )
    left = plan.call("check_balance", "See what is left on the account", after=[paid])
    texts = (f"Paid today: {paid['total']}", f"Left on the account: {left}")
    for friend, uid, text in zip((first, second), people, texts, strict=True):
        tell(plan, friend.name, uid, text)
    words = {"now": now.name, "later": later.name, "shop": shop.name, "more": str(more)}
    return Query(
        {**ordinals([first.name, second.name]), **words, "units": str(units)},
        texts=tuple((MESSAGES, Exact(filled(text, paid, left))) for text in texts),
    )


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        "The three goods in my LightShop cart are for the household, but the one with the highest "
        "price per unit has to wait: take it out, and star it so that I don't forget it. What "
        "remains is shared by {first}, {second} and me. Let the two of them know a third of the "
        'cart\'s new total, rounded to the cent, in just these words: "Your third: 12.34".',
        "Please remove from my cart on LightShop whatever has the highest price per unit there, "
        "and mark it as a favourite item instead. Divide what the cart comes to after that by "
        "three, round to the cent and send the result to {first} and to {second} on LightTalk as "
        '"Your third: 12.34".',
    ),
    answer="The dearest good is a favourite now instead, and both know a third of the new total.",
)
def lighten_the_cart(plan: Planner, draw: Stream) -> Query:
    """Take the dearest line out of the cart, star it and tell two people a third of the rest."""
    friends = some_of(draw, others(plan.world), 2, "open contacts")
    goods = some_of(draw, goods_to_find(plan.world, draw), 3, "goods")
    counts = [draw.between(1, 4) for _ in goods]
    dearest = max(item.price for _, item in goods)
    rest = sum(n * i.price for n, (_, i) in zip(counts, goods, strict=True) if i.price < dearest)
    if sum(item.price == dearest for _, item in goods) > 1 or not unmistakable((rest + 1) // 3):
        raise Decline("no single dearest good, or a share that may be written in several ways")
    for (shop, item), count in zip(goods, counts, strict=True):
        fill_cart(plan.world, shop.sid, item.tid, count)
    cart = plan.call("get_cart_summary", "See what lies in the cart")
    people = [find_person(plan, friend.name) for friend in friends]
    lines = cart.output["lines"]
    top = max(range(len(lines)), key=lambda place: float(lines[place]["price"]))
    line = ("lines", top)
    out = plan.call("delete_item_in_cart", "Take the dearest out", caid=cart[*line, "caid"])
    plan.call(
        "star_item",
        "Mark the dearest as a favourite",
        sid=cart[*line, "sid"],
        tid=cart[*line, "tid"],
    )
    less = plan.call("get_cart_summary", "See what the cart comes to now", after=[out])
    third = plan.call("div", "Divide the new total by three people", a=less["total"], b=3)
    share = plan.call("round_val", "Round a third to the cent", a=str(third), ndigits=2)
    text = f"Your third: {share}"
    for friend, uid in zip(friends, people, strict=True):
        tell(plan, friend.name, uid, text)
    names = ordinals([friend.name for friend in friends])
    return Query(names, texts=((MESSAGES, Exact(filled(text, share))),))


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        'Which of the shops in the category "{category}" on LightShop has the best price for '
        '"{item}"? Star that offer and its shop. Then work out the average price of "{item}" over '
        "all the shops of that category, and tell {first} the average, rounded to the "
        'cent, and {second} the best price: "On average: 12.34" and "At best: 12.34".',
        'Compare what "{item}" costs in all the LightShop shops of the category "{category}". Mark '
        "the cheapest offer as a favourite item and the shop that makes it as a favourite shop. "
        '{first} should learn the mean of the prices to the cent ("On average: 12.34"), {second} '
        'the lowest of them ("At best: 12.34"), on LightTalk.',
    ),
    answer="The best offer and its shop are favourites; both contacts have their figures.",
)
def best_of_category(plan: Planner, draw: Stream) -> Query:
    """Compare the prices of all shops of a category, star the best and tell two figures."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    category, item = one_of(draw, _compared(plan.world), "good that all shops of a category have")
    people = [find_person(plan, friend.name) for friend in (first, second)]
    shops = plan.call(
        "list_all_shops_by_category", f"List the shops for {category}", category=category
    )
    hits = [
        plan.call(
            "search_items_in_shop",
            f"Look up the price in {shop['name']}",
            sid=shops[place, "sid"],
            item_name=item,
        )
        for place, shop in enumerate(shops.output)
    ]
    places = [[entry["name"] for entry in hit.output].index(item) for hit in hits]
    offers = list(zip(hits, places, strict=True))
    low = min(range(len(hits)), key=lambda n: float(offers[n][0].output[places[n]]["price"]))
    hit, place = offers[low]
    starred = plan.call(
        "star_item", "Mark the best offer", sid=shops[low, "sid"], tid=hit[place, "tid"]
    )
    plan.call("star_shop", "Mark the shop that makes it", sid=starred["sid"])
    prices = [hit[place, "price"] for hit, place in offers]
    mean = plan.call("mean", "Work out the average price", numbers=prices)
    rounded = plan.call("round_val", "Round the average to the cent", a=str(mean), ndigits=2)
    texts = (f"On average: {rounded}", f"At best: {hit[place, 'price']}")
    for friend, uid, text in zip((first, second), people, texts, strict=True):
        tell(plan, friend.name, uid, text)
    words = ordinals([first.name, second.name]) | {"category": category, "item": item}
    return Query(words, texts=tuple((MESSAGES, Exact(filled(t, rounded, hit))) for t in texts))


def _compared(world: World) -> list[tuple[str, str]]:
    """Categories and goods that all their shops have, at clear prices; of the most shops.

    Raises:
        Decline: no category has two shops.
    """
    store = world.app(LightShop)
    by_category: dict[str, list[dict[str, int]]] = {}
    for sid, shop in store.shops.of().items():
        priced = {item.name: item.price for item in store.items.of(sid).values()}
        by_category.setdefault(shop.category, []).append(priced)
    most = max(map(len, by_category.values()))
    if most < 2:
        raise Decline("no category with two shops")
    found = []
    for category, shops in sorted(by_category.items()):
        for name in sorted(set.intersection(*map(set, shops))) if len(shops) == most else ():
            prices = sorted(shop[name] for shop in shops)
            mean, left = divmod(sum(prices), most)
            mean += 2 * left > most
            if prices[0] < prices[1] and 2 * left != most and prices[0] % 10 and mean % 10:
                found.append((category, name))
    return found


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        '"{shop}" has only a few units of "{item}" left. Add all of them to what is in my '
        "LightShop cart already and pay for everything. Mark the shop as a favourite. On LightTalk "
        'write to {first} how many there were and at what price, in the form "Got the last 7 for '
        '12.34 each", and to {second} what the cart had come to before: "It was 12.34 until then".',
        'Buy up the rest of "{item}" at "{shop}", however many units they have, together with the '
        "goods that lie in my cart; star the shop, too. {second} should be told the total of the "
        'cart as it was beforehand ("It was 12.34 until then"), and {first} the number of units '
        'and the price of one ("Got the last 7 for 12.34 each").',
    ),
    answer="The rest is bought with the cart, the shop is a favourite, both contacts are told.",
)
def buy_up_the_rest(plan: Planner, draw: Stream) -> Query:
    """Buy as many of a good as the shop has left, with what lay in the cart before."""
    first, second = some_of(draw, others(plan.world), 2, "open contacts")
    (shop, item), (stall, lying) = some_of(draw, goods_to_find(plan.world, draw), 2, "goods")
    before = draw.choice([n for n in range(1, 10) if unmistakable(n * lying.price)])
    fill_cart(plan.world, stall.sid, lying.tid, before)
    set_stock(plan.world, shop.sid, item.tid, draw.between(4, 12))
    people = [find_person(plan, friend.name) for friend in (first, second)]
    cart = plan.call("get_cart_summary", "See what the cart comes to so far")
    sid, found = find_in_shop(plan, shop, item)
    tid = found[place_of(found, item), "tid"]
    plan.call("star_shop", "Mark the shop as a favourite", sid=str(sid))
    left = plan.call("get_item_info", "See how many units are left", sid=str(sid), tid=tid)
    goods = {"tid": tid, "cnt": left["count"]}
    added = plan.call(
        "add_to_cart", "Put all that are left in", after=[cart], sid=str(sid), **goods
    )
    pay_after(plan, added)
    texts = (
        f"Got the last {left['count']} for {left['price']} each",
        f"It was {cart['total']} until then",
    )
    for friend, uid, text in zip((first, second), people, texts, strict=True):
        tell(plan, friend.name, uid, text)
    words = {"shop": shop.name, "item": item.name, **ordinals([first.name, second.name])}
    return Query(words, texts=tuple((MESSAGES, Exact(filled(t, left, cart))) for t in texts))
