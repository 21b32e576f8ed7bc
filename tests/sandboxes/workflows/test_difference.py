"""The difference of two plans is told in full, and in natural order."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes.workflows import Difference, Node, Plan, difference
from tests.sandboxes.workflows.drawing import plan
from tests.sandboxes.workflows.test_graph import random_plans

NOTHING = Difference((), (), {}, (), ())


def changed(made: Plan, name: str, **fields: object) -> Plan:
    """The plan with other fields of one node."""
    return Plan(
        tuple(
            replace(node, **fields) if node.id == name else node  # type: ignore[arg-type]
            for node in made.nodes
        )
    )


@settings(max_examples=30)
@given(random_plans(), st.randoms(use_true_random=False))
def test_order_means_nothing(made: Plan, chance: Random) -> None:
    nodes = [
        replace(node, dependencies=tuple(chance.sample(node.dependencies, len(node.dependencies))))
        for node in made.nodes
    ]
    chance.shuffle(nodes)
    assert difference(made, Plan(tuple(nodes))) == NOTHING


@settings(max_examples=30)
@given(random_plans(), random_plans())
def test_what_is_added_one_way_is_removed_the_other(before: Plan, after: Plan) -> None:
    there, back = difference(before, after), difference(after, before)
    assert there.added == back.removed
    assert there.removed == back.added
    assert there.changed == back.changed
    assert there.edges_added == back.edges_removed
    assert there.edges_removed == back.edges_added


def test_new_and_lost_nodes_are_told_with_their_edges_in_natural_order() -> None:
    """In which words stand before numbers."""
    before = plan(("1", "root"), ("2", "1"), ("3", "1"), response="2 3")
    after = plan(("1", "root"), ("10", "1"), ("4", "10 1"), response="4")
    assert difference(before, after) == Difference(
        added=("4", "10"),
        removed=("2", "3"),
        changed={},
        edges_added=(("4", "response"), ("1", "4"), ("10", "4"), ("1", "10")),
        edges_removed=(("2", "response"), ("3", "response"), ("1", "2"), ("1", "3")),
    )


def test_every_field_is_compared() -> None:
    before = plan(("1", "root"), ("2", "1"))
    others = {
        "tool": "health",
        "arguments": {"x": 1},
        "description": "Ask for the time",
        "status": True,
    }
    for field, value in others.items():
        after = changed(before, "2", **{field: value})
        assert difference(before, after) == replace(NOTHING, changed={"2": (field,)})
    all_of_them = difference(before, changed(before, "2", **others))
    assert all_of_them.changed == {"2": ("tool", "arguments", "description", "status")}


def test_a_replaced_edge_is_one_less_and_one_more() -> None:
    before = plan(("1", "root"), ("2", "root"), ("3", "1"))
    after = plan(("1", "root"), ("2", "root"), ("3", "2"))
    assert difference(before, after) == replace(
        NOTHING, edges_added=(("2", "3"),), edges_removed=(("1", "3"),)
    )


def test_changed_nodes_stand_in_natural_order() -> None:
    nodes = [Node(name, "now", dependencies=("root",)) for name in ("10", "9", "2")]
    after = [replace(node, tool="health") for node in nodes]
    assert list(difference(Plan(tuple(nodes)), Plan(tuple(after))).changed) == ["2", "9", "10"]
