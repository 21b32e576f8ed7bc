"""The log of replies, from which an interrupted attempt is gone on with."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from agents.model import Reply
from agents.react._reading import ReplyKind


class ReplyLog(Protocol):
    """Where the replies of one attempt are kept."""

    def earlier(self) -> Sequence[Reply]:
        """The replies that were kept so far, in order."""

    def keep(self, number: int, reply: Reply, kind: ReplyKind) -> None:
        """Keep a reply, before anything that it asks for is done.

        Args:
            number: Its running number, from 1; one more than were kept before.
            reply: The reply.
            kind: What it comes to.
        """


class MemoryLog:
    """A log that lives as long as the process.

    Args:
        replies: What was kept before.

    Attributes:
        replies: All replies.
        kinds: What those that were kept here come to.
    """

    def __init__(self, replies: Sequence[Reply] = ()) -> None:
        self.replies = list(replies)
        self.kinds: list[ReplyKind] = []

    def earlier(self) -> Sequence[Reply]:
        """The replies so far."""
        return tuple(self.replies)

    def keep(self, number: int, reply: Reply, kind: ReplyKind) -> None:
        """Keep a reply.

        Raises:
            ValueError: the number is not the next one.
        """
        if number != len(self.replies) + 1:
            raise ValueError(f"reply {number} came after {len(self.replies)}")
        self.replies.append(reply)
        self.kinds.append(kind)
