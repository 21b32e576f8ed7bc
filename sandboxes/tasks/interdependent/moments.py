"""Tasks about moments."""

from __future__ import annotations

from collections import Counter

from evaluators import Exact
from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Draft, Reading, template
from sandboxes.tasks.kit.general import one_of
from sandboxes.tasks.kit.talk import MOMENTS, others, uid_of


@template(
    level=1,
    apps=("LightTalk",),
    traps=("recoverable_failure",),
    phrasings=(
        "Like the latest post in {name}'s moments. The network is flaky today.",
        "{name} has posted something new on LightTalk. Give {name}'s most recent moment a "
        "like, even if the connection is bad.",
        "Leave a like on the newest of {name}'s moments; the connection may drop now and then.",
    ),
    reading=Reading("2026-11-29", "693cc88561b1"),
)
def like_latest_moment(world: World, draw: Stream) -> Draft:
    """Like the newest of several moments under a flaky network."""
    talk = world.app(LightTalk)
    posting = [contact for contact in others(world) if len(talk.moments.of(contact.uid)) >= 2]
    contact = one_of(draw, posting, "open contact with two moments")

    def gold(do: Client) -> None:
        uid = uid_of(do, contact.name)
        latest = do.steadily("get_last_k_moments", uid=uid, k=1)[0]
        do.steadily("like_moment", uid=uid, moid=latest["moid"])

    return Draft({"name": contact.name}, gold, unique=(contact.name,))


@template(
    level=1,
    apps=("LightTalk",),
    traps=("condition",),
    phrasings=(
        "Like all of {name}'s moments that were posted from {place}, and only those.",
        "Every moment that {name} posted from {place}, should get a like from me; leave "
        "{name}'s other moments alone.",
        "Go through the moments of {name} and like each one that came from {place}, and no others.",
    ),
    reading=Reading("2026-11-29", "9ac65d723a8e"),
)
def like_moments_from_place(world: World, draw: Stream) -> Draft:
    """Like those of one contact's moments that came from one place, but not the others."""
    talk = world.app(LightTalk)
    pairs = []
    for contact in others(world):
        places = Counter(moment.ip for moment in talk.moments.of(contact.uid).values())
        if len(places) > 1:
            pairs += [(contact, place) for place in sorted(places)]
    contact, place = one_of(draw, pairs, "contact with moments from several places")

    def gold(do: Client) -> None:
        uid = do("get_uid_from_name", name=contact.name)["uid"]
        for moment in do("get_all_moments", uid=uid):
            if moment["ip"] == place:
                do("like_moment", uid=uid, moid=moment["moid"])

    return Draft({"name": contact.name, "place": place}, gold, unique=(contact.name, place))


@template(
    level=1,
    apps=("LightTalk",),
    traps=("latent_prerequisite",),
    phrasings=(
        'Publish a moment that says exactly "{text}", without pictures, and let "{place}" be '
        "shown as its place.",
        'Post a moment on LightTalk as if from {place}: exactly the text "{text}", no pictures.',
        'I\'d like a new moment with exactly the text "{text}" and no picture. The place shown'
        " with it should be {place}.",
    ),
    reading=Reading("2026-11-29", "45359daba246"),
)
def post_from_place(world: World, draw: Stream) -> Draft:
    """Choose a place, then publish a text there, which needs the privilege."""
    place = draw.choice(talk_corpus().places)
    text = draw.choice(
        (
            "The bakery on the corner has started to make rye bread again.",
            "First swim of the year, and the water is as cold as it looks.",
            "Three hours of train and not one delay.",
            "The neighbours are practising the accordion, and it is getting better.",
        )
    )

    def gold(do: Client) -> None:
        do("ask_for_privilege")
        do("change_my_ip", where=place)
        do("post_moment", content=text, img_urls=[])

    return Draft(
        {"text": text, "place": place},
        gold,
        unique=(text, place),
        texts=((MOMENTS, Exact(text)),),
    )


@template(
    level=1,
    apps=("LightTalk",),
    traps=("ambiguity",),
    phrasings=(
        'Leave the comment "{text}", exactly so, on the oldest of {name}\'s moments.',
        'Write exactly "{text}" as a comment under the very first moment that {name} posted.',
        'Please comment on the earliest of {name}\'s moments with exactly this: "{text}"',
    ),
    reading=Reading("2026-11-29", "154af00026af"),
)
def comment_on_oldest_moment(world: World, draw: Stream) -> Draft:
    """Comment on the oldest of several moments."""
    talk = world.app(LightTalk)
    posting = [contact for contact in others(world) if len(talk.moments.of(contact.uid)) >= 2]
    contact = one_of(draw, posting, "open contact with two moments")
    text = draw.choice(
        ("Still my favourite of yours.", "I remember that day well!", "How did this turn out?")
    )

    def gold(do: Client) -> None:
        uid = do("get_uid_from_name", name=contact.name)["uid"]
        oldest = min(do("get_all_moments", uid=uid), key=lambda moment: str(moment["timestamp"]))
        do("comment_moment", uid=uid, moid=oldest["moid"], content=text)

    return Draft(
        {"name": contact.name, "text": text},
        gold,
        unique=(contact.name, text),
        texts=(("LightTalk/contacts/*/moments/*/**/comments/*/content", Exact(text)),),
    )
