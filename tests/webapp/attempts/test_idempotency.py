"""Idempotency keys: the same call again is answered as before and not made again."""

from __future__ import annotations

import pytest

from tests.webapp.builders import entry_of, opened
from webapp.attempts import errors, services
from webapp.attempts.models import EventKind

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("forgotten", [False, True])
def test_the_same_key_gives_the_same_answer_and_one_call(forgotten: bool) -> None:
    attempt = opened()
    entry = entry_of(attempt)

    first = services.call_tool(entry, "search_items", {"item_name": "tea"}, key="k").wait()
    services.call_tool(entry, "now", {}).wait()
    if forgotten:
        services.forget()
    again = services.call_tool(entry, "search_items", {"item_name": "tea"}, key="k").wait()

    assert again == first
    assert attempt.events.filter(kind=EventKind.CALL).count() == 2


@pytest.mark.parametrize(
    ("tool", "arguments"), [("search_items", {"item_name": "rice"}), ("now", {})]
)
def test_a_key_that_comes_with_something_else_is_refused(tool: str, arguments: object) -> None:
    attempt = opened()
    entry = entry_of(attempt)
    services.call_tool(entry, "search_items", {"item_name": "tea"}, key="k").wait()

    with pytest.raises(errors.KeyReused, match="number 2"):
        services.call_tool(entry, tool, arguments, key="k").wait()
    with pytest.raises(errors.KeyReused):
        services.finish(entry, "done", key="k").wait()

    assert attempt.events.filter(kind=EventKind.CALL).count() == 1


def test_the_order_of_the_arguments_is_no_difference() -> None:
    entry = entry_of(opened())
    arguments = {"contact_name": "Sam", "tag": "family"}

    first = services.call_tool(entry, "no_such_tool", arguments, key="k").wait()
    again = services.call_tool(
        entry, "no_such_tool", dict(reversed(arguments.items())), key="k"
    ).wait()

    assert again == first


def test_no_key_is_a_new_call() -> None:
    attempt = opened()

    numbers = [services.call_tool(entry_of(attempt), "now", {}).wait().number for _ in range(2)]

    assert numbers == [2, 3]


def test_a_key_is_answered_also_after_the_end() -> None:
    entry = entry_of(opened())
    call = services.call_tool(entry, "now", {}, key="call").wait()
    end = services.finish(entry, "done", "yes", key="end").wait()

    assert services.call_tool(entry, "now", {}, key="call").wait() == call
    assert services.finish(entry, "done", "yes", key="end").wait() == end
    with pytest.raises(errors.KeyReused):
        services.finish(entry, "cannot_be_done", "yes", key="end").wait()
    with pytest.raises(errors.AttemptEnded):
        services.finish(entry, "done", "yes").wait()


def test_keys_belong_to_their_attempt() -> None:
    one, other = opened(), opened()

    answers = [services.call_tool(entry_of(a), "now", {}, key="k").wait() for a in (one, other)]

    assert [answer.number for answer in answers] == [2, 2]
    assert other.events.filter(kind=EventKind.CALL).count() == 1
