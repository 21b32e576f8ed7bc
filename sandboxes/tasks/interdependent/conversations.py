"""Tasks about what was said, in chats and in groups, and what is passed on from there."""

from __future__ import annotations

import re
from datetime import timedelta

from evaluators import Exact, Slot
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_news.articles import day_in_words
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import (
    empty_chat,
    found_group,
    plant_group_message,
    plant_message,
    set_group_read,
    set_read,
)
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import tenths
from sandboxes.tasks.kit.general import some_of, today
from sandboxes.tasks.kit.talk import (
    GROUP_MESSAGES,
    MESSAGES,
    gid_of,
    open_up,
    others,
    people,
    uid_of,
    write_to,
)

_PHRASES = (
    "copper kettle under nine oak beams",
    "the heron never pays for the ferry",
    "saffron, two bells and a borrowed ladder",
    "my uncle's goat prefers the north gate",
    "blue tiles remember every summer",
)
_QUESTIONS = (
    ("lend a ladder", "Can anyone lend me a ladder on Saturday?", "You can have mine."),
    ("water the plants", "Who could water the plants while I am in Tunis?", "I'll do it."),
    ("feed the cat", "Is anybody free to feed the cat until Monday?", "I can, gladly."),
    ("bring a samovar", "Who can bring a samovar to the party?", "We have one, I'll bring it."),
    ("drive the van", "Which of you could drive the van back?", "I'll drive it."),
)
_LENT = (
    ("pressure cooker", "The pressure cooker is washed and by my door. Fetch it when you like."),
    ("tent poles", "I found your tent poles behind the boiler. I can drop them off."),
    ("sewing machine", "Your sewing machine is mended; it was only the belt."),
    ("dictionary", "I still have your Basque dictionary. Shall I leave it at the kiosk?"),
    ("cello case", "Your cello case came back from the tour without a scratch."),
)
_CHATTER = (
    "The gate was left open again, please mind the hens.",
    "Thank you all for Sunday, my feet still hurt.",
    "Somebody left a green scarf on the bench.",
    "The council has answered at last. It is a yes.",
    "There is cardamom cake in the kitchen.",
)
_SMALL_TALK = (
    "The bus was full of drummers this morning, and nobody minded.",
    "We have moved the beans to the sunny side.",
    "My aunt says hello and asks for your lentil recipe.",
    "The lift works again. Let's see for how long.",
    "Did you hear the owl last night?",
)
_GROUP_NAMES = ("Orchard Neighbours", "Courtyard 12", "Kite Club", "Old Mill Tenants")
_CIRCLES = ("Reading Circle", "Chess Evenings", "Polish for Beginners", "Board Game Night")


@template(
    level=1,
    apps=("LightTalk",),
    traps=("arithmetic_or_text", "latent_prerequisite"),
    reading=Reading("2026-11-30", "c3dd335cea20"),
    phrasings=(
        "The last message that {keeper} wrote in our chat on LightTalk is a pass phrase, and "
        "{checker} wants to be sure of having the same one. Send {checker} the SHA-256 digest of"
        " that message, of its whole text as it stands, in lower-case hexadecimal and with "
        "nothing else. Then delete that one message from my chat with {keeper}.",
        "{checker} and I have to compare a pass phrase without writing it down. It is the whole "
        "text of the last message that {keeper} sent me. Write nothing but its SHA-256 digest to "
        "{checker}, in lower-case hexadecimal, and after that delete the message with the pass "
        "phrase from my chat with {keeper}, and no other message.",
        "Please take the last message that I got from {keeper} in our chat, word for word: it is "
        "a pass phrase. {checker} is to get its SHA-256 digest as lower-case hexadecimal digits "
        "and no other text. The message itself must then go from my chat with {keeper}; leave "
        "the other messages there.",
    ),
)
def pass_on_digest(world: World, draw: Stream) -> Draft:
    """Send the digest of a message, then delete the message, which needs the privilege."""
    keeper, checker = people(world, draw, 2)
    phrase = draw.choice(_PHRASES)

    def prepare(stage: Stage) -> None:
        open_up(stage.world, [keeper, checker])
        empty_chat(stage.world, keeper.uid)
        plant_message(stage.world, keeper.uid, "Here comes the pass phrase, as promised.")
        plant_message(stage.world, keeper.uid, phrase)
        plant_message(stage.world, keeper.uid, "Got it, thank you.", mine=True)

    def gold(do: Client) -> None:
        uid = uid_of(do, keeper.name)
        history = do.steadily("get_chat_history", uid=uid)
        last = [entry for entry in history if entry["send_uid"] == uid][-1]
        digest = do("sha256", text=last["content"])
        do.steadily("send_message", uid=uid_of(do, checker.name), content=digest)
        do("ask_for_privilege")
        do.steadily("delete_message", uid=uid, mid=last["mid"])

    return Draft(
        {"keeper": keeper.name, "checker": checker.name},
        gold,
        unique=(keeper.name, checker.name),
        prepare=prepare,
    )


