"""Near alternatives of an argument: another contact, item or line, one more or less, one word."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

from evaluators import Contains, Slot, TextRule
from sandboxes._world import World
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.tasks._client import TracedCall

_PER_ARGUMENT = 2
_UNRELATED = "Something else"
_PICTURE = "https://pictures.example/harbour.jpg"


def alternatives(
    world: World, call: TracedCall, texts: tuple[tuple[str, TextRule], ...]
) -> Iterator[tuple[str, dict[str, Any]]]:
    """Each argument of a call replaced by what somebody might have taken it for.

    Args:
        world: The world before the call.
        call: The call.
        texts: The task's rules for texts.

    Yields:
        The argument's name, and all arguments with the alternative in its place.
    """
    for name, value in call.arguments.items():
        for other in _others(world, call, name, value, texts):
            yield name, {**call.arguments, name: other}


def _others(
    world: World,
    call: TracedCall,
    name: str,
    value: Any,
    texts: tuple[tuple[str, TextRule], ...],
) -> list[Any]:
    if isinstance(value, bool):
        return [not value]
    if isinstance(value, int):
        return [other for other in (value + 1, value - 1) if other > 0]
    if isinstance(value, list):
        return _other_lists(world, call, name, value)
    ids = _IDS.get(name)
    if ids is not None:
        return [other for other in ids(world, call) if other != value][:_PER_ARGUMENT]
    if name == "where":
        return [place for place in talk_corpus().places if place != value][:1]
    return _other_texts(value, texts)


def _other_lists(world: World, call: TracedCall, name: str, value: list[Any]) -> list[Any]:
    if name == "img_urls":
        return [[*value, _PICTURE]]
    strangers = [uid for uid in _contacts(world, call) if uid not in value][:1]
    lists = [[*strangers, *value[1:]], [*value, *strangers]] if strangers else []
    return [*lists, value[:-1]] if value else lists[1:]


def _other_texts(value: str, texts: tuple[tuple[str, TextRule], ...]) -> list[str]:
    rule = next((rule for _, rule in texts if rule.accepts(value)), None)
    if isinstance(rule, Slot):
        wrong = f"{rule.value + rule.tolerance + 1:g}"
        swapped = re.sub(r"\d+(?:[.,:]\d+)*", wrong, value, count=1)
        return [swapped, f"{value} Or {wrong}.", _UNRELATED]
    if isinstance(rule, Contains):
        parts = [re.sub(re.escape(part), "", value, flags=re.IGNORECASE) for part in rule.parts]
        return [*parts, _UNRELATED]
    return [f"{value} indeed", _UNRELATED]


def _contacts(world: World, call: TracedCall) -> list[str]:
    talk = world.app(LightTalk)
    people = [c for c in talk.directory().values() if c.uid != talk.me]
    return [c.uid for c in sorted(people, key=lambda contact: contact.blocked)]


def _messages(world: World, call: TracedCall) -> list[str]:
    return list(world.app(LightTalk).messages.of(call.arguments["uid"]))


def _moments(world: World, call: TracedCall) -> list[str]:
    talk = world.app(LightTalk)
    return list(talk.moments.of(call.arguments.get("uid", talk.me)))


def _comments(world: World, call: TracedCall) -> list[str]:
    talk = world.app(LightTalk)
    below = talk.comments_below(call.arguments["uid"], call.arguments["moid"])
    return [comment.cid for _, comment in below]


def _groups(world: World, call: TracedCall) -> list[str]:
    return list(world.app(LightTalk).groups.of())


def _shops(world: World, call: TracedCall) -> list[str]:
    return list(world.app(LightShop).shops.of())


def _items(world: World, call: TracedCall) -> list[str]:
    items = world.app(LightShop).items.of(call.arguments["sid"]).values()
    wanted = call.arguments.get("cnt", 0)
    return [item.tid for item in items if item.count >= wanted]


def _lines(world: World, call: TracedCall) -> list[str]:
    return list(world.app(LightShop).lines())


def _payments(world: World, call: TracedCall) -> list[str]:
    return list(world.app(LightShop).transactions.of())


_IDS: dict[str, Callable[[World, TracedCall], list[str]]] = {
    "uid": _contacts,
    "mid": _messages,
    "moid": _moments,
    "cid": _comments,
    "my_cid": _comments,
    "gid": _groups,
    "sid": _shops,
    "tid": _items,
    "caid": _lines,
    "trid": _payments,
}
