"""What holds for every course of calls."""

from __future__ import annotations

import dataclasses
import json
import re
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from evaluators import (
    CANNOT_BE_DONE,
    DONE,
    PATTERNS,
    Ending,
    ModelReply,
    Retrieval,
    Sweep,
    TaskFacts,
    TracedCall,
    Trajectory,
    analyse,
)
from tests.evaluators.trajectory.builders import FACTS, pattern

NEW = "line_new"
IDS = [*sorted(FACTS.records), NEW]
TOOLS = sorted(FACTS.mutating | FACTS.needed | {"show_lines", "describe"})
STATUSES = ["ok", "failed", "internal_error", "error"]
TOLD = {identifier: f"other{place}_{place}" for place, identifier in enumerate(IDS)}

ids = st.sampled_from(IDS)
outputs = st.one_of(
    ids,
    st.lists(ids, max_size=2),
    st.builds(lambda identifier: {"text": f"see /{identifier}?", identifier: 1}, ids),
    st.just([{"seat_idx": 1}]),
    st.none(),
)
arguments = st.one_of(
    st.just({}),
    st.builds(lambda identifier: {"id": identifier}, ids),
    st.builds(lambda place: {"seat_idx": place}, st.integers(0, 3)),
    st.lists(ids, max_size=2),
)
changes = st.one_of(st.none(), st.lists(ids, max_size=2).map(tuple))


@st.composite
def calls(draw: st.DrawFn) -> tuple[TracedCall, ...]:
    """Some calls, their numbers with gaps."""
    made: list[TracedCall] = []
    number = 0
    for _ in range(draw(st.integers(0, 6))):
        number += draw(st.integers(1, 2))
        made.append(
            TracedCall(
                number,
                draw(st.sampled_from(TOOLS)),
                draw(arguments),
                draw(st.sampled_from(STATUSES)),
                draw(outputs),
                unlisted=draw(st.booleans()),
                changed=draw(changes),
            )
        )
    return tuple(made)


def _in_replies(draw: st.DrawFn, numbers: list[int]) -> tuple[ModelReply, ...]:
    """The calls in order, cut into replies anywhere."""
    replies: list[ModelReply] = []
    while numbers:
        size = draw(st.integers(0, len(numbers)))
        replies.append(ModelReply(tuple(numbers[:size])))
        numbers = numbers[size:] if size else numbers[1:]
    return tuple(replies)


@st.composite
def trajectories(draw: st.DrawFn) -> Trajectory:
    """Any course of calls that did not error."""
    made = draw(calls())
    numbers = [call.number for call in made]
    names = st.sets(st.sampled_from(TOOLS))
    return Trajectory(
        made,
        draw(st.sampled_from([ending for ending in Ending if ending is not Ending.ERROR])),
        claim=draw(st.sampled_from([DONE, CANNOT_BE_DONE, None])),
        correct=draw(st.sampled_from([True, False, None])),
        listed=draw(st.one_of(st.none(), names.map(frozenset))),
        retrievals=tuple(
            Retrieval(draw(st.sampled_from([0, *numbers])), tuple(sorted(draw(names))))
            for _ in range(draw(st.integers(0, 2)))
        ),
        replies=draw(st.one_of(st.none(), st.composite(_in_replies)(numbers))),
    )


@given(trajectories())
def test_classes_add_up_and_evidence_is_there(trajectory: Trajectory) -> None:
    found = analyse(trajectory, FACTS)
    assert sum(found.calls.values()) == len(trajectory.calls)
    assert found.unlisted <= len(trajectory.calls)
    assert (
        found.distinct_tools <= found.calls["valid"] + found.calls["failed"] + found.calls["fault"]
    )
    numbers = [call.number for call in trajectory.calls]
    for entry in found.patterns:
        assert entry.name in PATTERNS
        assert set(entry.calls) <= set(numbers)
        assert list(entry.calls) == sorted(set(entry.calls))
        assert bool(entry.calls) is (entry.name != "saturation")
        assert set(entry.records) <= FACTS.records
        assert entry.sentence.endswith(".")
    assert len({entry.name for entry in found.patterns}) == len(found.patterns)
    json.dumps(found.as_json(), allow_nan=False)


