"""Tasks about recipes, roads and lessons, where something has to be measured or worked out."""

from __future__ import annotations

import math
from typing import NamedTuple

from evaluators import Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import empty_cart, set_stock
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import set_primary
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import Roads, in_miles, moles_of, tenths, weekday_in
from sandboxes.tasks.kit.general import asking, one_of, ordinals, some_of, told
from sandboxes.tasks.kit.shop import PAYMENTS, Offer, buy, cart_holds, clear_cart, looked_up, pay
from sandboxes.tasks.kit.shop_goods import FOOD, grams, on_offer, small_good
from sandboxes.tasks.kit.talk import MESSAGES, open_up, others, write_to
from sandboxes.tasks.kit.weather import current

_PLENTY = 30
_MARGIN = 0.1


class _Portion(NamedTuple):
    """A weight in a unit of the kitchen, the grams of a pack, and the packs that it takes."""

    offer: Offer
    amount: float
    unit: str
    pack: int
    packs: int


def _portion(draw: Stream, offer: Offer, unit: str, in_grams: float) -> _Portion:
    """A weight that takes two to six packs of a good, the last of them in part.

    Raises:
        Decline: the weight is too close to whole packs.
    """
    pack = grams(offer[1])
    if pack is None:
        raise Decline("not sold by weight")
    packs = draw.between(2, 6)
    places = 1 if unit == "pound" else 0
    amount = round((packs - 0.5) * pack / in_grams, places)
    needed = amount * in_grams / pack
    if not packs - 1 + _MARGIN < needed < packs - _MARGIN or amount == 1:
        raise Decline("too close to whole packs, or a single pound")
    return _Portion(offer, amount, unit, pack, packs)


@template(
    level=2,
    apps=("LightTalk", "LightShop"),
    traps=("clean_slate", "arithmetic_or_text"),
    phrasings=(
        "My aunt overseas gave me her chutney recipe: {pounds} pounds of one thing and {ounces} "
        'ounces of another (avoirdupois, as in any kitchen). The first is "{first}" from '
        '"{first_shop}", the second "{second}" from "{second_shop}", both on LightShop. Of each, '
        "buy as many packs as it takes to have the weight, and no pack more. Whatever lies in "
        "the cart already is not wanted: take it out for good, I pay for the chutney only. Then "
        "tell {name} what it cost in all, as a figure such as 12.50, with no other number in the "
        "message, not even in a name.",
        'For a soup I need at least {pounds} pounds of "{first}" from the LightShop shop '
        '"{first_shop}" and at least {ounces} ounces (by weight) of "{second}" from '
        '"{second_shop}". Please order and pay for the fewest whole packs that are enough of '
        "each. Clear the cart beforehand, if there is anything in it; those things can go back "
        "to the shops. {name} pays half, so send {name} the total of the order as a figure such "
        "as 12.50. It must be the only number in the message, and digits in names count too.",
        'The recipe says {ounces} ounces (weight, not volume) of "{second}", to be had at '
        '"{second_shop}", and {pounds} pounds of "{first}", to be had at "{first_shop}". Get '
        "them on LightShop and pay: the smallest number of packs of each that holds that much. "
        "Nothing else is to be bought, and anything that waits in my cart should be thrown out "
        "of it and stay out. Afterwards write to {name} how much was paid altogether, as a "
        "figure such as 12.50 and without any second number, even in a name.",
    ),
    reading=Reading("2026-11-30", "d8edb17f3664"),
)
def shop_for_old_recipe(world: World, draw: Stream) -> Draft:
    """Buy packs for weights in pounds and ounces; the trap is what lies in the cart."""
    sold = [pair for pair in on_offer(world, in_stock=0) if pair[0].category in FOOD]
    weighed = [pair for pair in sold if grams(pair[1]) is not None]
    first, second = some_of(draw, weighed, 2, "goods sold by weight")
    if first[1].name == second[1].name:
        raise Decline("the same good twice")
    portions = (
        _portion(draw, first, "pound", 453.59237),
        _portion(draw, second, "ounce", 28.349523125),
    )
    foreign = [pair for pair in on_offer(world, in_stock=3) if pair not in (first, second)]
    stray = one_of(draw, foreign, "other good in stock")
    receiver = one_of(draw, others(world), "open contact")
    total = sum(portion.offer[1].price * portion.packs for portion in portions)

    def prepare(stage: Stage) -> None:
        cart_holds(stray, 2)(stage)
        for shop, item in (first, second):
            set_stock(stage.world, shop.sid, item.tid, _PLENTY)

    def gold(do: Client) -> None:
        if do.careful:
            clear_cart(do)
        for portion in portions:
            sid, tid = looked_up(do, *portion.offer)
            weight, unit = portion.amount, portion.unit
            needed = do("convert_mass", value=weight, from_unit=unit, to_unit="gram")
            packs = math.ceil(do("div", a=needed, b=portion.pack))
            do("add_to_cart", sid=sid, tid=tid, cnt=packs)
        paid = pay(do)
        write_to(do, receiver.name, f"The ingredients cost {paid:.2f} in all.")

    return Draft(
        {
            "pounds": f"{portions[0].amount:g}",
            "ounces": f"{portions[1].amount:g}",
            "first": first[1].name,
            "first_shop": first[0].name,
            "second": second[1].name,
            "second_shop": second[0].name,
            "name": receiver.name,
        },
        gold,
        unique=(first[1].name, first[0].name, second[1].name, second[0].name, receiver.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(total / 100)),),
        summed=(PAYMENTS,),
    )


