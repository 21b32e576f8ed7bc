"""Why a session can't go on: never the subject's fault."""

from __future__ import annotations

PASSING = frozenset({"busy", "not_saved", "internal_error", "connection"})
"""Reasons for which trying again may help. All requests are sent with keys, so it does no harm."""


class SessionError(Exception):
    """An attempt can't be acted in, for a reason that is not the subject's.

    Args:
        reason: The door's word for it (docs/protocol.md); "connection" if there is no reaching it,
            "garbled" if what it says can't be understood.
        message: A sentence.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason, message)
        self.reason, self.message = reason, message

    def __str__(self) -> str:
        return f"{self.reason}: {self.message}"

    @property
    def is_passing(self) -> bool:
        """Whether trying again later may help."""
        return self.reason in PASSING


class Refusal(Exception):
    """The door has refused a request.

    Args:
        reason: Its word for it.
        message: Its sentence.
    """

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(reason, message)
        self.reason, self.message = reason, message


class ConnectionLost(Exception):
    """The connection broke, or was not to be had. The request may or may not have been done."""
