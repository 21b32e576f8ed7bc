"""The interdependent environment: brief, budget, finishing, forks and recorded calls."""

from __future__ import annotations

import pytest

from sandboxes import AttemptFinished, Outcome, RecordedCall, ReplayMismatch, catalogue
from sandboxes.tasks import Instance, InterdependentEnvironment, find_instance


@pytest.fixture
def instance() -> Instance:
    return find_instance("interdependent", "mark_messages_read", 1)


@pytest.fixture
def environment(instance: Instance) -> InterdependentEnvironment:
    return InterdependentEnvironment(instance, "none")


def test_the_brief_tells_task_limits_and_how_to_finish(
    environment: InterdependentEnvironment, instance: Instance
) -> None:
    brief = environment.brief
    assert brief.instruction == instance.instruction
    assert brief.call_budget == 100
    assert '"done"' in brief.finishing
    assert '"cannot_be_done"' in brief.finishing
    assert environment.first_observation is None
    assert environment.artefacts == {}


def test_all_tools_are_on_offer(environment: InterdependentEnvironment) -> None:
    assert [tool["name"] for tool in environment.tools()] == list(catalogue())


def test_a_finished_attempt_takes_no_call(environment: InterdependentEnvironment) -> None:
    environment.finish("done", "there you are")
    assert environment.finished
    assert environment.answer == "there you are"
    with pytest.raises(AttemptFinished):
        environment.call("now", {})
    with pytest.raises(AttemptFinished):
        environment.finish("done")


def test_only_two_outcomes_can_be_claimed(environment: InterdependentEnvironment) -> None:
    with pytest.raises(ValueError, match="done, cannot_be_done"):
        environment.finish("maybe")
    assert not environment.finished


def test_the_budget_ends_the_attempt_but_not_by_the_subject(
    environment: InterdependentEnvironment,
) -> None:
    for _ in range(environment.brief.call_budget):
        environment.call("now", {})
    assert environment.finished
    assert environment.claim is None
    with pytest.raises(AttemptFinished):
        environment.call("now", {})


def test_a_fork_does_not_touch_the_attempt(environment: InterdependentEnvironment) -> None:
    twin = environment.fork()
    uid = twin.call("get_my_uid", {}).output
    twin.call("edit_remark", {"uid": uid, "remark": "me"})
    twin.finish("done")
    assert not environment.finished
    assert environment.calls_left == 100
    assert environment.state != twin.state


def test_a_recorded_call_is_verified(environment: InterdependentEnvironment) -> None:
    time = environment.fork().call("now", {})
    environment.apply(RecordedCall("now", {}, time))
    with pytest.raises(ReplayMismatch, match="now: recorded"):
        environment.apply(RecordedCall("now", {}, Outcome("ok", "1999-12-31 23:59:59")))


def test_the_score_follows_what_was_done(
    environment: InterdependentEnvironment, instance: Instance
) -> None:
    assert environment.score().correct is False
    for call in instance.ends[0].trace:
        environment.call(call.tool, call.arguments)
    score = environment.score()
    assert (score.total, score.correct_changes, score.misbehaving, score.correct) == (1, 1, 0, True)
    assert [change.kind.value for change in score.changes] == ["met"]
