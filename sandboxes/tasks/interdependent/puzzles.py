"""Tasks about ciphers, checksums, keys and web domains among friends."""

from __future__ import annotations

from datetime import date

from evaluators import Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_talk.stage import set_blocked
from sandboxes.stateless.network.corpus_reader import HOSTING, Organisation, network_corpus
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.general import one_of, ordinals, some_of, today, told
from sandboxes.tasks.kit.news import newest, newest_first, sections
from sandboxes.tasks.kit.shop import star_shop
from sandboxes.tasks.kit.talk import MESSAGES, others, uid_of, write_to

_LAPSING = range(100, 801)  # days that a registration may have left
_SECRETS = (
    "The spare key is under the blue pot. Don't tell my brother.",
    "Surprise party on Friday, in the boathouse. Bring the lanterns!",
    "I know who ate the last mooncake, and it wasn't the cat.",
    "Meet me behind the bakery. Come alone and bring a big bag.",
    "The old map was right: we have to dig by the third beech.",
)
_KEYS = ("allotment shed", "rehearsal room", "club house", "boat locker")


def _registered(world: World) -> list[Organisation]:
    """The organisations whose own domain is registered, without those that host others."""
    organisations = [one for one in network_corpus().organisations.values() if one.kind != HOSTING]
    found = [(one, told(world, "whois_lookup", target=one.domain)) for one in organisations]
    return [one for one, whois in found if whois.get("holder") == one.name]


@template(
    level=1,
    apps=("LightOS", "LightTalk"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "Since school, {name} and I have written to each other in a cipher: every letter from a "
        "to z moves forward along the alphabet, from z on to a, by as many places as the number "
        "of the current month (1 for January); capitals stay capitals and all else stays as it "
        'is. Send {name} this on LightTalk, enciphered so, and nothing but that: "{secret}"',
        'I want to tell {name} "{secret}", but in our cipher. It works like this: look up which '
        "month it is, take its number (January is 1), and move each letter a to z that many "
        "places forward in the alphabet, starting over at a after z. Capitals remain capitals; "
        "blanks and marks don't change. The message on LightTalk should be the enciphered text "
        "alone.",
        "{name} and I share a secret: letters a to z are shifted forward through the alphabet, "
        "round its end, by the number of the month we are in now (January 1, February 2 and so "
        "on), capital letters staying capital and everything that is no letter staying put. Put "
        'exactly this into that cipher and message it to {name}, without adding a word: "{secret}"',
    ),
    reading=Reading("2026-11-30", "08e18a417c33"),
)
def send_in_month_cipher(world: World, draw: Stream) -> Draft:
    """Send a text in a cipher whose shift is the number of the month."""
    receiver = one_of(draw, others(world), "open contact")
    secret = draw.choice(_SECRETS)

    def gold(do: Client) -> None:
        month = int(do("now")[5:7])
        text = do("simple_caesar", text=secret, shift=month)
        write_to(do, receiver.name, text)

    return Draft({"name": receiver.name, "secret": secret}, gold, unique=(receiver.name, secret))


