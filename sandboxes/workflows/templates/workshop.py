"""Sums of laboratories, kitchens, gardens and roads whose results are told, watched or bought."""

from __future__ import annotations

from collections import Counter

from evaluators import Exact, TextRule
from sandboxes._streams import Stream
from sandboxes.apps.light_shop.stage import empty_cart, set_favourite, set_stock
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.stage import clear_alerts
from sandboxes.tasks import Decline
from sandboxes.tasks.kit.figures import Roads
from sandboxes.tasks.kit.general import one_of, ordinals, some_of
from sandboxes.tasks.kit.shop_goods import kind_of, on_offer
from sandboxes.tasks.kit.talk import MESSAGES, others
from sandboxes.workflows._template import Planner, Query, Step, workflow
from sandboxes.workflows.kit import filled, find_person, tell

_GASES = (("carbon dioxide", "CO2"), ("nitrogen", "N2"), ("oxygen", "O2"), ("argon", "Ar"))
_FUELS = (("propane", "C3H8"), ("butane", "C4H10"), ("ethanol", "C2H5OH"), ("pentane", "C5H12"))
_VILLAGES = (
    ("Alderholm", "Brinmouth", "Kestle", "Nether Sallow", "Pikemoor", "Thornsea"),
    ("Cala Brava", "Monte Sereno", "Ponte Vecia", "Rocca Lunga", "San Tello", "Valdoro"),
    ("Adiman", "Birikoro", "Faradou", "Koumba", "Sanfara", "Tiélo"),
)
_WAYS = ((0, 2), (0, 3), (1, 2), (1, 4), (2, 3), (2, 4), (3, 5), (4, 5))
_CORNERS = ("the fountain", "the gate", "the pond", "the pergola", "the bandstand", "the orangery")
_PATHS = ((0, 1), (0, 2), (0, 3), (1, 2), (2, 4), (3, 5), (4, 5), (0, 4))
_STOCKED = 60
_CLEAR = 0.02
_SMALL = 25_00  # cents
_FOR_BAGS = ("books", "sports_equipment", "electronics")


def write(plan: Planner, found: Step, text: str, *steps: Step) -> tuple[str, TextRule]:
    """Send a message to a contact that was looked up; how its text is compared.

    Args:
        plan: The plan.
        found: Where the contact was looked up.
        text: What to write, perhaps with references.
        steps: The calls that it refers to.
    """
    tell(plan, found.output["name"], found, text)
    return MESSAGES, Exact(filled(text, *steps))


def rounded(plan: Planner, value: str, what: str, places: int = 1) -> Step:
    """Round a number that was found to one or two decimal places."""
    ending = ("", "one decimal place", "two decimal places")[places]
    return plan.call("round_val", f"Round {what} to {ending}", a=value, ndigits=places)


def two_decimals(cents: float) -> bool:
    """Whether an amount, rounded to the cent, has two decimals and was clear to round."""
    return round(cents) % 10 != 0 and abs(cents % 1 - 0.5) > _CLEAR


def convert(plan: Planner, tool: str, say: str, value: object, unit: str, wanted: str) -> Step:
    """Convert a figure from one unit to another."""
    return plan.call(tool, say, value=value, from_unit=unit, to_unit=wanted)


