"""Calls that hypothesis draws: any tool, with values that fit, that nearly fit, or that don't."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

from sandboxes import World, catalogue
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk

Call = tuple[str, dict[str, Any]]
_WORDS = ("Sam", "a", "banana", "family", "friends", "fruit", "see you at eight", "x" * 300)
_JUNK: tuple[Any, ...] = (None, True, -1, 1.5, "", "\x00", [], {}, [["deep"]], float("nan"))
_MOST = 12


def known_values(world: World) -> dict[str, list[Any]]:
    """Values by argument name that mean something in the world as it is now."""
    talk, store = world.app(LightTalk), world.app(LightShop)
    people = list(talk.directory())[:_MOST]
    moments = [moid for uid in people for moid in talk.moments.of(uid)][:_MOST]
    comments = [
        comment.cid
        for uid in people
        for moid in talk.moments.of(uid)
        for _, comment in talk.comments_below(uid, moid)
    ]
    shops = list(store.shops.of())[:3]
    return {
        "uid": [talk.me, *people],
        "uids": [people[:2], people[:1]],
        "mid": [mid for uid in people for mid in talk.messages.of(uid)],
        "moid": moments,
        "cid": comments[-_MOST:],
        "my_cid": comments[-_MOST:],
        "gid": list(talk.groups.of()),
        "sid": shops,
        "tid": [tid for sid in shops for tid in list(store.items.of(sid))[:3]],
        "caid": list(store.lines()),
        "trid": list(store.transactions.of()),
        "where": list(talk_corpus().places[:2]),
        "gender": ["female", "male"],
        "tag": ["family", "me"],
        "category": ["fruit", "books"],
        "img_url": ["https://pictures.example/a.jpg"],
        "img_urls": [[], ["https://pictures.example/a.jpg"]],
        "at": [[], "all", people[:1]],
        "cnt": [1, 2, 7],
        "k": [1, 3],
        "index": [0, 1],
        "page": [0, 1],
    }


def calls(world: World) -> st.SearchStrategy[Call]:
    """Mostly calls that make sense in the world, now and then nonsense."""
    known = known_values(world)
    return st.sampled_from(sorted(catalogue())).flatmap(lambda name: _with_arguments(name, known))


def _with_arguments(name: str, known: dict[str, list[Any]]) -> st.SearchStrategy[Call]:
    properties = catalogue()[name].input_schema["properties"]
    fields = {argument: _value(argument, known) for argument in properties}
    return st.tuples(st.just(name), st.fixed_dictionaries(fields))


def _value(argument: str, known: dict[str, list[Any]]) -> st.SearchStrategy[Any]:
    values = known.get(argument) or list(_WORDS)
    sensible = st.sampled_from(values)
    return st.integers(0, 19).flatmap(lambda n: st.sampled_from(_JUNK) if n == 0 else sensible)
