"""How fast a set gets on, and when it will be done: told only where it can be told."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from webapp.pages.words import counted

LOOKS_BACK = timedelta(minutes=5)
FEWEST_ENDS = 3
"""Of fewer ends within that time, nothing is told."""


@dataclass(frozen=True)
class Ends:
    """The runs that came to an end lately.

    Args:
        number: How many did within `LOOKS_BACK`.
        first: When the first of them did; None if none did.
    """

    number: int
    first: datetime | None


@dataclass(frozen=True)
class Pace:
    """How fast a set gets on.

    Args:
        per_minute: Ends of runs; None if it can't be told.
        left: How long it will take at that pace; None if it can't be told.
        at: When that is.
        remark: Why it can't be told, or what it leaves out; empty if there is nothing to say.
    """

    per_minute: float | None = None
    left: timedelta | None = None
    at: datetime | None = None
    remark: str = ""


def pace_of(now: datetime, ends: Ends, left: int, put_off: int, stopped: str) -> Pace:
    """The pace at a moment.

    It is counted from the first end of the last minutes until now: a pause before them does not
    slow it, and one that lasts does.

    Args:
        now: The moment.
        ends: What ended lately.
        left: How many runs are not finished.
        put_off: How many of them wait for a later try.
        stopped: Why nothing goes on; empty if something does.
    """
    if not left:
        return Pace()
    if stopped:
        return Pace(remark=stopped)
    minutes = LOOKS_BACK.seconds // 60
    span = timedelta() if ends.first is None else now - ends.first
    if ends.number < FEWEST_ENDS or not span:
        few = f"fewer than {FEWEST_ENDS} runs ended in the last {minutes} minutes"
        return Pace(remark=few)
    rate = (ends.number - 1) / (span / timedelta(minutes=1))
    if put_off == left:
        return Pace(per_minute=rate, remark="all that is left waits for another try")
    after = timedelta(minutes=left / rate)
    why = f"{counted(put_off, 'run')} {'waits' if put_off == 1 else 'wait'} for another try"
    return Pace(rate, after, now + after, why if put_off else "")
