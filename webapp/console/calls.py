"""Calls as the console shows them: what was sent, and all that came back."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sandboxes import Outcome
from webapp.attempts.models import Attempt, Event, EventKind
from webapp.attempts.stored import tool_name
from webapp.console.readable import Node, readable
from webapp.console.recovery import Course, Submission
from webapp.pages.logs import CLASS_WORDS
from webapp.pages.words import legible

LINES = 40
"""How many calls the console shows before it is asked for more."""


@dataclass(frozen=True)
class CallLine:
    """One call.

    Args:
        event: Number of its event.
        place: The how manieth call it is.
        tool: What was called.
        word: How it went, in a word or two.
        tone: The colour that goes with it.
        sent: The arguments, set for reading; None if there are none.
        output: What came back, set for reading.
        raw: The same to the byte, as an agent reads it.
        submission: The plan that was submitted; None if it is another call.
    """

    event: int
    place: int
    tool: str
    word: str
    tone: str
    sent: Node | None
    output: Node
    raw: str
    submission: Submission | None = None

    @property
    def said(self) -> str:
        """What is told of it aloud."""
        if self.submission is not None:
            return self.submission.said
        return f"Call {self.place}, {legible(self.tool)}: {self.word}"


def calls_of(
    attempt: Attempt, course: Course | None = None, *, before: int | None = None
) -> tuple[list[CallLine], int | None]:
    """The last calls of an attempt, the newest first.

    Args:
        attempt: The attempt.
        course: How it has gone, if it is at recovery.
        before: Only those before this event.

    Returns:
        The calls; and the event before which there are more, or None.
    """
    calls = attempt.events.filter(kind=EventKind.CALL)
    if before is not None:
        calls = calls.filter(number__lt=before)
    place = calls.count()
    found = list(calls.order_by("-number")[:LINES])
    lines = [call_line(event, place - back, course) for back, event in enumerate(found)]
    return lines, lines[-1].event if place > len(lines) else None


def calls_after(attempt: Attempt, number: int, course: Course | None = None) -> list[CallLine]:
    """The calls after an event, the oldest first."""
    calls = attempt.events.filter(kind=EventKind.CALL)
    place = calls.filter(number__lte=number).count()
    found = calls.filter(number__gt=number).order_by("number")
    return [call_line(event, place + on, course) for on, event in enumerate(found, start=1)]


def one_call(attempt: Attempt, number: int, course: Course | None = None) -> CallLine:
    """The call of an event.

    Raises:
        Event.DoesNotExist: it is none of the attempt's.
    """
    calls = attempt.events.filter(kind=EventKind.CALL)
    return call_line(calls.get(number=number), calls.filter(number__lte=number).count(), course)


def call_line(event: Event, place: int, course: Course | None = None) -> CallLine:
    """A call as the console shows it."""
    arguments, answer = json.loads(event.arguments), json.loads(event.answer)
    word, tone = CLASS_WORDS[Outcome(event.status, None).call_class]
    return CallLine(
        event=event.number,
        place=place,
        tool=tool_name(event),
        word=word,
        tone=tone,
        sent=readable(arguments) if arguments else None,
        output=readable(answer["output"]),
        raw=event.answer,
        submission=None if course is None else course.submissions.get(event.number),
    )


def sent_in(attempt: Attempt, number: int) -> tuple[str, Any]:
    """Tool and arguments of an earlier call, to be edited and made again.

    Raises:
        Event.DoesNotExist: it is none of the attempt's.
    """
    event = attempt.events.get(kind=EventKind.CALL, number=number)
    return tool_name(event), json.loads(event.arguments)
