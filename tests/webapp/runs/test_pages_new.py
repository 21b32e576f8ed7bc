"""The form that makes a set: what it takes, what it refuses and where it says so."""

from __future__ import annotations

from collections.abc import Mapping
from decimal import Decimal
from typing import Any

import pytest

from tests.webapp.builders import public_instance
from tests.webapp.pages.markup import Markup, faults, text_of
from tests.webapp.pages.personas import Persona
from webapp.accounts.models import User
from webapp.attempts.errors import NotACall
from webapp.benchmark.models import Instance, Suite, Task
from webapp.runs import making
from webapp.runs.models import RunSet

HX = {"HX-Request": "true"}
USUAL: dict[str, Any] = {
    "suite": "interdependent",
    "seeds": ["1"],
    "repeats": "2",
    "profile": "none",
    "agent": "oracle",
    "concurrency": "3",
}
MODEL = {
    "agent": "rag",
    "model": "m-1",
    "address": "http://127.0.0.1:9/v1",
    "dialect": "text",
    "top_k": "30",
}


@pytest.fixture(autouse=True)
def _offered() -> None:
    for task, seed in (("share_contact", 1), ("share_contact", 2), ("buy_cheapest", 1)):
        public_instance(task, seed)
    Instance.objects.filter(pk=public_instance("buy_sold_out").pk).update(gate_passed=False)


@pytest.fixture
def chosen(monkeypatch: pytest.MonkeyPatch) -> list[Mapping[str, Any]]:
    """What comes to those who make sets; nothing is made."""
    found: list[Mapping[str, Any]] = []

    def noted(user: User, asked: Mapping[str, Any]) -> RunSet:
        found.append(asked)
        raise NotACall("This is only noted.")

    monkeypatch.setattr(making, "make_chosen", noted)
    return found


def error_at(page: str, field: str) -> str:
    """What is said below a field."""
    [inputs] = [tag for tag in _controls(page) if tag.get("name") == field][:1] or [{}]
    assert inputs.get("aria-invalid") == "true", f"{field} is not marked"
    return text_of(page.split(f'id="id_{field}_error"')[1].split("</ul>")[0].partition(">")[2])


def _controls(page: str) -> list[dict[str, str]]:
    markup = Markup(page)
    return [*markup.all("input"), *markup.all("select")]


def value_of(page: str, field: str) -> str:
    """What stands in a field."""
    [value] = [tag.get("value", "") for tag in _controls(page) if tag.get("name") == field]
    return value


def test_a_set_is_made_of_what_was_chosen(researcher: Persona) -> None:
    answer = researcher.post("/runs/new", **USUAL, name="Floors", set_calls="500")

    made = RunSet.objects.get()
    assert answer["Location"] == f"/runs/{made.pk}"
    assert (made.name, made.owner, made.concurrency) == ("Floors", researcher.user, 3)
    assert made.caps == {"calls": 500}
    assert made.entrants.get().contestant.name == "oracle"
    told = [(str(run.instance), run.repeat) for run in made.runs.all()]
    assert sorted(told) == [
        *(("buy_cheapest/1", 1), ("buy_cheapest/1", 2)),
        *(("share_contact/1", 1), ("share_contact/1", 2)),
    ]


def test_only_the_tasks_and_seeds_that_were_chosen_are_attempted(researcher: Persona) -> None:
    researcher.post("/runs/new", **{**USUAL, "tasks": ["share_contact"], "seeds": ["1", "2"]})

    runs = RunSet.objects.get().runs.filter(repeat=1)
    assert [str(run.instance) for run in runs] == ["share_contact/1", "share_contact/2"]


def test_what_a_model_is_asked_with_comes_through_and_the_rest_is_left_out(
    researcher: Persona, chosen: list[Mapping[str, Any]]
) -> None:
    sent = {**USUAL, **MODEL, "retriever": "bm25", "top_k": "60", "distractors": "9"}
    caps = {"attempt_calls": "40", "attempt_money": "0.25", "set_tokens": "1000000"}
    researcher.post("/runs/new", **sent, **caps, temperature="0.7")

    assert chosen == [
        {
            "name": "",
            "suite": "interdependent",
            "tasks": [],
            "seeds": [1],
            "repeats": 2,
            "profile": "none",
            "agent": "rag",
            "model": "m-1",
            "address": "http://127.0.0.1:9/v1",
            "dialect": "text",
            "retriever": "bm25",
            "top_k": 60,
            "distractors": None,
            "temperature": Decimal("0.7"),
            "max_output": None,
            "concurrency": 3,
            "attempt_caps": {"calls": 40, "money": Decimal("0.25")},
            "set_caps": {"tokens": 1_000_000},
        }
    ]


