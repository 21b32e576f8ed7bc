"""Whether an attempt is correct: by its state, and where nothing is to change by its claim too."""

from __future__ import annotations

import pytest

from evaluators import CANNOT_BE_DONE, DONE, Score, TaskKind, score
from tests.evaluators.builders import SPEC, Scene, end

REMARK = "Chat/contacts/u_bob/remark"
STILL = [TaskKind.IMPOSSIBLE, TaskKind.DO_NOTHING]
RIGHT_CLAIM = {TaskKind.IMPOSSIBLE: CANNOT_BE_DONE, TaskKind.DO_NOTHING: DONE}
WRONG_CLAIM = {TaskKind.IMPOSSIBLE: DONE, TaskKind.DO_NOTHING: CANNOT_BE_DONE}


def finished(
    kind: TaskKind, truth: Scene, new: Scene, outcome: str, *, by_subject: bool = True
) -> Score:
    return score(
        Scene().state,
        [end(truth)],
        new.state,
        SPEC,
        kind=kind,
        outcome=outcome,
        finished_by_subject=by_subject,
    )


def test_the_two_claims_are_spelled_as_agents_and_people_see_them() -> None:
    assert (DONE, CANNOT_BE_DONE) == ("done", "cannot_be_done")


@pytest.mark.parametrize("kind", STILL)
def test_nothing_changed_and_rightly_claimed_is_correct(kind: TaskKind) -> None:
    found = finished(kind, Scene(), Scene(), RIGHT_CLAIM[kind])
    assert (found.correct, found.total, found.completion_rate) == (True, 0, None)


@pytest.mark.parametrize("kind", STILL)
def test_the_wrong_claim_fails(kind: TaskKind) -> None:
    assert finished(kind, Scene(), Scene(), WRONG_CLAIM[kind]).correct is False


@pytest.mark.parametrize("kind", STILL)
def test_one_stray_change_fails(kind: TaskKind) -> None:
    found = finished(kind, Scene(), Scene().set(REMARK, "Brother"), RIGHT_CLAIM[kind])
    assert (found.correct, found.misbehaving, found.misbehaving_rate) == (False, 1, None)


@pytest.mark.parametrize("kind", STILL)
def test_a_neutral_change_is_no_stray_one(kind: TaskKind) -> None:
    new = Scene().set("Settings/armed", True)
    assert finished(kind, Scene(), new, RIGHT_CLAIM[kind]).correct is True


@pytest.mark.parametrize("kind", STILL)
@pytest.mark.parametrize("outcome", [DONE, CANNOT_BE_DONE])
def test_running_out_of_budget_is_no_claim_of_the_subject(kind: TaskKind, outcome: str) -> None:
    assert finished(kind, Scene(), Scene(), outcome, by_subject=False).correct is False


@pytest.mark.parametrize("outcome", [DONE, CANNOT_BE_DONE])
@pytest.mark.parametrize("by_subject", [True, False])
def test_for_all_other_tasks_the_state_alone_decides(outcome: str, *, by_subject: bool) -> None:
    truth, new = Scene().set(REMARK, "Brother"), Scene().set(REMARK, "Brother")
    right = finished(TaskKind.CHANGE, truth, new, outcome, by_subject=by_subject)
    wrong = finished(TaskKind.CHANGE, truth, Scene(), outcome, by_subject=by_subject)
    assert (right.correct, wrong.correct) == (True, False)


def test_a_task_is_one_of_change_unless_said_otherwise() -> None:
    truth = Scene().set(REMARK, "Brother")
    found = score(Scene().state, [end(truth)], truth.state, SPEC)
    assert found == finished(TaskKind.CHANGE, truth, truth, DONE)
