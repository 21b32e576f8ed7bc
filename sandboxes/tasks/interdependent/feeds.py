"""Tasks about what is published: moments with their comments, and the paper."""

from __future__ import annotations

from evaluators import Exact, Slot, TaskKind
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.stage import (
    plant_comment,
    plant_moment,
    set_blocked,
    set_comment_sender,
)
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.apps.light_weather.data_model import LightWeather
from sandboxes.apps.light_weather.stage import set_primary
from sandboxes.tasks._client import CannotBeDone, Client
from sandboxes.tasks._template import Decline, Draft, Reading, Stage, template
from sandboxes.tasks.kit.figures import fahrenheit, tenths
from sandboxes.tasks.kit.general import one_of
from sandboxes.tasks.kit.news import newest, newest_first, newest_link, sections
from sandboxes.tasks.kit.talk import MESSAGES, MOMENTS, new_group, open_up, people, uid_of, write_to
from sandboxes.tasks.kit.weather import (
    WantedAlert,
    alerts_are,
    day_ahead,
    delete_alerts,
    set_weather_alert,
)

_FAR_PLACES = ("Tbilisi, Georgia", "Quito, Ecuador", "Hobart, Australia", "Tromso, Norway")
_TRAVELS = (
    "Slept on the deck and woke up to flying fish.",
    "The bus broke down next to a dumpling stall. Best breakdown of my life.",
    "Everybody here waves at trains, so I wave back.",
    "Lost my hat to the wind and my heart to the bread.",
)
_BLUNT = (
    "Is that the same soup as last year?",
    "You told me that you were ill that day!",
    "So this is where my bicycle pump went.",
)
_NEWS_OF_MINE = (
    (
        "We got the keys today. Forty steps up, and a view of the harbour.",
        ("Congratulations!", "When is the party?", "Forty steps? I'll wave from below.", "Lovely."),
    ),
    (
        "After six years of evening classes I am a bookbinder, on paper at last.",
        ("So proud of you.", "On paper, very good!", "I bring my atlas.", "What a day!"),
    ),
    (
        "The choir has accepted me. Second row, next to the radiator.",
        ("Bravo!", "The warm place, well done.", "I knew it.", "Sing something for us!"),
    ),
)
_WALKS = ("Walk of the Week", "Over Hill and Dale", "Sunday Boots", "Slow Hikers")
_THANKS = ("Thank you, NAME!", "Kind of you, NAME.", "That made me smile, NAME!")


