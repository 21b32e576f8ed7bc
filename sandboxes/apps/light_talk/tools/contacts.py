"""Tools about contacts: finding, describing, blocking and deleting them."""

from __future__ import annotations

from collections import Counter
from typing import Any, Literal

from sandboxes._faults import FaultKind
from sandboxes._outcome import Refused
from sandboxes._tool import tool
from sandboxes._types import Fragment, Identifier, Index, Line
from sandboxes.apps.light_talk.checks import known_contact, need_privilege
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Contact

_PAGE = 10


def _entry(contact: Contact) -> dict[str, Any]:
    return {"uid": contact.uid, "name": contact.name, "tag": contact.tag}


def _found(contact: Contact) -> dict[str, Any]:
    return {"uid": contact.uid, "name": contact.name, "blocked": contact.blocked}


@tool(mutates=False, requires=(), provides=("contact",))
def get_my_uid(talk: LightTalk) -> str:
    """Tell the user's own UID.

    Returns:
        The UID.
    """
    return talk.me


@tool(mutates=False, requires=(), provides=(), faults=FaultKind.NEVER)
def get_my_name(talk: LightTalk) -> str:
    """Tell the user's own name.

    Returns:
        The full name.
    """
    return known_contact(talk, talk.me).name


@tool(mutates=False, requires=(), provides=("contact",))
def get_all_contacts(talk: LightTalk) -> list[dict[str, Any]]:
    """List the whole directory in order of name; the user is in it under the tag "me".

    Returns:
        A list of {uid, name, tag}.
    """
    return [_entry(contact) for contact in talk.directory().values()]


@tool(mutates=False, requires=(), provides=("contact",))
def get_contacts(talk: LightTalk, page: Index) -> list[dict[str, Any]]:
    """List one page of ten entries of the directory, in order of name.

    Refused past the last page.

    Args:
        page: Number of the page, counted from 0.

    Returns:
        A list of {uid, name, tag}.
    """
    everybody = list(talk.directory().values())
    last = (len(everybody) - 1) // _PAGE
    if page > last:
        raise Refused(f"There is no page {page}; the last one is {last}.")
    return [_entry(contact) for contact in everybody[page * _PAGE : (page + 1) * _PAGE]]


@tool(mutates=False, requires=(), provides=("contact",))
def get_uid_from_name(talk: LightTalk, name: Line) -> dict[str, Any]:
    """Find the contact with an exact full name, upper and lower case as written.

    Refused if nobody has this name. The user's own name is not looked up; ask for the user's own
    UID instead.

    Args:
        name: First and last name, such as "Ada Moreno".

    Returns:
        {uid, name, blocked}.
    """
    contact = talk.named(name)
    if contact is None or contact.uid == talk.me:
        raise Refused(f'No contact is called "{name}".')
    return _found(contact)


@tool(mutates=False, requires=(), provides=("contact",))
def fuzzy_search_uids_from_name(talk: LightTalk, name: Fragment) -> list[dict[str, Any]]:
    """Find all contacts whose full name contains a fragment; case does not matter.

    Args:
        name: Part of a name.

    Returns:
        A list of {uid, name, blocked} in order of name; empty if there is none.
    """
    fragment = name.casefold()
    return [
        _found(contact)
        for contact in talk.directory().values()
        if fragment in contact.name.casefold() and contact.uid != talk.me
    ]