@template(
    level=1,
    apps=("LightTalk",),
    reading=Reading("2026-11-30", "c90354bed8a1"),
    phrasings=(
        'Somebody in the group "{title}" has asked who can {favour}. Answer in the group with '
        'exactly "{answer}", mention the person who asked and nobody else, and mark the group as'
        " read.",
        'Find out who in "{title}" is looking for someone to {favour}. Post exactly "{answer}" '
        "in that group, with a mention of just that person, and set the group to read.",
        'One member of my group "{title}" needs someone to {favour}. Please reply there with '
        'exactly this text: "{answer}" It should mention whoever asked, and only them. Then '
        "mark the group as read.",
    ),
)
def answer_in_group(world: World, draw: Stream) -> Draft:
    """Answer a question in a group, mentioning who asked, and mark the group as read."""
    members = people(world, draw, 4)
    title = draw.choice(_GROUP_NAMES)
    favour, question, answer = draw.choice(_QUESTIONS)
    lines = draw.shuffled([question, *draw.sample(_CHATTER, 3)])

    def prepare(stage: Stage) -> None:
        uids = [contact.uid for contact in members]
        gid = found_group(stage.world, uids[0], uids, title)
        for uid, line in zip(uids, lines, strict=True):
            plant_group_message(stage.world, gid, uid, line)
        set_group_read(stage.world, gid, False)

    def gold(do: Client) -> None:
        gid = gid_of(do, title)
        history = do.steadily("get_group_chat_history", gid=gid)
        asker = next(entry["send_uid"] for entry in history if "?" in entry["content"])
        do.steadily("send_message_to_group", gid=gid, content=answer, at=[asker])
        do.steadily("mark_as_read_in_group", gid=gid)

    return Draft(
        {"title": title, "favour": favour, "answer": answer},
        gold,
        unique=(title, favour, answer),
        prepare=prepare,
        texts=((GROUP_MESSAGES, Exact(answer)),),
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("ambiguity",),
    reading=Reading("2026-11-30", "32c366c7022a"),
    phrasings=(
        'In the group "{title}" four people have each announced an evening at their place. Send '
        'the host of the first one after {day} exactly this private message: "{note}" Write to '
        "nobody else.",
        'Whose turn is it next in "{title}"? Each of the four hosts gave a date in the group. '
        "Whoever has the earliest date after {day} should get exactly this message from me, in our "
        'own chat and not in the group: "{note}" Nobody else gets anything.',
        'Look up in my group "{title}" who is the first to have us over after {day}; the dates are '
        'in the messages, and some are earlier. Write exactly "{note}" to that one host, privately '
        "and not in the group.",
    ),
)
def write_to_next_host(world: World, draw: Stream) -> Draft:
    """Write to whoever has the first of several dates after a day, which the text names."""
    hosts = people(world, draw, 4)
    title = draw.choice(_CIRCLES)
    note = draw.choice(
        (
            "I'd love to come, and I'll bring flatbread.",
            "Count me in! Is there anything I can carry up for you?",
            "I'll be there, but a little late. Please start without me.",
        )
    )
    day = today(world)
    passed = draw.between(1, 3)
    weeks = draw.shuffled([number - passed + (number >= passed) for number in range(4)])
    days = [day + timedelta(days=7 * week + 3 * (1 if week > 0 else -1)) for week in weeks]

    def prepare(stage: Stage) -> None:
        open_up(stage.world, hosts)
        uids = [contact.uid for contact in hosts]
        gid = found_group(stage.world, uids[0], uids, title)
        for uid, evening in zip(uids, days, strict=True):
            text = f"I can have you all at my place on {evening}, from half past seven."
            plant_group_message(stage.world, gid, uid, text, days_ago=40)

    def gold(do: Client) -> None:
        coming = {}
        for entry in do.steadily("get_group_chat_history", gid=gid_of(do, title)):
            found = re.search(r"\d{4}-\d\d-\d\d", entry["content"])
            if found and found.group() > str(day):
                coming[found.group()] = entry["send_uid"]
        do.steadily("send_message", uid=coming[min(coming)], content=note)

    return Draft(
        {"title": title, "note": note, "day": day_in_words(day)},
        gold,
        unique=(title, note, day_in_words(day)),
        prepare=prepare,
    )