@workflow(
    apps=("LightTalk",),
    phrasings=(
        "We fill a bottle of {gallons} US gallons with {grams} g of {gas} ({formula}) at {heat} "
        "degrees Fahrenheit. Taking it as an ideal gas, what is the pressure inside? On LightTalk, "
        "{first} wants it in kilopascals and {second} in pounds per square inch, each rounded to "
        'one decimal place. Write to {first} in the form "In the bottle: 104.0 kPa" and to '
        '{second} in the form "In the bottle: 15.1 psi".',
        "Our lab notes lack a figure: the ideal gas pressure of {grams} g of {gas}, {formula}, in "
        "a vessel that holds {gallons} US gallons, at {heat} °F. Please work it out, then message "
        '{second} the value in psi ("In the bottle: 15.1 psi") and {first} the value in kPa ("In '
        'the bottle: 104.0 kPa"). Round only at the end, to one decimal place.',
    ),
    answer="Both know the pressure in the bottle, each in their own unit.",
)
def gas_in_a_bottle(plan: Planner, draw: Stream) -> Query:
    """The pressure of a gas out of three converted figures, told in two units."""
    pair = some_of(draw, others(plan.world), 2, "open contacts")
    gas, formula = draw.choice(_GASES)
    grams, gallons, heat = draw.between(40, 120), draw.choice((2, 3, 5)), draw.between(55, 95)
    first, second = (find_person(plan, person.name) for person in pair)
    amount = plan.call(
        "convert_grams_to_moles", f"How many moles of {gas} it is", grams=grams, formula=formula
    )
    warmth = convert(
        plan,
        "Unit_convert_temperature",
        "Convert the temperature to kelvin",
        heat,
        "fahrenheit",
        "kelvin",
    )
    space = convert(
        plan, "convert_volume", "Convert the volume to litres", gallons, "us_gallon", "liter"
    )
    pressure = plan.call(
        "ideal_gas_pressure",
        "Work out the pressure in kilopascals",
        n_moles=str(amount),
        temp_k=str(warmth),
        volume_l=str(space),
    )
    psi = convert(
        plan,
        "convert_pressure",
        "Convert the pressure to pounds per square inch",
        str(pressure),
        "kilopascal",
        "pound_per_square_inch",
    )
    metric = rounded(plan, str(pressure), "the kilopascals")
    imperial = rounded(plan, str(psi), "the pounds per square inch")
    texts = (
        write(plan, first, f"In the bottle: {metric} kPa", metric),
        write(plan, second, f"In the bottle: {imperial} psi", imperial),
    )
    words = {"gas": gas, "formula": formula, "grams": str(grams), "gallons": str(gallons)}
    words |= {"heat": str(heat), **ordinals(person.name for person in pair)}
    return Query(words, texts=texts)


