"""Calls through the door: numbered, counted, durable before they are answered."""

from __future__ import annotations

import json

import pytest

from sandboxes import CallClass, Outcome, World
from sandboxes.tasks import templates
from tests.webapp.builders import entry_of, opened, public_instance
from webapp.attempts import errors, services
from webapp.attempts.hot import known_instance
from webapp.attempts.models import Attempt, EndedBy, Event, EventKind, Status

pytestmark = pytest.mark.django_db(transaction=True)


def log(attempt: Attempt) -> list[tuple[int, str, str]]:
    return list(attempt.events.values_list("number", "kind", "status"))


def test_the_first_call_starts_the_attempt_and_each_call_gets_the_next_number() -> None:
    attempt = opened()

    first = services.call_tool(entry_of(attempt), "now", {}).wait()
    second = services.call_tool(entry_of(attempt), "now", {}).wait()

    assert (first.number, second.number) == (2, 3)
    assert log(attempt) == [(1, "start", ""), (2, "call", "ok"), (3, "call", "ok")]
    attempt.refresh_from_db()
    assert attempt.started_at == attempt.events.get(number=1).at


def test_an_answer_is_what_the_world_says_to_the_byte() -> None:
    attempt = opened()
    instance = known_instance(attempt.instance)
    assert instance is not None
    world: World = instance.world.fork("none")

    answer = services.call_tool(entry_of(attempt), "get_all_contacts", {}).wait()

    assert answer.text == world.call("get_all_contacts", {}).canonical()
    event = attempt.events.get(number=answer.number)
    assert (event.answer, event.state_hash) == (answer.text, world.state_hash)


@pytest.mark.parametrize(
    ("tool", "arguments", "status"),
    [
        ("now", {}, "ok"),
        ("no_such_tool", {}, "error"),
        ("n\x00o\ud800 \u202e'\"", {}, "error"),
        ("now", {"surplus": 1}, "error"),
        ("now", [1], "error"),
        ("now", None, "error"),
        ("search_items", {"item_name": 16}, "error"),
        ("search_items", {"item_name": "\ud800"}, "error"),
        ("get_contact_info", {"uid": "nobody"}, "failed"),
    ],
)
def test_whatever_is_a_call_is_answered_and_counted_in_one_class(
    tool: str, arguments: object, status: str
) -> None:
    attempt = opened()

    answer = services.call_tool(entry_of(attempt), tool, arguments).wait()
    services.forget()
    again = services.call_tool(entry_of(attempt), "now", {}).wait()

    assert answer.status == status
    assert answer.is_error is (status != "ok")
    outcome = Outcome(**json.loads(answer.text))
    assert outcome.call_class in CallClass
    assert again.number == answer.number + 1, "the log is folded again, odd texts included"


@pytest.mark.parametrize(
    ("tool", "arguments", "key"),
    [
        (16, {}, None),
        (None, {}, None),
        ("now", {"x": float("nan")}, None),
        ("now", {"x": float("inf")}, None),
        ("now", {}, ""),
        ("now", {}, 7),
        ("now", {}, "a" * 201),
        ("now", {}, "line\nbreak"),
    ],
)
def test_what_is_no_call_is_refused_and_leaves_no_trace(
    tool: object, arguments: object, key: object
) -> None:
    attempt = opened()

    with pytest.raises(errors.NotACall):
        services.call_tool(entry_of(attempt), tool, arguments, key=key).wait()

    assert log(attempt) == []


def test_deep_nesting_is_refused() -> None:
    nested: list[object] = []
    for _ in range(100_000):
        nested = [nested]

    with pytest.raises(errors.NotACall):
        services.call_tool(entry_of(opened()), "now", {"x": nested}).wait()


def test_a_tool_that_was_not_offered_is_executed_and_counted_unlisted() -> None:
    attempt = opened(access="needed", distractors=0)
    entry = entry_of(attempt)
    assert attempt.offered is not None
    assert "now" not in attempt.offered

    beside = services.call_tool(entry, "now", {}).wait()
    offered = services.call_tool(entry, attempt.offered[0], {}).wait()
    unknown = services.call_tool(entry, "no_such_tool", {}).wait()

    marks = dict(attempt.events.values_list("number", "unlisted"))
    assert marks[beside.number] is True
    assert marks[offered.number] is marks[unknown.number] is False


def test_fewer_distractors_are_among_more() -> None:
    instance = public_instance()
    few, many = (opened(instance, access="needed", distractors=count).offered for count in (5, 20))

    assert few is not None
    assert many is not None
    assert [name for name in many if name in few] == few
    assert len(many) - len(few) == 15


def test_no_place_in_the_list_tells_which_tools_are_needed() -> None:
    places: list[float] = []
    for task in list(templates("interdependent"))[:12]:
        instance = public_instance(task)
        known = known_instance(instance)
        offered = opened(instance, access="needed", distractors=40).offered
        assert known is not None
        assert offered is not None
        assert offered != sorted(offered)
        places += [offered.index(name) / (len(offered) - 1) for name in known.needed_tools]

    assert min(places) < 0.1
    assert max(places) > 0.9
    assert 0.4 < sum(places) / len(places) < 0.6


def test_the_call_budget_ends_the_attempt_with_its_last_call() -> None:
    attempt = opened(call_budget=2)
    entry = entry_of(attempt)

    services.call_tool(entry, "now", {}).wait()
    last = services.call_tool(entry, "now", {}).wait()
    with pytest.raises(errors.AttemptEnded, match="all 2 calls"):
        services.call_tool(entry, "now", {}).wait()

    assert last.status == "ok"
    attempt.refresh_from_db()
    assert (attempt.status, attempt.ended_by) == (Status.FINISHED, EndedBy.BUDGET)
    assert attempt.claim == ""
    assert [kind for _, kind, _ in log(attempt)] == ["start", "call", "call", "finish"]
    assert attempt.scores.get().correct is False


def test_an_attempt_that_fell_out_of_memory_goes_on_where_it_was() -> None:
    attempt, twin = opened(), opened()
    for tool in ("get_all_contacts", "now", "no_such_tool"):
        services.call_tool(entry_of(attempt), tool, {}).wait()
        services.call_tool(entry_of(twin), tool, {}).wait()

    services.forget()
    folded = services.call_tool(entry_of(attempt), "now", {}).wait()
    kept = services.call_tool(entry_of(twin), "now", {}).wait()

    assert folded == kept
    hashes = Event.objects.filter(number=folded.number).values_list("state_hash", flat=True)
    assert len(set(hashes)) == 1


def test_faults_are_the_same_after_folding() -> None:
    attempt, twin = opened(profile="harsh"), opened(profile="harsh")
    for _ in range(10):
        services.call_tool(entry_of(attempt), "get_all_contacts", {}).wait()
        services.forget()
        services.call_tool(entry_of(twin), "get_all_contacts", {}).wait()

    calls = Event.objects.filter(kind=EventKind.CALL)
    statuses = [list(calls.filter(attempt=a).values_list("status")) for a in (attempt, twin)]
    assert statuses[0] == statuses[1]
    assert ("internal_error",) in statuses[0]
