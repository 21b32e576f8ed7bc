"""State of LightTalk: contacts with their chats and moments, and groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from sandboxes._app import AppState
from sandboxes._tables import Cell, Table, no_base
from sandboxes.apps.light_talk.records import (
    COMMENTS,
    CONTACTS,
    GROUP_MESSAGES,
    GROUPS,
    MESSAGES,
    MOMENTS,
    Comment,
    Contact,
    Group,
    GroupMessage,
    Message,
    Moment,
    Session,
)
from sandboxes.apps.light_talk.seeding import TalkBase

if TYPE_CHECKING:
    from sandboxes._world import World


class LightTalk(AppState):
    """All that LightTalk knows; its tables are parents before children."""

    server = "LightTalk"

    def __init__(self, world: World) -> None:
        super().__init__(world)
        base = self._base = world.base.part(TalkBase)
        self.session = Cell(Session())
        self.contacts: Table[Contact] = Table(CONTACTS, lambda _: base.contacts)
        self.messages: Table[Message] = Table(MESSAGES, lambda path: base.messages(*path))
        self.moments: Table[Moment] = Table(MOMENTS, lambda path: base.moments(*path))
        self.comments: Table[Comment] = Table(COMMENTS, lambda path: base.comments(*path))
        self.groups: Table[Group] = Table(GROUPS, no_base)
        self.group_messages: Table[GroupMessage] = Table(GROUP_MESSAGES, no_base)

    @property
    def me(self) -> str:
        """The user's own UID."""
        return self._base.me

    @property
    def is_stable(self) -> bool:
        """Whether the network has been accelerated."""
        return self.session.value.network_accelerated

    def reset_session(self) -> None:
        """Give back the privilege and the accelerated network; the chosen place stays."""
        self.session.set(
            self.session.value._replace(has_privilege=False, network_accelerated=False)
        )

    def directory(self) -> Mapping[str, Contact]:
        """Everybody, the user included, by UID in order of name."""
        return self.contacts.of()

    def named(self, name: str) -> Contact | None:
        """The contact with this exact full name."""
        return next((c for c in self.directory().values() if c.name == name), None)

    def comments_below(self, *path: str) -> Iterator[tuple[tuple[str, ...], Comment]]:
        """Every comment and reply below a moment or comment, with its path, depth first."""
        for cid, comment in self.comments.of(*path).items():
            yield (*path, cid), comment
            yield from self.comments_below(*path, cid)
