"""Tasks about the people in the directory: notes on them, and a whole account put in order."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import (
    empty_chat,
    empty_moments,
    found_group,
    plant_comment,
    plant_group_message,
    plant_message,
    plant_moment,
    set_blocked,
    set_group_read,
    set_read,
    set_remark,
)
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, Stage, template
from sandboxes.tasks.kit.talk import open_up, people, uid_of

_REMARKS = (
    "Lends out the projector",
    "Allergic to walnuts",
    "Met on the ferry to Bari",
    "Has our spare key",
    "Plays the oud at weddings",
    "Prefers to be rung after eight",
    "Owes me two jars of honey",
    "Knows a good piano tuner",
)
_CODES = ("The alarm code is 4471, then the green key.", "New alarm code from Monday: 9032.")
_SWIM = (
    ("snorkel", "Has anybody seen my snorkel?", "It is in my bag, I'll hand it in."),
    ("stopwatch", "Who has the club's stopwatch?", "I have it. The kiosk will keep it for you."),
    ("towel", "Did one of you take my striped towel home?", "I did, by mistake. It is washed."),
)
_TITLES = (
    ("Brass Band", "Brass Band at the Mill", "Flat on Elm Street", "Spring Fair", "Morning Swim"),
    ("Film Club", "Film Club on Thursdays", "House Meeting", "Jumble Sale", "Lake Swimmers"),
    ("Beekeepers", "Beekeepers of the Hill", "Laundry Rota", "Street Party", "Cold Water Crew"),
)
_FRESH = ("Letters from Afar", "The Old Table", "Keep in Touch")
_PICTURES = ("https://pictures.example/packed.jpg", "https://pictures.example/last-tram.jpg")
_KEPT = (
    "Nine years in this kitchen, and the tap still drips.",
    "Last supper on boxes: dumplings for eleven people.",
)
_BICYCLES = (
    "Bicycle for sale: three gears, one careful owner.",
    "The bicycle is still here, and cheaper now.",
)
_WITH_ARTICLE = ("United Kingdom", "United States", "Philippines")
_MINE_TO_LOSE = ("Has the rain stopped yet?", "And who is paying for that?", "Not this again!")
_LEAVING = (
    "All packed. The plants travel on my lap.",
    "The last key is in the letter box. Off I go.",
)

_LETTERS = (
    "I am moving away, and before my phone goes to my mother I want my LightTalk in order. The "
    "line is poor, so speed it up first if you have to.\n"
    'Contacts: my remark on {a} should read exactly "{remark_a}", the one on {c} exactly '
    '"{remark_c}", and {b} should have no remark any more. {c} is blocked. Lift that for good, '
    'send {c} exactly "{hello}", and leave our chat marked as unread. Delete {d} from my contacts.'
    "\n"
    "Chats: from the one with {a}, delete the two messages that mention the alarm code, and no "
    "others, and mark it as read. Empty my whole chat with {b} before you send {b} anything; then "
    "send {b} the picture <{picture}>. {a} should get the bare link to {c}'s contact card.\n"
    'Groups: rename "{band}", which is mine, to "{band_new}", add {c} to it, and then make {a} its'
    ' owner. In "{flat}", write exactly "{farewell}", mentioning everyone (all), and then leave '
    'the group. "{fair}" is mine too: send each of its other members exactly "{closed}", privately,'
    ' and then delete it. In "{swim}", somebody is missing a {thing}: answer there with exactly '
    '"{answer}", mentioning only whoever asked, post the picture <{picture}> there as well, '
    "mentioning nobody, and mark the group as read. Then found a group of {a}, {c} and me, call it"
    ' "{fresh}", write exactly "{opening}" in it, mentioning nobody, and mark it as unread.\n'
    'Moments: delete my two about the bicycle. Under mine that says "{kept}", reply to each of the'
    ' three comments with exactly "{thanks}", and withdraw the one reply that I wrote there '
    "earlier. Like {a}'s newest moment and {b}'s newest. Under the latter, withdraw my comment "
    '"{lost}". Take my like off {c}\'s oldest moment and comment on that one with exactly '
    '"{memory}". Publish a new moment that says exactly "{leaving}", with the picture <{picture}> '
    "and no other; the place shown should be the one that LightTalk offers in {country}. Send "
    "{a} and {b} the bare link to that new moment.\n"
    "Last of all, empty my chat with {e} and block {e}. Everything else stays as it is.",
    "Before I move I want to leave LightTalk as tidy as the flat. If the connection is bad, "
    "accelerate it. Person by person:\n"
    '{a}: the remark becomes exactly "{remark_a}". Two messages in our chat mention the alarm '
    "code; delete these two only, and set the chat to read. {a} gets {c}'s contact card as a bare "
    "link, and a like from me on the newest of {a}'s moments.\n"
    "{b}: no remark any longer. Clear our whole chat, and do so before anything new goes to {b}. "
    "Then send {b} the picture <{picture}>. {b}'s newest moment gets a like from me, and my "
    'comment "{lost}" under it is to be withdrawn.\n'
    '{c}: unblock, and leave it so. The remark becomes exactly "{remark_c}". Send {c} exactly '
    '"{hello}", and let our chat be marked as unread in the end. Take back my like on the oldest '
    'of {c}\'s moments and comment there with exactly "{memory}".\n'
    "{d}: delete this contact. {e}: when all else is done, empty our chat and block {e}.\n"
    'Then my groups. "{band}" is mine: call it "{band_new}", take in {c}, then hand it over to {a}.'
    ' "{fair}" is mine as well: every other member gets exactly "{closed}" in a private message, '
    'after which the group is deleted. Say exactly "{farewell}" in "{flat}", with a mention of '
    'everyone (all), and then leave it. Somebody in "{swim}" is missing a {thing}; answer in the '
    'group with exactly "{answer}" and a mention of just the person who asked. Put the picture '
    "<{picture}> there too, without a mention, and mark the group as read. I also want a new group "
    'with {a} and {c}, by the name of "{fresh}"; its first message, without a mention, is exactly '
    '"{opening}", and it is to be marked as unread.\n'
    "Then my own moments. Both that are about the bicycle are to be deleted. At the one with the "
    'text "{kept}" there are three comments: answer each with exactly "{thanks}". The one reply '
    "that I gave there earlier is to be withdrawn. And I want a new moment with exactly the text "
    '"{leaving}" and only the picture <{picture}>, shown as coming from the place in {country} '
    "that LightTalk has on offer. {a} and {b} each get its bare link.\n"
    "Leave all the rest alone.",
    "My lorry comes tomorrow, and I can't look after LightTalk myself. Could you? Should the "
    "network be slow, speed it up.\n"
    "Start with what has to go. Delete {d} from my contacts, the remark on {b}, everything in my "
    "chat with {b} (do that before {b} is sent anything new), in my chat with {a} the two messages "
    "that mention the alarm code (no others), and my two moments about the bicycle. Withdraw my "
    'comment "{lost}" under {b}\'s newest moment, and the one reply that I have written so far '
    'under my own moment "{kept}". Take my like off {c}\'s oldest moment. I no longer want to '
    "block {c}: lift it for good.\n"
    'Then what should be there. As remarks, exactly "{remark_a}" on {a} and exactly "{remark_c}" '
    "on {c}. Likes from me on {a}'s newest moment and on {b}'s newest. On {c}'s oldest moment, a "
    'comment that reads exactly "{memory}". Under my moment "{kept}", a reply of exactly '
    '"{thanks}" to each of the three comments. And a new moment of mine: exactly "{leaving}", '
    "with the picture <{picture}> and no other, its place being the one in {country} that "
    "LightTalk offers.\n"
    'Please write. {c} gets exactly "{hello}"; our chat should end up marked as unread. {a} gets '
    "the bare link to {c}'s contact card; mark my chat with {a} as read. {b} gets the picture "
    "<{picture}>. {a} and {b} both get the bare link to my new moment.\n"
    'Now the groups. In "{flat}": exactly "{farewell}", mentioning everyone (all), and after that '
    'leave it. In "{swim}": somebody is missing a {thing}, so answer exactly "{answer}", '
    "mentioning that person only, then the picture <{picture}> with no mention; mark the group as "
    'read. "{band}", my own, takes the name "{band_new}" and {c} as a member, and then {a} becomes '
    'its owner. "{fair}", also my own, is to be deleted, but first send every other member exactly '
    '"{closed}" privately. A new group, "{fresh}", brings together {a}, {c} and me; write exactly '
    '"{opening}" there with no mention, and mark it as unread.\n'
    "And at the very end, {e}: empty our chat, then block {e}. Nothing else is to change.",
)


@template(
    level=1,
    apps=("LightTalk",),
    reading=Reading("2026-11-30", "ef784f6a9448"),
    phrasings=(
        "I have mixed up my private notes on {first} and {second} on LightTalk: each of them "
        "bears the remark that is meant for the other. Please swap the two, word for word.",
        "The remark that I keep on {first} belongs to {second}, and the one on {second} belongs"
        " to {first}. Exchange them, exactly as they are worded.",
        "Please put my remarks on {first} and {second} right. I wrote each on the wrong person, "
        "so {first} should have exactly what stands on {second} now, and the other way round.",
    ),
)
def swap_remarks(world: World, draw: Stream) -> Draft:
    """Exchange the private notes on two contacts."""
    first, second = people(world, draw, 2)
    notes = draw.sample(_REMARKS, 2)

    def prepare(stage: Stage) -> None:
        for contact, note in zip((first, second), notes, strict=True):
            set_remark(stage.world, contact.uid, note)

    def gold(do: Client) -> None:
        uids = [uid_of(do, contact.name) for contact in (first, second)]
        found = [do.steadily("get_contact_info", uid=uid)["remark"] for uid in uids]
        for uid, remark in zip(uids, reversed(found), strict=True):
            do.steadily("edit_remark", uid=uid, remark=remark)

    return Draft(
        {"first": first.name, "second": second.name},
        gold,
        unique=(first.name, second.name),
        prepare=prepare,
    )


@dataclass(frozen=True)
class _Move:
    """All that the letter of somebody who moves away is about.

    Args:
        five: The contacts a to e.
        words: What fills the letter.
        question: What was asked in the swimmers' group.
        place: Where the moments that are there come from.
    """

    five: tuple[Contact, ...]
    words: dict[str, str]
    question: str
    place: str

    def prepare(self, stage: Stage) -> None:
        """Plant the chats, groups and moments that the letter speaks of."""
        world, words = stage.world, self.words
        a, b, c, _, e = (contact.uid for contact in self.five)
        me = world.app(LightTalk).me
        open_up(world, list(self.five))
        set_blocked(world, c, True)
        for uid, remark in ((a, "Third floor"), (b, "Water meter, ask again"), (c, "")):
            set_remark(world, uid, remark)
        for uid in (a, b, e):
            empty_chat(world, uid)
        for text in (_CODES[0], "Thank you for the soup yesterday.", _CODES[1]):
            plant_message(world, a, text)
        plant_message(world, b, "When do you want your boxes back?")
        plant_message(world, e, "You still owe me an answer.")
        set_read(world, a, False)
        set_read(world, c, True)
        found_group(world, me, [a, b], words["band"])
        found_group(world, e, [b, e], words["flat"])
        found_group(world, me, [a, b, c], words["fair"])
        swim = found_group(world, b, [a, b, c], words["swim"])
        plant_group_message(world, swim, b, "The water has seventeen degrees.")
        plant_group_message(world, swim, a, self.question)
        set_group_read(world, swim, False)
        for uid in (me, a, b, c):
            empty_moments(world, uid)
        plant_moment(world, me, _BICYCLES[0], self.place)
        kept = plant_moment(world, me, words["kept"], self.place)
        plant_moment(world, me, _BICYCLES[1], self.place)
        plant_comment(world, b, "We shall miss you on the stairs.", me, kept)
        second = plant_comment(world, a, "Who will feed the pigeons now?", me, kept)
        plant_comment(world, c, "Come back for the plums.", me, kept)
        plant_comment(world, me, "Nobody, I hope.", me, kept, second)
        plant_moment(world, a, "The swifts are back under our roof.", self.place)
        plant_moment(world, b, "Rain, rain, and a new umbrella.", self.place)
        newest = plant_moment(world, b, "The cellar is dry again, at last.", self.place)
        plant_comment(world, me, words["lost"], b, newest)
        plant_moment(world, c, "My first loaf. You could build with it.", self.place, [me, a])
        plant_moment(world, c, "My second loaf. Better.", self.place, [me])

    def contacts_and_chats(self, do: Client, uids: list[str]) -> None:
        """The first part of the letter."""
        words, (a, b, c, d, _) = self.words, uids
        do("edit_remark", uid=a, remark=words["remark_a"])
        do("edit_remark", uid=c, remark=words["remark_c"])
        do("delete_remark", uid=b)
        do("unblock", uid=c)
        do("send_message", uid=c, content=words["hello"])
        do("mark_as_unread", uid=c)
        do("delete_contact", uid=d)
        for entry in do("get_chat_history", uid=a):
            if "alarm code" in entry["content"]:
                do("delete_message", uid=a, mid=entry["mid"])
        do("mark_as_read", uid=a)
        do("delete_chat_history", uid=b)
        do("send_image", uid=b, img_url=words["picture"])
        do("send_message", uid=a, content=do("get_shared_url_of_contact", uid=c))

    def groups(self, do: Client, me: str, uids: list[str]) -> None:
        """The second part."""
        words, (a, _, c, *_) = self.words, uids
        gids = {group["name"]: group["gid"] for group in do("list_all_groups")}
        band, flat, fair, swim = (gids[words[key]] for key in ("band", "flat", "fair", "swim"))
        do("rename_group", gid=band, name=words["band_new"])
        do("invite_new_member", gid=band, uid=c)
        do("change_owner_of_group", gid=band, uid=a)
        do("send_message_to_group", gid=flat, content=words["farewell"], at="all")
        do("quit_group", gid=flat)
        for uid in do("get_group_info", gid=fair)["uids"]:
            if uid != me:
                do("send_message", uid=uid, content=words["closed"])
        do("delete_group", gid=fair)
        history = do("get_group_chat_history", gid=swim)
        asker = next(entry["send_uid"] for entry in history if words["thing"] in entry["content"])
        do("send_message_to_group", gid=swim, content=words["answer"], at=[asker])
        do("send_image_to_group", gid=swim, img_url=words["picture"])
        do("mark_as_read_in_group", gid=swim)
        fresh = do("create_group_chat", uids=[a, c])["gid"]
        do("rename_group", gid=fresh, name=words["fresh"])
        do("send_message_to_group", gid=fresh, content=words["opening"])
        do("mark_as_unread_in_group", gid=fresh)

    def moments(self, do: Client, me: str, uids: list[str]) -> None:
        """The third part."""
        words, (a, b, c, *_) = self.words, uids
        for moment in do("get_my_moments"):
            moid = moment["moid"]
            if "bicycle" in moment["content"].casefold():
                do("delete_moment", moid=moid)
            for comment in moment["comments"] if moment["content"] == words["kept"] else ():
                cid = comment["cid"]
                for reply in comment["comments"]:
                    if reply["send_uid"] == me:
                        my_cid = reply["cid"]
                        do("withdraw_comment_comment", uid=me, moid=moid, cid=cid, my_cid=my_cid)
                do("comment_comment", uid=me, moid=moid, cid=cid, content=words["thanks"])
        newest = do("get_last_k_moments", uid=a, k=1)[0]
        do("like_moment", uid=a, moid=newest["moid"])
        newest = do("get_all_moments", uid=b)[-1]
        do("like_moment", uid=b, moid=newest["moid"])
        for comment in newest["comments"]:
            if comment["content"] == words["lost"]:
                moid, my_cid = newest["moid"], comment["cid"]
                do("withdraw_comment_moment", uid=b, moid=moid, my_cid=my_cid)
        oldest = do("get_moment", uid=c, index=0)
        do("unlike_moment", uid=c, moid=oldest["moid"])
        do("comment_moment", uid=c, moid=oldest["moid"], content=words["memory"])
        choices = do("list_ip_choices")
        place = next(where for where in choices if where.endswith(f", {words['country']}"))
        do("change_my_ip", where=place)
        leaving, picture = words["leaving"], words["picture"]
        moid = do("post_moment", content=leaving, img_urls=[picture])["moid"]
        link = do("get_shared_url_of_moment", uid=me, moid=moid)
        for uid in (a, b):
            do("send_message", uid=uid, content=link)


@template(
    level=3,
    apps=("LightTalk",),
    traps=("latent_prerequisite",),
    phrasings=_LETTERS,
    reading=Reading("2026-11-30", "e0c55585badd"),
)
def tidy_up_before_moving(world: World, draw: Stream) -> Draft:
    """Put a whole account in order, by a long letter; the privilege goes without saying."""
    five = people(world, draw, 5)
    countries = Counter(place.split(", ")[1] for place in talk_corpus().places)
    single = sorted(name for name, count in countries.items() if count == 1)
    country = draw.choice([name for name in single if name not in _WITH_ARTICLE])
    titles = draw.choice(_TITLES)
    thing, question, answer = draw.choice(_SWIM)
    remark_a, remark_c = draw.sample(_REMARKS, 2)
    words = {
        **{key: contact.name for key, contact in zip("abcde", five, strict=True)},
        **dict(zip(("band", "band_new", "flat", "fair", "swim"), titles, strict=True)),
        "remark_a": remark_a,
        "remark_c": remark_c,
        "hello": "Let us forget about the noise. I would like to say goodbye.",
        "closed": f"The group {titles[3]} is closed. Thank you for every hour.",
        "farewell": "I am leaving the house, so I leave this group too. Be well!",
        "thing": thing,
        "answer": answer,
        "fresh": draw.choice(_FRESH),
        "opening": "Here we can write to each other from now on.",
        "picture": draw.choice(_PICTURES),
        "kept": draw.choice(_KEPT),
        "thanks": "I shall miss you too.",
        "lost": draw.choice(_MINE_TO_LOSE),
        "memory": "I still think of this one.",
        "leaving": draw.choice(_LEAVING),
        "country": country,
    }
    move = _Move(tuple(five), words, question, draw.choice(talk_corpus().places))

    def gold(do: Client) -> None:
        do("acc_network")
        do("ask_for_privilege")
        me = do("get_my_uid")
        uids = [uid_of(do, contact.name) for contact in five]
        move.contacts_and_chats(do, uids)
        move.groups(do, me, uids)
        move.moments(do, me, uids)
        do("delete_chat_history", uid=uids[4])
        do("block", uid=uids[4])

    return Draft(words, gold, unique=tuple(words.values()), prepare=move.prepare)