_PLACES = (
    ("Alderbay", "Fernhill", "Mill End", "Corran Bridge", "Saltmarsh", "Cape Ferro"),
    ("the station", "Lower Weir", "Hazelby", "Three Oaks", "Quarry Cross", "Lake Inari Hut"),
    ("Old Port", "Tanner's Ford", "Bellis", "Upper Moss", "Windgap", "the lighthouse"),
)
_ROADS = ((0, 1), (0, 2), (1, 2), (1, 3), (2, 3), (2, 4), (3, 4), (3, 5), (4, 5))
_SPEEDS = (12, 15, 20)


@template(
    level=2,
    apps=("LightTalk", "LightShop", "LightWeather"),
    traps=("condition", "arithmetic_or_text"),
    phrasings=(
        "On Sunday {first}, {second} and I cycle from {start} to {goal}. These are the roads, "
        "each open both ways, in kilometres: {roads}. We take the shortest way there. Tell "
        "{first}, who thinks in miles, how long that way is in miles, to one decimal place, and "
        "tell {second} how many minutes it takes at a steady {speed} km/h; each message holds "
        "that figure and no other number, not even in a name. Make {city} my primary location on "
        "LightWeather. If the temperature there is below {limit} degrees Celsius at this hour, "
        'order and pay for one unit of "{item}" from "{shop}" on LightShop; if not, just make '
        "that item a favourite of mine, without buying anything.",
        "We are three on a bicycle tour: {first}, {second} and I, from {start} to {goal} by the "
        "shortest way along these roads (kilometres, both directions): {roads}. {first} wants the "
        "distance in miles, rounded to one decimal; {second} wants the riding time in minutes if "
        "we keep {speed} km/h. Send each of them their figure, which must be the only number in "
        "that message, and digits in names count too. Set LightWeather's primary location to "
        "{city}, and look "
        "at the temperature there now: at {limit} degrees Celsius or more, only add "
        '"{item}" from "{shop}" on LightShop to my favourite items; when it is colder, buy one '
        "unit of it instead, payment included, and leave the favourites alone.",
        "Here is our road map, distances in km, every road usable either way: {roads}. We ride "
        "from {start} to {goal}, by the shortest way. Please message {first} its length in miles "
        "(one decimal place), and {second} the number of minutes it takes to ride it at {speed} "
        "km/h throughout. One number to a message, no further one even inside a name. Then choose "
        "{city} as primary location on LightWeather. The "
        'thing I might need is "{item}" from "{shop}" (LightShop): pay for one unit if {city} has '
        "less than {limit} degrees Celsius in this hour, else put it among my favourite items "
        "and buy nothing.",
    ),
    reading=Reading("2026-11-30", "0ad3ee8b2dc4"),
)
def plan_bicycle_tour(world: World, draw: Stream) -> Draft:
    """Send the length and time of a shortest way, and buy or mark a good by the temperature."""
    first, second = riders = some_of(draw, others(world, blocked=None), 2, "contacts")
    places = draw.choice(_PLACES)
    roads = Roads([(places[a], places[b], draw.between(4, 19)) for a, b in _ROADS])
    speed = draw.choice(_SPEEDS)
    start, goal = places[0], places[-1]
    distance = roads.shortest(asking(world), start, goal)
    miles = in_miles(asking(world), distance)
    city = one_of(draw, list(cities()), "city")
    is_cold = draw.chance(0.5)
    gap = draw.between(2, 6)
    limit = round(current(world, city).temperature) + (gap if is_cold else -gap)
    if abs(limit) == 1:
        raise Decline("a single degree")
    shop, item = small_good(world, draw, in_stock=3)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        set_primary(stage.world, None)
        open_up(stage.world, riders)

    def gold(do: Client) -> None:
        length = roads.shortest(do, start, goal)
        write_to(do, first.name, f"The way is {tenths(do, in_miles(do, length))} miles long.")
        hours = do("div", a=length, b=speed)
        minutes = do("convert_time_units", value=hours, from_unit="h", to_unit="min")
        write_to(do, second.name, f"We will ride for {round(minutes)} minutes.")
        do("set_primary_location", location=city)
        cold = do("get_current_weather", location=city)["temperature"] < limit
        if cold:
            buy(do, shop, item, 1)
        else:
            sid, tid = looked_up(do, shop, item)
            do("star_item", sid=sid, tid=tid)

    words = {"first": first.name, "second": second.name, "start": start, "goal": goal}
    words |= {"roads": str(roads), "speed": str(speed), "city": city, "limit": str(limit)}
    words |= {"item": item.name, "shop": shop.name}
    return Draft(
        words,
        gold,
        unique=(first.name, second.name, goal, city, item.name, shop.name),
        prepare=prepare,
        texts=(
            (MESSAGES, Slot(round(miles, 1))),
            (MESSAGES, Slot(round(distance * 60 / speed))),
        ),
        summed=(PAYMENTS,),
    )


