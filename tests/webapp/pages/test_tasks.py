"""The front page and the tasks: what there is, and what must not be given away."""

from __future__ import annotations

import pytest

from tests.webapp.annotation.builders import MOMENT, campaign
from tests.webapp.builders import opened, public_instance
from tests.webapp.pages.markup import text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import Role
from webapp.annotation.models import Campaign
from webapp.benchmark.models import Instance, Suite


@pytest.fixture(autouse=True)
def _suite() -> None:
    for task in ("share_contact", "buy_sold_out", "buy_cheapest"):
        public_instance(task)
    public_instance("share_contact", 2)


def listed(html: str) -> set[str]:
    """Which of the tasks a page lists."""
    return {
        task
        for task in ("share_contact", "buy_sold_out", "buy_cheapest")
        if f'href="/tasks/{task}"' in html
    }


def test_the_front_page_counts_what_there_is(nobody: Persona) -> None:
    text = text_of(nobody.page("/"))

    assert "interdependent 3 4 4 of 4" in text
    assert "not signed in." in text
    for way in ("Do a task", "Plug in an agent", "Read the API"):
        assert way in text


def test_the_front_page_says_who_one_is_and_what_is_open(owner: Persona) -> None:
    assert "No attempt of yours is open." in text_of(owner.page("/"))
    opened(owner=owner.user)
    text = text_of(owner.page("/"))
    assert "signed in as owner, participant." in text
    assert "1 attempt of yours is open" in text


def test_the_front_page_leads_who_grades_to_what_waits() -> None:
    ana, volunteer = Persona("ana", Role.ANNOTATOR), Persona("vic", Role.PARTICIPANT)
    assert "Responses wait" not in ana.page("/")
    made = campaign()
    assert "Responses wait to be graded: 1 campaign" in text_of(ana.page("/"))
    assert "Responses wait" not in volunteer.page("/")
    Campaign.objects.filter(pk=made.pk).update(closed_at=MOMENT)
    assert "Responses wait" not in ana.page("/")


def test_without_a_suite_the_pages_say_how_to_load_one(nobody: Persona) -> None:
    Suite.objects.update(version="older")

    for path in ("/", "/tasks"):
        text = text_of(nobody.page(path))
        assert "No suite has been loaded yet." in text
        assert "manage.py load_suite" in text
    assert nobody.get("/tasks/share_contact").status_code == 404


@pytest.mark.parametrize(
    ("query", "found"),
    [
        ({}, {"share_contact", "buy_sold_out", "buy_cheapest"}),
        ({"q": "SHARE contact"}, {"share_contact"}),
        ({"q": "least expensive"}, {"buy_cheapest"}),
        ({"level": "1"}, {"share_contact", "buy_sold_out", "buy_cheapest"}),
        ({"app": "LightShop"}, {"buy_sold_out", "buy_cheapest"}),
        ({"app": "LightTalk", "level": "1"}, {"share_contact"}),
        ({"q": "no such words"}, set()),
    ],
)
def test_tasks_are_found_by_words_level_and_app(
    query: dict[str, str], found: set[str], nobody: Persona
) -> None:
    assert listed(nobody.page("/tasks", **query)) == found


def test_a_search_that_finds_nothing_leads_back(nobody: Persona) -> None:
    text = text_of(nobody.page("/tasks", q="no such words"))
    assert "No task matches." in text
    assert "Show all 3" in text


@pytest.mark.parametrize(
    "query", [{"level": "x"}, {"app": "Nope"}, {"q": "a\x00b"}, {"q": "x" * 101}]
)
def test_a_filter_that_can_not_be_is_told_at_its_field(
    query: dict[str, str], nobody: Persona
) -> None:
    assert 'class="errorlist"' in nobody.page("/tasks", **query)


def test_traps_are_told_to_researchers_alone(
    nobody: Persona, owner: Persona, researcher: Persona
) -> None:
    for path in ("/tasks", "/tasks/buy_sold_out"):
        for persona in (nobody, owner):
            text = text_of(persona.page(path))
            assert "impossible" not in text
            assert "the one shop that will do has left" not in text
        assert "impossible" in text_of(researcher.page(path))
    assert listed(researcher.page("/tasks", trap="impossible")) == {"buy_sold_out"}
    assert 'name="trap"' not in owner.page("/tasks")
    assert len(listed(owner.page("/tasks", trap="impossible"))) == 3


def test_a_task_shows_each_public_instance_with_budget_and_gate(owner: Persona) -> None:
    text = text_of(owner.page("/tasks/share_contact"))

    for instance in Instance.objects.filter(task__name="share_contact"):
        assert (
            f"Seed {instance.seed} {instance.call_budget} calls at most · passed the gate" in text
        )
        assert instance.instruction in text


def test_an_instance_that_failed_the_gate_is_shown_and_not_offered(
    owner: Persona, researcher: Persona
) -> None:
    failure = {"variant": "nothing done", "reason": "came out right"}
    Instance.objects.filter(task__name="share_contact", seed=2).update(
        gate_passed=False,
        gate={"failing_variants": 3, "dropped_variants": 1, "failures": [failure]},
    )

    page = owner.page("/tasks/share_contact")
    assert "did not pass the gate" in page
    assert '<option value="1"' in page
    assert '<option value="2"' not in page
    assert "nothing done" not in page
    assert "nothing done" in researcher.page("/tasks/share_contact")


def test_a_task_of_which_nothing_passed_can_not_be_attempted(owner: Persona) -> None:
    Instance.objects.update(gate_passed=False)
    text = text_of(owner.page("/tasks/share_contact"))
    assert "none can be attempted" in text
    assert "Open the attempt" not in text


def test_an_unknown_task_is_not_found(nobody: Persona) -> None:
    assert nobody.get("/tasks/nope").status_code == 404
