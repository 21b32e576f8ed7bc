"""Tools about the chat with one contact."""

from __future__ import annotations

from typing import Any

from sandboxes._outcome import Refused
from sandboxes._records import as_json
from sandboxes._tool import tool
from sandboxes._types import Identifier, LongText, WebAddress
from sandboxes.apps.light_talk.checks import known_contact, need_privilege, open_contact
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Message


def image_text(img_url: str) -> str:
    """How a picture stands in a message."""
    return f'<img src="{img_url}">'


def _send(talk: LightTalk, uid: str, content: str) -> dict[str, Any]:
    open_contact(talk, uid)
    world = talk.world
    message = Message(world.new_id("msg"), talk.me, uid, world.timestamp(), content)
    talk.messages.put(message, uid)
    return {"mid": message.mid}


@tool(mutates=True, requires=("contact", "open contact"), provides=("message",))
def send_message(talk: LightTalk, uid: Identifier, content: LongText) -> dict[str, Any]:
    """Send a text to a contact, or to the user's own chat.

    Refused if the contact is unknown or blocked.

    Args:
        uid: UID of the receiver.
        content: The text.

    Returns:
        {mid}, the id of the new message.
    """
    return _send(talk, uid, content)


@tool(mutates=True, requires=("contact", "open contact"), provides=("message",))
def send_image(talk: LightTalk, uid: Identifier, img_url: WebAddress) -> dict[str, Any]:
    """Send a picture to a contact; it stands in the chat as an img tag with its address.

    Refused if the contact is unknown or blocked.

    Args:
        uid: UID of the receiver.
        img_url: Address of the picture.

    Returns:
        {mid}, the id of the new message.
    """
    return _send(talk, uid, image_text(img_url))


@tool(mutates=False, requires=("contact",), provides=("message",))
def get_chat_history(talk: LightTalk, uid: Identifier) -> list[dict[str, Any]]:
    """List all messages exchanged with one contact, oldest first.

    Refused if the contact is unknown.

    Args:
        uid: UID of the contact; a blocked one is fine.

    Returns:
        A list of {mid, send_uid, receive_uid, timestamp, content}.
    """
    known_contact(talk, uid)
    return [as_json(message) for message in talk.messages.of(uid).values()]


@tool(mutates=True, requires=("contact", "message", "privilege"), provides=())
def delete_message(talk: LightTalk, uid: Identifier, mid: Identifier) -> dict[str, Any]:
    """Delete one message from the chat with a contact. Needs the elevated privilege.

    Refused if the contact is unknown or the chat has no such message.

    Args:
        uid: UID of the contact.
        mid: Id of the message.

    Returns:
        {mid, deleted}.
    """
    need_privilege(talk)
    contact = known_contact(talk, uid)
    if talk.messages.get(uid, mid) is None:
        raise Refused(f"The chat with {contact.name} has no message {mid}.")
    talk.messages.remove(uid, mid)
    return {"mid": mid, "deleted": True}


@tool(mutates=True, requires=("contact",), provides=())
def delete_chat_history(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Delete all messages of the chat with a contact.

    Refused if the contact is unknown.

    Args:
        uid: UID of the contact; a blocked one is fine.

    Returns:
        {uid, deleted}, the number of messages that were deleted.
    """
    known_contact(talk, uid)
    mids = list(talk.messages.of(uid))
    for mid in mids:
        talk.messages.remove(uid, mid)
    return {"uid": uid, "deleted": len(mids)}


def _mark(talk: LightTalk, uid: str, read: bool) -> dict[str, Any]:
    contact = open_contact(talk, uid)
    talk.contacts.put(contact._replace(read_new_message=read))
    return {"uid": uid, "read_new_message": read}


@tool(mutates=True, requires=("contact", "open contact"), provides=())
def mark_as_read(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Mark the chat with a contact as read.

    Refused if the contact is unknown or blocked.

    Args:
        uid: UID of the contact.

    Returns:
        {uid, read_new_message}.
    """
    return _mark(talk, uid, True)


@tool(mutates=True, requires=("contact", "open contact"), provides=())
def mark_as_unread(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Mark the chat with a contact as unread.

    Refused if the contact is unknown or blocked.

    Args:
        uid: UID of the contact.

    Returns:
        {uid, read_new_message}.
    """
    return _mark(talk, uid, False)
