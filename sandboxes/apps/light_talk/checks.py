"""The checks that LightTalk's tools share, in their fixed order: privilege, existence, block."""

from __future__ import annotations

from sandboxes._outcome import Refused
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Comment, Contact, Group, Moment


def need_privilege(talk: LightTalk) -> None:
    """Refuse unless the privilege was asked for."""
    if not talk.session.value.has_privilege:
        raise Refused("This needs the elevated privilege; ask for it first.")


def known_contact(talk: LightTalk, uid: str) -> Contact:
    """The contact, blocked or not."""
    contact = talk.contacts.get(uid)
    if contact is None:
        raise Refused(f"No contact has the UID {uid}.")
    return contact


def open_contact(talk: LightTalk, uid: str) -> Contact:
    """The contact, unless it is blocked."""
    contact = known_contact(talk, uid)
    if contact.blocked:
        raise Refused(f"{contact.name} is blocked; unblock this contact first.")
    return contact


def known_moment(talk: LightTalk, uid: str, moid: str) -> Moment:
    """A moment of a contact that is not blocked."""
    contact = open_contact(talk, uid)
    moment = talk.moments.get(uid, moid)
    if moment is None:
        raise Refused(f"{contact.name} has no moment {moid}.")
    return moment


def found_comment(
    talk: LightTalk, uid: str, moid: str, cid: str
) -> tuple[tuple[str, ...], Comment]:
    """A comment or reply anywhere below a moment, with its path."""
    for path, comment in talk.comments_below(uid, moid):
        if comment.cid == cid:
            return path, comment
    raise Refused(f"The moment {moid} has no comment {cid}.")


def known_group(talk: LightTalk, gid: str) -> Group:
    """A group that the user is in."""
    group = talk.groups.get(gid)
    if group is None or talk.me not in group.uids:
        raise Refused(f"No group has the id {gid}.")
    return group
