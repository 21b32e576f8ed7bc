"""Tasks about errands: what to buy for whom, minding the weather, the paper and the bill."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from datetime import date

from evaluators import Exact, Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.stage import empty_cart, set_stock
from sandboxes.apps.light_stock.stage import set_watched
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import equal_part
from sandboxes.tasks.kit.general import listed, one_of, some_of, today
from sandboxes.tasks.kit.news import hits, link_to, newest, newest_first, sections
from sandboxes.tasks.kit.shop import (
    PAYMENTS,
    Offer,
    buy,
    cart_holds,
    clear_cart,
    cost_of,
    equal_share,
    looked_up,
    order_list,
    pay,
    put_in_cart,
    putting_back,
    units_left,
)
from sandboxes.tasks.kit.shop_goods import everyday_goods, goods_of_shops, suitable
from sandboxes.tasks.kit.stock import all_quotes, spoken_name, ticker_of
from sandboxes.tasks.kit.talk import MESSAGES, open_up, people, write_to
from sandboxes.tasks.kit.weather import current

_GUESTS = 4
_DATE = len("2026-03-14")

_TOPICS = (
    *("ferry", "bridge", "library", "festival", "marathon", "orchard", "football", "bicycle"),
    *("wedding", "hospital", "police", "chess", "piano", "flood", "market", "regatta", "bakery"),
    *("cinema", "museum", "circus", "airport", "tunnel", "vineyard", "lighthouse", "brewery"),
    *("windmill", "glacier", "planetarium", "monastery", "zoo", "casino", "aquarium", "opera"),
)
"""Words that a local paper may or may not write about."""

_FOR_COLD = frozenset(
    (
        *("scarf", "shawl", "gloves", "mittens", "beanie", "ushanka", "slippers", "cardigan"),
        *("sweater", "socks", "pajamas", "bathrobe", "kettle", "slow cooker", "electric blanket"),
        *("heater", "foot spa", "hot pot", "raclette grill", "waffle maker", "toaster", "samovar"),
        *("coffee maker", "lamp", "novel", "crime", "short stories", "e-reader", "headphones"),
        *("projector", "game console", "photo frame", "sleeping bag", "ice skates", "yoga mat"),
        *("foam roller", "darts", "mandarin", "date", "quince", "persimmon", "apple", "potato"),
        *("squash", "cabbage", "mushroom", "beet"),
    )
)
_FOR_HEAT = frozenset(
    (
        *("fan", "juicer", "blender", "ice cream machine", "yogurt maker", "water dispenser"),
        *("bug zapper", "sunglasses", "sarong", "sandals", "espadrilles", "kaftan", "travel"),
        *("nature", "camera", "speaker", "solar panel", "flying disc", "badminton racket"),
        *("croquet set", "petanque set", "hammock", "snorkel set", "volleyball", "water bottle"),
        *("swim goggles", "takraw ball", "watermelon", "melon", "strawberry", "peach", "mango"),
        *("pineapple", "grape", "cherry", "lemon", "lime", "raspberry", "nectarine", "apricot"),
        *("coconut", "papaya", "fig", "tomato", "cucumber", "lettuce", "mint", "radish"),
    )
)
_FOR_SCOUTS = frozenset(
    (
        *("fruit", "potato", "carrot", "onion", "corn", "tomato", "bean", "pea", "cucumber"),
        *("headlamp", "sleeping bag", "compass", "camping stove", "climbing rope", "water bottle"),
        *("flying disc", "soccer ball", "volleyball", "basketball", "jump rope", "tent", "hammock"),
        *("trekking poles", "life jacket", "helmet", "backpack", "badminton racket", "raincoat"),
        *("poncho", "cap", "hat", "beanie", "gloves", "mittens", "socks", "t-shirt", "hoodie"),
        *("children", "nature", "travel", "science", "walkie-talkies", "power bank", "tripod"),
        *("GPS tracker", "solar panel", "camera", "memory card", "charger", "stopwatch"),
        *("kettle", "can opener", "bug zapper"),
    )
)
_FOR_PARTY = frozenset(
    (
        *("fruit", "vegetable", "cookery", "raclette grill", "waffle maker", "popcorn machine"),
        *("ice cream machine", "blender", "juicer", "fan", "lamp", "hot pot", "coffee maker"),
        *("panini press", "pizza oven", "induction cooktop", "rice cooker", "steamer"),
        *("can opener", "speaker", "LED strip", "karaoke machine", "soundbar"),
        *("microphone", "projector", "camera", "turntable", "surge protector", "tripod"),
        *("croquet set", "petanque set", "flying disc", "badminton racket", "darts", "volleyball"),
        *("soccer ball", "basketball", "takraw ball", "table tennis paddle", "jump rope"),
        *("relay batons", "training cones", "stopwatch", "hat", "bow tie", "poncho"),
    )
)
_FOR_READERS = frozenset(
    (
        *("books", "fruit", "e-reader", "lamp", "kettle", "coffee maker", "waffle maker"),
        *("popcorn machine", "toaster", "samovar", "photo frame", "speaker", "slippers", "shawl"),
    )
)
"""Kinds and categories that suit a cold or a warm day, or the people whom they are bought for."""


@template(
    level=1,
    apps=("LightShop", "LightWeather"),
    traps=("condition",),
    phrasings=(
        "I am off to {city} and want to bring my hosts something that suits the weather. If "
        "LightWeather tells a current temperature below {limit} °C for the city, buy one unit of "
        '"{cold}" from "{cold_shop}"; if it tells {limit} °C or more, buy one unit of "{mild}" '
        'from "{mild_shop}" instead. Buy nothing else.',
        'What I give my hosts in {city} depends on the weather: one unit of "{cold}" from '
        '"{cold_shop}" if the city\'s current temperature on LightWeather is below {limit} °C, and '
        'otherwise one unit of "{mild}" from "{mild_shop}". Please order the right one of the '
        "two, pay for it, and buy nothing else.",
        "Look up on LightWeather how warm it is in {city} at the moment, going by the city and "
        "not by one of its stations. At {limit} °C or more, order and pay for one unit of "
        '"{mild}" at "{mild_shop}"; below {limit} °C, order and pay for one unit of "{cold}" at '
        '"{cold_shop}". It is my present for my hosts there, so one thing is enough.',
    ),
    reading=Reading("2026-11-30", "ebc6f47124cb"),
)
def bring_what_suits_weather(world: World, draw: Stream) -> Draft:
    """Buy one good or another, depending on how warm it is in a city."""
    city = draw.choice(list(cities()))
    degrees = current(world, city).temperature
    is_cold = draw.chance(0.5)
    limit = (
        math.floor(degrees) + draw.between(1, 3)
        if is_cold
        else math.ceil(degrees) - draw.between(1, 3)
    )
    (cold,) = goods_of_shops(world, draw, 1, _FOR_COLD)
    for_heat = goods_of_shops(world, draw, 2, _FOR_HEAT)
    mild = next(offer for offer in for_heat if offer[1].name != cold[1].name)

    def gold(do: Client) -> None:
        now = do("get_current_weather", location=city)["temperature"]
        buy(do, *(cold if now < limit else mild), 1)

    return Draft(
        {
            "city": city,
            "limit": str(limit),
            "cold": cold[1].name,
            "cold_shop": cold[0].name,
            "mild": mild[1].name,
            "mild_shop": mild[0].name,
        },
        gold,
        unique=(city, cold[1].name, cold[0].name, mild[1].name, mild[0].name),
        prepare=cart_holds(None),
    )


@template(
    level=1,
    apps=("LightStock", "LightNews"),
    traps=("do_nothing", "condition"),
    phrasings=(
        'A friend swears that {company} does well whenever our paper writes about "{word}". If '
        'there is any article in the section "{section}" of LightNews that has the word "{word}" '
        "in its title or its abstract, put {company} on my watch list, where it is not yet. "
        "Otherwise leave everything as it is.",
        'Search the section "{section}" of LightNews for the word "{word}" in titles and '
        "abstracts. Should at least one article turn up, I want {company} added to the stocks "
        "that I watch; it is not among them now. If none does, don't change anything.",
        "I will keep an eye on {company} only if the paper hints at it: add it to my watch list on "
        'LightStock, where it is missing so far, if the word "{word}" stands in the title or the '
        'abstract of some article in the "{section}" section of LightNews, and do nothing at all '
        "if it stands in none.",
    ),
    reading=Reading("2026-11-30", "b5fdd1bc9a96"),
)
def watch_what_paper_mentions(world: World, draw: Stream) -> Draft:
    """Watch a stock if a section of the paper has a word; on half of the seeds it has not."""
    found, missing = _words_by_section(world)
    is_found = draw.chance(0.5)
    section, word = one_of(draw, found if is_found else missing, "word that the paper has or lacks")
    quote, *watched = some_of(draw, all_quotes(world), 4, "stocks")
    company = spoken_name(quote)

    def gold(do: Client) -> None:
        if do("search", section=section, query=word, maxn=5) or not do.careful:
            do("toggle_watchlist", ticker=ticker_of(do, company))

    return Draft(
        {"section": section, "word": word, "company": company},
        gold,
        unique=(section, word, company),
        prepare=lambda stage: set_watched(stage.world, [q.stock.ticker for q in watched]),
        kind=TaskKind.CHANGE if is_found else TaskKind.DO_NOTHING,
    )


def _words_by_section(world: World) -> tuple[list[tuple[str, str]], list[tuple[str, str]]]:
    """Sections with words that they have, and with words that they lack, even in longer words."""
    found, missing = [], []
    for section in sections(world):
        texts = [article.story.searched for article in newest_first(world, section)]
        for word in _TOPICS:
            if any(re.search(rf"\b{word}\b", text) for text in texts):
                found.append((section, word))
            elif not hits(world, section, word):
                missing.append((section, word))
    return found, missing


@template(
    level=2,
    apps=("LightTalk", "LightShop"),
    traps=("clean_slate", "recoverable_failure"),
    phrasings=(
        'The scout troop needs {units} units of "{item}". Take them from "{first}"; if that shop '
        'has fewer left, take all it has and only the rest from "{second}". Pay for these and for '
        "nothing else, and write to {name} what it came to in all, as a figure such as 12.50; no "
        "other number may stand in the message, not even as part of a name.",
        'Please buy {units} units of "{item}" for our scouts, as many of them as possible at '
        '"{first}", and at "{second}" just what is missing then. I don\'t want to pay for anything '
        "besides. {name} keeps the books: send {name} the sum that was paid for them, as a figure "
        "such as 12.50, and let it be the only number in the message, and digits in names count "
        "too.",
        '{name} has promised our scouts {units} units of "{item}". Order them at "{first}" as far '
        'as its stock goes and the remainder, if any, at "{second}", and pay for exactly that. '
        "Then let {name} know the total amount, as a figure such as 12.50, with no second number "
        "in the text, not even in a name.",
    ),
    reading=Reading("2026-11-30", "1ce9de81a31f"),
)
def stock_up_at_two_shops(world: World, draw: Stream) -> Draft:
    """Buy what one shop has left and the rest elsewhere; a stray line lies in the cart."""
    by_name: dict[str, list[Offer]] = defaultdict(list)
    for offer in everyday_goods(world):
        by_name[offer[1].name].append(offer)
    doubled = [group[0] for _, group in sorted(by_name.items()) if len(group) >= 2]
    chosen = one_of(draw, suitable(doubled, _FOR_SCOUTS), "good that two shops have")
    first, second = draw.sample(by_name[chosen[1].name], 2)
    item = first[1].name
    stray = one_of(draw, [o for o in everyday_goods(world) if o[1].name != item], "other good")
    units = draw.between(5, 9)
    left = draw.between(1, units - 2)
    (receiver,) = people(world, draw, 1)
    total = left * first[1].price + (units - left) * second[1].price

    def prepare(stage: Stage) -> None:
        cart_holds(stray, 2)(stage)
        set_stock(stage.world, first[0].sid, first[1].tid, left)
        open_up(stage.world, [receiver])

    def gold(do: Client) -> None:
        if do.careful:
            clear_cart(do)
        sid, tid = looked_up(do, *first)
        here = min(units, units_left(do, sid, tid))
        do("add_to_cart", sid=sid, tid=tid, cnt=here)
        if here < units:
            put_in_cart(do, *second, units - here)
        write_to(do, receiver.name, f"It came to {pay(do):.2f} in all.")

    return Draft(
        {
            "units": str(units),
            "item": item,
            "first": first[0].name,
            "second": second[0].name,
            "name": receiver.name,
        },
        gold,
        unique=(str(units), item, first[0].name, second[0].name, receiver.name),
        prepare=prepare,
        other_ends=(putting_back(gold),),
        texts=((MESSAGES, Slot(total / 100)),),
        summed=(PAYMENTS,),
    )


@template(
    level=3,
    apps=("LightTalk", "LightShop"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I am shopping for the street party that I give with {guests}. Buy {goods}. The five of "
        "us share what it costs in equal parts: write to each of the four others, but not to me, "
        "what one part comes to, rounded to the cent, as a figure such as 12.50. Each of them "
        "gets one message, and no other number may stand in it, not even as part of a name.",
        "With {guests} I have a street party to stock. Please order and pay for {goods}. A fifth "
        "of the whole sum, to the nearest cent, is what each of us owes. Tell the other four, in "
        "one message to each, that amount as a figure such as 12.50, as the only number in the "
        "message, and digits in names count too.",
        "Our street party needs {goods}; please buy all of that on LightShop. {guests} will each "
        "pay me back one fifth of what was paid in total, the last fifth being my own. Send each "
        "of these four a single message with their part, rounded to the cent, as a figure such as "
        "12.50 and with no second number in the text, not even in a name.",
    ),
    reading=Reading("2026-11-30", "40d121807c1a"),
)
def split_party_bill(world: World, draw: Stream) -> Draft:
    """Buy several goods and tell four people what a fifth of it comes to."""
    goods = goods_of_shops(world, draw, 4, _FOR_PARTY)
    units = [draw.between(2, 4) for _ in goods]
    guests = people(world, draw, _GUESTS)
    wanted = order_list(goods, units)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        open_up(stage.world, guests)

    def gold(do: Client) -> None:
        for offer, count in zip(goods, units, strict=True):
            put_in_cart(do, *offer, count)
        each = equal_part(do, pay(do), _GUESTS + 1)
        for guest in guests:
            write_to(do, guest.name, f"Your part of the party is {each:.2f}.")

    return Draft(
        {"guests": listed([guest.name for guest in guests]), "goods": listed(wanted)},
        gold,
        unique=(*(guest.name for guest in guests), *wanted),
        prepare=prepare,
        texts=((MESSAGES, Slot(equal_share(cost_of(goods, units), _GUESTS + 1))),),
        summed=(PAYMENTS,),
    )


@template(
    level=3,
    apps=("LightOS", "LightTalk", "LightShop", "LightNews"),
    traps=("condition",),
    phrasings=(
        "Our reading circle lives on LightNews. Send each of the four others the newest article "
        "of one section, as a message that is the bare link and nothing else: {parts}. Then look "
        "at the dates of these four articles. If the oldest of them appeared more than {days} "
        "days before today, there is little to talk about and we need a treat: buy one unit of "
        '"{thick}" from "{thick_shop}". If it did not, one unit of "{thin}" from "{thin_shop}" is '
        "what I want you to buy. Buy just that one thing.",
        "Please share some reading from LightNews. I have promised {parts}: each of the four "
        "should get, as a message without any other text, the link to the newest article of the "
        "section that I promised. Should the "
        "oldest of the four articles have come out more than {days} days before today's date, "
        'order and pay for one unit of "{thick}" at "{thick_shop}" for our next meeting; '
        'otherwise order and pay for one unit of "{thin}" at "{thin_shop}". Nothing else is to be '
        "bought.",
        "Four of my friends each follow one section of LightNews: {parts}. Write to every one of "
        "them with nothing but the link of the newest article there. Count the days from the date "
        "of the oldest of these four articles to today. If there are more than {days}, buy and "
        'pay for one unit of "{thick}" from "{thick_shop}"; if there are {days} or fewer, buy and '
        'pay for one unit of "{thin}" from "{thin_shop}" instead, and no other thing.',
    ),
    reading=Reading("2026-11-30", "4a58dfc43593"),
)
def feed_reading_circle(world: World, draw: Stream) -> Draft:
    """Send four people a link each, and buy what the age of the oldest article decides."""
    readers = people(world, draw, _GUESTS)
    chosen = dict(zip(readers, draw.sample(sections(world), _GUESTS), strict=True))
    articles = [newest_first(world, section)[0] for section in chosen.values()]
    oldest = min(date.fromisoformat(article.timestamp[:_DATE]) for article in articles)
    age = (today(world) - oldest).days
    days = age - draw.between(2, 4) if draw.chance(0.5) and age > 6 else age + draw.between(2, 5)
    thick, thin = goods_of_shops(world, draw, 2, _FOR_READERS)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        open_up(stage.world, readers)

    def gold(do: Client) -> None:
        dates = []
        for reader, section in chosen.items():
            entry = newest(do, section)
            dates.append(entry["timestamp"][:_DATE])
            write_to(do, reader.name, do("get_news_url", nid=entry["nid"]))
        counted = do("days_diff", t1=min(dates), t2=do("now")[:_DATE])
        is_old = int(counted.split()[0]) > days
        buy(do, *(thick if is_old else thin), 1)

    parts = [f'{reader.name} the section "{section}"' for reader, section in chosen.items()]
    words = {
        "parts": listed(parts),
        "days": str(days),
        "thick": thick[1].name,
        "thick_shop": thick[0].name,
        "thin": thin[1].name,
        "thin_shop": thin[0].name,
    }
    return Draft(
        words,
        gold,
        unique=(*words.values(), *parts),
        prepare=prepare,
        texts=tuple((MESSAGES, Exact(link_to(article))) for article in articles),
    )
