"""A suite comes into the database one instance after the other, and only through the gate."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import date
from typing import Any

import pytest

from sandboxes.suites import _interdependent
from sandboxes.tasks import TaskError, Verdict, find_instance, find_template, verdicts
from webapp.benchmark.loading import load_suite, load_tasks, stored_suite, waiting
from webapp.benchmark.models import Instance, Task

pytestmark = pytest.mark.django_db
SUITE = "interdependent"
CHOSEN = ["buy_sold_out", "share_contact"]


@pytest.fixture(autouse=True)
def _few_tasks(settings: Any) -> None:
    settings.TASKS = CHOSEN


def rows() -> list[tuple[str, int, bool]]:
    """What there is: task, seed, and whether it passed."""
    return list(Instance.objects.values_list("task__name", "seed", "gate_passed"))


def test_every_public_seed_goes_through_the_gate_and_its_figures_are_kept() -> None:
    suite = load_suite(SUITE)
    assert rows() == [(task, seed, True) for task in CHOSEN for seed in (1, 2, 3)]
    sold_out = Instance.objects.get(task__name="buy_sold_out", seed=1)
    assert sold_out.gold["kind"] == "impossible"
    assert sold_out.gold["calls"] >= 5, "of the run that would act, not of the one that looks"
    shared = Instance.objects.get(task__name="share_contact", seed=1)
    assert shared.gold == {
        "kind": "change",
        "calls": 4,
        "tools": ["get_uid_from_name", "get_shared_url_of_contact", "send_message"],
    }
    assert shared.gate["passing_ways"] >= 8
    assert shared.gate["failing_variants"] >= 8
    assert waiting(suite) == 0


def test_a_task_is_kept_with_its_version_and_the_date_of_its_second_reading() -> None:
    load_tasks(SUITE)
    task, template = Task.objects.get(name="share_contact"), find_template(SUITE, "share_contact")
    assert template.reading is not None
    assert (task.template_version, task.read_at) == (
        template.version,
        date.fromisoformat(template.reading.date),
    )


def test_a_loading_that_was_interrupted_goes_on_where_it_stopped(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    real, asked = verdicts, []

    def breaks(suite: str, jobs: list[tuple[str, int]], **options: Any) -> Iterator[Verdict]:
        asked.append(list(jobs))
        for number, verdict in enumerate(real(suite, jobs, **options)):
            if number == 2 and len(asked) == 1:
                raise KeyboardInterrupt
            yield verdict

    monkeypatch.setattr(_interdependent, "verdicts", breaks)
    with pytest.raises(KeyboardInterrupt):
        load_suite(SUITE)
    assert [row[:2] for row in rows()] == [(task, 1) for task in CHOSEN], "the first seeds first"
    suite = load_suite(SUITE)
    assert asked[1] == [(task, seed) for seed in (2, 3) for task in CHOSEN]
    assert len(rows()) == 6
    assert waiting(suite) == 0
    load_suite(SUITE)
    assert asked[2] == []


def test_a_declined_seed_is_kept_with_its_reason_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def declines(suite: str, jobs: list[tuple[str, int]], **options: Any) -> Iterator[Verdict]:
        return (Verdict(*job, declined="no such person") for job in jobs)

    monkeypatch.setattr(_interdependent, "verdicts", declines)
    suite = load_suite(SUITE)
    task = Task.objects.get(name="share_contact")
    assert task.declined == dict.fromkeys("123", "no such person")
    assert waiting(suite) == 0
    assert rows() == []


def test_what_fails_the_gate_is_kept_and_not_offered(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(suite: str, jobs: list[tuple[str, int]], **options: Any) -> Iterator[Verdict]:
        for job in jobs:
            verdict = Verdict(*job)
            verdict.blame("nothing", "doing nothing passes")
            yield verdict

    monkeypatch.setattr(_interdependent, "verdicts", fails)
    load_suite(SUITE, seeds=[1])
    assert rows() == [(task, 1, False) for task in CHOSEN]
    kept = Instance.objects.get(task__name="share_contact")
    assert kept.gate["failures"][0]["detail"] == "doing nothing passes"


def test_a_task_that_breaks_down_keeps_no_other_from_being_loaded(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(suite: str, task: str, seed: int, **options: Any) -> Any:
        if task == "buy_sold_out":
            raise KeyError("a bug")
        return find_instance(suite, task, seed, **options)

    monkeypatch.setattr(_interdependent, "find_instance", breaks)
    load_suite(SUITE)
    assert rows() == [("share_contact", seed, True) for seed in (1, 2, 3)]
    assert "buy_sold_out/1 can't be made" in caplog.text


def test_a_name_in_the_setting_that_is_no_task_is_told(settings: Any) -> None:
    settings.TASKS = ["share_contacts"]
    with pytest.raises(TaskError, match="no task 'share_contacts'"):
        load_tasks(SUITE)


def test_nothing_waits_of_tasks_that_the_setting_leaves_out(settings: Any) -> None:
    load_tasks(SUITE)
    load_suite(SUITE, only=["share_contact"])
    settings.TASKS = ["share_contact"]
    suite = stored_suite(SUITE)
    assert suite.tasks.count() == 2
    assert waiting(suite) == 0
    settings.TASKS = []
    assert waiting(suite) == 3