@workflow(
    apps=("LightTalk",),
    phrasings=(
        "Tonight's camp stove burns {ounces} ounces (avoirdupois) of {fuel}, {formula}. Let "
        "{second} know by LightTalk what happens, as a balanced equation with the smallest whole "
        'coefficients: "The stove: CH4 + 2 O2 -> CO2 + 2 H2O" if it were methane. {first} keeps '
        "the carbon diary and needs the grams of carbon dioxide that come of it, to one decimal "
        'place, in these words: "The stove made 210.5 g of CO2."',
        "Chemistry homework, two parts, both to be handed in over LightTalk. To {first}: how many "
        "grams of CO2 are made when {ounces} oz by weight of {fuel} ({formula}) burn completely, "
        'written "The stove made 210.5 g of CO2." with one decimal place. To {second}: the '
        "balanced equation of that combustion in the smallest whole numbers, written like "
        '"The stove: CH4 + 2 O2 -> CO2 + 2 H2O".',
    ),
    answer="One has the equation of the combustion, the other the grams of carbon dioxide.",
)
def carbon_of_a_camp_stove(plan: Planner, draw: Stream) -> Query:
    """Carbon dioxide from a fuel, over moles and coefficients, beside the bare equation."""
    pair = some_of(draw, others(plan.world), 2, "open contacts")
    fuel, formula = draw.choice(_FUELS)
    ounces = draw.between(4, 19)
    burnt = plan.call("combustion_products", f"Find what {fuel} burns to", fuel_formula=formula)
    mass = convert(plan, "convert_mass", f"Convert the {fuel} to grams", ounces, "ounce", "gram")
    first, second = (find_person(plan, person.name) for person in pair)
    moles = plan.call(
        "convert_grams_to_moles", f"How many moles of {fuel}", grams=str(mass), formula=formula
    )
    ratio = plan.call(
        "div",
        f"How many CO2 come of one {formula}",
        a=burnt["products", "CO2"],
        b=burnt["reactants", formula],
    )
    made = plan.call("mul", "How many moles of CO2", a=str(moles), b=str(ratio))
    grams = plan.call(
        "convert_moles_to_grams", "Convert the CO2 to grams", moles=str(made), formula="CO2"
    )
    figure = rounded(plan, str(grams), "the grams of CO2")
    texts = (
        write(plan, second, f"The stove: {burnt['equation']}", burnt),
        write(plan, first, f"The stove made {figure} g of CO2.", figure),
    )
    words = {"fuel": fuel, "formula": formula, "ounces": str(ounces)}
    return Query(words | ordinals(person.name for person in pair), texts=texts)


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        "Light for the park! Between its corners there are these paths (in metres): {paths}. Cable "
        "runs along paths only, and as little of it as will join up all the corners. And at {hub}, "
        'each path that meets there gets one "{lamp}" from "{shop}" on LightShop: put that many '
        "into my cart, which is empty, without paying. Afterwards tell {name} on LightTalk the "
        "yards of cable and the total of the cart, both to one decimal place, in the form "
        '"Cable: 51.0 yards. Lamps: 240.5."',
        "{name} does the accounts of our park committee. Corners and paths, with lengths in "
        'metres: {paths}. Put one "{lamp}" (LightShop, shop "{shop}") into the empty cart for '
        "every path that ends at {hub}, and leave it unpaid. For the cable, take the shortest set "
        "of paths that links all corners. Then send {name} a LightTalk message like "
        '"Cable: 51.0 yards. Lamps: 240.5.", which is the length in yards and the cart\'s total, '
        "each with one decimal place.",
    ),
    answer="The lamps are in the cart; how much cable and money it takes has been told.",
)
def light_for_the_park(plan: Planner, draw: Stream) -> Query:
    """A spanning tree's length and lamps by a corner's degree, bought and told."""
    world = plan.world
    lamps = [pair for pair in on_offer(world) if kind_of(pair[1]) in ("lamp", "headlamp")]
    shop, lamp = one_of(draw, lamps, "lamp")
    empty_cart(world)
    set_stock(world, shop.sid, lamp.tid, _STOCKED)
    friend = one_of(draw, others(world), "open contact")
    lengths = draw.sample(list(range(12, 60)), len(_PATHS))
    ways = Roads([(_CORNERS[a], _CORNERS[b], n) for (a, b), n in zip(_PATHS, lengths, strict=True)])
    hub = draw.choice((_CORNERS[0], _CORNERS[2], _CORNERS[4]))
    near = {spot: [b for a, b, _ in ways.ends if a == spot] for spot in _CORNERS}
    edges = [{"a": a, "b": b, "weight": length} for a, b, length in ways.ends]
    cable = plan.call(
        "mst_kruskal", "Choose the paths for the cable", edges=edges, nodes=list(_CORNERS)
    )
    meeting = plan.call("degree_centrality", "Count the paths at each corner", adj=near)
    sid = plan.call("get_shop_id_by_name", "Find the shop", shop_name=shop.name)
    found = find_person(plan, friend.name)
    yards = convert(
        plan, "convert_length", "Convert the cable to yards", cable["total_weight"], "meter", "yard"
    )
    goods = plan.call("search_items_in_shop", "Find the lamp", sid=str(sid), item_name=lamp.name)
    if len(goods.output) != 1:
        raise Decline("several such lamps")
    length = rounded(plan, str(yards), "the yards of cable")
    put = plan.call(
        "add_to_cart",
        "Put in a lamp for each path",
        sid=str(sid),
        tid=goods[0, "tid"],
        cnt=meeting[hub],
    )
    cart = plan.call("get_cart_summary", "Look at the total of the cart", after=[put])
    total = rounded(plan, cart["total"], "the total")
    texts = (write(plan, found, f"Cable: {length} yards. Lamps: {total}.", length, total),)
    words = {"paths": str(ways), "hub": hub, "lamp": lamp.name, "shop": shop.name}
    return Query(words | {"name": friend.name}, texts=texts)


