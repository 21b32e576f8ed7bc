"""What the page of a set tells: its runs by how far they are, what goes on, what went wrong."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal

from webapp.leaderboard.rows import Rates
from webapp.runs.caps import Used
from webapp.runs.models import Run, RunSet, RunSetStatus
from webapp.runs.pace import Pace
from webapp.runs.words import Counted

SEATS = 12
"""At most so many of the runs that go on are listed."""


@dataclass
class Tally:
    """Runs by how far they are.

    Args:
        waiting: Not begun, or to be gone on with.
        queued: Handed to a worker.
        running: In hand.
        done: Made, whatever came of them.
        failed: Given up for a reason of ours; they can be tried again.
        cancelled: Not to be made.
        put_off: Those of the waiting that are not to be tried before a while has passed.
    """

    waiting: int = 0
    queued: int = 0
    running: int = 0
    done: int = 0
    failed: int = 0
    cancelled: int = 0
    put_off: int = 0

    @property
    def total(self) -> int:
        """All of them."""
        return self.left + self.done + self.failed + self.cancelled

    @property
    def under_way(self) -> int:
        """Those that somebody has in hand, or is to have."""
        return self.queued + self.running

    @property
    def left(self) -> int:
        """Those that are not finished."""
        return self.waiting + self.under_way

    @property
    def tenths(self) -> int:
        """How many tenths are finished: what is read out, so that it is not read out all day."""
        return 10 * (self.total - self.left) // self.total if self.total else 0

    def parts(self) -> list[tuple[str, str, int, float, float]]:
        """Name, words, number, and on a scale of 1,000 the place and the width in a bar."""
        place, found = 0.0, []
        for name, word, number in (
            ("done", "done", self.done),
            ("failed", "failed", self.failed),
            ("cancelled", "cancelled", self.cancelled),
            ("running", "running or queued", self.under_way),
            ("waiting", "waiting", self.waiting),
        ):
            width = 1_000 * number / self.total if self.total else 0.0
            found.append((name, word, number, round(place, 2), round(width, 2)))
            place += width
        return found


@dataclass(frozen=True)
class Trouble:
    """What kept runs from going on, by class.

    Args:
        name: The class.
        word: The same in words.
        failed: How many runs have failed of it.
        again: How many met it and wait for another try.
        text: What was noted with the newest of them.
    """

    name: str
    word: str
    failed: int
    again: int
    text: str


@dataclass(frozen=True)
class Seat:
    """A run that goes on.

    Args:
        run: The run, with its attempt, instance and contestant.
        calls: How many calls it has made.
        lasts: How long its attempt has gone on; None if it has not begun.
    """

    run: Run
    calls: int
    lasts: timedelta | None


@dataclass(frozen=True)
class Spending:
    """Something of which a set may use up so much.

    Args:
        word: What it is.
        used: How much was used up.
        cap: How much may be; None: there is no cap.
        is_money: Whether it is US dollars.
    """

    word: str
    used: Decimal
    cap: Decimal | None
    is_money: bool = False

    @property
    def share(self) -> float | None:
        """The share of the cap, at most 1."""
        return None if self.cap is None else float(min(self.used / self.cap, Decimal(1)))


@dataclass(frozen=True)
class Entered:
    """A contestant in a set, and how it fares there.

    Args:
        contestant: Its number.
        name: Its name.
        tally: Its runs.
        rates: What its attempts come to so far.
        replies: Its model's replies by kind.
        tokens: Tokens that they took.
        money: What they cost; None if no price is known.
    """

    contestant: int
    name: str
    tally: Tally
    rates: Rates
    replies: list[Counted]
    tokens: int
    money: Decimal | None


@dataclass(frozen=True)
class Progress:
    """How far a set is.

    Args:
        run_set: Which.
        tally: Its runs.
        pace: How fast it gets on.
        seats: What runs now, the first of it.
        endings: How many runs have ended how.
        troubles: What kept runs from going on.
        used: What was used up.
        spending: The same against the set's caps.
        replies: The models' replies by kind.
        entered: Its contestants.
        took: From the first beginning to the last end; None before the first end.
    """

    run_set: RunSet
    tally: Tally
    pace: Pace
    seats: list[Seat]
    endings: list[Counted]
    troubles: list[Trouble]
    used: Used
    spending: list[Spending]
    replies: list[Counted]
    entered: list[Entered]
    took: timedelta | None

    @property
    def is_paused(self) -> bool:
        """Whether it was paused before it was finished."""
        return bool(self.tally.left) and self.run_set.status == RunSetStatus.PAUSED

    @property
    def is_below_caps(self) -> bool:
        """Whether it is paused because of a cap, and below all that it has now."""
        by_cap = self.is_paused and self.run_set.why.startswith("The cap of ")
        return by_cap and all(one.share is None or one.share < 1 for one in self.spending)

    @property
    def is_live(self) -> bool:
        """Whether anything is still to change by itself, or because somebody lets it go on."""
        return bool(self.tally.left) and self.run_set.status != RunSetStatus.CANCELLED

    @property
    def standing(self) -> tuple[str, str]:
        """How it stands in a word or two, and the colour that goes with it."""
        return standing_of(self.run_set, self.tally)

    @property
    def free_seats(self) -> range:
        """How many more runs could go on at once: listed as well, so that nothing moves about."""
        if self.is_paused:
            return range(0)
        return range(
            max(min(self.run_set.concurrency, SEATS, self.tally.total) - len(self.seats), 0)
        )


def standing_of(run_set: RunSet, tally: Tally) -> tuple[str, str]:
    """How a set stands in a word or two, and the colour that goes with it."""
    if run_set.status == RunSetStatus.CANCELLED:
        return "cancelled", ""
    if not tally.left:
        return (
            ("finished", "ok") if not tally.failed else (f"finished, {tally.failed} failed", "bad")
        )
    return ("paused", "failed") if run_set.status == RunSetStatus.PAUSED else ("running", "gold")
