"""Tasks about what goes into the cart, how much of it, and from which shop."""

from __future__ import annotations

from itertools import combinations

from evaluators import TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_shop.stage import empty_cart, fill_cart, set_stock
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of, some_of
from sandboxes.tasks.kit.shop import (
    CART,
    PAYMENTS,
    Offer,
    cart_holds,
    looked_up,
    pay,
    priced,
    units_left,
)
from sandboxes.tasks.kit.shop_goods import DEAR, of_different_names, on_offer, sold_in_several_shops

_CHEAP = 2_00  # cents: of what costs less, nobody notices one unit more
_PLENTY = 60  # units in stock


@template(
    level=1,
    apps=("LightShop",),
    phrasings=(
        'My daughter got carried away with my LightShop cart. Take "{gone}" out of it altogether '
        'and bring "{less}" down from {many} units to {few}. The rest of the cart should stay as '
        "it is, and nothing is to be paid yet.",
        'Please trim my LightShop cart: no "{gone}" any more, and only {few} of the {many} units '
        'of "{less}". Leave whatever else is in there alone, and don\'t pay.',
        'There is too much in my cart on LightShop. I can do without "{gone}", and of "{less}" I '
        "want to keep {few} units instead of {many}. Everything else stays in the cart, unpaid.",
    ),
    reading=Reading("2026-11-30", "0ae9ac93ffcf"),
)
def trim_cart(world: World, draw: Stream) -> Draft:
    """Take one good out of the cart and keep fewer units of another."""
    stocked = of_different_names(on_offer(world, in_stock=12))
    gone, less, kept = some_of(draw, stocked, 3, "goods with twelve in stock")
    many = draw.between(6, 9)
    few = draw.between(2, 4)
    units = {gone: draw.between(1, 3), less: many, kept: draw.between(1, 3)}

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        for (shop, item), count in units.items():
            fill_cart(stage.world, shop.sid, item.tid, count)

    def gold(do: Client) -> None:
        lines = {line["name"]: line for line in do("get_cart_summary")["lines"]}
        do("delete_item_in_cart", caid=lines[gone[1].name]["caid"])
        line = lines[less[1].name]
        do("delete_item_in_cart", caid=line["caid"])
        do("add_to_cart", sid=line["sid"], tid=line["tid"], cnt=few)

    return Draft(
        {"gone": gone[1].name, "less": less[1].name, "many": str(many), "few": str(few)},
        gold,
        unique=(gone[1].name, less[1].name, str(many), str(few)),
        prepare=prepare,
        summed=(CART,),
    )


