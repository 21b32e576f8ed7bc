"""How attempts end: finished, expired, lapsed, errored; final, and scored in the same breath."""

from __future__ import annotations

import json
from datetime import timedelta

import pytest

from agents import make_agent
from evaluators import Evidence
from sandboxes import World
from tests.webapp.builders import Time, entry_of, opened
from webapp.attempts import errors, services
from webapp.attempts.closing import regrade
from webapp.attempts.hot import known_instance
from webapp.attempts.in_process import DoorEnvironment
from webapp.attempts.models import Attempt, EndedBy, EvidenceRecord, ScoreRecord, Status
from webapp.attempts.sweep import sweep

pytestmark = pytest.mark.django_db(transaction=True)


def solved_by_oracle(attempt: Attempt) -> None:
    instance = known_instance(attempt.instance)
    assert instance is not None
    make_agent("oracle", instance).act(DoorEnvironment(entry_of(attempt)))


def test_the_oracle_is_right_through_the_door() -> None:
    attempt = opened(profile="default")

    solved_by_oracle(attempt)

    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by, attempt.claim) == ("finished", "subject", "done")
    score = attempt.scores.get()
    assert score.correct is True
    assert score.completion_rate == 1.0
    assert score.misbehaving == 0


def test_an_oracle_that_was_interrupted_starts_over_and_makes_no_call_twice() -> None:
    whole, cut = opened(), opened()
    solved_by_oracle(whole)
    instance = known_instance(cut.instance)
    assert instance is not None
    environment = DoorEnvironment(entry_of(cut))
    for call in instance.gold.trace[:2]:
        environment.call(call.tool, call.arguments)

    services.forget()
    solved_by_oracle(cut)

    logs = [
        list(attempt.events.values_list("number", "kind", "tool", "arguments", "answer"))
        for attempt in (whole, cut)
    ]
    assert logs[0] == logs[1]
    assert cut.scores.get().correct is True


def test_finishing_is_final() -> None:
    attempt = opened()
    entry = entry_of(attempt)

    services.finish(entry, "cannot_be_done", "sold out").wait()

    with pytest.raises(errors.AttemptEnded):
        services.call_tool(entry, "now", {}).wait()
    with pytest.raises(errors.AttemptEnded):
        services.finish(entry, "done").wait()
    attempt.refresh_from_db()
    assert (attempt.claim, attempt.answer) == ("cannot_be_done", "sold out")
    assert attempt.scores.count() == 1
    assert services.peek(entry).wait().status == "finished"


@pytest.mark.parametrize(
    ("outcome", "answer"),
    [("finished", ""), (None, ""), ("done", 5), ("done", "a\x00b"), ("done", "\ud800")],
)
def test_a_malformed_end_ends_nothing(outcome: object, answer: object) -> None:
    attempt = opened()

    with pytest.raises(errors.NotACall):
        services.finish(entry_of(attempt), outcome, answer).wait()

    assert services.peek(entry_of(attempt)).wait().status == "open"


def test_time_runs_from_the_first_look_and_ends_the_attempt(time: Time) -> None:
    attempt = opened(seconds=60)
    entry = entry_of(attempt)
    time.passes(days=1)

    assert services.get_task(entry).wait().seconds_left == 60
    time.passes(seconds=59)
    services.call_tool(entry, "now", {}).wait()
    time.passes(seconds=1)
    with pytest.raises(errors.AttemptEnded, match="time ran out"):
        services.call_tool(entry, "now", {}).wait()

    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by, attempt.claim) == ("finished", "time", "")
    assert attempt.scores.count() == 1


def test_a_pause_stops_the_clock(time: Time) -> None:
    attempt = opened(seconds=60)
    entry = entry_of(attempt)
    services.get_task(entry).wait()
    time.passes(seconds=30)

    services.pause(entry, "the doorbell").wait()
    time.passes(hours=3)
    with pytest.raises(errors.AttemptPaused):
        services.call_tool(entry, "now", {}).wait()
    assert services.get_task(entry).wait().status == "paused"
    services.forget()
    services.resume(entry).wait()

    assert services.get_task(entry).wait().seconds_left == 30
    assert [event.kind for event in attempt.events.all()] == ["start", "pause", "resume"]


def test_what_nobody_ends_is_swept(time: Time) -> None:
    overdue, running = opened(seconds=60), opened(seconds=3600)
    services.get_task(entry_of(overdue)).wait()
    time.passes(days=6)
    services.get_task(entry_of(running)).wait()
    unstarted = opened()
    Attempt.objects.filter(pk=unstarted.pk).update(opened_at=time.at - timedelta(days=8))

    assert sweep() == 2

    found = [Attempt.objects.get(pk=a.pk).status for a in (overdue, running, unstarted)]
    assert found == [Status.FINISHED, Status.OPEN, Status.LAPSED]
    with pytest.raises(errors.AttemptEnded, match="never started"):
        services.call_tool(entry_of(unstarted), "now", {}).wait()
    assert unstarted.scores.count() == 0


def test_a_bug_of_ours_errors_the_attempt_and_scores_nothing(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    attempt = opened()
    entry = entry_of(attempt)
    services.call_tool(entry, "now", {}).wait()

    def breaks(self: World, name: str, arguments: object) -> object:
        raise KeyError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(World, "call", breaks)
        with pytest.raises(errors.AttemptErrored):
            services.call_tool(entry, "now", {}).wait()

    with pytest.raises(errors.AttemptErrored):
        services.call_tool(entry, "now", {}).wait()
    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by) == (Status.ERRORED, EndedBy.ERROR)
    assert "KeyError: 'a bug'" in attempt.error
    assert "KeyError: 'a bug'" in caplog.text
    assert attempt.scores.count() == 0
    assert [event.kind for event in attempt.events.all()] == ["start", "call", "error"]


def test_a_bug_in_scoring_errors_the_attempt_and_keeps_the_evidence(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempt = opened()

    def breaks(self: Evidence, spec: object) -> object:
        raise KeyError("a bug")

    with monkeypatch.context() as patched:
        patched.setattr(Evidence, "score", breaks)
        services.finish(entry_of(attempt), "done").wait()

    attempt.refresh_from_db()
    assert attempt.status == Status.ERRORED
    assert (attempt.claim, attempt.scores.count()) == ("done", 0)
    assert regrade(attempt).correct is False


def test_a_regrade_reads_the_evidence_and_keeps_the_earlier_score(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    attempt = opened()
    solved_by_oracle(attempt)
    first = attempt.scores.get()
    ScoreRecord.objects.filter(pk=first.pk).update(version="0")

    second = regrade(attempt)

    assert regrade(attempt).pk == second.pk
    assert {score.version for score in attempt.scores.all()} == {"0", first.version}
    assert json.loads(second.body) == json.loads(first.body)


def test_evidence_without_an_end_there_is_none() -> None:
    attempt = opened()
    services.call_tool(entry_of(attempt), "now", {}).wait()

    with pytest.raises(EvidenceRecord.DoesNotExist):
        regrade(attempt)