@template(
    level=1,
    apps=("LightTalk",),
    traps=("impossible",),
    reading=Reading("2026-11-30", "fadbbfd5e4dc"),
    phrasings=(
        'The comment "{text}" under {name}\'s newest moment embarrasses me. Please have it '
        "withdrawn. Nothing else may change for that: no other comment may go, nobody may be "
        "blocked, deleted or written to.",
        'I want the comment "{text}" gone from {name}\'s newest moment on LightTalk, withdrawn as'
        " it should be. Every other comment stays, nobody is to be blocked, deleted or written "
        "to, and nothing else changes.",
        'Please withdraw the comment that reads "{text}" under the newest moment of {name}. That '
        "is all I want: no other comment withdrawn, no one blocked, no one deleted, no messages, "
        "no other change.",
    ),
)
def withdraw_comment(world: World, draw: Stream) -> Draft:
    """Withdraw a comment, which cannot be done where somebody else wrote it."""
    owner, other = people(world, draw, 2)
    text, mine = draw.sample(_BLUNT, 2)
    place = draw.choice(talk_corpus().places)
    is_mine = draw.chance(0.5)

    def prepare(stage: Stage) -> None:
        open_up(stage.world, [owner])
        me = stage.world.app(LightTalk).me
        line = "Spring cleaning is over. You may all come and admire it."
        moid = plant_moment(stage.world, owner.uid, line, place)
        plant_comment(stage.world, other.uid, "I can smell the soap from here.", owner.uid, moid)
        plant_comment(stage.world, me if is_mine else other.uid, text, owner.uid, moid)
        plant_comment(stage.world, me, mine, owner.uid, moid)

    def lift(stage: Stage) -> None:
        talk = stage.world.app(LightTalk)
        moid = list(talk.moments.of(owner.uid))[-1]
        for path, comment in list(talk.comments_below(owner.uid, moid)):
            if comment.content == text:
                set_comment_sender(stage.world, talk.me, *path)

    def gold(do: Client) -> None:
        uid = uid_of(do, owner.name)
        moment = do.steadily("get_last_k_moments", uid=uid, k=1)[0]
        comment = next(entry for entry in moment["comments"] if entry["content"] == text)
        if do.careful and comment["send_uid"] != do.steadily("get_my_uid"):
            raise CannotBeDone
        do.steadily("withdraw_comment_moment", uid=uid, moid=moment["moid"], my_cid=comment["cid"])

    return Draft(
        {"name": owner.name, "text": text},
        gold,
        unique=(owner.name, text),
        prepare=prepare,
        kind=TaskKind.CHANGE if is_mine else TaskKind.IMPOSSIBLE,
        obstacle="" if is_mine else f"{other.name} wrote the comment",
        lift=None if is_mine else lift,
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("recoverable_failure", "latent_prerequisite"),
    reading=Reading("2026-11-30", "35a4a579366b"),
    phrasings=(
        'Post a moment for me that reads exactly "{text}", without pictures. It should show '
        "{wish} as its place; if {wish} is not on offer, let it show {second}.",
        'I\'m on the road. Please publish exactly "{text}" among my moments, no pictures, as if '
        "from {wish}. In case that place can't be chosen, {second} will do.",
        'Please publish my next moment. It should say exactly "{text}" and hold no picture. The '
        "place shown with it should be {wish}, or {second} if LightTalk doesn't offer {wish}.",
    ),
)
def post_from_second_choice(world: World, draw: Stream) -> Draft:
    """Publish a moment from a place that is not on offer, so from the second choice."""
    offered = talk_corpus().places
    wish = one_of(draw, [place for place in _FAR_PLACES if place not in offered], "far place")
    second = draw.choice(offered)
    text = draw.choice(_TRAVELS)

    def gold(do: Client) -> None:
        choices = do.steadily("list_ip_choices")
        do.steadily("change_my_ip", where=wish if wish in choices else second)
        do("ask_for_privilege")
        do.steadily("post_moment", content=text, img_urls=[])

    words = {"text": text, "wish": wish, "second": second}
    return Draft(words, gold, unique=tuple(words.values()), texts=((MOMENTS, Exact(text)),))


@template(
    level=2,
    apps=("LightTalk",),
    traps=("arithmetic_or_text",),
    reading=Reading("2026-11-30", "a3c436dfabba"),
    phrasings=(
        "Answer every comment of somebody else under my newest moment on LightTalk with a reply "
        'of its own: exactly "{thanks}", where NAME is the first name of whoever wrote the '
        "comment. My own comment there needs no reply.",
        "People have been kind about my newest moment. Please reply to each comment on it that "
        'is not from me, one reply to each: exactly "{thanks}", but with the first name of the '
        "commenter in place of NAME.",
        "Under my latest moment, each comment that another person left should get one reply from "
        'me. It reads exactly "{thanks}", with NAME replaced by the first name of that person. '
        "Don't reply to what I commented myself.",
    ),
)
def thank_each_commenter(world: World, draw: Stream) -> Draft:
    """Reply to each comment under the user's newest moment by first name."""
    commenters = people(world, draw, 4)
    text, comments = draw.choice(_NEWS_OF_MINE)
    thanks = draw.choice(_THANKS)
    place = draw.choice(talk_corpus().places)

    def prepare(stage: Stage) -> None:
        me = stage.world.app(LightTalk).me
        moid = plant_moment(stage.world, me, text, place, [contact.uid for contact in commenters])
        for contact, comment in zip(commenters[:3], comments[:3], strict=True):
            plant_comment(stage.world, contact.uid, comment, me, moid)
        plant_comment(stage.world, me, "You are all invited, of course.", me, moid)
        plant_comment(stage.world, commenters[3].uid, comments[3], me, moid)

    def gold(do: Client) -> None:
        me = do.steadily("get_my_uid")
        moment = do.steadily("get_my_moments")[-1]
        for comment in moment["comments"]:
            if comment["send_uid"] == me:
                continue
            name = do.steadily("get_contact_info", uid=comment["send_uid"])["name"]
            reply = thanks.replace("NAME", name.split()[0])
            do.steadily(
                "comment_comment", uid=me, moid=moment["moid"], cid=comment["cid"], content=reply
            )

    return Draft({"thanks": thanks}, gold, unique=(thanks,), prepare=prepare)


