"""What is ours and what is the judge's never mix, and no run stands still unseen."""

from __future__ import annotations

import json
import os
import signal
from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command

from evaluators.judge import _prompts
from evaluators.rubrics import rubric
from tests.agents.fake_openai import Body, FakeOpenAI, Step, says, status, usage
from tests.webapp.annotation.builders import campaign, different_samples, samples
from tests.webapp.annotation.test_judging import graded, items_in, judged, where, whole
from webapp import clock
from webapp.annotation.grades import judge_grades
from webapp.annotation.judge_usage import spent_on
from webapp.annotation.judging import (
    CHANGED,
    JudgingError,
    is_stale,
    known_judge,
    next_readings,
    read,
    start_run,
    steer,
)
from webapp.annotation.models import Campaign, JudgeRun, JudgeRunStatus, Reading, ReadingState
from webapp.annotation.working import models, queue_readings, take_back_queued, work

__all__ = ["where"]
pytestmark = pytest.mark.django_db(transaction=True)
SECOND = timedelta(seconds=1)
LIMIT = {"code": "context_length_exceeded", "message": "maximum context length"}


def run_at(base_url: str, over: Campaign, **choices: Any) -> JudgeRun:
    """A run of a judge at an address."""
    return start_run(known_judge("grader", "grader", base_url, {}, rubric("sde")), over, **choices)


def worked(run: JudgeRun) -> JudgeRun:
    """The run, as far as it goes by itself."""
    work(run, lambda: False, lambda done, total: None)
    run.refresh_from_db()
    return run


def test_equal_questions_are_asked_once_however_many_are_asked_at_once(where: Campaign) -> None:
    samples(where, 3, contestant="another")
    with FakeOpenAI(whole) as fake:
        worked(run_at(fake.base_url, where, owner=None, concurrency=8))
        assert len(fake.requests) == 3
    assert set(Reading.objects.values_list("state", flat=True)) == {ReadingState.SCORED}
    assert Reading.objects.count() == 15


def test_what_equals_a_question_in_hand_waits_for_its_answer(where: Campaign) -> None:
    run = run_at("http://127.0.0.1:1/v1", where, owner=None)
    firsts = next_readings(run, 9)
    assert len(firsts) == 3, "two samples that show the same, three questions each"
    held = {"lease_owner": "another-machine/1/there", "lease_until": clock.now() + 600 * SECOND}
    Reading.objects.filter(pk__in=firsts).update(**held)
    assert next_readings(run, 9) == []


