"""What a world can do to LightTalk before an attempt and no tool can: others act."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any

from sandboxes._world import World
from sandboxes.apps.light_talk.corpus_reader import talk_corpus
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Comment, Group, GroupMessage, Message, Moment


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


def set_remark(world: World, uid: str, remark: str) -> None:
    """Let the user keep a private note on a contact, or none."""
    talk = world.app(LightTalk)
    contact = talk.contacts.of()[uid]
    talk.contacts.put(contact._replace(remark=remark))


def empty_chat(world: World, uid: str) -> None:
    """Let the chat with a contact hold no message."""
    talk = world.app(LightTalk)
    for mid in list(talk.messages.of(uid)):
        talk.messages.remove(uid, mid)


def plant_message(world: World, uid: str, content: str, *, mine: bool = False) -> str:
    """Let a contact have written to the user just now, or the user to the contact.

    Returns:
        The id of the message.
    """
    talk = world.app(LightTalk)
    sender, receiver = (talk.me, uid) if mine else (uid, talk.me)
    mid = world.new_id("msg")
    talk.messages.put(Message(mid, sender, receiver, world.timestamp(), content), uid)
    return mid


def plant_group_message(
    world: World, gid: str, sender: str, content: str, *, days_ago: int = 0
) -> str:
    """Let somebody have written to a group, mentioning nobody; older messages are planted first.

    Returns:
        The id of the message.
    """
    talk = world.app(LightTalk)
    mid = world.new_id("msg")
    when = str(datetime.fromisoformat(world.timestamp()) - timedelta(days=days_ago))
    talk.group_messages.put(GroupMessage(mid, sender, (), when, content), gid)
    return mid


def set_group_read(world: World, gid: str, read: bool) -> None:
    """Let the chat of a group be read or unread."""
    talk = world.app(LightTalk)
    talk.groups.put(talk.groups.of()[gid]._replace(read_new_message=read))


def empty_moments(world: World, uid: str) -> None:
    """Let somebody, or the user, have no moments."""
    talk = world.app(LightTalk)
    for moid in list(talk.moments.of(uid)):
        talk.remove(talk.moments, uid, moid)


def plant_moment(
    world: World, owner: str, content: str, place: str, likes: Sequence[str] = ()
) -> str:
    """Let somebody, or the user, have published a moment just now.

    Returns:
        The id of the moment.
    """
    moid = world.new_id("mo")
    moment = Moment(moid, owner, content, world.timestamp(), place, (), tuple(likes))
    world.app(LightTalk).moments.put(moment, owner)
    return moid


def plant_comment(world: World, sender: str, content: str, *below: str) -> str:
    """Let somebody, or the user, have written a comment just now.

    Args:
        world: The world.
        sender: Who wrote it.
        content: What it says.
        below: The owner and the id of the moment, then the ids of the comments above, if any.

    Returns:
        The id of the comment.
    """
    cid = world.new_id("com")
    comment = Comment(cid, sender, world.timestamp(), content)
    world.app(LightTalk).comments.put(comment, *below)
    return cid


def set_comment_sender(world: World, sender: str, *path: str) -> None:
    """Let somebody else have written a comment, whose path begins with the moment's owner."""
    talk = world.app(LightTalk)
    *parent, cid = path
    talk.comments.put(talk.comments.of(*parent)[cid]._replace(send_uid=sender), *parent)


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
