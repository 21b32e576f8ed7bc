"""Recall is a share of what is needed; a latent prerequisite is what no word suggests."""

from __future__ import annotations

import pytest

from agents.retrieval import (
    Case,
    Measured,
    Searched,
    cases,
    make_retriever,
    measured,
    recall,
    searched,
)
from sandboxes import dependencies
from sandboxes.tasks import TaskError, latent_tools

SUITE = "interdependent"


def ties(provider: str, requirer: str) -> bool:
    """Whether one tool provides what the other requires."""
    return any(provider in tie.providers and requirer in tie.requirers for tie in dependencies())


@pytest.mark.parametrize(
    ("instruction", "needed", "latent"),
    [
        # To post takes the privilege, and nothing says so.
        (
            'Publish a moment and let "Montreal" be shown as its place.',
            {"ask_for_privilege", "change_my_ip", "post_moment"},
            {"ask_for_privilege"},
        ),
        # "Ask" says nothing of what is asked for; "privilege" does.
        (
            "Publish a moment, and ask for what that takes.",
            {"ask_for_privilege", "post_moment"},
            {"ask_for_privilege"},
        ),
        (
            "Publish a moment; it may want a privilege.",
            {"ask_for_privilege", "post_moment"},
            set(),
        ),
        # Without the tool that requires it, nothing depends on it.
        ("Publish a moment.", {"ask_for_privilege", "get_my_uid"}, set()),
        # Endings don't count, and neither do "get", "from" and capitals.
        ("Get her NAMES from him.", {"get_uid_from_name", "send_message"}, set()),
        (
            "Get a word from me to her.",
            {"get_uid_from_name", "send_message"},
            {"get_uid_from_name"},
        ),
        # "Pay" is not "payment", but "passwords" are a "password".
        ("Pay.", {"wait_payment_password", "checkout_all"}, {"wait_payment_password"}),
        ("Passwords!", {"wait_payment_password", "checkout_all"}, set()),
        # The server's name in front of the tool's suggests nothing.
        (
            "Fly with LightFlight.",
            {"LightFlight_wait_payment_password", "checkout_bookings"},
            {"LightFlight_wait_payment_password"},
        ),
        ("Whatever.", set(), set()),
    ],
)
def test_latent_is_what_another_needs_and_no_word_suggests(
    instruction: str, needed: set[str], latent: set[str]
) -> None:
    assert latent_tools(frozenset(needed), instruction) == latent


def test_the_ties_of_these_examples_are_declared() -> None:
    assert ties("ask_for_privilege", "post_moment")
    assert not ties("ask_for_privilege", "get_my_uid")
    assert ties("get_uid_from_name", "send_message")
    assert ties("wait_payment_password", "checkout_all")
    assert ties("LightFlight_wait_payment_password", "checkout_bookings")


def case(task: str, needed: str, latent: str = "", instruction: str = "") -> Case:
    """A case of tools that are called by letters."""
    return Case(task, 1, 1, 1, instruction, frozenset(needed), frozenset(latent))


def test_recall_is_the_share_of_what_was_found() -> None:
    one = recall(case("t", "abcd", "ab"), ["a", "c", "x"])
    assert (one.needed, one.latent, one.complete) == (0.5, 0.5, False)
    all_found = recall(case("t", "ab"), ["x", "b", "a"])
    assert (all_found.needed, all_found.latent, all_found.complete) == (1.0, None, True)


def test_means_are_over_instances_clustered_by_template() -> None:
    searches = [
        Searched(case("t", "ab", "a"), ("a", "b", "x")),
        Searched(case("t", "ab"), ("x", "a", "b")),
        Searched(case("u", "abcd", "d"), ("a", "x", "d")),
    ]
    first: Measured = measured(searches, 1)
    assert first.needed.mean == pytest.approx((0.5 + 0 + 0.25) / 3)
    assert (first.needed.n, first.needed.clusters) == (3, 2)
    assert first.latent.mean == pytest.approx(0.5)
    assert (first.latent.n, first.latent.clusters) == (2, 2)
    assert first.complete.mean == 0.0
    assert measured(searches, 3).complete.mean == pytest.approx(2 / 3)


def test_the_query_is_the_instruction_alone() -> None:
    retriever = make_retriever("bm25")
    one = case("t", "ab", instruction="block a contact")
    assert searched([one], retriever, 7) == [
        Searched(one, tuple(retriever.best("block a contact", 7)))
    ]


def test_more_tools_never_find_less() -> None:
    chosen = cases(SUITE, ["share_contact", "buy_cheapest", "post_from_place"], [1, 2])
    searches = searched(chosen, make_retriever("bm25"), 314)
    means = [measured(searches, k).needed.mean or 0.0 for k in (1, 10, 30, 60, 100, 314)]
    assert means == sorted(means)
    assert 0 < means[0] < means[-1] == 1.0
    assert all(each.latent < each.needed for each in chosen)


def test_a_seed_that_declines_is_left_out_and_an_unknown_template_refused() -> None:
    with pytest.raises(TaskError):
        cases(SUITE, ["no_such_template"], [1])
    found = cases(SUITE, ["share_contact"], [1, 2])
    assert [(each.task, each.seed, each.level, each.apps) for each in found] == [
        ("share_contact", 1, 1, 1),
        ("share_contact", 2, 1, 1),
    ]
