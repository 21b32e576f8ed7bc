"""A plan that can't be run is told why and where; one that can has its calls in waves."""

from __future__ import annotations

import itertools
from dataclasses import replace

import networkx as nx
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sandboxes.workflows import (
    RESPONSE,
    ROOT,
    Node,
    Plan,
    Problem,
    graph_of,
    layers,
    natural,
    problems,
)
from tests.sandboxes.workflows.drawing import plan

DIAMOND = plan(("1", "root"), ("10", "1"), ("2", "1"), ("3", "2 10"))


@st.composite
def random_plans(draw: st.DrawFn) -> Plan:
    """A plan without a circle: each call depends on some of those before it, or on the root."""
    names = [str(number) for number in range(1, draw(st.integers(1, 12)) + 1)]
    nodes = [
        (name, draw(st.lists(st.sampled_from([ROOT, *names[:place]]), min_size=1, unique=True)))
        for place, name in enumerate(names)
    ]
    needed = {need for _, needs in nodes for need in needs}
    last = [name for name in names if name not in needed]
    made = plan(*((name, " ".join(needs)) for name, needs in nodes), response=" ".join(last))
    return Plan(tuple(draw(st.permutations(made.nodes))))


@settings(max_examples=30)
@given(random_plans())
def test_no_plan_without_a_circle_has_a_problem(made: Plan) -> None:
    assert problems(made) == []


@settings(max_examples=30)
@given(random_plans())
def test_a_node_stands_one_layer_after_the_last_that_it_needs(made: Plan) -> None:
    found = layers(made)
    depth = {name: number for number, layer in enumerate(found) for name in layer}
    assert sorted(depth) == sorted(made.by_id)
    assert found[0] == [ROOT]
    assert found[-1] == [RESPONSE]
    for node in made.nodes:
        if node.id != ROOT:
            assert depth[node.id] == 1 + max(depth[need] for need in node.dependencies)
    assert all(layer == sorted(layer, key=natural) for layer in found)


@settings(max_examples=30)
@given(random_plans(), st.data())
def test_an_edge_that_leads_back_makes_a_circle_that_is_told(
    made: Plan, data: st.DataObject
) -> None:
    graph = graph_of(made)
    pairs = [
        (early, late)
        for late in sorted(graph)
        for early in sorted(nx.ancestors(graph, late))
        if early != ROOT and late != RESPONSE
    ]
    if not pairs:
        return
    early, late = data.draw(st.sampled_from(pairs))
    node = made.by_id[early]
    circular = replace(node, dependencies=(*node.dependencies, late))
    turned = Plan(tuple(circular if other.id == early else other for other in made.nodes))
    (found,) = problems(turned)
    told = found.text.removeprefix("The plan runs in a circle: ")
    circle = told.removesuffix(". None of them can begin.").split(" before ")
    assert found.node == circle[0] == circle[-1]
    assert found.field == "dependencies"
    assert found.node == min(circle, key=natural)
    shown = [name for name in circle if name != "..."]
    assert set(shown) <= next(
        group for group in nx.strongly_connected_components(graph_of(turned)) if early in group
    )
    if "..." not in circle:
        edges = set(graph_of(turned).edges)
        assert {(need, name) for need, name in itertools.pairwise(circle)} <= edges


def test_layers_are_the_waves_with_the_root_before_and_the_response_after() -> None:
    assert layers(DIAMOND) == [["root"], ["1"], ["2", "10"], ["3"], ["response"]]


def test_an_edge_leads_from_what_is_needed_to_what_needs_it() -> None:
    assert sorted(graph_of(plan(("1", "root"), ("2", "1"))).edges) == [
        ("1", "2"),
        ("2", "response"),
        ("root", "1"),
    ]


def test_a_long_circle_is_told_in_part_from_its_first_node() -> None:
    names = [str(number) for number in range(2, 12)]
    turned = [(name, names[place - 1]) for place, name in enumerate(names)]
    assert problems(plan(("1", "root"), *turned)) == [
        Problem(
            "The plan runs in a circle: 2 before 3 before 4 before 5 before 6 before 7 before ... "
            "before 2. None of them can begin.",
            "2",
            "dependencies",
        )
    ]


@pytest.mark.parametrize(
    ("nodes", "found"),
    [
        (
            (Node("1", "now", dependencies=(ROOT,)),) * 3,
            Problem("3 nodes have the id 1; each needs its own.", "1", "id"),
        ),
        (
            (Node("1", "now", dependencies=("7",)),),
            Problem("Node 1 depends on 7, which is not in the plan.", "1", "dependencies"),
        ),
        (
            (Node("1", "now"),),
            Problem(
                "Node 1 depends on nothing; what can begin at once depends on root.",
                "1",
                "dependencies",
            ),
        ),
        (
            (Node("1", "now", dependencies=("1",)),),
            Problem("Node 1 depends on itself.", "1", "dependencies"),
        ),
        (
            (Node("1", "now", dependencies=("response",)),),
            Problem("Node 1 depends on the response, which comes last.", "1", "dependencies"),
        ),
        (
            (Node("1", "now", {"x": ["{{1/y}}"]}, dependencies=(ROOT,)),),
            Problem("Node 1 refers to its own result.", "1", "arguments"),
        ),
    ],
)
def test_each_problem_names_its_node_and_field(nodes: tuple[Node, ...], found: Problem) -> None:
    ends = (Node(ROOT), Node(RESPONSE, dependencies=(nodes[-1].id,)))
    assert problems(Plan((*nodes, *ends))) == [found]


def test_both_ends_are_asked_for_and_the_root_depends_on_nothing() -> None:
    assert problems(Plan(())) == [
        Problem("The plan needs a node with the id root, where it begins."),
        Problem("The plan needs a node with the id response, where it ends."),
    ]
    rooted = Plan((Node(ROOT, dependencies=("1",)), *plan(("1", "root")).nodes[1:]))
    assert problems(rooted) == [Problem("The root depends on nothing.", ROOT, "dependencies")]


def test_the_response_depends_on_something() -> None:
    bare = Plan((Node(ROOT), Node("1", "now", dependencies=(ROOT,)), Node(RESPONSE)))
    assert [(found.node, found.field) for found in problems(bare)] == [(RESPONSE, "dependencies")]


def test_circles_are_told_only_where_all_else_is_right() -> None:
    broken = plan(("1", "2"), ("2", "1 9"))
    assert [problem.text for problem in problems(broken)] == [
        "Node 2 depends on 9, which is not in the plan."
    ]


def test_a_circle_beside_a_way_to_the_response_is_a_problem_too() -> None:
    aside = plan(("1", "root"), ("4", "5"), ("5", "4"), response="1")
    assert [problem.node for problem in problems(aside)] == ["4"]