@template(
    level=2,
    apps=("LightTalk", "LightWeather"),
    traps=("condition",),
    reading=Reading("2026-11-30", "47db439be53a"),
    phrasings=(
        "Four friends look after young trees for me: {a} in {place_a}, {b} in {place_b}, {c} in "
        "{place_c} and {d} in {place_d}. Where LightWeather forecasts a high of more than "
        '{limit} °C for tomorrow, send the one there exactly "{dry}" The others get exactly '
        '"{mild}"',
        "{a} has my trees in {place_a}, {b} those in {place_b}, {c} those in {place_c} and {d} "
        "those in {place_d}. Please tell each of the four what to do tomorrow, by the forecast of "
        'LightWeather for that city: exactly "{dry}" if tomorrow\'s high there is more than '
        '{limit} °C, and exactly "{mild}" if it is not.',
        'If tomorrow\'s high is to be more than {limit} °C, young trees need care. So write "{dry}"'
        " to each of these friends in whose city LightWeather forecasts that, and to the rest of "
        'the four "{mild}" (exactly these texts): {a} is in {place_a}, {b} in {place_b}, {c} in '
        "{place_c}, {d} in {place_d}.",
    ),
)
def tell_who_must_water(world: World, draw: Stream) -> Draft:
    """Write one of two texts to each of four friends, by tomorrow's forecast where they are."""
    friends = people(world, draw, 4)
    readings = world.app(LightWeather).readings
    highs = {city: max(hour.temperature for hour in readings.hours(city, 1)) for city in cities()}
    limit = round(sorted(highs.values())[len(highs) // 2])
    hot = sorted(city for city, high in highs.items() if high > limit + 1)
    mild = sorted(city for city, high in highs.items() if high < limit - 1)
    number = draw.between(1, 3)
    places = draw.shuffled(
        [
            *some_of(draw, hot, number, "hot cities"),
            *some_of(draw, mild, 4 - number, "mild cities"),
        ]
    )
    texts = draw.choice(
        (
            ("Please water the trees tomorrow after sunset.", "The trees can do without you."),
            ("Two cans for each tree tomorrow, please!", "No watering tomorrow, have a rest."),
        )
    )

    def gold(do: Client) -> None:
        for friend, place in zip(friends, places, strict=True):
            tomorrow = do("get_forecast", location=place, days=2)[1]
            write_to(do, friend.name, texts[0] if tomorrow["high"] > limit else texts[1])

    words = {key: friend.name for key, friend in zip("abcd", friends, strict=True)}
    words |= {f"place_{key}": place for key, place in zip("abcd", places, strict=True)}
    return Draft(
        {**words, "limit": str(limit), "dry": texts[0], "mild": texts[1]},
        gold,
        unique=(*words.values(), str(limit), *texts),
        prepare=lambda stage: open_up(stage.world, friends),
    )


@template(
    level=2,
    apps=("LightTalk",),
    traps=("ambiguity",),
    reading=Reading("2026-11-30", "fd31a79be108"),
    phrasings=(
        "{a}, {b}, {c} or {d}: one of the four wrote to me on LightTalk about my {thing}, and I "
        'forget who. Send that person exactly "{note}", set the remark on them to exactly '
        '"{remark}", and mark our chat as read. Leave the other three as they are.',
        "Somebody has my {thing} and told me so on LightTalk. It was {a}, {b}, {c} or {d}. Find"
        ' out who wrote that, answer there with exactly "{note}", mark that chat as read, and '
        'make "{remark}" the whole remark on whoever it was. Do nothing to the others.',
        "Look through my chats with {a}, {b}, {c} and {d}: one of them mentions my {thing}. "
        'Whoever wrote it gets exactly this message: "{note}" Then set that chat to read, and '
        'change the remark on that contact, and on no other, to exactly "{remark}".',
    ),
)
def thank_the_borrower(world: World, draw: Stream) -> Draft:
    """Find out which of four contacts wrote about a thing, and answer."""
    four = people(world, draw, 4)
    borrower = draw.choice(four)
    thing, message = draw.choice(_LENT)
    note = draw.choice(
        ("Thank you for taking such care. I'll come by on Saturday.", "Good to know, thank you!")
    )
    remark = draw.choice(("Can be trusted with anything", "Gives things back"))
    lines = draw.sample(_SMALL_TALK, 4)

    def prepare(stage: Stage) -> None:
        open_up(stage.world, four)
        for contact, line in zip(four, lines, strict=True):
            empty_chat(stage.world, contact.uid)
            plant_message(stage.world, contact.uid, message if contact is borrower else line)
            set_read(stage.world, contact.uid, False)

    def gold(do: Client) -> None:
        found = ""
        for contact in four:
            uid = uid_of(do, contact.name)
            for entry in do.steadily("get_chat_history", uid=uid):
                if thing in entry["content"]:
                    found = uid
        do.steadily("send_message", uid=found, content=note)
        do.steadily("mark_as_read", uid=found)
        do.steadily("edit_remark", uid=found, remark=remark)

    words = {key: contact.name for key, contact in zip("abcd", four, strict=True)}
    return Draft(
        {**words, "thing": thing, "note": note, "remark": remark},
        gold,
        unique=(*words.values(), thing, note, remark),
        prepare=prepare,
        texts=((MESSAGES, Exact(note)),),
    )


@template(
    level=2,
    apps=("LightTalk",),
    traps=("arithmetic_or_text",),
    reading=Reading("2026-11-30", "02af354e2245"),
    phrasings=(
        'What percentage of the members of my group "{title}" is shown as online, leaving me out '
        "of both counts? Send the answer to {name}, rounded to one decimal place and written"
        " as a figure such as 12.5, with no other number in the message, not even in a name.",
        '{name} wants to know what share of the group "{title}" is online; I don\'t count, '
        "neither among the members nor among those online. Reply to {name} in our chat with the"
        " percentage, rounded to one decimal place and written as a figure such as 12.5, and with "
        "no second number, not even as part of a name.",
        'Please work out what percentage of the members of "{title}" other than me is online on '
        "LightTalk. Write it to {name}, rounded to one decimal place and as a figure such as 12.5; "
        "no other number may stand in that message, and digits in names count too.",
    ),
)
def report_online_share(world: World, draw: Stream) -> Draft:
    """Work out which share of a group is online, and send it."""
    everybody = others(world, blocked=None)
    members = people(world, draw, min(len(everybody), draw.between(5, 9)))
    receiver = draw.choice(members)
    title = draw.choice(_GROUP_NAMES)
    share = round(100 * sum(contact.online for contact in members) / len(members), 1)

    def prepare(stage: Stage) -> None:
        open_up(stage.world, [receiver])
        me = stage.world.app(LightTalk).me
        found_group(stage.world, me, [contact.uid for contact in members], title)

    def gold(do: Client) -> None:
        me = do.steadily("get_my_uid")
        info = do.steadily("get_group_info", gid=gid_of(do, title))
        uids = [uid for uid in info["uids"] if uid != me]
        online = sum(do.steadily("get_contact_info", uid=uid)["online"] for uid in uids)
        percent = do("div", a=100 * online, b=len(uids))
        text = f"Online just now: {tenths(do, percent)} per cent."
        do.steadily("send_message", uid=uid_of(do, receiver.name), content=text)

    return Draft(
        {"title": title, "name": receiver.name},
        gold,
        unique=(title, receiver.name),
        prepare=prepare,
        texts=((MESSAGES, Slot(share)),),
    )