@tool(mutates=False, requires=("contact",), provides=())
def get_contact_info(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Tell what is known about one contact, or about the user.

    Refused if the contact is unknown.

    Args:
        uid: UID of the contact.

    Returns:
        {uid, name, tag, gender, online, blocked, remark, read_new_message}; read_new_message is
        false while the chat has messages that were not read.
    """
    contact = known_contact(talk, uid)
    return {
        **_entry(contact),
        "gender": contact.gender,
        "online": contact.online,
        "blocked": contact.blocked,
        "remark": contact.remark,
        "read_new_message": contact.read_new_message,
    }


@tool(mutates=False, requires=(), provides=("tag",))
def list_all_tags(talk: LightTalk) -> list[dict[str, Any]]:
    """List every tag in use with the number of contacts that carry it.

    Returns:
        A list of {tag, count}, sorted by tag; "me" is the user.
    """
    counted = Counter(contact.tag for contact in talk.directory().values())
    return [{"tag": tag, "count": count} for tag, count in sorted(counted.items())]


def _with_gender(contacts: list[Contact]) -> list[dict[str, Any]]:
    return [{**_entry(contact), "gender": contact.gender} for contact in contacts]


@tool(mutates=False, requires=("tag",), provides=("contact",))
def get_contacts_by_tag(talk: LightTalk, tag: Line) -> list[dict[str, Any]]:
    """List the contacts that carry a tag, blocked ones included.

    Refused if there is none.

    Args:
        tag: The tag, such as "family".

    Returns:
        A list of {uid, name, tag, gender} in order of name.
    """
    found = [contact for contact in talk.directory().values() if contact.tag == tag]
    if not found:
        raise Refused(f'No contact carries the tag "{tag}".')
    return _with_gender(found)


@tool(mutates=False, requires=(), provides=("contact",))
def get_contacts_by_gender(
    talk: LightTalk, gender: Literal["female", "male"]
) -> list[dict[str, Any]]:
    """List the contacts of one gender, the user included.

    Args:
        gender: "female" or "male".

    Returns:
        A list of {uid, name, tag, gender} in order of name.
    """
    return _with_gender([c for c in talk.directory().values() if c.gender == gender])


@tool(mutates=True, requires=("contact",), provides=())
def edit_remark(talk: LightTalk, uid: Identifier, remark: Line) -> dict[str, Any]:
    """Set the private note that is kept on a contact, in place of any earlier one.

    Refused if the contact is unknown.

    Args:
        uid: UID of the contact; a blocked one is fine.
        remark: The note.

    Returns:
        {uid, remark}.
    """
    contact = known_contact(talk, uid)
    talk.contacts.put(contact._replace(remark=remark))
    return {"uid": uid, "remark": remark}


@tool(mutates=True, requires=("contact",), provides=())
def delete_remark(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Empty the private note that is kept on a contact.

    Refused if the contact is unknown.

    Args:
        uid: UID of the contact; a blocked one is fine.

    Returns:
        {uid, remark}.
    """
    contact = known_contact(talk, uid)
    talk.contacts.put(contact._replace(remark=""))
    return {"uid": uid, "remark": ""}


def _set_blocked(talk: LightTalk, uid: str, blocked: bool) -> dict[str, Any]:
    need_privilege(talk)
    contact = known_contact(talk, uid)
    if uid == talk.me:
        raise Refused("You can't block or unblock yourself.")
    if contact.blocked is blocked:
        raise Refused(f"{contact.name} is {'already' if blocked else 'not'} blocked.")
    talk.contacts.put(contact._replace(blocked=blocked))
    return {"uid": uid, "blocked": blocked}


@tool(mutates=True, requires=("contact", "privilege"), provides=())
def block(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Block a contact. Needs the elevated privilege.

    Refused if the contact is unknown, blocked already, or the user.

    Args:
        uid: UID of the contact.

    Returns:
        {uid, blocked}.
    """
    return _set_blocked(talk, uid, True)


@tool(mutates=True, requires=("contact", "privilege"), provides=("open contact",))
def unblock(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Lift the block of a contact. Needs the elevated privilege.

    Refused if the contact is unknown or not blocked.

    Args:
        uid: UID of the contact.

    Returns:
        {uid, blocked}.
    """
    return _set_blocked(talk, uid, False)


@tool(mutates=True, requires=("contact", "privilege"), provides=())
def delete_contact(talk: LightTalk, uid: Identifier) -> dict[str, Any]:
    """Delete a contact with its chat and moments. Needs the elevated privilege.

    The contact also leaves all groups; a group that the contact owned passes to the user. A
    passenger in LightFlight who is linked to the contact loses the link. Likes, comments and
    messages elsewhere may go on naming the contact. The user can't be deleted.

    Refused if the contact is unknown or the user.

    Args:
        uid: UID of the contact.

    Returns:
        {uid, deleted}.
    """
    need_privilege(talk)
    known_contact(talk, uid)
    if uid == talk.me:
        raise Refused("You can't delete yourself.")
    talk.remove(talk.contacts, uid)
    for group in list(talk.groups.of().values()):
        members = tuple(member for member in group.uids if member != uid)
        if not members:
            talk.remove(talk.groups, group.gid)
        elif len(members) < len(group.uids):
            heir = talk.me if talk.me in members else members[0]
            owner = heir if group.owner_id == uid else group.owner_id
            talk.groups.put(group._replace(uids=members, owner_id=owner))
    for app in talk.world.apps():
        app.forget_contact(uid)
    return {"uid": uid, "deleted": True}


@tool(mutates=False, requires=("contact",), provides=("link",), faults=FaultKind.NEVER)
def get_shared_url_of_contact(talk: LightTalk, uid: Identifier) -> str:
    """Make a link that shares a contact.

    Refused if the contact is unknown.

    Args:
        uid: UID of the contact; a blocked one is fine.

    Returns:
        The link, "light://contact.talk.so?uid=...".
    """
    known_contact(talk, uid)
    return f"light://contact.talk.so?uid={uid}"
