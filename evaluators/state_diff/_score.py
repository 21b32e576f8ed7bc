"""The score: what had to change and did, what had to and did not, and what should have stayed."""

from __future__ import annotations

import enum
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evaluators.state_diff._compare import Change, ChangeKind, compare
from evaluators.state_diff._expectation import Expectation
from evaluators.state_diff._spec import Spec

EVALUATOR = "state_diff"
VERSION = "1"
DONE = "done"
CANNOT_BE_DONE = "cannot_be_done"


class TaskKind(enum.Enum):
    """What a task asks for."""

    CHANGE = "change"
    IMPOSSIBLE = "impossible"
    DO_NOTHING = "do_nothing"


@dataclass(frozen=True)
class Score:
    """How an end state compares (ComplexMCP eq. 2-5, with the pairing in docs/scoring.md).

    Args:
        total: T, leaves that had to change.
        correct_changes: M, those of them that did.
        misbehaving: Mb, leaves that changed though they should not.
        correct: Whether the attempt solved the task.
        changes: Every difference, in the order of the state.
        end: Which of several right ends the figures refer to, from 0.
        evaluator: Name of the evaluator.
        version: Version of the evaluator.
    """

    total: int
    correct_changes: int
    misbehaving: int
    correct: bool
    changes: tuple[Change, ...] = ()
    end: int = 0
    evaluator: str = EVALUATOR
    version: str = VERSION

    @property
    def completion_rate(self) -> float | None:
        """R_c = M / T; None where nothing had to change."""
        return self.correct_changes / self.total if self.total else None

    @property
    def misbehaving_rate(self) -> float | None:
        """R_b = Mb / T, uncapped; None where nothing had to change."""
        return self.misbehaving / self.total if self.total else None

    def as_json(self) -> dict[str, Any]:
        """The score as JSON."""
        return {
            "total": self.total,
            "correct_changes": self.correct_changes,
            "misbehaving": self.misbehaving,
            "completion_rate": self.completion_rate,
            "misbehaving_rate": self.misbehaving_rate,
            "correct": self.correct,
            "changes": [change.as_json() for change in self.changes],
            "end": self.end,
            "evaluator": self.evaluator,
            "version": self.version,
        }


def score(
    old: Mapping[str, Any],
    ends: Sequence[Expectation],
    new: Mapping[str, Any],
    spec: Spec,
    *,
    kind: TaskKind = TaskKind.CHANGE,
    outcome: str = DONE,
    finished_by_subject: bool = True,
) -> Score:
    """Score an end state against the right ends, and keep the best.

    Args:
        old: The state before, JSON.
        ends: The right ends, at least one.
        new: The state that the subject left, JSON.
        spec: What each path means.
        kind: What the task asks for.
        outcome: What the subject claimed, "done" or "cannot_be_done".
        finished_by_subject: Whether the subject ended the attempt itself.

    Returns:
        The best score by (correct, R_c, -R_b, order of the ends).

    Raises:
        ValueError: there is no end.
        StateError: a state can't be read.
        SpecError: a collection is to be summed that can't be.
    """
    if not ends:
        raise ValueError("a score needs at least one right end")
    claim = CANNOT_BE_DONE if kind is TaskKind.IMPOSSIBLE else DONE
    claimed = kind is TaskKind.CHANGE or (finished_by_subject and outcome == claim)
    scores = []
    for place, end in enumerate(ends):
        scores.append(_counted(compare(old, end, new, spec), kind, claimed, place))
        if scores[-1].correct:
            break  # nothing has more merit than the first end that is reached
    return max(scores, key=_merit)


def _counted(changes: tuple[Change, ...], kind: TaskKind, claimed: bool, place: int) -> Score:
    """The figures, and whether the attempt solved the task (docs/scoring.md)."""
    met, missing, forbidden = (
        sum(change.kind is wanted for change in changes) for wanted in ChangeKind
    )
    reached = missing == forbidden == 0 and (met > 0 or kind is not TaskKind.CHANGE)
    return Score(met + missing, met, forbidden, reached and claimed, changes, place)


def _merit(found: Score) -> tuple[bool, float, float, int]:
    completion, damage = found.completion_rate, found.misbehaving_rate
    return (
        found.correct,
        completion if completion is not None else 0.0,
        -(damage if damage is not None else found.misbehaving),
        -found.end,
    )
