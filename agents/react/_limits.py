"""What an attempt may cost, what it has cost, and how it ended."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from agents.model import Reply


class EndingKind(StrEnum):
    """Why an agent stopped."""

    FINISHED = "finished"
    """The subject ended the attempt. Only this is a claim of the subject's."""
    BUDGET = "budget"
    """The attempt's own calls or time are used up."""
    SILENCE = "silence"
    """Too many replies in a row asked for nothing that could be done."""
    CONTEXT = "context"
    """The conversation has become too long for the model."""
    RESPONSE = "response"
    """The plan that was submitted has reached its response."""
    ROUNDS = "rounds"
    """The last round for submitting plans is used up."""
    CAP_CALLS = "cap_calls"
    CAP_TOKENS = "cap_tokens"
    CAP_MONEY = "cap_money"
    CAP_TIME = "cap_time"


@dataclass(frozen=True, slots=True)
class Ending:
    """How an agent came to its end.

    Args:
        kind: Why it stopped.
        detail: A sentence, or the subject's claim.
    """

    kind: EndingKind
    detail: str


@dataclass(frozen=True, slots=True)
class Caps:
    """What one attempt may cost; None: no cap.

    The last call that is allowed ends the attempt, as with the attempt's own budget. Of the others
    all may be spent; a reply that goes beyond is paid for and not acted on.

    Args:
        calls: Calls of tools.
        tokens: Tokens of all prompts and replies, as the provider counts them.
        money: In the unit of the prices.
        seconds: Of waiting for the model's replies.

    Raises:
        ValueError: a cap is not above zero.
    """

    calls: int | None = None
    tokens: int | None = None
    money: Decimal | None = None
    seconds: float | None = None

    def __post_init__(self) -> None:
        for name in ("calls", "tokens", "money", "seconds"):
            cap = getattr(self, name)
            if cap is not None and not cap > 0:
                raise ValueError(f"{name}: a cap is above zero, got {cap}")


@dataclass
class Spent:
    """What an attempt has cost so far. The sums are exact, and the same when it is gone on with.

    Args:
        replies: Replies, earlier ones included.
        calls: Calls of tools.
        retrievals: Searches for tools.
        tokens: Tokens, where the provider told.
        money: Price, where it is known.
        seconds: Of waiting for replies.
        uncounted: Replies whose tokens were not told; a cap on tokens does not see them.
        unpriced: Replies whose price is not known; a cap on money does not see them.
    """

    replies: int = 0
    calls: int = 0
    retrievals: int = 0
    tokens: int = 0
    money: Decimal = Decimal(0)
    seconds: Decimal = Decimal(0)
    uncounted: int = 0
    unpriced: int = 0

    @property
    def acts(self) -> int:
        """Calls and retrievals: what is no silence."""
        return self.calls + self.retrievals

    def add(self, reply: Reply, cost: Decimal | None) -> None:
        """Count a reply.

        Args:
            reply: The reply.
            cost: Its price; None if it is not known.
        """
        self.replies += 1
        self.seconds += _decimal(reply.seconds)
        if reply.usage is None:
            self.uncounted += 1
        else:
            self.tokens += reply.usage.total
        if cost is None:
            self.unpriced += 1
        else:
            self.money += cost

    def beyond(self, caps: Caps) -> Ending | None:
        """The ending, if replies have gone beyond a cap."""
        if caps.tokens is not None and self.tokens > caps.tokens:
            detail = f"{self.tokens} tokens of {caps.tokens}"
            return Ending(EndingKind.CAP_TOKENS, detail)
        if caps.money is not None and self.money > caps.money:
            return Ending(EndingKind.CAP_MONEY, f"{self.money} of {caps.money}")
        if caps.seconds is not None and self.seconds > _decimal(caps.seconds):
            detail = f"{self.seconds} seconds of {caps.seconds}"
            return Ending(EndingKind.CAP_TIME, detail)
        return None


def _decimal(seconds: float) -> Decimal:
    """A number of seconds as it is written: thrice 0.1 is 0.3."""
    return Decimal(repr(seconds))
