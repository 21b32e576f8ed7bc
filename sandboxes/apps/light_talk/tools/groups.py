"""Tools about group chats."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._records import as_json
from sandboxes._tool import tool
from sandboxes._types import Identifier, Line, LongText, WebAddress
from sandboxes.apps.light_talk.checks import known_contact, known_group, need_privilege
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import EVERYONE, Group, GroupMessage
from sandboxes.apps.light_talk.tools.chats import image_text

_MOST_MEMBERS = 200
Members = Annotated[list[Identifier], Field(min_length=1, max_length=_MOST_MEMBERS)]
Mentions = Annotated[list[Identifier], Field(max_length=_MOST_MEMBERS)] | Literal["all"]


def _shown(group: Group) -> dict[str, Any]:
    return {
        "gid": group.gid,
        "name": group.shown_name,
        "owner_id": group.owner_id,
        "uids": list(group.uids),
    }


def _my_group(talk: LightTalk, gid: str) -> Group:
    group = known_group(talk, gid)
    if group.owner_id != talk.me:
        raise Refused("Only the owner of the group can do this, and you are not its owner.")
    return group


@tool(mutates=True, requires=("contact", "privilege"), provides=("group",))
def create_group_chat(talk: LightTalk, uids: Members) -> dict[str, Any]:
    """Create a group owned by the user, under a generated name. Needs the elevated privilege.

    Refused if one of the members is no contact.

    Args:
        uids: UIDs of the members; the user is added and doubles are dropped.

    Returns:
        {gid, name}, the id and the generated name of the new group.
    """
    need_privilege(talk)
    for uid in uids:
        known_contact(talk, uid)
    world = talk.world
    gid = world.new_id("group")
    group = Group(
        gid=gid,
        generated_name=f"Group Chat {world.counters.ids['group']}",
        name="",
        owner_id=talk.me,
        uids=tuple(sorted({*uids, talk.me})),
        created=world.timestamp(),
        read_new_message=True,
    )
    talk.groups.put(group)
    return {"gid": gid, "name": group.shown_name}


@tool(mutates=False, requires=(), provides=("group", "contact"))
def list_all_groups(talk: LightTalk) -> list[dict[str, Any]]:
    """List all groups that the user is a member of, oldest first.

    Returns:
        A list of {gid, name, owner_id, uids}.
    """
    return [_shown(group) for group in talk.groups.of().values() if talk.me in group.uids]


@tool(mutates=False, requires=("group",), provides=("contact",))
def get_group_info(talk: LightTalk, gid: Identifier) -> dict[str, Any]:
    """Show one group.

    Refused if the group is unknown.

    Args:
        gid: Id of the group.

    Returns:
        {gid, name, owner_id, uids, read_new_message}.
    """
    group = known_group(talk, gid)
    return {**_shown(group), "read_new_message": group.read_new_message}


def _send(talk: LightTalk, gid: str, content: str, at: list[str] | str) -> dict[str, Any]:
    group = known_group(talk, gid)
    mentioned = (EVERYONE,) if at == EVERYONE else tuple(sorted(set(at)))
    strangers = [uid for uid in mentioned if uid not in group.uids] if at != EVERYONE else []
    if strangers:
        raise Refused(f"Not in the group, so not to be mentioned: {', '.join(strangers)}.")
    world = talk.world
    message = GroupMessage(world.new_id("msg"), talk.me, mentioned, world.timestamp(), content)
    talk.group_messages.put(message, gid)
    return {"mid": message.mid}


@tool(mutates=True, requires=("group",), provides=("group message",))
def send_message_to_group(
    talk: LightTalk,
    gid: Identifier,
    content: LongText,
    at: Mentions = [],  # noqa: B006 - schema
) -> dict[str, Any]:
    """Send a text to a group.

    Refused if the group is unknown or somebody who is mentioned is not in it.

    Args:
        gid: Id of the group.
        content: The text.
        at: UIDs of the members to mention, or "all"; [] mentions nobody.

    Returns:
        {mid}, the id of the new message.
    """
    return _send(talk, gid, content, at)


@tool(mutates=True, requires=("group",), provides=("group message",))
def send_image_to_group(
    talk: LightTalk,
    gid: Identifier,
    img_url: WebAddress,
    at: Mentions = [],  # noqa: B006 - schema
) -> dict[str, Any]:
    """Send a picture to a group; it stands in the chat as an img tag with its address.

    Refused if the group is unknown or somebody who is mentioned is not in it.

    Args:
        gid: Id of the group.
        img_url: Address of the picture.
        at: UIDs of the members to mention, or "all"; [] mentions nobody.

    Returns:
        {mid}, the id of the new message.
    """
    return _send(talk, gid, image_text(img_url), at)


@tool(mutates=False, requires=("group",), provides=("group message",))
def get_group_chat_history(talk: LightTalk, gid: Identifier) -> list[dict[str, Any]]:
    """List all messages of a group, oldest first.

    Refused if the group is unknown.

    Args:
        gid: Id of the group.

    Returns:
        A list of {mid, send_uid, at, timestamp, content}.
    """
    known_group(talk, gid)
    return [as_json(message) for message in talk.group_messages.of(gid).values()]


@tool(mutates=True, requires=("group", "privilege"), provides=())
def rename_group(talk: LightTalk, gid: Identifier, name: Line) -> dict[str, Any]:
    """Give a group a name. Needs the elevated privilege; the user need not be the owner.

    Refused if the group is unknown.

    Args:
        gid: Id of the group.
        name: The new name.

    Returns:
        {gid, name}.
    """
    need_privilege(talk)
    group = known_group(talk, gid)
    talk.groups.put(group._replace(name=name))
    return {"gid": gid, "name": name}


@tool(mutates=True, requires=("group", "contact", "privilege"), provides=())
def change_owner_of_group(talk: LightTalk, gid: Identifier, uid: Identifier) -> dict[str, Any]:
    """Hand a group that the user owns over to another member. Needs the elevated privilege.

    Refused if the group is unknown, the user does not own it, or the contact is unknown, not in it
    or its owner already.

    Args:
        gid: Id of the group.
        uid: UID of the member who is to own it.

    Returns:
        {gid, owner_id}.
    """
    need_privilege(talk)
    group = _my_group(talk, gid)
    known_contact(talk, uid)
    if uid not in group.uids:
        raise Refused(f"{uid} is not in the group; invite this contact first.")
    if uid == group.owner_id:
        raise Refused("You own this group already.")
    talk.groups.put(group._replace(owner_id=uid))
    return {"gid": gid, "owner_id": uid}


@tool(mutates=True, requires=("group", "contact"), provides=())
def invite_new_member(talk: LightTalk, gid: Identifier, uid: Identifier) -> dict[str, Any]:
    """Add a contact to a group.

    Refused if the group or the contact is unknown, or the contact is in the group already.

    Args:
        gid: Id of the group.
        uid: UID of the contact.

    Returns:
        {gid, uids}, the members it has now.
    """
    group = known_group(talk, gid)
    contact = known_contact(talk, uid)
    if uid in group.uids:
        raise Refused(f"{contact.name} is in the group already.")
    members = tuple(sorted((*group.uids, uid)))
    talk.groups.put(group._replace(uids=members))
    return {"gid": gid, "uids": list(members)}


@tool(mutates=True, requires=("group", "privilege"), provides=())
def quit_group(talk: LightTalk, gid: Identifier) -> dict[str, Any]:
    """Leave a group that somebody else owns; it goes on without the user and is no longer listed.

    Needs the elevated privilege.

    Refused if the group is unknown or the user owns it.

    Args:
        gid: Id of the group.

    Returns:
        {gid, left}.
    """
    need_privilege(talk)
    group = known_group(talk, gid)
    if group.owner_id == talk.me:
        raise Refused("You own this group: hand it over first, or delete it.")
    members = tuple(uid for uid in group.uids if uid != talk.me)
    talk.groups.put(group._replace(uids=members))
    return {"gid": gid, "left": True}


@tool(mutates=True, requires=("group", "privilege"), provides=())
def delete_group(talk: LightTalk, gid: Identifier) -> dict[str, Any]:
    """Delete a group that the user owns, with its messages. Needs the elevated privilege.

    Refused if the group is unknown or somebody else owns it.

    Args:
        gid: Id of the group.

    Returns:
        {gid, deleted}.
    """
    need_privilege(talk)
    _my_group(talk, gid)
    talk.remove(talk.groups, gid)
    return {"gid": gid, "deleted": True}


def _mark(talk: LightTalk, gid: str, read: bool) -> dict[str, Any]:
    group = known_group(talk, gid)
    talk.groups.put(group._replace(read_new_message=read))
    return {"gid": gid, "read_new_message": read}


@tool(mutates=True, requires=("group",), provides=())
def mark_as_read_in_group(talk: LightTalk, gid: Identifier) -> dict[str, Any]:
    """Mark a group's chat as read.

    Refused if the group is unknown.

    Args:
        gid: Id of the group.

    Returns:
        {gid, read_new_message}.
    """
    return _mark(talk, gid, True)


@tool(mutates=True, requires=("group",), provides=())
def mark_as_unread_in_group(talk: LightTalk, gid: Identifier) -> dict[str, Any]:
    """Mark a group's chat as unread.

    Refused if the group is unknown.

    Args:
        gid: Id of the group.

    Returns:
        {gid, read_new_message}.
    """
    return _mark(talk, gid, False)
