"""LightTalk: people and groups to pick, and what golds do with them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from sandboxes._streams import Stream
from sandboxes._world import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.apps.light_talk.stage import set_blocked
from sandboxes.apps.light_weather.corpus_reader import cities
from sandboxes.tasks._client import Client
from sandboxes.tasks._template import Decline

MESSAGES = "LightTalk/contacts/*/chat_history/*/content"
"""Texts of chats with single contacts, for `Draft.texts`."""

GROUP_CHATS = "LightTalk/groups/*/chat_history"
"""Collections of messages of groups, for `Draft.ordered`."""

GROUP_MESSAGES = f"{GROUP_CHATS}/*/content"
"""Texts of group chats, for `Draft.texts`."""

MOMENTS = "LightTalk/contacts/*/moments/*/content"
"""Texts of moments, for `Draft.texts`."""


def others(world: World, *, blocked: bool | None = False) -> list[Contact]:
    """All contacts but the user, by default those that are not blocked."""
    talk = world.app(LightTalk)
    return [
        contact
        for contact in talk.directory().values()
        if contact.uid != talk.me and blocked in (None, contact.blocked)
    ]


def people(world: World, draw: Stream, count: int) -> list[Contact]:
    """So many contacts, blocked or not, none of whose names is part of another's.

    Raises:
        Decline: there are not enough.
    """
    chosen: list[Contact] = []
    for contact in draw.shuffled(others(world, blocked=None)):
        if not any(contact.name in c.name or c.name in contact.name for c in chosen):
            chosen.append(contact)
        if len(chosen) == count:
            return chosen
    raise Decline(f"fewer than {count} contacts")


def open_up(world: World, contacts: Iterable[Contact]) -> None:
    """Let none of the contacts be blocked."""
    for contact in contacts:
        set_blocked(world, contact.uid, False)


def tags_of_size(world: World, fewest: int, most: int) -> list[str]:
    """Tags that so many contacts carry, blocked ones included."""
    counted = Counter(contact.tag for contact in others(world, blocked=None))
    return sorted(tag for tag, count in counted.items() if fewest <= count <= most)


def shown_places() -> dict[str, str]:
    """The places that moments can come from, by city, of which LightWeather knows the weather."""
    by_city = {place.partition(",")[0]: place for place in talk_corpus().places}
    return {city: by_city[city] for city in sorted(by_city) if city in cities()}


def uid_of(do: Client, name: str) -> str:
    """The UID of the contact with a full name."""
    uid = do.steadily("get_uid_from_name", name=name)["uid"]
    assert isinstance(uid, str), "contacts are known by UIDs"
    return uid


def gid_of(do: Client, title: str) -> str:
    """The id of the user's group with a name."""
    groups = do.steadily("list_all_groups")
    gid = next(group["gid"] for group in groups if group["name"] == title)
    assert isinstance(gid, str), "groups are known by ids"
    return gid


def write_to(do: Client, name: str, text: str) -> None:
    """Send a text to the contact with a full name."""
    do.steadily("send_message", uid=uid_of(do, name), content=text)


def new_group(do: Client, uids: list[str], title: str) -> str:
    """Found a group of the user and others and name it, which needs the privilege; its id."""
    gid = do.steadily("create_group_chat", uids=uids)["gid"]
    do.steadily("rename_group", gid=gid, name=title)
    assert isinstance(gid, str), "groups are known by ids"
    return gid


def appear_in(do: Client, city: str) -> None:
    """Let the user's moments come from a city."""
    choices = do.steadily("list_ip_choices")
    place = next(place for place in choices if place.startswith(f"{city},"))
    do.steadily("change_my_ip", where=place)
