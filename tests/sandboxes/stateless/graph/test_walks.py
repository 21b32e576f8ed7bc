"""Walks, ways and orders: known results of small graphs, and what holds of any."""

from __future__ import annotations

from collections import deque
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sandboxes import World
from tests.sandboxes.calls import not_understood, ok, refused

Adjacency = dict[str, list[Any]]

#   a → b → d → e      f
#   a → c → d
TOWN: Adjacency = {"a": ["c", "b"], "b": ["d"], "c": ["d"], "d": ["e"], "e": [], "f": []}
ROADS = {"a": {"b": 7, "c": 2}, "b": {"d": 1}, "c": {"b": 3, "d": 8}, "d": {}, "e": {"a": 1}}
NODES = "abcdefg"

graphs = st.dictionaries(
    st.sampled_from(NODES),
    st.lists(st.sampled_from(NODES) | st.integers(0, 2), max_size=5),
    min_size=1,
)


def edges(adj: Adjacency) -> set[tuple[str, str]]:
    """All edges, from and to."""
    return {(node, str(other)) for node, others in adj.items() for other in others}


def hops(adj: Adjacency, start: str) -> dict[str, int]:
    """How many edges away each node is that can be reached."""
    away, queue = {start: 0}, deque([start])
    while queue:
        node = queue.popleft()
        for other in map(str, adj.get(node, [])):
            if other not in away:
                away[other] = away[node] + 1
                queue.append(other)
    return away


def test_breadth_first_visits_the_near_ones_first(world: World) -> None:
    assert ok(world, "bfs", adj=TOWN, start="a") == ["a", "c", "b", "d", "e"]
    assert ok(world, "bfs", adj=TOWN, start="f") == ["f"]


def test_depth_first_follows_the_first_neighbour_to_its_end(world: World) -> None:
    assert ok(world, "dfs", adj=TOWN, start="a") == ["a", "c", "d", "e", "b"]


@given(adj=graphs)
def test_both_walks_reach_just_what_a_way_leads_to(untouched: World, adj: Adjacency) -> None:
    world, start = untouched.fork(), next(iter(adj))
    away = hops(adj, start)
    wide, deep = ok(world, "bfs", adj=adj, start=start), ok(world, "dfs", adj=adj, start=start)
    assert sorted(wide) == sorted(deep) == sorted(away)
    assert wide[0] == deep[0] == start
    assert [away[node] for node in wide] == sorted(away.values())
    far = ok(world, "shortest_path_unweighted", adj=adj, source=start)
    assert {node: number for node, number in far.items() if number is not None} == away
    for node, number in far.items():
        assert ok(world, "path_exists", adj=adj, a=start, b=node) is (number is not None)
    units = {node: {str(other): 1 for other in others} for node, others in adj.items()}
    assert ok(world, "shortest_path_dijkstra", adj=units, source=start) == far


def test_a_number_and_its_text_are_the_same_node(world: World) -> None:
    adj = {"1": [2, "3"], "2": ["3"], "3": [1]}
    assert ok(world, "bfs", adj=adj, start=1) == ok(world, "bfs", adj=adj, start="1")
    assert ok(world, "bfs", adj=adj, start=1) == ["1", "2", "3"]


def test_the_shortest_way_is_not_the_one_of_fewest_edges(world: World) -> None:
    found = ok(world, "shortest_path_dijkstra", adj=ROADS, source="a")
    assert found == {"a": 0, "b": 5, "c": 2, "d": 6, "e": None}
    assert list(found) == ["a", "b", "c", "d", "e"]


def test_a_weight_below_0_is_not_understood(world: World) -> None:
    arguments = {"adj": {"a": {"b": -1}}, "source": "a"}
    assert "must be at least 0" in not_understood(world, "shortest_path_dijkstra", arguments)


def test_edges_are_counted_along_the_way(world: World) -> None:
    found = ok(world, "shortest_path_unweighted", adj=TOWN, source="a")
    assert found == {"a": 0, "b": 1, "c": 1, "d": 2, "e": 3, "f": None}


def test_a_way_leads_along_the_edges_only(world: World) -> None:
    assert ok(world, "path_exists", adj=TOWN, a="a", b="e") is True
    assert ok(world, "path_exists", adj=TOWN, a="e", b="a") is False
    assert ok(world, "path_exists", adj=TOWN, a="f", b="f") is True


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("bfs", {"adj": TOWN, "start": "z"}),
        ("dfs", {"adj": TOWN, "start": 1}),
        ("shortest_path_dijkstra", {"adj": ROADS, "source": "z"}),
        ("shortest_path_unweighted", {"adj": TOWN, "source": "A"}),
        ("path_exists", {"adj": TOWN, "a": "z", "b": "a"}),
        ("path_exists", {"adj": TOWN, "a": "a", "b": "z"}),
    ],
)
def test_an_unknown_node_is_refused_with_some_that_are_known(
    world: World, tool: str, arguments: dict[str, Any]
) -> None:
    sentence = refused(world, tool, **arguments)
    assert "The graph has no node" in sentence
    assert "such as 'a', 'b', 'c'" in sentence


def test_a_graph_without_nodes_has_none_to_start_from(world: World) -> None:
    assert "It has no nodes at all" in refused(world, "bfs", adj={}, start="a")


def test_what_must_come_first_comes_first(world: World) -> None:
    adj = {"tie": ["jacket"], "shirt": ["tie", "belt"], "trousers": ["shoes", "belt"]}
    order = ["shirt", "tie", "trousers", "jacket", "belt", "shoes"]
    assert ok(world, "topological_sort", adj=adj) == order
    assert ok(world, "topological_sort", adj={}) == []


@given(adj=graphs)
def test_an_order_lets_every_edge_lead_forwards_or_a_cycle_is_named(
    untouched: World, adj: Adjacency
) -> None:
    outcome = untouched.fork().call("topological_sort", {"adj": adj})
    if outcome.ok:
        place = {node: number for number, node in enumerate(outcome.output)}
        assert set(place) == set(adj) | {b for _, b in edges(adj)}
        assert all(place[a] < place[b] for a, b in edges(adj))
    else:
        circle = outcome.output.split(", ")[1].replace("'", "").split(" to ")
        assert circle[0] == circle[-1]
        assert set(pairwise(circle)) <= edges(adj)


def test_a_long_circle_is_told_in_short(world: World) -> None:
    ring = {str(n): [(n + 1) % 50] for n in range(50)}
    sentence = refused(world, "topological_sort", adj=ring)
    assert "'0' to '1' to '2'" in sentence
    assert "others, and back" in sentence
    assert len(sentence) < 200


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [("bfs", {"start": "0"}), ("is_connected", {}), ("adjacency_matrix", {"nodes": []})],
)
def test_a_graph_of_too_many_neighbours_is_refused(
    world: World, tool: str, arguments: dict[str, Any]
) -> None:
    wide = {str(node): [node * 1000 + n for n in range(1001, 1101)] for node in range(3)}
    assert "303 nodes" in refused(world, tool, adj=wide, **arguments)
    del wide["2"]
    assert "202 nodes" in refused(world, tool, adj=wide, **arguments)
    wide["1"] = wide["1"][:98]
    ok(world, tool, adj=wide, **arguments)