@template(
    level=1,
    apps=("LightTalk", "LightNews"),
    traps=("condition", "do_nothing"),
    reading=Reading("2026-11-30", "b9a2f1aaff74"),
    phrasings=(
        '{name} collects whatever {author} writes. If the newest article in the section "{section}"'
        " of LightNews is by {author}, send {name} the link to it, without any other text. "
        "Otherwise leave everything as it is.",
        'Have a look at the section "{section}" of LightNews. Only if {author} wrote its newest '
        "article, pass the link to that article on to {name}, and write nothing besides; "
        "otherwise do nothing at all.",
        'Should the latest article under "{section}" on LightNews come from {author}, then '
        "{name} is to get the link to it as a message that holds nothing else. If it is by "
        "somebody else, don't touch anything.",
    ),
)
def share_article_if_by(world: World, draw: Stream) -> Draft:
    """Share the newest article of a section, but only if a certain author wrote it."""
    receiver = people(world, draw, 1)[0]
    section = draw.choice(sections(world))
    last, former, *_ = articles = newest_first(world, section)
    if former.timestamp == last.timestamp:
        raise Decline("two newest articles")
    holds = draw.chance(0.5)
    strangers = sorted({a.story.author for a in articles} - {last.story.author})
    author = last.story.author if holds else one_of(draw, strangers, "other author")

    def gold(do: Client) -> None:
        found = newest(do, section)
        if do.careful and found["author"] != author:
            return
        write_to(do, receiver.name, do("get_news_url", nid=found["nid"]))

    return Draft(
        {"name": receiver.name, "author": author, "section": section},
        gold,
        unique=(receiver.name, author, section),
        prepare=lambda stage: open_up(stage.world, [receiver]),
        kind=TaskKind.CHANGE if holds else TaskKind.DO_NOTHING,
    )


@template(
    level=2,
    apps=("LightTalk", "LightNews"),
    reading=Reading("2026-11-30", "96885d8579e1"),
    phrasings=(
        "Send three people something to read from LightNews, each just the link and no other "
        'text: {a} the newest article in "{first}", {b} the newest by {author} in "{second}", '
        'and {c} the one called "{title}" in "{third}".',
        "{a}, {b} and {c} asked me for links to LightNews. {a} wants the newest article under "
        '"{first}", {b} the newest that {author} wrote under "{second}", and {c} "{title}", which'
        ' is under "{third}". One message with the bare link to each, please.',
        'Please share from LightNews, one bare link each: "{title}" (in "{third}") with {c}, the '
        'most recent article of "{first}" with {a}, and with {b} the most recent one in '
        '"{second}" that is by {author}.',
    ),
)
def share_three_articles(world: World, draw: Stream) -> Draft:
    """Send three people the link to one article each."""
    three = people(world, draw, 3)
    first, second, third = draw.sample(sections(world), 3)
    authors = sorted({article.story.author for article in newest_first(world, second)})
    author = draw.choice(authors)
    titles = [article.story.title for article in newest_first(world, third)[::-1]]
    title = one_of(draw, [t for t in titles if titles.count(t) == 1 and '"' not in t], "title")

    def gold(do: Client) -> None:
        latest = newest(do, first)
        articles = do("get_last_k_news", section=second, k=100)
        by_author = next(article for article in articles if article["author"] == author)
        found = do("search", section=third, query=title, maxn=10)
        titled = next(article for article in found if article["title"] == title)
        for contact, article in zip(three, (latest, by_author, titled), strict=True):
            write_to(do, contact.name, do("get_news_url", nid=article["nid"]))

    words = {key: contact.name for key, contact in zip("abc", three, strict=True)}
    words |= {"first": first, "second": second, "third": third, "author": author, "title": title}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=lambda stage: open_up(stage.world, three),
    )


