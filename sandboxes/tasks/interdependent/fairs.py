"""Tasks about a science fair and a treasure hunt, which take many small things."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

from evaluators import Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import empty_cart
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import found_group, set_remark
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import moles_of, tenths, weekday_in
from sandboxes.tasks.kit.general import Ask, asking, one_of, ordinals, told
from sandboxes.tasks.kit.news import newest_link, sections
from sandboxes.tasks.kit.shop import PAYMENTS, buy
from sandboxes.tasks.kit.shop_goods import small_good
from sandboxes.tasks.kit.talk import MESSAGES, new_group, open_up, people, uid_of
from sandboxes.tasks.kit.weather import sunset

_FAIRS = ("Fair Builders", "Volcano Committee", "Jars and Wires", "The Curious Corner")
_DUTIES = ("brings extension leads", "good with balloons", "knows the caretaker", "paints signs")
_OWNER = "has the projector"
_WEIGHED = ("NaHCO3", "KAl(SO4)2·12H2O", "CuSO4·5H2O", "C6H8O7", "CaCl2", "NH4Cl")
_WITH_OXYGEN = ("CaCO3", "KMnO4", "C6H12O6", "H2O2", "Fe2O3", "MgSO4·7H2O")


@template(
    level=3,
    apps=("LightOS", "LightTalk", "LightShop"),
    traps=("ambiguity", "latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "I run the science fair of our school, {days} days from today. Please found a LightTalk "
        'group named "{title}" of {first}, {second}, {third} and me, nobody else, and write in '
        'it exactly "The fair is on ...!", with the English name of that day\'s weekday in place '
        "of the dots and nobody mentioned. One of the three has the projector: my private "
        "remarks tell who. To that one alone, in our own chat, goes exactly this: \"Please don't "
        'forget the projector." Then message {first} how many grams {moles} mol of {salt} weigh, '
        "and {second} how many percent of the mass of {compound} is oxygen, both rounded to one "
        "decimal place; each of these two messages holds that figure and no other number, not "
        'even in a formula or name. Finally, order and pay for {units} units of "{item}" from '
        '"{shop}" on LightShop.',
        "The science fair needs setting up. First, a group on LightTalk with {first}, {second} "
        'and {third}, and only them besides me, called "{title}". Into the group goes exactly '
        '"The fair is on ...!", without mentioning anyone, where the dots are replaced with the '
        "weekday, in English, of the day {days} days after today. Second, look in my remarks on "
        "those three for the one who has the projector, and write to that person directly, "
        'exactly "Please don\'t forget the projector." Third, two figures, each rounded to one '
        "decimal and the only number in its message, and digits in formulas and names count too: "
        "{first} needs "
        "the grams that {moles} mol of {salt} come to, {second} needs oxygen's share in the mass "
        'of {compound}, in percent. And buy {units} units of "{item}" at "{shop}" on LightShop, '
        "payment included.",
        'Buy {units} units of "{item}" from "{shop}" on LightShop and pay: our science fair is '
        "{days} days from now. {first}, {second} and {third} help me, so the four of us, and no "
        'more, should have a new LightTalk group, "{title}". Its first message, with no mention: '
        'exactly "The fair is on ...!", but with the weekday of the fair, in English, instead of '
        "the dots. Which of my helpers has the projector stands in the remark that I keep on "
        "them; that helper gets a message of their own, exactly \"Please don't forget the "
        'projector." For the experiments send {first} the mass in grams of {moles} mol of {salt}, '
        "and {second} the percentage by mass of oxygen in {compound}. Round both to one decimal "
        "place and let neither of these messages hold any number besides, be it in a formula or "
        "in a name.",
    ),
    reading=Reading("2026-11-30", "962b82978a46"),
)
def set_up_science_fair(world: World, draw: Stream) -> Draft:
    """Found a group, tell helpers figures, find one by a remark, and buy supplies."""
    first, second, third = helpers = people(world, draw, 3)
    owner = draw.choice(helpers)
    duties = draw.sample(_DUTIES, 3)
    title = draw.choice(_FAIRS)
    days, units = draw.between(5, 45), draw.between(2, 5)
    salt, compound = draw.choice(_WEIGHED), draw.choice(_WITH_OXYGEN)
    moles = moles_of(world, draw, salt)
    mass = told(world, "convert_moles_to_grams", moles=moles, formula=salt)
    oxygen = told(world, "percent_composition", formula=compound)["O"]
    shop, item = small_good(world, draw, in_stock=8)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        open_up(stage.world, helpers)
        for helper, duty in zip(helpers, duties, strict=True):
            set_remark(stage.world, helper.uid, _OWNER if helper == owner else duty)

    def gold(do: Client) -> None:
        weekday = weekday_in(do, days)
        uids = [uid_of(do, helper.name) for helper in helpers]
        do("ask_for_privilege")
        gid = new_group(do, uids, title)
        do.steadily("send_message_to_group", gid=gid, content=f"The fair is on {weekday}!")
        for uid in uids:
            if do.steadily("get_contact_info", uid=uid)["remark"] == _OWNER:
                do.steadily("send_message", uid=uid, content="Please don't forget the projector.")
        grams = tenths(do, do("convert_moles_to_grams", moles=moles, formula=salt))
        do.steadily("send_message", uid=uids[0], content=f"Please weigh out {grams} grams.")
        percent = tenths(do, do("percent_composition", formula=compound)["O"])
        do.steadily("send_message", uid=uids[1], content=f"Oxygen makes up {percent} %.")
        buy(do, shop, item, units)

    words = {"days": str(days), "title": title, **ordinals(helper.name for helper in helpers)}
    words |= {"moles": f"{moles:g}", "salt": salt, "compound": compound}
    words |= {"units": str(units), "item": item.name, "shop": shop.name}
    return Draft(
        words,
        gold,
        unique=(title, first.name, second.name, third.name, salt, compound, item.name, shop.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(round(mass, 1))), (MESSAGES, Slot(round(oxygen, 1)))),
        summed=(PAYMENTS,),
    )


_HUNTS = ("Treasure Hunters", "Map and Lantern", "The Magpies", "Sunday Pirates")
_RIDDLES = (
    "Walk until the bells are behind you.",
    "Look where the swans sleep.",
    "Count the steps of the old tower twice.",
    "The postman knows a shorter way.",
    "Turn your back to the sundial.",
    "Knock three times at the green gate.",
)
_WORDS = ("hedgehog", "pomegranate", "lighthouse", "marzipan", "thunderstorm", "kingfisher")
_STATIONS = ("well", "mill", "oak", "barn", "chapel", "jetty", "kiln", "orchard")
_TREES = ("the ash", "the birch", "the cedar", "the elm", "the fig")


@template(
    level=3,
    apps=("LightTalk", "LightWeather", "LightNews"),
    traps=("ambiguity", "arithmetic_or_text"),
    phrasings=(
        "My children's treasure hunt is ready but for the clues, which go out on LightTalk. "
        '{first} gets "{riddle}" in ROT13. {second} gets "{other_riddle}" in Base64. {third} '
        "gets the code of the padlock, the least common multiple of {small} and {large}. "
        '{fourth} gets the word "{word}" in hexadecimal, two lower-case digits to a letter and no '
        "blanks, and in a further message the SHA-256 checksum of that word in lower-case "
        'hexadecimal. The order of the stations goes to the group "{title}", of which there are '
        "two: I mean the one that {fourth} is in. {order} Write the five stations there in their "
        "order with one blank between each two and nothing else, mentioning nobody. Send {first} "
        'also the link to the newest article in "{section}" on LightNews, and {second} also '
        'exactly "Be back before ...!", with the time of today\'s sunset in {city}, hours and '
        "minutes as in 17:05 with the seconds dropped, in place of the dots. Then {third}, who "
        "puts up the string lights, needs the least total length in metres that joins the five "
        "trees: {lights}. Enciphered texts, words, checksum and link are messages of their own "
        "with nothing added; the two messages for {third} hold their figure and no other number, "
        "not even in a name.",
        "It is time to send out the clues for our treasure hunt on LightTalk, each as a "
        'message of its own. For {first}: the bare ROT13 of "{riddle}", and the bare link to '
        'the latest article of LightNews in "{section}". For {second}: the bare Base64 of '
        '"{other_riddle}", and exactly "Be back before ...!", the dots being today\'s sunset in '
        "{city} by the clock there, written like 17:05, seconds simply left off. For {third}: "
        "the padlock's number, which is the least common multiple of {small} and {large}; and "
        "how many metres of string lights it takes at the least to connect five trees with one "
        "another, given that {lights}. In each of these two, the figure is the only number, "
        'and digits in names count too. For {fourth}: the letters of "{word}" in hexadecimal '
        "(lower case, two "
        "digits each, nothing else); and that word's SHA-256 checksum, in lower-case "
        'hexadecimal and bare. Last, of my two groups called "{title}", the one with {fourth} in '
        "it should get the five stations in their order, a single blank between them, no other "
        "word and no mention. {order}",
        "Please be the ghost of our treasure hunt and write these messages on LightTalk; where I "
        'say "only", nothing may be added. To {third}: the least common multiple of {small} and '
        "{large}, which opens the padlock, with no other number in the message, even in a name. "
        "To {third} again, and again without any other number: the length in metres of the "
        "shortest string of lights, branching as it likes at the trees, that reaches all five "
        'trees, when {lights}. To {first}: only "{riddle}" put into ROT13, and in a second '
        'message only the link to the newest LightNews article in "{section}". To {second}: only '
        '"{other_riddle}" put into Base64, and in a second message exactly "Be back before '
        '...!", where the dots become the hour and minute (like 17:05, cut, not rounded) of '
        'sunset in {city} today. To {fourth}: only the word "{word}" in hexadecimal (two '
        "digits to a letter, small letters, no blanks), and in a second message only the SHA-256 "
        'checksum of the word, in small hexadecimal letters. I have two groups named "{title}"; '
        "the one {fourth} belongs to gets only the five stations, in order, divided by single "
        "blanks, with nobody mentioned. {order}",
    ),
    reading=Reading("2026-11-30", "c46db1d4d8dd"),
)
def send_out_treasure_hunt(world: World, draw: Stream) -> Draft:
    """Send four people and one of two groups of one name clues made by rule."""
    hunters = people(world, draw, 4)
    riddle, other_riddle = draw.sample(_RIDDLES, 2)
    word, title = draw.choice(_WORDS), draw.choice(_HUNTS)
    small, large = draw.between(12, 40), draw.between(41, 99)
    stations = draw.sample(_STATIONS, 5)
    steps = draw.shuffled(list(pairwise(stations)))
    section = draw.choice(sections(world))
    city = _city_with_sunset(world, draw)
    edges = _between_trees(draw)
    multiple = told(world, "lcm", a=small, b=large)
    lacking = draw.shuffled(hunters[:3])[1:]

    def prepare(stage: Stage) -> None:
        open_up(stage.world, hunters)
        memberships = [hunters, lacking] if word < "l" else [lacking, hunters]
        me = stage.world.app(LightTalk).me
        for members in memberships:
            found_group(stage.world, me, [member.uid for member in members], title)

    def gold(do: Client) -> None:
        uids = [uid_of(do, hunter.name) for hunter in hunters]

        def send(number: int, text: str) -> None:
            do.steadily("send_message", uid=uids[number], content=text)

        send(0, do("rot13", text=riddle))
        send(1, do("base64_encode", text=other_riddle))
        send(2, f"The padlock opens at {do('lcm', a=small, b=large)}.")
        send(3, do("bytes_to_hex", b=word))
        send(3, do("sha256", text=word))
        text = do("detokenize", tokens=_in_order(do, steps))
        groups = do.steadily("list_all_groups")
        gid = next(g["gid"] for g in groups if g["name"] == title and uids[3] in g["uids"])
        do.steadily("send_message_to_group", gid=gid, content=text)
        send(0, newest_link(do, section))
        send(1, f"Be back before {sunset(do, city)}!")
        send(2, f"Take {_least_length(do, edges):g} metres of string lights.")

    names = [hunter.name for hunter in hunters]
    words = {**ordinals(names), "riddle": riddle, "other_riddle": other_riddle}
    words |= {"small": str(small), "large": str(large), "word": word, "title": title}
    words |= {"section": section, "city": city, "order": _order(steps), "lights": _lights(edges)}
    return Draft(
        words,
        gold,
        unique=(*names, title, word, section, city),
        prepare=prepare,
        texts=((MESSAGES, Slot(multiple)), (MESSAGES, Slot(_least_length(asking(world), edges)))),
    )


def _city_with_sunset(world: World, draw: Stream) -> str:
    """A city in which the sun sets today."""
    sunny = [
        city
        for city in draw.sample(list(cities()), 6)
        if told(world, "get_sun_times", location=city)["sunset"] is not None
    ]
    return one_of(draw, sunny, "city with a sunset")


def _between_trees(draw: Stream) -> list[dict[str, Any]]:
    """What a string of lights needs from tree to tree, all but some of the pairs."""
    pairs = [(a, b) for number, a in enumerate(_TREES) for b in _TREES[number + 1 :]]
    kept = draw.shuffled([pair for pair in pairs if pair[1] != _TREES[-1]])[1:]
    kept += [pair for pair in pairs if pair[1] == _TREES[-1]][:2]
    return [{"a": a, "b": b, "weight": draw.between(6, 38)} for a, b in kept]


def _least_length(ask: Ask, edges: list[dict[str, Any]]) -> float:
    """The least total length that joins all trees."""
    length: float = ask("mst_kruskal", edges=edges, nodes=list(_TREES))["total_weight"]
    return length


def _lights(edges: list[dict[str, Any]]) -> str:
    """The lengths between trees as they stand in an instruction."""
    return "; ".join(f"from {e['a']} to {e['b']} it is {e['weight']} m" for e in edges)


def _in_order(do: Client, steps: list[tuple[str, str]]) -> list[str]:
    """The stations, each before all that come after it."""
    after: dict[str, list[str]] = {station: [] for pair in steps for station in pair}
    for earlier, later in steps:
        after[earlier].append(later)
    stations: list[str] = do("topological_sort", adj=after)
    return stations


def _order(steps: list[tuple[str, str]]) -> str:
    """What comes before what, as a sentence."""
    said = ", ".join(f'"{earlier}" comes before "{later}"' for earlier, later in steps)
    return f"Of the stations, each of which is one word, {said}."
