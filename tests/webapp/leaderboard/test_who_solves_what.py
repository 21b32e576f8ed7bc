"""Who solves what: on the pages of tasks and of contestants, and for whose eyes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from evaluators import Estimate, clustered_mean
from tests.webapp.leaderboard.records import (
    OK,
    attempt_of,
    contestant_named,
    errored,
    instance_of,
    scored,
)
from tests.webapp.pages.markup import faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.attempts.models import Attempt, ConditionsRecord, Contestant
from webapp.attempts.opening import agent, conditions_for, open_attempt
from webapp.benchmark.models import Suite
from webapp.leaderboard import rows
from webapp.leaderboard.templatetags.figures import NONE


def page_of(name: str) -> str:
    """Where the page of a contestant is."""
    return f"/contestants/{contestant_named(name).pk}"


def test_a_task_tells_who_solves_it(nobody: Persona, owner: Persona) -> None:
    for right in (1, 0, 1):
        scored("agent", instance_of("buy"), right)
    scored(owner.user, instance_of("buy"))
    errored("agent", instance_of("buy"))
    attempt_of("slow", instance_of("buy"))

    page = nobody.page("/tasks/buy")
    assert faults(page) == []
    text = text_of(page)
    assert "Solved 75.0 %, 3 of 4 scored attempts" in text
    assert "People: 1 of 1. Agents: 2 of 3." in text
    assert "owner person; tools by search, answers as tables 1 of 1 agent agent 2 of 3" in text
    assert "slow" not in text
    assert "buy Do buy. 1 LightShop 1 3 of 4" in text_of(nobody.page("/tasks"))


def test_a_task_that_nobody_has_finished_says_so(nobody: Persona) -> None:
    instance_of("buy")
    assert "No attempt at this task is finished and scored yet." in text_of(
        nobody.page("/tasks/buy")
    )
    attempt_of("slow", instance_of("buy"))
    assert "not attempted yet" in text_of(nobody.page("/tasks/buy"))


def test_what_the_noop_solves_is_for_researchers(
    nobody: Persona, owner: Persona, researcher: Persona
) -> None:
    scored("noop", instance_of("nudge"), 0, of=0, correct=True)
    scored("agent", instance_of("nudge"), 0, of=0, correct=False)

    for persona in (nobody, owner):
        task = text_of(persona.page("/tasks/nudge"))
        assert "noop agent" not in task
        assert "Solved 0.0 %, 0 of 1 scored attempt" in task
        profile = persona.page(page_of("noop"))
        assert faults(profile) == []
        assert "would tell which tasks ask for nothing" in text_of(profile)
        assert "/tasks/nudge" not in profile
        assert "By level and app" not in profile
        assert "LightShop" not in text_of(profile)
    assert "noop agent 1 of 1" in text_of(researcher.page("/tasks/nudge"))
    assert "nudge 1 of 1" in text_of(researcher.page(page_of("noop")))
    assert "LightShop 1 of 1" in text_of(researcher.page(page_of("noop")))


def test_rates_by_task_are_for_researchers(nobody: Persona, researcher: Persona) -> None:
    """Where there is none, nothing had to change, which whoever takes the task must find."""
    scored("agent", instance_of("nudge"), 0, of=0, correct=True)
    assert "nudge 1 of 1" in text_of(nobody.page(page_of("agent")))
    assert f"nudge 1 of 1 {NONE} {NONE}" not in text_of(nobody.page(page_of("agent")))
    assert f"nudge 1 of 1 {NONE} {NONE}" in text_of(researcher.page(page_of("agent")))


def test_rates_over_few_tasks_are_for_researchers(nobody: Persona, researcher: Persona) -> None:
    for number in range(4):
        scored("agent", instance_of(f"task {number}"), 0, of=0, correct=True)
    assert "Required changes made" not in text_of(nobody.page(page_of("agent")))
    assert "Forbidden, of required" not in text_of(nobody.page(page_of("agent")))
    assert f"Required changes made {NONE} %" in text_of(researcher.page(page_of("agent")))

    scored("agent", instance_of("task 4"), 3, of=4)
    assert "Required changes made 75.0 %, n = 1" in text_of(nobody.page(page_of("agent")))
    assert "Forbidden, of required 0.0 %" in text_of(nobody.page(page_of("agent")))


def test_rates_by_level_and_app_are_for_researchers(nobody: Persona, researcher: Persona) -> None:
    scored("agent", instance_of("nudge", level=3, apps=("LightTalk",)), 0, of=0, correct=True)
    for group in ("Level 3", "LightTalk"):
        assert f"{group} 1 of 1" in text_of(nobody.page(page_of("agent")))
        assert f"{group} 1 of 1 {NONE}" not in text_of(nobody.page(page_of("agent")))
        assert f"{group} 1 of 1 {NONE} {NONE}" in text_of(researcher.page(page_of("agent")))


@pytest.mark.parametrize(("path", "of"), [("/tasks/task 1", "attempts_"), ("contestant", "")])
def test_a_page_asks_the_database_nothing_twice(path: str, of: str, nobody: Persona) -> None:
    scored("agent", instance_of("task 1"), calls=(OK,))
    with CaptureQueriesContext(connection) as found:
        nobody.page(page_of("agent") if path == "contestant" else path)
    asked = Counter(query["sql"] for query in found)
    assert [sql for sql, times in asked.items() if times > 1 and of in sql] == []


def test_intervals_are_made_only_where_they_are_shown(
    nobody: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        scored("agent", instance_of(f"task {number}"), number % 2)
    made: list[object] = []

    def counted(values: Mapping[str, Sequence[float]]) -> Estimate:
        made.append(values)
        return clustered_mean(values)

    monkeypatch.setattr(rows, "clustered_mean", counted)
    nobody.page(page_of("agent"))
    assert len(made) == 1


def test_a_contestant_is_told_by_task_level_and_app(nobody: Persona, researcher: Persona) -> None:
    bought = scored("agent", instance_of("buy"), 3, of=4, calls=(OK, OK))
    sent = scored("agent", instance_of("send", level=2, apps=("LightTalk", "LightShop")))

    page = nobody.page(page_of("agent"))
    assert faults(page) == []
    text = text_of(page)
    assert "Level 1 0 of 1 Level 2 1 of 1" in text
    assert "LightShop 1 of 2 LightTalk 1 of 1" in text
    assert "buy 0 of 1 send 1 of 1" in text
    page = researcher.page(page_of("agent"))
    assert faults(page) == []
    text = text_of(page)
    assert "1 of 2 scored attempts correct" in text
    assert "Level 1 0 of 1 75.0 0.0 Level 2 1 of 1 100.0 0.0" in text
    assert "LightShop 1 of 2 87.5 0.0 LightTalk 1 of 1 100.0 0.0" in text
    assert f"buy 0 of 1 75.0 0.0 {bought.pk} send 1 of 1 100.0 0.0 {sent.pk}" in text
    assert "1.0 valid" in text


def test_an_agents_details_are_told_and_a_persons_are_not(nobody: Persona, owner: Persona) -> None:
    instance = instance_of()
    details = {"model": "model-a", "tools": {"limit": 3}, "<b>": "\u202eevil"}
    attempt = open_attempt(
        instance, agent("agent", details, owner.user), conditions_for(instance), owner.user
    )
    Attempt.objects.filter(pk=attempt.pk).update(started_at=attempt.opened_at)
    scored(owner.user, instance)

    page = nobody.page(page_of("agent"))
    assert faults(page) == []
    assert 'model model-a tools {"limit": 3}' in text_of(page)
    assert "\u202e" not in page
    person = text_of(nobody.page(page_of("owner")))
    assert "What it is" not in person
    assert "Tools by search" in person


def test_attempts_are_linked_for_those_who_may_read_them(
    nobody: Persona, owner: Persona, stranger: Persona, researcher: Persona
) -> None:
    attempt = scored(owner.user, instance_of("buy"))
    link = f'href="/attempts/{attempt.pk}"'
    for persona in (nobody, stranger):
        assert "/attempts/" not in persona.page(page_of("owner"))
    for persona in (owner, researcher):
        assert link in persona.page(page_of("owner"))


def test_what_runs_is_not_told_by_task(owner: Persona, nobody: Persona) -> None:
    """The name of a task may give away what must be found."""
    attempt_of(owner.user, instance_of("secret_task"))
    for persona in (nobody, owner):
        page = persona.page(page_of("owner"))
        assert faults(page) == []
        assert "secret_task" not in page
        assert "Nothing is scored yet. 1 is not finished." in text_of(page)


def test_each_conditions_have_a_view_of_their_own(nobody: Persona) -> None:
    scored("agent", instance_of("buy"))
    scored("agent", instance_of("send"))
    scored("agent", instance_of("buy"), 0, profile="none")

    page = nobody.page(page_of("agent"))
    assert "2 of 2 scored attempts correct" in text_of(page)
    digest = ConditionsRecord.objects.get(body__profile="none").digest
    other = text_of(nobody.page(page_of("agent"), conditions=digest))
    assert "0 of 1 scored attempt correct" in other
    assert 'class="errorlist"' in nobody.page(page_of("agent"), conditions="x")


def test_who_has_attempted_nothing_today_is_told_so(nobody: Persona) -> None:
    scored("agent", instance_of())
    Suite.objects.update(version="older")
    page = nobody.page(page_of("agent"))
    assert faults(page) == []
    assert "suites was attempted; 1 attempt at older" in text_of(page)


def test_who_has_begun_nothing_is_not_there(nobody: Persona, researcher: Persona) -> None:
    waiting = attempt_of("agent", instance_of())
    Attempt.objects.filter(pk=waiting.pk).update(started_at=None)
    for persona in (nobody, researcher):
        assert persona.get(page_of("agent")).status_code == 404
        assert persona.get("/contestants/999999").status_code == 404
    assert Contestant.objects.exists()


@pytest.mark.parametrize("number", ["9" * 40, "0"])
def test_a_number_that_can_not_be_is_not_found(number: str, nobody: Persona) -> None:
    assert nobody.get(f"/contestants/{number}").status_code == 404
