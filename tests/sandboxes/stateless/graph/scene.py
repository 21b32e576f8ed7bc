"""One call of each Graph tool that succeeds."""

from __future__ import annotations

from sandboxes import World
from tests.sandboxes.walking import Calls

_OF_A_GRAPH = """
    is_bipartite connected_components topological_sort adjacency_list_to_matrix degree_centrality
    is_connected
"""
WAY = {"a": ["b"], "b": ["c"], "c": []}


def arguments(world: World) -> Calls:
    """Prepare the world by calls, and tell what each tool can be called with."""
    return {
        **{name: {"adj": WAY} for name in _OF_A_GRAPH.split()},
        "bfs": {"adj": WAY, "start": "a"},
        "dfs": {"adj": WAY, "start": "a"},
        "shortest_path_dijkstra": {"adj": {"a": {"b": 2.5}, "b": {}}, "source": "a"},
        "shortest_path_unweighted": {"adj": WAY, "source": "a"},
        "path_exists": {"adj": WAY, "a": "a", "b": "c"},
        "mst_kruskal": {"edges": [{"a": 1, "b": 2, "weight": 0.5}], "nodes": [1, 2]},
        "adjacency_matrix": {"adj": WAY, "nodes": ["c", "a"]},
        "graph_complement": {"adj": WAY, "nodes": ["a", "b", "c"]},
        "random_erdos_renyi": {"n": 5, "p": 0.5},
    }
