"""The tools of Graph."""

from __future__ import annotations

import math
from itertools import combinations
from typing import Annotated, Any

from pydantic import Field

from sandboxes._outcome import Refused
from sandboxes._streams import Stream
from sandboxes._tool import library_tool
from sandboxes.stateless.graph.networks import (
    MOST_NODES,
    Adjacency,
    Edges,
    Node,
    Nodes,
    WeightedAdjacency,
    circle,
    directed,
    distinct,
    for_all,
    known,
    matrix,
    places,
    undirected,
    weighted,
)


@library_tool
def bfs(adj: Adjacency, start: Node) -> list[str]:
    """Walk a graph breadth first: a node, all its neighbours, all of theirs, and so on.

    Edges lead from a key to the nodes in its list; neighbours are visited as they are listed.

    Refused if the graph does not have the node to start from.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.
        start: The node to start from.

    Returns:
        A list of the nodes that are reached, as texts, in the order in which they are visited.
    """
    import networkx as nx

    graph = directed(adj)
    first = known(graph, start)
    return [first, *(node for _, node in nx.bfs_edges(graph, first))]


@library_tool
def dfs(adj: Adjacency, start: Node) -> list[str]:
    """Walk a graph depth first: follow the first neighbour as far as it goes, then the next.

    Edges lead from a key to the nodes in its list; neighbours are visited as they are listed.

    Refused if the graph does not have the node to start from.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.
        start: The node to start from.

    Returns:
        A list of the nodes that are reached, as texts, in the order in which they are visited.
    """
    import networkx as nx

    graph = directed(adj)
    return list(nx.dfs_preorder_nodes(graph, known(graph, start)))


@library_tool
def shortest_path_dijkstra(adj: WeightedAdjacency, source: Node) -> dict[str, float | None]:
    """Find the length of the shortest way from a node to each node, by the weights of edges.

    Edges lead from a key to the nodes in its object.

    Refused if the graph does not have the node to start from.

    Args:
        adj: The graph of at most 200 nodes: an object that gives each node an object of its
            neighbours and the weights, at least 0, of the edges that lead there, such as
            {"a": {"b": 2.5}, "b": {}}.
        source: The node to start from.

    Returns:
        An object that gives each node its distance; null where no way leads.
    """
    import networkx as nx

    graph = weighted(adj)
    found = nx.single_source_dijkstra_path_length(graph, known(graph, source))
    return for_all(graph, {node: float(distance) for node, distance in found.items()})


@library_tool
def shortest_path_unweighted(adj: Adjacency, source: Node) -> dict[str, int | None]:
    """Find how many edges the shortest way from a node to each node has.

    Edges lead from a key to the nodes in its list.

    Refused if the graph does not have the node to start from.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.
        source: The node to start from.

    Returns:
        An object that gives each node its number of edges; null where no way leads.
    """
    import networkx as nx

    graph = directed(adj)
    return for_all(graph, nx.single_source_shortest_path_length(graph, known(graph, source)))


@library_tool
def path_exists(adj: Adjacency, a: Node, b: Node) -> bool:
    """Tell whether a way along the edges leads from a node to another.

    Edges lead from a key to the nodes in its list. A way of no edges leads from a node to itself.

    Refused if the graph does not have one of the nodes.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.
        a: The node to start from.
        b: The node to reach.

    Returns:
        true or false.
    """
    import networkx as nx

    graph = directed(adj)
    return bool(nx.has_path(graph, known(graph, a), known(graph, b)))


@library_tool
def is_bipartite(adj: Adjacency) -> bool:
    """Tell whether two colours are enough to give both ends of every edge different ones.

    Edges lead both ways, in whichever list they are given.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.

    Returns:
        true or false.
    """
    import networkx as nx

    return bool(nx.is_bipartite(undirected(adj)))


@library_tool
def connected_components(adj: Adjacency) -> list[list[str]]:
    """Find the parts of a graph between which no edge leads.

    Edges lead both ways, in whichever list they are given.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.

    Returns:
        A list of parts, each a list of its nodes as texts; nodes are in the order in which the
        graph names them, and parts in that of their first nodes.
    """
    import networkx as nx

    graph = undirected(adj)
    place = places(graph)
    return [sorted(part, key=place.__getitem__) for part in nx.connected_components(graph)]


@library_tool
def is_connected(adj: Adjacency) -> bool:
    """Tell whether every node of a graph can be reached from every other.

    Edges lead both ways, in whichever list they are given.

    Refused if the graph has no nodes.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.

    Returns:
        true or false.
    """
    import networkx as nx

    graph = undirected(adj)
    if not graph:
        raise Refused("A graph without nodes is neither connected nor not. Name some nodes.")
    return bool(nx.is_connected(graph))