@template(
    level=1,
    apps=("LightShop",),
    traps=("arithmetic_or_text",),
    phrasings=(
        'I have set {budget} aside for "{item}" from "{shop}" on LightShop. Order and pay for as '
        "many units of it as that sum will cover, and for nothing else.",
        'Spend up to {budget} at "{shop}" on LightShop: as many units of "{item}" as the sum '
        "allows, ordered and paid for, and no other goods.",
        'How many units of "{item}" does {budget} buy at "{shop}" on LightShop? Please order and '
        "pay for exactly that many, nothing else.",
    ),
    reading=Reading("2026-11-30", "1c0d3db46e0c"),
)
def spend_budget(world: World, draw: Stream) -> Draft:
    """Buy as many units as a sum of money pays for."""
    fitting = on_offer(world, least=2 * _CHEAP, most=DEAR)
    shop, item = one_of(draw, fitting, "good at a moderate price")
    units = draw.between(3, 9)
    budget = (item.price * units + item.price // 2) // 100

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        set_stock(stage.world, shop.sid, item.tid, _PLENTY)

    def gold(do: Client) -> None:
        sid, tid, price = priced(do, shop.name, item.name)
        affordable = int(do("floor_div", a=budget, b=price))
        do("add_to_cart", sid=sid, tid=tid, cnt=affordable)
        pay(do)

    return Draft(
        {"budget": f"{budget}.00", "item": item.name, "shop": shop.name},
        gold,
        unique=(f"{budget}.00", item.name, shop.name),
        prepare=prepare,
        summed=(PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightShop",),
    traps=("recoverable_failure",),
    phrasings=(
        'The youth club needs {units} units of "{item}" by the weekend. Buy them on LightShop from '
        '"{first}" if it has that many in stock; if not, buy all {units} from "{second}" instead. '
        "We want nothing else.",
        'Please order and pay for exactly {units} units of "{item}" on LightShop. "{first}" is the '
        "shop I would rather support, but if it hasn't got {units} left, take all of them from "
        '"{second}". Nothing else, please.',
        'Get me {units} units of "{item}" and nothing else on LightShop, all from one shop: from '
        '"{first}" as long as its stock is enough for the whole order, otherwise from "{second}". '
        "Pay for them as well.",
    ),
    reading=Reading("2026-11-30", "32ab7931ae72"),
)
def buy_where_enough_is_left(world: World, draw: Stream) -> Draft:
    """Buy a good in the second shop, since the first has too few units left."""
    groups = [g for g in sold_in_several_shops(world).values() if g[0][1].price <= DEAR]
    first, second = draw.shuffled(one_of(draw, groups, "good in two shops"))[:2]
    name = first[1].name
    units = draw.between(3, 8)
    left = draw.between(0, units - 1)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        set_stock(stage.world, first[0].sid, first[1].tid, left)
        set_stock(stage.world, second[0].sid, second[1].tid, _PLENTY)

    def gold(do: Client) -> None:
        found = [entry for entry in do("search_items", item_name=name) if entry["name"] == name]
        places = {entry["shop_name"]: entry for entry in found}
        chosen = places[first[0].name]
        if units_left(do, chosen["sid"], chosen["tid"]) < units:
            chosen = places[second[0].name]
        do("add_to_cart", sid=chosen["sid"], tid=chosen["tid"], cnt=units)
        pay(do)

    return Draft(
        {"units": str(units), "item": name, "first": first[0].name, "second": second[0].name},
        gold,
        unique=(str(units), name, first[0].name, second[0].name),
        prepare=prepare,
        summed=(PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightShop",),
    traps=("condition", "do_nothing", "arithmetic_or_text"),
    phrasings=(
        'I would love to have {units} units of "{item}" from "{shop}" on LightShop, but at least '
        "{floor} must remain in my account there once they are paid for. If it does, buy exactly "
        "those; if it doesn't, leave everything as it is.",
        "My savings goal is to keep at least {floor} in my LightShop account. Buy exactly {units} "
        'units of "{item}" at "{shop}" provided that the balance after paying is not below that; '
        "otherwise do nothing at all.",
        'Check whether I can afford {units} units of "{item}" from "{shop}" on LightShop: there '
        "must be {floor} or more left in my account there afterwards. Only if so, order and pay "
        "for exactly these; otherwise change nothing.",
    ),
    reading=Reading("2026-11-30", "33504024963d"),
)
def buy_if_enough_remains(world: World, draw: Stream) -> Draft:
    """Buy goods only if a sum remains in the account; in half of the worlds it would not."""
    fitting = on_offer(world, least=25_00, most=DEAR)
    shop, item = one_of(draw, fitting, "good at a moderate price")
    units = draw.between(3, 7)
    cost = item.price * units
    rest = world.app(LightShop).account.value.balance - cost
    enough = draw.chance(0.5)
    shift = draw.between(1, cost // 200)
    floor = rest // 100 - shift if enough else rest // 100 + shift
    wanted = f"{floor:,}.00"

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        set_stock(stage.world, shop.sid, item.tid, _PLENTY)

    def gold(do: Client) -> None:
        sid, tid, price = priced(do, shop.name, item.name)
        total = do("mul", a=price, b=units)
        remaining = do("sub", a=do("check_balance"), b=total)
        if do.careful and remaining < floor:
            return
        do("add_to_cart", sid=sid, tid=tid, cnt=units)
        pay(do)

    return Draft(
        {"units": str(units), "item": item.name, "shop": shop.name, "floor": wanted},
        gold,
        unique=(str(units), item.name, shop.name, wanted),
        prepare=prepare,
        kind=TaskKind.CHANGE if enough else TaskKind.DO_NOTHING,
        summed=(PAYMENTS,),
    )


@template(
    level=1,
    apps=("LightShop",),
    traps=("clean_slate", "arithmetic_or_text"),
    phrasings=(
        "For the school fair, my LightShop cart has to hold exactly {units} units of "
        '"{item}" from "{shop}", counting any that lie in it already. Whatever other goods are in '
        "the cart stay there just as they are. Don't pay.",
        'Make sure that there are {units} units of "{item}" from "{shop}" in my LightShop cart in '
        "all, no more and no fewer, with those that may be in it now included. Leave the other "
        "goods in the cart alone; I will pay later.",
        'I need exactly {units} units of "{item}" from "{shop}" in my cart on LightShop. Some may '
        "be there already, and they count. Keep everything else that is in the cart, and leave "
        "the paying to me.",
    ),
    reading=Reading("2026-11-30", "3b42c2542491"),
)
def top_up_cart(world: World, draw: Stream) -> Draft:
    """Bring a good in the cart up to a number of units; the trap is that some lie there already."""
    stocked = on_offer(world, in_stock=12)
    shop, item = one_of(draw, stocked, "good with twelve in stock")
    other = one_of(draw, [o for o in stocked if o[1].name != item.name], "other good in stock")
    units, there = draw.between(6, 10), draw.between(2, 4)
    lying = draw.between(1, 3)
    with_trap = cart_holds((shop, item), there)

    def prepare(stage: Stage) -> None:
        with_trap(stage)
        fill_cart(stage.world, other[0].sid, other[1].tid, lying)

    def gold(do: Client) -> None:
        sid, tid = looked_up(do, shop, item)
        missing = units
        if do.careful:
            for line in do("get_cart_summary")["lines"]:
                if (line["sid"], line["tid"]) == (sid, tid):
                    missing = int(do("sub", a=units, b=line["count"]))
        do("add_to_cart", sid=sid, tid=tid, cnt=missing)

    def anew(do: Client) -> None:
        sid, tid = looked_up(do, shop, item)
        for line in do("get_cart_summary")["lines"]:
            if (line["sid"], line["tid"]) == (sid, tid):
                do("delete_item_in_cart", caid=line["caid"])
        do("add_to_cart", sid=sid, tid=tid, cnt=units)

    return Draft(
        {"units": str(units), "item": item.name, "shop": shop.name},
        gold,
        unique=(str(units), item.name, shop.name),
        prepare=prepare,
        other_ends=(anew,),
        summed=(CART,),
    )


@template(
    level=2,
    apps=("LightShop",),
    traps=("impossible",),
    phrasings=(
        "I can stop at one shop only on my way to the ferry. Find the one on LightShop that has at "
        'least {units} units each of "{a}", "{b}" and "{c}" in stock, and buy exactly {units} of '
        "each there. All three from the same shop, no substitutes, nothing less and nothing else.",
        'Please buy {units} units each of "{a}", "{b}" and "{c}" on LightShop, all of it from one '
        "and the same shop, for I can only collect from one. It has to be these three in exactly "
        "this number; no substitutes, and nothing besides.",
        'Somewhere on LightShop there may be a single shop with {units} units each of "{a}", "{b}" '
        'and "{c}" left. Order and pay for exactly that there; I won\'t collect from two shops, '
        "take fewer of anything or accept other goods.",
    ),
    reading=Reading("2026-11-30", "dd20aec0fc1a"),
)
def buy_all_at_one_shop(world: World, draw: Stream) -> Draft:
    """Buy three goods in the one shop that has enough of each; in half of the worlds none has."""
    groups = sold_in_several_shops(world)
    common = one_of(draw, _in_common(groups), "two shops with three goods in common")
    names = some_of(draw, common, 3, "goods")
    offered = [{shop.sid: item.tid for shop, item in groups[name]} for name in names]
    shops = [shop for shop, _ in groups[names[0]] if all(shop.sid in o for o in offered)]
    units = draw.between(3, 6)
    possible = draw.chance(0.5)
    winner = draw.choice(shops)
    short = {shop.sid: (draw.below(3), draw.between(0, units - 1)) for shop in shops}

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        for shop in shops:
            for place, tids in enumerate(offered):
                lacking, left = short[shop.sid]
                wanted = place != lacking or (possible and shop.sid == winner.sid)
                set_stock(stage.world, shop.sid, tids[shop.sid], _PLENTY if wanted else left)

    def lift(stage: Stage) -> None:
        for tids in offered:
            set_stock(stage.world, winner.sid, tids[winner.sid], _PLENTY)

    def gold(do: Client) -> None:
        found = [_places(do, name) for name in names]
        selling = [sid for sid in found[0] if all(sid in tids for tids in found)]
        enough = [
            sid
            for sid in selling
            if min([units_left(do, sid, tids[sid]) for tids in found]) >= units
        ]
        if do.careful and not enough:
            raise CannotBeDone
        chosen = (enough or selling)[0]
        for tids in found:
            do("add_to_cart", sid=chosen, tid=tids[chosen], cnt=units)
        pay(do)

    a, b, c = names
    return Draft(
        {"units": str(units), "a": a, "b": b, "c": c},
        gold,
        unique=(str(units), a, b, c),
        prepare=prepare,
        kind=TaskKind.CHANGE if possible else TaskKind.IMPOSSIBLE,
        summed=(PAYMENTS,),
        obstacle=f"no shop has {units} units of each of the three goods",
        lift=lift,
    )


def _in_common(groups: dict[str, list[Offer]]) -> list[list[str]]:
    """For each two shops with three goods in common, none of them dear, the names of the goods."""
    names: dict[tuple[str, str], list[str]] = {}
    for name, group in groups.items():
        if max(item.price for _, item in group) > DEAR:
            continue
        for pair in combinations([shop.sid for shop, _ in group], 2):
            names.setdefault(pair, []).append(name)
    return [common for common in names.values() if len(common) >= 3]


def _places(do: Client, name: str) -> dict[str, str]:
    """The shops that sell a good, and the good's id in each of them."""
    found = do("search_items", item_name=name)
    return {entry["sid"]: entry["tid"] for entry in found if entry["name"] == name}