@template(
    level=3,
    apps=("LightTalk", "LightWeather", "LightNews"),
    traps=("arithmetic_or_text", "clean_slate", "condition", "latent_prerequisite"),
    reading=Reading("2026-11-30", "08d6cf392a97"),
    phrasings=(
        "I lead a walk tomorrow, in {first} or in {second}: wherever LightWeather gives the lower "
        "precipitation probability for tomorrow. Make that city my primary location there, and "
        'give it an alert with the condition "rain above" and the threshold 2. That has to be my '
        "only alert for that city; those for other cities stay.\n"
        "{a}, {b}, {c} and {d} come along. {d} is still blocked: lift that for good. Found a group"
        ' of the four and me on LightTalk, name it "{title}", and write two messages in it, neither'
        ' with a mention: exactly "{text}", with the name of the city in place of PLACE, and '
        'the bare link to the newest article in "{section}" of LightNews. Make {a} the owner of '
        'the group. The remark on each of the four should be exactly "{remark}".\n'
        "In our own chats, tell {b} today's highest UV index of that city, as LightWeather gives "
        "it, and tell {c} tomorrow's high there in degrees Fahrenheit, rounded to one decimal "
        "place. Each of the two messages holds its value as a figure such as 6.3 and no other "
        "number, not even in a name.",
        "Could you set up tomorrow's walk? We go to {first} or {second}. Compare what LightWeather "
        "forecasts for tomorrow, and take the city with the lower precipitation probability.\n"
        "On LightWeather, that city becomes my primary location. I also want to have exactly one "
        'alert for it, with the condition "rain above" and the threshold 2; whatever alerts I '
        "have for other cities, leave them.\n"
        'On LightTalk, {a}, {b}, {c}, {d} and I need a new group called "{title}". I have blocked '
        "{d}; lift the block, and don't set it again. Two messages go to the group, without "
        'mentions. One is exactly "{text}", where PLACE is the name of the city. The other '
        'is just the link to the newest article that LightNews has under "{section}". Then the '
        "group goes to {a} as its owner. Set the remarks on {a}, {b}, {c} and {d} to exactly "
        '"{remark}".\n'
        "Two private messages as well. {b} asked for today's highest UV index of that city: send "
        "it as LightWeather has it. {c} asked for tomorrow's high there in Fahrenheit: send it "
        "rounded to one decimal place. Both times write a figure such as 6.3, and no second number"
        " in the text, and digits in names count too.",
        "Tomorrow I go walking with {a}, {b}, {c} and {d}. Please prepare it.\n"
        "Where: {first} or {second}, whichever has the lower precipitation probability in "
        "LightWeather's forecast for tomorrow.\n"
        'Weather: I want one alert for that city, "rain above" with the threshold 2, and no other '
        "for that city; my alerts for other cities stay as they are. The city should also be my "
        "primary location on LightWeather.\n"
        "People: I don't want {d} blocked any longer. On each of the four the remark should read "
        'exactly "{remark}".\n'
        'Group: start one with the four on LightTalk under the name "{title}" and pass its '
        "ownership on to {a}. In it there should be two messages from me that mention nobody: "
        'exactly "{text}", but with the name of the city instead of PLACE, and the bare link '
        'to the latest article of the section "{section}" on LightNews.\n'
        "Private messages: {b} gets today's highest UV index of the city, just as LightWeather "
        "tells it. {c} gets tomorrow's high there in degrees Fahrenheit, rounded to one decimal "
        "place. Each of these is a figure such as 6.3 and must be the only number in its message, "
        "and digits in names count too.",
    ),
)
def prepare_a_walk(world: World, draw: Stream) -> Draft:
    """Choose a city by its forecast and set up a walk; the trap is an alert that is there."""
    walkers = people(world, draw, 4)
    readings = world.app(LightWeather).readings
    chances = {
        name: max(hour.probability for hour in readings.hours(name, 1))
        for name in draw.sample(list(cities()), 8)
    }
    pairs = [(x, y) for x in chances for y in chances if abs(chances[x] - chances[y]) >= 10]
    first, second = one_of(draw, pairs, "two cities with different chances of rain")
    place = min(first, second, key=lambda name: chances[name])
    elsewhere = second if place == first else first
    high = max(hour.temperature for hour in readings.hours(place, 1))
    title, remark = draw.choice(_WALKS), draw.choice(("Walking group", "Has good boots"))
    text = draw.choice(("Tomorrow we walk in PLACE.", "Lace your boots, it will be PLACE!"))
    section = draw.choice(sections(world))

    def prepare(stage: Stage) -> None:
        open_up(stage.world, walkers)
        set_blocked(stage.world, walkers[3].uid, True)
        set_primary(stage.world, None)
        stale = WantedAlert(place, "temperature above", 31.0)
        alerts_are(WantedAlert(elsewhere, "wind above", 70.0), trap=[stale])(stage)

    def gold(do: Client) -> None:
        city, celsius = _settle_on_drier(do, first, second)
        uids = [uid_of(do, contact.name) for contact in walkers]
        do("ask_for_privilege")
        do.steadily("unblock", uid=uids[3])
        gid = new_group(do, uids, title)
        do.steadily("send_message_to_group", gid=gid, content=text.replace("PLACE", city))
        do.steadily("send_message_to_group", gid=gid, content=newest_link(do, section))
        do.steadily("change_owner_of_group", gid=gid, uid=uids[0])
        for uid in uids:
            do.steadily("edit_remark", uid=uid, remark=remark)
        index = do("get_uv_index", location=city)["uv_index"]
        do.steadily("send_message", uid=uids[1], content=f"UV index today: {index}")
        warm = do("convert_temperature", value=celsius, from_unit="c", to_unit="f")["value"]
        text_for_third = f"It gets up to {tenths(do, warm)} Fahrenheit."
        do.steadily("send_message", uid=uids[2], content=text_for_third)

    words = {key: contact.name for key, contact in zip("abcd", walkers, strict=True)}
    words |= {"first": first, "second": second, "title": title, "text": text}
    words |= {"section": section, "remark": remark}
    return Draft(
        words,
        gold,
        unique=tuple(words.values()),
        prepare=prepare,
        texts=((MESSAGES, Slot(readings.uv(place))), (MESSAGES, Slot(round(fahrenheit(high), 1)))),
    )


def _settle_on_drier(do: Client, *names: str) -> tuple[str, float]:
    """Choose the city less likely to get rain tomorrow and set its alert; the city and its high."""
    forecasts = {name: day_ahead(do, name, 1) for name in names}
    city = min(forecasts, key=lambda name: float(forecasts[name]["precipitation_probability"]))
    do("set_primary_location", location=city)
    if do.careful:
        delete_alerts(do, city)
    set_weather_alert(do, city, "rain above", 2)
    return city, forecasts[city]["high"]
