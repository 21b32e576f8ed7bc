"""Components, trees, matrices, complements and random graphs."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused
from tests.sandboxes.stateless.graph.test_walks import NODES, Adjacency, edges, graphs, hops

ISLANDS: Adjacency = {"z": ["b"], "b": [], "c": ["d"], "e": [], "f": ["c"]}
SQUARE: Adjacency = {"a": ["b"], "b": ["c"], "c": ["d"], "d": ["a"]}
TRIANGLE: Adjacency = {"a": ["b"], "b": ["c"], "c": ["a"]}


def both_ways(adj: Adjacency) -> Adjacency:
    """The graph with every edge in both lists, and every node with a list."""
    whole: Adjacency = {node: [] for node in adj}
    for a, b in sorted(edges(adj)):
        whole.setdefault(a, []).append(b)
        whole.setdefault(b, []).append(a)
    return whole


def edge(a: object, b: object, weight: float) -> dict[str, object]:
    """An edge as a tool takes it."""
    return {"a": a, "b": b, "weight": weight}


def test_two_colours_are_enough_for_even_rings_only(world: World) -> None:
    assert ok(world, "is_bipartite", adj=SQUARE) is True
    assert ok(world, "is_bipartite", adj=TRIANGLE) is False
    assert ok(world, "is_bipartite", adj={"a": ["a"]}) is False
    assert ok(world, "is_bipartite", adj={}) is True


def test_parts_are_told_in_the_order_of_the_graph(world: World) -> None:
    parts = ok(world, "connected_components", adj=ISLANDS)
    assert parts == [["z", "b"], ["c", "f", "d"], ["e"]]
    assert ok(world, "connected_components", adj={}) == []


def test_a_graph_is_connected_if_it_is_one_part(world: World) -> None:
    assert ok(world, "is_connected", adj=SQUARE) is True
    assert ok(world, "is_connected", adj=ISLANDS) is False
    assert ok(world, "is_connected", adj={"a": ["b"], "c": ["b"]}) is True
    assert "Name some nodes" in refused(world, "is_connected", adj={})


@given(adj=graphs)
def test_parts_are_what_can_be_reached_both_ways(untouched: World, adj: Adjacency) -> None:
    world, whole = untouched.fork(), both_ways(adj)
    parts = ok(world, "connected_components", adj=adj)
    assert sorted(node for part in parts for node in part) == sorted(whole)
    for part in parts:
        assert set(part) == set(hops(whole, part[0]))
    assert ok(world, "is_connected", adj=adj) is (len(parts) == 1)


@given(adj=graphs)
def test_two_colours_are_enough_just_where_no_edge_keeps_the_distance(
    untouched: World, adj: Adjacency
) -> None:
    whole = both_ways(adj)
    away = {a: hops(whole, a) for a in whole}
    even = all(away[s][a] != away[s][b] for s in whole for a, b in edges(whole) if a in away[s])
    assert ok(untouched.fork(), "is_bipartite", adj=adj) is even


def test_neighbours_are_counted_once_whichever_list_they_are_in(world: World) -> None:
    adj = {"a": ["b", "b", "c"], "b": ["a"], "d": ["d"]}
    assert ok(world, "degree_centrality", adj=adj) == {"a": 2, "b": 1, "d": 1, "c": 1}


def test_the_lightest_tree_is_the_known_one(world: World) -> None:
    roads = [
        edge("a", "b", 4),
        edge("b", "c", 8),
        edge("c", "a", 3),
        edge("d", "c", 1),
        edge("b", "d", 4),
    ]
    tree = ok(world, "mst_kruskal", edges=roads, nodes=["a", "b", "c", "d"])
    assert tree == {"edges": [roads[3], roads[2], roads[0]], "total_weight": 8}


def test_a_tree_takes_the_lighter_of_two_edges_and_no_loop(world: World) -> None:
    roads = [edge(1, 2, 5), edge("2", "1", 2.5), edge(1, 1, -9), edge(3, 4, -1)]
    tree = ok(world, "mst_kruskal", edges=roads, nodes=[1, "2", 3, 4, 5])
    chosen = [edge("3", "4", -1), edge("2", "1", 2.5)]
    assert tree == {"edges": chosen, "total_weight": 1.5}
    assert ok(world, "mst_kruskal", edges=[], nodes=[]) == {"edges": [], "total_weight": 0}


def test_a_tree_has_no_unknown_or_doubled_nodes(world: World) -> None:
    roads = [edge("a", "z", 1)]
    assert "no node 'z'" in refused(world, "mst_kruskal", edges=roads, nodes=["a", "b"])
    assert "'1' is named twice" in refused(world, "mst_kruskal", edges=[], nodes=[1, "1"])


def spans(nodes: str, chosen: tuple[tuple[str, str], ...]) -> list[set[str]]:
    """The parts that edges make of nodes."""
    whole: Adjacency = {node: [] for node in nodes}
    for a, b in chosen:
        whole[a].append(b)
        whole[b].append(a)
    return [set(hops(whole, node)) for node in nodes]


@given(
    weights=st.dictionaries(
        st.sampled_from(list(combinations("abcde", 2))), st.integers(-3, 9), max_size=8
    )
)
def test_no_other_tree_is_lighter(untouched: World, weights: dict[tuple[str, str], int]) -> None:
    roads = [edge(a, b, weight) for (a, b), weight in weights.items()]
    tree = ok(untouched.fork(), "mst_kruskal", edges=roads, nodes=list("abcde"))
    chosen = tuple((road["a"], road["b"]) for road in tree["edges"])
    parts = spans("abcde", tuple(weights))
    assert spans("abcde", chosen) == parts
    rivals = combinations(weights, len(chosen))
    least = min(
        sum(weights[pair] for pair in rival) for rival in rivals if spans("abcde", rival) == parts
    )
    assert tree["total_weight"] == least == sum(road["weight"] for road in tree["edges"])


def test_a_matrix_has_rows_and_columns_as_asked(world: World) -> None:
    adj = {"a": ["b", "c"], "c": ["c"]}
    matrix = ok(world, "adjacency_matrix", adj=adj, nodes=["c", "a", "b", "other"])
    assert matrix == [[1, 0, 0, 0], [1, 0, 1, 0], [0, 0, 0, 0], [0, 0, 0, 0]]
    assert ok(world, "adjacency_matrix", adj=adj, nodes=[]) == []
    assert "named twice" in refused(world, "adjacency_matrix", adj=adj, nodes=["a", "b", "a"])


def test_a_matrix_of_all_nodes_names_them(world: World) -> None:
    assert ok(world, "adjacency_list_to_matrix", adj={"b": ["a"], "a": []}) == {
        "nodes": ["b", "a"],
        "matrix": [[0, 1], [0, 0]],
    }
    sentence = refused(world, "adjacency_list_to_matrix", adj={"a": ["b"]})
    assert sentence.startswith("'b' is a neighbour but has no list of its own.")


@given(adj=graphs)
def test_a_matrix_holds_just_the_edges(untouched: World, adj: Adjacency) -> None:
    whole = {**{str(b): [] for _, b in edges(adj)}, **adj}
    found = ok(untouched.fork(), "adjacency_list_to_matrix", adj=whole)
    told = {
        (a, b)
        for a, row in zip(found["nodes"], found["matrix"], strict=True)
        for b, one in zip(found["nodes"], row, strict=True)
        if one
    }
    assert told == edges(adj)


def test_the_complement_has_the_edges_that_are_missing(world: World) -> None:
    found = ok(world, "graph_complement", adj={"a": ["b"], "x": ["a"]}, nodes=["c", "b", "a"])
    assert found == {"c": ["b", "a"], "b": ["c"], "a": ["c"]}
    assert "named twice" in refused(world, "graph_complement", adj={}, nodes=[1, 1])


@given(adj=graphs)
def test_the_complement_of_the_complement_is_the_graph(untouched: World, adj: Adjacency) -> None:
    world = untouched.fork()
    nodes = [*NODES, "0", "1", "2"]
    once = ok(world, "graph_complement", adj=adj, nodes=nodes)
    twice = ok(world, "graph_complement", adj=once, nodes=nodes)
    plain = {(a, b) for a, b in edges(both_ways(adj)) if a != b}
    assert edges(twice) == plain
    assert len(edges(once)) + len(plain) == len(nodes) * (len(nodes) - 1)


def test_a_random_graph_is_that_of_the_seed_and_the_call() -> None:
    arguments: dict[str, Any] = {"n": 12, "p": 0.5}
    one, twin, other = World(7), World(7), World(8)
    first, second = (ok(one, "random_erdos_renyi", **arguments) for _ in range(2))
    ok(twin, "bfs", adj={"a": []}, start="a")  # other tools' calls draw nothing of it
    assert [ok(twin, "random_erdos_renyi", **arguments) for _ in range(2)] == [first, second]
    assert first != second
    assert ok(other, "random_erdos_renyi", **arguments) not in (first, second)


@given(n=st.integers(0, 30), p=st.floats(0, 1))
def test_a_random_graph_is_simple_and_its_edges_lead_both_ways(
    untouched: World, n: int, p: float
) -> None:
    drawn = ok(untouched.fork(), "random_erdos_renyi", n=n, p=p)
    assert list(drawn) == [str(node) for node in range(n)]
    assert both_ways(drawn).keys() == drawn.keys()
    for node, others in drawn.items():
        assert others == sorted(set(others) - {node}, key=int)
        assert all(node in drawn[other] for other in others)


def test_a_random_graph_has_as_many_edges_as_its_chance_says(world: World) -> None:
    every = 100 * 99 / 2
    for p in (0, 0.1, 0.5, 1):
        drawn = ok(world, "random_erdos_renyi", n=100, p=p)
        share = sum(map(len, drawn.values())) / 2 / every
        assert share == pytest.approx(p, abs=0.03 if 0 < p < 1 else 0)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ({"n": -1, "p": 0.5}, "must be at least 0"),
        ({"n": 101, "p": 0.5}, "must be at most 100"),
        ({"n": 5, "p": 1.5}, "must be at most 1"),
    ],
)
def test_a_random_graph_out_of_range_is_not_understood(
    world: World, arguments: dict[str, Any], said: str
) -> None:
    assert said in not_understood(world, "random_erdos_renyi", arguments)
