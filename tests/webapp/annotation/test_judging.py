"""Judges read samples through a real address; nothing is asked twice, lost, or made up."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from contextlib import suppress
from io import StringIO
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from evaluators.judge import _prompts
from evaluators.rubrics import rubric
from tests.agents.fake_openai import Body, FakeOpenAI, Step, says, status
from tests.webapp.annotation.builders import campaign, samples
from webapp.annotation.grades import judge_grades
from webapp.annotation.judging import is_stale, known_judge, start_run
from webapp.annotation.models import Campaign, Judge, JudgeRun, Reading, Role

pytestmark = pytest.mark.django_db(transaction=True)
_KEYS = re.compile(r"with (?:these|the) keys,? (?:each once: )?((?:[A-Z]\d, )*[A-Z]\d)")


def items_in(body: Body) -> list[str]:
    """Which items a request asks for."""
    found = _KEYS.search(body["messages"][0]["content"])
    assert found, body["messages"][0]["content"][-400:]
    return found[1].split(", ")


def graded(items: list[str], value: Any = 0.5) -> str:
    return json.dumps({name: {"value": value, "reason": "seen"} for name in items})


def whole(body: Body) -> Step:
    """An answer that can be used."""
    return says(graded(items_in(body)))


@pytest.fixture
def where() -> Campaign:
    made = campaign()
    samples(made, 2)
    return made


def judged(base_url: str, *more: str) -> dict[str, Any]:
    """What the command reports."""
    told = StringIO()
    words = ["First round", "--model", "grader", "--base-url", base_url, "--json", *more]
    with suppress(SystemExit):
        call_command("run_judge", *words, stdout=told)
    found: dict[str, Any] = json.loads(told.getvalue())
    return found


def test_three_calls_read_a_response_and_none_is_made_again(where: Campaign) -> None:
    with FakeOpenAI(whole) as fake:
        found = judged(fake.base_url, "--concurrency", "1")
        assert (found["readings"], found["scored"], found["failed"]) == (6, 6, 0)
        asked = len(fake.requests)
        again = judged(fake.base_url)
        assert len(fake.requests) == asked, "what is read is not asked for again"
        assert again["readings"] == 0
    judge = Judge.objects.get()
    given = judge_grades(where, judge)
    assert len(given) == 26
    assert {one.value for one in given} == {0.5}
    assert asked == 3, "both samples show the same, and equal questions are asked once"


@pytest.mark.parametrize(
    ("answers", "state", "values"),
    [
        (lambda items: [graded(items)], "scored", {0.5}),
        (lambda items: ["All is well.", graded(items, 1)], "scored", {1.0}),
        (lambda items: [graded(items).replace("}}", "},}"), "{"], "unscored", set()),
        (lambda items: [graded(items[:2]), graded(items[:2])], "partly", {0.5}),
        (lambda items: ["这个计划很好。", "很好。"], "unscored", set()),
        (lambda items: ["", ""], "unscored", set()),
        (lambda items: [graded(items, 0.7), graded(items, "0.5")], "unscored", set()),
        (lambda items: [graded([*items, "X1"]), graded(items, 0)], "scored", {0.0}),
        (lambda items: [graded(items)[:30], graded(items)[:30]], "unscored", set()),
        (lambda items: [graded(items, None)], "scored", {None}),
    ],
)
def test_whatever_a_judge_answers_counts_for_what_it_is(
    where: Campaign,
    answers: Callable[[list[str]], list[str]],
    state: str,
    values: set[float | None],
) -> None:
    given: dict[str, list[str]] = {}

    def script(body: Body) -> Step:
        items = items_in(body)
        return says(given.setdefault(items[0], answers(items)).pop(0))

    with FakeOpenAI(script) as fake:
        found = judged(fake.base_url, "--limit", "1", "--concurrency", "1")
    assert found[state] == found["readings"] == 3
    assert {one.value for one in judge_grades(where, Judge.objects.get())} == values
    reading = Reading.objects.first()
    assert reading is not None
    assert (reading.problems == []) is (state == "scored")


def test_an_address_that_fails_pauses_the_run_and_scores_nothing(where: Campaign) -> None:
    with FakeOpenAI(lambda body: status(401, message="no such key")) as fake:
        found = judged(fake.base_url)
        address = fake.base_url
    assert (found["scored"], found["failed"]) == (0, 6)
    assert "401" in found["paused"]
    assert not judge_grades(where, Judge.objects.get())
    with FakeOpenAI(whole, port=int(address.split(":")[2].split("/")[0])) as fake:
        assert judged(address)["scored"] == 6, "the same words go on where it stopped"


def test_a_passing_failure_is_tried_again(where: Campaign) -> None:
    failures = [status(429, retry_after=0), status(500)]
    with FakeOpenAI(lambda body: failures.pop() if failures else whole(body)) as fake:
        assert judged(fake.base_url, "--limit", "1", "--concurrency", "1")["scored"] == 3


def test_a_changed_word_of_a_prompt_makes_another_judge(
    where: Campaign, monkeypatch: pytest.MonkeyPatch, tmp_path: Any
) -> None:
    judge = known_judge("grader", "grader", "http://127.0.0.1:1/v1", {}, rubric("sde"))
    assert not is_stale(judge)
    (tmp_path / "sde").mkdir()
    for name in _prompts._FILES:
        text = (_prompts._FOLDER / "sde" / name).read_text(encoding="utf-8")
        changed = text.replace("Grade what is there", "Grade what you see")
        (tmp_path / "sde" / name).write_text(changed)
    monkeypatch.setattr(_prompts, "_FOLDER", tmp_path)
    assert is_stale(judge)
    other = known_judge("grader", "grader", "http://127.0.0.1:1/v1", {}, rubric("sde"))
    assert other.identity != judge.identity
    with pytest.raises(ValueError, match="stale"):
        start_run(judge, where, None)


def test_training_samples_are_not_read_and_probes_stand_apart(where: Campaign) -> None:
    samples(where, 1, role=Role.TRAINING, reference={"S1": {"value": 1.0, "why": "it is"}})
    judge = known_judge("grader", "grader", "http://127.0.0.1:1/v1", {}, rubric("sde"))
    start_run(judge, where, None)
    start_run(judge, where, None, probe="longer")
    assert Reading.objects.filter(probe="").count() == 6
    assert Reading.objects.filter(probe="longer").count() == 6
    assert JudgeRun.objects.count() == 2


def test_bad_words_are_refused_in_a_sentence(where: Campaign) -> None:
    refused = (
        ("Second round", "m", "http://127.0.0.1:1/v1", "First round"),
        ("First round", "m", "http://example.org/v1", "not among the addresses"),
        ("First round", " ", "http://127.0.0.1:1/v1", "has a name"),
    )
    for name, model, address, told in refused:
        with pytest.raises(CommandError, match=told):
            call_command("run_judge", name, "--model", model, "--base-url", address)
    assert not JudgeRun.objects.exists()
