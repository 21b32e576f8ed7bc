"""Neutral paths count only where the task names them; ids and times never count."""

from __future__ import annotations

import pytest

from evaluators import Expectation, score, spec_from_json
from tests.evaluators.builders import Scene, end, figures

IN_TROMSO = Scene().set("Settings/place", "Tromso")


def test_neutral_paths_are_neither_required_nor_damage() -> None:
    assert figures(IN_TROMSO, Scene()) == (0, 0, 0)
    assert figures(Scene(), IN_TROMSO) == (0, 0, 0)


def test_a_neutral_path_counts_where_the_task_names_it() -> None:
    counting = end(IN_TROMSO, counted=("Settings/place",))
    assert figures(counting, Scene()) == (1, 0, 0)
    assert figures(counting, Scene().set("Settings/place", "Tromso")) == (1, 1, 0)


def test_a_neutral_path_that_counts_can_be_damaged() -> None:
    assert figures(end(Scene(), counted=("Settings/place",)), IN_TROMSO) == (0, 0, 1)


def test_the_other_neutral_paths_go_on_not_counting() -> None:
    new = Scene().set("Settings/place", "Tromso").set("Settings/armed", True)
    assert figures(end(IN_TROMSO, counted=("Settings/place",)), new) == (1, 1, 0)


@pytest.mark.parametrize("path", ["Settings/*", "Settings/**", "**/place", "*/place"])
def test_neutral_paths_may_be_named_with_wildcards(path: str) -> None:
    assert figures(end(IN_TROMSO, counted=(path,)), Scene()) == (1, 0, 0)


def test_ids_and_times_never_count() -> None:
    new = Scene().set("Chat/contacts/u_anna/messages/m_old1/time", "23:59")
    assert figures(Scene(), new) == (0, 0, 0)
    assert figures(new, Scene()) == (0, 0, 0)


def test_ids_and_times_do_not_count_even_where_the_task_names_them() -> None:
    time = "Chat/contacts/*/messages/*/time"
    new = Scene().set("Chat/contacts/u_anna/messages/m_old1/time", "23:59")
    assert figures(end(Scene(), counted=(time, "**")), new) == (0, 0, 0)


def test_naming_a_scored_path_changes_nothing() -> None:
    truth = Scene().set("Shop/balance", 5.0)
    assert figures(end(truth, counted=("Shop/balance",)), Scene()) == (1, 0, 0)


def test_a_created_record_weighs_its_scored_leaves_only() -> None:
    # Id and time of a message differ in every attempt; three leaves are left.
    assert figures(Scene().message("m_t1", "u_bob", "Hi"), Scene()) == (3, 0, 0)


def test_a_role_holds_below_its_path_until_a_longer_path_says_otherwise() -> None:
    spec = spec_from_json(
        {"scored": ["app", "app/log/errors"], "neutral": ["app/log"], "id_time": ["app/log/at"]}
    )
    old = {"app": {"name": "a", "log": {"lines": 1, "errors": {"fatal": 0}, "at": "8:00"}}}
    new = {"app": {"name": "b", "log": {"lines": 2, "errors": {"fatal": 1}, "at": "9:00"}}}
    found = score(old, [Expectation(old)], new, spec)
    assert [change.path for change in found.changes] == ["app/name", "app/log/errors/fatal"]
    counting = score(old, [Expectation(old, counted=("app/log/lines",))], new, spec)
    assert [change.path for change in counting.changes] == [
        "app/name",
        "app/log/lines",
        "app/log/errors/fatal",
    ]
