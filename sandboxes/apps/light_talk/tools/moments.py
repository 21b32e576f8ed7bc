"""Tools about moments: the posts, their likes and comments."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from sandboxes._faults import FaultKind
from sandboxes._outcome import Refused
from sandboxes._records import as_json
from sandboxes._tool import tool
from sandboxes._types import Count, Identifier, Index, LongText, WebAddress
from sandboxes.apps.light_talk.checks import (
    found_comment,
    known_moment,
    need_privilege,
    open_contact,
)
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.apps.light_talk.records import Comment, Moment

_ABOVE_COMMENTS = 2  # a comment's path begins with owner and moment
_DEEPEST_REPLY = 200


def _shown(talk: LightTalk, moment: Moment) -> dict[str, Any]:
    path = (moment.owner_uid, moment.moid)
    return {**as_json(moment), "comments": _shown_comments(talk, *path)}


def _shown_comments(talk: LightTalk, *path: str) -> list[dict[str, Any]]:
    return [
        {**as_json(comment), "comments": _shown_comments(talk, *path, cid)}
        for cid, comment in talk.comments.of(*path).items()
    ]


def _all_moments(talk: LightTalk, uid: str) -> list[dict[str, Any]]:
    return [_shown(talk, moment) for moment in talk.moments.of(uid).values()]


@tool(mutates=True, requires=("privilege",), provides=("moment",))
def post_moment(
    talk: LightTalk,
    content: LongText,
    img_urls: Annotated[list[WebAddress], Field(max_length=9)],
) -> dict[str, Any]:
    """Publish a moment with a text, pictures and the user's current place.

    Needs the elevated privilege.

    Args:
        content: The text.
        img_urls: Addresses of the pictures, at most nine; [] for none.

    Returns:
        {moid}, the id of the new moment.
    """
    need_privilege(talk)
    world = talk.world
    moment = Moment(
        moid=world.new_id("mo"),
        owner_uid=talk.me,
        content=content,
        timestamp=world.timestamp(),
        ip=talk.session.value.my_ip,
        img_urls=tuple(img_urls),
        who_likes=(),
    )
    talk.moments.put(moment, talk.me)
    return {"moid": moment.moid}


@tool(mutates=False, requires=(), provides=("moment", "comment"))
def get_my_moments(talk: LightTalk) -> list[dict[str, Any]]:
    """List the user's own moments, oldest first.

    Returns:
        A list of {moid, owner_uid, content, timestamp, ip, img_urls, who_likes, comments}; each
        comment is {cid, send_uid, timestamp, content, comments}, its replies nested in it.
    """
    return _all_moments(talk, talk.me)


@tool(mutates=False, requires=("contact", "open contact"), provides=("moment", "comment"))
def get_all_moments(talk: LightTalk, uid: Identifier) -> list[dict[str, Any]]:
    """List all moments of a contact, oldest first.

    Refused if the contact is unknown or blocked.

    Args:
        uid: UID of the contact.

    Returns:
        A list of {moid, owner_uid, content, timestamp, ip, img_urls, who_likes, comments}; each
        comment is {cid, send_uid, timestamp, content, comments}, its replies nested in it.
    """
    open_contact(talk, uid)
    return _all_moments(talk, uid)


@tool(mutates=False, requires=("contact", "open contact"), provides=("moment", "comment"))
def get_last_k_moments(talk: LightTalk, uid: Identifier, k: Count) -> list[dict[str, Any]]:
    """List the newest moments of a contact, newest first.

    Refused if the contact is unknown or blocked.

    Args:
        uid: UID of the contact.
        k: How many at most.

    Returns:
        A list of moments as in the list of all moments, newest first; shorter than k if there are
        not so many.
    """
    open_contact(talk, uid)
    return _all_moments(talk, uid)[::-1][:k]


@tool(mutates=False, requires=("contact", "open contact"), provides=("moment", "comment"))
def get_moment(talk: LightTalk, uid: Identifier, index: Index) -> dict[str, Any]:
    """Show one moment of a contact by its place in the list of all, oldest first.

    Refused if the contact is unknown or blocked, or has no such moment.

    Args:
        uid: UID of the contact.
        index: Place in the list, counted from 0.

    Returns:
        The moment, as in the list of all moments.
    """
    contact = open_contact(talk, uid)
    moments = list(talk.moments.of(uid).values())
    if index >= len(moments):
        raise Refused(f"{contact.name} has no moment at index {index}; there are {len(moments)}.")
    return _shown(talk, moments[index])


@tool(mutates=True, requires=("contact", "open contact", "moment"), provides=())
def like_moment(talk: LightTalk, uid: Identifier, moid: Identifier) -> dict[str, Any]:
    """Like a moment of a contact, or one of the user's own.

    Refused if the contact is unknown or blocked, has no such moment, or the user likes it already.

    Args:
        uid: UID of the moment's owner.
        moid: Id of the moment.

    Returns:
        {moid, likes}, the number of likes it has now.
    """
    moment = known_moment(talk, uid, moid)
    if talk.me in moment.who_likes:
        raise Refused("You like this moment already.")
    return _set_likes(talk, moment, (*moment.who_likes, talk.me))


@tool(mutates=True, requires=("contact", "open contact", "moment"), provides=())
def unlike_moment(talk: LightTalk, uid: Identifier, moid: Identifier) -> dict[str, Any]:
    """Take the user's like off a moment.

    Refused if the contact is unknown or blocked, has no such moment, or the user does not like it.

    Args:
        uid: UID of the moment's owner.
        moid: Id of the moment.

    Returns:
        {moid, likes}, the number of likes it has now.
    """
    moment = known_moment(talk, uid, moid)
    if talk.me not in moment.who_likes:
        raise Refused("You don't like this moment, so there is no like to take off.")
    return _set_likes(talk, moment, tuple(uid for uid in moment.who_likes if uid != talk.me))


def _set_likes(talk: LightTalk, moment: Moment, likes: tuple[str, ...]) -> dict[str, Any]:
    talk.moments.put(moment._replace(who_likes=likes), moment.owner_uid)
    return {"moid": moment.moid, "likes": len(likes)}


def _comment(talk: LightTalk, path: tuple[str, ...], content: str) -> dict[str, Any]:
    world = talk.world
    comment = Comment(world.new_id("com"), talk.me, world.timestamp(), content)
    talk.comments.put(comment, *path)
    return {"cid": comment.cid}


@tool(mutates=True, requires=("contact", "open contact", "moment"), provides=("comment",))
def comment_moment(
    talk: LightTalk, uid: Identifier, moid: Identifier, content: LongText
) -> dict[str, Any]:
    """Comment on a moment.

    Refused if the contact is unknown or blocked, or has no such moment.

    Args:
        uid: UID of the moment's owner.
        moid: Id of the moment.
        content: The comment.

    Returns:
        {cid}, the id of the new comment.
    """
    known_moment(talk, uid, moid)
    return _comment(talk, (uid, moid), content)


@tool(
    mutates=True, requires=("contact", "open contact", "moment", "comment"), provides=("comment",)
)
def comment_comment(
    talk: LightTalk, uid: Identifier, moid: Identifier, cid: Identifier, content: LongText
) -> dict[str, Any]:
    """Reply to a comment, or to a reply, below a moment.

    Refused if the contact is unknown or blocked, there is no such moment or comment, or the reply
    would be nested deeper than 200 levels.

    Args:
        uid: UID of the moment's owner.
        moid: Id of the moment.
        cid: Id of the comment or reply that is answered.
        content: The reply.

    Returns:
        {cid}, the id of the new reply.
    """
    known_moment(talk, uid, moid)
    path, _ = found_comment(talk, uid, moid, cid)
    if len(path) - _ABOVE_COMMENTS >= _DEEPEST_REPLY:
        raise Refused(f"Replies can't be nested deeper than {_DEEPEST_REPLY} levels.")
    return _comment(talk, path, content)


def _withdraw(talk: LightTalk, *path: str) -> dict[str, Any]:
    comment = talk.comments.get(*path)
    if comment is None:
        raise Refused(f"There is no comment {path[-1]} directly below {path[-2]}.")
    if comment.send_uid != talk.me:
        raise Refused("Only your own comments can be withdrawn.")
    talk.remove(talk.comments, *path)
    return {"cid": comment.cid, "withdrawn": True}


@tool(mutates=True, requires=("contact", "open contact", "moment", "comment"), provides=())
def withdraw_comment_moment(
    talk: LightTalk, uid: Identifier, moid: Identifier, my_cid: Identifier
) -> dict[str, Any]:
    """Withdraw a comment that the user made on a moment, with all replies below it.

    Refused if the contact is unknown or blocked, there is no such comment directly on the moment,
    or it is not the user's own.

    Args:
        uid: UID of the moment's owner.
        moid: Id of the moment.
        my_cid: Id of the user's comment.

    Returns:
        {cid, withdrawn}.
    """
    known_moment(talk, uid, moid)
    return _withdraw(talk, uid, moid, my_cid)


@tool(mutates=True, requires=("contact", "open contact", "moment", "comment"), provides=())
def withdraw_comment_comment(
    talk: LightTalk, uid: Identifier, moid: Identifier, cid: Identifier, my_cid: Identifier
) -> dict[str, Any]:
    """Withdraw a reply that the user made to a comment, with all replies below it.

    Refused if the contact is unknown or blocked, there is no such reply directly below the comment,
    or it is not the user's own.

    Args:
        uid: UID of the moment's owner.
        moid: Id of the moment.
        cid: Id of the comment that was answered.
        my_cid: Id of the user's reply.

    Returns:
        {cid, withdrawn}.
    """
    known_moment(talk, uid, moid)
    path, _ = found_comment(talk, uid, moid, cid)
    return _withdraw(talk, *path, my_cid)


@tool(mutates=True, requires=("moment", "privilege"), provides=())
def delete_moment(talk: LightTalk, moid: Identifier) -> dict[str, Any]:
    """Delete one of the user's own moments with its comments. Needs the elevated privilege.

    Refused if the user has no such moment.

    Args:
        moid: Id of the moment.

    Returns:
        {moid, deleted}.
    """
    need_privilege(talk)
    if talk.moments.get(talk.me, moid) is None:
        raise Refused(f"You have no moment {moid}.")
    talk.remove(talk.moments, talk.me, moid)
    return {"moid": moid, "deleted": True}


@tool(
    mutates=False,
    requires=("contact", "open contact", "moment"),
    provides=("link",),
    faults=FaultKind.NEVER,
)
def get_shared_url_of_moment(talk: LightTalk, uid: Identifier, moid: Identifier) -> str:
    """Make a link that shares a moment.

    Refused if the contact is unknown or blocked, or has no such moment.

    Args:
        uid: UID of the moment's owner.
        moid: Id of the moment.

    Returns:
        The link, "light://moment.talk.so?uid=...&moid=...".
    """
    known_moment(talk, uid, moid)
    return f"light://moment.talk.so?uid={uid}&moid={moid}"
