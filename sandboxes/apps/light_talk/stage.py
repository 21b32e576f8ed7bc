"""What a world can do to LightTalk before an attempt and no tool can: others act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from sandboxes._world import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Group


def set_read(world: World, uid: str, read: bool) -> None:
    """Let the chat with a contact be read or unread."""
    talk = world.app(LightTalk)
    contact = talk.contacts.of()[uid]
    talk.contacts.put(contact._replace(read_new_message=read))


def set_blocked(world: World, uid: str, blocked: bool) -> None:
    """Let a contact be blocked or not."""
    talk = world.app(LightTalk)
    contact = talk.contacts.of()[uid]
    talk.contacts.put(contact._replace(blocked=blocked))


def found_group(world: World, owner: str, uids: list[str], name: str) -> str:
    """Let somebody have founded a named group with the user in it.

    Returns:
        The id of the group.
    """
    talk = world.app(LightTalk)
    gid = world.new_id("group")
    talk.groups.put(
        Group(
            gid=gid,
            generated_name=f"Group Chat {world.counters.ids['group']}",
            name=name,
            owner_id=owner,
            uids=tuple(sorted({*uids, owner, talk.me})),
            created=world.timestamp(),
            read_new_message=True,
        )
    )
    return gid


def near(world: World, argument: str, arguments: Mapping[str, Any]) -> Sequence[str] | None:
    """What somebody might have taken an argument of a tool for.

    Args:
        world: The world before the call.
        argument: Name of the argument.
        arguments: All arguments of the call.

    Returns:
        Values that mean something there, the likeliest first; None for free text.
    """
    talk = world.app(LightTalk)
    owner = arguments.get("uid", talk.me)
    if argument in ("uid", "uids", "at"):
        people = [c for c in talk.directory().values() if c.uid != talk.me]
        return [c.uid for c in sorted(people, key=lambda contact: contact.blocked)]
    if argument == "mid":
        return list(talk.messages.of(owner))
    if argument == "moid":
        return list(talk.moments.of(owner))
    if argument in ("cid", "my_cid"):
        return [c.cid for _, c in talk.comments_below(owner, arguments["moid"])]
    if argument == "gid":
        return list(talk.groups.of())
    if argument == "where":
        return talk_corpus().places
    if argument == "img_urls":
        return ["https://pictures.example/harbour.jpg"]
    return None


def stray_write(world: World) -> tuple[str, dict[str, object]]:
    """A scored write that no task asks for: a remark on the last contact without one."""
    talk = world.app(LightTalk)
    uid = [c.uid for c in talk.directory().values() if not c.remark][-1]
    return "edit_remark", {"uid": uid, "remark": "Met at the tram stop"}
