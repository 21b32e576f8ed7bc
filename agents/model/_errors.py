"""Why there is no reply: what is never the subject's fault, and the one thing that is."""

from __future__ import annotations

from enum import StrEnum


class ErrorClass(StrEnum):
    """What kept a reply away."""

    RATE_LIMIT = "rate_limit"
    SERVER = "server"
    TIMEOUT = "timeout"
    CONNECTION = "connection"
    GARBLED = "garbled"
    """An answer that is no chat completion, such as half of one."""
    CREDENTIALS = "credentials"
    REFUSED = "refused"
    """The address understood the request and does not take it: no such model, no such parameter."""

    @property
    def is_passing(self) -> bool:
        """Whether trying again may help."""
        return self not in (ErrorClass.CREDENTIALS, ErrorClass.REFUSED)


class ModelUnreachable(Exception):
    """No reply is to be had, however often it was tried.

    Args:
        error_class: What the last try met.
        message: What happened, without any secret.
        retries: Classes of all tries, the last included.
    """

    def __init__(
        self, error_class: ErrorClass, message: str, retries: tuple[ErrorClass, ...] = ()
    ) -> None:
        super().__init__(error_class, message, retries)
        self.error_class, self.message, self.retries = error_class, message, retries

    def __str__(self) -> str:
        return f"{self.error_class}: {self.message}"


class ContextTooLong(Exception):
    """The conversation no longer fits the model: the subject's, who let it grow, and not passing.

    Args:
        message: What the provider said, without any secret.
        retries: Classes of the errors that were met before, in order.
    """

    def __init__(self, message: str, retries: tuple[ErrorClass, ...] = ()) -> None:
        super().__init__(message, retries)
        self.message, self.retries = message, retries

    def __str__(self) -> str:
        return self.message