def test_a_word_changed_in_the_middle_of_a_run_pauses_it_and_nothing_is_asked(
    where: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    with FakeOpenAI(whole) as fake:
        run = run_at(fake.base_url, where, owner=None)
        (tmp_path / "sde").mkdir()
        for name in _prompts._FILES:
            text = (_prompts._FOLDER / "sde" / name).read_text(encoding="utf-8")
            (tmp_path / "sde" / name).write_text(text + " Be strict.", encoding="utf-8")
        monkeypatch.setattr(_prompts, "_FOLDER", tmp_path)
        worked(run)
        assert not fake.requests
    assert (run.status, run.why) == (JudgeRunStatus.PAUSED, CHANGED)
    assert not judge_grades(where, run.judge)


def test_a_bug_of_ours_pauses_the_run_and_scores_nothing(
    where: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("broken for the test")

    with FakeOpenAI(whole) as fake:
        run = run_at(fake.base_url, where, owner=None, concurrency=1)
        with monkeypatch.context() as patch:
            patch.setattr("webapp.annotation.judging.grade_dimension", broken)
            worked(run)
        assert run.status == JudgeRunStatus.PAUSED
        assert "ours" in run.why
        assert not Reading.objects.exclude(state=ReadingState.WAITING).exists()
        steer(run, JudgeRunStatus.RUNNING)
        worked(run)
    assert len(judge_grades(where, run.judge)) == 26


def test_a_sample_too_long_for_the_model_is_unscored_and_the_others_are_read(
    where: Campaign,
) -> None:
    def script(body: Body) -> Step:
        first = items_in(body)[0] == "S1"
        return status(400, **LIMIT) if first else whole(body)

    with FakeOpenAI(script) as fake:
        run = worked(run_at(fake.base_url, where, owner=None, limit=1))
    assert run.status == JudgeRunStatus.RUNNING
    found = Reading.objects.get(state=ReadingState.UNSCORED)
    assert (found.grades, len(found.problems)) == ({}, 1)
    assert "can't take so much" in found.problems[0]
    assert run.readings.filter(state=ReadingState.SCORED).count() == 2


def test_what_a_first_answer_gave_stays_where_a_second_one_is_too_long(where: Campaign) -> None:
    def script(body: Body) -> Step:
        if len(body["messages"]) > 2:
            return status(400, **LIMIT)
        return says(graded(items_in(body)[:2], 0))

    with FakeOpenAI(script) as fake:
        run = worked(run_at(fake.base_url, where, owner=None, limit=1))
    assert set(run.readings.values_list("state", flat=True)) == {ReadingState.PARTLY}
    assert [one.value for one in judge_grades(where, run.judge)] == [0.0] * 6


def test_a_run_that_a_command_left_goes_on_by_the_sites_workers(where: Campaign) -> None:
    run = run_at("http://127.0.0.1:1/v1", where, owner=None, by_command=True)
    queued: list[int] = []
    assert queue_readings(queued.append) == 0, "a command works on it"
    steer(run, JudgeRunStatus.PAUSED)
    assert queue_readings(queued.append) == 0
    steer(run, JudgeRunStatus.RUNNING)
    assert queue_readings(queued.append) == 3, "both samples show the same"
    assert queue_readings(queued.append) == 0, "nothing is queued twice"
    steer(run, JudgeRunStatus.PAUSED)
    steer(run, JudgeRunStatus.RUNNING)
    assert queue_readings(queued.append) == 3, "nobody waits for what workers passed over"
    assert take_back_queued() == 3
    assert queue_readings(queued.append) == 3, "a queue that ended with its process is forgotten"
    steer(run, JudgeRunStatus.CANCELLED)
    steer(run, JudgeRunStatus.RUNNING)
    assert JudgeRun.objects.get().status == JudgeRunStatus.CANCELLED


def test_no_more_is_handed_out_at_once_than_the_run_allows() -> None:
    over = campaign()
    different_samples(over, 3)
    run = run_at("http://127.0.0.1:1/v1", over, owner=None, concurrency=2)
    queued: list[int] = []
    assert queue_readings(queued.append) == 2
    with FakeOpenAI(whole) as fake, models() as model_of:
        run.judge.address = fake.base_url
        run.judge.save()
        assert read(queued[0], model_of)
        assert not read(queued[0], model_of), "what is read is not read again"
    assert queue_readings(queued.append, run.pk) == 1


def test_another_run_leaves_what_is_read_as_it_is(where: Campaign) -> None:
    with FakeOpenAI(whole) as fake:
        first = run_at(fake.base_url, where, owner=None, limit=1)
        worked(first)
        before = list(Reading.objects.values_list("raw", "state", "run"))
        worked(run_at(fake.base_url, where, owner=None))
        assert len(fake.requests) == 3
    assert list(Reading.objects.filter(run=first).values_list("raw", "state", "run")) == before


def test_what_was_used_up_is_told_and_what_is_not_known_is_no_zero(where: Campaign) -> None:
    def script(body: Body) -> Step:
        told = None if items_in(body)[0] == "S1" else usage(2_000, 1_000, 100, 40)
        return says(graded(items_in(body)), told)

    with FakeOpenAI(script) as fake:
        run = worked(run_at(fake.base_url, where, owner=None))
        assert spent_on(run).money is None
        priced = known_judge("priced", "gpt-4o-mini", fake.base_url, {}, rubric("sde"))
        other = worked(start_run(priced, where, None))
        found = judged(fake.base_url, "--temperature", "0.5")
    spent = spent_on(run)
    assert (spent.usage.prompt, spent.usage.output, spent.untold) == (4_000, 200, 1)
    money = spent_on(other).money
    assert money == Decimal("0.00057"), "2 * (1000 * 0.15 + 1000 * 0.075 + 100 * 0.6) / 10^6"
    assert (found["tokens"], found["untold"], found["cost"]) == (4_200, 1, None)


def test_a_judge_is_asked_only_where_models_may_be() -> None:
    with pytest.raises(JudgingError, match="not among the addresses"):
        known_judge("grader", "grader", "https://example.org/v1", {}, rubric("sde"))
    with pytest.raises(JudgingError, match="temperature"):
        known_judge("grader", "m", "http://127.0.0.1:1/v1", {"temperature": -1}, rubric("sde"))


def test_a_judge_by_a_rubric_that_is_gone_is_stale() -> None:
    judge = known_judge("grader", "grader", "http://127.0.0.1:1/v1", {}, rubric("sde"))
    judge.rubric = "gone"
    assert is_stale(judge)


def test_ctrl_c_lets_calls_end_and_says_how_to_go_on(
    where: Campaign, capsys: pytest.CaptureFixture[str]
) -> None:
    def script(body: Body) -> Step:
        if len(fake.requests) == 2:
            os.kill(os.getpid(), signal.SIGINT)
        return whole(body)

    with FakeOpenAI(script) as fake:
        words = ["First round", "--model", "grader", "--base-url", fake.base_url, "--json"]
        with pytest.raises(SystemExit) as ended:
            call_command("run_judge", *words, "--concurrency", "1")
        assert ended.value.code == 130
        told = capsys.readouterr()
        assert "goes on where it stopped" in told.err
        found = json.loads(told.out)
        assert 2 <= found["scored"] < 6
        run = JudgeRun.objects.get()
        assert (run.status, "stopped" in run.why) == (JudgeRunStatus.PAUSED, True)
        assert not run.readings.exclude(lease_owner="").exists()
        call_command("run_judge", *words)
        assert len(fake.requests) == 3


def test_what_others_have_in_hand_is_waited_for(
    where: Campaign, monkeypatch: pytest.MonkeyPatch
) -> None:
    with FakeOpenAI(whole) as fake:
        run = run_at(fake.base_url, where, owner=None)
        reading = next_readings(run, 1)[0]
        held = Reading.objects.filter(pk=reading)
        held.update(
            lease_owner="another-machine/1/there", lease_until=clock.now() + 9 * 60 * SECOND
        )
        looks = iter(range(100))

        def lapses(seconds: float) -> None:
            if next(looks) == 1:
                held.update(lease_until=clock.now() - SECOND)

        monkeypatch.setattr("webapp.annotation.working.time.sleep", lapses)
        worked(run)
    assert not run.readings.filter(state=ReadingState.WAITING).exists()
