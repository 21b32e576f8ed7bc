"""The records of LightTalk, each field declared scored, neutral or id/time."""

from __future__ import annotations

from typing import NamedTuple

from sandboxes._records import Collection, IdTime, Neutral, Scored

MY_TAG = "me"
EVERYONE = "all"
UNKNOWN_PLACE = "unknown"


class Session(NamedTuple):
    """What lasts while the app is open, and the place shown on posts."""

    my_ip: Neutral[str] = UNKNOWN_PLACE
    has_privilege: Neutral[bool] = False
    network_accelerated: Neutral[bool] = False


class Contact(NamedTuple):
    """Somebody in the directory; the user is there too, under the tag "me"."""

    uid: Scored[str]
    name: Scored[str]
    gender: Scored[str]
    tag: Scored[str]
    online: Scored[bool]
    blocked: Scored[bool]
    remark: Scored[str]
    read_new_message: Scored[bool]


class Message(NamedTuple):
    """One message of the chat with a contact."""

    mid: IdTime[str]
    send_uid: Scored[str]
    receive_uid: Scored[str]
    timestamp: IdTime[str]
    content: Scored[str]


class Moment(NamedTuple):
    """A post, its likes in the order of giving."""

    moid: IdTime[str]
    owner_uid: Scored[str]
    content: Scored[str]
    timestamp: IdTime[str]
    ip: Scored[str]
    img_urls: Scored[tuple[str, ...]]
    who_likes: Scored[tuple[str, ...]]


class Comment(NamedTuple):
    """A comment on a moment, or a reply below another comment."""

    cid: IdTime[str]
    send_uid: Scored[str]
    timestamp: IdTime[str]
    content: Scored[str]


class Group(NamedTuple):
    """A group chat. It is called by its generated name until somebody gives it one."""

    gid: IdTime[str]
    generated_name: IdTime[str]
    name: Scored[str]
    owner_id: Scored[str]
    uids: Scored[tuple[str, ...]]
    created: IdTime[str]
    read_new_message: Scored[bool]

    @property
    def shown_name(self) -> str:
        """What the group is called in lists."""
        return self.name or self.generated_name


class GroupMessage(NamedTuple):
    """One message in a group; `at` holds the sorted UIDs it mentions, or just "all"."""

    mid: IdTime[str]
    send_uid: Scored[str]
    at: Scored[tuple[str, ...]]
    timestamp: IdTime[str]
    content: Scored[str]


CONTACTS = Collection("contacts", Contact, "uid", keyed=True)
MESSAGES = Collection("chat_history", Message, "mid", CONTACTS, keys=("receive_uid",))
MOMENTS = Collection("moments", Moment, "moid", CONTACTS)
COMMENTS = Collection("comments", Comment, "cid", MOMENTS, nests=True)
GROUPS = Collection("groups", Group, "gid")
GROUP_MESSAGES = Collection("chat_history", GroupMessage, "mid", GROUPS)
