"""Why the door refuses: nothing of this is a call, nothing is counted, nothing is lost."""

from __future__ import annotations


class DoorError(Exception):
    """A refusal that every transport tells in its own terms.

    Args:
        reason: A stable word for programs.
        code: The JSON-RPC error code.
        http_status: The HTTP status.
    """

    reason = "refused"
    code = -32603
    http_status = 500


class NotACall(DoorError):
    """What was sent is no call: a key, a name or arguments that are no JSON."""

    reason = "not_a_call"
    code = -32602
    http_status = 400


class TooLarge(DoorError):
    """A message is larger than any call has to be."""

    reason = "too_large"
    code = -32600
    http_status = 413


class UnknownToken(DoorError):
    """No attempt has this address."""

    reason = "unknown_token"
    code = 1001
    http_status = 404

    def __init__(
        self, text: str = "There is no attempt at this address. Copy it once more."
    ) -> None:
        super().__init__(text)


class RevokedToken(DoorError):
    """A newer address has taken the place of this one."""

    reason = "revoked_token"
    code = 1002
    http_status = 410

    def __init__(
        self, text: str = "This address was revoked. Ask for the attempt's new one."
    ) -> None:
        super().__init__(text)


class AttemptEnded(DoorError):
    """The attempt has ended; the text says how."""

    reason = "ended"
    code = 1003
    http_status = 409


class AttemptPaused(DoorError):
    """The attempt is paused, or is not where resuming means something."""

    reason = "paused"
    code = 1004
    http_status = 409


class Outdated(DoorError):
    """The attempt was made under other worlds or tasks: readable, not to be continued."""

    reason = "outdated"
    code = 1005
    http_status = 409


class KeyReused(DoorError):
    """An idempotency key came again with something else."""

    reason = "key_reused"
    code = 1006
    http_status = 409


class Busy(DoorError):
    """Too much at once; the same request may be sent again."""

    reason = "busy"
    code = 1007
    http_status = 429


class NotSaved(DoorError):
    """The call could not be written down, so it has not happened; it may be sent again."""

    reason = "not_saved"
    code = 1008
    http_status = 503


class AttemptErrored(DoorError):
    """Something of ours broke; the attempt is not scored and does not count against anybody."""

    reason = "errored"
    code = 1009
    http_status = 500

    def __init__(
        self,
        text: str = (
            "Something on our side broke. The attempt has ended, is not scored, and does not count "
            "against you."
        ),
    ) -> None:
        super().__init__(text)


class TakenOver(DoorError):
    """Another window of the console acts in the attempt by now."""

    reason = "taken_over"
    code = 1010
    http_status = 409

    def __init__(
        self, text: str = "The attempt is being continued in another window. Nothing was done."
    ) -> None:
        super().__init__(text)


class NotOffered(DoorError):
    """There is no such suite, task, instance, server or conditions to open or list."""

    reason = "not_offered"
    code = -32602
    http_status = 404