_SALTS = (
    ("table salt", "NaCl"),
    ("baking soda", "NaHCO3"),
    ("washing soda", "Na2CO3·10H2O"),
    ("blue vitriol", "CuSO4·5H2O"),
    ("Epsom salt", "MgSO4·7H2O"),
    ("saltpetre", "KNO3"),
    ("cane sugar", "C12H22O11"),
)
_FUELS = (
    ("propane", "C3H8"),
    ("butane", "C4H10"),
    ("pentane", "C5H12"),
    ("heptane", "C7H16"),
    ("octane", "C8H18"),
    ("acetylene", "C2H2"),
)


@template(
    level=2,
    apps=("LightOS", "LightTalk", "LightShop"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I teach chemistry and my pupils wait for their tasks on LightTalk. {first} prepares "
        "{moles} mol of {salt} ({formula}): tell {first} how many grams that is, rounded to one "
        "decimal place. {second} speaks about burning {fuel} ({fuel_formula}): tell {second} "
        "which whole number stands before oxygen when the equation of its complete combustion "
        "is balanced with the smallest whole numbers. Each of these two messages must hold that "
        "figure and no other number, not even inside a name or formula. The lesson is {days} "
        "days from today; look up the weekday and send {third} exactly this, with its English "
        'name in place of the dots: "See you in the lab on ...!" And as prizes buy {units} units '
        'of "{item}" from "{shop}" on LightShop.',
        "Three messages to pupils, please. {first} gets the mass in grams of {moles} mol of "
        "{salt}, {formula}, to one decimal place. {second} gets the coefficient of oxygen in the "
        "complete combustion of {fuel}, {fuel_formula}, balanced with whole numbers as small as "
        "possible. In both, the figure asked for has to be the only number, formulas and names "
        'included. {third} gets exactly "See you in the lab on ...!", where the dots stand for '
        "the weekday, in English, of the day that comes {days} days after today. Finally order "
        'and pay for {units} units of "{item}" at "{shop}" on LightShop, the prizes.',
        'My class needs prizes, so buy {units} units of "{item}" from the LightShop shop "{shop}" '
        "and pay. My pupils need answers: message {first} how many grams {moles} mol of {salt} "
        "({formula}) weigh, with one decimal place, and message {second} how many molecules of "
        "oxygen the balanced equation for burning {fuel} ({fuel_formula}) completely has, in "
        "smallest whole numbers; both messages with that one figure and without any other "
        "number, be it in a name or a formula. And {third} must know the day, which is {days} "
        'days from now: send exactly "See you in the lab on ...!" with the English weekday '
        "instead of the dots.",
    ),
    reading=Reading("2026-11-30", "e42faf3559e1"),
)
def set_chemistry_tasks(world: World, draw: Stream) -> Draft:
    """Send three pupils a mass, a coefficient and a weekday, and buy prizes."""
    first, second, third = pupils = some_of(draw, others(world, blocked=None), 3, "contacts")
    salt, formula = draw.choice(_SALTS)
    fuel, fuel_formula = draw.choice(_FUELS)
    moles = moles_of(world, draw, formula)
    days = draw.between(4, 40)
    units = draw.between(2, 5)
    mass = told(world, "convert_moles_to_grams", moles=moles, formula=formula)
    oxygen = told(world, "combustion_products", fuel_formula=fuel_formula)["reactants"]["O2"]
    shop, item = small_good(world, draw, in_stock=8)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        open_up(stage.world, pupils)

    def gold(do: Client) -> None:
        weight = do("convert_moles_to_grams", moles=moles, formula=formula)
        write_to(do, first.name, f"Please weigh out {tenths(do, weight)} grams.")
        burnt = do("combustion_products", fuel_formula=fuel_formula)
        write_to(do, second.name, f"Before oxygen stands {burnt['reactants']['O2']}.")
        write_to(do, third.name, f"See you in the lab on {weekday_in(do, days)}!")
        buy(do, shop, item, units)

    words = ordinals(pupil.name for pupil in pupils)
    words |= {"moles": f"{moles:g}", "salt": salt, "formula": formula}
    words |= {"fuel": fuel, "fuel_formula": fuel_formula, "days": str(days)}
    words |= {"units": str(units), "item": item.name, "shop": shop.name}
    return Draft(
        words,
        gold,
        unique=(first.name, second.name, third.name, item.name, shop.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(round(mass, 1))), (MESSAGES, Slot(oxygen))),
        summed=(PAYMENTS,),
    )
