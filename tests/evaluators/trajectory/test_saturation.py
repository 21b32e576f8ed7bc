"""Saturation in one trajectory: a needed tool that never came into view."""

from __future__ import annotations

from evaluators import Pattern, Retrieval
from tests.evaluators.trajectory.builders import FACTS, Log

ALL_BUT_ONE = FACTS.needed - {"pay_all"}


def test_a_needed_tool_that_never_came_into_view_is_named() -> None:
    assert Log().pattern("saturation", listed=ALL_BUT_ONE) == Pattern(
        "saturation",
        "pay_all was needed, and never listed, retrieved or called.",
        tools=("pay_all",),
    )


def test_two_are_named_in_order() -> None:
    found = Log().pattern("saturation", listed=ALL_BUT_ONE - {"add_line"})
    assert found is not None
    assert found.tools == ("add_line", "pay_all")
    assert found.sentence == "add_line, pay_all were needed, and never listed, retrieved or called."


def test_what_was_retrieved_came_into_view() -> None:
    retrievals = (Retrieval(0, ("pay_all", "sing")),)
    assert Log().pattern("saturation", listed=ALL_BUT_ONE, retrievals=retrievals) is None


def test_what_was_called_unlisted_came_into_view() -> None:
    log = Log().add("pay_all", "No.", "failed")
    assert log.pattern("saturation", listed=ALL_BUT_ONE) is None


def test_where_all_are_listed_nothing_is_missing() -> None:
    assert Log().pattern("saturation") is None


def test_a_tool_that_is_not_needed_may_stay_out_of_view() -> None:
    assert Log().pattern("saturation", listed=FACTS.needed) is None
