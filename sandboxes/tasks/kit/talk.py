"""LightTalk: people and groups to pick, and what golds do with them."""

from __future__ import annotations

from collections import Counter

from sandboxes._world import World
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact
from sandboxes.tasks._client import Client

MESSAGES = "LightTalk/contacts/*/chat_history/*/content"
"""Texts of chats with single contacts, for `Draft.texts`."""


def others(world: World, *, blocked: bool | None = False) -> list[Contact]:
    """All contacts but the user, by default those that are not blocked."""
    talk = world.app(LightTalk)
    return [
        contact
        for contact in talk.directory().values()
        if contact.uid != talk.me and blocked in (None, contact.blocked)
    ]


def tags_of_size(world: World, fewest: int, most: int) -> list[str]:
    """Tags that so many contacts carry, blocked ones included."""
    counted = Counter(contact.tag for contact in others(world, blocked=None))
    return sorted(tag for tag, count in counted.items() if fewest <= count <= most)


def uid_of(do: Client, name: str) -> str:
    """The UID of the contact with a full name."""
    uid = do.steadily("get_uid_from_name", name=name)["uid"]
    assert isinstance(uid, str), "contacts are known by UIDs"
    return uid


def write_to(do: Client, name: str, text: str) -> None:
    """Send a text to the contact with a full name."""
    do.steadily("send_message", uid=uid_of(do, name), content=text)
