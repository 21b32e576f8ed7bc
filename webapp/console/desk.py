"""What lies on the desk of somebody who works at an attempt."""

from __future__ import annotations

from dataclasses import dataclass

from webapp import clock
from webapp.attempts import services
from webapp.attempts.errors import DoorError
from webapp.attempts.history import time_used
from webapp.attempts.models import Attempt, Status
from webapp.attempts.telling import TaskView
from webapp.console.access import entry_at, offered_in
from webapp.console.calls import CallLine, calls_of
from webapp.console.models import Notes
from webapp.console.palette import Entry, found_tools
from webapp.console.recovery import Course, course_of

LONGEST_NOTES = 20_000
AT_WORK = ("open", "paused")


@dataclass(frozen=True)
class Standing:
    """How far the attempt is.

    Args:
        calls: How many calls were made.
        budget: How many may be made.
        used: Seconds from the start, pauses apart.
        left: Seconds that are left; None without a limit, and while it is paused.
        paused: Whether the clock stands still.
        number: Number of the last event.
        rounds: Rounds that were used up, and how many there are; None but at recovery.
    """

    calls: int
    budget: int
    used: int
    left: int | None
    paused: bool
    number: int
    rounds: tuple[int, int] | None = None


@dataclass(frozen=True)
class Desk:
    """All that the console shows when it is opened.

    Args:
        standing: How far the attempt is.
        instruction: What is to be done.
        finishing: How it is finished, in the words that an agent reads.
        notes: What was written down.
        calls: The last calls, the newest first.
        more: Number of the event before which there are more; None if there are none.
        tools: All tools on offer.
        course: How it has gone, if it is at recovery.
    """

    standing: Standing
    instruction: str
    finishing: str
    notes: str
    calls: list[CallLine]
    more: int | None
    tools: list[Entry]
    course: Course | None


def look(attempt: Attempt) -> TaskView | None:
    """What the door says of an attempt; None if it can't be worked at any more."""
    if attempt.status != Status.OPEN:
        return None
    try:
        view = services.peek(entry_at(attempt)).wait()
    except DoorError:
        return None
    return view if view.status in AT_WORK else None


def laid_out(attempt: Attempt, view: TaskView) -> Desk:
    """The desk of an attempt that has been started."""
    course = course_of(attempt, view)
    calls, more = calls_of(attempt, course)
    return Desk(
        standing=standing_of(attempt, view, course),
        instruction=view.brief.instruction,
        finishing=view.brief.finishing,
        notes=notes_of(attempt),
        calls=calls,
        more=more,
        tools=found_tools(offered_in(attempt), ""),
        course=course,
    )


def standing_of(attempt: Attempt, view: TaskView, course: Course | None = None) -> Standing:
    """How far an attempt is."""
    budget = view.brief.call_budget
    return Standing(
        calls=budget - view.calls_left,
        budget=budget,
        used=int(time_used(attempt, clock.now()).total_seconds()),
        left=view.seconds_left,
        paused=view.status == "paused",
        number=view.number,
        rounds=None if course is None else (course.rounds, course.limit),
    )


def notes_of(attempt: Attempt) -> str:
    """What was written down; nobody else sees it."""
    found = Notes.objects.filter(attempt=attempt).first()
    return "" if found is None else found.text


def keep_notes(attempt: Attempt, text: str) -> None:
    """Keep what was written down, instead of what was there before."""
    Notes.objects.update_or_create(attempt=attempt, defaults={"text": text[:LONGEST_NOTES]})