@workflow(
    apps=("LightTalk",),
    phrasings=(
        "On Saturday at nine {friend} sets out from {theirs} and I from {mine}, and both of us "
        "walk to {inn} by the shortest way. Every road is open both ways, lengths in kilometres: "
        "{roads}. Please send {friend} the length of the walk from {theirs} in miles, in the form "
        '"Your way: 12.4 miles". {host} keeps the inn and wants to know how many minutes pass '
        "until the one with the longer way is there too, at {speed} km/h: send "
        '"The last of us needs 95.0 minutes". One decimal place in both, over LightTalk.',
        "Two walkers, one inn. From {mine} (that is me) and from {theirs} (that is {friend}) we "
        "take the shortest roads to {inn}, starting at the same time and walking {speed} "
        'kilometres an hour. The landlord, {host}, should read on LightTalk "The last of us needs '
        '95.0 minutes", with the time of whoever walks farther, and {friend} should read "Your '
        'way: 12.4 miles", both figures to one decimal place. The roads, in km and usable in both '
        "directions: {roads}.",
    ),
    answer="The friend knows the miles, the landlord how long the longer walk takes.",
)
def walks_to_an_inn(plan: Planner, draw: Stream) -> Query:
    """Two shortest ways in one network: one told in miles, the longer one as walking time."""
    friend, host = some_of(draw, others(plan.world), 2, "open contacts")
    villages = draw.shuffled(draw.choice(_VILLAGES))
    mine, theirs, inn = villages[0], villages[1], villages[5]
    speed = draw.choice((3.5, 4, 4.5, 5))
    lengths = [draw.between(3, 17) for _ in _WAYS]
    roads = Roads([(villages[a], villages[b], n) for (a, b), n in zip(_WAYS, lengths, strict=True)])
    near: dict[str, dict[str, int]] = {village: {} for village in villages}
    for one, other, length in roads.ends:
        near[one][other] = near[other][one] = length
    ways = [
        plan.call(
            "shortest_path_dijkstra", f"Measure the ways from {start}", adj=near, source=start
        )
        for start in (theirs, mine)
    ]
    guest, keeper = find_person(plan, friend.name), find_person(plan, host.name)
    if ways[0].output[inn] == ways[1].output[inn]:
        raise Decline("both ways are equally long")
    miles = convert(
        plan, "convert_length", "Convert the way to miles", ways[0][inn], "kilometer", "mile"
    )
    longer = plan.call("max_val", "Find the longer way", a=ways[0][inn], b=ways[1][inn])
    figure = rounded(plan, str(miles), "the miles")
    hours = plan.call("div", f"Hours at {speed:g} km/h", a=str(longer), b=speed)
    minutes = convert(plan, "convert_time_units", "Hours to minutes", str(hours), "h", "min")
    texts = [write(plan, guest, f"Your way: {figure} miles", figure)]
    time = rounded(plan, str(minutes), "the minutes")
    texts.append(write(plan, keeper, f"The last of us needs {time} minutes", time))
    words = {"mine": mine, "theirs": theirs, "inn": inn, "roads": str(roads)}
    words |= {"friend": friend.name, "host": host.name, "speed": f"{speed:g}"}
    return Query(words, texts=tuple(texts))


@workflow(
    apps=("LightShop", "LightTalk"),
    phrasings=(
        "I have {beads} beads and {shells} shells for party bags. All bags are to be alike, none "
        'of it may be left over, and I want as many bags as that allows. Put one "{gift}" from '
        "LightShop into the (now empty) cart for each bag; don't pay yet. {parents} families share "
        "the total equally: send {name} on LightTalk the number of bags and the share, rounded to "
        'the cent, in the form "9 bags, 12.34 each". For another party, mark "{other}" of the '
        'shop "{shop}" as a favourite item.',
        "Children's party. {beads} beads and {shells} shells are divided evenly, with no remainder "
        "of either, among the largest possible number of bags, and every bag gets a "
        '"{gift}" (LightShop) as well: that many go into my empty cart, unpaid. Also mark '
        '"{other}" at "{shop}" as a favourite of mine. When the cart is filled, let {name} '
        "know how many bags there are and what each of the {parents} families pays if the cart's "
        'total is split evenly (to the cent), like this: "9 bags, 12.34 each".',
    ),
    answer="The presents are in the cart, a favourite is marked and the share has been told.",
)
def party_bags(plan: Planner, draw: Stream) -> Query:
    """A greatest common divisor decides how many presents go into the cart; the cost is shared."""
    world = plan.world
    empty_cart(world)
    names = Counter(item.name for _, item in on_offer(world, in_stock=0))
    single = [pair for pair in on_offer(world, most=_SMALL) if names[pair[1].name] == 1]
    presents = [pair for pair in single if pair[0].category in _FOR_BAGS]
    seller, present = one_of(draw, presents, "present that only one shop has")
    shop, thing = one_of(draw, [pair for pair in single if pair not in presents], "other good")
    gift, other, friend = present.name, thing.name, one_of(draw, others(world), "open contact")
    set_stock(world, seller.sid, present.tid, _STOCKED)
    set_favourite(world, shop.sid, thing.tid, False)
    bags, (few, many) = draw.between(7, 16), draw.choice(((2, 3), (3, 4), (3, 5), (4, 7)))
    cents = bags * present.price
    fitting = [n for n in (3, 5, 6, 7) if two_decimals(cents / n)]
    parents = one_of(draw, fitting, "share that has two decimals")
    number = plan.call("gcd", "Find the largest number of bags", a=bags * many, b=bags * few)
    goods = plan.call("search_items", "Find the present", item_name=gift)
    if len(goods.output) != 1:
        raise Decline("another good's name holds that of the present")
    found = find_person(plan, friend.name)
    sid = plan.call("get_shop_id_by_name", f"Find the shop {shop.name}", shop_name=shop.name)
    sold = plan.call("search_items_in_shop", f"Find {other}", sid=str(sid), item_name=other)
    put = plan.call(
        "add_to_cart",
        "Put in a present for each bag",
        sid=goods[0, "sid"],
        tid=goods[0, "tid"],
        cnt=str(number),
    )
    plan.call("star_item", f"Mark {other} as a favourite", sid=str(sid), tid=sold[0, "tid"])
    cart = plan.call("get_cart_summary", "Look at the total of the cart", after=[put])
    share = plan.call("div", "Split it among the families", a=cart["total"], b=parents)
    cost = rounded(plan, str(share), "the share", 2)
    texts = (write(plan, found, f"{number} bags, {cost} each", number, cost),)
    words = {"beads": str(bags * many), "shells": str(bags * few), "parents": str(parents)}
    words |= {"gift": gift, "other": other, "shop": shop.name, "name": friend.name}
    return Query(words, texts=texts)


