"""Wanted instances go to workflows that have places for them, each into a world of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from sandboxes._streams import Stream
from sandboxes.tasks import Decline
from sandboxes.workflows import ErrorType, find_workflow, make_workflow
from sandboxes.workflows.injection import make_faulty
from sandboxes.workflows.injection._assignment import Assignment
from sandboxes.workflows.injection._faulty import NoPlace
from sandboxes.workflows.injection._places import places_of, room_for

NULL, TYPE, SERIAL = ErrorType.NULL_ERROR, ErrorType.TYPE_ERROR, ErrorType.SERIAL_ERROR
PLACES = {
    "long": {(1, NULL): 2, (2, TYPE): 3, (3, SERIAL): 1},
    "short": {(1, NULL): 2, (2, TYPE): 1},
    "narrow": {(1, NULL): 1, (1, SERIAL): 0},
}


def test_several_errors_need_room_for_each_at_its_round() -> None:
    assert room_for((NULL, TYPE, SERIAL), PLACES["long"]) == 1
    assert room_for((NULL, TYPE, SERIAL), PLACES["short"]) == 0
    assert room_for((TYPE, NULL), PLACES["long"]) == 0, "the rounds count"


def test_one_error_may_stand_after_any_wave() -> None:
    assert room_for((TYPE,), PLACES["short"]) == 1
    assert room_for((SERIAL,), PLACES["narrow"]) == 0
    assert room_for((SERIAL,), {}) == 0


def test_an_order_is_dealt_to_workflows_with_room_and_to_each_of_them_in_turn() -> None:
    assignment = Assignment(PLACES, 1)
    orders = [(7, (NULL, TYPE)), (8, (NULL, TYPE, SERIAL))]
    seen: dict[int, list[str]] = {7: [], 8: []}
    for phase in range(4):
        for job in assignment.jobs(orders, f"phase {phase}"):
            for number, _ in job.orders:
                seen[number].append(job.workflow)
    assert set(seen[7][:2]) == set(seen[7][2:]) == {"long", "short"}
    assert seen[8] == ["long"] * 4


def test_what_has_room_nowhere_is_tried_everywhere() -> None:
    assignment = Assignment(PLACES, 1)
    orders = [(1, (SERIAL, SERIAL))]
    tried = {assignment.jobs(orders, f"{phase}")[0].workflow for phase in range(3)}
    assert tried == set(PLACES), "places are a guess, and may be wrong"


def test_no_world_is_used_twice_and_none_by_another_generation() -> None:
    used: Counter[tuple[str, int]] = Counter()
    for seed in (1, 2):
        assignment = Assignment(PLACES, seed)
        for phase in range(3):
            orders = [(number, (NULL,)) for number in range(100)]
            jobs = assignment.jobs(orders, f"{phase}")
            used.update((job.workflow, job.seed) for job in jobs)
            assert sorted(number for job in jobs for number, _ in job.orders) == list(range(100))
    assert set(used.values()) == {1}


@pytest.mark.parametrize("workflow", ["best_of_category", "hand_over_full_flight"])
def test_where_no_place_is_told_none_is_found(workflow: str) -> None:
    places = places_of(workflow)
    instance = None
    for seed in range(20, 30):
        try:
            instance = make_workflow(find_workflow(workflow), seed)
            break
        except Decline:
            continue
    assert instance is not None
    without = [key for key, count in places.items() if not count]
    assert without
    for wave, error in without:
        with pytest.raises(NoPlace):
            make_faulty(instance, ((wave, error),), Stream(1, "none"))