@library_tool
def topological_sort(adj: Adjacency) -> list[str]:
    """Put the nodes of a graph in an order in which every edge leads forwards.

    Edges lead from a key to the nodes in its list, so a key comes before them. Of the nodes that
    can come next, the one that the graph names first is taken.

    Refused if edges form a cycle; the refusal names one.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.

    Returns:
        A list of all nodes, as texts.
    """
    import networkx as nx

    graph = directed(adj)
    try:
        return list(nx.lexicographical_topological_sort(graph, key=places(graph).__getitem__))
    except nx.NetworkXUnfeasible:
        raise Refused(
            f"Edges lead in a circle, {circle(graph)}, so there is no such order. Take one of "
            "them out."
        ) from None


@library_tool
def mst_kruskal(edges: Edges, nodes: Nodes) -> dict[str, Any]:
    """Choose the edges of least weight that hold a graph together, as Kruskal does.

    Edges lead both ways. Of edges of equal weight the one that is listed first is taken. If the
    graph is in several parts, each part gets a tree of its own.

    Refused if a node is named twice, or an edge has an end that is none of the nodes.

    Args:
        edges: The edges, each an object of a and b, its ends, and its weight.
        nodes: All nodes of the graph.

    Returns:
        {edges, total_weight}: the chosen edges as {a, b, weight}, lightest first, and the sum of
        their weights.
    """
    import networkx as nx

    graph = nx.MultiGraph()
    graph.add_nodes_from(distinct(nodes))
    for number, edge in enumerate(edges):
        ends = known(graph, edge["a"]), known(graph, edge["b"])
        graph.add_edge(*ends, key=number, weight=edge["weight"])
    chosen = [edges[key] for _, _, key in nx.minimum_spanning_edges(graph, data=False)]
    return {
        "edges": [
            {"a": str(edge["a"]), "b": str(edge["b"]), "weight": edge["weight"]} for edge in chosen
        ],
        "total_weight": math.fsum(edge["weight"] for edge in chosen),
    }


@library_tool
def adjacency_matrix(adj: Adjacency, nodes: Nodes) -> list[list[int]]:
    """Write the edges between some nodes of a graph as a table of ones and zeros.

    Edges lead from a key to the nodes in its list. Nodes that the graph does not name have none.

    Refused if a node is named twice.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.
        nodes: The nodes, in the order of the rows and columns.

    Returns:
        A list of rows, one for each node; each a list with 1 for each node that an edge leads to,
        else 0.
    """
    return matrix(directed(adj), distinct(nodes))


@library_tool
def adjacency_list_to_matrix(adj: Adjacency) -> dict[str, Any]:
    """Write all edges of a graph as a table of ones and zeros.

    Edges lead from a key to the nodes in its list.

    Refused if a neighbour has no list of its own.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.

    Returns:
        {nodes, matrix}: the nodes in the order in which they have their lists, and a list of rows
        in that order, each with 1 for each node that an edge leads to, else 0.
    """
    graph = directed(adj)
    strangers = [node for node in graph if node not in adj]
    if strangers:
        raise Refused(
            f"{strangers[0]!a} is a neighbour but has no list of its own. Give every node a list; "
            "an empty one if no edge leads on."
        )
    return {"nodes": list(graph), "matrix": matrix(graph, graph)}


@library_tool
def degree_centrality(adj: Adjacency) -> dict[str, int]:
    """Count the neighbours of each node, as a measure of how central it is.

    Edges lead both ways, in whichever list they are given; one that is given twice counts once,
    and so does one from a node to itself.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.

    Returns:
        An object that gives each node its number of neighbours.
    """
    return {node: len(neighbours) for node, neighbours in undirected(adj).adjacency()}


@library_tool
def graph_complement(adj: Adjacency, nodes: Nodes) -> dict[str, list[str]]:
    """Build the graph that has an edge between two nodes just where another has none.

    Edges lead both ways, in whichever list they are given, and none from a node to itself. Nodes
    of the graph that are not listed are left out.

    Refused if a node is named twice.

    Args:
        adj: The graph of at most 200 nodes: an object of each node's list of neighbours.
        nodes: All nodes of the new graph.

    Returns:
        An object that gives each node the list of its neighbours, both in the order of the nodes.
    """
    graph, names = undirected(adj), distinct(nodes)
    return {a: [b for b in names if a != b and not graph.has_edge(a, b)] for a in names}


@library_tool
def random_erdos_renyi(
    stream: Stream,
    n: Annotated[int, Field(ge=0, le=MOST_NODES)],
    p: Annotated[float, Field(ge=0, le=1)],
) -> dict[str, list[str]]:
    """Draw a graph in which every two nodes are joined by an edge with the same chance.

    Every call draws another graph; edges lead both ways.

    Args:
        n: How many nodes; they are named "0", "1", "2" and so on.
        p: The chance of each edge, from 0 to 1.

    Returns:
        An object that gives each node the list of its neighbours.
    """
    graph: dict[str, list[str]] = {str(node): [] for node in range(n)}
    pairs = list(combinations(graph, 2))
    for (a, b), drawn in zip(pairs, stream.units(len(pairs)), strict=True):
        if drawn < p:
            graph[a].append(b)
            graph[b].append(a)
    return graph