@workflow(
    apps=("LightTalk", "LightWeather"),
    phrasings=(
        "The flagpole in {city} is {height} m high. From its top, {count} straight ropes go down "
        "to pegs in level ground, each peg {reach} m from the foot. {name} cuts and ties them and "
        "asks for two figures on LightTalk: the feet of rope in all, and the angle in degrees that "
        'a rope makes with the ground. Write "Rope: 210.4 feet, angle: 61.3 degrees", one decimal '
        "place each. Also, the flag comes down when the wind exceeds {knots} knots: add a "
        'LightWeather alert for {city}, condition exactly "wind above", threshold in km/h to one '
        "decimal place.",
        "Please set a weather alert for {city}, where we put up a mast: condition exactly "
        '"wind above", and {knots} knots converted to km/h, rounded to one decimal, as threshold. '
        "The mast of {height} m is held by {count} taut lines between its top and anchors on flat "
        "ground, {reach} m away from its base. {name}, our rigger, is waiting for a message with "
        "the length of all lines together in feet and their angle to the ground in degrees, each "
        'to one decimal place: "Rope: 210.4 feet, angle: 61.3 degrees".',
    ),
    answer="The rigger has both figures, and the wind is being watched.",
)
def ropes_of_a_mast(plan: Planner, draw: Stream) -> Query:
    """The ropes of a mast by a right-angled triangle, and the wind that it stands."""
    clear_alerts(plan.world)
    rigger = one_of(draw, others(plan.world), "open contact")
    city = draw.choice(sorted(cities()))
    height, reach = draw.between(7, 18), draw.choice((2.5, 3.5, 4.5, 5.5))
    count, knots = draw.choice((3, 4, 6)), draw.between(18, 36)
    line = plan.call("hypot", "The length of one rope", a=height, b=reach)
    slope = plan.call("div", "How steep a rope is", a=height, b=reach)
    speed = convert(
        plan, "convert_speed", "Convert the limit to km/h", knots, "knot", "kilometer_per_hour"
    )
    found = find_person(plan, rigger.name)
    metres = plan.call("mul", f"The length of {count} ropes", a=str(line), b=count)
    angle = plan.call("atan", "The angle of a rope", a=str(slope))
    limit = rounded(plan, str(speed), "the limit")
    feet = convert(plan, "convert_length", "Convert to feet", str(metres), "meter", "foot")
    degrees = plan.call("rad_to_deg", "Convert the angle to degrees", a=str(angle))
    plan.call(
        "create_alert",
        f"Watch the wind of {city}",
        location=city,
        condition="wind above",
        threshold=str(limit),
    )
    rope, tilt = rounded(plan, str(feet), "the feet"), rounded(plan, str(degrees), "the degrees")
    texts = (write(plan, found, f"Rope: {rope} feet, angle: {tilt} degrees", rope, tilt),)
    words = {"city": city, "name": rigger.name, "height": str(height), "reach": str(reach)}
    return Query(words | {"count": str(count), "knots": str(knots)}, texts=texts)
