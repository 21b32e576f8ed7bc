"""An attempt with retrieval lists what was found, runs everything, and counts retrievals apart."""

from __future__ import annotations

from typing import Any

import pytest

from agents._session import RetrievingSession
from agents.retrieval import Retrieval, RetrievingEnvironment, make_retriever
from sandboxes import AttemptFinished, catalogue
from sandboxes.tasks import Instance, find_instance

BM25 = make_retriever("bm25")
WRONG = [
    ("", 5, "query must be a text that says in words what is wanted."),
    ("  \n", 5, "query must be a text that says in words what is wanted."),
    (7, 5, "query must be a text that says in words what is wanted."),
    (None, 5, "query must be a text that says in words what is wanted."),
    ("contacts", 0, "k must be a whole number from 1 to 100."),
    ("contacts", 101, "k must be a whole number from 1 to 100."),
    ("contacts", "5", "k must be a whole number from 1 to 100."),
    ("contacts", 5.0, "k must be a whole number from 1 to 100."),
    ("contacts", True, "k must be a whole number from 1 to 100."),
    ("contacts", None, "k must be a whole number from 1 to 100."),
]


@pytest.fixture
def instance() -> Instance:
    return find_instance("interdependent", "share_contact", 1)


def names(session: RetrievingSession) -> list[str]:
    """The tools that are listed."""
    return [tool["name"] for tool in session.tools()]


def test_the_top_of_the_instruction_is_listed_and_nothing_can_be_retrieved(
    instance: Instance,
) -> None:
    session = RetrievingEnvironment(instance, BM25, 30)
    assert session.retrieves is False
    assert names(session) == BM25.best(instance.instruction, 30)
    refused = session.retrieve_tools("contacts", 5)
    assert refused.status == "error"
    assert refused.output == "Tools can't be retrieved here; those on offer are listed."
    assert len(names(session)) == 30
    assert session.retrievals == ()


def test_without_a_top_nothing_is_listed_until_it_is_retrieved(instance: Instance) -> None:
    session = RetrievingEnvironment(instance, BM25)
    assert session.retrieves is True
    assert names(session) == []
    found = session.retrieve_tools("all my contacts", 3)
    assert found.status == "ok"
    best = BM25.best("all my contacts", 3)
    assert [tool["name"] for tool in found.output] == names(session) == best
    for tool in found.output:
        documented = catalogue()[tool["name"]].documentation()
        assert tool == {key: documented[key] for key in ("name", "description", "input_schema")}


def test_what_was_found_stays_listed_once_in_the_order_of_finding(instance: Instance) -> None:
    session = RetrievingEnvironment(instance, BM25)
    session.retrieve_tools("all my contacts", 6)
    session.retrieve_tools("block a contact", 6)
    first, second = BM25.best("all my contacts", 6), BM25.best("block a contact", 6)
    assert set(first) & set(second)
    assert names(session) == [*first, *(name for name in second if name not in first)]
    assert session.retrievals == (
        Retrieval("all my contacts", 6, tuple(first)),
        Retrieval("block a contact", 6, tuple(second)),
    )
    assert session.offers(first[0])
    assert not session.offers("gcd")


def test_what_is_not_listed_runs_all_the_same(instance: Instance) -> None:
    session = RetrievingEnvironment(instance, BM25, profile="none")
    assert session.call("get_my_uid", {}).status == "ok"
    assert session.call("no_such_tool", {}).status == "error"
    assert names(session) == []


def test_a_retrieval_is_no_call_and_moves_nothing(instance: Instance) -> None:
    session = RetrievingEnvironment(instance, BM25)
    before = (session.calls_left, session.state_hash)
    for query, k in [("contacts", 100), ("", 0)]:
        session.retrieve_tools(query, k)
    assert (session.calls_left, session.state_hash) == before
    assert len(names(session)) == 100


@pytest.mark.parametrize(("query", "k", "sentence"), WRONG)
def test_a_wrong_retrieval_is_told_what_to_change_and_lists_nothing(
    query: Any, k: Any, sentence: str, instance: Instance
) -> None:
    session = RetrievingEnvironment(instance, BM25)
    outcome = session.retrieve_tools(query, k)
    assert (outcome.status, outcome.output) == ("error", sentence)
    assert names(session) == []
    assert session.retrievals == ()


def test_nothing_is_retrieved_after_the_end(instance: Instance) -> None:
    session = RetrievingEnvironment(instance, BM25)
    session.finish("done")
    with pytest.raises(AttemptFinished, match="no tools can be retrieved"):
        session.retrieve_tools("contacts", 5)
    assert session.retrievals == ()


def test_the_end_of_the_budget_is_the_end_of_retrieving(instance: Instance) -> None:
    session = RetrievingEnvironment(instance, BM25, call_budget=1)
    session.call("now", {})
    with pytest.raises(AttemptFinished):
        session.retrieve_tools("contacts", 5)


def test_a_fork_retrieves_for_itself(instance: Instance) -> None:
    session = RetrievingEnvironment(instance, BM25)
    session.retrieve_tools("all my contacts", 2)
    twin = session.fork()
    twin.retrieve_tools("weather", 2)
    assert len(names(twin)) == 4
    assert names(session) == BM25.best("all my contacts", 2)
    assert len(session.retrievals) == 1


def test_a_top_below_one_is_refused(instance: Instance) -> None:
    with pytest.raises(ValueError, match="k must be at least 1, but is 0"):
        RetrievingEnvironment(instance, BM25, 0)


def test_the_gold_solves_it_with_nothing_listed(instance: Instance) -> None:
    from agents import make_agent

    session = RetrievingEnvironment(instance, BM25)
    make_agent("oracle", instance).act(session)
    assert session.score().correct
