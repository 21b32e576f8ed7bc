"""What holds for every old state, truth and new state."""

from __future__ import annotations

import json
import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from evaluators import ChangeKind, score
from tests.evaluators.builders import SPEC, Scene, end, figures
from tests.evaluators.strategies import PEOPLE, Move, Wanted, moves, played, wishes

sampled = settings(max_examples=100, derandomize=True, database=None, deadline=None)
seeds = st.integers(0, 1000)


def renamed(scene: Scene, names: dict[str, str]) -> Scene:
    """The scene with its created ids, n1, n2 ..., under other names wherever they stand."""
    text = json.dumps(scene.state)
    other = Scene()
    other.state = json.loads(re.sub(r"\bn\d+\b", lambda found: names[found.group()], text))
    return other


def created(scene: Scene) -> list[str]:
    return sorted(set(re.findall(r"\bn\d+\b", json.dumps(scene.state))))


def shuffled(value: Any, dice: random.Random) -> Any:
    """The same with its objects' keys and its sets' elements in another order."""
    if isinstance(value, dict):
        items = [(key, shuffled(inner, dice)) for key, inner in value.items()]
        return dict(dice.sample(items, len(items)))
    if isinstance(value, list):
        inner = [shuffled(element, dice) for element in value]
        plain = not any(isinstance(element, dict) for element in inner)
        return dice.sample(inner, len(inner)) if plain else inner
    return value


@sampled
@given(wanted=wishes)
def test_the_truth_itself_is_right(wanted: Wanted) -> None:
    found = score(Scene().state, [wanted.end], wanted.end.truth, SPEC)
    assert (found.correct_changes, found.misbehaving) == (found.total, 0)
    assert found.correct is (found.total > 0)


@sampled
@given(wanted=wishes)
def test_the_same_moves_with_other_ids_are_right(wanted: Wanted) -> None:
    total, met, damage = figures(wanted.end, played(wanted.moves, "n"))
    assert (met, damage) == (total, 0)


@sampled
@given(wanted=wishes)
def test_nothing_done_meets_nothing_and_damages_nothing(wanted: Wanted) -> None:
    assert figures(wanted.end, Scene())[1:] == (0, 0)


@sampled
@given(wanted=wishes, series=moves)
def test_what_has_to_change_does_not_depend_on_what_did(wanted: Wanted, series: list[Move]) -> None:
    assert figures(wanted.end, played(series, "n"))[0] == figures(wanted.end, Scene())[0]


@sampled
@given(wanted=wishes, series=moves)
def test_fresh_ids_change_no_figure(wanted: Wanted, series: list[Move]) -> None:
    new = played(series, "n")
    backwards = {name: f"x{100 - place}" for place, name in enumerate(created(new))}
    assert figures(wanted.end, renamed(new, backwards)) == figures(wanted.end, new)


@sampled
@given(wanted=wishes, series=moves, seed=seeds)
def test_ids_that_the_truth_gave_to_other_records_change_no_figure(
    wanted: Wanted, series: list[Move], seed: int
) -> None:
    # Ids are running numbers: the first message of each attempt has the same id as the truth's.
    new = played(series, "n")
    names = created(new)
    numbers = random.Random(seed).sample(range(1, len(names) + 1), len(names))
    others = {name: f"t{number}" for name, number in zip(names, numbers, strict=True)}
    assert figures(wanted.end, renamed(new, others)) == figures(wanted.end, new)


@sampled
@given(wanted=wishes, series=moves, seed=seeds)
def test_the_order_of_keyed_objects_and_of_sets_changes_no_figure(
    wanted: Wanted, series: list[Move], seed: int
) -> None:
    new, mixed = played(series, "n"), Scene()
    mixed.state = shuffled(new.state, random.Random(seed))
    assert figures(wanted.end, mixed) == figures(wanted.end, new)


@sampled
@given(wanted=wishes, series=moves, uid=st.sampled_from(["", *PEOPLE]))
def test_a_stray_leaf_adds_exactly_one_of_damage(
    wanted: Wanted, series: list[Move], uid: str
) -> None:
    new, stray = played(series, "n"), played(series, "n")
    for state in (wanted.end.truth, stray.state):
        if uid not in state["Chat"]["contacts"]:
            uid = ""  # under a record that is gone nothing counts
    place = stray.state["Chat"]["contacts"][uid]["tags"] if uid else stray.state["Profile"]["pins"]
    place.append("stray")
    total, met, damage = figures(wanted.end, new)
    assert figures(wanted.end, stray) == (total, met, damage + 1)


@sampled
@given(wanted=wishes, series=moves)
def test_changes_add_up_to_the_figures(wanted: Wanted, series: list[Move]) -> None:
    found = score(Scene().state, [wanted.end], played(series, "n").state, SPEC)
    kinds = [change.kind for change in found.changes]
    assert kinds.count(ChangeKind.MET) == found.correct_changes
    assert kinds.count(ChangeKind.MISSING) == found.total - found.correct_changes
    assert kinds.count(ChangeKind.FORBIDDEN) == found.misbehaving
    for change in found.changes:
        assert change.path
        assert change.sentence.endswith(".")


@sampled
@given(wanted=wishes, series=moves)
def test_correct_is_all_met_and_no_damage(wanted: Wanted, series: list[Move]) -> None:
    found = score(Scene().state, [wanted.end], played(series, "n").state, SPEC)
    whole = found.total == found.correct_changes > 0 and found.misbehaving == 0
    assert found.correct is whole


@pytest.mark.parametrize("uid", PEOPLE)
def test_the_moves_reach_every_kind_of_figure(uid: str) -> None:
    # Guards the properties above against an empty game: remark 1 met, message 3 missed, Mb 3.
    wanted = end(played([("remark", uid, "One"), ("say", uid, "One")], "t"))
    other = "u_bob" if uid != "u_bob" else "u_anna"
    new = played([("remark", uid, "One"), ("say", other, "One")], "n")
    assert figures(wanted, new) == (4, 1, 3)
