"""Values that mean something to LightTalk's tools."""

from __future__ import annotations

from typing import Any

from sandboxes import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk

_MOST = 12


def known_values(world: World) -> dict[str, list[Any]]:
    """Values by argument name that mean something in the world as it is now."""
    talk = world.app(LightTalk)
    people = list(talk.directory())[:_MOST]
    moments = [moid for uid in people for moid in talk.moments.of(uid)][:_MOST]
    comments = [
        comment.cid
        for uid in people
        for moid in talk.moments.of(uid)
        for _, comment in talk.comments_below(uid, moid)
    ]
    return {
        "uid": [talk.me, *people],
        "uids": [people[:2], people[:1]],
        "mid": [mid for uid in people for mid in talk.messages.of(uid)],
        "moid": moments,
        "cid": comments[-_MOST:],
        "my_cid": comments[-_MOST:],
        "gid": list(talk.groups.of()),
        "where": list(talk_corpus().places[:2]),
        "gender": ["female", "male"],
        "tag": ["family", "me"],
        "img_url": ["https://pictures.example/a.jpg"],
        "img_urls": [[], ["https://pictures.example/a.jpg"]],
        "at": [[], "all", people[:1]],
        "k": [1, 3],
        "index": [0, 1],
        "page": [0, 1],
    }
