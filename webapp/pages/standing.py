"""How an attempt stands, in words."""

from __future__ import annotations

from dataclasses import dataclass

from sandboxes import world_version
from webapp.attempts.models import Attempt, EndedBy, Status
from webapp.attempts.opening import UNSTARTED

_ENDED_BY = {
    EndedBy.BUDGET: "Ended: all calls of its budget were made. That counts as “done”.",
    EndedBy.TIME: "Ended: its time ran out. That counts as “done”.",
    EndedBy.SILENCE: "Ended: it called nothing any more. That counts as “done”.",
    EndedBy.CAP: "Ended: a cap of its run was reached. That counts as “done”.",
    EndedBy.CONTEXT: "Ended: its conversation grew too long. That counts as “done”.",
    EndedBy.RESPONSE: "Ended: the plan reached its response.",
    EndedBy.ROUNDS: "Ended: the last round was used up.",
}
_BROKE = "Something on our side broke. It is not scored, and does not count against anybody."


@dataclass(frozen=True)
class Standing:
    """How an attempt stands.

    Args:
        word: In a word or two.
        tone: The colour that goes with it.
        sentence: What it means, and what can be done.
        is_open: Whether it can be gone on with.
        is_paused: Whether it has to be resumed first.
    """

    word: str
    tone: str
    sentence: str
    is_open: bool = False
    is_paused: bool = False


def standing_of(attempt: Attempt, told: str) -> Standing:
    """How an attempt stands.

    Args:
        attempt: The attempt.
        told: What else is known if it is open: "paused" or "outdated", as the door puts it.
    """
    if attempt.status == Status.ERRORED:
        return Standing("errored", "bad", _broke(attempt))
    if attempt.status == Status.LAPSED:
        text = f"Nobody started it within {UNSTARTED.days} days, so it was closed. Nothing counts."
        return Standing("never started", "", text)
    if attempt.status == Status.FINISHED:
        return Standing("finished", "", _finished(attempt))
    if told == "outdated" or attempt.world_version != world_version():
        return Standing("outdated", "failed", f"{_why_outdated(attempt)} {_READ_ONLY}")
    if told == "paused":
        text = "The clock stands still, and no call is taken until it is resumed."
        return Standing("paused", "gold", text, is_open=True, is_paused=True)
    if attempt.started_at is None:
        text = "The clock starts with the first call, or when the task is first read."
        return Standing("not started", "", text, is_open=True)
    return Standing("open", "gold", "The clock is running.", is_open=True)


_READ_ONLY = "It can be read, but not continued."


def _why_outdated(attempt: Attempt) -> str:
    if attempt.world_version != world_version():
        return f"It was made in worlds of an older version; now it is {world_version()}."
    return "Its task was changed after it was opened."


def _broke(attempt: Attempt) -> str:
    if attempt.ended_by == EndedBy.ERROR:
        return _BROKE
    return f"It came to its end, but could not be scored. {_BROKE}"


def _finished(attempt: Attempt) -> str:
    if attempt.ended_by == EndedBy.SUBJECT:
        return f"Finished with “{attempt.claim}”."
    return _ENDED_BY[EndedBy(attempt.ended_by)]
