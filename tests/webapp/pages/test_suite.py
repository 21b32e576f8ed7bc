"""The page of a suite tells how large its tasks are, what they hold and what the gate did."""

from __future__ import annotations

import re

import pytest

from sandboxes.tasks import find_instance
from tests.webapp.builders import SUITE, public_instance
from tests.webapp.pages.markup import text_of
from tests.webapp.pages.personas import Persona
from webapp.benchmark.loading import load_tasks
from webapp.benchmark.models import Instance

GATE = {"passing_ways": 21, "failing_variants": 1_000, "dropped_variants": 2, "failures": []}


@pytest.fixture(autouse=True)
def _some_tasks() -> None:
    for task in ("share_contact", "buy_sold_out", "buy_and_report_total"):
        public_instance(task)
    Instance.objects.update(gate=GATE)


def test_levels_apps_and_the_gate_are_counted(nobody: Persona, researcher: Persona) -> None:
    text = text_of(nobody.page("/suites/interdependent"))
    assert "Tasks 3" in text
    assert "Level 1 2 to 8 calls 3" in text
    assert "One app 2 Two apps 1 Three or more 0" in text
    assert "impossible" not in text
    assert "impossible 1" in text_of(researcher.page("/suites/interdependent"))
    assert "3 of 3 passed" in text
    assert "Right ways tried 63" in text
    assert "Wrong ways tried 3,000" in text
    assert "6 instances are still to go through the gate" in text


def test_the_histograms_hold_every_instance_and_stand_there_as_tables_too(nobody: Persona) -> None:
    page = nobody.page("/suites/interdependent")
    calls, tools = re.findall(r'aria-label="(3 instances: [^"]+)"', page)
    longest = [len(i.gold["tools"]) for i in Instance.objects.all()]
    assert f"{min(longest)} to {max(longest)} tools" in tools
    assert "calls" in calls
    assert page.count("<title>") - 1 == len(re.findall(r'data-label="Instances"', page))


def test_what_the_gate_tried_is_told_to_researchers_alone(
    owner: Persona, researcher: Persona
) -> None:
    """Where no wrong way was tried, nothing is to be changed: it would give an instance away."""
    told = "21 right ways passed, and 1,000 wrong ways failed"
    assert told in text_of(researcher.page("/tasks/share_contact"))
    text = text_of(owner.page("/tasks/share_contact"))
    assert "right ways" not in text
    assert "wrong ways" not in text


def test_a_suite_that_is_not_there_is_not_found(nobody: Persona) -> None:
    assert nobody.get("/suites/analytics").status_code == 404


def test_the_gold_is_read_by_researchers_alone(owner: Persona, researcher: Persona) -> None:
    address = "/tasks/share_contact/1/gold"
    text = text_of(researcher.page(address))
    for call in find_instance(SUITE, "share_contact", 1).ends[0].trace:
        assert call.tool in text
        for value in call.arguments.values():
            assert str(value) in text
    assert owner.get(address).status_code == 404
    assert "See the gold" in researcher.page("/tasks/share_contact")
    assert "See the gold" not in owner.page("/tasks/share_contact")
    assert researcher.get("/tasks/share_contact/2/gold").status_code == 404


def test_the_gold_of_an_impossible_task_names_the_obstacle(researcher: Persona) -> None:
    text = text_of(researcher.page("/tasks/buy_sold_out/1/gold"))
    assert find_instance(SUITE, "buy_sold_out", 1).draft.obstacle in text
    assert "Nothing can be done" in text


def test_tasks_that_wait_for_the_gate_say_so(nobody: Persona) -> None:
    load_tasks(SUITE)
    text = text_of(nobody.page("/tasks/mark_messages_read"))
    assert "No instance of this task has gone through the gate yet." in text


def test_declined_seeds_are_told_and_their_reasons_to_researchers_alone(
    nobody: Persona, researcher: Persona
) -> None:
    task = Instance.objects.get(task__name="share_contact").task
    task.declined = {"2": "no open contact"}
    task.save()
    told = text_of(nobody.page("/tasks/share_contact"))
    assert "Seed 2 has no instance: its world did not fit." in told
    assert "no open contact" not in told
    assert "no open contact" in text_of(researcher.page("/tasks/share_contact"))
