"""Tasks about orders made with others in mind: how much it takes, who asked, who pays what."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_news.articles import day_in_words
from sandboxes.apps.light_shop.stage import empty_cart, set_stock
from sandboxes.apps.light_talk.stage import plant_message, set_blocked
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import equal_part
from sandboxes.tasks.kit.general import date_in, in_words, one_of, ordinals, some_of, today
from sandboxes.tasks.kit.news import newest_first, sections
from sandboxes.tasks.kit.shop import PAYMENTS, buy, equal_share, pay, priced, put_in_cart
from sandboxes.tasks.kit.shop_goods import DEAR, FOOD, of_different_names, on_offer
from sandboxes.tasks.kit.talk import MESSAGES, others, tags_of_size

_MODEST = 60_00  # cents: many of these can be bought
_PLENTY = 99  # units in stock
_ISO_MONTH = len("2026-03")


@template(
    level=1,
    apps=("LightShop", "LightNews"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "I am preparing a quiz about the articles that the {section} section of the paper printed "
        "in {month}, with one prize for each of them. Count them, and buy that many units of "
        '"{item}" from "{shop}" on LightShop, nothing else.',
        'Please order and pay for exactly one unit of "{item}" at "{shop}" on LightShop for every '
        "article that appeared in the paper's {section} section in {month}, and for no other "
        "goods.",
        'On LightShop, get me as many units of "{item}" from "{shop}" as there are articles from '
        "{month} in the {section} section of the paper. Pay for them, and buy nothing besides.",
    ),
    reading=Reading("2026-11-30", "dd5c167d85cd"),
)
def buy_prize_per_article(world: World, draw: Stream) -> Draft:
    """Buy one unit of a good for each article of a section in a month."""
    section = draw.choice(sections(world))
    counted = Counter(article.timestamp[:_ISO_MONTH] for article in newest_first(world, section))
    this_month = str(today(world))[:_ISO_MONTH]
    fitting = [m for m, n in sorted(counted.items()) if 2 <= n <= 9 and m != this_month]
    month = one_of(draw, fitting, "month with two to nine articles")
    shop, item = one_of(draw, on_offer(world, most=_MODEST), "good at a modest price")
    month_in_words = in_words(date.fromisoformat(f"{month}-01")).partition(" ")[2]

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        set_stock(stage.world, shop.sid, item.tid, _PLENTY)

    def gold(do: Client) -> None:
        printed = do("get_last_k_news", section=section, k=100)
        number = sum(article["timestamp"].startswith(month) for article in printed)
        buy(do, shop, item, number)

    return Draft(
        {"section": section, "month": month_in_words, "item": item.name, "shop": shop.name},
        gold,
        unique=(section, month_in_words, item.name, shop.name),
        prepare=prepare,
        summed=(PAYMENTS,),
    )


@template(
    level=2,
    apps=("LightTalk", "LightShop"),
    traps=("latent_prerequisite", "arithmetic_or_text"),
    phrasings=(
        "{first}, {second}, {third} and I are giving our piano teacher a present together. Order "
        'and pay for {m} units of "{a}" and {n} units of "{b}", both from "{shop}" on LightShop. '
        "The four of us share the total equally: send {first}, {second} and {third} one LightTalk "
        "message each with the amount of one share, rounded to the cent (half a cent goes up), as "
        "a figure such as 12.50; no other number may stand in it, not even as part of a name. If I"
        " have blocked any of the three, lift that block for good.",
        'Please buy {m} units of "{a}" and {n} units of "{b}" at "{shop}" on LightShop. {first}, '
        "{second}, {third} and I each pay a quarter of the sum. Work that quarter out, rounded to "
        "the cent with half a cent rounded up, and tell the three others on LightTalk, each in "
        "one message of their own, as a figure such as 12.50. It must be the only number in the "
        "message, and digits in names count too. Should one of them be blocked, undo the block "
        "and leave it "
        "undone.",
        'From "{shop}" on LightShop we need {m} units of "{a}" and {n} units of "{b}"; order and '
        "pay for exactly that. The bill is split into four equal parts, one each for {first}, "
        "{second}, {third} and me. Round a part to the cent, half a cent upwards, and write the "
        "three of them on LightTalk, in one message to each, what a part comes to: a figure such "
        "as 12.50, with no second number in the text, not even in a name. Whoever of them I have "
        "blocked is to be unblocked, and to stay so.",
    ),
    reading=Reading("2026-11-30", "5f13f98667cd"),
)
def split_present_in_four(world: World, draw: Stream) -> Draft:
    """Buy two goods and tell three people their share; one of them is blocked."""
    people = some_of(draw, others(world, blocked=None), 3, "contacts")
    shut = draw.choice(people)
    fitting = on_offer(world, most=DEAR)
    shop, first_good = one_of(draw, fitting, "affordable good")
    rest = [
        item for place, item in fitting if place.sid == shop.sid and item.name != first_good.name
    ]
    second_good = one_of(draw, rest, "second good in that shop")
    bought = ((first_good, draw.between(2, 5)), (second_good, draw.between(2, 5)))
    share = equal_share(sum(item.price * count for item, count in bought), len(people) + 1)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        for item, _ in bought:
            set_stock(stage.world, shop.sid, item.tid, _PLENTY)
        for contact in people:
            set_blocked(stage.world, contact.uid, contact is shut)

    def gold(do: Client) -> None:
        sid = do("get_shop_id_by_name", shop_name=shop.name)
        for item, count in bought:
            found = do("search_items_in_shop", sid=sid, item_name=item.name)
            tid = next(entry["tid"] for entry in found if entry["name"] == item.name)
            do("add_to_cart", sid=sid, tid=tid, cnt=count)
        each = equal_part(do, pay(do), 4)
        for contact in people:
            known = do.steadily("get_uid_from_name", name=contact.name)
            if known["blocked"]:
                do("ask_for_privilege")
                do.steadily("unblock", uid=known["uid"])
            do.steadily("send_message", uid=known["uid"], content=f"Your part: {each:.2f}")

    (a, m), (b, n) = bought
    names = [contact.name for contact in people]
    return Draft(
        {
            **ordinals(names),
            **{"shop": shop.name, "a": a.name, "m": str(m), "b": b.name, "n": str(n)},
        },
        gold,
        unique=(*names, shop.name, a.name, b.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(share)),),
        summed=(PAYMENTS,),
    )


@template(
    level=2,
    apps=("LightOS", "LightShop"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "We are off to the mountain hut: from tomorrow up to and including {end} we shall get "
        'through {x} units of "{a}", {y} units of "{b}" and {z} units of "{c}" every day. Order '
        "and pay on LightShop for exactly what all those days take together, the first of the "
        "three goods from {shop_a}, the second from {shop_b} and the third from {shop_c}.",
        "My in-laws are staying from tomorrow until {end}, the first and the last day included. "
        'For each of these days buy {x} units of "{a}" from {shop_a}, {y} units of "{b}" from '
        '{shop_b} and {z} units of "{c}" from {shop_c} on LightShop, all of it now and not a unit '
        "more.",
        "Stock us up on LightShop for the holiday camp, which lasts from tomorrow to {end}, both "
        'days counted. What we need per day: {x} units of "{a}" from {shop_a}, {y} units of "{b}" '
        'from {shop_b}, {z} units of "{c}" from {shop_c}. Please buy exactly as much as the whole '
        "camp needs.",
    ),
    reading=Reading("2026-11-30", "3a25dbb99b8d"),
)
def stock_up_until_date(world: World, draw: Stream) -> Draft:
    """Buy a daily ration of three goods for all days until a date."""
    until = date_in(world, draw.between(3, 9))
    end = day_in_words(until)
    food = [pair for pair in on_offer(world) if pair[0].category in FOOD]
    bought = some_of(draw, of_different_names(food), 3, "kinds of food")
    rations = [draw.between(2, 4) for _ in bought]

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        for shop, item in bought:
            set_stock(stage.world, shop.sid, item.tid, _PLENTY)

    def gold(do: Client) -> None:
        now = do("now").partition(" ")[0]
        count = int(do("days_diff", t1=now, t2=until.isoformat()).split()[0])
        for (shop, item), ration in zip(bought, rations, strict=True):
            put_in_cart(do, shop, item, int(do("mul", a=ration, b=count)))
        pay(do)

    words = {"end": end}
    for (shop, item), ration, letter, number in zip(bought, rations, "abc", "xyz", strict=True):
        words |= {letter: item.name, f"shop_{letter}": shop.name, number: str(ration)}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        summed=(PAYMENTS,),
    )


@template(
    level=2,
    apps=("LightTalk", "LightShop"),
    traps=("ambiguity", "latent_prerequisite"),
    phrasings=(
        'One of my contacts tagged "{tag}" has asked me in our LightTalk chat to order something '
        "on LightShop, and I have forgotten who it was. Find the message, order and pay for "
        "exactly what it asks for, nothing else, and answer that person with exactly this message:"
        ' "{answer}" In case I have blocked that person, lift the block and leave it lifted.',
        'Somebody with the tag "{tag}" wrote to me on LightTalk, in a private chat, wishing for '
        "something from LightShop. Please read through these chats, buy what that person wants, in"
        " the number and from the shop given there and without anything else, and send the person "
        'exactly the message "{answer}" If I have blocked whoever it is, lift that block for good.',
        'Which of my contacts tagged "{tag}" was it that wanted me to get something on LightShop? '
        "It stands in our LightTalk chat. Fulfil that wish to the letter, payment included, buy "
        "nothing beyond it, and then write to the person who asked, with exactly these words: "
        '"{answer}" If the person is blocked, unblock them for good.',
    ),
    reading=Reading("2026-11-30", "dd00bab6b3ec"),
)
def order_on_request(world: World, draw: Stream) -> Draft:
    """Find out who asked for something, order it and answer, although that person is blocked."""
    tag = one_of(draw, tags_of_size(world, 2, 11), "tag with two to eleven contacts")
    asking = draw.choice([c for c in others(world, blocked=None) if c.tag == tag])
    shop, item = one_of(draw, on_offer(world, most=DEAR), "affordable good")
    units = draw.between(2, 6)
    wish = draw.choice(_WISHES).format(units=units, item=item.name, shop=shop.name)
    answer = draw.choice(_ANSWERS)

    def prepare(stage: Stage) -> None:
        empty_cart(stage.world)
        set_stock(stage.world, shop.sid, item.tid, _PLENTY)
        plant_message(stage.world, asking.uid, wish)
        set_blocked(stage.world, asking.uid, True)

    def gold(do: Client) -> None:
        uid, text = _who_asked(do, tag)
        number, wanted, place = _AS_READ.findall(text)[0]
        sid, tid, _ = priced(do, place, wanted)
        do("add_to_cart", sid=sid, tid=tid, cnt=int(number))
        pay(do)
        if do.steadily("get_contact_info", uid=uid)["blocked"]:
            do("ask_for_privilege")
            do.steadily("unblock", uid=uid)
        do.steadily("send_message", uid=uid, content=answer)

    return Draft(
        {"tag": tag, "answer": answer},
        gold,
        unique=(tag, answer),
        prepare=prepare,
        texts=((MESSAGES, Exact(answer)),),
        summed=(PAYMENTS,),
    )


_WISHES = (
    'You are on LightShop anyway, aren\'t you? Please order {units} units of "{item}" from '
    '"{shop}" for me, I will pay you back on Friday.',
    'My LightShop account is locked. Could you get me {units} units of "{item}" from "{shop}"? The'
    " money is in your letter box.",
    'The shop app refuses my card again. I need {units} units of "{item}" from "{shop}" on '
    "LightShop. Would you buy them, please?",
)
_ANSWERS = (
    "Done, it is on its way to you!",
    "Ordered and paid for. Tell me when it arrives.",
    "Your wish is my command: all ordered.",
)
_AS_READ = re.compile(r'(\d+) units of "([^"]+)" from "([^"]+)"')


def _who_asked(do: Client, tag: str) -> tuple[str, str]:
    """The contact of a tag with a wish in the chat, and the wish."""
    for entry in do.steadily("get_contacts_by_tag", tag=tag):
        for message in do.steadily("get_chat_history", uid=entry["uid"]):
            if message["send_uid"] == entry["uid"] and "LightShop" in message["content"]:
                return entry["uid"], message["content"]
    raise LookupError("nobody with that tag asked for anything")