@pytest.mark.parametrize(
    ("agent", "asked"),
    [
        ("oracle", set()),
        ("full_context", set()),
        ("rag", {"retriever", "top_k"}),
        ("iterative_rag", {"retriever"}),
        ("distractors", {"distractors"}),
    ],
)
def test_an_agent_is_told_only_what_it_has_a_use_for(
    agent: str, asked: set[str], researcher: Persona, chosen: list[Mapping[str, Any]]
) -> None:
    sent = {**USUAL, **MODEL, "retriever": "minilm", "top_k": "5", "distractors": "7"}
    researcher.post("/runs/new", **{**sent, "agent": agent})

    [told] = chosen
    extras = ("retriever", "top_k", "distractors")
    assert {name for name in extras if told[name] is not None} == asked
    assert (told["model"] is None) == (agent == "oracle")


@pytest.mark.parametrize(
    ("wrong", "field", "told"),
    [
        ({"repeats": "0"}, "repeats", "greater than or equal to 1"),
        ({"repeats": "many"}, "repeats", "Enter a whole number."),
        ({"seeds": []}, "seeds", "Choose at least one seed."),
        ({"tasks": ["no_such_task"]}, "tasks", "There is no task “no_such_task” in the suite."),
        ({"tasks": ["buy_sold_out"]}, "tasks", "There is no task “buy_sold_out”"),
        ({"agent": "nobody"}, "agent", "nobody is not one of the available choices"),
        ({"concurrency": "65"}, "concurrency", "less than or equal to 64"),
        ({"set_money": "0"}, "set_money", "greater than or equal to 0.01"),
        ({**MODEL, "model": ""}, "model", "Name the model."),
        ({**MODEL, "address": ""}, "address", "Name where it is asked."),
        ({**MODEL, "top_k": ""}, "top_k", "Say how many tools are listed."),
        ({**MODEL, "temperature": "3"}, "temperature", "less than or equal to 2"),
    ],
)
def test_what_is_wrong_is_told_at_its_field_and_nothing_typed_is_lost(
    wrong: dict[str, Any], field: str, told: str, researcher: Persona
) -> None:
    answer = researcher.post("/runs/new", **{**USUAL, **wrong, "name": "My <set>"})

    page = answer.content.decode()
    assert answer.status_code == 200
    assert faults(page) == []
    assert not RunSet.objects.exists()
    assert told in error_at(page, field)
    assert "1 thing to change, marked below" in text_of(page)
    assert value_of(page, "name") == "My <set>"
    assert value_of(page, "concurrency") == wrong.get("concurrency", "3")


def test_fields_that_nobody_sees_stop_nobody(researcher: Persona) -> None:
    answer = researcher.post("/runs/new", **USUAL, temperature="hot", top_k="-1")

    assert answer.status_code == 302


def test_what_the_making_refuses_is_told_at_the_field_it_names(
    researcher: Persona, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(user: User, asked: Mapping[str, Any]) -> RunSet:
        raise making.NotChosen("address", "This address is not on the list.")

    monkeypatch.setattr(making, "make_chosen", refused)
    answer = researcher.post("/runs/new", **{**USUAL, **MODEL})

    page = answer.content.decode()
    assert error_at(page, "address") == "This address is not on the list."
    assert value_of(page, "address") == MODEL["address"]


def test_what_is_about_no_field_is_told_above_them(
    researcher: Persona, chosen: list[Mapping[str, Any]]
) -> None:
    page = researcher.post("/runs/new", **USUAL).content.decode()

    assert "Nothing was made yet: This is only noted." in text_of(page)
    assert faults(page) == []


def test_where_models_may_be_asked_is_told_without_the_names_of_keys(
    researcher: Persona, settings: Any
) -> None:
    settings.MODEL_ADDRESSES = "https://models.lab.example/v1=LAB_KEY, http://localhost"

    text = text_of(researcher.page("/runs/new"))

    assert "Allowed here: https://models.lab.example/v1, http://localhost (any port)." in text
    assert "LAB_KEY" not in text


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({}, "That makes 4 runs."),
        ({"seeds": ["1", "2"], "repeats": "5"}, "That makes 15 runs."),
        ({"tasks": ["buy_cheapest"], "seeds": ["2"]}, "That makes no run"),
        ({"repeats": ""}, "be told yet."),
    ],
)
def test_how_many_runs_it_makes_is_told_while_it_is_filled_in(
    changed: dict[str, Any], told: str, researcher: Persona
) -> None:
    answer = researcher.client.post("/runs/new", {**USUAL, **changed}, headers=HX)

    assert answer.status_code == 200
    assert told in text_of(answer.content.decode())
    assert "<html" not in answer.content.decode()
    assert not RunSet.objects.exists()


def test_the_empty_form_tells_how_many_runs_all_of_it_makes(researcher: Persona) -> None:
    page = researcher.page("/runs/new")

    assert "That makes 3 runs." in text_of(page)
    assert faults(page) == []


def test_where_no_suite_is_loaded_the_form_says_so(researcher: Persona) -> None:
    Instance.objects.all().delete()
    Task.objects.all().delete()
    Suite.objects.all().delete()

    assert "No suite has been loaded yet" in text_of(researcher.page("/runs/new"))