@template(
    level=1,
    apps=("LightOS", "LightTalk"),
    traps=("condition", "do_nothing", "arithmetic_or_text"),
    phrasings=(
        "A registrar renews domains cheaply once they have {limit} days or fewer left, and "
        "{name} looks after {domain}, the domain of {holder}. Look up when its registration "
        "expires. If that is {limit} days or fewer from today, by the calendar, tell {name} how "
        "many days are left, as a figure and with no other number in the message, not even in a "
        "name. Otherwise leave everything as it is.",
        "How many calendar days are there from today to the day on which the registration of "
        "{domain}, the domain of {holder}, expires? Only if they are {limit} or fewer, which "
        "makes its renewal cheaper, send {name} that number in figures, as the only number in "
        "the message, and digits in names count too; if they are more, don't do anything.",
        "The registration of {domain}, which belongs to {holder}, will expire some day, and from "
        "{limit} days before on the registrar gives a discount. Should today be {limit} days or "
        "fewer before that day, counted by the calendar, then message {name} how many days "
        "remain: one figure, and no second number in the text, not even in a name. Should it be "
        "longer, change nothing.",
    ),
    reading=Reading("2026-11-30", "b1aa4cca6f99"),
)
def warn_of_lapsing_domain(world: World, draw: Stream) -> Draft:
    """Tell a contact how many days a domain has left, if they are few; else do nothing."""
    receiver = one_of(draw, others(world), "open contact")
    lapsing = []
    for holder in _registered(world):
        expires = told(world, "whois_lookup", target=holder.domain)["expires"]
        lapsing.append((holder, (date.fromisoformat(expires) - today(world)).days))
    fitting = [pair for pair in lapsing if pair[1] in _LAPSING]
    one, left = one_of(draw, fitting, "registration that ends in a year or two")
    soon = draw.chance(0.5)
    limit = left + draw.between(3, 60) if soon else left - draw.between(3, 60)

    def gold(do: Client) -> None:
        expires = do("whois_lookup", target=one.domain)["expires"]
        days = int(do("days_diff", t1=do("now"), t2=expires).split()[0])
        if do.careful and days > limit:
            return
        write_to(do, receiver.name, f"The domain is registered for another {days} days.")

    return Draft(
        {
            "name": receiver.name,
            "holder": one.name,
            "domain": one.domain,
            "limit": str(limit),
        },
        gold,
        unique=(receiver.name, one.domain, str(limit)),
        kind=TaskKind.CHANGE if soon else TaskKind.DO_NOTHING,
        texts=((MESSAGES, Slot(left)),),
    )


@template(
    level=1,
    apps=("LightTalk", "LightNews"),
    traps=("arithmetic_or_text",),
    phrasings=(
        "{name} keeps a list of checksums of headlines, to prove later that nobody touched "
        'them. Take the title of the newest article in the section "{section}" of LightNews, '
        "exactly as printed, and send {name} its SHA-256 checksum in lower-case hexadecimal, "
        "with nothing else in the message.",
        'What is new in the section "{section}" of the paper? Make the SHA-256 digest of '
        "the title of its newest article on LightNews, character by character as it stands "
        "there, and message {name} just that digest, in hexadecimal digits with small letters.",
        "Please send {name} the SHA-256 checksum of the headline (the title alone) of the latest "
        'article that LightNews has in "{section}": only the 64 hexadecimal digits, letters in '
        "lower case, and no other text.",
    ),
    reading=Reading("2026-11-30", "0cf5b31722a7"),
)
def send_headline_checksum(world: World, draw: Stream) -> Draft:
    """Send the checksum of the newest headline of a section."""
    receiver = one_of(draw, others(world), "open contact")
    section = draw.choice(sections(world))

    def gold(do: Client) -> None:
        digest = do("sha256", text=newest(do, section)["title"])
        write_to(do, receiver.name, digest)

    return Draft({"name": receiver.name, "section": section}, gold, unique=(receiver.name, section))


@template(
    level=1,
    apps=("LightTalk", "LightShop"),
    traps=("condition",),
    phrasings=(
        '{name} says that {holder} now supply the shop "{shop}" on LightShop, and gave me '
        "{domain} as their web page. Look up who holds that domain. If the holder's name is "
        '{holder}, mark "{shop}" as a favourite shop and leave {name} alone. If it is anybody '
        "else, or the name is withheld, block {name} on LightTalk and leave the shop as it is.",
        "I was sent {domain} by {name} on LightTalk, supposedly the page of {holder}, who are "
        'said to stand behind "{shop}" on LightShop. Find out who the domain is registered to. '
        "{holder}, by that very name? Then add the shop to my favourites, and that is all. A "
        "different holder or a withheld name? Then just block {name}.",
        "I cannot tell whether {name} is honest: {name} told me to buy at the LightShop shop "
        '"{shop}" since {holder} supply it, and named {domain} as proof. Check the holder of that '
        "domain. Only if it is registered to {holder} under exactly this name should the shop "
        "become a favourite of mine. In every other case, a withheld name too, block {name} on "
        "LightTalk instead. Do one or the other, never both.",
    ),
    reading=Reading("2026-11-30", "001082492ca7"),
)
def block_or_believe(world: World, draw: Stream) -> Draft:
    """Mark a shop as a favourite or block a contact, by who holds a domain."""
    sender = one_of(draw, others(world), "open contact")
    shop = one_of(draw, [one.name for one in world.app(LightShop).shops.of().values()], "shop")
    organisations = _registered(world)
    one = one_of(draw, organisations, "registered organisation")
    domain = one.domain
    if draw.chance(0.5):
        pairs = [
            (candidate, entry["domain"])
            for candidate in draw.sample(organisations, 8)
            for entry in told(world, "dnstwist_lookup", domain=candidate.domain)["registered"]
            if entry["holder"] != candidate.name
        ]
        one, domain = one_of(draw, pairs, "domain that looks like another")

    def gold(do: Client) -> None:
        if do("whois_lookup", target=domain)["holder"] == one.name:
            star_shop(do, shop)
            return
        uid = uid_of(do, sender.name)
        do("ask_for_privilege")
        do.steadily("block", uid=uid)

    return Draft(
        {"name": sender.name, "holder": one.name, "shop": shop, "domain": domain},
        gold,
        unique=(sender.name, one.name, shop, domain),
    )


