"""What meets attempts at recovery elsewhere on the site: lists, the board, exports, REST."""

from __future__ import annotations

import json

import pytest
from django.test import Client

from tests.webapp.api.personas import Persona as Program
from tests.webapp.api.personas import content
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.recovery.acting import acted, submitted
from tests.webapp.recovery.builders import opened, opened_by_person, recovery_instance_of
from tests.webapp.runs.made import made_set
from webapp.accounts.models import Role
from webapp.attempts.models import Attempt
from webapp.leaderboard.findings import PAGES
from webapp.leaderboard.kept import forget
from webapp.runs.builtin import builtin_agent

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def done(owner: Persona) -> Attempt:
    """A solved attempt of an agent of the owner's."""
    forget()
    return acted("oracle", opened(owner=owner.user))


def test_the_list_of_attempts_leads_to_the_instance(
    done: Attempt, owner: Persona, researcher: Persona
) -> None:
    running = opened(owner=owner.user, seed=2)
    by_person = opened_by_person(owner.user)

    page = owner.page("/attempts")

    assert faults(page) == []
    links = Markup(page).links()
    assert links.count(f"/recovery/instances/{done.instance_id}") == 1
    assert f"/recovery/instances/{running.instance_id}" not in links, "it is open"
    assert {f"/attempts/{one.pk}" for one in (done, running, by_person)} <= set(links)
    assert "correct" in text_of(page)
    told = Markup(researcher.page("/attempts")).links()
    assert f"/recovery/instances/{running.instance_id}" in told
    assert f"/attempts/{done.pk}" in researcher.page("/attempts", task=done.instance.task.name)


def test_the_front_page_counts_what_is_open(done: Attempt, owner: Persona) -> None:
    opened(owner=owner.user)
    assert "1 attempt of yours is open" in text_of(owner.page("/"))


@pytest.fixture
def program() -> Program:
    """Somebody who uses the API."""
    return Program("programmer")


@pytest.mark.parametrize("path", ["/board", "/board.csv", "/tasks", "/suites/interdependent"])
def test_pages_of_the_other_suite_stay_as_they_are(
    path: str, done: Attempt, researcher: Persona
) -> None:
    answer = researcher.get(path)
    assert answer.status_code in (200, 404), answer.content
    assert b"tell_two_travellers" not in answer.content


def test_the_contestants_page_and_the_findings_bear_it(done: Attempt, researcher: Persona) -> None:
    assert researcher.get(f"/contestants/{done.contestant_id}").status_code == 200
    for what in PAGES:
        assert researcher.get(f"/findings/{what}").status_code == 200
        assert researcher.get(f"/findings/{what}.csv").status_code == 200
    digest = done.conditions.digest
    assert researcher.get("/board", conditions=digest).status_code in (200, 404)


def test_pages_of_run_sets_bear_runs_at_recovery(done: Attempt, researcher: Persona) -> None:
    made = made_set(researcher.user, [recovery_instance_of()], builtin_agent("noop"))

    assert researcher.get("/runs").status_code == 200
    for part in ("", "/runs", "/caps", "/cancel"):
        assert researcher.get(f"/runs/{made.pk}{part}").status_code == 200
    assert researcher.get(f"/attempts/{done.pk}/replies").status_code == 200


def test_a_score_over_rest_has_the_facts_and_nothing_that_was_not_counted(
    program: Program,
) -> None:
    done = acted("oracle", opened(owner=program.user))

    (score,) = content(program.get(f"attempts/{done.pk}/scores"))["results"]

    facts = score.pop("facts")
    assert facts["solved"] is True
    assert facts["rules"]["S5"] == {"value": 1.0, "reasons": []}
    del score["scored_at"]
    assert score == {
        "evaluator": "plans",
        "version": done.scores.get().version,
        "correct": True,
        "total": None,
        "correct_changes": None,
        "misbehaving": None,
        "completion_rate": None,
        "misbehaving_rate": None,
        "end": None,
        "changes": [],
    }


def test_evidence_and_regrades_over_rest_are_those_of_plans(
    done: Attempt,
) -> None:
    client = Program("analyst", Role.RESEARCHER)

    told = content(client.get(f"attempts/{done.pk}/evidence"))

    assert told["plans"] == json.loads(done.evidence.body)
    assert (told["old"], told["new"], told["ends"], told["kind"]) == (None, None, [], None)
    again = content(client.post(f"attempts/{done.pk}/regrade"))
    assert again["facts"]["solved"] is True


def test_attempts_over_rest_are_told(program: Program) -> None:
    done = acted("oracle", opened(owner=program.user))
    running = opened(owner=program.user)
    submitted(running, {"nodes": []})

    listed = content(program.get("attempts"))["results"]

    assert {one["id"] for one in listed} == {done.pk, running.pk}
    for part in ("", "/task", "/tools", "/calls"):
        assert program.get(f"attempts/{running.pk}{part}").status_code == 200
    assert program.get(f"attempts/{done.pk}/calls").status_code == 200
    assert content(program.get(f"attempts/{running.pk}/scores"))["results"] == []


def test_the_home_page_counts_the_suite_and_leads_to_its_instances(client: Client) -> None:
    recovery_instance_of()

    text = client.get("/").text

    assert '<a href="/recovery/instances">recovery</a>' in text
