"""Making a set: what does not go together is refused where it was chosen, and nothing is made."""

from __future__ import annotations

from typing import Any

import pytest
from django.conf import settings

from tests.webapp.builders import public_instance
from tests.webapp.runs.sets import MODEL, asking, planned
from webapp.attempts.models import Contestant
from webapp.runs.making import Choice, NotChosen
from webapp.runs.models import Run, RunSet
from webapp.runs.results import results

pytestmark = pytest.mark.django_db(transaction=True)

HERE = "http://127.0.0.1:9/v1"


def refused(*choices: Choice, **more: Any) -> tuple[str, str]:
    """Which choice is refused, and with what words; nothing was made."""
    with pytest.raises(NotChosen) as caught:
        planned(*choices, **more)
    assert not RunSet.objects.exists()
    return caught.value.field, str(caught.value)


def test_a_set_is_contestants_times_instances_times_repeats() -> None:
    instances = [public_instance("share_contact", seed) for seed in (1, 2)]
    choices = (asking(HERE), asking(HERE, "rag", conditions={"top_k": 60}), Choice("oracle"))
    run_set = planned(*choices, instances=instances, repeats=3)
    assert run_set.runs.count() == 3 * 2 * 3
    assert [e.conditions for e in run_set.entrants.all()] == [
        {"profile": "none", "access": "all"},
        {"retriever": "bm25", "access": "retrieval", "top_k": 60},
        {},
    ]


def test_a_contestant_is_told_by_model_strategy_prompts_and_sampling_and_not_by_its_address() -> (
    None
):
    one = planned(asking(HERE)).entrants.get().contestant
    moved = planned(asking("http://localhost:8/v1")).entrants.get().contestant
    warmer = planned(asking(HERE, sampling={"temperature": 0.7})).entrants.get().contestant
    spoken = planned(asking(HERE, dialect="text")).entrants.get().contestant
    assert one == moved
    assert len({one.pk, warmer.pk, spoken.pk}) == 3
    assert one.name == f"{MODEL}, full context"
    assert one.details["model"]["model"] == MODEL
    assert one.details["prompts"]
    assert HERE not in str(one.details)


@pytest.mark.parametrize(
    ("choice", "field", "words"),
    [
        (asking("https://models.example/v1"), "base_url", "not among the addresses"),
        (asking("no address"), "base_url", "http"),
        (asking("https://api.openai.com/v1"), "base_url", "OPENAI_API_KEY"),
        (asking(HERE, model=""), "model", "its name and its address"),
        (asking(""), "base_url", "its name and its address"),
        (asking(HERE, "guessing"), "agent", "there are: oracle"),
        (asking(HERE, dialect="latin"), "dialect", "native, text"),
        (asking(HERE, conditions={"top_k": 30}), "top_k", "full_context takes no options"),
        (asking(HERE, conditions={"retriever": "bm25"}), "retriever", "retrieves nothing"),
        (asking(HERE, sampling={"temperature": -1}), "temperature", "from 0"),
        (asking(HERE, model="my-own", caps={"money": "1"}), "max_money", "no price of my-own"),
    ],
)
def test_what_does_not_go_together_is_refused(
    choice: Choice, field: str, words: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    found, told = refused(choice)
    assert found == field
    assert words in told


def test_no_instances_and_too_many_runs_are_refused() -> None:
    assert refused(asking(HERE), instances=[])[0] == "tasks"
    assert refused(asking(HERE), repeats=100_001)[0] == "repeats"
    assert not Run.objects.exists()


def test_only_listed_addresses_are_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(settings, "MODEL_ADDRESSES", "http://127.0.0.1:9=")
    planned(asking(HERE))
    RunSet.objects.all().delete()
    assert refused(asking("http://127.0.0.1:10/v1"))[0] == "base_url"


def test_a_key_stands_nowhere(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret-of-mine")
    run_set = planned(asking("https://api.openai.com/v1"))
    entrant = run_set.entrants.get()
    kept = [vars(row) for row in (run_set, entrant, *Contestant.objects.all())]
    assert "sk-secret" not in str(kept)


def test_money_of_a_whole_set_is_capped_only_where_there_is_a_price() -> None:
    priced, own = asking(HERE), asking(HERE, model="my-own")
    field, told = refused(priced, own, Choice("oracle"), caps={"money": "5"})
    assert (field, "no price of my-own" in told) == ("set_max_money", True)
    assert not Contestant.objects.exists(), "nothing of those before it was written down either"
    assert planned(priced, Choice("oracle"), caps={"money": "5"}).caps == {"money": "5"}


def test_a_set_of_which_nothing_was_begun_has_results() -> None:
    assert results(planned(asking(HERE)))["bounds"] == [None, None]