@template(
    level=2,
    apps=("LightTalk", "LightNews"),
    traps=("impossible", "arithmetic_or_text"),
    phrasings=(
        "The lock of our {lock} gets a new code, and no one of us is to know it alone. Take the "
        'title of the newest article in "{section}" on LightNews, exactly as printed, and make '
        "its SHA-256 checksum (lower-case hexadecimal). Send {first} the first 8 characters, "
        "{second} the 8 after those and {third} the 8 after those, each in a message of just "
        "these 8 characters. All three must get theirs, or the code is worthless and nobody "
        "should get anything. Nobody is to be blocked or unblocked for it.",
        "{first}, {second} and {third} share the code for the {lock}: from the SHA-256 checksum "
        "of a headline, in small hexadecimal letters, {first} receives characters 1 to 8, "
        "{second} 9 to 16 and {third} 17 to 24, every one of them as a message on LightTalk that "
        "holds nothing else. The headline is the title of the latest article in LightNews's "
        'section "{section}", as it stands there. Without all three parts it makes no sense, '
        "so don't send any unless all can be sent; and leave my blocks as they are, without "
        "lifting one even for a moment.",
        "Please deal out the key to the {lock} on LightTalk. It is made of the first 24 "
        "characters of the SHA-256 checksum, in lower-case hexadecimal, of the title (exactly "
        'as printed) of the newest article in the LightNews section "{section}": the first '
        "eight go to {first}, the next eight to {second}, the last eight to {third}, in bare "
        "messages without any other text. It is all three or none, and whom I have blocked stays "
        "blocked throughout.",
    ),
    reading=Reading("2026-11-30", "60cb7712248c"),
)
def deal_out_key(world: World, draw: Stream) -> Draft:
    """Send three people one part of a checksum each; impossible if one of them is blocked."""
    people = some_of(draw, others(world, blocked=None), 3, "contacts")
    section = one_of(draw, [name for name in sections(world) if newest_first(world, name)], "paper")
    lock = draw.choice(_KEYS)
    is_open = draw.chance(0.5)
    barred = draw.choice(people)
    names = [person.name for person in people]

    def prepare(stage: Stage) -> None:
        for person in people:
            set_blocked(stage.world, person.uid, not is_open and person == barred)

    def gold(do: Client) -> None:
        digest = do("sha256", text=newest(do, section)["title"])
        parts = do("regex_search", pattern=".{8}", text=digest)[:3]
        found = [do.steadily("get_uid_from_name", name=name) for name in names]
        if do.careful and any(entry["blocked"] for entry in found):
            raise CannotBeDone
        for entry, part in zip(found, parts, strict=True):
            do.steadily("send_message", uid=entry["uid"], content=part["match"])

    return Draft(
        {
            "lock": lock,
            "section": section,
            **ordinals(names),
        },
        gold,
        unique=(section, *names),
        prepare=prepare,
        kind=TaskKind.CHANGE if is_open else TaskKind.IMPOSSIBLE,
        obstacle="" if is_open else f"{barred.name} is blocked and is to stay so",
        lift=None if is_open else lambda stage: set_blocked(stage.world, barred.uid, False),
    )
