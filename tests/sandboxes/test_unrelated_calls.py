"""A call that has nothing to do with the others moves no id, no fault and no graded value."""

from __future__ import annotations

import contextlib
import functools
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators import Score
from sandboxes import Outcome, RecordedCall, World, catalogue
from sandboxes.apps.light_shop.data_model import LightShop
from sandboxes.apps.light_talk.data_model import LightTalk
from sandboxes.tasks import Decline, Instance, find_instance, templates

SUITE = "interdependent"
TIMES = {"timestamp", "created", "added"}
Call = tuple[str, dict[str, Any]]


def without_times(value: Any) -> Any:
    """A JSON value with its times blanked: the clock is the one thing that a write moves."""
    if isinstance(value, dict):
        return {k: None if k in TIMES else without_times(v) for k, v in value.items()}
    if isinstance(value, list):
        return [without_times(item) for item in value]
    return value


def unrelated_calls(instance: Instance, trace: tuple[RecordedCall, ...]) -> list[Call]:
    """Reads by other tools, and writes to a contact and a shop that the trace does not touch."""
    used = {call.tool for call in trace}
    mentioned = repr([(call.arguments, call.outcome.output) for call in trace])
    people = instance.world.app(LightTalk).directory()
    shops = instance.world.app(LightShop).shops.of()
    reads: list[Call] = [("now", {}), ("list_ip_choices", {}), ("get_trans_history", {})]
    remarks: list[Call] = [("edit_remark", {"uid": u, "remark": "aside"}) for u in people]
    stars: list[Call] = [("star_shop", {"sid": sid}) for sid in shops]
    writes = [c for c in (*remarks, *stars) if str(next(iter(c[1].values()))) not in mentioned]
    return [call for call in (*reads, *writes[:1], *writes[-1:]) if call[0] not in used]


def played(world: World, calls: list[Call]) -> list[Outcome]:
    """The outcomes of calls made in a world."""
    return [world.call(name, arguments) for name, arguments in calls]


def figures(score: Score) -> tuple[int, int, int, bool]:
    """What a score says in numbers."""
    return score.total, score.correct_changes, score.misbehaving, score.correct


TASKS = [
    pytest.param(task, marks=() if place % 8 == 0 else (pytest.mark.verify,))
    for place, task in enumerate(templates(SUITE))
]


@functools.cache
def an_instance(task: str) -> Instance:
    """The first instance of a template that there is."""
    for seed in range(1, 21):
        with contextlib.suppress(Decline):
            return find_instance(SUITE, task, seed)
    raise AssertionError(f"{task} declines everything")


@pytest.mark.parametrize("task", TASKS)
@settings(max_examples=12, deadline=None)
@given(data=st.data())
def test_an_unrelated_call_anywhere_changes_nothing_else(task: str, data: st.DataObject) -> None:
    instance = an_instance(task)
    trace = instance.gold.trace
    calls: list[Call] = [(call.tool, call.arguments) for call in trace]
    extra = data.draw(st.sampled_from(unrelated_calls(instance, trace)))
    place = data.draw(st.integers(0, len(calls)))
    world = instance.world.fork("default")

    outcomes = played(world, [*calls[:place], extra, *calls[place:]])
    inserted = outcomes.pop(place)

    assert [o.status for o in outcomes] == [call.outcome.status for call in trace]
    told = [
        (call.tool, call.outcome, outcome) for call, outcome in zip(trace, outcomes, strict=True)
    ]
    for tool, before, after in told:
        same = without_times(before.output) == without_times(after.output)
        assert same or tool == "now", "the clock is what a write moves"
    gold, score = instance.score(instance.ends[0].world), instance.score(world)
    assert (score.total, score.correct_changes) == (gold.total, gold.correct_changes)
    assert score.misbehaving == (inserted.ok and extra[0] in ("edit_remark", "star_shop"))


@pytest.mark.parametrize("task", TASKS)
@settings(max_examples=8, deadline=None)
@given(data=st.data())
def test_attempts_that_differ_in_ids_and_reads_only_score_the_same(
    task: str, data: st.DataObject
) -> None:
    """Also attempts that leave something undone, which is where a loose score would show."""
    instance = an_instance(task)
    trace = instance.ends[0].trace
    writes = [catalogue()[call.tool].mutates for call in trace]
    kept = [
        call
        for call, writes_it in zip(trace, writes, strict=True)
        if not writes_it or data.draw(st.integers(0, 4)) > 0  # links are read, and then written
    ]
    plain, other = instance.world.fork(), instance.world.fork()
    for kind in ("msg", "mo", "com", "group", "cart", "trans"):
        for _ in range(data.draw(st.integers(0, 3))):
            other.new_id(kind)
    names: dict[str, str] = {}
    for call in kept:
        first = plain.call(call.tool, call.arguments)
        for _ in range(data.draw(st.integers(0, 2))):
            other.call("get_cart_summary", {})
        second = other.call(call.tool, renamed(call.arguments, names))
        note(call.outcome.output, second.output, names)
        assert first.status == second.status

    assert figures(instance.score(plain)) == figures(instance.score(other))


def renamed(arguments: dict[str, Any], names: dict[str, str]) -> Any:
    """Arguments with the ids of the other attempt."""
    return {k: names.get(v, v) if isinstance(v, str) else v for k, v in arguments.items()}


def note(recorded: Any, now: Any, names: dict[str, str]) -> None:
    """Remember which id a created record has in the other attempt."""
    if isinstance(recorded, str) and isinstance(now, str):
        names[recorded] = now  # such as a link
    if isinstance(recorded, dict) and isinstance(now, dict):
        for key in recorded.keys() & now.keys():
            if isinstance(recorded[key], str) and isinstance(now[key], str):
                names[recorded[key]] = now[key]
