"""Sets and contestants that nobody gave a name are called alike, wherever they are made."""

from __future__ import annotations

from typing import Any

import pytest

from tests.webapp.builders import public_instance
from tests.webapp.pages.markup import text_of
from tests.webapp.pages.personas import Persona
from tests.webapp.runs.made import made_set
from tests.webapp.runs.sets import MODEL, asking, planned
from tests.webapp.runs.test_pages_new import MODEL as TYPED
from tests.webapp.runs.test_pages_new import USUAL, value_of
from webapp.runs.builtin import builtin_agent
from webapp.runs.making import Choice
from webapp.runs.models import RunSet

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "http://127.0.0.1:9/v1"


@pytest.mark.parametrize(
    ("strategy", "chosen", "contestant", "whole"),
    [
        ("full_context", {}, "full context", "full context"),
        ("rag", {}, "rag", "rag (bm25, 30)"),
        ("rag", {"conditions": {"top_k": 5}}, "rag", "rag (bm25, 5)"),
        ("iterative_rag", {}, "iterative rag", "iterative rag (bm25)"),
        ("distractors", {"conditions": {"distractors": 20}}, "distractors", "distractors (20)"),
        ("distractors", {}, "distractors", "distractors (0)"),
        ("full_context", {"dialect": "text"}, "full context, text", "full context, text"),
        (
            "rag",
            {"dialect": "text", "sampling": {"temperature": 0.0, "seed": 7}},
            "rag, text, temperature 0, seed 7",
            "rag (bm25, 30), text, temperature 0, seed 7",
        ),
    ],
)
def test_a_name_tells_what_differs(
    strategy: str, chosen: dict[str, Any], contestant: str, whole: str
) -> None:
    made = planned(asking(HERE, strategy, **chosen))

    assert made.entrants.get().contestant.name == f"{MODEL}, {contestant}"
    assert made.name == f"{MODEL}, {whole}"


def test_a_given_name_stays_and_tells_which_tools_are_listed() -> None:
    made = planned(asking(HERE, "rag", name="Mine"), asking(HERE, name="Other"), Choice("oracle"))

    names = [entrant.contestant.name for entrant in made.entrants.all()]
    assert names == ["Mine", "Other", "oracle"]
    assert made.name == "Mine (bm25, 30), Other, oracle"


def test_the_form_names_a_set_as_the_command_does(researcher: Persona) -> None:
    public_instance()
    commanded = planned(asking(HERE, "rag", model="m-1", dialect="text"))

    researcher.post("/runs/new", **{**USUAL, **TYPED, "retriever": "bm25"})

    typed = RunSet.objects.exclude(pk=commanded.pk).get()
    assert typed.name == commanded.name == "m-1, rag (bm25, 30), text"
    ours, theirs = typed.entrants.get().contestant, commanded.entrants.get().contestant
    assert (ours.name, ours.details) == (theirs.name, theirs.details)
    assert ours.details["model"]["temperature"] is None


def test_the_form_suggests_no_temperature(researcher: Persona) -> None:
    public_instance()
    page = researcher.page("/runs/new")

    assert value_of(page, "temperature") == ""
    assert "Left empty, none is sent; with 0 it is another contestant." in text_of(page)


def test_the_page_of_a_set_tells_how_its_models_are_asked(researcher: Persona) -> None:
    warm = asking(HERE, "rag", sampling={"temperature": 0.7, "top_p": 0.9})
    made = planned(asking(HERE, dialect="text"), warm, Choice("oracle"))

    text = text_of(researcher.page(f"/runs/{made.pk}"))

    asked = f"Asked at {HERE}"
    assert f"Calls as text, as in the paper; no temperature is sent. {asked}" in text
    assert f"Native tool calls; temperature 0.7; top p 0.9. {asked}" in text
    assert "oracle: default conditions. No caps" in text


def test_sets_are_listed_with_the_number_that_resume_takes(researcher: Persona) -> None:
    made = made_set(None, [public_instance()], builtin_agent("noop"), name="Pilot")

    assert f"Pilot #{made.pk} noop" in text_of(researcher.page("/runs"))
