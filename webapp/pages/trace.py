"""An attempt call by call: what each changed, and the state after any of them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.core.paginator import Page, Paginator

from webapp.accounts.models import User
from webapp.attempts.models import Attempt, Event, Status
from webapp.numbers import number_in
from webapp.pages.changes import AppChanges, Teller
from webapp.pages.logs import LogLine, log_line
from webapp.pages.reading import page_of
from webapp.pages.replay import Replay, replay_of, state_after
from webapp.pages.words import legible

LINES_A_PAGE = 25


@dataclass(frozen=True)
class TraceLine:
    """One event with what it changed.

    Args:
        line: The event as the log tells it.
        apps: What it changed, by app.
        page: The page of the trace that it stands on.
    """

    line: LogLine
    apps: list[AppChanges]
    page: int


@dataclass(frozen=True)
class Step:
    """Another step of the trace.

    Args:
        number: After which event; 0: at the start.
        page: The page that the event stands on.
    """

    number: int
    page: int


@dataclass(frozen=True)
class StateView:
    """The state after an event, as it differs from the start.

    Args:
        number: Number of the event; 0: at the start.
        last: Number of the last event.
        apps: What differs, by app.
        previous: The step before; None at the start.
        following: The step after; None at the end.
        why_not: Why nothing is told of it, or nothing beyond a call; empty if all is.
    """

    number: int
    last: int
    apps: list[AppChanges]
    previous: Step | None
    following: Step | None
    why_not: str


@dataclass(frozen=True)
class TraceView:
    """What the page of a trace tells.

    Args:
        page: A page of the log.
        lines: The same, line by line.
        state: The state after the chosen event.
        is_running: Whether more may come.
        is_live: Whether what comes belongs at the end of this page.
        last: Number of the last event on the page.
    """

    page: Page[Event]
    lines: list[TraceLine]
    state: StateView
    is_running: bool
    is_live: bool
    last: int


def may_trace(user: User, attempt: Attempt) -> bool:
    """Whether somebody who may read an attempt may step through its state.

    While it is open, a state would tell whoever acts more than the tools do. And where an attempt
    came to no end of its own, its task may still be done.
    """
    return user.is_researcher or attempt.status == Status.FINISHED


def read_trace(attempt: Attempt, page: str | None, step: str | None) -> TraceView:
    """Read the trace of an attempt.

    Args:
        attempt: The attempt.
        page: Number of the page; None: the one with the step, of a running attempt the last.
        step: After which event the state is shown; None: after the last.
    """
    events = Event.objects.filter(attempt=attempt).order_by("number")
    paginator = Paginator(events, LINES_A_PAGE)
    last, running = paginator.count, attempt.status == Status.OPEN
    number = _chosen(step, last)
    if page is None and (running or step is not None):
        page = str(page_of(last if step is None else number, LINES_A_PAGE))
    found, replay = paginator.get_page(page), replay_of(attempt)
    shown = list(found)
    return TraceView(
        page=found,
        lines=trace_lines(shown, replay),
        state=_state(replay, number, last),
        is_running=running,
        is_live=running and not found.has_next(),
        last=shown[-1].number if shown else 0,
    )


def read_state(attempt: Attempt, step: str | None) -> StateView:
    """The state of an attempt after an event; None: after the last."""
    last = Event.objects.filter(attempt=attempt).count()
    return _state(replay_of(attempt), _chosen(step, last), last)


def trace_lines(events: Iterable[Event], replay: Replay) -> list[TraceLine]:
    """Events with what they changed."""
    teller = Teller(replay.names)
    return [
        TraceLine(
            log_line(event),
            teller.what_changed(replay.changes.get(event.number, ())),
            page_of(event.number, LINES_A_PAGE),
        )
        for event in events
    ]


def whole_state(attempt: Attempt, number: int) -> list[tuple[str, str]] | None:
    """Each app and its whole state after an event, as JSON; None if it can't be told."""
    state = state_after(attempt, number)
    if state is None:
        return None
    return [(app, legible(_indented(value))) for app, value in state.items()]


def _indented(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1)


def _state(replay: Replay, number: int, last: int) -> StateView:
    return StateView(
        number=number,
        last=last,
        apps=Teller(replay.names).what_changed(replay.since_start(number)),
        previous=None if number == 0 else _step(number - 1),
        following=None if number >= last else _step(number + 1),
        why_not=replay.why_not,
    )


def _step(number: int) -> Step:
    return Step(number, page_of(number, LINES_A_PAGE))


def _chosen(step: str | None, last: int) -> int:
    number = number_in(step or "")
    return last if number is None else min(number, last)
