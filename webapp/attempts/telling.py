"""What the door tells a subject: the answer to a call, and how its attempt stands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from agents import with_observation
from sandboxes import Brief, canonical_json
from webapp import clock
from webapp.attempts.hot import HotAttempt
from webapp.attempts.models import EventKind, Status

_ENDED = {EventKind.ERROR: Status.ERRORED, EventKind.LAPSE: Status.LAPSED}


@dataclass(frozen=True, slots=True)
class Answer:
    """The answer to a call or to finishing.

    Args:
        number: Number of its event.
        status: Status of the outcome.
        text: Canonical JSON ``{"status", "output"}``, the same bytes on every transport.
    """

    number: int
    status: str
    text: str

    @property
    def is_error(self) -> bool:
        """Whether the tool did not do what it says."""
        return self.status != "ok"


@dataclass(frozen=True, slots=True)
class TaskView:
    """What a subject may know of its attempt.

    Args:
        brief: Instruction, call budget, and how to finish.
        calls_left: How many calls may still be made.
        seconds_left: How much time is left; None without a limit, before the start and at the end.
        status: open, paused, outdated, finished, errored or lapsed.
        number: Number of the last event.
        offered: Names of the tools on offer; None: all.
        retrieves: Whether it looks for tools itself.
        observation: What is seen before the first call, JSON; None: nothing, or it has ended.
    """

    brief: Brief
    calls_left: int
    seconds_left: int | None
    status: str
    number: int
    offered: tuple[str, ...] | None
    retrieves: bool = False
    observation: Any = None

    def briefing(self) -> str:
        """What to do in plain words: instruction, how to finish, and how many calls there are."""
        brief = self.brief
        told = (
            f"{brief.instruction}\n\n{brief.finishing} At most {brief.call_budget} calls can be "
            "made."
        )
        return with_observation(told, self.observation)

    def text(self) -> str:
        """Canonical JSON, the same bytes on every transport."""
        told = {
            "instruction": self.brief.instruction,
            "finishing": self.brief.finishing,
            "call_budget": self.brief.call_budget,
            "calls_left": self.calls_left,
            "seconds_left": self.seconds_left,
            "status": self.status,
        }
        if self.observation is not None:
            told["observation"] = self.observation
        return canonical_json(told)


def view_of(hot: HotAttempt) -> TaskView:
    """What may be told of an attempt as it stands now."""
    now, deadline = clock.now(), None if hot.ending else hot.deadline
    status: str
    if hot.ending is not None:
        status = _ENDED.get(EventKind(hot.ending.kind), Status.FINISHED)
    elif hot.outdated:
        status = "outdated"
    else:
        status = "paused" if hot.paused_at else hot.attempt.status
    return TaskView(
        Brief(hot.attempt.instance.instruction, hot.call_budget),
        max(0, hot.call_budget - hot.calls),
        None if deadline is None else max(0, int((deadline - now).total_seconds())),
        str(status),
        hot.number,
        hot.listed,
        hot.conditions.retrieves,
        None if hot.ending else hot.observation,
    )