@given(trajectories())
def test_the_analysis_does_not_depend_on_what_ids_are(trajectory: Trajectory) -> None:
    found = analyse(trajectory, FACTS).as_json()
    told = analyse(_retold(trajectory), _renamed_facts()).as_json()
    for entry in found["patterns"]:
        entry["records"] = sorted(TOLD[record] for record in entry["records"])
    assert told == found


@given(trajectories(), st.data())
def test_a_read_that_shows_the_records_takes_the_pattern_away(
    trajectory: Trajectory, data: st.DataObject
) -> None:
    """Before the first offence it takes all away; anywhere else it adds none."""
    found = pattern(analyse(trajectory, FACTS), "clean_slate")
    shown = [*sorted(FACTS.records), {"seat_idx": 0}, {"seat_idx": 1}]
    at = data.draw(st.integers(0, len(trajectory.calls)))
    later = pattern(analyse(_with_look(trajectory, at, shown), FACTS), "clean_slate")
    first = pattern(analyse(_with_look(trajectory, 0, shown), FACTS), "clean_slate")
    assert first is None
    assert later is None or found is not None
    if later is not None and found is not None:
        assert set(later.records) <= set(found.records)
        assert len(later.calls) <= len(found.calls)


@given(trajectories())
def test_what_is_not_known_makes_no_pattern(trajectory: Trajectory) -> None:
    """With nothing known of tools, verdict and records, none of the patterns can be told."""
    blind = dataclasses.replace(trajectory, listed=None, correct=None)
    nothing = dataclasses.replace(FACTS, records=frozenset(), sweeps=(), places=())
    assert analyse(blind, nothing).patterns == ()


def _with_look(trajectory: Trajectory, at: int, shown: list[Any]) -> Trajectory:
    """The same course with a read of its own round before the call at a place."""
    numbers = [call.number for call in trajectory.calls]
    start = trajectory.asked_at(trajectory.calls[at]) if at < len(numbers) else 99
    place = numbers.index(start) if start in numbers else len(numbers)
    moved = {number: number + (1000 if number >= start else 0) for number in numbers}
    known = [dataclasses.replace(c, number=moved[c.number]) for c in trajectory.calls]
    look = TracedCall(500, "show_all", {}, "ok", shown)
    replies = trajectory.replies
    if replies is not None:
        replies = tuple(
            dataclasses.replace(reply, calls=tuple(moved[number] for number in reply.calls))
            for reply in replies
        )
    return dataclasses.replace(
        trajectory, calls=(*known[:place], look, *known[place:]), replies=replies, retrievals=()
    )


def _retold(trajectory: Trajectory) -> Trajectory:
    return dataclasses.replace(
        trajectory,
        calls=tuple(
            dataclasses.replace(
                call,
                arguments=_renamed(call.arguments),
                output=_renamed(call.output),
                changed=None if call.changed is None else _renamed(call.changed),
            )
            for call in trajectory.calls
        ),
    )


def _renamed_facts() -> TaskFacts:
    return dataclasses.replace(
        FACTS,
        instruction=_renamed(FACTS.instruction),
        records=frozenset(TOLD[record] for record in FACTS.records),
        sweeps=tuple(
            Sweep(sweep.tool, sweep.shown_by, frozenset(TOLD[line] for line in sweep.waiting))
            for sweep in FACTS.sweeps
        ),
    )


def _renamed(value: Any) -> Any:
    if isinstance(value, str):
        return re.sub(r"\w+", lambda word: TOLD.get(word[0], word[0]), value)
    if isinstance(value, dict):
        return {_renamed(key): _renamed(inner) for key, inner in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(_renamed(inner) for inner in value)
    return value
