"""Defeatism: gave up right after a failure that could be recovered from."""

from __future__ import annotations

from evaluators.state_diff import TaskKind
from evaluators.trajectory._facts import TaskFacts
from evaluators.trajectory._pattern import DEFEATISM, Pattern
from evaluators.trajectory._trajectory import Ending, TracedCall, Trajectory


def defeatism(trajectory: Trajectory, facts: TaskFacts) -> Pattern | None:
    """The pattern, if the attempt shows it.

    Recoverable are every fault, since faults pass; and a refusal where the task is not impossible
    and a call of the same tool succeeds in the gold, so that other arguments or another order of
    steps get through. A call that was not understood is neither. The failure must be in the last
    round, with no success of the same tool after it there and no search for tools after it; the
    subject must have ended the attempt itself or fallen silent, and the attempt be judged wrong.
    """
    if not trajectory.ending.is_own or trajectory.correct is not False or not trajectory.calls:
        return None
    last = trajectory.last_round
    if any(retrieval.after >= trajectory.calls[-1].number for retrieval in trajectory.retrievals):
        return None
    failed = [
        call for call in last if _is_recoverable(call, facts) and not _is_made_up_for(call, last)
    ]
    if not failed:
        return None
    return Pattern(
        DEFEATISM,
        f"{_ended(trajectory)} right after call {failed[-1].number}, {failed[-1].tool}, "
        f"{_failure(failed[-1])}; it was not tried again, nor was anything else.",
        calls=tuple(call.number for call in failed),
        tools=tuple(sorted({call.tool for call in failed})),
    )


def _is_recoverable(call: TracedCall, facts: TaskFacts) -> bool:
    if call.status == "internal_error":
        return True
    can_be_done = facts.kind is not TaskKind.IMPOSSIBLE
    return call.status == "failed" and can_be_done and call.tool in facts.succeeding


def _is_made_up_for(failed: TracedCall, last: tuple[TracedCall, ...]) -> bool:
    return any(
        call.ok and call.tool == failed.tool and call.number > failed.number for call in last
    )


def _ended(trajectory: Trajectory) -> str:
    if trajectory.ending is Ending.SILENCE:
        return "Fell silent"
    return "Finished" if trajectory.claim is None else f'Finished with "{trajectory.claim}"'


def _failure(call: TracedCall) -> str:
    if call.status == "internal_error":
        return "which met a fault"
    return "which was refused though the gold gets through"
